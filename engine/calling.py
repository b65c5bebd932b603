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
from engine.state import Deal, Match, Phase, Setup, flip, in_phase, new, next_ply, with_reserves


def call(match: Match, deal: Deal, action: Action) -> tuple[Match, tuple[Event, ...]]:
    """The seat to act calls."""
    rules, setup, seat = match.rules, deal.setup, deal.turn
    calls = (*setup.calls, Call(seat, action))
    called = Called(seat, action)
    status, contract = result_of(rules, setup.turned, calls)
    setup = Setup(setup.pack, setup.turned, setup.dealt, calls, round_of(rules, calls))
    # Nothing of the play has begun: all but these two stays as it is.
    after = new(Deal, (setup, steps(rules)[seat], *deal[2:]))
    match = next_ply(match, after)
    if contract is not None:
        fixed, event = fix_contract(match, after, contract)
        return fixed, (called, event)
    if status is AuctionStatus.PASSED_OUT:
        over, events = finish(match, after, unscored(Outcome.PASSED_OUT, match.pot, match.totals))
        return over, (called, *events)
    return match, (called,)


def fix_contract(match: Match, deal: Deal, contract: Contract) -> tuple[Match, Event]:
    """The auction is over: deal the rest, unless the dealer must lay a card aside first."""
    rules, setup = match.rules, deal.setup
    to = receiver(rules, match.dealer, contract.taker, setup.round)
    hands = deal.hands if to is None else flip(deal.hands, to, setup.turned)
    tables = tables_for(rules, contract)
    setup = Setup(setup.pack, setup.turned, setup.dealt, setup.calls, setup.round, contract, tables)
    if to is not None and rules.lays_aside:
        waiting = deal._replace(setup=setup, turn=to, hands=hands)
        return in_phase(match, Phase.LAYING_ASIDE, waiting), ContractFixed(contract)
    hands = second_deal(rules, match.dealer, setup.pack, hands, taken=to is not None)
    return _open_play(match, deal, setup, hands), ContractFixed(contract)


def lay_aside(match: Match, deal: Deal, card: Card) -> tuple[Match, tuple[Event, ...]]:
    """The dealer puts a card under the stock and deals the rest (beginner §deal, AMB-E1)."""
    hands = flip(deal.hands, deal.turn, card)
    hands = second_deal(match.rules, match.dealer, deal.setup.pack, hands, card, taken=True)
    opened = _open_play(next_ply(match, deal), deal, deal.setup._replace(aside=card), hands)
    return opened, (LaidAside(deal.turn),)


def _open_play(match: Match, deal: Deal, setup: Setup, hands: Hands) -> Match:
    setup = setup._replace(dealt=with_reserves(hands, deal.reserves))
    leader = deal.leader
    opened = Deal(setup, leader, hands, leader, columns=deal.columns, reserves=deal.reserves)
    return in_phase(match, Phase.PLAYING, opened)
