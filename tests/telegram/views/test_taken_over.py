"""Who takes a seat over in the middle of a deal is not told that he has done what another did; nor is anybody else."""

import random
import re
from collections.abc import Iterator

import pytest

from engine.actions import action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.seats import SEAT_LETTERS
from service.table.commands import Act, Leave
from service.table.look import look
from service.table.model import Stage
from service.table.table import Table
from service.telegram.alerts import last_trick
from service.telegram.texts import tongue
from service.telegram.views import hand_card, table_card
from tests.table.worlds import EVE, FOUR, NAMES, ask, eve_comes, lobby, on_turn, started
from tests.telegram.views.scene import plain

EN = tongue("en")
YOU = re.compile(r"\b[Yy]ou\b(?! deal| lead| speak| are the dealer| meld| as )|is yours")
"""What a card says that its reader has done. Whose deal, lead and melds they are goes with the seat."""
DONE = re.compile(r"^(📣 )?(♠️|♥️|♦️|♣️).*|.*(passes|takes|taken by|made by|bid by|goes to| → ).*", re.MULTILINE)
"""Lines about something that was done."""


def course(variant: str, seed: int) -> Iterator[Table]:
    """A deal, action by action, played at random."""
    dice, table = random.Random(seed), started(*FOUR, table=lobby(variant))
    while table.head.stage is Stage.PLAYING and not table.head.deals:
        yield table
        match = table.match
        assert match is not None
        legal = legal_actions(observation(match, to_act(match)))
        chosen = action_text(dice.choice(legal))
        table = ask(table, Act(person=on_turn(table), ply=match.ply, action=chosen)).table


def taken(table: Table, person: int) -> Table:
    """Eve has somebody's seat."""
    seat = table.letter_of(person) or ""
    gone = ask(table, Leave(person=person)).table
    return ask(gone, eve_comes(seat)).table


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", ["classic", "coinche", "luxembourg", "beginner"])
def test_nobody_is_told_that_he_did_what_another_did(variant: str, seed: int) -> None:
    for number, table in enumerate(course(variant, seed)):
        before = table_card(look(table, None), EN).text
        for person in FOUR:
            now = taken(table, person)
            hers = look(now, EVE)
            text = plain(hand_card(hers, EN).text).replace("Your", "").replace("your", "")
            assert not YOU.search(text), (number, text)
            assert NAMES[EVE] not in text
            told = [m.group() for m in DONE.finditer(table_card(look(now, None), EN).text)]
            assert told == [m.group() for m in DONE.finditer(before)], "the group reads who did it"
            if hers.seen is not None and hers.seen.tricks:
                assert "you" not in last_trick(hers, len(hers.seen.tricks), EN).text


def test_from_then_on_it_is_hers() -> None:
    """After a card of her own she reads that she played it, beside the predecessor's."""
    tables = list(course("classic", 1))
    table = next(t for t in tables if t.match and t.match.deal and t.match.deal.tricks)
    person = on_turn(table)
    now = taken(table, person)
    match = now.match
    assert match is not None
    seat = now.letter_of(EVE) or ""
    card = legal_actions(observation(match, SEAT_LETTERS.index(seat)))[0]
    after = ask(now, Act(person=EVE, ply=match.ply, action=action_text(card))).table
    assert " you" in plain(hand_card(look(after, EVE), EN).text)
    assert f" {NAMES[EVE]}" in plain(table_card(look(after, None), EN).text)
