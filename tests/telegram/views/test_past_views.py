"""Lists of what is over, statistics, and the questions about oneself: within the limits, whatever people are called."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.table.model import Stage
from service.table.tally import Standing
from service.telegram import forget_view, next_view, stats_view
from service.telegram.history_view import PAGE, history
from service.telegram.stats_view import Listed
from service.telegram.watch import Watch
from tests.telegram.views.test_properties import (
    NAMES,
    RULES,
    TONGUES,
    UNSHRUNK,
    WORDED,
    check_message,
    check_toast,
    course,
    table,
)


def standing(rng: random.Random) -> Standing:
    return Standing(
        matches=rng.randrange(1, 5000),
        won=rng.randrange(5000),
        deals=rng.randrange(50_000),
        taken=rng.randrange(50_000),
        made=rng.randrange(50_000),
        capots=rng.randrange(3) * 333,
        margin=rng.randrange(-900_000, 900_000),
        moves=rng.randrange(3) * 1000,
        timely=1000,
        lapses=rng.randrange(2) * 99,
        rated=rng.randrange(2),
        mu=rng.uniform(-20, 70),
        sigma=rng.uniform(0.5, 8.4),
    )


@settings(max_examples=20, deadline=None, phases=UNSHRUNK)
@given(names=st.lists(NAMES, min_size=12, max_size=12), seed=st.integers(0, 10_000))
def test_statistics_fit(names: list[str], seed: int) -> None:
    rng = random.Random(seed)
    kinds = {f"{name}/{kind}": standing(rng) for name, _ in RULES for kind in ("live", "days")}
    listed = [Listed(name, standing(rng)) for name in names]
    for t in (*TONGUES, *WORDED):
        check_message(stats_view.mine(kinds, listed, True, t))
        check_message(stats_view.mine({}, [], False, t))
        check_message(stats_view.board(kinds, dict.fromkeys(kinds, listed), t))
        check_message(stats_view.board({}, {}, t))


@pytest.mark.parametrize(("variant", "rules"), RULES)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(names=st.lists(NAMES, min_size=4, max_size=4), seed=st.integers(0, 10_000))
def test_the_list_of_matches_fits(variant: str, rules: object, names: list[str], seed: int) -> None:
    played = course(variant, rules, seed, deals=1)  # type: ignore[arg-type]
    for viewer in (None, 0):
        over = table(played, played.states[0], names, viewer)._replace(
            stage=Stage.OVER, seen=None, deals=played.notes, winner=seed % 2, ended_at=1_790_000_000_000
        )
        broken = over._replace(stage=Stage.CANCELLED, winner=None, deals=())
        for t in TONGUES:
            check_message(history([over] * PAGE, 998, True, t))
            check_message(history([broken], 0, False, t))
            check_message(history([], 0, False, t))
            check_message(next_view.with_bell(history([over], 0, False, t), t))
            check_message(next_view.with_bell(history([], 0, False, t), t))


@pytest.mark.parametrize("t", TONGUES, ids=[t.language for t in TONGUES])
def test_questions_about_oneself_fit(t: object) -> None:
    for view in (forget_view.asked, forget_view.sure):
        check_message(view(t, 9_007_199_254_740_991))  # type: ignore[arg-type]
    check_message(forget_view.done(t))  # type: ignore[arg-type]
    check_message(next_view.opened(t, "<b>\u202eClub" * 9, "👨‍👩‍👧‍👦" * 9))  # type: ignore[arg-type]
    for on in (True, False):
        check_toast(next_view.wished(t, on))  # type: ignore[arg-type]


def test_the_day_is_the_readers() -> None:
    played = course("classic", RULES[0][1], 3, deals=1)
    # Half past eleven in the evening of 22 September 2026 in Greenwich is the next day in Berlin.
    over = table(played, played.states[0], ["A", "B", "C", "D"], 0)._replace(
        stage=Stage.OVER, seen=None, deals=played.notes, winner=0, ended_at=1_790_119_800_000
    )
    english = next(t for t in TONGUES if t.language == "en")
    assert "Sep 22, 2026" in history([over], 0, False, english).text
    assert "Sep 23, 2026" in history([over], 0, False, english._replace(watch=Watch("Europe/Berlin"))).text
