"""Two players' open cards: two rows of four columns, each card in its place until the end."""

from collections.abc import Callable

from engine.actions import PLAY, ActionKind, action_text
from engine.cards import NO_CARD
from engine.observation import Column, Observation, legal_actions
from engine.seats import Seat
from service.table.view import TableView
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import in_rows_of
from service.telegram.cards import ON_A_KEY, card_key
from service.telegram.cast import Cast
from service.telegram.lines import flow
from service.telegram.messages import Button, Keyboard
from service.telegram.tastes import USUAL, Tastes
from service.telegram.texts import Tongue

IN_A_ROW = 4
RESERVE, TURNING, EMPTY = "+", "…", "—"
"""A hidden card beneath; one that turns up after the trick; nothing."""


def column_label(t: Tongue, column: Column) -> str:
    """ "♠️A+"."""
    if column.open == NO_CARD:
        return TURNING if column.reserve else EMPTY
    return t.label(column.open, ON_A_KEY - len(RESERVE)) + RESERVE * column.reserve


def column_lines(cast: Cast, seen: Observation, seat: Seat) -> list[str]:
    """A player's name and the two rows of his open cards, for everybody to see."""
    labels = [column_label(cast.t, column) for column in seen.columns[seat]]
    mine = seat == cast.me and not cast.player(seat).shared
    head = cast.t.gettext("Your cards:") if mine else cast.name(seat)
    return [head, *(line for row in (labels[:IN_A_ROW], labels[IN_A_ROW:]) for line in flow(row))]


def column_rows(view: TableView, t: Tongue, seen: Observation, tastes: Tastes = USUAL) -> Keyboard:
    """The viewer's own columns as buttons. What holds no open card says why when it is tapped."""
    assert seen.seat is not None
    playable = {action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY}
    buttons = [
        _button(view, t, seen, at, column, card_key(column.open in playable, tastes))
        for at, column in enumerate(seen.columns[seen.seat])
    ]
    return in_rows_of(IN_A_ROW // 2 if t.words else IN_A_ROW, buttons)


def _button(
    view: TableView, t: Tongue, seen: Observation, at: int, column: Column, key: Callable[[str, str], Button]
) -> Button:
    label = column_label(t, column)
    if column.open == NO_CARD:
        return Button(label, encode(Tap(TapKind.COLUMN, view.id, seen.ply, str(at))))
    data = encode(Tap(TapKind.ACT, view.id, seen.ply, action_text(PLAY[column.open])))
    return key(label, data)
