"""Facts and records as text, and records that are caught lying."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import BID_LEVELS, NAME_SUIT, PLAY, Action, action_text, bid, meld, parse_action
from engine.contracts import CAPOT, STRAINS
from engine.deal import commitment, deal_seed, first_dealer, permutation
from engine.match import apply, new_match, start_deal, to_act
from engine.notation import (
    DealLine,
    Entry,
    Fact,
    Record,
    ScoreLine,
    SeatsLine,
    fact_text,
    format_record,
    parse_entry,
    parse_fact,
    parse_record,
)
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import VARIANTS
from engine.verify import check_record
from tests.engine.strategies import any_rules, seeds

SECRET = bytes(range(32))

WORDS = "pass take C D H S NT sans tout silent_take coinche surcoinche show aside:7C meld:- meld:7C8C9C"
ACTIONS: tuple[Action, ...] = (
    *map(parse_action, WORDS.split()),
    *PLAY,
    *(bid(level, strain) for level in (*BID_LEVELS, CAPOT) for strain in STRAINS),
)


@pytest.mark.parametrize("action", ACTIONS, ids=action_text)
def test_actions_are_interned_and_round_trip(action: Action) -> None:
    assert parse_action(action_text(action)) is action


def test_texts_of_actions() -> None:
    texts = [
        action_text(a) for a in (NAME_SUIT[2], bid(80, 2), bid(CAPOT, 4), bid(160, 5), PLAY[20], meld(7))
    ]
    assert texts == ["H", "80:H", "capot:NT", "160:AT", "JH", "meld:7C8C9C"]
    assert all(len(action_text(action)) <= 21 for action in ACTIONS)


@pytest.mark.parametrize(
    "text",
    ["", "Pass", "90:X", "85:H", "aside:", "meld:", "meld:7C7C", "meld:9C7C", "meld:7", "JH ", "bid", "play"],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (cards and actions word it differently)
        parse_action(text)


@given(
    st.integers(0, 10**7),
    st.integers(0, 3),
    st.sampled_from(ACTIONS),
    st.sampled_from(["person", "plan", "clock", "computer:novice"]),
)
def test_facts_round_trip(at: int, seat: int, action: Action, author: str) -> None:
    fact = Fact(at, seat, action, author)
    assert parse_fact(fact_text(fact)) == fact


def test_a_fact_as_text() -> None:
    assert fact_text(Fact(73, 1, parse_action("JH"), "person")) == "73 E JH person"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "73 E JH",
        "73 E JH person x",
        "-1 E JH person",
        "07 E JH person",
        "73 X JH person",
        "73 E J person",
    ],
)
def test_what_is_no_fact(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (each part words it differently)
        parse_fact(line)


def _record(rules: Rules, seed: int, deals: int = 3, *, with_seeds: bool = False) -> Record:
    """A match played at random from a secret."""
    cuts = {SEAT_LETTERS[seat]: 3 * seat for seat in seats_in_play(rules)}
    drawn = random.Random(seed)
    match = new_match(rules, first_dealer(deal_seed(SECRET, 1, cuts), rules))
    entries: list[Entry] = []
    while match.winner is None and match.deal_no <= deals:
        dealt_from = deal_seed(SECRET, match.deal_no, cuts)
        pack = permutation(dealt_from)
        number, dealer = match.deal_no, match.dealer
        entries.append(
            DealLine(number, dealer, () if with_seeds else pack, dealt_from if with_seeds else b"")
        )
        match, _ = start_deal(match, pack)
        while match.deal is not None:
            seat = to_act(match)
            action = drawn.choice(legal_actions(observation(match, seat)))
            entries.append(Fact(len(entries), seat or 0, action, "person"))
            match, _ = apply(match, action)
        if match.finished is not None:
            score = match.finished.score
            entries.append(ScoreLine(number, score.outcome, score.written, score.pot_out, score.totals))
    return Record(rules, commitment(SECRET), tuple(cuts.items()), SECRET, tuple(entries))


@settings(max_examples=40, deadline=None)
@given(any_rules(), seeds, st.booleans())
def test_records_round_trip_and_hold(rules: Rules, seed: int, with_seeds: bool) -> None:
    record = _record(rules, seed, with_seeds=with_seeds)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert check_record(record) == ()


RECORD = _record(VARIANTS["classic"], 1)
SEEDED = _record(VARIANTS["classic"], 1, with_seeds=True)


def test_a_record_as_text() -> None:
    lines = format_record(RECORD).splitlines()
    assert lines[0] == "rebelote 1"
    assert lines[1].startswith("rules players=4 direction=ccw deal=turn-up ")
    assert lines[2] == f"commitment={commitment(SECRET)} cuts=N=0;E=3;S=6;W=9 secret={SECRET.hex()}"
    assert lines[3].startswith("deal 1 dealer=")


def _changed(record: Record, index: int, entry: Entry) -> Record:
    return record._replace(entries=(*record.entries[:index], entry, *record.entries[index + 1 :]))


def _first(record: Record, kind: type[Entry]) -> int:
    return next(index for index, entry in enumerate(record.entries) if isinstance(entry, kind))


def _findings(record: Record) -> str:
    return "; ".join(finding.what for finding in check_record(record))


def test_lies_are_found() -> None:
    deal, score, fact = (_first(RECORD, kind) for kind in (DealLine, ScoreLine, Fact))
    first = RECORD.entries[deal]
    assert isinstance(first, DealLine)
    swapped = (first.pack[1], first.pack[0], *first.pack[2:])
    assert "cards do not follow" in _findings(_changed(RECORD, deal, first._replace(pack=swapped)))
    wrong_seed = SEEDED.entries[deal]
    assert isinstance(wrong_seed, DealLine)
    assert "seed does not follow" in _findings(_changed(SEEDED, deal, wrong_seed._replace(seed=b"x" * 32)))
    assert "first dealer" in _findings(_changed(RECORD, deal, first._replace(dealer=(first.dealer + 1) % 4)))
    second = next(i for i, entry in enumerate(RECORD.entries) if isinstance(entry, DealLine) and i > deal)
    assert "was due" in _findings(_changed(RECORD, second, first))
    written = RECORD.entries[score]
    assert isinstance(written, ScoreLine)
    assert "the deal scores" in _findings(_changed(RECORD, score, written._replace(written=(1, 2))))
    done = RECORD.entries[fact]
    assert isinstance(done, Fact)
    assert "not the turn" in _findings(_changed(RECORD, fact, done._replace(seat=(done.seat + 1) % 4)))
    assert "illegal action" in _findings(_changed(RECORD, fact, done._replace(action=parse_action("tout"))))
    assert "committed" in _findings(RECORD._replace(secret=b"y" * 32, entries=()))
    assert "begin with a deal" in _findings(RECORD._replace(entries=RECORD.entries[1:]))
    assert "before the deal is over" in _findings(RECORD._replace(entries=(RECORD.entries[0], written)))
    assert "no deal can start" in _findings(RECORD._replace(entries=(first, first)))


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("rebelote 1", "rebelote 2"), 1),
        (("direction=ccw", "direction=up"), 2),
        (("litige=on", "litige=yes"), 2),
        (("rules ", "rule "), 2),
        (("cuts=N=0", "cuts=N=40"), 3),
        (("secret=", "secret=zz"), 3),
        (("dealer=", "dealt="), 4),
        (("pack=", "pack=7C"), 4),
    ],
)
def test_a_broken_record_says_where(change: tuple[str, str], line: int) -> None:
    with pytest.raises(ValueError, match=f"line {line}:"):
        parse_record(format_record(RECORD).replace(*change, 1))


def test_a_record_says_whose_the_seats_are_from_where_on() -> None:
    line = "seats N=1 E=5 S=3 W=computer:club"
    text = format_record(RECORD).splitlines()
    told = "\n".join([*text[:3], "seats N=1 E=2 S=3 W=computer:club", *text[3:6], line, *text[6:]]) + "\n"
    record = parse_record(told)
    assert record.entries[4] == SeatsLine(((0, "1"), (1, "5"), (2, "3"), (3, "computer:club")))
    assert format_record(record) == told
    assert check_record(record) == (), "whoever plays them, the cards are the same"
    two = record._replace(entries=(SeatsLine(((0, "1"), (2, "2"))), *RECORD.entries))
    assert "seats" in _findings(two)


@pytest.mark.parametrize(
    "line", ["seats", "seats N", "seats N=", "seats X=1", "seats E=1 N=2", "seats N=1 N=1"]
)
def test_what_says_of_no_seat_whose_it_is(line: str) -> None:
    with pytest.raises(ValueError, match="seat"):
        parse_entry(line)


def test_a_record_without_a_secret_is_only_replayed() -> None:
    unsigned = RECORD._replace(commitment="", cuts=(), secret=b"")
    assert parse_record(format_record(unsigned)) == unsigned
    assert check_record(unsigned) == ()
    unrevealed = RECORD._replace(secret=b"")
    assert parse_record(format_record(unrevealed)) == unrevealed
    assert check_record(unrevealed) == ()


@pytest.mark.parametrize(
    "line",
    [
        "deal 1 dealer=N seed=",
        "deal 1 dealer=N cards=7C",
        "deal 1 dealer=N pack=7C",
        "score 1 won 96 66 pot=0 totals=96:66",
        "score 1 made 96 66 pot=0 totals=96",
        "commitment=0 cuts=N=0 secret=00 more",
    ],
)
def test_what_is_no_line(line: str) -> None:
    lines = format_record(RECORD).splitlines()
    with pytest.raises(ValueError, match="line 3:"):
        parse_record("\n".join([*lines[:2], line]))


def test_incomplete_records() -> None:
    for text in ("", "rebelote 1\n", "rebelote 1\nrules \ndeal 1 dealer=N seed=\n"):
        with pytest.raises(ValueError, match="line"):
            parse_record(text)
    twice = format_record(RECORD).splitlines()
    with pytest.raises(ValueError, match="second header"):
        parse_record("\n".join([*twice, twice[2]]))
