"""What is written to the bot: commands in a group and in private."""

from collections.abc import Awaitable, Callable, Mapping

from telegram import Update
from telegram.constants import ChatType

from service.lobbies import Opening
from service.surface import CARD, END, LOBBY, hand_key
from service.table.commands import Arrive
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.table.votes import table_id
from service.telegram import options, views
from service.telegram.doors import LEARN_DOOR, PLAY_DOOR, Door, parse_replay, parse_start
from service.telegram.handlers import private, replies
from service.telegram.handlers.advice import hint, level
from service.telegram.handlers.belonging import may_join
from service.telegram.handlers.callers import Caller, meet, speech
from service.telegram.handlers.desk import IGNORED, Desk, Handled
from service.telegram.handlers.oneself import forgetme, mydata
from service.telegram.handlers.opening import opened, opening_by
from service.telegram.handlers.orders import Order, parse_order, reply, say
from service.telegram.handlers.past import come_by_link, history
from service.telegram.handlers.reading import rules_table
from service.telegram.handlers.settings import ask_row, menu
from service.telegram.handlers.stats import stats
from service.telegram.handlers.tables import live_tables, look_if_known, newest, own_tables
from service.telegram.handlers.verdicts import answer
from service.telegram.handlers.which import cancel, leave, replace, resign, swap
from service.telegram.handlers.wishes import sit
from service.telegram.messages import Message
from service.telegram.moving import tables_of_group
from service.telegram.rulebook.pages import SETS as RULE_SETS
from service.usecases import decide, house, look

A_DAY = 86_400_000
"""Milliseconds."""


async def written(desk: Desk, update: Update) -> Handled:
    """Handle a message. What is no command of ours only tells that its writer is there."""
    order = parse_order(update, desk.username)
    handler = COMMANDS.get(order.name) if order is not None else None
    caller = await meet(desk, update)
    if order is None or handler is None:
        return await _not_understood(desk, update, caller)
    if order.message.is_automatic_forward:
        return IGNORED
    if caller is None:
        await say(desk, order, views.person_needed(speech(desk, None, None)))
        return Handled(f"/{order.name}", "anonymous")
    return await handler(desk, order, caller)


async def _not_understood(desk: Desk, update: Update, caller: Caller | None) -> Handled:
    """In private a word that means nothing here is answered, once a day: nobody shall talk to a wall, nor to a machine
    that says the same again and again. In a group people talk to one another."""
    message = update.message
    if (
        caller is None
        or message is None
        or message.chat.type != ChatType.PRIVATE
        or message.via_bot is not None
    ):
        return IGNORED
    if not message.text and message.effective_attachment is None:
        return IGNORED
    now = await desk.container.store.now()
    if now - caller.person.helped < A_DAY:
        return IGNORED
    await desk.container.directory.touch_person(caller.person.id, helped=now)
    await reply(desk, message, replies.not_understood(caller.tongue))
    return Handled("text", "helped")


async def belote(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Open a lobby in a group. The first to do so gives the group its language."""
    if caller.group is None:
        await say(desk, order, replies.groups_only(caller.room, desk.username))
        return Handled("/belote", "private")
    if not caller.group.language:
        await desk.container.directory.touch_chat(caller.group.id, language=caller.tongue.language)
    opening = opening_by(caller, caller.group, order.message.message_id)
    if not order.argument and (open_one := await _still_open(desk, opening)) is not None:
        await desk.container.store.request_repost(open_one, LOBBY)
        await say(desk, order, replies.open_already(caller.room))
        return Handled("/belote", "open already", open_one)
    if order.argument and order.argument.casefold() != replies.ANOTHER:
        named = options.named(order.argument)
        if named is None:
            await say(desk, order, replies.unknown_variant(caller.room))
            return Handled("/belote", "unknown variant")
        opening = opening._replace(variant=named)
    table, rest = await opened(desk, caller, caller.group, opening)
    return Handled("/belote", "opened", table, rest=rest)


async def play(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Without a group: in private only, where the cards lie."""
    if caller.group is not None:
        await say(desk, order, replies.start_first(caller.room, desk.username, PLAY_DOOR))
        return Handled("/play", "group")
    await say(desk, order, await private.menu(desk, caller))
    return Handled("/play")


async def learn(desk: Desk, order: Order, caller: Caller) -> Handled:
    """A first game that teaches, at once; one that is on comes afresh."""
    if caller.group is not None:
        await say(desk, order, replies.start_first(caller.room, desk.username, LEARN_DOOR))
        return Handled("/learn", "group")
    outcome, begun = await private.lesson(desk, caller, order.update)
    return Handled("/learn", outcome, begun)


async def _still_open(desk: Desk, opening: Opening) -> str | None:
    """A lobby here, in this topic, that still has seats: two of them would part people who want to play together."""
    store = desk.container.store
    for one in await tables_of_group(desk.container, opening.chat):
        view = await look_if_known(desk, one, opening.person)
        if view is None or view.stage is not Stage.LOBBY or not any(seat.free for seat in view.players):
            continue
        stored = await store.load(one)
        if stored is not None and stored.head.thread == opening.thread:
            # The same message once more is a redelivery, and opens what it has opened.
            return None if one == table_id(opening.chat, opening.message) else one
    return None


async def table(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Post the current card afresh; in private one's hand card, or where there are several, their list."""
    if caller.group is None:
        return await _hand(desk, order, caller)
    view = await newest(desk, caller)
    if view is None:
        await say(desk, order, views.no_table(caller.room))
        return Handled("/table", "none")
    await desk.container.store.request_repost(view.id, _group_surface(view))
    return Handled("/table", "reposted", view.id)


async def _hand(desk: Desk, order: Order, caller: Caller) -> Handled:
    live = [view for view in await live_tables(desk, caller) if view.seat is not None]
    if len(live) != 1:
        return await games(desk, order, caller)
    await desk.container.store.request_repost(live[0].id, hand_key(caller.person.id))
    return Handled("/table", "hand reposted", live[0].id)


def _group_surface(view: TableView) -> str:
    match view.stage:
        case Stage.LOBBY:
            return LOBBY
        case Stage.OVER:
            return END
        case _:
            return CARD


async def games(desk: Desk, order: Order, caller: Caller) -> Handled:
    """One's own tables: a private matter, so it is told in private wherever it was asked. One list is alive."""
    own = await own_tables(desk, caller.person.id)
    if caller.group is not None and not caller.person.reachable:
        await say(desk, order, replies.start_first(caller.room, desk.username))
        return Handled("/games", "unreachable")
    message = views.games_list(own, caller.tongue)
    person, sent = caller.person, await desk.send(caller.person.id, message)
    if sent.message is not None:
        await desk.container.directory.touch_person(person.id, games=sent.message)
        if person.games:
            await desk.gateway.remove(person.id, person.games, strip=False)
    return Handled("/games", f"{len(own)} tables")


async def rules(desk: Desk, order: Order, caller: Caller) -> Handled:
    """The rules that were named; else those of the table in this group, or of the only one he sits at; else classic."""
    view = await rules_table(desk, caller)
    named = options.named(order.argument) if order.argument else ""
    # What is no rule set's name leads to the list of them.
    message = views.rules_card(caller.room, view, RULE_SETS if named is None else named)
    assert message is not None
    await say(desk, order, message)
    return Handled("/rules", table=view.id if view else None)


async def help_(desk: Desk, order: Order, caller: Caller) -> Handled:
    told = views.help_text(caller.room) if caller.group is not None else replies.helping(caller.tongue)
    await say(desk, order, told)
    return Handled("/help")


async def settings(desk: Desk, order: Order, caller: Caller) -> Handled:
    """One's own in private, the group's in a group; edited in place from then on."""
    await say(desk, order, menu(caller))
    return Handled("/settings")


async def start(desk: Desk, order: Order, caller: Caller) -> Handled:
    """The door. `meet` has already told all his tables that the bot may write to him now."""
    if caller.group is not None and order.argument == replies.PLAY:
        return await belote(desk, order._replace(argument=""), caller)
    if caller.group is not None:
        return await help_(desk, order, caller)
    if (replay := parse_replay(order.argument)) is not None:
        return await come_by_link(desk, order, caller, *replay)
    door = parse_start(order.argument)
    if door is None:
        if order.argument == PLAY_DOOR:
            return await play(desk, order, caller)
        if order.argument == LEARN_DOOR:
            return await learn(desk, order, caller)
        await say(desk, order, replies.greeting(caller.tongue, caller.person.name))
        await ask_row(desk, caller)
        return Handled("/start")
    handled, told = await (
        private.invited(desk, caller, door) if door.asks else _through(desk, order, caller, door)
    )
    # The seat comes first; what has to be read and tapped next comes last, where the thumb is.
    await ask_row(desk, caller)
    if told is not None:
        await say(desk, order, told)
    return handled


async def _through(desk: Desk, order: Order, caller: Caller, door: Door) -> tuple[Handled, Message | None]:
    """By a seat's link: take the seat, if it is not his already. And what he is to be told, beyond his card.

    His tap on the seat may still wait in the inbox, so that the table is not among his yet: it is told here, behind it.
    """
    await house(desk.container, door.table, Arrive(person=caller.person.id, reachable=True))
    view = await look(desk.container, door.table, caller.person.id)
    if view is None:
        gone = replies.told(views.refused(Refused(No.NO_TABLE), caller.tongue))
        return Handled("/start", "no table", door.table), gone
    if view.seat is not None:
        # His own card is a surface: it comes, or comes afresh.
        await desk.container.store.request_repost(door.table, hand_key(caller.person.id))
        return Handled("/start", "seated", door.table), None
    if not await may_join(desk, view, caller):
        outside = replies.told(views.refused(Refused(No.OUTSIDE), caller.tongue))
        return Handled("/start", No.OUTSIDE.value, door.table), outside
    if not door.seat:
        return Handled("/start", "seats offered", door.table), views.seats_offered(view, caller.tongue)
    wish = sit(caller.person, door.seat, view.revision)
    verdict = await decide(desk.container, door.table, caller.person.id, wish, order.update)
    if verdict.refused is None:
        return Handled("/start", str(verdict.receipt), door.table), None
    refused = Handled("/start", verdict.refused.code.value, door.table)
    if verdict.view and verdict.refused.code in (No.SEAT_TAKEN, No.STALE, No.NO_SUCH_SEAT):
        return refused, views.seats_offered(verdict.view, caller.tongue, late=True)
    return refused, replies.told(answer(desk, verdict, caller))


Handler = Callable[[Desk, Order, Caller], Awaitable[Handled]]
COMMANDS: Mapping[str, Handler] = {
    "belote": belote,
    "play": play,
    "learn": learn,
    "table": table,
    "games": games,
    "leave": leave,
    "cancel": cancel,
    "resign": resign,
    "hint": hint,
    "level": level,
    "replace": replace,
    "swap": swap,
    "history": history,
    "stats": stats,
    "mydata": mydata,
    "forgetme": forgetme,
    "rules": rules,
    "settings": settings,
    "help": help_,
    "start": start,
}
