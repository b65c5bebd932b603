"""Statistics, asked for in private or in a group."""

from collections import Counter

from telegram import CallbackQuery

from service.counting import standings
from service.table.tally import Standing, group, pair, player
from service.telegram import stats_view, views
from service.telegram.callback import Tap
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.orders import Order, say
from service.telegram.handlers.tables import look_if_known
from service.telegram.messages import Message
from service.telegram.moving import ids_of_group, past_of_group
from service.telegram.stats_view import Listed

LOOKED_AT = 30
"""Newest matches in which partners and a group's players are looked for."""


async def stats(desk: Desk, order: Order, caller: Caller) -> Handled:
    """In private one's own; in a group its board."""
    message = await (_mine(desk, caller) if caller.group is None else _board(desk, caller))
    await say(desk, order, message)
    return Handled("/stats")


async def turned_board(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """Onto the boards of one's groups, or off them. The button says what shall be."""
    message = query.message
    if message is None or message.chat.id != caller.person.id or tap.ref not in (0, 1):
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap board", "elsewhere")
    on = bool(tap.ref)
    await desk.container.directory.touch_person(caller.person.id, board=on)
    await desk.gateway.answer(query.id, None)
    changed = caller._replace(person=caller.person.model_copy(update={"board": on}))
    await desk.gateway.edit(message.chat.id, message.message_id, await _mine(desk, changed))
    return Handled("tap board", "on" if on else "off")


async def _mine(desk: Desk, caller: Caller) -> Message:
    container, me = desk.container, caller.person.id
    partners: Counter[tuple[int, str]] = Counter()
    for table in await container.store.past_of(me, 0, LOOKED_AT):
        view = await look_if_known(desk, table, me)
        if view is None or view.seat is None or view.rules.players != 4:
            continue
        partner = view.player((view.seat + 2) % 4)
        if partner.person is not None and partner.person > 0 and partner.person != me:
            partners[partner.person, partner.name] += 1
    pairs = []
    for (person, name), _ in partners.most_common(stats_view.MOST_PAIRS):
        together = _summed(await standings(container, pair(me, person)))
        if together.matches:
            pairs.append(Listed(name, together))
    return stats_view.mine(await standings(container, player(me)), pairs, caller.person.board, caller.tongue)


def _summed(found: dict[str, Standing]) -> Standing:
    """Over all kinds; the rating is that of the kind played most."""
    most = max(found.values(), key=lambda one: one.matches, default=Standing())
    whole = Standing()
    for one in found.values():
        whole = whole.plus(one)
    return whole.model_copy(update={"mu": most.mu, "sigma": most.sigma})


async def _board(desk: Desk, caller: Caller) -> Message:
    """Who has played here lately and wants to stand on the board; their sums are of all their matches of that kind."""
    container, chat = desk.container, caller.group.id if caller.group else 0
    people: dict[int, str] = {}
    for table in await past_of_group(container, chat, 0, LOOKED_AT):
        view = await look_if_known(desk, table, 0)
        for one in view.players if view is not None else ():
            if one.person is not None and one.person > 0:
                people.setdefault(one.person, one.name)
    known = await container.directory.people(people)
    listed: dict[str, list[Listed]] = {}
    for person, name in people.items():
        if known[person].board:
            for field, standing in (await standings(container, player(person))).items():
                listed.setdefault(field, []).append(Listed(known[person].name or name, standing))
    return stats_view.board(await _of_group(desk, chat), listed, caller.room)


async def _of_group(desk: Desk, chat: int) -> dict[str, Standing]:
    """By rule set and kind of clock, with what was played before the group became a supergroup."""
    whole: dict[str, Standing] = {}
    for one in await ids_of_group(desk.container.directory, chat):
        for field, standing in (await standings(desk.container, group(one))).items():
            whole[field] = whole.get(field, Standing()).plus(standing)
    return whole
