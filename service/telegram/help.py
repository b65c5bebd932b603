"""Longer texts: greeting and help. One message a paragraph, so that a catalogue stays readable."""

import html
from collections.abc import Mapping

from service.telegram.messages import Message
from service.telegram.names import LABEL, clean, isolated, shorten
from service.telegram.texts import Tongue


def start_text(t: Tongue, name: str = "") -> Message:
    """The greeting in the private chat."""
    who = html.escape(isolated(shorten(clean(name), LABEL + LABEL)), quote=False) if clean(name) else ""
    hello = t.gettext("Welcome, {name}!", name=who) if who else t.gettext("Welcome!")
    return _paragraphs(
        f"🃏 <b>{hello}</b>",
        t.gettext(
            "Your hand will appear here whenever a match of yours is on, and it rings when it is your turn."
        ),
        t.gettext("Begin a match in a group: add me there and send /belote."),
        t.gettext("Or play here with /play: against computers, or with friends whom you invite."),
        t.gettext("New to Belote? /learn plays one deal with you and explains each step."),
        t.gettext("/games shows your matches, /rules the rules, /help all commands."),
    )


def help_text(t: Tongue) -> Message:
    """What can be done, and how."""
    listed = "\n".join(f"/{command} – {html.escape(text, quote=False)}" for command, text in commands(t))
    return _paragraphs(
        "🃏 <b>" + t.gettext("Belote with friends") + "</b>",
        t.gettext(
            "Send /belote in a group, sit down, tap “Start”. Computers take the empty seats. Your cards lie "
            "in the private chat with me."
        ),
        t.gettext("Cards in (parentheses) may not be played; tap one to read why. That costs nothing."),
        t.gettext("There is no hurry: a match may last minutes or days, and you may play several."),
        t.gettext(
            "What I do by myself is said before: the table says what happens when time is over, and /settings turns "
            "off ringing, reminders and cards that play themselves."
        ),
        listed,
    )


PRIVATE, GROUP = "private", "group"
PLACES: Mapping[str, tuple[str, ...]] = {
    "belote": (GROUP,),
    "play": (PRIVATE,),
    "learn": (PRIVATE,),
    "table": (GROUP,),
    "mydata": (PRIVATE,),
    "forgetme": (PRIVATE,),
}
"""Where a command is listed, if not everywhere. Who writes it elsewhere is told where it works."""


def commands(t: Tongue, place: str = "") -> tuple[tuple[str, str], ...]:
    """Command and description, as Telegram lists them in one kind of chat; without `place` all of them."""
    return tuple(one for one in _commands(t) if not place or place in PLACES.get(one[0], (place,)))


def _commands(t: Tongue) -> tuple[tuple[str, str], ...]:
    return (
        ("belote", t.pgettext("command", "open a table in a group")),
        ("play", t.pgettext("command", "play here: against computers, or invite friends")),
        ("learn", t.pgettext("command", "a first game that explains itself")),
        ("games", t.pgettext("command", "your matches, those waiting for you first")),
        ("table", t.pgettext("command", "show the current card afresh")),
        ("leave", t.pgettext("command", "leave your seat; a computer keeps it")),
        (
            "cancel",
            t.pgettext("command", "end the table: before the start whoever opened it, then all together"),
        ),
        ("resign", t.pgettext("command", "give the match up, if partner and opponents agree")),
        ("replace", t.pgettext("command", "put a computer in a player’s place, by vote")),
        ("swap", t.pgettext("command", "exchange seats before the next deal, if all agree")),
        ("hint", t.pgettext("command", "what a computer would do now, where the table allows it")),
        ("level", t.pgettext("command", "how strong computers play, where only they are against you")),
        ("history", t.pgettext("command", "matches that are over, to be told again")),
        ("stats", t.pgettext("command", "your matches in numbers; in a group its board")),
        ("rules", t.pgettext("command", "the rules, with examples")),
        ("settings", t.pgettext("command", "language, suits, ringing and more; in a group its own")),
        ("mydata", t.pgettext("command", "all that is kept about you, as a file")),
        ("forgetme", t.pgettext("command", "take your name and id out of all of it")),
        ("help", t.pgettext("command", "how it works")),
    )


def description(t: Tongue) -> str:
    """What stands in an empty chat with the bot, before anybody pressed Start. Plain, ≤ 512 characters."""
    return "\n\n".join(
        (
            t.gettext("Belote with friends, over minutes or days."),
            t.gettext(
                "Classic, two-player, Luxembourgish, coinche and house rules. Computers take the empty seats, each "
                "rule is explained when it binds, and anyone can check the shuffles."
            ),
            t.gettext("Begin a match in a group: add me there and send /belote."),
        )
    )


def short_description(t: Tongue) -> str:
    """What stands beside the bot's name where it is shared. Plain, ≤ 120 characters."""
    return t.gettext("Belote with friends, over minutes or days.")


def private_only(t: Tongue) -> Message:
    """A command that belongs into the private chat."""
    return Message(t.gettext("That works in the private chat with me only."))


def group_only(t: Tongue) -> Message:
    """A command that belongs into a group."""
    return Message(t.gettext("That works in a group: add me there and send /belote."))


def no_table(t: Tongue, private: bool = False) -> Message:
    """A command about a table where there is none."""
    if private:
        return Message(
            t.gettext("You are in no match. Begin one here with /play, or in a group with /belote.")
        )
    return Message(t.gettext("There is no table here. Open one in a group with /belote."))


def person_needed(t: Tongue) -> Message:
    """An anonymous administrator cannot sit down."""
    return Message(
        t.gettext("You write anonymously here, so I cannot tell who you are. Turn that off to play.")
    )


def _paragraphs(*parts: str) -> Message:
    return Message("\n\n".join(parts))
