"""Stored games: matches carried on by use cases alone, and the golden documents made of them.

`python -m tests.stored FOLDER` plays one table for each state of its life and writes each as a backup. The folders of
past schemas in `tests/data/stored/` are never made anew: what a release has stored must load for ever.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from engine.actions import action_text
from engine.observation import legal_actions
from service.bootstrap import Container, container
from service.lobbies import Opening, open_table
from service.ports import Stored
from service.settings import Settings
from service.surface import LOBBY, Row, hand_key
from service.table.commands import Act, Cancel, Cut, SetOption, Sit, Start
from service.table.model import Stage
from service.table.view import TableView
from service.usecases import advance, house, look
from workers.backup import backup
from workers.embedded import Server

PEOPLE = (11, 12, 13, 14)
GROUP = -1001


async def stored_of(home: Container, table: str) -> Stored:
    stored = await home.store.load(table)
    assert stored is not None
    return stored


async def view_of(home: Container, table: str, person: int | None = None) -> TableView:
    view = await look(home, table, person)
    assert view is not None
    return view


async def lobby(home: Container, message: int, variant: str = "classic") -> str:
    """A lobby where four people sit; its card and a hand card stand in their chats."""
    table = await open_table(home, Opening(GROUP, message, None, "Club", PEOPLE[0], variant))
    for person, seat in zip(PEOPLE, "NESW", strict=True):
        await home.directory.touch_person(person, name=f"P{person}", language="de", started=True)
        sit = Sit(person=person, seats=seat, name=f"P{person}", reachable=True, revision=0)
        await house(home, table, sit)
        await advance(home, table)
    await home.directory.touch_chat(GROUP, title="Club", language="de")
    await house(home, table, SetOption(person=PEOPLE[0], option="target", value=501))
    await house(home, table, Cut(person=PEOPLE[1], count=1))
    await advance(home, table)
    card = Row(chat=GROUP, message=message + 1, sent_at=1_700_000_000_000, digest="d|1")
    await home.store.put_rows(table, {LOBBY: card})
    return table


async def started(home: Container, message: int, variant: str = "classic") -> str:
    table = await lobby(home, message, variant)
    revision = (await stored_of(home, table)).head.revision
    await house(home, table, Start(person=PEOPLE[0], revision=revision))
    await advance(home, table)
    row = Row(chat=PEOPLE[0], message=77, rang_ply=0, stale=(70, 71), digest="1;a;b;0|x")
    await home.store.put_rows(table, {hand_key(PEOPLE[0]): row})
    return table


async def move(home: Container, table: str) -> bool:
    """Whoever is on turn takes, or plays his first legal card; False when nobody is."""
    seen = (await view_of(home, table)).seen
    if seen is None or seen.turn is None:
        return False
    person = (await view_of(home, table)).player(seen.turn).person
    assert person is not None
    mine = (await view_of(home, table, person)).seen
    assert mine is not None
    texts = [action_text(action) for action in legal_actions(mine)]
    await house(home, table, Act(person=person, ply=mine.ply, action="take" if "take" in texts else texts[0]))
    await advance(home, table)
    return True


async def finished(home: Container, table: str) -> None:
    """Play to the match's end."""
    while (await stored_of(home, table)).head.stage is Stage.PLAYING:
        assert await move(home, table)


async def make(home: Container) -> None:
    """One table for each state, with a command still waiting at the running one."""
    await lobby(home, 100)
    running = await started(home, 200)
    for _ in range(50):
        await move(home, running)
    await home.store.submit(running, Cancel(person=PEOPLE[2], running=True), None)
    await finished(home, await started(home, 300))
    cancelled = await started(home, 400)
    for _ in range(7):
        await move(home, cancelled)
    for person in PEOPLE:
        await house(home, cancelled, Cancel(person=person, running=True))
        await advance(home, cancelled)


async def write(folder: Path) -> None:
    """All states, each in a file of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        server = Server.start(Settings(), Path(scratch))
        settings = Settings(redis_url=server.url)
        home = await container(settings)
        await make(home)
        await home.aclose()
        whole = Path(scratch) / "whole.jsonl"
        await backup(settings, str(whole))
        server.stop()
        lines = whole.read_text("utf-8").splitlines()
    folder.mkdir(parents=True, exist_ok=True)
    others = [line for line in lines[1:-1] if '"kind":"table"' not in line]
    for line in lines:
        for stage in Stage:
            if f'"stage":"{stage}"' in line or (stage is Stage.LOBBY and _is_lobby(line)):
                end = '{"kind":"end","person":4,"chat":1,"table":1}'
                text = "\n".join([lines[0], *others, line, end])
                (folder / f"{stage}.jsonl").write_text(text + "\n", "utf-8")


def _is_lobby(line: str) -> bool:
    return '"kind":"table"' in line and '"stage":' not in line


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
