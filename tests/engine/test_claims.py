"""Claims: never a wrong one, and the usual ones are found."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import CLAIM, PLAY, action_text, parse_action
from engine.cards import FULL_PACK, cards_of, mask_of, parse_card
from engine.deal import permutation
from engine.events import Claimed, DealScored
from engine.match import IllegalAction, Match, Phase, apply, new_match, play_trusted, start_deal
from engine.observation import Observation, claim, legal_actions, observation, why_not
from engine.rules import Rules
from engine.trick import PLAYED, RefusalCode, Trick, playable, winning
from engine.variants import VARIANTS


def hand(codes: str) -> int:
    return mask_of(parse_card(code) for code in codes.split())


def a_deal(variant: str, seed: int) -> Match:
    return start_deal(new_match(VARIANTS[variant], 0), permutation(seed.to_bytes(32, "big")))[0]


def played(variant: str, seed: int) -> list[Match]:
    """The positions of a deal in which everybody does something at random."""
    dice, match, positions = random.Random(seed), a_deal(variant, seed), []
    number = match.deal_no
    while match.deal is not None and match.deal_no == number:
        positions.append(match)
        match = play_trusted(match, dice.choice(legal_actions(observation(match, match.deal.turn))))
    return positions


def claimable(variant: str, seeds: range) -> list[Match]:
    positions = (match for seed in seeds for match in played(variant, seed))
    return [m for m in positions if m.deal is not None and claim(observation(m, m.deal.turn)) is not None]


def otherwise(match: Match, dice: random.Random) -> Match:
    """The same to the eye of who is on turn: the others' cards change hands."""
    deal = match.deal
    assert deal is not None
    seat = deal.turn
    pool = [card for other, held in enumerate(deal.hands) if other != seat for card in cards_of(held)]
    dice.shuffle(pool)
    hands = []
    for other, held in enumerate(deal.hands):
        count = held.bit_count()
        hands.append(held if other == seat else mask_of(pool[:count]))
        pool = pool if other == seat else pool[count:]
    return match._replace(deal=deal._replace(hands=(hands[0], hands[1], hands[2], hands[3])))


def takes_all(match: Match, dice: random.Random) -> bool:
    """Whether the claimer's line takes every trick while the others play anything that is allowed."""
    deal = match.deal
    assert deal is not None
    line = claim(observation(match, deal.turn))
    assert line is not None
    seat, hands, trick = deal.turn, list(deal.hands), list(deal.trick)
    turn, own, tables = seat, iter(line), deal.setup.tables
    while any(hands):
        allowed = playable(tables, tuple(trick), turn, hands[turn])
        card = next(own) if turn == seat else dice.choice(cards_of(allowed))
        assert allowed >> card & 1
        hands[turn] &= ~(1 << card)
        trick.append(PLAYED[turn][card])
        turn = tables.following[turn]
        if len(trick) == tables.players:
            turn = winning(tables, tuple(trick)).seat
            trick = []
            if turn != seat:
                return False
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_proved_claim_holds_whatever_the_others_hold_and_play(variant: str) -> None:
    found = claimable(variant, range(40))
    assert found, "no claim in forty deals: nothing was tested"
    dice = random.Random(1)
    for match in found:
        for _ in range(25):
            assert takes_all(otherwise(match, dice), dice)


def worst(
    tables_of: Match, hands: tuple[int, ...], trick: tuple[tuple[int, int], ...], turn: int, seat: int
) -> bool:
    """Whether `seat` can take all that is left against best play of everybody else: every line is tried."""
    deal = tables_of.deal
    assert deal is not None
    tables = deal.setup.tables
    plays = tuple(PLAYED[s][c] for s, c in trick)
    if len(plays) == tables.players:
        winner = winning(tables, plays).seat
        return winner == seat and worst(tables_of, hands, (), winner, seat)
    if not hands[turn]:
        return True
    results = []
    for card in cards_of(playable(tables, plays, turn, hands[turn])):
        rest = tuple(h & ~(1 << card) if s == turn else h for s, h in enumerate(hands))
        results.append(worst(tables_of, rest, (*trick, (turn, card)), tables.following[turn], seat))
    return any(results) if turn == seat else all(results)


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_proved_that_best_play_could_break(variant: str) -> None:
    for seed in range(100, 130):
        for match in played(variant, seed):
            deal = match.deal
            assert deal is not None
            if (
                match.phase is not Phase.PLAYING
                or max(h.bit_count() for h in deal.hands) > 3
                or any(column.reserve for row in deal.columns for column in row)
            ):
                continue
            if not worst(match, deal.hands, tuple(deal.trick), deal.turn, deal.turn):
                assert claim(observation(match, deal.turn)) is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_rest_is_written_as_if_it_had_been_played(variant: str) -> None:
    dice = random.Random(2)
    for match in claimable(variant, range(200, 230)):
        deal = match.deal
        assert deal is not None
        claimed, events = apply(match, CLAIM)
        line = iter(claim(observation(match, deal.turn)) or ())
        other, number = match, match.deal_no
        while other.deal is not None and other.deal_no == number:
            turn = other.deal.turn
            options = [a for a in legal_actions(observation(other, turn)) if a.card >= 0]
            action = PLAY[next(line)] if turn == deal.turn else dice.choice(options)
            other = play_trusted(other, action)
        assert other.finished is not None and claimed.finished is not None
        assert claimed.finished.score == other.finished.score
        assert claimed.totals == other.totals and claimed.phase is other.phase
        assert claimed.ply == match.ply + 1
        assert claimed.finished.claimed == (deal.turn, len(deal.tricks) + 1)
        assert len(claimed.finished.tricks) == len(other.finished.tricks)
        assert events[0] == Claimed(deal.turn)
        assert DealScored(claimed.finished) in events
        assert play_trusted(match, CLAIM) == claimed


def position(hand_codes: str, unseen: str, trumps: int = 2, **changes: object) -> Observation:
    """On lead at the end of a classic deal: the own hand, and what the three others hold between them."""
    mine, others = hand(hand_codes), hand(unseen)
    gone = cards_of(FULL_PACK & ~mine & ~others)
    rules = Rules()
    match = a_deal("classic", 1)
    while match.phase is not Phase.PLAYING:
        match = play_trusted(
            match, legal_actions(observation(match, match.deal.turn if match.deal else 0))[-1]
        )
    seen = observation(match, 0)
    assert seen.contract is not None
    contract = seen.contract._replace(trump=trumps)
    tricks = tuple(_trick(gone[index : index + 4]) for index in range(0, len(gone), 4))
    held = mine.bit_count()
    return seen._replace(
        rules=rules,
        turn=0,
        hand=mine,
        counts=(held,) * 4,
        tricks=tricks,
        trick=(),
        leader=0,
        contract=contract,
    )._replace(**changes)  # type: ignore[arg-type]


def _trick(cards: tuple[int, ...]) -> Trick:
    return Trick(tuple(PLAYED[seat][card] for seat, card in enumerate(cards)), 0, 0)


def test_only_masters_after_the_trumps_are_drawn() -> None:
    obs = position("AS TS AD", "KS QS JS 9S 8S 7S KD QD JD")
    assert claim(obs) is not None


def test_one_trump_outside_is_enough_to_refuse() -> None:
    assert claim(position("AS TS AD", "KS QS JS 9S 8S 7S KD QD 7H")) is None


def test_the_last_trumps_are_drawn_first() -> None:
    line = claim(position("JH 9H AS", "7H 8H KS QS TS 9S 8S 7S KD"))
    assert line is not None
    assert line[:2] == (parse_card("JH"), parse_card("9H"))
    # Three of them outside might lie in one hand.
    assert claim(position("JH 9H AS", "7H 8H AH KS QS TS 9S 8S KD")) is None


def test_a_suit_that_runs_dry_makes_the_last_card_good() -> None:
    # One diamond outside: the ace takes it, then the seven is good.
    assert claim(position("AD 7D AS", "KD KS QS JS TS 9S 8S 7S KC")) is not None
    assert claim(position("AD 7D AS", "KD QD KS QS JS TS 9S 8S 7S")) is None


def test_a_partners_higher_card_counts_as_a_threat() -> None:
    assert claim(position("KD", "AD 7S 8S")) is None


def test_with_a_card_out_of_sight_nothing_is_proved() -> None:
    masters = position("AS TS AD", "KS QS JS 9S 8S 7S KD QD JD")
    assert claim(masters._replace(counts=(4, 3, 3, 3))) is None
    assert claim(masters._replace(counts=(3, 3, 3, 2))) is None


def test_the_answer_depends_on_nothing_but_the_observation() -> None:
    for match in claimable("classic", range(20)):
        assert match.deal is not None
        obs = observation(match, match.deal.turn)
        other = observation(otherwise(match, random.Random(3)), match.deal.turn)
        assert claim(obs) == claim(other)


def test_a_claim_that_is_not_proved_is_refused_and_changes_nothing() -> None:
    match = next(m for m in played("classic", 5) if m.phase is Phase.PLAYING)
    assert match.deal is not None
    refusal = why_not(observation(match, match.deal.turn), CLAIM)
    assert refusal is not None and refusal.code is RefusalCode.NOT_PROVED
    with pytest.raises(IllegalAction):
        apply(match, CLAIM)
    with pytest.raises(ValueError, match="does not hold"):
        play_trusted(match, CLAIM)


def test_nobody_claims_out_of_turn_or_during_the_auction() -> None:
    match = claimable("classic", range(20))[0]
    assert match.deal is not None
    idle = (match.deal.turn + 1) % 4
    refusal = why_not(observation(match, idle), CLAIM)
    assert refusal is not None and refusal.code is RefusalCode.NOT_YOUR_TURN
    assert claim(observation(match, idle)) is None
    assert claim(observation(match, None)) is None
    assert claim(observation(a_deal("classic", 1), 3)) is None


def test_a_claim_is_offered_to_no_computer() -> None:
    for match in claimable("classic", range(20)):
        assert match.deal is not None
        assert CLAIM not in legal_actions(observation(match, match.deal.turn))


def test_its_text_comes_back() -> None:
    assert parse_action(action_text(CLAIM)) is CLAIM


def test_while_announcements_are_open_nothing_is_proved() -> None:
    """Eight masters on the first lead: with announcements there is more to be said first."""
    eight = "JH 9H AH TH KH QH 8H 7H"
    rest = " ".join(f"{rank}{suit}" for suit in "CDS" for rank in "789TJQKA")
    plain = position(eight, rest)
    assert claim(plain) is not None
    assert claim(plain._replace(rules=VARIANTS["luxembourg"])) is None


@given(st.integers(0, 2**32), st.sampled_from(["classic", "coinche", "house"]))
def test_any_deal_any_distribution(seed: int, variant: str) -> None:
    dice = random.Random(seed)
    for match in played(variant, seed):
        if (
            match.phase is Phase.PLAYING
            and match.deal is not None
            and claim(observation(match, match.deal.turn))
        ):
            assert takes_all(otherwise(match, dice), dice)
