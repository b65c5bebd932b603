"""The end of a lesson: the sheet says why, the last card says who won and where to go next."""

import random

import pytest

from engine.actions import PASS
from engine.match import FinishedDeal, Match, apply, to_act
from engine.observation import legal_actions, observation
from engine.seats import side_of
from service.table.commands import Resign
from service.table.handle import handle
from service.table.model import Stage
from service.table.refusals import Refused
from service.telegram.callback import TapKind, decode
from service.telegram.lesson.end import lesson_end, lesson_sheet
from service.telegram.lines import plain
from service.telegram.messages import Message
from service.telegram.texts import Tongue, tongue
from service.telegram.why import explanation
from tests.telegram.lesson.lessons import ANNA, NOW, RULES, begun, seen_by, steps
from tests.telegram.lesson.test_cards import TONGUES
from tests.telegram.views.scene import SEAL
from tests.telegram.views.test_properties import _note, check_message

EN = tongue("en")


def finished(seed: int, passing: bool = False) -> Match:
    """The deal of a lesson, played at random, or passed out."""
    rng = random.Random(seed)
    match = begun(rng.randbytes(32).hex()).match
    assert match is not None
    while match.finished is None:
        actions = legal_actions(observation(match, to_act(match)))
        match = apply(match, PASS if passing else rng.choice(actions))[0]
    return match


def sheet(match: Match, t: Tongue) -> tuple[Message, FinishedDeal]:
    assert match.finished is not None
    view = seen_by(begun("44" * 32))
    return lesson_sheet(view, match.finished, _note(match), SEAL, t), match.finished


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: t.language + " in words" * t.words)
def test_the_sheet_is_explained(t: Tongue) -> None:
    for match in (*(finished(seed) for seed in range(25)), finished(0, passing=True)):
        card, deal = sheet(match, t)
        check_message(card)
        text = plain(card.text)
        assert explanation(t, RULES, deal) in text
        last = deal.tricks[-1].plays if deal.tricks else ()
        assert all(t.card(play.card) in text.split("🔎")[1] for play in last)


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: t.language + " in words" * t.words)
def test_the_end_leads_on(t: Tongue) -> None:
    *_, over = steps(5)
    assert over.head.stage is Stage.OVER
    card = lesson_end(seen_by(over), t)
    check_message(card)
    kinds = [tap.kind for row in card.rows for b in row if (tap := decode(b.data)) is not None]
    assert kinds == [TapKind.PLAY, TapKind.PLAY, TapKind.SECRET]


def test_the_end_says_who_won() -> None:
    results = set()
    for seed in range(30):
        *_, over = steps(seed)
        text = plain(lesson_end(seen_by(over), EN).text)
        totals = over.head.deals[-1].totals
        mine = side_of(RULES, 2)
        assert ("You have won it!" in text) == (totals[mine] > totals[1 - mine])
        assert f"Us {totals[mine]} · Them {totals[1 - mine]}" in text
        lost = over.head.deals[-1].outcome == "dedans"
        assert ("the others write everything" in text) == lost, "why the count of a moment ago is not written"
        results.add(totals[mine] > totals[1 - mine])
    assert results == {True, False}


def test_who_gives_up_has_no_score() -> None:
    given_up = handle(begun("55" * 32), Resign(person=ANNA), NOW)
    assert not isinstance(given_up, Refused)
    text = plain(lesson_end(seen_by(given_up.table), EN).text)
    assert "The others have won it." in text
    assert "Us " not in text
