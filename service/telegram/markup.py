"""Messages as python-telegram-bot wants them."""

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    LinkPreviewOptions,
    SwitchInlineQueryChosenChat,
)
from telegram.constants import ParseMode

from service.telegram.messages import Button, Keyboard, Offer

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
CHATS = SwitchInlineQueryChosenChat("", allow_user_chats=True, allow_group_chats=True)
"""Where invitations are posted: not to bots, nor in channels, where nobody sits down."""


def keyboard(rows: Keyboard) -> InlineKeyboardMarkup | None:
    """Buttons as Telegram wants them. Servers that do not know `style` ignore it; disabled ones they refuse."""
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in rows]) if rows else None


def _button(button: Button) -> InlineKeyboardButton:
    if button.disabled:
        return InlineKeyboardButton(button.label, api_kwargs={"disabled": {}})
    return InlineKeyboardButton(
        button.label,
        callback_data=button.data or None,
        url=button.url or None,
        switch_inline_query_chosen_chat=CHATS if button.inline else None,
        style=button.style.value if button.style else None,
    )


def article(offer: Offer) -> InlineQueryResultArticle:
    """What inline mode offers, as Telegram wants it."""
    said = InputTextMessageContent(
        offer.message.text, parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW
    )
    return InlineQueryResultArticle(
        offer.id, offer.title, said, reply_markup=keyboard(offer.message.rows), description=offer.told
    )
