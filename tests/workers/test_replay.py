"""`rebelote replay`: a match told again from its record."""

from pathlib import Path

import pytest

from engine.actions import CLAIM, PLAY
from engine.notation import Fact, Record, ScoreLine, format_record, parse_record
from engine.seats import SEAT_LETTERS
from tests.engine.test_claims import claimable
from workers.cli import main
from workers.replay import told

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_every_kept_match_is_told_whole(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    record = parse_record(file.read_text("utf-8"))
    scores = [entry for entry in record.entries if isinstance(entry, ScoreLine)]
    assert out.count("in all ") == len(scores)
    assert f"in all {scores[-1].totals[0]}:{scores[-1].totals[1]}" in out.splitlines()[-1]
    assert "None" not in out


def test_cards_are_read_in_their_trick(capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(GOLDEN / "luxembourg.default.txt")])
    lines = capsys.readouterr().out.splitlines()
    assert "  1. W ♦10  N ♦J  E ♦7  S ♦A  -> N, 41" in lines
    assert "    N  ♠ Q J 8  ♥ K Q 7  ♦ J  ♣ 9" in lines


def test_a_claim_says_from_where() -> None:
    match = claimable("classic", range(20))[0]
    assert match.deal is not None
    golden = parse_record((GOLDEN / "classic.default.txt").read_text("utf-8"))
    setup = match.deal.setup
    deal = golden.entries[0]._replace(deal_no=1, dealer=match.dealer, pack=setup.pack, seed=b"")  # type: ignore[call-arg]
    facts = [Fact(0, call.seat, call.action, "person") for call in setup.calls]
    plays = [p for trick in match.deal.tricks for p in trick.plays] + list(match.deal.trick)
    facts += [Fact(0, play.seat, PLAY[play.card], "person") for play in plays]
    facts += [Fact(0, match.deal.turn, CLAIM, "person")]
    record = parse_record(format_record(Record(match.rules, entries=(deal, *facts))))
    lines = list(told(record))
    assert f"  {SEAT_LETTERS[match.deal.turn]}: claims every remaining trick" in lines
    assert f"claimed from trick {len(match.deal.tricks) + 1}" in lines[-1]


def test_a_match_that_was_broken_off_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (GOLDEN / "classic.default.txt").read_text("utf-8").splitlines()
    cut = next(index for index, line in enumerate(lines) if line.startswith("score")) - 2
    file = tmp_path / "half.txt"
    file.write_text("\n".join(lines[:cut]) + "\n", "utf-8")
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "  (not played to its end)"


@pytest.mark.parametrize("text", ["", "nonsense", "rebelote 99\n"])
def test_what_is_no_record_is_one_line(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.txt"
    file.write_text(text, "utf-8")
    assert main(["replay", str(file)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"rebelote: {file}: ")
    assert error.count("\n") == 1


def test_facts_before_a_deal_name_their_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (GOLDEN / "classic.default.txt").read_text("utf-8").splitlines()
    file = tmp_path / "x.txt"
    file.write_text("\n".join(line for line in lines if not line.startswith("deal 1 ")) + "\n", "utf-8")
    assert main(["replay", str(file)]) == 2
    assert "entry 1: the record does not begin with a deal" in capsys.readouterr().err
