"""The private card while its reader does not play: before the start, away, after the end."""

from engine.seats import SEAT_LETTERS
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import private_cast
from service.telegram.messages import Button, Message, card
from service.telegram.notes import note_lines
from service.telegram.seats_view import seats_lines
from service.telegram.status import abandoned, back_row, slept_out, table_button
from service.telegram.texts import Tongue


def waiting_card(view: TableView, t: Tongue) -> Message:
    """Seated in a lobby, or no longer."""
    if view.seat is None:
        rest = " · " + t.gettext("without you")
        line = f"<b>{names.title(t, view, rest)}</b>{rest}"
        return card([[line, t.gettext("You have no seat at this table.")]])
    rest = " · " + t.gettext("you have a seat")
    head = f"🃏 <b>{names.title(t, view, '🃏 ' + rest)}</b>{rest}"
    blocks = [
        [head, t.gettext("It begins as soon as somebody at the table starts it.")],
        seats_lines(view, t),
        note_lines(private_cast(t, view)),
    ]
    cut = encode(Tap(TapKind.CUT, view.id, view.revision))
    stand = encode(Tap(TapKind.STAND, view.id, view.revision))
    rows = (
        (Button(t.pgettext("button", "✂️ Cut"), cut), table_button(t, view)),
        (Button(t.pgettext("button", "Stand up"), stand),),
    )
    return card(blocks, rows)


def left_card(view: TableView, t: Tongue) -> Message:
    """A computer keeps the seat."""
    first = f"💤 <b>{t.gettext('Away')}</b> · "
    why = [t.gettext("Your time was over twice.")] if view.own.absent == "away" else []
    if abandoned(view):
        text = t.gettext("Everybody is away: the match rests until somebody comes back.")
        rests = [t.gettext("After 30 days without anybody it is closed, and its record kept.")]
    elif view.seat is not None and view.player(view.seat).offered:
        text, rests = (
            t.gettext(
                "A computer plays for you, nobody waits. Your cards are yours as long as nobody takes the seat over."
            ),
            [],
        )
    else:
        text, rests = t.gettext("A computer plays for you, nobody waits. Your cards stay yours."), []
    head = first + names.title(t, view, first)
    blocks = [[head, *why], note_lines(private_cast(t, view)), [text, *rests]]
    return card(blocks, (back_row(view, t),))


def _came_later(view: TableView) -> bool:
    """Whether the reader's seat was another's before: whose match it is, statistics and `/history` tell by deals."""
    return any(SEAT_LETTERS.index(one.seat) == view.seat for one in view.sat)


def over_card(view: TableView, t: Tongue) -> Message:
    """The match is over, or was cancelled."""
    cast = private_cast(t, view)
    totals = view.deals[-1].totals if view.deals else (0, 0)
    score = t.gettext("Us {ours} · Them {theirs}", ours=totals[cast.side], theirs=totals[1 - cast.side])
    if slept_out(view):
        word = t.gettext("closed after a month’s sleep")
    elif view.stage is Stage.CANCELLED:
        word = t.gettext("cancelled")
    elif view.winner is None or _came_later(view):
        word = t.gettext("over")
    else:
        word = t.gettext("won 🏆") if view.winner == cast.side else t.gettext("lost")
    rest = f" · {word}"
    head = f"<b>{names.title(t, view, rest)}</b>{rest}"
    return card([[head, *([score] if view.deals else [])]])
