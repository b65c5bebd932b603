"""The rule pages: every example is computed, every paragraph and reading that the code cites exists."""

import re
from functools import singledispatch
from itertools import pairwise
from pathlib import Path

import pytest

import engine
import service
from engine.actions import parse_action
from engine.auction import AuctionStatus, Call, offered, result_of, round_of
from engine.cards import NO_CARD, parse_card
from engine.contracts import LAST_TRICK, tables_for
from engine.dealing import receiver
from engine.melds import compare, proposal
from engine.rules import Rules
from engine.scoring import score_deal
from engine.seats import SEAT_LETTERS, next_seat, order_from, parse_seat, side_of
from engine.trick import legal_cards, points_of, winner_of
from engine.variants import OPTIONS, VARIANTS
from service.telegram.rulebook import PAGES
from service.telegram.rulebook.examples import (
    Best,
    Calls,
    Example,
    Found,
    Legal,
    Sum,
    Wins,
    agreed,
    contract_of,
)
from tests.engine.play import hand, one_meld, plays
from tests.rule_pages import DOCS, HEADING, with_examples

TEXTS = {page.stem: page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md"))}
CORE, SERVICE = (
    [path.read_text(encoding="utf-8") for path in sorted(Path(package.__file__ or "").parent.rglob("*.py"))]
    for package in (engine, service)
)
EXAMPLES = [
    pytest.param(variant, example, id=f"{variant} {section.key} {number}")
    for variant, page in PAGES.items()
    for section in page.sections
    for number, example in enumerate(section.examples, start=1)
]
READINGS = {
    "classic": {f"AMB-A{number}" for number in range(1, 11)},
    "two-player": {f"AMB-B{number}" for number in range(1, 6)},
    "luxembourg": {f"AMB-C{number}" for number in range(1, 25)},
    "coinche": {f"AMB-D{number}" for number in range(1, 9)},
    "beginner": {f"AMB-E{number}" for number in range(1, 9)},
    "house": {f"AMB-F{number}" for number in (1, 3)},
}
"""What each page must explain; AMB-F2 is about a source's slip and no reading of ours."""


@singledispatch
def judge(example: Example, rules: Rules) -> None:
    """Ask the engine whether an example is true."""
    raise TypeError(type(example).__name__)


@judge.register
def _(example: Legal, rules: Rules) -> None:
    seat, held = parse_seat(example.seat), hand(example.hand)
    cards = legal_cards(rules, contract_of(example.strain), plays(example.trick), seat, held)
    assert cards == hand(example.may)
    _in_turn(rules, example.trick, example.seat)


def _in_turn(rules: Rules, trick: str, seat: str) -> None:
    """Seats play one after the other in the rule set's direction."""
    seats = [play.seat for play in plays(trick)] + ([parse_seat(seat)] if seat else [])
    assert all(after == next_seat(rules, before) for before, after in pairwise(seats))


@judge.register
def _(example: Wins, rules: Rules) -> None:
    contract, cards = contract_of(example.strain), plays(example.trick)
    assert winner_of(contract, cards) == parse_seat(example.seat)
    assert sum(points_of(rules, contract, play.card) for play in cards) == example.points
    _in_turn(rules, example.trick, "")


@judge.register
def _(example: Found, rules: Rules) -> None:
    melds = proposal(rules, tables_for(rules, contract_of(example.strain)), hand(example.hand))
    assert tuple((meld.kind.value, meld.points) for meld in melds) == example.melds


@judge.register
def _(example: Best, rules: Rules) -> None:
    tables = tables_for(rules, contract_of(example.strain))
    entries = [
        (side_of(rules, parse_seat(seat)), one_meld(rules, tables, cards)) for seat, cards in example.holders
    ]
    verdict = compare(rules, tables, entries)
    side = None if not example.side else side_of(rules, parse_seat(example.side[0]))
    assert (verdict.side, sum(verdict.points)) == (side, example.points)


@judge.register
def _(example: Calls, rules: Rules) -> None:
    dealer = parse_seat(example.dealer)
    turned = parse_card(example.turned) if example.turned else NO_CARD
    order = order_from(rules, next_seat(rules, dealer))
    calls: tuple[Call, ...] = ()
    for number, text in enumerate(example.calls.split()):
        seat, action = order[number % len(order)], parse_action(text)
        assert action in offered(rules, turned, calls, seat)
        calls = (*calls, Call(seat, action))
    result = result_of(rules, turned, calls)
    if not example.taker:
        may = offered(rules, turned, calls, order[len(calls) % len(order)])
        assert result.status is AuctionStatus.OPEN
        assert {parse_action(text) for text in example.may.split()} <= set(may)
        assert not {parse_action(text) for text in example.may_not.split()} & set(may)
        return
    contract = contract_of(example.contract, example.taker, example.double)
    assert result.contract == contract
    to = receiver(rules, dealer, contract.taker, round_of(rules, calls))
    assert ("" if to is None else SEAT_LETTERS[to]) == example.picks_up


@judge.register
def _(example: Sum, rules: Rules) -> None:
    first, second = example.cards
    contract = contract_of(example.contract, example.taker, example.double)
    assert first + second == tables_for(rules, contract).total
    last = 0 if first >= LAST_TRICK else 1
    score = score_deal(
        rules,
        contract,
        cards=(first - LAST_TRICK, second) if last == 0 else (first, second - LAST_TRICK),
        last_trick=last,
        belote=example.belote,
        melds=example.melds,
        sweep=side_of(rules, parse_seat(example.sweep)) if example.sweep else None,
        pot=example.pot,
    )
    written = (score.outcome.value, score.written, score.pot_out)
    assert written == (example.outcome, example.written, example.held)


@pytest.mark.parametrize(("variant", "example"), EXAMPLES)
def test_an_example_of_the_rules(variant: str, example: Example) -> None:
    judge(example, agreed(variant, VARIANTS[variant], example.options))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_set_has_its_page_and_the_bot_the_same_sections(variant: str) -> None:
    sections = [section.key for section in PAGES[variant].sections]
    assert HEADING.findall(TEXTS[variant]) == sections
    assert {"cards", "deal", "auction", "play", "score", "end"} <= set(sections)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_prints_the_examples_of_the_bot(variant: str) -> None:
    """If this fails: `python -m tests.rule_pages`."""
    assert TEXTS[variant] == with_examples(TEXTS[variant], PAGES[variant].sections)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_shows_cards_calls_and_sums(variant: str) -> None:
    kinds = {type(example) for section in PAGES[variant].sections for example in section.examples}
    assert {Legal, Calls, Sum} <= kinds


def test_cited_paragraphs_exist() -> None:
    cited = {
        found
        for source in (*CORE, *SERVICE)
        for found in re.findall(r"\b([a-z]+(?:-[a-z]+)*)(?:\.md)? §(\w+)", source)
    }
    assert {("luxembourg", "announcements"), ("coinche", "score"), ("beginner", "deal")} <= cited
    for page, section in cited:
        assert section in HEADING.findall(TEXTS[page]), f"{page} §{section}"


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_readings_of_a_rule_set_are_named(variant: str) -> None:
    named = set(re.findall(r"AMB-[A-FH-Z]\d+", TEXTS[variant]))
    assert {name for name in named if name in READINGS[variant]} == READINGS[variant]


def test_readings_cited_in_the_code_are_explained() -> None:
    cited = {name for source in CORE for name in re.findall(r"AMB-[A-Z]\d+", source)}
    assert cited <= {name for text in TEXTS.values() for name in re.findall(r"AMB-[A-Z]\d+", text)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_are_named_on_the_page(variant: str) -> None:
    for option in OPTIONS[variant]:
        if option.name != "target":
            assert f"`{option.name}" in TEXTS[variant], option.name
