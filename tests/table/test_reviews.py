"""Whose cards are looked at when somebody asks what he could have done better."""

from collections.abc import Iterable

import pytest

from engine.players.hindsight import Decision, Slip
from service.table import reviews
from service.table.change import Change
from service.table.commands import AskReview, Leave, TakeOver
from service.table.handle import play_on
from tests.table.worlds import ANNA, BEN, EVE, FOUR, NOW, ask, first_legal, started

LEFT_AFTER = 3


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[Decision]:
    """The decisions that are thought about."""
    found: list[Decision] = []

    def noted(decisions: Iterable[Decision], *_: object) -> tuple[Slip, ...]:
        found.extend(decisions)
        return ()

    monkeypatch.setattr(reviews, "slips", noted)
    return found


def deal_that_anna_leaves(comes: int | None) -> Change:
    """A deal of four; Anna leaves after some tricks, and a computer plays on, or somebody takes her seat."""
    change = Change(started(*FOUR))
    while not change.table.head.deals:
        match = change.table.match
        assert match is not None and match.deal is not None
        if len(match.deal.tricks) == LEFT_AFTER and ANNA in change.table.present:
            change = change.then(ask(change.table, Leave(person=ANNA)))
            if comes is not None:
                take = TakeOver(person=comes, seat="N", name="Eve", reachable=True)
                change = change.then(ask(change.table, take))
        moved = play_on(change, NOW)
        if moved.table is change.table:
            moved = change.then(ask(change.table, first_legal(change.table)))
        change = moved
    return change


@pytest.mark.parametrize("comes", [None, EVE], ids=["a computer", "somebody else"])
def test_what_another_played_on_ones_seat_is_no_choice_of_ones_own(
    comes: int | None, looked_at: list[Decision]
) -> None:
    change = deal_that_anna_leaves(comes)
    for person, seat, last in ((ANNA, "N", LEFT_AFTER), (BEN, "E", 8)):
        looked_at.clear()
        table = ask(change.table, AskReview(person=person, deal=1)).table
        reviews.answered(table, 1, seat, change.facts)
        tricks = [len(one.seen.tricks) for one in looked_at]
        assert tricks, "he did choose"
        assert max(tricks) < last
        assert last == LEFT_AFTER or max(tricks) >= LEFT_AFTER
