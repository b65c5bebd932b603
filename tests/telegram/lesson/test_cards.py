"""A lesson's cards in every language: narrow, within limits, each notion at length once, and nothing open elsewhere."""

import pytest

from engine.match import Phase, to_act
from engine.variants import VARIANTS
from service.table.commands import Leave, Rematch, Sit, TakeOver
from service.table.handle import handle
from service.table.lessons import rests
from service.table.model import Chair, Stage
from service.table.refusals import Refused
from service.table.table import Table
from service.telegram import views
from service.telegram.callback import decode
from service.telegram.lines import plain
from service.telegram.texts import Tongue, languages, tongue
from tests.table import worlds
from tests.telegram.lesson.lessons import ANNA, NOW, begun, seen_by, steps
from tests.telegram.views.test_properties import check_message

TONGUES = [tongue(language, words=words) for language in languages() for words in (False, True)]
EN = tongue("en")
EVE = 9


def texts(seed: int, t: Tongue = EN) -> list[str]:
    return [
        plain(views.hand_card(seen_by(table), t).text)
        for table in steps(seed)
        if table.head.stage is Stage.PLAYING
    ]


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: t.language + " in words" * t.words)
def test_every_card_is_within_the_limits(t: Tongue) -> None:
    for seed in range(12):
        for table in steps(seed):
            if table.head.stage is Stage.PLAYING:
                check_message(views.hand_card(seen_by(table), t))


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: t.language + " in words" * t.words)
def test_no_card_is_a_wall_of_text(t: Tongue) -> None:
    """A screen of a phone holds some 1,300 signs; only the first look at a trick may need a thumb's stroke more."""
    for seed in range(12):
        for number, text in enumerate(texts(seed, t)):
            assert len(text) <= (1_500 if number < 4 else 1_100), text


def test_a_duty_is_explained_at_length_once_only() -> None:
    for seed in range(60):
        told = "\n".join(texts(seed))
        assert told.count("whoever holds") <= 1
        assert told.count("it beats every other suit") <= 1
        assert told.count("may play any card") <= 1


def test_the_orders_of_strength_are_told_before_the_first_trick_is_over_and_no_longer() -> None:
    for seed in range(20):
        for table in steps(seed):
            if table.match is None or table.match.phase is not Phase.PLAYING or table.match.deal is None:
                continue
            text = plain(views.hand_card(seen_by(table), EN).text)
            assert ("Other suits: A\u00a0(11)" in text) == (not table.match.deal.tricks)
            begins = not table.match.deal.tricks and not table.match.deal.trick
            assert ("The highest trump wins a trick" in text) == begins


def test_the_computers_wait_after_each_trick_that_they_lead_on_from() -> None:
    paused = 0
    for table in steps(3):
        if table.match is None or table.match.deal is None or not rests(table):
            continue
        paused += 1
        assert not table.match.deal.trick
        assert to_act(table.match) != 2
        taps = [decode(b.data) for row in views.hand_card(seen_by(table), EN).rows for b in row]
        assert any(tap and tap.arg == "next" and tap.ref == table.match.ply for tap in taps)
    assert paused > 1


# who sees what


def test_hands_are_open_at_a_lesson_only() -> None:
    table = worlds.started(worlds.ANNA)
    assert seen_by(table, worlds.ANNA).lesson is None


def test_each_of_the_locks_alone_keeps_the_hands_closed() -> None:
    table = begun("11" * 32)
    assert seen_by(table).lesson is not None
    head = table.head
    beside = head.chairs | {"N": Chair(person=EVE, name="Eve")}
    for closed in ({"lesson": False}, {"creator": EVE}, {"chairs": beside}):
        other = table._replace(head=head.model_copy(update=closed))
        assert all(seen_by(other, person).lesson is None for person in (None, ANNA, EVE)), closed


@pytest.mark.parametrize("name", VARIANTS)
def test_no_other_table_has_open_hands(name: str) -> None:
    rules = VARIANTS[name]
    people = (worlds.ANNA, worlds.BEN, worlds.CHLOE, worlds.DAN)
    seats = people if rules.players == 4 else (worlds.ANNA, worlds.CHLOE)
    table = worlds.started(*seats, table=worlds.lobby(name))
    assert all(seen_by(table, person).lesson is None for person in (None, *seats))


def refused(table: Table, command: TakeOver | Rematch | Sit) -> bool:
    return isinstance(handle(table, command, NOW), Refused)


def test_nobody_joins_a_lesson() -> None:
    table = begun("22" * 32)
    for seat in "NESW":
        assert refused(table, TakeOver(person=EVE, seat=seat, name="Eve", reachable=True))
    waiting = table._replace(head=table.head.model_copy(update={"stage": Stage.LOBBY}), match=None)
    assert refused(waiting, Sit(person=EVE, revision=0, seats="N", name="Eve", reachable=True))


def test_who_leaves_a_lesson_ends_it() -> None:
    change = handle(begun("33" * 32), Leave(person=ANNA), NOW)
    assert not isinstance(change, Refused)
    assert change.table.head.stage is Stage.CANCELLED
    assert ANNA in change.parted


def test_a_lesson_has_no_rematch() -> None:
    *_, over = steps(5)
    assert over.head.stage is Stage.OVER
    assert refused(over, Rematch(person=ANNA))
