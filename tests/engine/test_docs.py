"""The rule pages: every example is computed, every paragraph and reading that the code cites exists."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import engine
from engine.cards import parse_suit
from engine.contracts import LAST_TRICK, Contract, Mode, tables_for
from engine.melds import compare, proposal
from engine.rules import Rules
from engine.scoring import score_deal
from engine.seats import EW, NS, parse_seat, side_of
from engine.trick import legal_cards, points_of, winner_of
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.play import hand, one_meld, plays

DOCS = Path(__file__).parent.parent.parent / "docs" / "rules"
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md"))}
SOURCES = [path.read_text(encoding="utf-8") for path in sorted(Path(engine.__file__).parent.rglob("*.py"))]

BOX = re.compile(r"^```(legal|wins|melds|best|score)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (page, kind, " ".join(line for line in body.splitlines() if not line.startswith("#")))
    for page, text in PAGES.items()
    if page in VARIANTS
    for kind, body in BOX.findall(text)
]


def _parts(example: str) -> list[str]:
    return [part.strip() for part in example.split("|")]


def _after(part: str, words: str) -> str:
    assert part.startswith(words + " "), part
    return part.removeprefix(words + " ")


def _trump(part: str) -> Contract:
    return Contract(0, Mode.TRUMP, parse_suit(_after(part, "trump")))


def _legal(rules: Rules, example: str) -> None:
    trump, trick, holder, allowed = _parts(example)
    letter, _, held = holder.partition(" holds ")
    cards = legal_cards(rules, _trump(trump), plays(_after(trick, "trick")), parse_seat(letter), hand(held))
    assert cards == hand(_after(allowed, "may play"))


def _wins(rules: Rules, example: str) -> None:
    trump, trick, result = _parts(example)
    letter, _, points = result.split(" ")
    contract, cards = _trump(trump), plays(_after(trick, "trick"))
    assert winner_of(contract, cards) == parse_seat(letter)
    assert sum(points_of(rules, contract, play.card) for play in cards) == int(points)


def _melds(rules: Rules, example: str) -> None:
    trump, held, found = _parts(example)
    melds = proposal(rules, tables_for(rules, _trump(trump)), hand(_after(held, "holds")))
    assert ", ".join(f"{meld.kind.value} {meld.points}" for meld in melds) == found.replace("nothing", "")


def _best(rules: Rules, example: str) -> None:
    trump, *announced, result = _parts(example)
    tables = tables_for(rules, _trump(trump))
    entries = [part.split(" has ") for part in announced]
    verdict = compare(
        rules,
        tables,
        [(side_of(rules, parse_seat(seat)), one_meld(rules, tables, c)) for seat, c in entries],
    )
    if verdict.side is None:
        assert result == "nobody"
    else:
        assert result == f"{('NS', 'EW')[verdict.side]} write {verdict.points[verdict.side]}"


def _score(rules: Rules, example: str) -> None:
    parts = _parts(example)
    options = {option.name: option for option in OPTIONS["classic"]}
    while (name := parts[0].split(" ")[0]) in options:
        rules = with_option(rules, options[name], parts.pop(0).endswith(" on"))
    taker = parse_seat(parts.pop(0).split(" ")[0])
    given = {"cards": "", "belote": "", "melds": "0 0", "pot": "0", "all tricks": ""}
    for part in parts[:]:
        key = next((key for key in given if part.startswith(key)), None)
        if key is not None:
            given[key] = _after(part, key)
            parts.remove(part)
    ns, ew = map(int, given["cards"].split())
    last = NS if ns >= LAST_TRICK else EW
    melds = [int(word) for word in given["melds"].split()]
    score = score_deal(
        rules,
        Contract(taker, Mode.TRUMP, 2),
        cards=(ns - LAST_TRICK, ew) if last == NS else (ns, ew - LAST_TRICK),
        last_trick=last,
        belote=(20 * (given["belote"] == "NS"), 20 * (given["belote"] == "EW")),
        melds=(melds[0], melds[1]),
        sweep={"NS": NS, "EW": EW}.get(given["all tricks"]),
        pot=int(given["pot"]),
    )
    held = [f"held {score.pot_out}"] if score.pot_out else []
    assert [f"{score.outcome.value} {score.written[0]} {score.written[1]}", *held] == parts


CHECKS: dict[str, Callable[[Rules, str], None]] = {
    "legal": _legal,
    "wins": _wins,
    "melds": _melds,
    "best": _best,
    "score": _score,
}


@pytest.mark.parametrize(("page", "kind", "example"), EXAMPLES)
def test_an_example_of_a_rule_page(page: str, kind: str, example: str) -> None:
    CHECKS[kind](VARIANTS[page], example)


def test_the_classic_page_has_examples_of_every_kind() -> None:
    assert {kind for page, kind, _ in EXAMPLES if page == "classic"} == set(CHECKS)


def test_the_classic_page_has_every_section() -> None:
    sections = re.findall(r"^## §(\w+)$", PAGES["classic"], re.MULTILINE)
    assert sections == ["cards", "deal", "auction", "play", "belote", "announcements", "score", "end"]


def test_cited_paragraphs_exist() -> None:
    for source in SOURCES:
        for page, section in re.findall(r"\b([a-z-]+) §(\w+)", source):
            if page in PAGES:
                assert f"## §{section}\n" in PAGES[page], f"{page} §{section}"


def test_readings_cited_for_classic_are_explained() -> None:
    cited = {name for source in SOURCES for name in re.findall(r"AMB-A\d+", source)}
    assert cited <= set(re.findall(r"AMB-A\d+", PAGES["classic"]))


def test_all_readings_of_classic_are_named() -> None:
    assert set(re.findall(r"AMB-A\d+", PAGES["classic"])) == {f"AMB-A{number}" for number in range(1, 11)}


def test_options_are_named_on_the_page() -> None:
    for option in OPTIONS["classic"]:
        if option.name != "target":
            assert f"`{option.name}" in PAGES["classic"]
