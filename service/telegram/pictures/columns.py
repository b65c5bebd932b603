"""The table of two: each one's open cards in their columns, a card's back where one lies beneath."""

from engine.actions import ActionKind
from engine.cards import NO_CARD
from engine.observation import Column, Observation, legal_actions
from engine.seats import Seat
from service.telegram.cast import Cast
from service.telegram.pictures import places
from service.telegram.pictures.paint import Canvas
from service.telegram.pictures.places import Spot
from service.telegram.pictures.sprites import back, face, height_of, look_of
from service.telegram.pictures.themes import Theme
from service.telegram.pictures.tricks import before, trick

CARD = 92
HEIGHT = 712
IN_A_ROW = 4
_BENEATH = 7
"""How far a hidden card looks out from under an open one."""
_FAR, _NEAR = 0, 1
_TOPS = (112, 424)
_SPOTS = (Spot(580, 134, 252, 580, 184, "m", 252), Spot(580, 672, 252, 580, 622, "m", 252))
_TRICK = ((518, 362), (642, 432))


def drawn(cast: Cast, seen: Observation, theme: Theme) -> Canvas:
    """The reader's columns below, the other's above; in the group the second seat's below."""
    canvas = Canvas(theme, HEIGHT)
    canvas.panel((452, 272, 708, 522), theme.inlay, 44)
    places.header(canvas, cast, seen)
    seats = [one.seat for one in cast.view.players]
    near = seats[1] if cast.me is None else cast.me
    where = {seat: _NEAR if seat == near else _FAR for seat in seats}
    for seat in seats:
        if seen.columns:
            _grid(canvas, cast, seen, seat, _TOPS[where[seat]])
        places.plate(canvas, cast, seen, seat, _SPOTS[where[seat]])
    if seen.contract is None:
        if seen.turned != NO_CARD:
            canvas.put(face(look_of(cast.t, theme, seen.turned), 124), 580, 390)
        return canvas
    plays = seen.trick or (seen.tricks[-1].plays if seen.tricks else ())
    trick(canvas, cast, seen.contract, plays, {seat: _TRICK[where[seat]] for seat in seats})
    if seen.trick and seen.tricks:
        before(canvas, cast, seen, 470, 180)
    return canvas


def _grid(canvas: Canvas, cast: Cast, seen: Observation, seat: Seat, top: int) -> None:
    """Two rows of four. On his own turn the reader sees which may not be played."""
    legal = {action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY}
    choosing = seat == seen.seat and bool(legal)
    for at, column in enumerate(seen.columns[seat]):
        row, place = divmod(at, IN_A_ROW)
        x = 70 + place * (CARD + 12)
        y = top + height_of(CARD) / 2 + row * (height_of(CARD) + 10)
        _column(canvas, cast, column, (x, y), choosing and column.open not in legal)


def _column(canvas: Canvas, cast: Cast, column: Column, at: tuple[float, float], dim: bool) -> None:
    x, y = at
    if column.open == NO_CARD:
        if column.reserve:
            canvas.put(back(canvas.theme, CARD), x, y)
        return
    if column.reserve:
        canvas.put(back(canvas.theme, CARD), x - _BENEATH, y - _BENEATH)
    canvas.put(face(look_of(cast.t, canvas.theme, column.open), CARD, dim), x, y)
