"""Tables at any point of a match, played in memory by the rules and then stored as a worker would have stored them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from engine.actions import action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from service.adapters.foreseen import MemoryQueue
from service.bootstrap import Container, container
from service.lobbies import Opening
from service.ports import Commit
from service.settings import Settings, Sync
from service.surface import CARD, END, LOBBY, Row, deal_key, hand_key
from service.table.change import Change
from service.table.commands import Act, Sit, Start
from service.table.handle import handle
from service.table.model import Stage
from service.table.table import Table
from service.telegram.wants import Scene
from tests.table.worlds import NOW, ask, lobby
from workers.embedded import Server

MOVE_MS = 20_000
"""Between two moves of a match as people play it."""
NAMES = ("Annemarie", "Benjamin", "Chloé", "Dan")
GROUP = -1_001_234_567_890
PEOPLE = 7_000_000_000
DIGEST = "0f3a2b4c5d6e7f8091a2"
"""As long as a fingerprint of `service.telegram.wants`."""


class Played(NamedTuple):
    """A table and all its fact lines."""

    table: Table
    facts: tuple[str, ...]


def seated(number: int, chat: int = GROUP, people: Sequence[int] = (), table: str = "") -> Played:
    """A started match of four people, who and where by its number unless they are given."""
    opened = lobby(secret=random.Random(number).randbytes(32).hex())
    people = people or [PEOPLE + 4 * number + seat for seat in range(4)]
    opened = opened.changed(
        id=table or f"b{number:09d}".translate(str.maketrans("0189", "abcd")),
        chat=chat,
        creator=people[0],
        title="Belote club",
    )
    for seat, name, person in zip("NESW", NAMES, people, strict=True):
        sit = Sit(person=person, seats=seat, name=name, reachable=True, revision=opened.head.revision)
        opened = ask(opened, sit).table
    begun = ask(opened, Start(person=people[0], revision=opened.head.revision))
    return Played(begun.table, begun.facts)


def move(table: Table, chance: random.Random) -> Act:
    """What the person on turn might do: any legal action, and taking as often as not."""
    assert table.match is not None
    seat = to_act(table.match)
    assert seat is not None
    person = table.chair(seat).person
    assert person is not None
    legal = legal_actions(observation(table.match, seat))
    return Act(person=person, ply=table.match.ply, action=action_text(chance.choice(legal)))


def play_until(played: Played, done: Callable[[Table], bool], chance: random.Random) -> Played:
    """Everybody plays until something is so, or the match is over."""
    table, facts = played
    now = NOW + len(facts) * MOVE_MS
    while table.head.stage is Stage.PLAYING and not done(table):
        change = handle(table, move(table, chance), now)
        assert isinstance(change, Change)
        table, facts, now = change.table, facts + change.facts, now + MOVE_MS
    return Played(table, facts)


def in_deal(number: int, plies: int = 16) -> Callable[[Table], bool]:
    """Some plies into a deal of that number, or of a later one where it was thrown in."""

    def reached(table: Table) -> bool:
        position = table.head.position
        assert position is not None and table.match is not None
        return position.deal_no >= number and table.match.ply - position.ply >= plies

    return reached


async def store(house: Container, played: Played) -> str:
    """The table and its rows, as workers and courier leave them."""
    table, facts = played
    head = table.head
    await house.store.create(head, ())
    due = None if head.stage is not Stage.PLAYING else head.opened_at + 10**10
    for first in range(0, max(1, len(facts)), 400):
        step = Commit(1 + first // 400, 0, head, facts[first : first + 400], due, frozenset())
        assert await house.store.commit(head.id, step._replace(joined=frozenset(table.people)))
    await house.store.put_rows(head.id, rows(table))
    return head.id


def rows(table: Table) -> dict[str, Row]:
    """What stands in the chats: each finished deal's sheet, the lobby's card, the table's, the hands."""
    head = table.head
    last = head.position.deal_no if head.position else 1
    whole = {"chat": head.chat, "message": 123_456, "sent_at": NOW, "digest": DIGEST}
    found = {LOBBY: Row.model_validate(whole), CARD: Row.model_validate(whole | {"generation": last})}
    for note in head.deals:
        found[deal_key(note.no)] = Row.model_validate(whole | {"generation": note.no})
    for person in table.people:
        ply = head.position.ply if head.position else 0
        scene = Scene(turn=ply, major=f"d{last}", minor="t3")
        mine = whole | {"chat": person, "rang_ply": ply, "digest": f"{scene.text()}|{DIGEST}"}
        found[hand_key(person)] = Row.model_validate(mine)
    if head.stage is Stage.OVER:
        found[END] = Row.model_validate(whole)
    return found


class Home:
    """A durable server of its own in a temporary folder, and a container on it that hints nobody."""

    def __init__(self, memory: str = "256mb", sync: Sync = Sync.EVERY_SECOND) -> None:
        self._folder = TemporaryDirectory(prefix="rebelote-")
        told = Settings(server_memory=memory, server_sync=sync)
        self.server = Server.start(told, Path(self._folder.name))
        self.settings = Settings.model_validate({"redis_url": self.server.url})

    async def __aenter__(self) -> Container:
        self.container = replace(await container(self.settings), queue=MemoryQueue())
        return self.container

    async def __aexit__(self, *_: object) -> None:
        await self.container.aclose()
        self.server.stop()
        self._folder.cleanup()


def opening(number: int) -> Opening:
    """A lobby of its own for each number."""
    return Opening(GROUP, number, None, "Belote club", PEOPLE)
