"""Who sits in for whom. A second level is patched in, so that it need not exist to be ready for."""

import pytest

from engine import players
from engine.actions import Action
from engine.observation import Observation
from service.table.commands import Fill, Leave, SetStandIn, Start
from service.table.handle import play_on
from service.table.refusals import No
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, EVE, NOW, ask, refused, seated, started


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A second level; each time it plays, its name is noted."""
    played: list[str] = []
    novice = players.LEVELS["novice"]

    def club(observation: Observation, budget: int, seed: bytes | int) -> Action:
        played.append("club")
        return novice(observation, budget, seed)

    monkeypatch.setattr(players, "LEVELS", {"novice": novice, "club": club})
    return played


def test_the_chosen_level_takes_the_empty_seats_and_plays(asked: list[str]) -> None:
    table = ask(seated(ANNA), SetStandIn(person=ANNA, level="club")).table
    begun = ask(table, Start(person=ANNA, revision=table.head.revision))
    assert [c.computer for c in begun.table.head.chairs.values()].count("club") == 3
    turned = play_on(begun, NOW)
    assert len(turned.facts) == len(asked)
    assert all(fact.endswith(" c") for fact in turned.facts), "and the record says who it was"


@pytest.mark.usefixtures("asked")
def test_the_chosen_level_plays_for_who_leaves() -> None:
    table = ask(seated(ANNA, BEN, CHLOE, DAN), SetStandIn(person=BEN, level="club")).table
    table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
    assert ask(table, Leave(person=BEN)).table.head.chairs["E"].computer == "club"


@pytest.mark.usefixtures("asked")
def test_a_computer_that_sits_changes_its_level() -> None:
    table = ask(seated(ANNA), Fill(person=ANNA, seat="S", level="novice")).table
    table = ask(table, SetStandIn(person=ANNA, level="club")).table
    assert table.head.chairs["S"].computer == "novice", "what sits already keeps its level"
    assert ask(table, Fill(person=ANNA, seat="S", level="club")).table.head.chairs["S"].computer == "club"


def test_only_levels_there_are_and_only_by_those_who_sit() -> None:
    table = seated(BEN)
    assert refused(table, SetStandIn(person=BEN, level="oracle")).code is No.NO_SUCH_LEVEL
    assert refused(table, SetStandIn(person=EVE, level="novice")).code is No.NOT_SEATED
    assert refused(table, SetStandIn(person=BEN, level="novice")).code is No.UNCHANGED
    assert refused(started(BEN), SetStandIn(person=BEN, level="novice")).code is No.NOT_IN_LOBBY
