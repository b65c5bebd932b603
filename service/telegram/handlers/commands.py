"""What is written to the bot: commands in a group and in private."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from telegram import Message as TelegramMessage
from telegram import Update

from service.surface import CARD, END, LOBBY, hand_key
from service.table.commands import Arrive, Cancel, Leave, Stand
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import options, views
from service.telegram.callback import PLAY_DOOR, Door, TapKind, parse_start
from service.telegram.handlers import private, replies
from service.telegram.handlers.callers import Caller, meet, speech
from service.telegram.handlers.desk import IGNORED, Desk, Handled
from service.telegram.handlers.reading import rules_table
from service.telegram.handlers.settings import ask_row, menu
from service.telegram.handlers.tables import live_tables, newest, own_tables
from service.telegram.handlers.verdicts import answer, judged
from service.telegram.handlers.wishes import Wish, sit
from service.telegram.invite_view import choose_table
from service.telegram.messages import Message
from service.usecases import Opening, decide, house, look, open_table


class Order(NamedTuple):
    """A command as written: `/belote@RebeloteBot classic`."""

    name: str
    argument: str
    message: TelegramMessage
    update: int


def parse_order(update: Update, username: str) -> Order | None:
    """The command of a message; None for none, or for one that is addressed to another bot."""
    message = update.message
    if message is None or not message.text or not message.text.startswith("/"):
        return None
    word, *more = message.text.split(maxsplit=1)
    rest = more[0] if more else ""
    name, _, bot = word[1:].partition("@")
    if bot and bot.casefold() != username.casefold():
        return None
    return Order(name.casefold(), rest.strip()[:64], message, update.update_id)


async def written(desk: Desk, update: Update) -> Handled:
    """Handle a message. What is no command of ours only tells that its writer is there."""
    order = parse_order(update, desk.username)
    handler = COMMANDS.get(order.name) if order is not None else None
    caller = await meet(desk, update)
    if order is None or handler is None or order.message.is_automatic_forward:
        return IGNORED
    if caller is None:
        await say(desk, order, views.person_needed(speech(desk, None, None)))
        return Handled(f"/{order.name}", "anonymous")
    return await handler(desk, order, caller)


async def say(desk: Desk, order: Order, message: Message) -> None:
    """Answer where it was asked, without a ring; in a group as a reply, in its topic."""
    asked = order.message
    private = asked.chat.id > 0
    sent = await desk.gateway.send(
        asked.chat.id,
        asked.message_thread_id if asked.is_topic_message else None,
        message,
        ring=False,
        reply_to=None if private else asked.message_id,
    )
    if private and sent.message is not None:
        await desk.container.directory.saw_message(asked.chat.id, sent.message)


async def belote(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Open a lobby in a group. The first to do so gives the group its language."""
    if caller.group is None:
        await say(desk, order, replies.groups_only(caller.room, desk.username))
        return Handled("/belote", "private")
    if not caller.group.language:
        await desk.container.directory.touch_chat(caller.group.id, language=caller.tongue.language)
    opening = Opening(
        chat=caller.group.id,
        message=order.message.message_id,
        thread=caller.thread,
        title=caller.group.title,
        person=caller.person.id,
    )
    if order.argument:
        named = options.named(order.argument)
        if named is None:
            await say(desk, order, replies.unknown_variant(caller.room))
            return Handled("/belote", "unknown variant")
        opening = opening._replace(variant=named)
    table = await open_table(desk.container, opening)
    if (admin := await desk.gateway.administers(caller.group.id)) is not caller.group.admin:
        # Telegram tells of it only when it changes.
        await desk.container.directory.touch_chat(caller.group.id, admin=admin)
    return Handled("/belote", "opened", table)


async def play(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Without a group: in private only, where the cards lie."""
    if caller.group is not None:
        await say(desk, order, replies.start_first(caller.room, desk.username, PLAY_DOOR))
        return Handled("/play", "group")
    await say(desk, order, await private.menu(desk, caller))
    return Handled("/play")


async def table(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Post the current card afresh; in private, the hand cards' list."""
    if caller.group is None:
        return await games(desk, order, caller)
    view = await newest(desk, caller)
    if view is None:
        await say(desk, order, views.no_table(caller.room))
        return Handled("/table", "none")
    await desk.container.store.request_repost(view.id, _group_surface(view))
    return Handled("/table", "reposted", view.id)


def _group_surface(view: TableView) -> str:
    match view.stage:
        case Stage.LOBBY:
            return LOBBY
        case Stage.OVER:
            return END
        case _:
            return CARD


async def games(desk: Desk, order: Order, caller: Caller) -> Handled:
    """One's own tables: a private matter, so it is told in private wherever it was asked."""
    own = await own_tables(desk, caller.person.id)
    if caller.group is not None and not caller.person.reachable:
        await say(desk, order, replies.start_first(caller.room, desk.username))
        return Handled("/games", "unreachable")
    message = views.games_list(own, caller.tongue)
    sent = await desk.gateway.send(caller.person.id, None, message, ring=False)
    if sent.message is not None:
        await desk.container.directory.saw_message(caller.person.id, sent.message)
    return Handled("/games", f"{len(own)} tables")


async def leave(desk: Desk, order: Order, caller: Caller) -> Handled:
    """Before the start the seat is free again; after it a computer keeps it."""

    def wish(view: TableView) -> Stand | Leave:
        return (Stand if view.stage is Stage.LOBBY else Leave)(person=caller.person.id)

    return await _of_one_table(desk, order, caller, wish)


async def cancel(desk: Desk, order: Order, caller: Caller) -> Handled:
    """End a table: its creator or an administrator before the start, all who play after it."""
    return await _of_one_table(
        desk, order, caller, lambda view: Cancel(person=caller.person.id, running=view.stage is Stage.PLAYING)
    )


async def _of_one_table(
    desk: Desk, order: Order, caller: Caller, wish: Callable[[TableView], Stand | Leave | Cancel]
) -> Handled:
    """A command that means one table: the newest live one here; in private, the only one there is."""
    live = await live_tables(desk, caller)
    if not live:
        await say(desk, order, views.no_table(caller.room))
        return Handled(f"/{order.name}", "none")
    if caller.group is None and len(live) > 1:
        kind = TapKind.CANCEL if order.name == "cancel" else TapKind.LEAVE
        await say(desk, order, choose_table(live, caller.tongue, kind))
        return Handled(f"/{order.name}", "which")
    meant: Wish = wish(live[0])
    verdict = await judged(desk, live[0].id, caller, meant, order.update)
    toast = answer(desk, verdict, caller._replace(tongue=caller.room))
    await say(desk, order, replies.told(toast))
    outcome = verdict.refused.code.value if verdict.refused else str(verdict.receipt)
    return Handled(f"/{order.name}", outcome, live[0].id)


async def rules(desk: Desk, order: Order, caller: Caller) -> Handled:
    """The rules of the table in this group, or of the only one he sits at; else the classic ones."""
    view = await rules_table(desk, caller)
    message = views.rules_card(caller.room, view)
    assert message is not None
    await say(desk, order, message)
    return Handled("/rules", table=view.id if view else None)


async def help_(desk: Desk, order: Order, caller: Caller) -> Handled:
    await say(desk, order, views.help_text(caller.room))
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
    door = parse_start(order.argument)
    if door is None:
        if order.argument == PLAY_DOOR:
            return await play(desk, order, caller)
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
    "table": table,
    "games": games,
    "leave": leave,
    "cancel": cancel,
    "rules": rules,
    "settings": settings,
    "help": help_,
    "start": start,
}
