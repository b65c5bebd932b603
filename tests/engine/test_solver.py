"""The compiled search of open cards says what the plain engine says."""

import os
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.cards import CARDS
from engine.contracts import STRAINS, compiled
from engine.dealing import Hands
from engine.players import solver
from engine.players.solver import NOT_PLAYABLE, playouts, solve, values, warm
from engine.players.solver.compiling import cache_folder
from engine.players.solver.packed import _PACKED, packed
from engine.players.solver.playouts import play_all
from engine.players.solver.search import solve_all
from engine.rules import Rules
from engine.variants import VARIANTS
from tests.engine.open_cards import (
    Position,
    by_card,
    dealt_at_random,
    played_until,
    position_of,
    worth_in_match,
)
from tests.engine.strategies import any_rules, seeds

EVERY_STRAIN = [(name, strain) for name in VARIANTS for strain in STRAINS]


def solved(position: Position, sweep: int = 0) -> dict[int, int]:
    """Values by card, of the cards that may be played."""
    tables, hands, leader, trick, won, under = position
    values = solve(
        tables, [hands], leader, trick, won=won, under=None if under is None else [under], sweep=sweep
    )
    return {card: int(values[0, card]) for card in CARDS if values[0, card] != NOT_PLAYABLE}


@pytest.mark.parametrize(("name", "strain"), EVERY_STRAIN)
def test_every_card_is_worth_what_the_plain_engine_says(name: str, strain: int) -> None:
    tables, drawn = compiled(VARIANTS[name])[strain], random.Random(f"{name} {strain}")
    for _ in range(12):
        position = dealt_at_random(tables, drawn, drawn.choice((1, 2, 3)), drawn.randrange(tables.players))
        assert solved(position) == by_card(position), position
    for lying in range(tables.players):
        deep = dealt_at_random(tables, drawn, 4, lying)
        assert solved(deep) == by_card(deep), deep


@settings(max_examples=300, deadline=None)
@given(any_rules(), seeds, st.integers(0, 5), st.integers(1, 3), st.integers(0, 3))
def test_the_same_under_any_rules(rules: Rules, seed: int, strain: int, size: int, lying: int) -> None:
    position = dealt_at_random(
        compiled(rules)[strain], random.Random(seed), size, min(lying, rules.players - 1)
    )
    assert solved(position) == by_card(position)


@settings(max_examples=60, deadline=None)
@given(
    seeds, st.sampled_from(EVERY_STRAIN), st.integers(1, 3), st.sampled_from([(0, 0), (2, 0), (0, 3), (1, 1)])
)
def test_all_tricks_are_worth_the_sweep(
    seed: int, at: tuple[str, int], size: int, won: tuple[int, int]
) -> None:
    position = dealt_at_random(compiled(VARIANTS[at[0]])[at[1]], random.Random(seed), size)._replace(won=won)
    assert solved(position, sweep=90) == by_card(position, sweep=90)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_end_of_a_played_deal_by_the_matchs_own_moves(name: str) -> None:
    found = 0
    for seed in range(40):
        match = played_until(VARIANTS[name], seed, left=5 + seed % 4)
        if match is None:
            continue
        found += 1
        position = position_of(match)
        best = min if position.tables.side[position.seat] else max
        assert best(solved(position).values()) == worth_in_match(match), (name, seed)
    assert found > 10


@settings(max_examples=400, deadline=None)
@given(any_rules(), seeds, st.integers(0, 5), st.integers(1, 8), st.integers(0, 3))
def test_only_playable_cards_have_a_value(
    rules: Rules, seed: int, strain: int, size: int, lying: int
) -> None:
    position = dealt_at_random(
        compiled(rules)[strain], random.Random(seed), size, min(lying, rules.players - 1)
    )
    tables, hands, leader, trick, _, under = position
    found = playouts(
        tables, [hands] * 2, leader, trick, under=None if under is None else [under] * 2, seed=seed, repeats=3
    )
    for row in found:
        assert {card for card in CARDS if row[card] != NOT_PLAYABLE} == set(position.cards)
        assert all(0 <= value <= tables.total for value in row[row != NOT_PLAYABLE])


@pytest.mark.parametrize(("name", "strain"), EVERY_STRAIN)
def test_played_out_by_chance_lies_between_the_best_of_both_sides(name: str, strain: int) -> None:
    tables, drawn = compiled(VARIANTS[name])[strain], random.Random(f"{name} {strain}")
    for _ in range(10):
        position = dealt_at_random(tables, drawn, 1, drawn.randrange(tables.players))._replace(under=None)
        # With one card each nothing is left to chance.
        tables, hands, leader, trick, _, _ = position
        values = playouts(tables, [hands], leader, trick, seed=7, repeats=2)
        assert {card: int(values[0, card]) for card in position.cards} == by_card(position)


@pytest.mark.parametrize(("name", "strain"), EVERY_STRAIN)
def test_the_value_of_a_position_is_that_of_its_best_card(name: str, strain: int) -> None:
    """What is seen at a glance agrees with what is found by trying every card, in positions too deep for Python."""
    tables, drawn = compiled(VARIANTS[name])[strain], random.Random(f"{name} {strain}")
    for number in range(60):
        position = dealt_at_random(tables, drawn, 2 + number % 6, number % 2)
        tables, hands, leader, trick, won, under = position
        sweep = number % 3 * 45
        value = values(
            tables, [hands], leader, trick, won=won, under=None if under is None else [under], sweep=sweep
        )
        best = min if tables.side[position.seat] else max
        assert value.tolist() == [best(solved(position, sweep).values())], position


def test_what_is_remembered_of_other_deals_never_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers that tell deals apart begin anew when they have run out."""
    monkeypatch.setattr(solver, "_MEMORY", threading.local())
    tables, drawn = compiled(VARIANTS["classic"])[1], random.Random(11)
    worlds = [dealt_at_random(tables, drawn, 4).hands for _ in range(50)]
    first = solve(tables, worlds, 0, ())
    memory = solver._memory()
    for _ in range(3):
        memory._age = (1 << 27) - 60
        assert (solve(tables, worlds[::-1], 0, ())[::-1] == first).all()
        assert (solve(tables, worlds, 0, ()) == first).all()


def test_a_process_that_sees_many_rules_keeps_some_of_them() -> None:
    tables = compiled(VARIANTS["classic"])[3]
    facts = packed(tables)[0].tolist()
    for number in range(300):
        packed(tables._replace(total=number))
    assert len(_PACKED) < 300
    assert packed(tables)[0].tolist() == facts


def test_worlds_are_solved_each_by_itself() -> None:
    tables, drawn = compiled(VARIANTS["classic"])[2], random.Random(5)
    worlds = [dealt_at_random(tables, drawn, 5)._replace(leader=1) for _ in range(6)]
    together = solve(tables, [world.hands for world in worlds], 1, ())
    for world, row in zip(worlds, together, strict=True):
        assert solved(world) == {card: row[card] for card in CARDS if row[card] != NOT_PLAYABLE}


def told_by(code: str, **environment: str) -> str:
    """What another process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_same_in_another_process_with_nowhere_to_keep_machine_code(tmp_path: Path) -> None:
    tables, drawn = compiled(VARIANTS["coinche"])[5], random.Random(9)
    position = dealt_at_random(tables, drawn, 5)
    # What is installed, and a home, in a place that cannot be written: a file stands where the folders would.
    shutil.copytree(
        Path(engine.__file__).parent, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__")
    )
    (tmp_path / "engine/players/solver/__pycache__").touch()
    (tmp_path / "cache").touch()
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r});"
        "from engine.contracts import compiled; from engine.variants import VARIANTS;"
        "from engine.players.solver import *; t = compiled(VARIANTS['coinche'])[5];"
        f"a = (t, [{position.hands}], {position.leader}, ());"
        "print(solve.__code__.co_filename, solve(*a).tolist(), playouts(*a, seed=3, repeats=5).tolist())"
    )
    asked = (tables, [position.hands], position.leader, ())
    here = f"{solve(*asked).tolist()} {playouts(*asked, seed=3, repeats=5).tolist()}"
    told = told_by(code, NUMBA_CACHE_DIR=str(tmp_path / "cache"), HOME=str(tmp_path / "cache"))
    assert told == f"{tmp_path}/engine/players/solver/__init__.py {here}"


def test_machine_code_is_kept_apart_for_every_state_of_the_sources() -> None:
    chosen = cache_folder("/somewhere")
    assert chosen.parent == Path("/somewhere") and len(chosen.name) == 16
    assert cache_folder("").name == chosen.name


def test_nothing_compiled_is_loaded_by_the_bot() -> None:
    code = (
        "import sys, engine.players, service.telegram.handlers, service.bootstrap, workers.jobs, workers.cli;"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"
    )
    assert told_by(code) == "[]"


def test_warming_leaves_nothing_to_compile() -> None:
    warm()
    machines: list[Any] = [solve_all, play_all]
    kinds = [len(machine.signatures) for machine in machines]
    drawn = random.Random(3)
    for name, strain in EVERY_STRAIN:
        tables, hands, leader, trick, _, under = dealt_at_random(
            compiled(VARIANTS[name])[strain], drawn, 2, 1
        )
        solve(tables, [hands], leader, trick, under=None if under is None else [under], sweep=1)
        playouts(tables, [hands], leader, trick, under=None if under is None else [under], seed=2**70)
    assert kinds == [len(machine.signatures) for machine in machines] == [1, 1]


@pytest.mark.parametrize("hands", [(1, 2, 4, 24), (1, 2, 4, 0), (1, 2, 4, 4), (0, 0, 0, 0)])
def test_hands_that_cannot_be_are_refused(hands: Hands) -> None:
    tables = compiled(VARIANTS["classic"])[0]
    for ask in (solve, playouts):
        with pytest.raises(ValueError, match="world 1"):
            ask(tables, [(1, 2, 4, 8), hands], 0, ())
    with pytest.raises(ValueError, match="world 0"):
        solve(compiled(VARIANTS["two-player"])[0], [(3, 0, 8, 0)], 0, ())
