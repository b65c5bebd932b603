"""A player who knows the rules and little else.

Takes with a fair trump suit, with a lesser one when the others are about to win; leads what its partner led; plays high
when that wins, low when it does not, and gives its partner points.
"""

from engine.actions import Action, ActionKind
from engine.auction import standing
from engine.cards import SUIT_MASKS, SUITS, Card, Hand, Suit, cards_of
from engine.contracts import Mode, Tables, compiled, strain_of, tables_for
from engine.observation import Observation, legal_actions
from engine.players.habits import partners_suits, pressed, worth_leading
from engine.players.ties import draw, in_order
from engine.rules import Rules
from engine.seats import side_of
from engine.trick import winning

TAKES_WITH, TAKES_PRESSED = 34, 28
"""Trump points and side aces in the first hand that make a suit worth taking, of about 60; when the others are about to
win."""


def choose(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """A legal action; `ValueError` when it is not this seat's turn. `budget` is ignored: it hardly thinks."""
    del budget
    actions = legal_actions(observation)
    if not actions:
        raise ValueError("nothing to do for this seat")
    if len(actions) == 1:
        return actions[0]
    actions = tuple(in_order(observation, actions))
    plays = tuple(action for action in actions if action.kind is ActionKind.PLAY)
    if plays:
        show = next((action for action in actions if action.kind is ActionKind.SHOW), None)
        return show or _play(observation, plays, seed)
    if observation.contract is None:
        return _call(observation, actions)
    return min(
        actions, key=lambda action: _worth(tables_for(observation.rules, observation.contract), action.card)
    )


def _call(obs: Observation, actions: tuple[Action, ...]) -> Action:
    """The best suit on offer, when it is good enough; once a game stands, no more."""
    offers = [action for action in actions if _suit(obs, action) >= 0 and action.level <= 80]
    passing = next((action for action in actions if action.kind is ActionKind.PASS), None)
    if standing(obs.calls).call is not None and passing is not None:
        return passing
    best = max(offers, key=lambda action: _trump_worth(obs.rules, obs.hand, _suit(obs, action)))
    if passing is None or _trump_worth(obs.rules, obs.hand, _suit(obs, best)) >= _threshold(obs):
        return best
    return passing


def _threshold(obs: Observation) -> int:
    theirs = 0 if obs.seat is None else obs.totals[1 - side_of(obs.rules, obs.seat)]
    wanted = TAKES_PRESSED if pressed(obs.rules, theirs) else TAKES_WITH
    # A whole hand is worth more than the first five cards of it. Not in proportion: with 8/5, every second deal for two
    # was passed out.
    return wanted * 7 // 5 if obs.hand.bit_count() > 5 else wanted


def _suit(obs: Observation, action: Action) -> Suit:
    return obs.turned >> 3 if action.kind is ActionKind.TAKE else action.suit


def _trump_worth(rules: Rules, hand: Hand, suit: Suit) -> int:
    points = compiled(rules)[strain_of(Mode.TRUMP, suit)].points
    trumps = sum(points[card] + 3 for card in cards_of(hand & SUIT_MASKS[suit]))
    aces = sum(11 for other in SUITS if other != suit and hand >> (other * 8 + 7) & 1)
    return trumps + aces


def _play(obs: Observation, plays: tuple[Action, ...], seed: bytes | int) -> Action:
    tables = tables_for(obs.rules, obs.contract)
    cards = [action.card for action in plays]
    if not obs.trick:
        return _lead(obs, tables, plays, seed)
    best = winning(tables, obs.trick)
    if obs.seat is not None and best.seat == tables.partner[obs.seat]:
        # The partner has it: fatten the trick.
        return plays[cards.index(max(cards, key=lambda card: (tables.points[card], -tables.order[card])))]
    winners = [card for card in cards if tables.beaters[best.card] >> card & 1]
    chosen = (
        max(winners, key=lambda card: _worth(tables, card))
        if winners
        else min(cards, key=lambda card: _worth(tables, card))
    )
    return plays[cards.index(chosen)]


def _lead(obs: Observation, tables: Tables, plays: tuple[Action, ...], seed: bytes | int) -> Action:
    cards = worth_leading(obs, tables, [action.card for action in plays])
    returned = partners_suits(obs, tables)
    wanted = [card for card in cards if returned >> card & 1] or cards
    some = [action for action in plays if action.card in wanted]
    return some[draw(seed, obs.ply, len(some))]


def _worth(tables: Tables, card: Card) -> tuple[int, int, int]:
    return tables.trumps >> card & 1, tables.points[card], tables.order[card]
