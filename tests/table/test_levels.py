"""Who sits in for whom. A second level is patched in, so that it need not exist to be ready for."""

import pytest

from engine import players
from engine.actions import Action, action_text
from engine.match import to_act
from engine.observation import Observation, observation
from service.table.change import Change
from service.table.clock import deadline
from service.table.commands import Act, Fill, Leave, SetClock, SetStandIn, Start
from service.table.handle import play_on
from service.table.play import PAUSE_MS, computer_on_turn
from service.table.refusals import No
from service.table.timing import pass_time, wake
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
    monkeypatch.setattr(players, "BUDGETS", {"novice": 0, "club": 0})
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


@pytest.mark.parametrize(("clock", "waits"), [("live", True), ("1h", False), ("", False)])
def test_a_computer_waits_a_human_while_where_people_watch(clock: str, waits: bool) -> None:
    table = seated(ANNA)
    if clock:
        table = ask(table, SetClock(person=ANNA, clock=clock)).table
    begun = ask(table, Start(person=ANNA, revision=table.head.revision))
    table = begun.table
    while computer_on_turn(table) is None:
        assert table.match is not None
        seat = to_act(table.match)
        action = players.LEVELS["novice"](observation(table.match, seat), 0, 1)
        table = ask(table, Act(person=ANNA, ply=table.match.ply, action=action_text(action))).table
    at_once = play_on(Change(table), NOW)
    least, most = PAUSE_MS
    assert bool(at_once.facts) is not waits
    assert play_on(Change(table), NOW + most).facts, "and then it plays"
    if waits:
        due = wake(table, NOW)
        assert due is not None and NOW + least <= due < NOW + most
        one = play_on(Change(table), due)
        assert len(one.facts) == 1, "the next computer has a while of its own"
        assert play_on(Change(table), due - 1).facts == ()


def test_a_thought_is_thought_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = []

    def slow(observation: Observation, budget: int, seed: bytes | int) -> Action:
        thoughts.append(observation.ply)
        return players.novice.choose(observation, budget, seed)

    monkeypatch.setattr(players, "LEVELS", {"novice": slow})
    monkeypatch.setattr(players, "BUDGETS", {"novice": 12})
    table = seated(ANNA)
    begun = ask(table, Start(person=ANNA, revision=table.head.revision))
    first, again = play_on(begun, NOW), play_on(begun, NOW + 5)
    assert [fact.split()[1:] for fact in first.facts] == [fact.split()[1:] for fact in again.facts]
    assert len(thoughts) == len(first.facts), (
        "a commit that came too late decides anew, and does not think anew"
    )


def test_a_level_that_searches_leaves_quick_answers_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = players.LEVELS["novice"]

    def searching(observation: Observation, budget: int, seed: bytes | int) -> Action:
        raise AssertionError("the bot's own process looks at a time that is over: it must not search")

    monkeypatch.setattr(players, "LEVELS", {"novice": quick, "deep": searching})
    monkeypatch.setattr(players, "BUDGETS", {"novice": 0, "deep": 40})
    monkeypatch.setattr(players, "SLOW", {"deep"})
    table = seated(ANNA, BEN, CHLOE, DAN)
    table = ask(table, SetStandIn(person=ANNA, level="deep")).table
    table = ask(table, SetClock(person=ANNA, clock="live")).table
    table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
    over = deadline(table)
    assert over is not None
    assert pass_time(table, over).facts
