"""Examples of the rules as a phone shows them: signs and ranks of the reader, narrow lines, the reason below."""

import html
from functools import singledispatch
from typing import assert_never

from engine.actions import ActionKind, parse_action
from engine.cards import Card, parse_card, suit_of
from engine.contracts import Contract, Mode
from engine.melds import MeldKind
from engine.rules import AuctionKind, Rules, ScoringKind
from engine.seats import SEAT_LETTERS, order_from, parse_seat, partner_of
from engine.sheet import StepCode
from engine.variants import OPTIONS, Option
from service.telegram.calls import capital
from service.telegram.cards import hand_lines
from service.telegram.lines import flow
from service.telegram.options import choice
from service.telegram.rulebook.examples import (
    Best,
    Calls,
    Chosen,
    Example,
    Found,
    Legal,
    Sum,
    Wins,
    contract_of,
)
from service.telegram.sheet import Row, preformatted, step_name
from service.telegram.terms import bid_word, contract_words
from service.telegram.texts import Tongue
from service.telegram.trick_lines import meld_kind


def drawn(t: Tongue, variant: str, rules: Rules, example: Example) -> str:
    """One example: what is the case, what follows, and why."""
    options = " · ".join(_options(t, variant, example.options))
    chosen = [f"<i>⚙️ {html.escape(options, quote=False)}.</i>"] if options else []
    reason = f"<i>{html.escape(t.pgettext(*example.why), quote=False)}</i>"
    return "\n".join([*chosen, *_lines(example, t, rules), reason])


def _options(t: Tongue, variant: str, chosen: Chosen) -> list[str]:
    by_name: dict[str, Option] = {option.name: option for option in OPTIONS.get(variant, ())}
    return [capital(choice(t, by_name[name], value)) for name, value in chosen]


def _place(t: Tongue, letter: str) -> str:
    places = t.pgettext("the four places at the table", "North East South West").split()
    return places[SEAT_LETTERS.index(letter)]


def side_name(t: Tongue, rules: Rules, letter: str) -> str:
    """ "N+S": a seat and its partner by their first letters."""
    partner = partner_of(rules, parse_seat(letter))
    seats = [letter] if partner is None else sorted([letter, SEAT_LETTERS[partner]])
    return "+".join(_place(t, seat)[0] for seat in sorted(seats, key=SEAT_LETTERS.index))


def _cards(codes: str) -> list[Card]:
    return [parse_card(code) for code in codes.split()]


def _held(t: Tongue, label: str, codes: str) -> list[str]:
    """A label and cards, a sign for each suit: "South: ♦️ 9 7 · ♥️ 10"."""
    held = sorted(_cards(codes), key=lambda card: -suit_of(card))
    first, *rest = hand_lines(t, held)
    return flow([f"{label} {first}", *rest])


def _strain(t: Tongue, rules: Rules, strain: str) -> str:
    return f"<b>{capital(_contract(t, rules, contract_of(strain)))}</b>"


def _contract(t: Tongue, rules: Rules, contract: Contract) -> str:
    """What is played. In a trick of a game of bids the bid does not matter."""
    if contract.level or rules.auction is not AuctionKind.BIDDING:
        return contract_words(t, rules, contract)
    match contract.mode:
        case Mode.TRUMP:
            return t.gettext("trumps {suit}", suit=t.suit(contract.trump))
        case Mode.NO_TRUMP:
            return t.gettext("no trump")
        case Mode.ALL_TRUMP:
            return t.gettext("all trump")
        case _:
            assert_never(contract.mode)


def _trick(t: Tongue, trick: str) -> list[str]:
    plays = [play.split(":") for play in trick.split()]
    return flow([f"{_place(t, seat)} {t.card(parse_card(card))}" for seat, card in plays])


@singledispatch
def _lines(example: Example, t: Tongue, rules: Rules) -> list[str]:
    raise TypeError(type(example).__name__)


@_lines.register
def _(example: Legal, t: Tongue, rules: Rules) -> list[str]:
    hand = _held(t, f"{_place(t, example.seat)}:", example.hand)
    return [_strain(t, rules, example.strain), *_trick(t, example.trick), *hand, *_held(t, "➜", example.may)]


@_lines.register
def _(example: Wins, t: Tongue, rules: Rules) -> list[str]:
    won = t.pgettext(
        "example", "{place} wins, {points}", place=_place(t, example.seat), points=example.points
    )
    return [_strain(t, rules, example.strain), *_trick(t, example.trick), f"➜ {won}"]


@_lines.register
def _(example: Found, t: Tongue, rules: Rules) -> list[str]:
    names = [f"{meld_kind(t, MeldKind(kind))} {points}" for kind, points in example.melds]
    found = names or [t.pgettext("example", "nothing")]
    strain = _strain(t, rules, example.strain)
    return [strain, *flow(hand_lines(t, _grouped(example.hand))), *flow([f"➜ {found[0]}", *found[1:]])]


def _grouped(codes: str) -> list[Card]:
    return sorted(_cards(codes), key=lambda card: (-suit_of(card), -card))


@_lines.register
def _(example: Best, t: Tongue, rules: Rules) -> list[str]:
    held = [line for seat, codes in example.holders for line in _held(t, f"{_place(t, seat)}:", codes)]
    if example.side:
        side = side_name(t, rules, example.side[0])
        result = t.pgettext("example", "{side} write {points}", side=side, points=example.points)
    else:
        result = t.pgettext("example", "nobody writes")
    return [_strain(t, rules, example.strain), *held, f"➜ {result}"]


@_lines.register
def _(example: Calls, t: Tongue, rules: Rules) -> list[str]:
    order = order_from(rules, parse_seat(example.dealer))
    dealer = t.pgettext("example", "{place} deals", place=_place(t, example.dealer))
    turned = [t.card(parse_card(example.turned))] if example.turned else []
    calls = example.calls.split()
    said = [
        f"{_place(t, SEAT_LETTERS[order[(at + 1) % len(order)]])}: {_call(t, example, call)}"
        for at, call in enumerate(calls)
    ]
    head = f"<b>{' · '.join([dealer, *turned])}</b>"
    return [
        head,
        *flow(said),
        *_outcome(t, rules, example, SEAT_LETTERS[order[(len(calls) + 1) % len(order)]]),
    ]


def _outcome(t: Tongue, rules: Rules, example: Calls, following: str) -> list[str]:
    if example.taker:
        contract = _contract(t, rules, contract_of(example.contract, example.taker, example.double))
        taken = [f"➜ {_place(t, example.taker)}: {contract}"]
        if example.picks_up:
            card = t.card(parse_card(example.turned))
            who = _place(t, example.picks_up)
            taken.append(t.pgettext("example", "{place} gets {card}", place=who, card=card))
        return flow(taken)
    may = [_call(t, example, call) for call in example.may.split()]
    never = list(dict.fromkeys(_call(t, example, call) for call in example.may_not.split()))
    lines = flow([f"➜ {_place(t, following)}: {may[0]}", *may[1:]])
    return [*lines, *flow([f"✗ {never[0]}", *never[1:]])]


def _call(t: Tongue, example: Calls, text: str) -> str:
    action = parse_action(text)
    match action.kind:
        case ActionKind.TAKE:
            return t.suit(suit_of(parse_card(example.turned)))
        case ActionKind.SUIT:
            return t.suit(action.suit)
        case ActionKind.BID:
            return bid_word(t, action.level, action.extra)
        case _:
            return _word(t, action.kind)


def _word(t: Tongue, kind: ActionKind) -> str:
    words = {
        ActionKind.PASS: t.pgettext("example", "pass"),
        ActionKind.NO_TRUMP: t.gettext("no trump"),
        ActionKind.SANS: t.gettext("Sans"),
        ActionKind.TOUT: t.gettext("Tout"),
        ActionKind.SILENT_TAKE: t.pgettext("example", "take silently"),
        ActionKind.COINCHE: t.pgettext("example", "coinche ×2"),
        ActionKind.SURCOINCHE: t.pgettext("example", "surcoinche ×4"),
    }
    return words[kind]


@_lines.register
def _(example: Sum, t: Tongue, rules: Rules) -> list[str]:
    contract = capital(_contract(t, rules, contract_of(example.contract, example.taker, example.double)))
    side = side_name(t, rules, example.taker)
    heads = (side_name(t, rules, "N"), side_name(t, rules, "E" if rules.players == 4 else "S"))
    return [
        f"<b>{contract}</b> · {side}",
        preformatted(heads, _given(t, example), _written(t, rules, example)),
    ]


def _given(t: Tongue, example: Sum) -> list[Row]:
    rows = (
        (StepCode.CARDS, example.cards),
        (StepCode.BELOTE, example.belote),
        (StepCode.MELDS, example.melds),
    )
    return [
        (step_name(t, code), str(pair[0]), str(pair[1]))
        for code, pair in rows
        if any(pair) or code is StepCode.CARDS
    ]


def _written(t: Tongue, rules: Rules, example: Sum) -> list[Row]:
    tenths = rules.scoring is ScoringKind.TENTHS
    before = "Stänner" if tenths else t.pgettext("score sheet", "Pot before")
    after = "Stänner" if tenths else step_name(t, StepCode.HELD)
    pot = [(before, str(example.pot), "")] if example.pot else []
    held = [(after, str(example.held), "")] if example.held else []
    first, second = example.written
    return [*pot, (step_name(t, StepCode.WRITTEN), str(first), str(second)), *held]
