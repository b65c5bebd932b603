"""Choosing one's partner and drawing pairs, as four friends around one card experience it."""

import hashlib
import hmac
import itertools
from collections import Counter

import pytest

from engine.deal import permutation
from service.surface import LOBBY, hand_key
from service.table.commands import Cut, DrawPairs, Fill, Pair, ShowMenu, Stand, Start
from service.table.look import look
from service.table.refusals import No
from service.table.table import Table
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, EVE, SECRET, ask, lobby, refused, seated, sit, started

OPPOSITE = dict(zip("NESW", "SWNE", strict=True))


def partner(table: Table, person: int) -> int | None:
    letter = table.letter_of(person)
    assert letter is not None
    return table.head.chairs[OPPOSITE[letter]].person


def test_four_friends_sit_as_they_like_with_one_tap_each() -> None:
    table = seated(ANNA, BEN, CHLOE, DAN)
    assert partner(table, ANNA) == CHLOE
    for one, other in itertools.permutations((ANNA, BEN, CHLOE, DAN), 2):
        if partner(table, one) == other:
            continue
        change = ask(table, Pair(person=DAN, one=one, other=other))
        table = change.table
        assert partner(table, one) == other
        assert set(table.people) == {ANNA, BEN, CHLOE, DAN}
        assert change.marked == {LOBBY, *map(hand_key, table.people)}, "all see it"


def test_the_second_of_two_who_tap_the_same_changes_nothing() -> None:
    table = ask(seated(ANNA, BEN, CHLOE, DAN), Pair(person=DAN, one=ANNA, other=BEN)).table
    assert refused(table, Pair(person=CHLOE, one=ANNA, other=BEN)).code is No.UNCHANGED


def test_two_can_sit_together_or_apart_whatever_is_free() -> None:
    table = seated(ANNA, BEN)
    table = ask(table, Fill(person=ANNA, seat="W", level="novice")).table
    assert refused(table, Pair(person=ANNA, one=ANNA, other=BEN, together=False)).code is No.UNCHANGED
    together = ask(table, Pair(person=ANNA, one=ANNA, other=BEN)).table
    assert partner(together, ANNA) == BEN
    apart = ask(together, Pair(person=ANNA, one=ANNA, other=BEN, together=False)).table
    assert partner(apart, ANNA) != BEN
    assert set(apart.people) == {ANNA, BEN}
    assert Counter(c.computer for c in apart.head.chairs.values())["novice"] == 1


def test_a_cut_goes_with_who_made_it() -> None:
    table = ask(seated(ANNA, BEN, CHLOE, DAN), Cut(person=BEN, count=7)).table
    for wish in (Pair(person=ANNA, one=ANNA, other=BEN), DrawPairs(person=ANNA, number=1)):
        moved = ask(table, wish).table
        assert moved.head.cuts == {moved.letter_of(BEN): 7}


def test_who_sits_here_no_more_is_paired_with_nobody() -> None:
    table = ask(seated(ANNA, BEN, CHLOE), Stand(person=BEN)).table
    assert refused(table, Pair(person=ANNA, one=ANNA, other=BEN)).code is No.STALE
    assert refused(table, Pair(person=ANNA, one=ANNA, other=ANNA)).code is No.STALE


@pytest.mark.parametrize("wish", [Pair(person=EVE, one=ANNA, other=BEN), DrawPairs(person=EVE, number=1)])
def test_outsiders_choose_no_pairs(wish: Pair | DrawPairs) -> None:
    assert refused(seated(BEN, CHLOE), wish).code is No.NOT_SEATED


def test_two_players_have_no_partners() -> None:
    table = seated(ANNA, CHLOE, table=lobby("two-player"))
    for wish in (Pair(person=ANNA, one=ANNA, other=CHLOE), DrawPairs(person=ANNA, number=1)):
        assert refused(table, wish).code is No.STALE


def test_nothing_is_drawn_or_chosen_once_the_match_runs() -> None:
    table = started(ANNA, BEN, CHLOE, DAN)
    for wish in (Pair(person=ANNA, one=ANNA, other=BEN), DrawPairs(person=ANNA, number=1)):
        assert refused(table, wish).code is No.NOT_IN_LOBBY


def test_a_draw_can_be_checked_with_nothing_but_the_secret() -> None:
    """Telegram's ids in order draw the first four cards of the pack; the two highest play together."""
    table = ask(seated(ANNA, BEN, CHLOE, DAN), DrawPairs(person=BEN, number=1)).table
    pack = permutation(hmac.digest(bytes.fromhex(SECRET), b"pairs|1", hashlib.sha256))
    drew = dict(zip((ANNA, BEN, CHLOE, DAN), pack, strict=False))
    highest = sorted(drew, key=lambda person: (drew[person] % 8, drew[person] // 8), reverse=True)
    assert partner(table, highest[0]) == highest[1]
    shown = look(table, None).drawn
    assert {table.chair(seat).person: card for seat, card in shown.items()} == drew


def test_how_they_sat_before_does_not_move_the_draw() -> None:
    table = seated(ANNA, BEN, CHLOE, DAN)
    other = ask(table, Pair(person=ANNA, one=ANNA, other=BEN)).table
    wish = DrawPairs(person=ANNA, number=1)
    assert ask(table, wish).table.head.chairs == ask(other, wish).table.head.chairs


def test_a_double_tap_draws_once_and_a_second_draw_is_a_new_one() -> None:
    table = ask(seated(ANNA, BEN, CHLOE, DAN), DrawPairs(person=ANNA, number=1)).table
    assert refused(table, DrawPairs(person=BEN, number=1)).code is No.UNCHANGED
    assert refused(table, DrawPairs(person=BEN, number=3)).code is No.STALE
    again = ask(table, DrawPairs(person=BEN, number=2)).table
    assert look(again, None).draws == 2
    assert look(again, None).drawn != look(table, None).drawn


def test_every_pairing_is_drawn_about_as_often() -> None:
    found: Counter[int | None] = Counter()
    for number in range(300):
        table = seated(ANNA, BEN, CHLOE, DAN, table=lobby(secret=f"{number:064x}"))
        found[partner(ask(table, DrawPairs(person=ANNA, number=1)).table, ANNA)] += 1
    assert set(found) == {BEN, CHLOE, DAN}
    assert min(found.values()) > 75, found


def test_the_cards_are_shown_until_somebody_moves() -> None:
    table = ask(seated(ANNA, BEN, CHLOE), DrawPairs(person=ANNA, number=1)).table
    free = next(letter for letter, chair in table.head.chairs.items() if chair.free)
    assert len(look(table, None).drawn) == 4, "a free seat's card is for who comes"
    joined = ask(table, sit(table, DAN, free)).table
    assert look(joined, None).drawn
    assert look(ask(joined, Stand(person=DAN)).table, None).drawn == {}
    paired = next(p for p in (BEN, CHLOE) if partner(joined, ANNA) != p)
    assert look(ask(joined, Pair(person=DAN, one=ANNA, other=paired)).table, None).drawn == {}


def test_nobody_starts_beside_somebody_he_has_not_seen_there() -> None:
    table = seated(ANNA, BEN, CHLOE, DAN)
    seen = table.head.revision
    table = ask(table, Pair(person=BEN, one=ANNA, other=BEN)).table
    assert refused(table, Start(person=ANNA, revision=seen)).code is No.STALE
    ask(table, Start(person=ANNA, revision=table.head.revision))


def test_the_card_turns_to_the_pairs_and_back() -> None:
    table = ask(seated(ANNA, BEN), ShowMenu(person=ANNA, menu="pairs")).table
    assert look(table, None).menu == "pairs"
    assert look(ask(table, ShowMenu(person=BEN)).table, None).menu == ""
