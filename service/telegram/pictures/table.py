"""The table from above, and below it the reader's hand as a fan."""

from engine.actions import ActionKind
from engine.cards import NO_CARD, Card
from engine.match import Phase
from engine.observation import Observation, legal_actions
from engine.seats import S, Seat
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.cards import sorted_hand
from service.telegram.cast import Cast, group_cast, private_cast
from service.telegram.pictures import columns, places
from service.telegram.pictures.legible import legible
from service.telegram.pictures.paint import WIDTH, Canvas
from service.telegram.pictures.places import Spot
from service.telegram.pictures.sprites import face, height_of, look_of, turned
from service.telegram.pictures.themes import DARK, LIGHT
from service.telegram.pictures.tricks import before, trick
from service.telegram.texts import Tongue
from service.telegram.trick_lines import on_table

TURNED, HELD = 124, 130
"""Widths of a card turned up and in the hand."""
HEIGHT, FAN = 528, 186
_MIDDLE = 312
_INLAY = (174, 126, 546, 498)
_NEAR, _LEFT, _FAR, _RIGHT = range(4)
"""Places as the reader sees them, clockwise from his own."""
_SPOTS = (
    Spot(360, 496, 250, 500, 496, "l", 206),
    Spot(96, _MIDDLE, 172, 96, _MIDDLE + 50, "m", 176),
    Spot(360, 128, 200, 472, 128, "l", 236),
    Spot(624, _MIDDLE, 172, 624, _MIDDLE + 50, "m", 176),
)
_CARDS = ((360, 390), (238, _MIDDLE), (360, 234), (482, _MIDDLE))


def table_picture(view: TableView, t: Tongue, dark: bool, private: bool) -> bytes | None:
    """A running match as JPEG: for the group, or for the viewer with his own cards. None: there is nothing to see."""
    if view.stage is not Stage.PLAYING or view.seen is None:
        return None
    view, t = legible(view, t)
    cast = private_cast(t, view) if private else group_cast(t, view)
    seen = view.seen
    assert seen is not None
    if private and seen.turn != view.seat:
        # Such a card is not sent anew at every move of the others: whose turn it was would soon be untrue.
        seen = seen._replace(turn=None)
    if seen.rules.players == 2:
        return columns.drawn(cast, seen, DARK if dark else LIGHT).encoded()
    hand = sorted_hand(seen) if private else ()
    canvas = Canvas(DARK if dark else LIGHT, HEIGHT + (FAN if hand else 0))
    canvas.panel(_INLAY, canvas.theme.inlay, 186)
    places.header(canvas, cast, seen)
    _centre(canvas, cast, seen)
    for one in view.players:
        places.plate(canvas, cast, seen, one.seat, _SPOTS[_place(cast, one.seat)])
    places.corner(canvas, cast, seen, 16, 506)
    if hand:
        _fan(canvas, cast, seen, hand)
    return canvas.encoded()


def _place(cast: Cast, seat: Seat) -> int:
    """Everybody sits at the bottom of his own picture; the group's has north at the top."""
    return (seat - (S if cast.me is None else cast.me)) % 4


def _centre(canvas: Canvas, cast: Cast, seen: Observation) -> None:
    if seen.contract is None or seen.phase is Phase.LAYING_ASIDE:
        if seen.turned != NO_CARD:
            canvas.put(face(look_of(cast.t, canvas.theme, seen.turned), TURNED), WIDTH / 2, _MIDDLE)
        return
    _, plays, done = on_table(seen)
    trick(canvas, cast, seen.contract, plays, {seat: _CARDS[_place(cast, seat)] for seat in range(4)})
    if done is None and seen.tricks:
        before(canvas, cast, seen, 16, 120)


def _fan(canvas: Canvas, cast: Cast, seen: Observation, hand: tuple[Card, ...]) -> None:
    """Cards that may be played now stand out, the others sink back; off turn they all rest alike."""
    legal = {
        action.card for action in legal_actions(seen) if action.kind in (ActionKind.PLAY, ActionKind.ASIDE)
    }
    choosing = bool(legal)
    step = min(84.0, (WIDTH - 44 - HELD) / max(1, len(hand) - 1))
    for n, card in enumerate(hand):
        off = n - (len(hand) - 1) / 2
        x = WIDTH / 2 + off * step
        y = HEIGHT + 28 + height_of(HELD) / 2 + 1.7 * off * off - (20 if card in legal else 0)
        dim = choosing and card not in legal
        canvas.put(turned(look_of(cast.t, canvas.theme, card), HELD, dim, round(off * 2.4, 1)), x, y)
