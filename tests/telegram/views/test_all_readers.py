"""The same limits for every reader: other rows of suits, letters and words, settings, invitations, menus, captions; and
no reader is shown a card that he does not know."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import SUITS, cards_of
from engine.match import Match
from engine.observation import observation
from engine.rules import Rules
from engine.seats import seats_in_play
from service.people import Chat, Person
from service.surface import CARD
from service.table.model import Stage
from service.table.table import Table
from service.telegram import views
from service.telegram.callback import INVITE_MENU
from service.telegram.invite_view import (
    arranging_card,
    declined,
    gone,
    invitation,
    offer,
    play_menu,
    rules_told,
)
from service.telegram.lines import plain, units
from service.telegram.messages import CAPTION_LIMIT, Message, Toast
from service.telegram.settings_view import row_chosen, row_question, settings_card
from service.telegram.surface_keys import HAND, MINE, Key
from service.telegram.surfaces import Sight, want
from service.telegram.texts import ROWS, Tongue, languages, tongue
from service.telegram.zone_view import ASKED_ZONE, ZONE, hours_menu, zone_menu
from tests.table.worlds import ask, first_legal, lobby, started
from tests.telegram.views.test_properties import (
    CARD as A_CARD,
)
from tests.telegram.views.test_properties import (
    IDS,
    NAMES,
    RANKS,
    RULES,
    UNSHRUNK,
    Course,
    check_message,
    check_toast,
    course,
    everything,
    table,
)

READERS = st.builds(
    tongue,
    st.sampled_from(languages()),
    st.sampled_from(tuple(ROWS.values())),
    st.sampled_from(("", *languages())),
    st.booleans(),
)
NOW = 1_790_000_000_000


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=3, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000), names=st.lists(NAMES, min_size=3, max_size=4), t=READERS)
def test_whatever_row_letters_and_words_somebody_reads(
    variant: str, rules: Rules, seed: int, names: list[str], t: Tongue
) -> None:
    played = course(variant, rules, seed)
    for match in random.Random(seed).sample(played.states, min(6, len(played.states))):
        for shown in (*everything(played, match, names, t), *invitations(played, match, names, t)):
            check_toast(shown) if isinstance(shown, Toast) else check_message(shown)


def invitations(played: Course, match: Match, names: list[str], t: Tongue) -> Iterator[Message | Toast]:
    """All that a table apart shows before its match, and afterwards to who has an old invitation."""
    seen = table(played, match, names, 0, apart=True, host=0, stage=Stage.LOBBY, seen=None)
    for menu in ("", INVITE_MENU, "rules", "pairs", "clock"):
        yield arranging_card(seen._replace(menu=menu), t, "RebeloteBot")
    for stage in Stage:
        over = stage is Stage.OVER
        yield invitation(
            seen._replace(stage=stage, deals=played.notes if over else (), winner=0 if over else None), t
        )
    free = seen._replace(players=tuple(one._replace(person=None) for one in seen.players))
    yield invitation(free, t)
    yield offer(free, t, new=True).message
    yield rules_told(seen, t)
    yield play_menu(t, played.variant)


def test_invitations_that_are_over_are_short() -> None:
    for language in languages():
        check_message(gone(tongue(language)))
        check_message(declined(tongue(language)))


WORDS = st.sampled_from(("", "plain", "four", "dark", "always", "never", "grey", "suit", *languages()))


@settings(max_examples=150, deadline=None)
@given(t=READERS, word=WORDS, on=st.booleans())
def test_settings_in_every_state(t: Tongue, word: str, on: bool) -> None:
    who = Person(
        id=1, language=word, suits=word, letters=word, words=on, order=word, refused=word, confirm=on,
        ring=word, pictures=on, colours=word, zone="America/Argentina/Buenos_Aires" if on else "",
    )  # fmt: skip
    check_message(settings_card(who, t))
    check_message(settings_card(Chat(id=-1, language=word, suits=word, pictures=on, colours=word), t))
    check_message(row_question(t))
    check_message(row_chosen(t))
    for name in (ZONE, ASKED_ZONE):
        check_message(zone_menu(t, name, NOW))
        check_message(hours_menu(t, name, NOW))


# --- what a hand shows, wherever it stands ---


def known(match: Match, seat: int) -> set[int]:
    """The cards that a player knows: his own, and what lies or was shown."""
    seen = observation(match, seat)
    told = {play.card for trick in seen.tricks for play in trick.plays} | {play.card for play in seen.trick}
    told |= set(cards_of(seen.hand)) | {seen.turned} | {column.open for row in seen.columns for column in row}
    return told | {card for meld in seen.melds for card in cards_of(meld.cards)}


def named(message: Message) -> set[int]:
    """The cards that a message names, English signs and letters, buttons too."""
    text = "\n".join([plain(message.text), *(button.label for row in message.rows for button in row)])
    return {SUITS["♣♦♥♠".index(suit)] * 8 + RANKS.index(rank) for suit, rank in A_CARD.findall(text)}


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_a_hand_names_no_card_that_its_player_does_not_know(variant: str, rules: Rules, seed: int) -> None:
    played = course(variant, rules, seed, deals=1)
    for match in played.states:
        if match.deal is None:
            continue
        for person, seat in enumerate(seats_in_play(rules)):
            own = table(played, match, ["Anna", "Ben", "Chloé", "Dan"], person)
            assert named(views.hand_card(own, tongue("en"))) <= known(match, seat)


@pytest.mark.parametrize("language", languages())
def test_captions_are_short_enough_and_the_hand_in_the_group_is_the_hand(language: str) -> None:
    """Of a whole deal with pictures: what has one fits under it, and what one sees alone in the group is his card."""
    t, pictured = tongue(language), 0
    for running in deal(started(1, 2, 3, 4, table=lobby("luxembourg"))):
        for person in (1, 2, 3, 4):
            liked = Person(id=person, pictures=True, started=True)
            sight = Sight(running, Chat(id=-100, pictures=True), t, "RebeloteBot", liked)
            shown = [want(Key(kind, person), sight) for kind in (HAND, MINE)]
            shown.append(want(Key(CARD), sight._replace(person=None)))
            for one in shown:
                assert one.message is not None
                check_message(one.message)
                if one.picture is not None:
                    pictured += 1
                    assert units(plain(one.message.text)) <= CAPTION_LIMIT
            own, there = shown[0].message, shown[1].message
            assert own is not None and there is not None
            assert own.text.split("\n")[1:] == there.text.split("\n")[1:], "all but whose turn it is"
            assert own.rows == there.rows
            assert shown[1].receiver == person
    assert pictured > 100


def deal(table: Table) -> Iterator[Table]:
    """A deal, action by action."""
    while not table.head.deals:
        yield table
        table = ask(table, first_legal(table)).table
