"""The cards on the table, and the trick before them."""

from engine.contracts import Contract
from engine.observation import Observation
from engine.seats import Seat
from engine.trick import Played, leader_of
from service.telegram.cast import Cast
from service.telegram.pictures.legible import words
from service.telegram.pictures.paint import Canvas
from service.telegram.pictures.sprites import face, height_of, look_of, ring

CARD, SMALL = 106, 44
"""Widths of a card in the trick and in the one before."""


def trick(
    canvas: Canvas,
    cast: Cast,
    contract: Contract,
    plays: tuple[Played, ...],
    where: dict[Seat, tuple[int, int]],
) -> None:
    """The cards on the table, each before its player, the one that wins with a ring around it."""
    if not plays:
        return
    winner = leader_of(contract, plays)
    for play in plays:
        x, y = where[play.seat]
        canvas.put(face(look_of(cast.t, canvas.theme, play.card), CARD), x, y)
        if play.seat == winner:
            canvas.put(ring(CARD, canvas.theme.accent), x, y)


def before(canvas: Canvas, cast: Cast, seen: Observation, left: int, top: int) -> None:
    """The last trick, small: its cards in the order of play, and whose it became."""
    last = seen.tricks[-1]
    name = cast.name(last.winner, 8)
    title = cast.t.gettext("Before: trick {n} → {name}", n=len(seen.tricks), name=name)
    canvas.words(left, top, words(cast.t, title, 22, 236), canvas.theme.on_felt)
    for n, play in enumerate(last.plays):
        x, y = left + SMALL / 2 + n * (SMALL + 4), top + 18 + height_of(SMALL) / 2
        canvas.put(face(look_of(cast.t, canvas.theme, play.card), SMALL), x, y)
        if play.seat == last.winner:
            canvas.put(ring(SMALL, canvas.theme.accent), x, y)
