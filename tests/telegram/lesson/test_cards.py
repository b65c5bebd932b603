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
from service.telegram.callback import TapKind, decode
from service.telegram.lines import plain
from service.telegram.texts import Tongue, languages, tongue
from tests.table import worlds
from tests.telegram.lesson.lessons import ANNA, NOW, begun, seen_by, steps
from tests.telegram.views.phone import on_a_phone
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
    """A screen of a phone holds some 25 lines of 38 cells above the keyboard. Who reads cards in words needs more."""
    for seed in range(12):
        for text in texts(seed, t):
            assert on_a_phone(text) <= (36 if t.words else 29), text


def test_what_there_is_to_know_is_read_before_the_choice_and_not_beside_it() -> None:
    """The first call, and the trick before each lead, have a page of their own; one tap leads on to the choice."""
    pages = 0
    for seed in range(20):
        for table in steps(seed):
            card = views.hand_card(seen_by(table), EN)
            text, taps = plain(card.text), [decode(b.data) for row in card.rows for b in row]
            onwards = [tap for tap in taps if tap and tap.kind is TapKind.WEIGH]
            if table.match and to_act(table.match) == 2:
                assert onwards == [] or "Read in peace" in text
                assert bool(onwards) != any(tap and tap.kind is TapKind.ACT for tap in taps)
                told = ("Who takes makes", "The highest trump wins", "The trick is worth")
                alone = "Your last card plays itself" in text
                assert bool(onwards) == (any(word in text for word in told) and not alone)
                pages += bool(onwards)
    assert pages > 20


def test_a_duty_is_explained_at_length_once_only() -> None:
    for seed in range(60):
        told = "\n".join(texts(seed))
        assert told.count("whoever holds") <= 1
        assert told.count("it beats every other suit") <= 1
        assert told.count("may play any card") <= 1


def test_the_orders_of_strength_are_told_before_the_first_card_and_of_the_suit_led_in_the_first_trick() -> (
    None
):
    for seed in range(20):
        for table in steps(seed):
            if table.match is None or table.match.phase is not Phase.PLAYING or table.match.deal is None:
                continue
            text = plain(views.hand_card(seen_by(table), EN).text)
            begins = not table.match.deal.tricks and not table.match.deal.trick
            page = "Read in peace" in text
            assert ("The highest trump wins a trick" in text) == (begins and page)
            told = ("Other suits: A\u00a0(11)" in text) + ("from the top" in text)
            assert told == (2 * page if begins else len(table.match.deal.tricks) == 0)


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
