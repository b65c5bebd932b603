"""Lines of a hand card begin as a line does: above all the second, which a lock screen shows below the first."""

import pytest

from engine.match import Phase, to_act
from engine.seats import seats_in_play
from engine.variants import VARIANTS
from service.table.clock import CLOCKS
from service.table.commands import Rematch
from service.table.view import Player, Time
from service.telegram.accepted import accepted
from service.telegram.calls import capital
from service.telegram.hand_view import hand_card
from service.telegram.lines import plain
from service.telegram.lobby_view import lobby_card
from service.telegram.texts import languages, tongue
from tests.telegram.views.scene import EN, built, view
from tests.telegram.views.test_properties import course, table

NAMES = ["anna", "Ben", "Chloé", "Dan"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_begins_with_a_capital_unless_a_name_begins_it(variant: str) -> None:
    played = course(variant, VARIANTS[variant], 5)
    begun: set[str] = set()
    for match in played.states:
        seat = to_act(match)
        if seat is None:
            continue
        viewer = next(n for n in range(4) if table(played, match, NAMES, n).seat == seat)
        for language in languages():
            card = hand_card(table(played, match, NAMES, viewer), tongue(language))
            begun.add(plain(card.text).split("\n")[1][:1])
    assert not {sign for sign in begun if sign.islower()}
    assert any(sign.isupper() for sign in begun) and "\u2068" in begun


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_line_of_an_auction_begins_small(variant: str) -> None:
    """On turn and off it; a name begins as its owner writes it."""
    played, looked = course(variant, VARIANTS[variant], 5), 0
    for match in played.states:
        if match.phase is not Phase.CALLING:
            continue
        for viewer in range(match.rules.players):
            for language in languages():
                text = plain(hand_card(table(played, match, NAMES, viewer), tongue(language)).text)
                assert not [line for line in text.split("\n") if line[:1].islower()]
                looked += 1
    assert looked >= 8


def test_a_capital_is_set_behind_markup_and_never_in_a_name() -> None:
    assert capital("<b>you 90</b>") == "<b>You 90</b>"
    assert capital("\u2068anna\u2069 passes") == "\u2068anna\u2069 passes"
    assert capital("") == ""


def test_a_next_deal_is_not_called_a_rematch() -> None:
    one = course("two-player", VARIANTS["two-player"], 1)
    two = table(one, one.states[0], NAMES, 0)
    assert accepted(two, Rematch(person=0), EN).text == "You are in for the next deal."
    alone = two._replace(players=(two.players[0], two.players[1]._replace(person=None, computer="club")))
    assert accepted(alone, Rematch(person=0), EN).text == "Here we go!"
    assert "rematch" in accepted(view(None), Rematch(person=0), EN).text


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("menu", ["", "rules", "clock"])
def test_no_line_of_a_lobby_begins_small(variant: str, menu: str) -> None:
    seats = seats_in_play(VARIANTS[variant])
    computers = tuple(Player(seat, None, "", "club", True) for seat in seats)
    for language in languages():
        for clock in ("", *CLOCKS):
            lobby = view(
                None, variant=variant, rules=VARIANTS[variant], players=computers, menu=menu, time=Time(clock)
            )
            text = plain(lobby_card(lobby, tongue(language)).text)
            assert not [line for line in text.split("\n") if line[:1].islower()]


def test_whose_turn_it_is_on_one_phone_begins_with_a_capital() -> None:
    match = course("two-player", VARIANTS["two-player"], 1).states[1]
    seat = to_act(match)
    assert seat is not None
    both = tuple(Player(one, 0, "Zoé", None, True, shared=True) for one in seats_in_play(match.rules))
    card = hand_card(built(match, 0, seat, players=both), tongue("fr"))
    assert plain(card.text).startswith("🟢 À ")
