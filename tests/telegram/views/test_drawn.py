"""What is remembered of drawn surfaces is never shown for another state of the table, nor to another reader."""

import random
from typing import Any

import pytest

from service.people import Chat, Person
from service.ports import Stored
from service.surface import Row, hand_key
from service.table.table import Table, restore
from service.telegram import ledger
from service.telegram.drawn import Drawn
from service.telegram.limits import Limits
from service.telegram.plan import Edit, Open, Remove, Send, Wait, idle, plan
from service.telegram.presence import Presence
from service.telegram.surface_keys import parse_key
from service.telegram.surfaces import Sight, want
from service.telegram.texts import tongue
from service.telegram.wants import Want
from tests.bench import matches

GROUP = Chat(id=matches.GROUP)


def stored(played: matches.Played) -> Stored:
    position = played.table.head.position
    assert position is not None
    return Stored(played.table.head, 1, played.facts[position.facts_at :], (), 0)


def sight(table: Table, person: Person | None = None, language: str = "en") -> Sight:
    return Sight(table, GROUP, tongue(language), "bot", person)


def drawn(memory: Drawn, now: Stored, name: str, **how: Any) -> Want:
    key = parse_key(name)
    assert key is not None
    return memory.want(key, sight(memory.table(now), **how))


def test_at_each_ply_every_card_is_that_of_the_ply() -> None:
    memory, chance = Drawn(), random.Random(4)
    played = matches.seated(1)
    names = ["card", *map(hand_key, played.table.people)]
    for _ in range(60):
        now = stored(played)
        for name in [*names, *names]:
            key = parse_key(name)
            assert key is not None
            assert drawn(memory, now, name) == want(key, sight(restore(now.head, now.facts)))
        goal = played.table.length
        played = matches.play_until(played, lambda table: table.length > goal, chance)  # noqa: B023 - used at once


def test_a_surface_is_drawn_once_while_its_table_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def counted(key: Any, seen: Sight) -> Want:
        asked.append(key)
        return want(key, seen)

    monkeypatch.setattr("service.telegram.drawn.want", counted)
    memory, now = Drawn(), stored(matches.seated(1))
    name = hand_key(now.head.creator)
    tapped = Person(id=now.head.creator, last_tap=1, last_message=7, last_ring=3)
    for person in (tapped, tapped.model_copy(update={"last_tap": 9, "last_message": 11})):
        drawn(memory, Stored(now.head, now.version + 1, now.facts, (), 5), name, person=person)
    assert len(asked) == 1


def test_another_language_is_another_card() -> None:
    memory, now = Drawn(), stored(matches.seated(1))
    name = hand_key(now.head.creator)
    english, german = (drawn(memory, now, name, language=one) for one in ("en", "de"))
    assert english.message != german.message


def test_a_name_that_changes_is_seen_though_no_card_was_played() -> None:
    memory, played = Drawn(), matches.seated(1)
    before = drawn(memory, stored(played), "card")
    chairs = {
        key: chair.model_copy(update={"name": "Zoé"}) for key, chair in played.table.head.chairs.items()
    }
    after = drawn(memory, stored(played._replace(table=played.table.changed(chairs=chairs))), "card")
    assert before.message is not None and after.message is not None
    assert "Zoé" in after.message.text and "Zoé" not in before.message.text


def test_of_many_tables_only_the_latest_are_kept() -> None:
    memory = Drawn(most=2)
    tables = [memory.table(stored(matches.seated(number))) for number in (1, 2, 3)]
    assert memory.table(stored(matches.seated(3))) is tables[2]
    assert memory.table(stored(matches.seated(1))) is not tables[0]


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("kind", ["hand", "mine"])
def test_an_outline_that_finds_nothing_to_do_is_right(here: bool, kind: str) -> None:
    """At each ply of some deals, for each player: with its text the card would have asked for nothing either."""
    memory, chance = Drawn(), random.Random(5)
    played, chats = matches.seated(2), GROUP.model_copy(update={"admin": True})
    rows: dict[str, Row] = {}
    spared = 0
    for ply in range(90):
        now, table = ply * 20_000, memory.table(stored(played))
        for person in played.table.people:
            key = parse_key(f"{kind}:{person}")
            assert key is not None
            seen = sight(table, Person(id=person, name="A", started=True))._replace(chat=chats)
            whole, outline = memory.want(key, seen), memory.want(key, seen._replace(outline=True))
            row = rows.get(f"{key}") or ledger.fresh(whole)
            presence = Presence(now, True) if here else Presence()
            steps = plan(row, whole, presence, now, Limits())
            if idle(row, outline, presence, now):
                assert not any(not isinstance(step, Wait) for step in steps)
                assert steps == plan(row, outline, presence, now, Limits())
                spared += 1
            for step in steps:
                if isinstance(step, Send | Open):
                    row = ledger.sent(row, whole, ply + 1, now, ring=True)
                elif isinstance(step, Edit):
                    row = ledger.edited(row, whole, step.ring_at)
                elif isinstance(step, Remove):
                    row = ledger.removed(row, step.message)
            rows[f"{key}"] = row
        goal = played.table.length
        played = matches.play_until(played, lambda table: table.length > goal, chance)  # noqa: B023 - used at once
    assert spared > 90
