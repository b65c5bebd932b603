"""The one place that calls Telegram: messages out, answers to taps; every error becomes an `Answer`."""

from collections.abc import Sequence

from telegram import Bot, ChatMember, ChatMemberRestricted, InlineQueryResultsButton, ReplyParameters
from telegram.constants import ParseMode

from service import metrics
from service.telegram import photos
from service.telegram.attempts import attempt, told
from service.telegram.errors import Answer, Outcome
from service.telegram.greys import Greys
from service.telegram.markup import NO_PREVIEW, article, keyboard
from service.telegram.messages import Message, Offer, Toast
from service.telegram.whispers import Whispers

ADMINISTRATORS = (ChatMember.OWNER, ChatMember.ADMINISTRATOR)
UNSAID = (Outcome.RETRY_AFTER, Outcome.DOWN, Outcome.UNCERTAIN)
"""A question that got no answer."""
BELOW = "↓"
"""What remains of a message that is too old to be deleted."""


class Gateway(Whispers):
    """Telegram as the courier and the handlers need it.

    Nothing here raises for what Telegram says but `InvalidToken`, after which there is nothing left to do.
    """

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self.greys = Greys()

    async def send(
        self, chat: int, thread: int | None, message: Message, *, ring: bool, reply_to: int | None = None
    ) -> Answer:
        """A new message. `reply_to`: unless that message is gone by now."""
        message = self.greys.fitted(message)
        answer = await self._sent(chat, thread, message, ring, reply_to)
        if answer.outcome is Outcome.NO_GREY:
            answer = await self._sent(chat, thread, self.greys.learned(message), ring, reply_to)
        if answer.outcome is Outcome.QUESTION_GONE:
            # Servers that do not know the permission to answer all the same.
            answer = await self._sent(chat, thread, message, ring, None)
        return answer

    async def _sent(
        self, chat: int, thread: int | None, message: Message, ring: bool, reply_to: int | None
    ) -> Answer:
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        sent = await attempt(
            "send",
            chat,
            self.bot.send_message(
                chat_id=chat,
                text=message.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=thread,
                reply_markup=keyboard(message.rows),
                disable_notification=not ring,
                link_preview_options=NO_PREVIEW,
                reply_parameters=reply,
            ),
        )
        return sent if isinstance(sent, Answer) else Answer(Outcome.DONE, message=sent.message_id)

    async def edit(self, chat: int, message_id: int, message: Message) -> Answer:
        """The same message with another text and other buttons."""
        message = self.greys.fitted(message)
        answer = await self._edited(chat, message_id, message)
        if answer.outcome is Outcome.NO_GREY:
            answer = await self._edited(chat, message_id, self.greys.learned(message))
        return answer

    async def _edited(self, chat: int, message_id: int, message: Message) -> Answer:
        return await told(
            "edit",
            chat,
            self.bot.edit_message_text(
                chat_id=chat,
                message_id=message_id,
                text=message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=keyboard(message.rows),
                link_preview_options=NO_PREVIEW,
            ),
        )

    async def caption(self, chat: int, message_id: int, message: Message) -> Answer:
        """The same for a photo, which stays."""
        return await photos.caption(self.bot, self.greys, chat, message_id, message)

    async def edit_inline(self, inline: str, message: Message) -> Answer:
        """The same for a message that somebody posted by inline mode."""
        return await told(
            "edit inline",
            0,
            self.bot.edit_message_text(
                inline_message_id=inline,
                text=message.text,
                parse_mode=ParseMode.HTML,
                reply_markup=keyboard(message.rows),
                link_preview_options=NO_PREVIEW,
            ),
        )

    async def strip(self, chat: int, message_id: int) -> Answer:
        """Take the buttons off a message."""
        return await told(
            "strip",
            chat,
            self.bot.edit_message_reply_markup(chat_id=chat, message_id=message_id, reply_markup=None),
        )

    async def remove(self, chat: int, message_id: int, strip: bool, words: str = "") -> Answer:
        """Delete a message, or, where it is too old for that, leave an arrow that points to the newer one, and
        `words` beside it."""
        left = Message(f"{words} {BELOW}".strip())
        if not strip:
            deletion = self.bot.delete_message(chat_id=chat, message_id=message_id)
            answer = await told("delete", chat, deletion)
            if answer.outcome is not Outcome.UNDELETABLE:
                return answer
        answer = await self.edit(chat, message_id, left)
        if answer.outcome is Outcome.PHOTO_STANDS:
            answer = await self.caption(chat, message_id, left)
        return answer

    async def answer(self, query_id: str, toast: Toast | None) -> Answer:
        """Answer a tap: a line, an alert, or a door to open. It is not limited."""
        shown = toast or Toast("")
        answered = await told(
            "answer",
            0,
            self.bot.answer_callback_query(
                query_id,
                text=(shown.text or None) if not shown.url else None,
                show_alert=shown.alert or None,
                url=shown.url or None,
            ),
        )
        metrics.acknowledged()
        return answered

    async def offer(
        self, query_id: str, offers: Sequence[Offer], button: str = "", payload: str = ""
    ) -> Answer:
        """Answer an inline query: what may be posted, never from anybody's cache. `button` leads to the private chat
        with this start payload."""
        return await told(
            "offer",
            0,
            self.bot.answer_inline_query(
                query_id,
                [article(offer) for offer in offers],
                cache_time=0,
                is_personal=True,
                button=InlineQueryResultsButton(button, start_parameter=payload) if button else None,
            ),
        )

    async def document(self, chat: int, name: str, content: bytes, caption: str) -> Answer:
        """A file, without a ring. `caption` is plain text."""
        sent = await attempt(
            "send document",
            chat,
            self.bot.send_document(
                chat_id=chat,
                document=content,
                filename=name,
                caption=caption,
                disable_notification=True,
                disable_content_type_detection=True,
            ),
        )
        return sent if isinstance(sent, Answer) else Answer(Outcome.DONE, message=sent.message_id)

    async def belongs(self, chat: int, person: int) -> bool | None:
        """Whether a person is in a group. None: Telegram did not say."""
        standing = await self._standing(chat, person)
        return None if standing is None else standing in (*ADMINISTRATORS, ChatMember.MEMBER)

    async def administers(self, chat: int) -> bool | None:
        """Whether the bot administers a group. None: Telegram did not say."""
        standing = await self._standing(chat, self.bot.id)
        return None if standing is None else standing in ADMINISTRATORS

    async def is_admin(self, chat: int, person: int) -> bool:
        """Whether a person does. What cannot be asked is no."""
        return await self._standing(chat, person) in ADMINISTRATORS

    async def _standing(self, chat: int, person: int) -> str | None:
        """What somebody is in a group, as Telegram calls it; None: it did not say."""
        member = await attempt("member", chat, self.bot.get_chat_member(chat, person))
        if isinstance(member, Answer):
            return None if member.outcome in UNSAID else ChatMember.LEFT
        if isinstance(member, ChatMemberRestricted):
            return ChatMember.MEMBER if member.is_member else ChatMember.LEFT
        return member.status
