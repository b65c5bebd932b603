"""From the last trick, or the last pass, to the next deal or the end."""

from engine.announcing import told
from engine.belote import belote_points
from engine.contracts import NoContract
from engine.events import DealScored, Event, MatchWon
from engine.scoring import DealScore, Outcome, has_won, score_deal
from engine.seats import EW, NS, next_seat, sides
from engine.state import Deal, FinishedDeal, Match, Phase


def finish_played(match: Match, deal: Deal) -> tuple[Match, tuple[Event, ...]]:
    """Every card is played: score."""
    contract, verdict = deal.setup.contract, deal.melding.verdict
    if contract is None:
        raise NoContract
    tricks = len(deal.tricks)
    score = score_deal(
        match.rules,
        contract,
        cards=deal.points,
        last_trick=sides(match.rules)[deal.leader],
        belote=belote_points(match.rules, deal.belotes),
        melds=(0, 0) if verdict is None else verdict.points,
        sweep=next((side for side in (NS, EW) if deal.won[side] == tricks), None),
        pot=match.pot,
        totals=match.totals,
    )
    return finish(match, deal, score)


def finish(match: Match, deal: Deal, score: DealScore) -> tuple[Match, tuple[Event, ...]]:
    """The deal is over with this score: on to the next dealer, or the match is won."""
    finished = _finished(match, deal, score)
    scored = score.outcome not in (Outcome.PASSED_OUT, Outcome.ANNULLED)
    winner = has_won(match.rules, score.totals) if scored else None
    # An open pot is void when the match is won (AMB-G3): it stays on the sheet, and nobody gets it.
    goes_on = winner is None
    after = Match(
        match.rules,
        match.deal_no + 1 if goes_on else match.deal_no,
        next_seat(match.rules, match.dealer) if goes_on else match.dealer,
        score.totals,
        score.pot_out,
        match.ply,
        Phase.DEALING if goes_on else Phase.OVER,
        None,
        finished,
        winner,
    )
    events: tuple[Event, ...] = (DealScored(finished),)
    return after, events if winner is None else (*events, MatchWon(winner))


def _finished(match: Match, deal: Deal, score: DealScore) -> FinishedDeal:
    setup = deal.setup
    return FinishedDeal(
        match.deal_no,
        match.dealer,
        setup.contract,
        setup.calls,
        deal.tricks,
        setup.dealt,
        setup.turned,
        told(match.rules, setup.tables, deal.melding, reveal=True),
        deal.belotes,
        score,
    )
