"""What a game is worth on the way to the end of the match."""

import pytest

from engine.players.club.gains import Game, Purse
from engine.variants import VARIANTS

CLASSIC = VARIANTS["classic"]


def purse(totals: tuple[int, int], variant: str = "classic", pot: int = 0) -> Purse:
    return Purse(VARIANTS[variant], totals, pot)


def test_more_points_are_worth_more_and_a_pot_goes_to_who_wins_it() -> None:
    suit = Game(strain=2)
    worths = [purse((0, 0)).of(suit, points, 30, ours=True) for points in (60, 80, 100, 120)]
    assert worths == sorted(worths)
    assert worths[0] < 0 < worths[-1]
    with_pot = purse((0, 0), pot=81)
    assert with_pot.of(suit, 140, 10, ours=True) == pytest.approx(worths[-1] + 100, abs=60)
    assert with_pot.of(suit, 140, 10, ours=False) == pytest.approx(
        -with_pot.of(suit, 140, 10, ours=True), rel=0.3
    )


def test_suits_are_worth_the_same() -> None:
    assert len({purse((0, 0)).of(Game(strain), 95, 30, ours=True) for strain in range(4)}) == 1
