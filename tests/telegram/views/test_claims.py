"""Claims: what the row tells, the question, and what is told of a deal that ended by one."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.actions import CLAIM, Action, ActionKind
from engine.cards import card_code
from engine.deal import permutation
from engine.match import FinishedDeal, Match, apply, new_match, start_deal
from engine.observation import claim, legal_actions, observation, why_not
from engine.rules import Rules
from engine.seats import seats_in_play
from engine.variants import VARIANTS
from service.people import Person
from service.table.commands import Act, Weigh
from service.table.refusals import No, Refused
from service.telegram import views
from service.telegram.callback import decode
from service.telegram.handlers.wishes import wish_of
from service.telegram.lines import plain, units
from service.telegram.messages import TOAST_LIMIT, Message
from tests.telegram.views.scene import EN
from tests.telegram.views.test_properties import TONGUES, WORDED, Course, check_message, table

LONG = ["Maximiliane-Sophie", "張三李四王五", "Bartholomäus der Große", "👨‍👩‍👧‍👦" * 5]


def in_play(variant: str, seeds: range) -> Iterator[Match]:
    """Positions of random deals in which two or more cards each are left."""
    for seed in seeds:
        rng, match = random.Random(seed), new_match(VARIANTS[variant], 0)
        match = start_deal(match, permutation(seed.to_bytes(32, "big")))[0]
        while match.deal is not None and match.deal_no == 1:
            legal = legal_actions(observation(match, match.deal.turn))
            if legal[-1].kind is ActionKind.PLAY and match.deal.tricks:
                yield match
            bold: list[Action] = [one for one in legal if one.kind is not ActionKind.PASS]
            match = apply(match, rng.choice(bold or list(legal)))[0]


def seen_by(match: Match, variant: str, **changes: Any) -> Any:
    seats = seats_in_play(match.rules)
    seat = match.deal.turn if match.deal is not None else 0
    return table(Course(variant, (), ()), match, LONG[: len(seats)], seats.index(seat), **changes)


def labels(message: Message) -> list[str]:
    return [button.label for row in message.rows for button in row]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_row_stands_there_whatever_the_hand(variant: str) -> None:
    """Only what everybody sees decides: a row for provable claims alone would be a hint."""
    stands: dict[int, set[bool]] = {}
    for match in in_play(variant, range(12)):
        assert match.deal is not None
        row = "🙌 The rest is mine" in labels(views.hand_card(seen_by(match, variant), EN))
        if match.deal.setup.contract is not None and variant != "two-player":
            stands.setdefault(len(match.deal.tricks), set()).add(row)
    if variant in ("classic", "coinche", "beginner"):
        assert stands == {n: {4 <= n < 7} for n in range(1, 8)}


def test_it_asks_before_it_counts_and_can_be_unsaid() -> None:
    match = next(m for m in in_play("classic", range(9)) if m.deal and len(m.deal.tricks) == 4)
    view = seen_by(match, "classic")
    who = Person(id=view.viewer)
    asked = next(b for row in views.hand_card(view, EN).rows for b in row if b.label.startswith("🙌"))
    tap = decode(asked.data)
    assert tap is not None
    assert wish_of(tap, who) == Weigh(person=who.id, ply=match.ply, what="claim")
    card = views.hand_card(view._replace(pick="claim"), EN)
    assert labels(card) == ["Yes, claim", "No"]
    yes, no = (decode(button.data) for button in card.rows[0])
    assert yes is not None and no is not None
    assert wish_of(yes, who) == Act(person=who.id, ply=match.ply, action="claim")
    assert wish_of(no, who) == Weigh(person=who.id, ply=match.ply, what="")


def test_what_is_not_proved_is_told_to_the_claimer_alone_and_holds_no_card() -> None:
    match = next(
        m for m in in_play("classic", range(9)) if m.deal and claim(observation(m, m.deal.turn)) is None
    )
    view = seen_by(match, "classic")
    rule = why_not(view.seen, CLAIM)
    assert rule is not None
    text = views.refused(Refused(No.RULE, rule), EN, view).text
    assert text == "That cannot be proved from your cards. Only you read this; play on."


def ended(variant: str) -> list[tuple[Match, Match, FinishedDeal]]:
    """Deals that a claim ended: the position before, after, and the deal."""
    found = []
    for match in in_play(variant, range(40)):
        assert match.deal is not None
        if claim(observation(match, match.deal.turn)) is not None and len(match.deal.tricks) < 7:
            after = apply(match, CLAIM)[0]
            assert after.finished is not None
            found.append((match, after, after.finished))
    return found


def held(match: Match) -> dict[int, set[str]]:
    assert match.deal is not None
    lying = {play.seat: {card_code(play.card)} for play in match.deal.trick}
    return {
        seat: {card_code(c) for c in range(32) if hand >> c & 1} | lying.get(seat, set())
        for seat, hand in enumerate(match.deal.hands)
    }


@pytest.mark.parametrize("variant", ["classic", "coinche", "beginner"])
def test_a_claimed_deal_says_so_and_shows_the_hands(variant: str) -> None:
    deals = ended(variant)
    assert deals
    for before, after, finished in deals[:10]:
        assert finished.claimed is not None
        _, number = finished.claimed
        view = seen_by(after, variant)
        told = views.past_trick(view, finished, number, EN)
        assert told.alert and f"from trick {number}" in told.text
        for cards in held(before).values():
            for code in cards:
                assert code[0].replace("T", "10") in told.text
        assert "→" not in told.text, "no order of play is made up"
        for no in range(number, len(finished.tricks) + 1):
            assert views.past_trick(view, finished, no, EN) == told
        if number > 1:
            assert "→" in views.past_trick(view, finished, number - 1, EN).text
        for t in (*TONGUES, *WORDED):
            assert units(views.past_trick(view, finished, number, t).text) <= TOAST_LIMIT
            assert not views.past_trick(view, finished, number, t).text.endswith("…")
            _sheet(view, finished, t)


def _sheet(view: Any, finished: FinishedDeal, t: Any) -> None:
    from tests.telegram.views.test_properties import _note

    assert finished.claimed is not None
    match = view.seen._replace(finished=finished)
    sheet = views.deal_sheet(view, finished, _note(match), "00" * 32, t)
    check_message(sheet)
    line = next(line for line in plain(sheet.text).split("\n") if line.startswith("🙌"))
    assert str(finished.claimed[1]) in line
    assert any(label.startswith("🙌") for label in labels(sheet))


@pytest.mark.parametrize("rules", [VARIANTS["classic"], VARIANTS["two-player"]])
def test_the_question_fits_in_every_language(rules: Rules) -> None:
    variant = "classic" if rules.players > 2 else "two-player"
    for match in in_play(variant, range(2)):
        for t in (*TONGUES, *WORDED):
            check_message(views.hand_card(seen_by(match, variant, pick="claim"), t))
            check_message(views.hand_card(seen_by(match, variant), t))
