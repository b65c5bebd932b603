"""A table with four people, and the deal that the mock-ups follow, played by the real engine."""

import re
from collections.abc import Iterable
from typing import Any

from engine.actions import parse_action
from engine.cards import Card, parse_card
from engine.match import Match, apply, resume, start_deal
from engine.observation import observation
from engine.rules import Rules
from engine.seats import E, N, S, Seat, W, next_seat, order_from
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.model import Stage
from service.table.view import Player, TableView
from service.telegram.messages import Message
from service.telegram.texts import tongue

DE, EN = tongue("de"), tongue("en")
ANNA, BEN, CHLOE, DAN = 1, 2, 3, 4
SEATS = {ANNA: N, BEN: W, CHLOE: S, DAN: E}
TABLE = "k3x7q2mz5a"
CLASSIC = with_option(VARIANTS["classic"], OPTIONS["classic"][0], 501)
SEAL = "5f0c" + "0" * 56 + "91ae"

FIRST_FIVE = {N: "AD 7D TD AS KS", W: "9D KD 7S 8H 9S", S: "JH 7H TS 8D AC", E: "QD QC QS TH AH"}
THE_REST = {N: "KH QH TC", W: "JS 7C 9C", S: "8S JD", E: "JC 8C KC"}
AUCTION = "pass pass take"
CARDS = (
    "AD 9D JD QD  7D KD 8D QC  7S 8S QS AS  TD 8H 9H TH  JH AH QH JS  AC 8C TC 7C  7H JC KH 9C  KS 9S TS KC"
)


def players(*names: str) -> tuple[Player, ...]:
    """Four people in the order N E S W; their ids are those of the mock-ups."""
    anna, ben, chloe, dan = names or ("Anna", "Ben", "Chloé", "Dan")
    return (
        Player(N, ANNA, anna, None, True),
        Player(E, DAN, dan, None, True),
        Player(S, CHLOE, chloe, None, True),
        Player(W, BEN, ben, None, True),
    )


def pack(dealer: Seat, first: dict[Seat, str], turned: str, rest: dict[Seat, str]) -> tuple[Card, ...]:
    """The pack that deals these cards: three, two, one turned up, and what follows the auction."""
    order = order_from(CLASSIC, next_seat(CLASSIC, dealer))
    fives = {seat: cards.split() for seat, cards in first.items()}
    codes = [code for seat in order for code in fives[seat][:3]]
    codes += [code for seat in order for code in fives[seat][3:]]
    codes += [turned, *(code for seat in order for code in rest[seat].split())]
    return tuple(parse_card(code) for code in codes)


def deal_three(rules: Rules = CLASSIC) -> Match:
    """Deal 3 of the mock-ups, cards dealt: Dan has dealt, the nine of hearts is turned up."""
    match = resume(rules, deal_no=3, dealer=E, totals=(194, 150), pot=0, ply=60)
    return start_deal(match, pack(E, FIRST_FIVE, "9H", THE_REST))[0]


def played(match: Match, actions: str | Iterable[str]) -> Match:
    """The match after these actions."""
    for text in actions.split() if isinstance(actions, str) else actions:
        match = apply(match, parse_action(text))[0]
    return match


def after(cards: int, rules: Rules = CLASSIC) -> Match:
    """Deal 3 after the auction and so many cards."""
    return played(deal_three(rules), [*AUCTION.split(), *CARDS.split()[:cards]])


def view(match: Match | None, viewer: int | None = None, **changes: Any) -> TableView:
    """The table as one of the four people sees it."""
    return built(match, viewer, None if viewer is None else SEATS.get(viewer), **changes)


def built(match: Match | None, viewer: int | None, seat: Seat | None, **changes: Any) -> TableView:
    """A table view, whatever else it has come to hold: what a scene does not set has its default, or is None."""
    values: dict[str, Any] = (
        dict.fromkeys(TableView._fields)
        | TableView._field_defaults
        | {
            "id": TABLE,
            "viewer": viewer,
            "seat": seat,
            "stage": Stage.LOBBY if match is None else Stage.PLAYING,
            "revision": 7,
            "chat": -100,
            "title": "Belote-Club",
            "variant": "classic",
            "rules": CLASSIC if match is None else match.rules,
            "creator": ANNA,
            "players": players(),
            "cuts": {},
            "stand_in": "novice",
            "commitment": SEAL,
            "seen": None if match is None else observation(match, seat),
            "deals": (),
            "opened_at": 0,
            "started_at": None if match is None else 0,
            "cancelling": (),
            "rematch": (),
            "shut": "",
            "pick": "",
        }
    )
    return TableView(**values | changes)


def shown(message: Message) -> str:
    """Text and labels as in the mock-ups: isolation marks and widening spaces left out, `---` above the buttons."""
    text = plain(message.text)
    if not message.rows:
        return text
    rows = [" ".join(_button(one.label, one.style, one.disabled) for one in row) for row in message.rows]
    return "\n".join([text, "---", *map(plain, rows)])


def plain(text: str) -> str:
    return re.sub("[\u2068\u2069]|\u2002+(?=\n|$)", "", text)


def _button(label: str, style: str | None, disabled: bool) -> str:
    if disabled:
        return f"[X {label}]"
    return f"[{style[0].upper()} {label}]" if style else f"[{label}]"
