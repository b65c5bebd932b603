"""Longer texts: greeting, help, the rules. One message a paragraph, so that a catalogue stays readable."""

import html
from collections.abc import Callable

from engine.rules import Rules
from engine.variants import VARIANTS
from service.telegram.messages import Message
from service.telegram.names import LABEL, clean, isolated, shorten
from service.telegram.options import rule_set, told_options
from service.telegram.texts import Tongue

_Lines = Callable[[Tongue, Rules], list[str]]


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
        t.gettext("/games shows your matches, /rules the rules, /help all commands."),
    )


def help_text(t: Tongue) -> Message:
    """What can be done, and how."""
    listed = "\n".join(f"/{command} – {html.escape(text, quote=False)}" for command, text in commands(t))
    return _paragraphs(
        "🃏 <b>" + t.gettext("Belote with friends") + "</b>",
        t.gettext(
            "Send /belote in a group, sit down, tap “Start”. Computers take the empty seats. You hold your cards "
            "in this private chat."
        ),
        t.gettext("Cards in (parentheses) may not be played; tap one to read why. That costs nothing."),
        t.gettext("There is no hurry: a match may last minutes or days, and you may play several."),
        listed,
    )


def commands(t: Tongue) -> tuple[tuple[str, str], ...]:
    """Command and description, as Telegram lists them."""
    return (
        ("belote", t.pgettext("command", "open a table in this group")),
        ("games", t.pgettext("command", "your matches, those waiting for you first")),
        ("table", t.pgettext("command", "show the current card afresh")),
        ("leave", t.pgettext("command", "leave your seat; a computer keeps it")),
        ("cancel", t.pgettext("command", "end the table, if all agree")),
        ("rules", t.pgettext("command", "the rules in short")),
        ("help", t.pgettext("command", "how it works")),
    )


def rules_text(t: Tongue, rules: Rules | None = None, variant: str = "classic") -> Message:
    """The rules of a rule set in about twelve lines. A rule set without a page of its own names itself only."""
    page = _PAGES.get(variant)
    head = "📖 <b>" + t.gettext("Belote: {rules}", rules=rule_set(t, variant)) + "</b>"
    lines = page(t, rules or VARIANTS[variant]) if page else [t.gettext("Its rules page is still to come.")]
    agreed = ", ".join(told_options(t, variant, rules)) if rules else ""
    here = [t.gettext("At this table: {options}.", options=agreed)] if agreed else []
    return Message("\n".join((head, "", *lines, *here)))


def _classic(t: Tongue, rules: Rules) -> list[str]:
    trump, plain = (
        t.gettext("trumps J 20, 9 14, A 11, 10 10, K 4, Q 3, 8 and 7 nothing"),
        t.gettext("other suits A 11, 10 10, K 4, Q 3, J 2, 9 8 7 nothing"),
    )
    return [
        "• " + line
        for line in (
            t.gettext("Four players, partners opposite, 32 cards. Deal and play go counter-clockwise."),
            t.gettext(
                "Everybody gets 5 cards and one is turned up. Round 1: take its suit as trumps, or pass. Round 2: "
                "name another suit, or pass. All pass: the next player deals."
            ),
            t.gettext(
                "The taker gets the turned card and 2 more, the others 3: eight each. "
                "The player after the dealer leads."
            ),
            t.gettext("Strength and points: {trumps}; {others}.", trumps=trump, others=plain),
            t.gettext("Follow suit. If trumps are led, go higher if you can, even over your partner."),
            t.gettext(
                "Cannot follow? Ruff, and higher than an earlier ruff if you can; otherwise lower. While your partner "
                "is winning, play what you like."
            ),
            t.gettext("The last trick brings 10 more: 162 points in a deal."),
            t.gettext(
                "King and queen of trumps in one hand: “Belote” and “Rebelote”, 20 points, announced for "
                "you and kept even when the deal is lost."
            ),
            t.gettext(
                "The takers need more points than the others; then both sides write theirs. Otherwise they are "
                "dedans: the others write 162 and all melds, the takers only their belote."
            ),
            t.gettext(
                "Equal is a litige: the others write, the takers’ points wait in the pot for who wins the next deal."
            ),
            t.gettext("All tricks is a capot: 252 instead of 162."),
            _announcements(t, rules),
            t.gettext(
                "Who has {target} points first wins; if both have, the higher total.", target=rules.target
            ),
        )
    ]


def _announcements(t: Tongue, rules: Rules) -> str:
    if not rules.announcements:
        return t.gettext("Melds are off; the lobby can turn them on.")
    return t.gettext(
        "Melds: runs of 3 / 4 / 5 count 20 / 50 / 100; four jacks 200, nines 150, aces, tens, kings "
        "or queens 100. Only the side with the best one writes its own. They are announced for you."
    )


_PAGES: dict[str, _Lines] = {"classic": _classic}


def private_only(t: Tongue) -> Message:
    """A command that belongs into the private chat."""
    return Message(t.gettext("That works in the private chat with me only."))


def group_only(t: Tongue) -> Message:
    """A command that belongs into a group."""
    return Message(t.gettext("That works in a group: add me there and send /belote."))


def no_table(t: Tongue) -> Message:
    """A command about a table where there is none."""
    return Message(t.gettext("There is no table here. Open one with /belote."))


def person_needed(t: Tongue) -> Message:
    """An anonymous administrator cannot sit down."""
    return Message(
        t.gettext("You write anonymously here, so I cannot tell who you are. Turn that off to play.")
    )


def _paragraphs(*parts: str) -> Message:
    return Message("\n\n".join(parts))
