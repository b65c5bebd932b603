"""No sentence of a lesson is wrong: each is read as a learner reads it, in English, and held against the engine."""

import re
from collections.abc import Iterator

import pytest

from engine.actions import PLAY, parse_action
from engine.cards import Hand, card_code, cards_of, parse_card
from engine.match import Match, Phase, apply, to_act
from engine.observation import legal_actions, observation
from engine.seats import Seat
from service.table.lessons import reads_first
from service.telegram import views
from service.telegram.lines import plain
from service.telegram.texts import tongue
from tests.telegram.lesson.lessons import ANNA, seen_by, steps

EN = tongue("en")
ME, PARTNER = 2, 0
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
PLACES = ("North", "East", "South", "West")
CARD = re.compile(r"([♠♥♦♣])\ufe0f(10|[789JQKA])(?:\u00a0\((\d+)\))?")
HELD = re.compile(r"([♠♥♦♣])\ufe0f((?:10|[789JQKA])(?: (?:10|[789JQKA]))*)")
TRUMP = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
OTHER = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
LESSONS = range(240)
BATCH = 40


def code(sign: str, rank: str) -> str:
    return ("T" if rank == "10" else rank) + SIGNS[sign]


def named(line: str) -> dict[str, int | None]:
    """The cards of a line, with the points it gives them."""
    return {code(sign, rank): int(n) if n else None for sign, rank, n in CARD.findall(line)}


def value(card: str, trump: str) -> int:
    return (TRUMP if card[1] == trump else OTHER).get(card[0], 0)


def codes(hand: Hand) -> set[str]:
    return {card_code(card) for card in cards_of(hand)}


def winners(match: Match, card: str) -> set[Seat]:
    """Everybody who wins the trick under way in one of the ways it may go on after a card, by the match itself."""
    assert match.deal is not None
    number = len(match.deal.tricks)

    def after(match: Match) -> Iterator[Seat]:
        tricks = match.deal.tricks if match.deal else match.finished.tricks if match.finished else ()
        if len(tricks) > number:
            yield tricks[number].winner
            return
        for action in legal_actions(observation(match, to_act(match))):
            yield from after(apply(match, action)[0])

    return set(after(apply(match, PLAY[parse_card(card)])[0]))


@pytest.mark.parametrize("first", range(0, len(LESSONS), BATCH))
def test_every_statement_holds(first: int) -> None:
    for seed in range(first, first + BATCH):
        for table in steps(seed):
            match = table.match
            if match is None or match.deal is None:
                continue
            text = plain(views.hand_card(seen_by(table), EN).text)
            lines = text.split("\n")
            reading = reads_first(observation(match, ME), seen_by(table).pick) and to_act(match) == ME
            played = bool(match.deal.tricks or match.deal.trick)
            if played or (match.phase is Phase.PLAYING and to_act(match) == ME and not reading):
                check_hands(lines, match)
            chooses = to_act(match) == ME and not reading
            if not chooses or match.deal.trick or observation(match, ME).hand.bit_count() == 1:
                check_result(lines, match)
            else:
                assert not any(" wins: " in line for line in lines), "it was read on the page before"
            if chooses:
                match match.phase:
                    case Phase.CALLING:
                        check_auction(lines, match)
                    case Phase.PLAYING:
                        check_play(lines, match)


def one(lines: list[str], start: str) -> str:
    """The only line that begins so."""
    found = [line for line in lines if line.startswith(start)]
    assert len(found) == 1, (start, lines)
    return found[0]


def check_hands(lines: list[str], match: Match) -> None:
    """The three others, the partner marked."""
    assert match.deal is not None
    for seat in (0, 1, 3):
        line = one(lines, f"{'🤝' if seat == PARTNER else '🤖'} {PLACES[seat]}: ")
        held = {code(sign, rank) for sign, ranks in HELD.findall(line) for rank in ranks.split()}
        assert held == codes(match.deal.hands[seat])


def check_result(lines: list[str], match: Match) -> None:
    """Why the last trick was won, what it was worth, how it stands."""
    deal = match.deal
    assert deal is not None
    told = [line for line in lines if " wins: " in line]
    if deal.trick or not deal.tricks:
        assert not told
        return
    contract = deal.setup.contract
    assert contract is not None
    trump, trick = "CDHS"[contract.trump], deal.tricks[-1]
    best = next(play.card for play in trick.plays if play.seat == trick.winner)
    played = [card_code(play.card) for play in trick.plays]
    trumps = [card for card in played if card[1] == trump]
    (line,) = told
    assert next(iter(named(line))) == card_code(best)
    if "highest trump" in line:
        assert len(trumps) > 1 or played[0][1] == trump
    elif "beats every" in line:
        assert trumps == [card_code(best)]
        assert played[0][1] != trump
    else:
        assert not trumps
        assert "nobody trumped" in line
    points = [sum(value(card_code(p.card), trump) for p in t.plays) for t in deal.tricks]
    ours = sum(n for n, t in zip(points, deal.tricks, strict=True) if t.winner in (ME, PARTNER))
    assert one(lines, "The trick is worth ") in (
        f"The trick is worth {points[-1]} points. Us {ours} · Them {sum(points) - ours}",
        f"The trick is worth {points[-1]} point. Us {ours} · Them {sum(points) - ours}",
    )


def check_play(lines: list[str], match: Match) -> None:
    deal = match.deal
    assert deal is not None
    assert deal.setup.contract is not None
    trump = "CDHS"[deal.setup.contract.trump]
    legal = {card_code(a.card) for a in legal_actions(observation(match, ME))}
    fates = {card: winners(match, card) for card in legal}
    check_duty(lines, match, legal, trump)
    said = [(line[0], named(line)) for line in lines if re.match("(✅|🤝 You|❔|❌)", line)]
    assert sorted(card for _, cards in said for card in cards) == sorted(legal)
    for sign, cards in said:
        for card, points in cards.items():
            assert points == value(card, trump)
            assert sign == sign_of(fates[card]), (card, fates[card], lines)
    check_advice(lines, fates, trump)


def sign_of(winning: set[Seat]) -> str:
    if winning == {ME}:
        return "✅"
    if winning <= {ME, PARTNER}:
        return "🤝"
    return "❔" if winning & {ME, PARTNER} else "❌"


def check_duty(lines: list[str], match: Match, legal: set[str], trump: str) -> None:
    deal = match.deal
    assert deal is not None
    hand = codes(deal.hands[ME])
    listing = [
        line
        for line in lines
        if "You may play" in line or re.search(r" was led: |, so (you must play )?a trump", line)
    ]
    if listing:
        (line,) = listing
        short = r"was led: you must play|so (?:you must play )?a trump[^:]*: "
        after = re.split("You may play" if "You may play" in line else short, line)[1]
        assert set(named(after.split(".")[0])) == legal
    else:
        assert legal == hand
        (free,) = [line for line in lines if "any card" in line or "what you like" in line]
        void = not any(card[1] == card_code(deal.trick[0].card)[1] for card in hand) if deal.trick else True
        assert ("what you like" in free) == bool(deal.trick)
        assert void
        if "neither" in free:
            assert not any(card[1] == trump for card in hand)
            assert all(ME not in winners(match, c) for c in legal)
    lying = sum(value(card_code(play.card), trump) for play in deal.trick)
    if deal.trick:
        assert one(lines, "On the table") == f"On the table: {lying} points."
    for line in lines:
        if "not with a trump" in line:
            assert deal.trick
            assert all(card_code(play.card)[1] != trump for play in deal.trick)
        if "no trump above" in line:
            (above,) = named(line.split("You may")[0])
            assert not any(stronger(card, above) for card in hand if card[1] == trump)
        elif "above" in line or "a higher one than" in line:
            above = next(iter(named(re.split("above|than", line)[1])))
            assert all(stronger(card, above) for card in legal)


def stronger(card: str, than: str) -> bool:
    return "78QKTA9J".index(card[0]) > "78QKTA9J".index(than[0])


def check_advice(lines: list[str], fates: dict[str, set[Seat]], trump: str) -> None:
    told = [line for line in lines if line.startswith("👉")]
    assert len(told) == (len(fates) > 1)
    for line in told:
        cards = list(named(line))
        assert set(cards) <= set(fates)
        ours = {card for card, wins in fates.items() if wins <= {ME, PARTNER}}
        theirs = {card for card, wins in fates.items() if not wins & {ME, PARTNER}}
        if "makes sure" in line:
            assert cards[0] in ours
        elif "keep your high trumps" in line:
            assert ours == set(fates)
            assert all(card[1] == trump for card in fates)
            assert not any(stronger(cards[0], card) for card in fates)
        elif "your side’s anyway" in line:
            assert ours == set(fates)
            assert not cards or (value(cards[0], trump) > 0 and cards[0][1] != trump)
        elif "The others get it" in line:
            assert theirs == set(fates)
            assert value(cards[0], trump) == min(value(card, trump) for card in fates)
        else:
            assert "Nothing is sure" in line
            assert not ours
            assert theirs != set(fates)


def check_auction(lines: list[str], match: Match) -> None:
    deal = match.deal
    assert deal is not None
    seen = observation(match, ME)
    hand = codes(seen.hand) | ({card_code(seen.turned)} if seen.dealer == ME else set())
    for line in lines:
        if told := re.match(r"([♠♥♦♣])\ufe0f: (\d) trumps? for you, (\d+) points; (\d) aces? beside", line):
            suit, n, points, aces = SIGNS[told[1]], int(told[2]), int(told[3]), int(told[4])
            own = [card for card in hand if card[1] == suit]
            assert (n, points) == (len(own), sum(value(card, suit) for card in own))
            assert aces == sum(card[0] == "A" and card[1] != suit for card in codes(seen.hand))
    advice = one(lines, "👉")
    if "take" in advice:
        suit = SIGNS[advice.split("take ")[1][0]]
        own = [card for card in hand if card[1] == suit]
        assert len(own) >= 3
        assert {"J" + suit, "9" + suit} & set(own)
        call = "take" if seen.round == 1 else suit
        assert parse_action(call) in legal_actions(seen)


def test_a_bystander_never_sees_a_hand_of_a_lesson() -> None:
    for table in steps(7):
        assert seen_by(table, None).lesson is None
        assert seen_by(table, ANNA + 1).lesson is None
