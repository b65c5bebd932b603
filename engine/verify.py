"""Whether a record tells the truth: cards from seeds, seeds from the secret, moves by the rules, scores from moves."""

from typing import NamedTuple

from engine.cards import Card
from engine.deal import commitment, deal_seed, first_dealer, permutation
from engine.match import IllegalAction, Match, apply, new_match, start_deal, to_act
from engine.notation import DealLine, Fact, Record, ScoreLine, SeatsLine
from engine.seats import SEAT_LETTERS, seats_in_play


class Finding(NamedTuple):
    """One thing in a record that is not as it should be."""

    entry: int
    """Its index among the entries; -1 for the header."""
    what: str
    """For the operator, in English."""


def check_record(record: Record) -> tuple[Finding, ...]:
    """Everything that does not fit, up to the first entry after which nothing can be replayed."""
    findings = list(_check_header(record))
    match: Match | None = None
    for index, entry in enumerate(record.entries):
        if isinstance(entry, SeatsLine):
            if [seat for seat, _ in entry.owners] != sorted(seats_in_play(record.rules)):
                findings.append(Finding(index, "not the seats of these rules"))
            continue
        try:
            match, problem = _step(record, match, entry)
        except IllegalAction as illegal:
            return (*findings, Finding(index, f"illegal action: {illegal.refusal.code.value}"))
        except ValueError as error:
            return (*findings, Finding(index, str(error)))
        if problem:
            findings.append(Finding(index, problem))
    return tuple(findings)


def pack_of(record: Record, line: DealLine) -> tuple[Card, ...]:
    """The pack of a deal: as written, or from its seed."""
    return line.pack or permutation(line.seed)


def _check_header(record: Record) -> tuple[Finding, ...]:
    if not record.secret or commitment(record.secret) == record.commitment:
        return ()
    return (Finding(-1, "the secret is not the one that was committed to"),)


def _step(record: Record, match: Match | None, entry: Fact | DealLine | ScoreLine) -> tuple[Match, str]:
    if isinstance(entry, DealLine):
        return _deal(record, match, entry)
    if match is None:
        raise ValueError("the record does not begin with a deal")
    if isinstance(entry, ScoreLine):
        return match, _check_score(match, entry)
    if entry.seat != to_act(match):
        raise ValueError(f"it was not the turn of {SEAT_LETTERS[entry.seat]}")
    return apply(match, entry.action)[0], ""


def _deal(record: Record, match: Match | None, line: DealLine) -> tuple[Match, str]:
    # A record may begin with a later deal; its totals are then unknown, and told by the first score.
    if match is None:
        match = new_match(record.rules, line.dealer)._replace(deal_no=line.deal_no)
    problem = ""
    if (match.deal_no, match.dealer) != (line.deal_no, line.dealer):
        problem = f"deal {match.deal_no} of {SEAT_LETTERS[match.dealer]} was due"
    problem = problem or _check_shuffle(record, line)
    return start_deal(match, pack_of(record, line))[0], problem


def _check_shuffle(record: Record, line: DealLine) -> str:
    if not record.secret:
        return ""
    seed = deal_seed(record.secret, line.deal_no, dict(record.cuts))
    if line.seed and line.seed != seed:
        return "the seed does not follow from the secret and the cuts"
    if line.pack and line.pack != permutation(seed):
        return "the cards do not follow from the seed"
    if line.deal_no == 1 and line.dealer != first_dealer(seed, record.rules):
        return "the first dealer does not follow from the seed"
    return ""


def _check_score(match: Match, line: ScoreLine) -> str:
    finished = match.finished
    if finished is None or match.deal is not None:
        return "a score before the deal is over"
    score = finished.score
    due = ScoreLine(finished.deal_no, score.outcome, score.written, score.pot_out, score.totals)
    return "" if line == due else f"the deal scores {due.written[0]} {due.written[1]}"
