"""Pictures on their way to Telegram: drawn beside the loop, uploaded once, and left out where they are not taken."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import structlog
from telegram import Bot

from service.telegram import photos
from service.telegram.errors import Answer, Outcome
from service.telegram.greys import Greys
from service.telegram.photos import Photo
from service.telegram.pictures.wanted import Picture
from service.telegram.wants import Want

log = structlog.get_logger(__name__)

KEPT = 512
"""Uploaded pictures whose file id is remembered."""
PAUSE = 600_000
"""Milliseconds for which a chat that took no picture is shown text."""

Call = Callable[[Photo], Awaitable[Answer]]


class Album:
    """Messages with pictures through one bot. An answer of `NO_PICTURE`: the same may be shown without it."""

    def __init__(self, bot: Bot, greys: Greys, kept: int = KEPT) -> None:
        self._bot = bot
        self._greys = greys
        self._kept = kept
        self._files: OrderedDict[str, str] = OrderedDict()
        self._without: dict[int, int] = {}
        # One at a time: a font's face is not made for several threads.
        self._painter = ThreadPoolExecutor(1, "painter")

    def allowed(self, want: Want, now: int) -> Want:
        """The same without its picture where none was taken a moment ago."""
        until = self._without.get(want.chat, now)
        if until > now:
            return want._replace(picture=None)
        self._without.pop(want.chat, None)
        return want

    async def send(self, want: Want, picture: Picture, *, ring: bool, now: int) -> Answer:
        """A new message: the text, and the picture below it."""
        message = want.message
        assert message is not None
        return await self._shown(
            want.chat,
            picture,
            now,
            lambda photo: photos.send(
                self._bot, self._greys, want.chat, want.thread, message, photo, ring=ring
            ),
        )

    async def edit(self, chat: int, message_id: int, want: Want, picture: Picture, now: int) -> Answer:
        """The picture and the text in place of what stands."""
        message = want.message
        assert message is not None
        return await self._shown(
            chat,
            picture,
            now,
            lambda photo: photos.edit(self._bot, self._greys, chat, message_id, message, photo),
        )

    async def _shown(self, chat: int, picture: Picture, now: int, call: Call) -> Answer:
        answer = Answer(Outcome.FILE_GONE)
        if known := self._files.get(picture.key):
            self._files.move_to_end(picture.key)
            answer = await call(known)
        if answer.outcome is Outcome.FILE_GONE:
            answer = await self._uploaded(picture, call)
        if answer.outcome is Outcome.NO_PICTURE:
            self._without[chat] = now + PAUSE
        elif answer.file:
            self._remember(picture.key, answer.file)
        return answer

    async def _uploaded(self, picture: Picture, call: Call) -> Answer:
        """Draw and upload. A fault of ours costs the picture, not the message."""
        try:
            data = await asyncio.get_running_loop().run_in_executor(self._painter, picture.draw)
        except Exception:
            log.exception("not drawn")
            return Answer(Outcome.NO_PICTURE)
        if data is None:
            return Answer(Outcome.NO_PICTURE)
        answer = await call(data)
        # There is no older upload here that could be gone: this picture is not taken.
        return Answer(Outcome.NO_PICTURE) if answer.outcome is Outcome.FILE_GONE else answer

    def _remember(self, key: str, file: str) -> None:
        self._files[key] = file
        self._files.move_to_end(key)
        if len(self._files) > self._kept:
            self._files.popitem(last=False)
