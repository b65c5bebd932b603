"""Who wants to be told when the next game starts in a group."""

from telegram import CallbackQuery

from service.people import Chat, Person
from service.telegram import next_view, views
from service.telegram.callback import NEXT_DOOR, Tap, start_link
from service.telegram.errors import Outcome
from service.telegram.handlers.callers import Caller, speech
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.messages import Toast
from service.telegram.moving import MIGRATIONS
from service.telegram.notices import quiet_of
from service.telegram.tastes import NEVER


async def turned_wish(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """A tap turns it on, the next one off. It is kept per group and person, and spent by its one ring."""
    if caller.group is None:
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap next", "private")
    directory, group, person = desk.container.directory, caller.group.id, caller.person.id
    on = person not in await directory.wishes(group)
    await directory.wish(group, person, on)
    door = Toast("", url=f"{start_link(desk.username)}?start={NEXT_DOOR}")
    open_door = on and not caller.person.reachable  # the wish stands; it is of use once he has pressed Start
    await desk.gateway.answer(query.id, door if open_door else next_view.wished(caller.tongue, on))
    return Handled("tap next", "on" if on else "off")


async def tell_next(desk: Desk, group: Chat, opener: Person) -> int:
    """A lobby has opened: whoever wished to hear of it is rung once, in private, and the wish is spent. Who opened it
    knows. A wish goes only after its ring, so a process that dies in between tells what is left when it repeats."""
    directory, told, chat = desk.container.directory, 0, group
    for _ in range(MIGRATIONS):
        for number in sorted(await directory.wishes(chat.id)):
            if number != opener.id and await _told(desk, group, opener, number):
                told += 1
            await directory.wish(chat.id, number, False)
        if not chat.moved_from:
            break
        chat = await directory.chat(chat.moved_from)
    return told


async def _told(desk: Desk, group: Chat, opener: Person, number: int) -> bool:
    person = await desk.container.directory.person(number)
    if not person.reachable:
        return False
    notice = next_view.opened(speech(desk, person, group), group.title, opener.name or opener.username)
    quiet = quiet_of(person).ends(await desk.container.store.now()) is not None
    sent = await desk.gateway.send(number, None, notice, ring=person.ring != NEVER and not quiet)
    if sent.message is not None:
        await desk.container.directory.saw_message(number, sent.message)
    return sent.outcome is Outcome.DONE
