"""Who wants to be told when the next game starts in a group."""

from telegram import CallbackQuery

from service.people import Chat, Person
from service.telegram import next_view, views
from service.telegram.doors import NEXT_DOOR, payload_link
from service.telegram.errors import Outcome
from service.telegram.handlers.callers import Caller, speech
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.messages import Toast
from service.telegram.moving import ids_of_group
from service.telegram.notices import quiet_of
from service.telegram.tastes import NEVER

NOT_NOW = (Outcome.RETRY_AFTER, Outcome.DOWN)
"""Telegram did not take it: the wish stays for the next game."""


async def turned_wish(desk: Desk, query: CallbackQuery, caller: Caller, update: int) -> Handled:
    """A tap turns it on, the next one off. It is kept per group and person, and spent by its one ring. The button is
    everybody's, so it cannot say what shall be: the update's number tells a tap that is delivered again."""
    if caller.group is None:
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap next", "private")
    on = await desk.container.directory.turn_wish(caller.group.id, caller.person.id, update)
    door = Toast("", url=payload_link(desk.username, NEXT_DOOR))
    open_door = on and not caller.person.reachable  # the wish stands; it is of use once he has pressed Start
    await desk.gateway.answer(query.id, door if open_door else next_view.wished(caller.tongue, on))
    return Handled("tap next", "on" if on else "off")


async def tell_next(desk: Desk, group: Chat, opener: Person) -> int:
    """A lobby has opened: whoever wished to hear of it is rung once, in private, and the wish is spent. Who opened it
    knows, and whoever is no longer in the group is told nothing of it. A wish goes only after its ring, so a process
    that dies in between tells what is left when it repeats."""
    directory, told = desk.container.directory, 0
    for chat in await ids_of_group(directory, group.id):
        for number in sorted(await directory.wishes(chat)):
            outcome = None if number == opener.id else await _told(desk, group, opener, number)
            told += outcome is Outcome.DONE
            if outcome not in NOT_NOW:
                await directory.wish(chat, number, False)
    return told


async def _told(desk: Desk, group: Chat, opener: Person, number: int) -> Outcome | None:
    """None: nothing was tried."""
    person = await desk.container.directory.person(number)
    if not person.reachable:
        return None
    belongs = await desk.gateway.belongs(group.id, number)
    if not belongs:
        return Outcome.DOWN if belongs is None else None
    notice = next_view.opened(speech(desk, person, group), group.title, opener.name or opener.username)
    quiet = quiet_of(person).ends(await desk.container.store.now()) is not None
    return (await desk.send(number, notice, ring=person.ring != NEVER and not quiet)).outcome
