"""From the first call to the first card."""

from engine.actions import Action
from engine.auction import AuctionStatus, Call, result_of, round_of
from engine.cards import Card
from engine.contracts import Contract, tables_for
from engine.dealing import Hands, receiver, second_deal
from engine.events import Called, ContractFixed, Event, LaidAside
from engine.finishing import finish
from engine.scoring import Outcome, unscored
from engine.seats import steps
from engine.state import Deal, Match, Phase, flip, with_reserves


def call(match: Match, deal: Deal, action: Action) -> tuple[Match, tuple[Event, ...]]:
    """The seat to act calls."""
    rules, setup, seat = match.rules, deal.setup, deal.turn
    calls = (*setup.calls, Call(seat, action))
    called = Called(seat, action)
    deal = deal._replace(setup=setup._replace(calls=calls), turn=steps(rules)[seat])
    match = match._replace(ply=match.ply + 1, deal=deal)
    result = result_of(rules, setup.turned, calls)
    if result.contract is not None:
        fixed, events = fix_contract(match, deal, result.contract)
        return fixed, (called, *events)
    if result.status is AuctionStatus.PASSED_OUT:
        over, events = finish(match, deal, unscored(Outcome.PASSED_OUT, match.pot, match.totals))
        return over, (called, *events)
    return match, (called,)


def fix_contract(match: Match, deal: Deal, contract: Contract) -> tuple[Match, tuple[Event, ...]]:
    """The auction is over: deal the rest, unless the dealer must lay a card aside first."""
    rules, setup = match.rules, deal.setup
    setup = setup._replace(contract=contract, tables=tables_for(rules, contract))
    to = receiver(rules, match.dealer, contract.taker, round_of(rules, setup.calls))
    hands = deal.hands if to is None else flip(deal.hands, to, setup.turned)
    fixed = ContractFixed(contract)
    if to is not None and rules.lays_aside:
        waiting = deal._replace(setup=setup, turn=to, hands=hands)
        return match._replace(phase=Phase.LAYING_ASIDE, deal=waiting), (fixed,)
    hands = second_deal(rules, match.dealer, setup.pack, hands, taken=to is not None)
    return _open_play(match, deal._replace(setup=setup), hands), (fixed,)


def lay_aside(match: Match, deal: Deal, card: Card) -> tuple[Match, tuple[Event, ...]]:
    """The dealer puts a card under the stock and deals the rest (beginner §deal, AMB-E1)."""
    hands = flip(deal.hands, deal.turn, card)
    hands = second_deal(match.rules, match.dealer, deal.setup.pack, hands, card, taken=True)
    deal = deal._replace(setup=deal.setup._replace(aside=card))
    event = LaidAside(deal.turn)
    return _open_play(match._replace(ply=match.ply + 1), deal, hands), (event,)


def _open_play(match: Match, deal: Deal, hands: Hands) -> Match:
    dealt = with_reserves(hands, deal.reserves)
    opened = deal._replace(setup=deal.setup._replace(dealt=dealt), turn=deal.leader, hands=hands)
    return match._replace(phase=Phase.PLAYING, deal=opened)
