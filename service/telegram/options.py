"""Rule sets and their options in words. What a catalogue does not know is shown by its key."""

from typing import NamedTuple

from engine.rules import Rules
from engine.variants import OPTIONS, Option
from service.telegram.callback import option_arg
from service.telegram.texts import Tongue


class Words(NamedTuple):
    """A message to be looked up later."""

    context: str
    message: str


def mark(context: str, message: str) -> Words:
    """Mark a message for the catalogues; `say` translates it."""
    return Words(context, message)


RULE_SETS = {
    "classic": mark("rule set", "classic"),
    "two-player": mark("rule set", "for two"),
    "luxembourg": mark("rule set", "Luxembourgish"),
    "coinche": mark("rule set", "coinche"),
    "beginner": mark("rule set", "for beginners"),
    "house": mark("rule set", "house rules"),
}

CHOICES = {
    "announcements=on": mark("option", "melds on"),
    "announcements=off": mark("option", "melds off"),
    "beloteKeptInLitige=on": mark("option", "belote counts at once in a litige"),
    "capotTransfersMelds=on": mark("option", "capot wins the melds"),
    "tieRule=strike": mark("option", "equal runs are struck out"),
    "tieRule=none": mark("option", "equal best: no melds count"),
    "force=on": mark("option", "forced game after 8 passes"),
    "valetForce=on": mark("option", "a turned jack forces all trump"),
    "meldsCountForWinning=off": mark("option", "only card points decide"),
    "silentTake=off": mark("option", "no silent taking"),
    "autoShowMelds=off": mark("option", "melds must be shown by hand"),
    "meldRanking=kind": mark("option", "any carré beats any run"),
    "toutBelote=led": mark("option", "all trump: belote once its suit was led"),
    "partnerSansMeansTout=on": mark("option", "computers: no trump asks for all trump"),
    "litige=on": mark("option", "litige on equal points"),
    "rounding=off": mark("option", "no rounding"),
    "direction=ccw": mark("option", "counter-clockwise"),
    "riseOnTrumpLead=on": mark("option", "trumps must go higher"),
    "partnerExempt=any": mark("option", "any winning partner frees from ruffing"),
    "capot252=off": mark("option", "capot without bonus"),
    "turnedCardRound2=stock": mark("option", "round 2: turned card into the stock"),
    "noTrumpAce=11": mark("option", "no trump: aces count 11"),
}
"""By `name=value`. Defaults that are never shown have no words."""

ON_THE_CARD = ("target", "announcements")
"""The options that a lobby's buttons change."""


def rule_set(t: Tongue, variant: str) -> str:
    """A rule set's name in the middle of a line."""
    words = RULE_SETS.get(variant)
    return t.pgettext(*words) if words else variant


def choice(t: Tongue, option: Option, value: str | int | bool) -> str:
    """An option's value in words."""
    if option.name == "target":
        return t.gettext("to {points}", points=value)
    key = option_arg(option.name, value)
    words = CHOICES.get(key)
    return t.pgettext(*words) if words else key


def options_of(variant: str) -> tuple[Option, ...]:
    return OPTIONS.get(variant, ())


def told_options(t: Tongue, variant: str, rules: Rules) -> list[str]:
    """What a lobby says of its rules, beyond the target: announcements always, the rest where it is not usual."""
    return [
        choice(t, option, chosen)
        for option in options_of(variant)
        if option.name != "target"
        and ((chosen := value_of(rules, option)) != option.values[0] or option.name in ON_THE_CARD)
    ]


def value_of(rules: Rules, option: Option) -> str | int | bool:
    """The value an option has in these rules."""
    value: str | int | bool = getattr(rules, option.field)
    return value
