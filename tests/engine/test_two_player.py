"""Two players, eight columns each: reserves, results, and the end of a deal."""

from engine.cards import NO_CARD, cards_of
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import Observation, legal_actions, observation
from engine.scoring import Outcome
from engine.seats import N, S
from engine.variants import VARIANTS
from tests.engine.play import Ply, after, pack_of, random_deal

RULES = VARIANTS["two-player"]


def _taken(seed: int = 1) -> Match:
    return after(start_deal(new_match(RULES, S), pack_of(seed))[0], "take")


def _open(obs: Observation, seat: int) -> set[int]:
    return {column.open for column in obs.columns[seat]} - {NO_CARD}


def test_all_open_cards_are_seen_by_everybody_and_no_reserve_by_anybody() -> None:
    match = _taken()
    for viewer in (None, N, S):
        obs = observation(match, viewer)
        assert len(_open(obs, N) | _open(obs, S)) == 16
        assert obs.counts == (16, 0, 16, 0)
        assert all(column.reserve for seat in (N, S) for column in obs.columns[seat])
    assert set(cards_of(observation(match, N).hand)) == _open(observation(match, N), N)


def test_the_proposed_card_is_the_dealers_last_open_one_and_stays() -> None:
    match = _taken()
    assert observation(match, None).turned == observation(match, None).columns[S][7].open
    assert to_act(match) == N


def test_reserves_turn_up_on_both_sides_after_the_trick() -> None:
    match = _taken()
    pack = pack_of(1)
    line = list(random_deal(match, 3))
    first, second = line[0], line[1]
    for ply in (first, second):
        seat = to_act(ply.before)
        at = [column.open for column in observation(ply.before, None).columns[seat or 0]].index(
            ply.action.card
        )
        # The hidden cards: 0-3 and 16-19 are the non-dealer's, four on the dealer's.
        hidden = pack[(at if at < 4 else at + 12) + (4 if seat == S else 0)]
        assert observation(first.after, None).columns[N] != observation(first.before, None).columns[N]
        column = observation(second.after, None).columns[seat or 0][at]
        assert (column.open, column.reserve) == (hidden, False)
    assert observation(first.after, None).columns[N].count((NO_CARD, True)) == 1


def test_columns_run_empty() -> None:
    line = list(random_deal(_taken(), 5))
    last = observation(line[-1].before, None)
    assert last.columns[N].count((NO_CARD, False)) + last.columns[S].count((NO_CARD, False)) == 15
    assert len(line) == 32


def _decided(seed: int) -> Ply:
    return list(random_deal(_taken(seed), seed))[-1]


def test_one_deal_is_a_match() -> None:
    for seed in range(1, 20):
        match = _decided(seed).after
        assert match.phase is Phase.OVER
        assert match.finished is not None
        score = match.finished.score
        made = score.outcome is Outcome.MADE
        assert match.winner == (score.takers if made else 1 - (score.takers or 0))
        assert score.written == match.totals
        assert made or score.written[score.takers or 0] == 0


def test_four_passes_change_the_dealer() -> None:
    match, _ = start_deal(new_match(RULES, S), pack_of(1))
    match = after(match, *["pass"] * 4)
    assert (match.dealer, match.deal_no, match.phase) == (N, 2, Phase.DEALING)


def test_nothing_is_offered_to_a_bystander() -> None:
    match = _taken()
    assert legal_actions(observation(match, None)) == ()
    assert apply(match, legal_actions(observation(match, N))[0])[0].ply == 2
