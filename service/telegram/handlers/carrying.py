"""Whether a tapped message is what its data says. Data may be forged, and a message that is edited where it was tapped
could be any message of ours."""

from telegram import CallbackQuery, Message

from service.telegram.callback import TapKind, decode


def carries(query: CallbackQuery, kind: TapKind) -> bool:
    """Whether the message has a button of this kind, as Telegram brings it with the tap."""
    message = query.message
    markup = message.reply_markup if isinstance(message, Message) else None
    buttons = [button for row in markup.inline_keyboard for button in row] if markup else []
    found = (decode(str(button.callback_data or "")) for button in buttons)
    return any(tap is not None and tap.kind is kind for tap in found)
