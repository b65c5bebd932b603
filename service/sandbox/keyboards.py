"""Checks reply markups as Telegram does and keeps what it would keep."""

from typing import Any

from service.sandbox.entities import checked_url
from service.sandbox.errors import bad_request
from service.sandbox.state import Json

DATA_BYTES = 64
ROW_BUTTONS = 8
ALL_BUTTONS = 100
_STYLES = {"danger", "success", "primary"}
#: Accepted and kept, so that a newer bot is not refused; this page shows them as plain buttons, disabled ones as such.
_OTHER_ACTIONS = {
    "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat", "copy_text", "disabled",
}  # fmt: skip
_REPLY_MARKUPS = {"keyboard", "remove_keyboard", "force_reply"}


def inline_keyboard(markup: Any, newest: bool = True) -> Json | None:
    """The inline keyboard to store, or None when there is none (or it is empty, or another kind).

    A server that is not the newest knows nothing of disabled buttons.
    """
    if markup is None or markup == "":
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in markup:
        if markup and not _REPLY_MARKUPS & markup.keys():
            raise bad_request("can't parse reply keyboard markup JSON object")
        return None
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup should be an Array of Arrays')
    kept = [[_button(button, newest) for button in row] for row in rows if row]
    if any(len(row) > ROW_BUTTONS for row in kept) or sum(map(len, kept)) > ALL_BUTTONS:
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": kept} if kept else None


def _button(button: Any, newest: bool) -> Json:
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    text = button.get("text")
    if not isinstance(text, str):
        raise bad_request('can\'t parse inline keyboard button: Field "text" must be of type String')
    if not text.strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    kept: Json = {"text": text.strip(), **_action(button, newest)}
    if (style := button.get("style")) is not None:
        if style not in _STYLES:
            raise bad_request("can't parse inline keyboard button: invalid button style specified")
        kept["style"] = style
    return kept


def _action(button: Json, newest: bool) -> Json:
    if (data := button.get("callback_data")) is not None:
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= DATA_BYTES:
            raise bad_request("BUTTON_DATA_INVALID")
        return {"callback_data": data}
    if (url := button.get("url")) is not None:
        if not isinstance(url, str) or (checked := checked_url(url)) is None:
            raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
        return {"url": checked}
    known = _OTHER_ACTIONS if newest else _OTHER_ACTIONS - {"disabled"}
    others = {key: button[key] for key in known & button.keys()}
    if not others:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    return others
