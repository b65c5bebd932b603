"""What the families of rules call the same thing: a deal or a game, taking or making, a pot or a Stänner.

Each word depends on the kind of auction or of scoring, never on a rule set's name.
"""

from typing import assert_never

from engine.contracts import CAPOT, NO_TRUMP_STRAIN, Contract, Mode
from engine.rules import AuctionKind, Rules, ScoringKind
from service.telegram.texts import Tongue


def deal_word(t: Tongue, rules: Rules, number: int) -> str:
    """ "Deal 3"."""
    if rules.auction is AuctionKind.TOPPING:
        return t.pgettext("where games top each other", "Deal {n}", n=number)
    return t.gettext("Deal {n}", n=number)


def in_the_pot(t: Tongue, rules: Rules, points: int) -> str:
    """What ties have left open, in a line of its own."""
    if rules.scoring is ScoringKind.TENTHS:
        return t.gettext("Stänner {points}", points=points)
    return t.gettext("In the pot: {points}", points=points)


def left_open(t: Tongue, rules: Rules, points: int) -> str:
    """That a deal without a score changes nothing about it."""
    if rules.scoring is ScoringKind.TENTHS:
        return t.gettext("The Stänner stays {points}.", points=points)
    return t.gettext("{points} stay in the pot.", points=points)


def pot_word(t: Tongue, rules: Rules, points: int) -> str:
    """The same at the end of a line."""
    if rules.scoring is ScoringKind.TENTHS:
        return t.gettext("Stänner {points}", points=points)
    return t.gettext("pot {points}", points=points)


def bid_word(t: Tongue, level: int, strain: int) -> str:
    """Points and strain: "100 ♥️"."""
    points = t.gettext("Capot") if level == CAPOT else str(level)
    if strain < NO_TRUMP_STRAIN:
        return f"{points} {t.suit(strain)}"
    if strain == NO_TRUMP_STRAIN:
        return t.gettext("{points} no trump", points=points)
    return t.gettext("{points} all trump", points=points)


def game_word(t: Tongue, mode: Mode, suit: int) -> str:
    """Where games top each other: "♥️ Normal", "Sans", "Tout"."""
    match mode:
        case Mode.TRUMP:
            return t.gettext("{suit} Normal", suit=t.suit(suit))
        case Mode.NO_TRUMP:
            return t.gettext("Sans")
        case Mode.ALL_TRUMP:
            return t.gettext("Tout")
        case _:
            assert_never(mode)


def contract_words(t: Tongue, rules: Rules, contract: Contract) -> str:
    """What is played, in the middle of a line: "trumps ♥️", "90 ♦️ ×2", "Tout"."""
    match rules.auction:
        case AuctionKind.BIDDING:
            doubled = f" ×{contract.double}" if contract.double > 1 else ""
            return bid_word(t, contract.level, contract.strain) + doubled
        case AuctionKind.TOPPING:
            return game_word(t, contract.mode, contract.trump)
        case AuctionKind.TWO_ROUNDS:
            return _trumps(t, contract)
        case _:
            assert_never(rules.auction)


def _trumps(t: Tongue, contract: Contract) -> str:
    match contract.mode:
        case Mode.TRUMP:
            return t.gettext("trumps {suit}", suit=t.suit(contract.trump))
        case Mode.NO_TRUMP:
            return t.gettext("no trump")
        case Mode.ALL_TRUMP:
            return t.gettext("all trump")
        case _:
            assert_never(contract.mode)


def taken_by(t: Tongue, rules: Rules, words: str, name: str) -> str:
    """ "Trumps ♥️ · taken by Chloé"."""
    match rules.auction:
        case AuctionKind.TWO_ROUNDS:
            return t.gettext("{contract} · taken by {name}", contract=words, name=name)
        case AuctionKind.TOPPING:
            return t.gettext("{contract} · made by {name}", contract=words, name=name)
        case AuctionKind.BIDDING:
            return t.gettext("{contract} · bid by {name}", contract=words, name=name)
        case _:
            assert_never(rules.auction)


def took(t: Tongue, rules: Rules, contract: Contract, name: str) -> str:
    """ "Chloé took ♥️", when it is over."""
    if rules.auction is AuctionKind.BIDDING or contract.mode is not Mode.TRUMP:
        return t.gettext("{name} played {contract}", name=name, contract=contract_words(t, rules, contract))
    suit = t.suit(contract.trump)
    if rules.auction is AuctionKind.TOPPING:
        return t.gettext("{name} made {suit}", name=name, suit=suit)
    return t.gettext("{name} took {suit}", name=name, suit=suit)
