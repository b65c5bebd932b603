"""A command as it was written, and how it is answered."""

from typing import NamedTuple

from telegram import Message as TelegramMessage
from telegram import Update

from service.telegram.handlers.desk import Desk
from service.telegram.messages import Message


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


async def say(desk: Desk, order: Order, message: Message) -> None:
    """Answer a command where it was asked."""
    await reply(desk, order.message, message)


async def reply(desk: Desk, asked: TelegramMessage, message: Message) -> None:
    """Answer where it was asked, without a ring; in a group as a reply, in its topic."""
    await desk.send(
        asked.chat.id,
        message,
        thread=asked.message_thread_id if asked.is_topic_message else None,
        reply_to=None if asked.chat.id > 0 else asked.message_id,
    )
