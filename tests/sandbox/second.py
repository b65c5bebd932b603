"""A second bot in the group, written with aiogram: its own dispatcher, its own long polling."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from aiogram import Bot, Dispatcher, Router
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import Command
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from tests.sandbox.client import ANNA, CLUB, Control, Json, turn_until

NAME, TITLE = "VoteBot", "Votes"
KINDS = ["message", "callback_query", "my_chat_member"]


def ballot(votes: int) -> InlineKeyboardMarkup:
    """One button that counts, one whose data looks like those of another bot."""
    return InlineKeyboardMarkup(
        inline_keyboard=[
            [InlineKeyboardButton(text=f"Yes ({votes})", callback_data="yes")],
            [InlineKeyboardButton(text="Close", callback_data="si:aaaaaaaaaa:0:N")],
        ]
    )


@dataclass
class Votes:
    """What the second bot has met with. `/vote` posts a ballot; a tap counts, answers and edits; Close deletes it."""

    bot: Bot
    control: Control
    said: list[str] = field(default_factory=list)
    """Texts of all messages it was told of."""
    tapped: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    """All updates, by kind."""
    errors: list[Exception] = field(default_factory=list)
    count: int = 0

    async def note(
        self, handler: Callable[[Update, Json], Awaitable[object]], event: Update, data: Json
    ) -> object:
        self.kinds.append(event.event_type)
        if event.message and event.message.text:
            self.said.append(event.message.text)
        try:
            return await handler(event, data)
        except Exception as error:
            self.errors.append(error)
            raise

    async def vote(self, message: Message) -> None:
        self.count = 0
        await message.answer("A walk <b>tomorrow</b>?", parse_mode="HTML", reply_markup=ballot(0))

    async def tap(self, query: CallbackQuery) -> None:
        self.tapped.append(query.data or "")
        assert isinstance(query.message, Message), "its own message, and young"
        if query.data == "yes":
            self.count += 1
            await query.message.edit_text("A walk tomorrow?", reply_markup=ballot(self.count))
            await query.answer("Counted")
        else:
            await query.message.delete()
            await query.answer("Closed", show_alert=True)

    def dispatcher(self) -> Dispatcher:
        router = Router()
        router.message.register(self.vote, Command("vote"))
        router.callback_query.register(self.tap)
        found = Dispatcher()
        found.update.outer_middleware(self.note)  # type: ignore[arg-type]  # aiogram's event is of any kind
        found.include_router(router)
        return found

    async def ballot(self, chat: int = CLUB) -> Json:
        """Anna asks for one; the message as she sees it."""
        sent = await self.control.say(ANNA, chat, f"/vote@{NAME}")
        async with asyncio.timeout(10):
            while True:
                for message in await self.control.sees(ANNA, chat):
                    if message["from"]["name"] == TITLE and message["id"] > sent["id"]:
                        return message

    async def until(self, done: Callable[[], bool]) -> None:
        """Until its polling has come that far."""
        await turn_until(done)


@contextlib.asynccontextmanager
async def votes(url: str, control: Control, chat: int = CLUB, **more: object) -> AsyncIterator[Votes]:
    """It joins the group and polls until the end."""
    account = await control.do("bots", username=NAME, name=TITLE, join=[chat], **more)
    api = TelegramAPIServer.from_base(url)
    async with Bot(account["token"], session=AiohttpSession(api=api)) as bot:
        second = Votes(bot, control)
        dispatcher = second.dispatcher()
        polling = asyncio.create_task(
            dispatcher.start_polling(
                bot, handle_signals=False, close_bot_session=False, polling_timeout=5, allowed_updates=KINDS
            )
        )
        try:
            await second.until(lambda: "my_chat_member" in second.kinds)
            yield second
        finally:
            await dispatcher.stop_polling()
            await polling
