"""The course of a match: packs go in, actions go in, new values and events come out.

Every function is pure. `apply` checks an action against the actor's observation and raises `IllegalAction`; `replay`
and `play_trusted` take facts as they are.
"""

from collections.abc import Iterable
from typing import Final

from engine.actions import Action, ActionKind
from engine.auction import forced_contract, offered
from engine.calling import call, fix_contract, lay_aside
from engine.cards import Card
from engine.dealing import check_pack, first_deal
from engine.events import DealStarted, Event, MeldChosen
from engine.observation import observation, why_not
from engine.playing import play_card, show_melds
from engine.resting import claim_rest
from engine.rules import Rules
from engine.seats import Pair, Seat, next_seat
from engine.state import Column, Deal, FinishedDeal, Match, Phase, Setup, in_phase, with_reserves
from engine.trick import Refusal, RefusalCode, playable

__all__ = [
    "FinishedDeal",
    "IllegalAction",
    "Match",
    "Phase",
    "apply",
    "new_match",
    "play_trusted",
    "replay",
    "resume",
    "start_deal",
    "to_act",
]

# Hoisted: a look-up in an Enum class costs as much as deciding a trick.
_PLAYING: Final = Phase.PLAYING
_CALLING: Final = Phase.CALLING
_PLAY: Final = ActionKind.PLAY


class IllegalAction(ValueError):
    """An action that the rules forbid; `refusal` says which rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code.value)
        self.refusal = refusal


def new_match(rules: Rules, dealer: Seat) -> Match:
    """A match waiting for its first pack."""
    return resume(rules, deal_no=1, dealer=dealer, totals=(0, 0), pot=0, ply=0)


def resume(rules: Rules, *, deal_no: int, dealer: Seat, totals: Pair, pot: int, ply: int) -> Match:
    """A match waiting for the pack of any deal: the opening position that a replay starts from."""
    return Match(rules, deal_no, dealer, totals, pot, ply, Phase.DEALING, None, None, None)


def to_act(match: Match) -> Seat | None:
    """The seat whose action the match waits for; `None` between deals and at the end."""
    return None if match.deal is None else match.deal.turn


def start_deal(match: Match, pack: tuple[Card, ...]) -> tuple[Match, tuple[Event, ...]]:
    """Deal this pack, position 0 first. `ValueError` for a wrong pack or a wrong moment."""
    if match.phase is not Phase.DEALING:
        raise ValueError(f"no deal can start while the match is {match.phase.value}")
    check_pack(pack)
    rules, dealer = match.rules, match.dealer
    dealt = first_deal(rules, dealer, pack)
    speaker = next_seat(rules, dealer)
    all_cards = with_reserves(dealt.hands, dealt.reserves)
    columns = tuple(tuple(Column(card, reserve=True) for card in row) for row in dealt.columns)
    deal = Deal(
        Setup(pack, dealt.turned, all_cards),
        speaker,
        dealt.hands,
        speaker,
        columns=columns,
        reserves=dealt.reserves,
    )
    started = in_phase(match, Phase.CALLING, deal)
    event = DealStarted(match.deal_no, dealer, dealt.turned)
    contract = forced_contract(rules, dealer, dealt.turned)
    if contract is None:
        return started, (event,)
    fixed, fixed_event = fix_contract(started, deal, contract)
    return fixed, (event, fixed_event)


def apply(match: Match, action: Action) -> tuple[Match, tuple[Event, ...]]:
    """The actor of `to_act` does this. Raises `IllegalAction`, carrying what `why_not` says."""
    deal = match.deal
    if deal is None:
        raise IllegalAction(Refusal(RefusalCode.NO_DEAL))
    if match.phase is _PLAYING and action.kind is _PLAY:
        # Here and below the same judge as in `legal_actions`, asked without building an observation.
        card, turn = action.card, deal.turn
        if card >= 0 and playable(deal.setup.tables, deal.trick, turn, deal.hands[turn]) >> card & 1:
            return play_card(match, deal, card)
    elif match.phase is _CALLING and action in offered(
        match.rules, deal.setup.turned, deal.setup.calls, deal.turn
    ):
        return call(match, deal, action)
    refusal = why_not(observation(match, deal.turn), action)
    if refusal is not None:
        raise IllegalAction(refusal)
    return _advance(match, action)


def play_trusted(match: Match, action: Action) -> Match:
    """The same without a check: for facts, which were checked when they happened."""
    return _advance(match, action)[0]


def replay(match: Match, actions: Iterable[Action]) -> Match:
    """Play the facts of a deal."""
    for action in actions:
        match = _advance(match, action)[0]
    return match


def _advance(match: Match, action: Action) -> tuple[Match, tuple[Event, ...]]:
    deal = match.deal
    if deal is None:
        raise ValueError("an action outside a deal")
    if action.kind is _PLAY:
        return play_card(match, deal, action.card)
    if match.phase is _CALLING:
        return call(match, deal, action)
    match action.kind:
        case ActionKind.ASIDE:
            return lay_aside(match, deal, action.card)
        case ActionKind.SHOW:
            return show_melds(match, deal)
        case ActionKind.CLAIM:
            return claim_rest(match, deal)
        case _:
            chosen = deal._replace(melding=deal.melding._replace(chosen=action.extra))
            return match._replace(ply=match.ply + 1, deal=chosen), (MeldChosen(deal.turn),)
