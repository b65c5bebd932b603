"""Two players: the other one's open cards are seen, and he may answer with nothing else."""

import pytest

from engine.actions import action_text
from engine.cards import NO_CARD, cards_of, parse_card
from engine.observation import Observation
from engine.players.club import choose
from engine.players.club.counting import Count
from engine.state import Column
from engine.variants import VARIANTS
from tests.engine.play import hand, trump
from tests.engine.players.seeing import sees

TWO = VARIANTS["two-player"]


def faces(cards: str, other: str, *, hidden: int = 0, taker: str = "S") -> Observation:
    """South leads with these open cards against North's; so many of each row lie on a hidden one."""
    mine, theirs = cards_of(hand(cards)), cards_of(hand(other))
    seen = sees("7C 8C 9C TC JC QC KC AC", seat="S", contract=trump("H", taker), rules=TWO)
    rows = tuple(
        tuple(Column(card, at < hidden) for at, card in enumerate(row))
        + (Column(NO_CARD, reserve=False),) * (8 - len(row))
        for row in (theirs, (), mine, ())
    )
    counts = (len(theirs) + hidden, 0, len(mine) + hidden, 0)
    return seen._replace(hand=hand(cards), columns=(rows[0], (), rows[2], ()), counts=counts)


def leads(seen: Observation) -> str:
    (chosen,) = {action_text(choose(seen, 0, seed)) for seed in range(3)}
    return chosen


def test_an_ace_is_not_led_where_he_ruffs() -> None:
    assert leads(faces("AC 7D", "8H 8D")) == "7D"


def test_the_ace_waits_for_the_last_trick_when_it_is_safe() -> None:
    assert leads(faces("AC 7D", "8C 8D")) == "7D"


def test_what_lies_open_does_not_count_as_chance() -> None:
    count = Count(faces("AC 7D KH", "8H 8D TC", hidden=2))
    assert count.some(0, 1 << parse_card("8H")) == 1.0
    assert count.some(0, 1 << parse_card("9S")) == pytest.approx(0.5)


def test_a_ten_is_not_led_into_an_open_ace() -> None:
    assert leads(faces("TC 7D", "AC 8D 9D", hidden=1)) == "7D"
