"""The lobby's menu of the clocks: one tap chooses, and shows the seats again."""

from service.table.clock import CLOCKS
from service.table.view import TableView
from service.telegram.callback import Tap, TapKind, clock_arg, encode
from service.telegram.calls import packed
from service.telegram.clock_words import CLOCK, bank_sentence, clock_label, clock_word
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.texts import Tongue


def clock_lines(view: TableView, t: Tongue) -> list[list[str]]:
    """The clock as it stands, and what a clock does."""
    now = t.gettext("Now: {option}", option=clock_word(t, view.time.clock))
    tricks = (
        t.gettext("Tricks: all stay open") if view.tricks_open else t.gettext("Tricks: only the last is open")
    )
    return [[now, tricks], [bank_sentence(t)]]


def clock_rows(view: TableView, t: Tongue) -> Keyboard:
    """The other clocks, the quickest first, and the way back."""
    others = [clock for clock in ("", *CLOCKS) if clock != view.time.clock]
    buttons = [Button(clock_label(t, clock), _tap(view, TapKind.CLOCK, clock_arg(clock))) for clock in others]
    explain = Button("❓ " + t.pgettext("clock", "Bank"), _tap(view, TapKind.EXPLAIN, CLOCK))
    back = Button(t.pgettext("button", "‹ Seats"), _tap(view, TapKind.MENU), style=Style.PRIMARY)
    if view.tricks_open:
        tricks = Button(t.pgettext("button", "→ 📜 Only the last trick"), _tap(view, TapKind.TRICKS, "last"))
    else:
        tricks = Button(t.pgettext("button", "→ 📜 All tricks open"), _tap(view, TapKind.TRICKS, "open"))
    return (*packed([*buttons, explain]), (tricks,), (back,))


def clock_button(view: TableView, t: Tongue) -> Button:
    """From the seats to this menu."""
    return Button(t.pgettext("button", "⏱ Clock"), _tap(view, TapKind.MENU, "clock"))


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
