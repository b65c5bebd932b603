"""The replay: every position of random matches is within the limits and shows the right cards, and its buttons lead
through all of them."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import parse_action
from engine.cards import SUITS, cards_of
from engine.contracts import LAST_TRICK
from engine.match import FinishedDeal, Phase, apply
from engine.observation import claim, observation
from engine.rules import Rules
from engine.seats import seats_in_play, side_of
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.callback import TapKind
from service.telegram.lines import plain
from service.telegram.messages import Message
from service.telegram.replay_view import END, replay_page
from service.telegram.texts import tongue
from tests.telegram.views.test_properties import (
    IDS,
    NAMES,
    RANKS,
    RULES,
    UNSHRUNK,
    Course,
    buttons_of,
    check_message,
    course,
    spoken,
    table,
)

EN = tongue("en")


def told(played: Course, names: list[str]) -> tuple[TableView, list[FinishedDeal]]:
    """The match as it is seen when it is over, and its deals."""
    view = table(played, played.states[0], names, 0)
    over = view._replace(stage=Stage.OVER, seen=None, deals=played.notes, winner=0)
    ends = {one.finished.deal_no: one.finished for one in played.states if one.finished is not None}
    return over, [ends[note.no] for note in played.notes]


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000), names=st.lists(NAMES, min_size=4, max_size=4))
def test_every_position_is_within_limits(variant: str, rules: Rules, seed: int, names: list[str]) -> None:
    view, deals = told(course(variant, rules, seed), names)
    for finished, note in zip(deals, view.deals, strict=True):
        for step in range(len(finished.tricks) + 2):
            for t in spoken(step):
                check_message(replay_page(view, finished, note, step, t))


def _cards(line: str) -> set[int]:
    """The cards of a line of a hand: "♠️ A 10 ♥️ K"."""
    found, suit = set(), -1
    for word in plain(line).replace("·", " ").split():
        if word[0] in "♣♦♥♠":
            suit = SUITS["♣♦♥♠".index(word[0])]
        elif word in RANKS:
            found.add(suit * 8 + RANKS.index(word))
    return found


def hands_shown(page: Message, seats: int) -> list[set[int]]:
    """What each seat still holds: the last block, a name and its cards in turn."""
    hands: list[set[int]] = []
    for line in page.text.rstrip("\u2002").split("\n\n")[-1].split("\n"):
        if line.startswith("<i>"):
            hands.append(set())
        else:
            hands[-1] |= _cards(line)
    assert len(hands) == seats
    return hands


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_every_trick_shows_its_cards_and_what_is_left(variant: str, rules: Rules, seed: int) -> None:
    view, deals = told(course(variant, rules, seed), ["Anna", "Ben", "Chloé", "Dan"])
    for finished, note in zip(deals, view.deals, strict=True):
        points = [0, 0]
        for step, trick in enumerate(finished.tricks, start=1):
            page = replay_page(view, finished, note, step, EN)
            fallen = {play.card for done in finished.tricks[:step] for play in done.plays}
            left = sorted(sorted(set(cards_of(finished.hands[s])) - fallen) for s in seats_in_play(rules))
            assert sorted(sorted(hand) for hand in hands_shown(page, rules.players)) == left
            for play in trick.plays:
                assert f"{EN.card(play.card)} " in plain(page.text)
            points[side_of(rules, trick.winner)] += trick.points + LAST_TRICK * (step == len(finished.tricks))
            assert f"points {points[0]}:{points[1]}" in page.text


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_the_buttons_lead_through_all_of_it_and_back(variant: str, rules: Rules) -> None:
    view, deals = told(course(variant, rules, 7), ["Anna", "Ben", "Chloé", "Dan"])
    by_number = {note.no: (finished, note) for finished, note in zip(deals, view.deals, strict=True)}
    expected = [(no, step) for no, (done, _) in by_number.items() for step in range(len(done.tricks) + 2)]

    def follow(position: tuple[int, int], label: str) -> tuple[int, int]:
        finished, note = by_number[position[0]]
        page = replay_page(view, finished, note, position[1], EN)
        tap = next(tap for text, tap in buttons_of(page) if text == label)
        assert tap.kind is TapKind.REPLAY and tap.table == view.id
        last = len(by_number[tap.ref][0].tricks) + 1
        return tap.ref, min(int(tap.arg), last)

    for label, order in (("▶️", expected), ("◀️", expected[::-1])):
        for here, there in pairwise(order):
            assert follow(here, label) == there
        assert follow(order[-1], label) == order[-1], "there is nothing beyond the end"
    for no, (finished, _) in by_number.items():
        assert follow((no, 2), "⏮") == (no, 0)
        assert follow((no, 0), "⏭") == (no, len(finished.tricks) + 1)


def test_the_last_page_is_the_score() -> None:
    view, deals = told(course("classic", RULES[0][1], 3), ["Anna", "Ben", "Chloé", "Dan"])
    page = replay_page(view, deals[0], view.deals[0], END, EN)
    assert "<pre>" in page.text and "Written" in page.text


def test_a_deal_that_nobody_took_has_its_calls() -> None:
    rules = RULES[0][1]
    played = course("classic", rules, 0)
    view, deals = told(played, ["Anna", "Ben", "Chloé", "Dan"])
    passed = deals[0]._replace(contract=None, tricks=())
    page = replay_page(view, passed, view.deals[0], 0, EN)
    assert "Nobody took." in page.text
    check_message(page)


def test_a_claim_is_marked_from_its_trick_on() -> None:
    for seed in range(400):
        played = course("classic", RULES[0][1], seed, deals=1)
        for match in played.states:
            if match.phase is not Phase.PLAYING or match.deal is None:
                continue
            own = observation(match, match.deal.turn)
            if len(own.tricks) not in range(2, 7) or claim(own) is None:
                continue
            done = apply(match, parse_action("claim"))[0].finished
            assert done is not None and done.claimed is not None
            view, _ = told(played, ["Anna", "Ben", "Chloé", "Dan"])
            marked = [
                "🙋" in replay_page(view, done, view.deals[0], step, EN).text
                for step in range(1, len(done.tricks) + 1)
            ]
            first = done.claimed[1]
            assert marked == [number >= first for number in range(1, len(done.tricks) + 1)]
            return
    raise AssertionError("no random deal let anybody claim")
