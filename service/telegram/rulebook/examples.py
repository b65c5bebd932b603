"""What an example of the rules is made of: a position or a sum, what it comes to, and why.

Cards, seats and calls are written as in records (`JH`, `N`, `80:NT`). The rule pages in docs/rules print the same
examples, and a test asks the engine whether each is true.
"""

from typing import NamedTuple, TypeAlias

from engine.actions import STRAIN_NAMES
from engine.contracts import CAPOT, Contract, contract_for
from engine.rules import Rules
from engine.seats import parse_seat
from engine.variants import OPTIONS, OptionValue, with_option
from service.telegram.option_words import Words

Chosen: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""Options that differ from the rule set's usual ones, by their public names."""
Two: TypeAlias = tuple[int, int]
"""North-south and east-west; north and south when two play."""
SUIT = "H"
"""The trump of a sum that does not depend on it."""


class Legal(NamedTuple):
    """Which cards of a hand may be played to a trick."""

    why: Words
    strain: str
    """A suit, `NT` or `AT`."""
    trick: str
    seat: str
    hand: str
    may: str
    options: Chosen = ()


class Wins(NamedTuple):
    """Who wins a trick, and its points."""

    why: Words
    strain: str
    trick: str
    seat: str
    points: int
    options: Chosen = ()


class Found(NamedTuple):
    """What a hand announces by itself."""

    why: Words
    strain: str
    hand: str
    melds: tuple[tuple[str, int], ...]
    """Kinds and points."""
    options: Chosen = ()


class Best(NamedTuple):
    """Whose announcements count."""

    why: Words
    strain: str
    holders: tuple[tuple[str, str], ...]
    """Seats and the cards each announces."""
    side: str
    """Empty: nobody's."""
    points: int
    options: Chosen = ()


class Calls(NamedTuple):
    """An auction: what the next may call, or what it has led to."""

    why: Words
    dealer: str
    turned: str
    """Empty where no card is turned up."""
    calls: str
    """In turn, the player after the dealer first."""
    may: str = ""
    may_not: str = ""
    taker: str = ""
    """When the auction is over."""
    contract: str = ""
    """A strain, or points and strain."""
    double: int = 1
    picks_up: str = ""
    """The seat that gets the turned card."""
    options: Chosen = ()


class Sum(NamedTuple):
    """What a deal writes."""

    why: Words
    cards: Two
    """The last trick's ten included."""
    outcome: str
    written: Two
    taker: str = "N"
    contract: str = SUIT
    double: int = 1
    belote: Two = (0, 0)
    melds: Two = (0, 0)
    pot: int = 0
    held: int = 0
    sweep: str = ""
    """The seat of a player of the side with all tricks."""
    options: Chosen = ()


Example: TypeAlias = Legal | Wins | Found | Best | Calls | Sum


class Section(NamedTuple):
    """A paragraph of a rule set: sentences, then examples. `key` is its heading in docs/rules."""

    key: str
    title: Words
    lines: tuple[Words, ...]
    examples: tuple[Example, ...] = ()


class Page(NamedTuple):
    """A rule set: one sentence about it, and its paragraphs in order."""

    about: Words
    sections: tuple[Section, ...]


def contract_of(text: str, taker: str = "N", double: int = 1) -> Contract:
    """`H`, `NT`, `100:H` or `capot:AT` as a contract."""
    level, colon, strain = text.rpartition(":")
    points = (CAPOT if level == "capot" else int(level)) if colon else 0
    return contract_for(parse_seat(taker), STRAIN_NAMES.index(strain), points, double)


def agreed(variant: str, rules: Rules, chosen: Chosen) -> Rules:
    """The rules with an example's options."""
    options = {option.name: option for option in OPTIONS.get(variant, ())}
    for name, value in chosen:
        rules = with_option(rules, options[name], value)
    return rules
