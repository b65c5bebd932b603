"""A match told again from its record, for `rebelote replay`: deal by deal, trick by trick."""

from collections.abc import Iterator

from engine.actions import Action, ActionKind, action_text
from engine.cards import RANK_LETTERS, SUITS, Card, Hand, cards_of
from engine.contracts import Contract, Mode
from engine.match import FinishedDeal, Match, new_match, play_trusted, start_deal
from engine.notation import DealLine, Fact, Record, ScoreLine, SeatsLine
from engine.observation import Observation, observation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, Seat, seats_in_play
from engine.trick import Trick
from engine.verify import pack_of

SIGNS = "♣♦♥♠"


def told(record: Record) -> Iterator[str]:
    """The lines of a match. Raises `ValueError` for a record that cannot be played, naming the entry."""
    match: Match | None = None
    owners: dict[Seat, str] = {}
    for index, entry in enumerate(record.entries):
        if isinstance(entry, SeatsLine):
            yield _seated(owners, dict(entry.owners))
            owners = dict(entry.owners)
            continue
        try:
            match, lines = _step(record, match, entry)
        except ValueError as fault:
            raise ValueError(f"entry {index + 1}: {fault}") from None
        yield from lines
    if match is not None and match.deal is not None:
        yield from _broken_off(match)


def _step(record: Record, match: Match | None, entry: DealLine | Fact | ScoreLine) -> tuple[Match, list[str]]:
    if isinstance(entry, DealLine):
        return _dealt(record, match, entry)
    if match is None:
        raise ValueError("the record does not begin with a deal")
    if isinstance(entry, ScoreLine):
        return match, []
    before = observation(match, None)
    after = play_trusted(match, entry.action)
    return after, _acted(before, entry, after)


def _seated(before: dict[Seat, str], now: dict[Seat, str]) -> str:
    """At the beginning who has which seat, later who comes for whom."""
    if not before:
        return "Seats: " + ", ".join(f"{SEAT_LETTERS[seat]} {_owner(one)}" for seat, one in now.items())
    changed = [seat for seat in now if now[seat] != before.get(seat)]
    return "  Seats: " + ", ".join(
        f"{SEAT_LETTERS[seat]} {_owner(now[seat])} for {_owner(before.get(seat, '?'))}" for seat in changed
    )


def _owner(word: str) -> str:
    return f"player {word}" if word.isdigit() else word.replace(":", " ")


def _dealt(record: Record, match: Match | None, line: DealLine) -> tuple[Match, list[str]]:
    rules = record.rules
    opened = new_match(rules, line.dealer) if match is None else match
    dealt, _ = start_deal(opened._replace(deal_no=line.deal_no, dealer=line.dealer), pack_of(record, line))
    assert dealt.deal is not None
    turned = "" if dealt.deal.setup.turned < 0 else f", turned up {_card(dealt.deal.setup.turned)}"
    head = f"Deal {line.deal_no}, dealer {SEAT_LETTERS[line.dealer]}{turned}"
    return dealt, ["", head, "-" * len(head)]


def _acted(before: Observation, fact: Fact, after: Match) -> list[str]:
    """What an action adds: calls as they come, a trick when it is whole, the sum when the deal is over."""
    lines = [] if fact.action.kind is ActionKind.PLAY else [f"  {_who(fact)} {_said(fact.action)}"]
    if after.finished is not None and (after.deal is None or after.deal_no != before.deal_no):
        finished = after.finished
        first = len(before.tricks)
        return [*lines, *_tricks(finished.tricks[first:], first), *_sum(after.rules, finished)]
    assert after.deal is not None
    if before.contract is None and (contract := after.deal.setup.contract) is not None:
        lines += [f"  Played: {_contract(contract)}", *_hands(after.rules, after.deal.setup.dealt)]
    return [*lines, *_tricks(after.deal.tricks[len(before.tricks) :], len(before.tricks))]


def _who(fact: Fact) -> str:
    """The seat; and who decided for it, if not its player."""
    author = "" if fact.author in ("p", "person") else f" ({fact.author})"
    return f"{SEAT_LETTERS[fact.seat]}{author}:"


def _said(action: Action) -> str:
    match action.kind:
        case ActionKind.SUIT:
            return f"takes {SIGNS[action.suit]}"
        case ActionKind.CLAIM:
            return "claims every remaining trick"
        case _:
            return action_text(action).replace("_", " ")


def _contract(contract: Contract) -> str:
    strain = SIGNS[contract.trump] if contract.mode is Mode.TRUMP else contract.mode.value
    level = f"{contract.level} " if contract.level else ""
    double = f" x{contract.double}" if contract.double > 1 else ""
    return f"{level}{strain}{double} by {SEAT_LETTERS[contract.taker]}"


def _hands(rules: Rules, dealt: tuple[Hand, ...]) -> list[str]:
    return [f"    {SEAT_LETTERS[seat]}  {_hand(dealt[seat])}" for seat in seats_in_play(rules)]


def _hand(hand: Hand) -> str:
    suits = ((SIGNS[suit], hand >> 8 * suit & 0xFF) for suit in reversed(SUITS))
    return "  ".join(
        f"{sign} {' '.join(_rank(card) for card in reversed(cards_of(held)))}" for sign, held in suits if held
    )


def _tricks(tricks: tuple[Trick, ...], first: int) -> list[str]:
    return [
        f"  {first + number}. {'  '.join(f'{SEAT_LETTERS[p.seat]} {_card(p.card)}' for p in trick.plays)}"
        f"  -> {SEAT_LETTERS[trick.winner]}, {trick.points}"
        for number, trick in enumerate(tricks, 1)
    ]


def _sum(rules: Rules, finished: FinishedDeal) -> list[str]:
    score = finished.score
    claimed = "" if finished.claimed is None else f", claimed from trick {finished.claimed[1]}"
    ours, theirs = _sides(rules)
    written = f"{ours} {score.written[0]}, {theirs} {score.written[1]}"
    return [
        f"  {score.outcome.value.capitalize()}{claimed}: {written}; in all {score.totals[0]}:{score.totals[1]}"
    ]


def _sides(rules: Rules) -> tuple[str, str]:
    letters = [SEAT_LETTERS[seat] for seat in seats_in_play(rules)]
    return "".join(letters[0::2]), "".join(letters[1::2])


def _broken_off(match: Match) -> list[str]:
    assert match.deal is not None
    lying = "  ".join(f"{SEAT_LETTERS[play.seat]} {_card(play.card)}" for play in match.deal.trick)
    return [f"  {len(match.deal.tricks) + 1}. {lying}"] * bool(lying) + ["  (not played to its end)"]


def _card(card: Card) -> str:
    return SIGNS[card >> 3] + _rank(card)


def _rank(card: Card) -> str:
    return RANK_LETTERS[card & 7].replace("T", "10")
