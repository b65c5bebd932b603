"""Positions written down from one player's chair: his hand, the tricks that lie, the calls that were made."""

from engine.actions import parse_action
from engine.auction import Call
from engine.cards import Hand
from engine.contracts import Contract
from engine.observation import Observation
from engine.rules import Rules
from engine.seats import Seat, parse_seat, side_of
from engine.state import Phase
from engine.trick import Trick, points_of, winner_of
from engine.variants import VARIANTS
from tests.engine.play import hand, plays, trump

COINCHE = VARIANTS["coinche"]


def sees(
    cards: str,
    *tricks: str,
    trick: str = "",
    seat: str = "S",
    contract: Contract | None = None,
    rules: Rules = COINCHE,
    turned: int = -1,
) -> Observation:
    """A player about to play a card: `tricks` that are over and the one on the table, as `"N:AC E:7C ..."`. North
    plays hearts unless another contract is given."""
    contract = contract or trump("H")._replace(level=80)
    over = tuple(_finished(rules, contract, text) for text in tricks)
    now = plays(trick) if trick else ()
    played = [play.seat for done in over for play in done.plays] + [play.seat for play in now]
    me = parse_seat(seat)
    counts = tuple(8 - played.count(other) for other in range(4))
    held = hand(cards)
    assert held.bit_count() == counts[me], f"{counts[me]} cards are left"
    winners = [side_of(rules, done.winner) for done in over]
    leader = now[0].seat if now else over[-1].winner if over else me
    return _observation(rules, me, Phase.PLAYING, held, (), contract, counts, (0, 0), len(played))._replace(
        turned=turned, leader=leader, trick=now, tricks=over, won=(winners.count(0), winners.count(1))
    )


def hears(
    cards: str,
    *calls: str,
    seat: str = "S",
    turned: int = -1,
    rules: Rules = COINCHE,
    totals: tuple[int, int] = (0, 0),
) -> Observation:
    """A player about to call: the calls before his, as `"E:pass"`. Who called first sits behind the dealer."""
    made = tuple(Call(parse_seat(text[0]), parse_action(text[2:])) for text in calls)
    me, held = parse_seat(seat), hand(cards)
    first = made[0].seat if made else me
    dealer = next(other for other in range(4) if (other + 1) % 4 == first)
    size = held.bit_count()
    said = 1 if turned < 0 or len(made) < rules.players else 2
    seen = _observation(rules, me, Phase.CALLING, held, made, None, (size,) * 4, totals, len(made))
    return seen._replace(dealer=dealer, turned=turned, round=said, leader=first)


def _finished(rules: Rules, contract: Contract, text: str) -> Trick:
    played = plays(text)
    points = sum(points_of(rules, contract, play.card) for play in played)
    return Trick(played, winner_of(contract, played), points)


def _observation(
    rules: Rules,
    seat: Seat,
    phase: Phase,
    held: Hand,
    calls: tuple[Call, ...],
    contract: Contract | None,
    counts: tuple[int, ...],
    totals: tuple[int, int],
    ply: int,
) -> Observation:
    return Observation(
        rules=rules,
        seat=seat,
        phase=phase,
        ply=ply,
        deal_no=1,
        dealer=0,
        turn=seat,
        totals=totals,
        pot=0,
        turned=-1,
        calls=calls,
        round=1,
        contract=contract,
        hand=held,
        counts=counts,
        columns=(),
        leader=seat,
        trick=(),
        tricks=(),
        won=(0, 0),
        belotes=(),
        melds=(),
        finished=None,
        winner=None,
    )
