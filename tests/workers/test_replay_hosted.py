"""`rebelote replay` and `verify` on what a hosted match leaves: every rule set, with computers, claims, seats that
changed hands, and an end by giving up."""

import random
from pathlib import Path

import pytest

from engine.actions import CLAIM, action_text
from engine.match import to_act
from engine.notation import Fact, Record, ScoreLine, SeatsLine, format_record, parse_record
from engine.observation import legal_actions, observation, why_not
from engine.seats import SEAT_LETTERS
from engine.variants import VARIANTS
from service.table.change import Change
from service.table.commands import AcceptResign, Act, Leave, Resign, Start, Swap
from service.table.handle import play_on
from service.table.model import Head, Stage
from service.table.record import record_of
from service.table.seating import stint_at
from service.table.timing import pass_time
from tests.table.worlds import ANNA, BEN, CHLOE, EVE, NOW, ask, eve_comes, lobby, seated, sit
from workers.cli import main


def begun(variant: str, secret: int) -> Change:
    """Two people on different sides, computers on the other seats."""
    table = lobby(variant, secret=f"{secret:02x}" * 32)
    if VARIANTS[variant].players == 2:
        table = ask(seated(ANNA, table=table), sit(table, CHLOE, "S")).table
    else:
        table = seated(ANNA, BEN, table=table)
    return onward(ask(table, Start(person=ANNA, revision=table.head.revision)))


def onward(change: Change) -> Change:
    """As far as it goes by itself."""
    while True:
        further = play_on(change, NOW)
        further = further.then(pass_time(further.table, NOW + 60_000))
        if further.table is change.table or len(further.facts) == len(change.facts):
            return further
        change = further


def moved(change: Change, dice: random.Random) -> Change:
    """Whoever is on turn claims if he can, takes or bids half the time, and plays any card."""
    match = change.table.match
    assert match is not None
    seat = to_act(match)
    assert seat is not None
    seen = observation(match, seat)
    person = change.table.chair(seat).person
    assert person is not None
    action = CLAIM if why_not(seen, CLAIM) is None else dice.choice(legal_actions(seen))
    act = Act(person=person, ply=match.ply, action=action_text(action))
    return onward(change.then(ask(change.table, act)))


def through(change: Change, dice: random.Random, deals: int) -> Change:
    """Until so many more deals are over, or the match is."""
    wanted = len(change.table.head.deals) + deals
    while change.table.head.stage is Stage.PLAYING and len(change.table.head.deals) < wanted:
        change = moved(change, dice)
    return change


def hosted(variant: str, secret: int) -> Change:
    """A deal, a seat taken over in its middle, seats exchanged, further deals, and then given up in mid-deal."""
    dice = random.Random(f"{variant}{secret}")
    change = through(begun(variant, secret), dice, 1)
    if change.table.head.stage is not Stage.PLAYING:
        return change
    for _ in range(3):
        change = moved(change, dice)
    other = next(one for one in change.table.people if one != ANNA)
    seat = change.table.letter_of(other) or ""
    change = onward(change.then(ask(change.table, Leave(person=other))))
    if change.table.head.stage is Stage.PLAYING:
        change = onward(change.then(ask(change.table, eve_comes(seat))))
        for person in (ANNA, EVE):
            swap = Swap(person=person, seats=(change.table.letter_of(ANNA) or "") + seat)
            change = change.then(ask(change.table, swap))
    change = through(change, dice, 2)
    while change.table.head.stage is Stage.PLAYING and not (change.table.match and change.table.facts):
        change = moved(change, dice)
    if change.table.head.stage is Stage.PLAYING:
        change = change.then(ask(change.table, Resign(person=ANNA)))
        change = change.then(ask(change.table, AcceptResign(person=EVE)))
    return change


@pytest.mark.parametrize("secret", [3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hosted_match_is_told_and_checked(
    variant: str, secret: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = hosted(variant, secret)
    head = change.table.head
    assert head.stage is Stage.OVER
    text = format_record(record_of(head, change.facts))
    file = tmp_path / "record.txt"
    file.write_text(text, "utf-8")
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    record = parse_record(text)
    scores = [entry for entry in record.entries if isinstance(entry, ScoreLine)]
    assert len(scores) == len(head.deals) == out.count("in all ")
    assert out.count("claims every") == sum(isinstance(e, Fact) and e.action == CLAIM for e in record.entries)
    assert ("(not played to its end)" in out) is (head.resigned is not None)
    assert not any(name in text for name in ("Anna", "Eve", "Ben")), "a record names seats, and nobody"
    assert main(["verify", str(file)]) == 0
    capsys.readouterr()
    assert owners_told(record) == (owners_remembered(head, record) if head.sat else [])
    changes = [one for one in record.entries if isinstance(one, SeatsLine)]
    assert out.count("Seats: ") == len(changes)


def owners_told(record: Record) -> list[tuple[int, ...]]:
    """By action, whose the four seats were: each person by the number of his first appearance, a computer 0."""
    told: list[tuple[int, ...]] = []
    now: tuple[int, ...] = ()
    for entry in record.entries:
        if isinstance(entry, SeatsLine):
            now = tuple(int(owner) if owner.isdigit() else 0 for _, owner in entry.owners)
        elif isinstance(entry, Fact) and now:
            told.append(now)
    return told


def owners_remembered(head: Head, record: Record) -> list[tuple[int, ...]]:
    """The same by the table's own memory."""
    numbers: dict[int, int] = {}
    facts = [entry for entry in record.entries if isinstance(entry, Fact)]
    remembered = []
    for ply in range(len(facts)):
        people = [stint_at(head, letter, ply).person for letter in sorted(head.chairs, key="NESW".index)]
        remembered.append(tuple(0 if p is None else numbers.setdefault(p, len(numbers) + 1) for p in people))
    return remembered


def test_the_replay_says_who_comes_for_whom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change = hosted("classic", 3)
    file = tmp_path / "record.txt"
    file.write_text(format_record(record_of(change.table.head, change.facts)), "utf-8")
    main(["replay", str(file)])
    lines = [line for line in capsys.readouterr().out.splitlines() if "Seats: " in line]
    assert lines[0].startswith("Seats: N player 1, E player 2, S computer ")
    assert lines[1] == "  Seats: E player 3 for player 2", "taken over in the middle of a deal"
    assert lines[2] == "  Seats: N player 3 for player 1, E player 1 for player 3", "exchanged between two"


def test_what_is_tried_there_happens() -> None:
    """So that nothing above is true only because it never came to it."""
    changes = [hosted(variant, secret) for variant in VARIANTS for secret in (3, 4)]
    heads = [change.table.head for change in changes]
    facts = [fact.split() for change in changes for fact in change.facts if fact[:1].isdigit()]
    assert any(head.resigned is not None for head in heads)
    assert sum(len(head.sat) >= 3 for head in heads) >= 5, "seats were taken over and exchanged"
    assert any(fact[2] == "claim" for fact in facts)
    assert {"p", "n"} <= {fact[3] for fact in facts}
    assert {SEAT_LETTERS.index(fact[1]) for fact in facts} == {0, 1, 2, 3}
