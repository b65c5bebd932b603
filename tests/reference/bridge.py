"""The same thing in the words of the engine and in those of the second opinion."""

import random
from typing import Any

from engine.cards import Card, Hand, card_code, cards_of, mask_of, parse_card
from engine.contracts import CAPOT, Mode
from engine.contracts import Contract as EngineContract
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, parse_seat
from engine.trick import Played
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.reference import cards
from tests.reference.cards import SUITS, Contract, Options, Trick, from_left

SIDES = ("NS", "EW")
MODES = {"trump": Mode.TRUMP, "notrump": Mode.NO_TRUMP, "alltrump": Mode.ALL_TRUMP}


def engine_rules(variant: str, options: Options) -> Rules:
    """The engine's rules for a rule set with these options."""
    rules = VARIANTS[variant]
    for option in OPTIONS[variant]:
        value = next(value for value in option.values if value == options[option.name])
        rules = with_option(rules, option, value)
    return rules


def options_of(variant: str, rules: Rules) -> Options:
    """The options that the engine's rules have been given."""
    return {option.name: plain(getattr(rules, option.field)) for option in OPTIONS[variant]}


def plain(value: object) -> object:
    """An option's value as the rules spell it."""
    return str(value) if isinstance(value, str) else value


def random_options(variant: str, drawn: random.Random) -> Options:
    """Each option as it is by default half of the time, else at random."""
    return {
        name: drawn.choice(values) if drawn.random() < 0.5 else values[0]
        for name, values in cards.OPTIONS[variant].items()
    }


def random_contract(variant: str, options: Options, drawn: random.Random) -> Contract:
    """Any contract that can be played in a rule set."""
    kinds = {"luxembourg": 3, "coinche": 3, "house": 2}.get(variant, 1)
    kind = drawn.choice(["trump", "notrump", "alltrump"][:kinds])
    contract: Contract = {
        "kind": kind,
        "trump": drawn.choice(SUITS) if kind == "trump" else None,
        "by": drawn.choice(from_left(variant, options, "N")),
        "bid": None,
        "double": 1,
    }
    if variant == "coinche":
        contract["bid"] = drawn.choice([*range(80, 170, 10), "capot"])
        contract["double"] = drawn.choice([1, 2, 4])
    return contract


def engine_contract(contract: Contract) -> EngineContract:
    """A contract in the engine's words."""
    return EngineContract(
        taker=parse_seat(contract["by"]),
        mode=MODES[contract["kind"]],
        trump=-1 if contract["trump"] is None else SUITS.index(contract["trump"]),
        level=CAPOT if contract["bid"] == "capot" else contract["bid"] or 0,
        double=contract["double"],
        silent=False,
    )


def plain_contract(contract: EngineContract | None) -> Contract | None:
    """The engine's contract in plain words."""
    if contract is None:
        return None
    return {
        "kind": next(kind for kind, mode in MODES.items() if mode is contract.mode),
        "trump": None if contract.trump < 0 else SUITS[contract.trump],
        "by": SEAT_LETTERS[contract.taker],
        "bid": "capot" if contract.level == CAPOT else contract.level or None,
        "double": contract.double,
    }


def engine_trick(trick: Trick) -> tuple[Played, ...]:
    """A trick in the engine's words."""
    return tuple(Played(parse_seat(seat), parse_card(card)) for seat, card in trick)


def mask(codes: list[str]) -> Hand:
    """Cards as the engine's mask."""
    return mask_of(parse_card(code) for code in codes)


def codes(hand: Hand) -> list[str]:
    """The engine's mask as cards."""
    return [card_code(card) for card in cards_of(hand)]


def engine_pack(pack: list[str]) -> tuple[Card, ...]:
    """A pack in the engine's words."""
    return tuple(parse_card(code) for code in pack)


def pair(by_side: dict[str, int]) -> tuple[int, int]:
    """Two numbers by side, as the engine keeps them."""
    return by_side["NS"], by_side["EW"]


def differing(where: str, **both: tuple[Any, Any]) -> list[str]:
    """One line for each thing on which the two (reference first) do not agree."""
    return [
        f"{where}: {what}: reference {mine!r}, engine {theirs!r}"
        for what, (mine, theirs) in both.items()
        if mine != theirs
    ]
