"""Deals of the other rule sets for the mock-ups, played by the real engine."""

from collections.abc import Mapping
from typing import Any

from engine.cards import CARDS, Card, card_code, parse_card
from engine.match import Match, resume, start_deal
from engine.rules import Rules
from engine.seats import E, N, S, Seat, W, order_from, seats_in_play
from service.table.view import Player, TableView
from tests.telegram.views.scene import ANNA, BEN, CHLOE, DAN, built


def stacked(rules: Rules, dealer: Seat, wanted: Mapping[Seat, str], turned: str = "") -> tuple[Card, ...]:
    """A pack that deals each seat these cards first and, where one is turned up, this one."""
    order = order_from(rules, order_from(rules, dealer)[1])
    hands = {seat: wanted.get(seat, "").split() for seat in seats_in_play(rules)}
    named = {code for codes in hands.values() for code in codes} | {turned}
    rest = [card_code(card) for card in CARDS if card_code(card) not in named]
    for codes in hands.values():
        codes += [rest.pop() for _ in range((5 if turned else 8) - len(codes))]
    if not turned:  # three, two, three: all cards are dealt
        rounds = ((0, 3), (3, 5), (5, 8))
        return _codes([c for a, b in rounds for seat in order for c in hands[seat][a:b]])
    first = [c for a, b in ((0, 3), (3, 5)) for seat in order for c in hands[seat][a:b]]
    return _codes([*first, turned, *rest])


def _codes(codes: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in codes)


def dealt(
    rules: Rules,
    dealer: Seat,
    wanted: Mapping[Seat, str],
    turned: str = "",
    totals: tuple[int, int] = (0, 0),
    deal_no: int = 1,
) -> Match:
    """A deal under way with these hands."""
    match = resume(rules, deal_no=deal_no, dealer=dealer, totals=totals, pot=0, ply=60)
    return start_deal(match, stacked(rules, dealer, wanted, turned))[0]


CLOCKWISE = {ANNA: N, BEN: E, CHLOE: S, DAN: W}


def at_table(match: Match, viewer: int | None, **changes: Any) -> TableView:
    """The table as one of the four sees it, who sit clockwise here."""
    people = zip((ANNA, BEN, CHLOE, DAN), ("Anna", "Ben", "Chloé", "Dan"), strict=True)
    sitting = tuple(Player(CLOCKWISE[person], person, name, None, True) for person, name in people)
    seat = None if viewer is None else CLOCKWISE.get(viewer)
    return built(match, viewer, seat, **{"title": "Stammtisch", "players": sitting} | changes)


def two_at_table(match: Match, viewer: int | None, **changes: Any) -> TableView:
    """Chloé and Dan alone."""
    sitting = (Player(N, CHLOE, "Chloé", None, True), Player(S, DAN, "Dan", None, True))
    seat = {CHLOE: N, DAN: S}.get(viewer or 0)
    return built(match, viewer, seat, **{"title": "Stammtisch", "players": sitting} | changes)
