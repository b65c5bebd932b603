"""Answers to what was written rather than tapped, put together from the views' texts."""

from html import escape

from service.telegram.callback import start_link
from service.telegram.invite_view import play_button
from service.telegram.messages import Button, Message, Toast
from service.telegram.options import names
from service.telegram.texts import Tongue
from service.telegram.views import group_only, person_needed, private_only, start_text

PLAY = "play"
"""What the link that adds the bot to a group says: who follows it wants to play."""


def anonymous(t: Tongue) -> Toast:
    """An anonymous administrator tapped: many people stand behind that id."""
    return Toast(person_needed(t).text, alert=True)


def groups_only(t: Tongue, bot: str) -> Message:
    """Where a match begins, and the way there; or how it goes without a group."""
    message = _with_door(group_only(t), bot, f"{start_link(bot)}?startgroup={PLAY}")
    return message._replace(rows=(*message.rows, (play_button(t),)))


def greeting(t: Tongue, name: str) -> Message:
    """The first words in private, and the way to a match."""
    return start_text(t, name)._replace(rows=((play_button(t),),))


def start_first(t: Tongue, bot: str, payload: str = "") -> Message:
    """What is told in private only, to somebody whom the bot may not write to yet."""
    return _with_door(private_only(t), bot, start_link(bot) + (f"?start={payload}" if payload else ""))


def _with_door(message: Message, bot: str, address: str) -> Message:
    return message._replace(rows=((Button(f"@{bot}", url=address),),))


def unknown_variant(t: Tongue) -> Message:
    """`/belote` with an argument that names no rule set."""
    known = "\n".join(f"/belote {name}" for name in names(t))
    text = t.gettext("I do not know these rules. Send /belote alone, or one of these:")
    return Message(escape(f"{text}\n{known}", quote=False))


def told(toast: Toast) -> Message:
    """A toast's words as a message."""
    return Message(escape(toast.text or toast.url, quote=False))
