"""Everything at once, on a real server: people tap in the same moment, and two workers carry the table on."""

import asyncio
from random import Random

import pytest
from redis import Redis

from engine.actions import action_text
from engine.notation import Fact, parse_record
from engine.verify import check_record
from service.bootstrap import container
from service.ports import Receipt
from service.retold import export
from service.settings import Settings
from service.table.commands import Act, Command, Nudge
from service.table.model import Stage
from service.table.table import Table, restore
from service.usecases import advance, decide
from tests.table.test_any_commands import an_act, any_command, begun
from tests.table.worlds import ANNA, BEN, CHLOE, DAN
from workers.embedded import Server

ROUNDS = 60
PEOPLE = (ANNA, BEN, CHLOE, DAN)


def wishes(table: Table, dice: Random) -> list[Command]:
    """Two moves for the same ply, one of them twice, and whatever else people may want."""
    ply = table.match.ply if table.match is not None else 0
    moves = [an_act(table, dice, dice.choice(PEOPLE)) for _ in range(2)]
    others = [any_command(table, dice) for _ in range(2)] if dice.random() < 0.3 else []
    return [*moves, moves[0], *others, Nudge(person=dice.choice(PEOPLE), ply=ply)]


@pytest.mark.parametrize("clock", ["", "1d"])
async def test_taps_of_the_same_moment_and_two_workers(real_server: Server, clock: str) -> None:
    """Of what is acknowledged for a ply one move stands, and no other was acknowledged; the record is a true game."""
    dice = Random(f"at once {clock}")
    settings = Settings(redis_url=real_server.url, key_prefix=f"once{clock}:", turned_clock=True)
    house, turned = await container(settings), Redis.from_url(real_server.url)
    head = begun(clock, 7).head
    head = head.model_copy(update={"started_at": await house.store.now(), "turn_at": await house.store.now()})
    await house.store.create(head, ())
    taken: dict[int, set[str]] = {}
    update = 0
    for _ in range(ROUNDS):
        stored = await house.store.load(head.id)
        assert stored is not None
        if stored.head.stage is not Stage.PLAYING:
            break
        table = restore(stored.head, stored.facts)
        asked = wishes(table, dice)
        decided = [
            decide(house, head.id, wish.person, wish, update + n) for n, wish in enumerate(asked, start=1)
        ]
        update += len(asked)
        verdicts = await asyncio.gather(*decided, *(advance(house, head.id, thinking=True) for _ in range(2)))
        for wish, verdict in zip(asked, verdicts, strict=False):
            if isinstance(wish, Act) and verdict is not None and verdict.receipt is Receipt.TAKEN:
                taken.setdefault(wish.ply, set()).add(wish.action)
        turned.incrby(f"{settings.key_prefix}clock", dice.choice((0, 500, 90_000)))
    for _ in range(3):
        await advance(house, head.id, thinking=True)
    text = await export(house, head.id, everything=True)
    assert text is not None
    record = parse_record(text)
    assert check_record(record) == ()
    facts = [entry for entry in record.entries if isinstance(entry, Fact)]
    assert len(facts) > 10
    if not clock:  # with one, a move may be taken back
        assert all(len(actions) == 1 for actions in taken.values())
        stands = {ply: action_text(facts[ply].action) for ply in taken if ply < len(facts)}
        assert stands == {ply: actions.pop() for ply, actions in taken.items() if ply in stands}
    turned.close()
    await house.aclose()
