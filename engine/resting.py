"""The rest of a deal after a claim: nobody plays it, but its score is the rules'."""

from engine.cards import cards_of
from engine.events import Claimed, DealScored, Event
from engine.observation import claim, observation
from engine.playing import play_card
from engine.state import Deal, Match
from engine.trick import playable


def claim_rest(match: Match, deal: Deal) -> tuple[Match, tuple[Event, ...]]:
    """The seat to act takes every remaining trick; what the others put on them changes nothing it writes.

    One action, however many cards. `ValueError` where the claim does not hold: a fact that never happened.
    """
    seat, begun = deal.turn, len(deal.tricks) + 1
    line = claim(observation(match, seat))
    if line is None:
        raise ValueError("a claim that does not hold")
    own, ply = iter(line), match.ply + 1
    events: tuple[Event, ...] = (Claimed(seat),)
    while match.deal is deal:
        turn = deal.turn
        card = (
            next(own)
            if turn == seat
            else cards_of(playable(deal.setup.tables, deal.trick, turn, deal.hands[turn]))[0]
        )
        match, more = play_card(match, deal, card)
        events += more
        deal = match.deal or deal
    assert match.finished is not None
    finished = match.finished._replace(claimed=(seat, begun))
    told = tuple(DealScored(finished) if isinstance(event, DealScored) else event for event in events)
    return match._replace(ply=ply, finished=finished), told
