"""What an answer to a tap promises is what happens."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.seats import N, S
from service.people import Chat, Person
from service.table.commands import (
    AcceptResign,
    Command,
    Cut,
    DrawPairs,
    Oust,
    Pause,
    Resign,
    Resume,
    SetClock,
    SetPlan,
)
from service.table.view import Player
from service.telegram import views
from service.telegram.choices import ABOUT, named, values
from service.telegram.help import commands
from service.telegram.lines import units
from service.telegram.parting_view import replace_question
from service.telegram.settings_view import set_to
from service.telegram.texts import languages, tongue
from service.telegram.zone_view import ZONE, zone_menu
from tests.telegram.views.scene import ANNA, BEN, CHLOE, DAN, DE, EN, after, players, view

README = Path(__file__).parents[3] / "README.md"


def told(command: Command, **changes: Any) -> str:
    return views.accepted(view(after(5), command.person, **changes), command, EN).text


def alone() -> tuple[Player, ...]:
    """Anna, and computers on all other seats."""
    return tuple(
        one if one.seat == N else one._replace(person=None, computer="club", name="") for one in players()
    )


def test_a_pause_begins_with_the_last_who_agrees() -> None:
    looked = view(after(5), ANNA)
    asks = views.accepted(looked, Pause(person=ANNA), EN).text
    last = looked._replace(time=looked.time._replace(pausing=(BEN, CHLOE, DAN)))
    assert "when all agree" in asks
    second = looked._replace(time=looked.time._replace(pausing=(BEN,)))
    assert views.accepted(second, Pause(person=ANNA), EN).text.startswith("You agree.")
    assert views.accepted(last, Pause(person=ANNA), EN).text == "Pause: the clock stands still."
    assert views.accepted(last, Resume(person=ANNA), EN).text.startswith("No pause")


def test_giving_up_says_who_is_asked_or_that_it_is_over() -> None:
    asked = told(Resign(person=ANNA))
    assert all(name in asked for name in ("Ben", "Chloé", "Dan"))
    assert "Anna" not in asked
    assert told(Resign(person=ANNA), players=alone()) == "You have given up. The match is over."
    assert told(AcceptResign(person=BEN), accepting=(DAN,)) == "You win the match."
    assert "partner" in told(AcceptResign(person=BEN))


def test_the_vote_that_was_missing_says_that_it_decided() -> None:
    decided = "A computer has the seat now."
    assert told(Oust(person=ANNA, seat="S")) != decided
    assert told(Oust(person=ANNA, seat="S"), ousting=((S, (BEN, DAN)),)) == decided
    assert told(Oust(person=ANNA, seat="S", admin=True)) == decided


def test_nobody_is_offered_to_replace_himself() -> None:
    labels = [b.label for row in replace_question(view(after(5), ANNA), ANNA, EN).rows for b in row]
    assert len(labels) == 3
    assert not any("Anna" in label for label in labels)


def test_a_clock_says_that_it_changes_the_target() -> None:
    looked = view(None)
    usual = looked._replace(rules=replace(looked.rules, target=1000))
    assert "501" in views.accepted(usual, SetClock(person=ANNA, clock="1d"), DE).text
    for kept in (usual._replace(target_by="people"), looked):
        assert "501" not in views.accepted(kept, SetClock(person=ANNA, clock="1d"), DE).text


def test_a_plan_is_answered_with_what_is_planned() -> None:
    def plan(what: str, value: str) -> str:
        return told(SetPlan(person=CHLOE, deal=3, moment=2, what=what, value=value))

    assert "pass from now on" in plan("passing", "on")
    assert "Round 2: pass" in plan("second", "pass")
    assert "♠️ is led: ♠️10" in plan("S", "TS")
    assert plan("S", "") == plan("passing", "") == "📌 Forgotten: you will be asked."


@pytest.mark.parametrize("language", languages())
def test_a_cut_a_draw_and_the_settings_explain_themselves(language: str) -> None:
    t = tongue(language)
    cut = views.accepted(view(None), Cut(person=ANNA, count=3), t).text
    drawn = views.accepted(view(None), DrawPairs(person=ANNA, number=1), t).text
    assert len(cut) > 30
    assert " ".join(t.letter(rank) for rank in (7, 6, 5, 4, 3)) in drawn
    for name in ABOUT:
        assert "\n" in set_to(name, values(t, name)[0], t).text
        assert all(units(set_to(name, word, t).text) <= 200 for word in values(t, name))
    assert set(ABOUT) <= {*named(Person(id=1)), *named(Chat(id=-1))}


def test_the_readme_has_every_command() -> None:
    table = README.read_text(encoding="utf-8").partition("## In the chat")[2].partition("\n## ")[0]
    missing = [name for name, _ in commands(EN) if f"`/{name}`" not in table]
    assert not missing


@pytest.mark.parametrize("language", languages())
def test_no_town_is_cut_in_the_menu_of_zones(language: str) -> None:
    for row in zone_menu(tongue(language), ZONE, 1_700_000_000_000).rows:
        assert not any("…" in button.label for button in row)
