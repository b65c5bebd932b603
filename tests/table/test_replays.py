"""What is taken over from an earlier look is what a replay of the whole deal gives."""

import itertools
import random
from typing import Any

import pytest

from engine.actions import action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.variants import VARIANTS
from service.table.change import Change
from service.table.commands import Act, Sit, Start
from service.table.handle import handle
from service.table.model import Head, Stage
from service.table.replays import Replays, _deal
from service.table.table import Table, restore
from tests.table.worlds import NOW, ask, lobby

State = tuple[Head, tuple[str, ...]]


def states(variant: str, most: int = 250) -> list[State]:
    """What a store holds after each step of a match of four (or two) people who do anything legal."""
    table = lobby(variant)
    for person, seat in enumerate(table.head.chairs, start=1):
        sit = Sit(person=person, seats=seat, name=f"P{person}", reachable=True, revision=table.head.revision)
        table = ask(table, sit).table
    begun = ask(table, Start(person=1, revision=table.head.revision))
    chance, kept = random.Random(variant), [*begun.facts]
    found, table = [seen(begun.table, kept)], begun.table
    for step in itertools.count(1):
        if table.head.stage is not Stage.PLAYING or len(found) > most:
            return found
        change = handle(table, anything(table, chance), NOW + step * 20_000)
        assert isinstance(change, Change)
        table, kept = change.table, [*kept, *change.facts]
        found.append(seen(table, kept))
    raise AssertionError("it never ends")


def seen(table: Table, facts: list[str]) -> State:
    """The head, and the fact lines of its deal."""
    position = table.head.position
    return table.head, tuple(facts[position.facts_at if position else 0 :])


def anything(table: Table, chance: random.Random) -> Act:
    """Any legal action of the person on turn."""
    assert table.match is not None
    seat = to_act(table.match)
    assert seat is not None
    person = table.chair(seat).person
    assert person is not None
    legal = legal_actions(observation(table.match, seat))
    return Act(person=person, ply=table.match.ply, action=action_text(chance.choice(legal)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_step_by_step_and_in_leaps_the_table_is_the_same(variant: str) -> None:
    chance, all_of = random.Random(1), states(variant)
    steps, leaps, anywhere = Replays(), Replays(), Replays()
    if VARIANTS[variant].target:
        assert len({head.position.deal_no for head, _ in all_of if head.position}) > 1, "more than one deal"
    for number, state in enumerate(all_of):
        whole = restore(*state)
        assert steps.restore(*state) == whole
        if number % 7 == 0:
            assert leaps.restore(*state) == whole
        back = chance.choice(all_of)
        assert anywhere.restore(*back) == restore(*back)


def test_a_deal_that_was_shuffled_or_played_otherwise_is_replayed() -> None:
    replays = Replays()
    head, facts = states("classic")[6]
    replays.restore(head, facts)
    other = head.model_copy(update={"cuts": {"N": 5}})
    assert replays.restore(other, facts[:1]) == restore(other, facts[:1])
    secret = head.model_copy(update={"secret": "cd" * 32})
    assert replays.restore(secret, facts[:1]) == restore(secret, facts[:1])
    assert replays.restore(head, facts[:3]) == restore(head, facts[:3]), "an older state"


def test_only_so_many_are_kept() -> None:
    replays = Replays(most=2)
    head, facts = states("classic")[3]
    for name in "abc":
        replays.restore(head.model_copy(update={"id": name * 10}), facts)
    assert list(replays._known) == ["b" * 10, "c" * 10]


class Watched(Head):
    """A head that notes what of it is read."""

    def __getattribute__(self, name: str) -> Any:
        if name in Head.model_fields:
            READ.add(name)
        return super().__getattribute__(name)


READ: set[str] = set()


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_that_a_replay_reads_of_a_head_tells_deals_apart(variant: str) -> None:
    """Whatever a deal comes to depend on must be asked for here as well, or it would go on from another deal."""
    head, facts = states(variant)[3]
    watched = Watched(**{name: getattr(head, name) for name in Head.model_fields})
    READ.clear()
    restore(watched, facts)
    replayed = set(READ)
    READ.clear()
    _deal(watched)
    assert "secret" in replayed
    assert replayed - {"stage"} <= READ  # the stage is asked for before
