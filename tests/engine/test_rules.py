"""Rules as data: combinations, options, storage; and no rule set by name outside `variants`."""

import ast
import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given

import engine
from engine.cards import CARDS, card_code, cards_of, mask_of, parse_card, parse_suit
from engine.rules import FIELDS, BadRules, Direction, Rules, rules_from_dict, rules_to_dict
from engine.seats import next_seat, order_from, parse_seat, partner_of, seats_in_play, side_of
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.strategies import any_rules

SOURCES = sorted(Path(engine.__file__).parent.rglob("*.py"))


@given(any_rules())
def test_rules_are_stored_and_read(rules: Rules) -> None:
    values = rules_to_dict(rules)
    assert {type(value) for value in values.values()} <= {str, int, bool}
    assert rules_from_dict(values) == rules
    assert hash(rules_from_dict(values)) == hash(rules)


def test_rules_read_twice_are_compiled_once() -> None:
    """A table is read several times a move: its tables of strengths and points must not be built anew each time."""
    values = rules_to_dict(VARIANTS["luxembourg"])
    assert rules_from_dict(values) is rules_from_dict(dict(values))


def test_a_number_is_no_switch_even_after_the_switch_was_read() -> None:
    values = rules_to_dict(Rules())
    rules_from_dict(values)
    with pytest.raises(BadRules):
        rules_from_dict(values | {"force": 0})


def test_a_field_that_is_newer_than_the_stored_game_takes_its_default() -> None:
    values = rules_to_dict(VARIANTS["luxembourg"])
    del values["tout_belote"]
    assert rules_from_dict(values).tout_belote is Rules().tout_belote


@pytest.mark.parametrize(
    ("field", "value"),
    [("colour", "red"), ("target", "1000"), ("force", 1), ("direction", "up"), ("target", True)],
)
def test_stored_nonsense_is_refused(field: str, value: str | int) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (BadRules is one; the message differs)
        rules_from_dict(rules_to_dict(Rules()) | {field: value})


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"players": 2},
        {"force": True},
        {"silent_take": True},
        {"all_trump": True},
        {"meld_choice": True},
        {"lays_aside": True},
        {"no_trump_ace": 12},
        {"target": -1},
    ],
)
def test_values_that_do_not_go_together_are_refused(changes: dict[str, int]) -> None:
    with pytest.raises(BadRules):
        replace(Rules(), **changes)  # type: ignore[arg-type]


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().target = 5  # type: ignore[misc]


# The complete list of options; the first value is the default.
OFFERED = {
    "classic": "target=1000|501 announcements=False|True beloteKeptInLitige=False|True "
    "capotTransfersMelds=False|True tieRule=none|strike",
    "two-player": "",
    "luxembourg": "force=False|True valetForce=False|True meldsCountForWinning=True|False silentTake=True|False "
    "autoShowMelds=True|False meldRanking=points|kind tieRule=strike|none toutBelote=trick|led target=201|101 "
    "partnerSansMeansTout=False|True",
    "coinche": "target=1000|501|2000 announcements=False|True litige=False|True rounding=True|False direction=cw|ccw",
    "beginner": "target=501|1000 announcements=False|True riseOnTrumpLead=False|True partnerExempt=trump|any "
    "capot252=True|False turnedCardRound2=dealer|stock",
    "house": "target=1000|501 noTrumpAce=19|11",
}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_options_of_a_rule_set(name: str) -> None:
    text = " ".join(f"{o.name}={'|'.join(str(value) for value in o.values)}" for o in OPTIONS[name])
    assert text == OFFERED[name]
    for option in OPTIONS[name]:
        assert getattr(VARIANTS[name], option.field) == option.values[0]
        for value in option.values:
            changed = with_option(VARIANTS[name], option, value)
            assert getattr(changed, option.field) == value
            assert (changed == VARIANTS[name]) == (value == option.values[0])


def test_an_option_refuses_other_values() -> None:
    target, announcements = OPTIONS["classic"][:2]
    for option, value in ((target, 502), (target, True), (announcements, 1), (announcements, "on")):
        with pytest.raises(ValueError, match=option.name):
            with_option(VARIANTS["classic"], option, value)


def test_no_rule_set_is_named_outside_variants() -> None:
    names = set(VARIANTS)
    for source in SOURCES:
        if source.name == "variants.py":
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                # To double is a call, whatever the rule set that is named after it.
                allowed = node.value == "coinche" and source.name == "actions.py"
                assert node.value not in names or allowed, f"{source.name}:{node.lineno}"


def test_the_core_imports_the_standard_library_and_itself() -> None:
    import sys

    for source in SOURCES:
        in_players = "players" in source.parts
        for name in re.findall(
            r"^\s*(?:from|import) (\S+)", source.read_text(encoding="utf-8"), re.MULTILINE
        ):
            searching = ("numba", "numpy") if in_players else ()
            assert name.split(".")[0] in (*sys.stdlib_module_names, "engine", *searching), source.name
            assert in_players or not name.startswith("engine.players"), source.name


def test_every_field_is_described_by_type() -> None:
    assert all(isinstance(entry.default, str | int | bool) for entry in FIELDS)


# --- cards and seats ---


def test_cards_and_codes() -> None:
    assert [parse_card(card_code(card)) for card in CARDS] == list(CARDS)
    assert [card_code(card) for card in (0, 7, 20, 31)] == ["7C", "AC", "JH", "AS"]
    assert cards_of(mask_of([31, 0, 9])) == (0, 9, 31)
    for wrong in ("", "1H", "JHH", "jh", "HJ"):
        with pytest.raises(ValueError, match="not a card"):
            parse_card(wrong)
    for wrong in ("", "X", "CD"):
        with pytest.raises(ValueError, match="not a suit"):
            parse_suit(wrong)
        with pytest.raises(ValueError, match="not a seat"):
            parse_seat(wrong)


def test_seats_go_round() -> None:
    classic, house, two = VARIANTS["classic"], VARIANTS["house"], VARIANTS["two-player"]
    assert (classic.direction, house.direction) == (Direction.COUNTER_CLOCKWISE, Direction.CLOCKWISE)
    assert order_from(classic, 0) == (0, 3, 2, 1)
    assert order_from(house, 0) == (0, 1, 2, 3)
    assert order_from(two, 2) == (2, 0)
    assert seats_in_play(two) == (0, 2)
    assert [side_of(classic, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [side_of(two, seat) for seat in (0, 2)] == [0, 1]
    assert (partner_of(classic, 1), partner_of(two, 0)) == (3, None)
    for rules in VARIANTS.values():
        seats = seats_in_play(rules)
        assert sorted(next_seat(rules, seat) for seat in seats) == sorted(seats)
