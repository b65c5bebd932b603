"""Answers to what was written rather than tapped, put together from the views' texts."""

from html import escape

from engine.variants import VARIANTS
from service.telegram.callback import NOWHERE, Tap, TapKind, encode
from service.telegram.calls import capital, packed
from service.telegram.doors import payload_link, start_link
from service.telegram.invite_view import learn_button, play_button
from service.telegram.messages import Button, Message, Toast, card
from service.telegram.options import rule_set
from service.telegram.texts import Tongue
from service.telegram.views import group_only, help_text, person_needed, private_only, start_text

PLAY = "play"
"""What the link that adds the bot to a group says: who follows it wants to play."""

ANOTHER = "new"
"""After `/belote`: a further table, whatever is open."""


def anonymous(t: Tongue) -> Toast:
    """An anonymous administrator tapped: many people stand behind that id."""
    return Toast(person_needed(t).text, alert=True)


def groups_only(t: Tongue, bot: str) -> Message:
    """Where a match begins, and the way there; or how it goes without a group."""
    message = _with_door(group_only(t), bot, f"{start_link(bot)}?startgroup={PLAY}")
    return message._replace(rows=(*message.rows, (play_button(t),)))


def sit_elsewhere(t: Tongue) -> Message:
    """`/swap` before the start."""
    text = t.gettext("It has not begun yet: choose another seat on the table’s card, or “🔀 Pairs”.")
    return Message(escape(text, quote=False))


def greeting(t: Tongue, name: str) -> Message:
    """The first words in private, and the ways to a match and to a first lesson."""
    return start_text(t, name)._replace(rows=((play_button(t),), (learn_button(t),)))


def helping(t: Tongue) -> Message:
    """All there is, and in private a lesson for whom that is too much."""
    return help_text(t)._replace(rows=((learn_button(t),),))


def start_first(t: Tongue, bot: str, payload: str = "") -> Message:
    """What is told in private only, to somebody whom the bot may not write to yet."""
    return _with_door(private_only(t), bot, payload_link(bot, payload) if payload else start_link(bot))


def _with_door(message: Message, bot: str, address: str) -> Message:
    return message._replace(rows=((Button(f"@{bot}", url=address),),))


def unknown_variant(t: Tongue) -> Message:
    """`/belote` with an argument that names no rule set: one tap opens a table with one that is."""
    buttons = [
        Button(capital(rule_set(t, variant)), encode(Tap(TapKind.OPEN, NOWHERE, 0, variant)))
        for variant in VARIANTS
    ]
    text = t.gettext("I do not know these rules. Which shall it be?")
    return card([[escape(text, quote=False)]], packed(buttons))


def opened_below(t: Tongue, variant: str) -> Message:
    """What becomes of that question."""
    return Message(escape(t.gettext("{rules}: see below.", rules=capital(rule_set(t, variant))), quote=False))


def open_already(t: Tongue) -> Message:
    """`/belote` where a lobby waits for people: it comes afresh."""
    said = t.gettext(
        "A table with free seats is open already: here it is. Another one: /belote {word}", word=ANOTHER
    )
    return Message(escape(said, quote=False))


def away_already(t: Tongue) -> Message:
    """`/leave` from somebody for whom a computer plays."""
    said = t.gettext("You are away already: a computer plays for you until you are back.")
    return Message(escape(said, quote=False))


def not_understood(t: Tongue) -> Message:
    """What was written in private is no command of ours."""
    said = t.gettext("I understand buttons and commands only. /games shows your matches, /help all there is.")
    return Message(escape(said, quote=False))


def not_done(t: Tongue) -> Message:
    """A command that failed each time it was tried: a fault of ours."""
    said = t.gettext("That did not work: something went wrong here. Try again in a few minutes.")
    return Message(escape(said, quote=False))


def told(toast: Toast) -> Message:
    """A toast's words as a message."""
    return Message(escape(toast.text or toast.url, quote=False))
