"""The calls that carry a picture: below its text and right above the buttons, where one looks and taps.

Like the gateway's, they raise nothing for what Telegram says but `InvalidToken`.
"""

from collections.abc import Awaitable, Callable

from telegram import Bot, InputMediaPhoto
from telegram import Message as Sent
from telegram.constants import ParseMode

from service.telegram.attempts import attempt
from service.telegram.errors import DONE, Answer, Outcome
from service.telegram.greys import Greys
from service.telegram.markup import keyboard
from service.telegram.messages import Keyboard, Message

Photo = bytes | str
"""What is uploaded, or the file id of what was."""
NAME = "rebelote.png"
_TEXT_MAY_GO = dict.fromkeys((Outcome.FAULT, Outcome.CLOSED), Outcome.NO_PICTURE)
"""A picture that Telegram does not take, or a group in which no photo may be sent."""


async def send(
    bot: Bot, greys: Greys, chat: int, thread: int | None, message: Message, photo: Photo, *, ring: bool
) -> Answer:
    """A new photo with the message as its caption. The answer holds its file id."""

    async def call(rows: Keyboard) -> Sent | bool:
        return await bot.send_photo(
            chat_id=chat,
            photo=photo,
            caption=message.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=thread,
            reply_markup=keyboard(rows),
            disable_notification=not ring,
            show_caption_above_media=True,
            filename=NAME,
        )

    return await _fitted("send photo", greys, chat, message, call)


async def edit(bot: Bot, greys: Greys, chat: int, message_id: int, message: Message, photo: Photo) -> Answer:
    """Another picture, caption and buttons in place of what stands; a text becomes a photo (never the reverse)."""

    async def call(rows: Keyboard) -> Sent | bool:
        media = InputMediaPhoto(
            photo,
            caption=message.text,
            parse_mode=ParseMode.HTML,
            show_caption_above_media=True,
            filename=NAME,
        )
        return await bot.edit_message_media(
            media, chat_id=chat, message_id=message_id, reply_markup=keyboard(rows)
        )

    return await _fitted("edit photo", greys, chat, message, call)


async def caption(bot: Bot, greys: Greys, chat: int, message_id: int, message: Message) -> Answer:
    """Another text below the photo that stands, and other buttons."""

    async def call(rows: Keyboard) -> Sent | bool:
        return await bot.edit_message_caption(
            chat_id=chat,
            message_id=message_id,
            caption=message.text,
            parse_mode=ParseMode.HTML,
            reply_markup=keyboard(rows),
        )

    return await _fitted("edit caption", greys, chat, message, call)


async def _fitted(
    what: str, greys: Greys, chat: int, message: Message, call: Callable[[Keyboard], Awaitable[Sent | bool]]
) -> Answer:
    """The call, and once more with plain buttons where the server is older than disabled ones."""
    answer = _answer(await attempt(what, chat, call(greys.fitted(message).rows), _TEXT_MAY_GO))
    if answer.outcome is not Outcome.NO_GREY:
        return answer
    return _answer(await attempt(what, chat, call(greys.learned(message).rows), _TEXT_MAY_GO))


def _answer(sent: Sent | bool | Answer) -> Answer:
    if not isinstance(sent, Sent):
        return sent if isinstance(sent, Answer) else DONE
    file = sent.photo[-1].file_id if sent.photo else ""
    return Answer(Outcome.DONE, message=sent.message_id, file=file)
