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
    return [[now], [bank_sentence(t)]]


def clock_rows(view: TableView, t: Tongue) -> Keyboard:
    """The other clocks, the quickest first, and the way back."""
    others = [clock for clock in ("", *CLOCKS) if clock != view.time.clock]
    buttons = [Button(clock_label(t, clock), _tap(view, TapKind.CLOCK, clock_arg(clock))) for clock in others]
    explain = Button("❓ " + t.pgettext("clock", "Bank"), _tap(view, TapKind.EXPLAIN, CLOCK))
    back = Button(t.pgettext("button", "‹ Seats"), _tap(view, TapKind.MENU), style=Style.PRIMARY)
    return (*packed([*buttons, explain]), (back,))


def clock_button(view: TableView, t: Tongue) -> Button:
    """From the seats to this menu."""
    return Button(t.pgettext("button", "⏱ Clock"), _tap(view, TapKind.MENU, "clock"))


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
