"""The trick before stays in sight: where computers answer at once, it would be gone before anybody has seen it."""

import pytest

from engine.match import Phase, to_act
from engine.observation import Observation
from engine.variants import VARIANTS
from service.table.view import TableView
from service.telegram.hand_view import hand_card
from service.telegram.texts import Tongue, languages, tongue
from service.telegram.trick_lines import SHOWN_TRICKS
from tests.telegram.views.scene import CHLOE, DE, after, plain, view
from tests.telegram.views.test_properties import course, table

NAMES = ["Anna", "Ben", "Chloé", "Dan"]


def tells(view: TableView, seen: Observation, t: Tongue) -> bool:
    """Whether all cards of the trick before stand side by side, or one below the other."""
    text = plain(hand_card(view, t).text)
    cards = [t.card(play.card) for play in seen.tricks[-1].plays]
    return " ".join(cards) in text or all(f"\n{card} " in text or f"<b>{card} " in text for card in cards)


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_plays_without_a_group_sees_how_the_trick_before_ended(variant: str) -> None:
    played, looked = course(variant, VARIANTS[variant], 4), 0
    for match in played.states:
        seat = to_act(match)
        if seat is None or match.phase is not Phase.PLAYING:
            continue
        viewer = next(n for n in range(4) if table(played, match, NAMES, n).seat == seat)
        own = table(played, match, NAMES, viewer, apart=True)
        assert own.seen is not None
        if not own.seen.tricks or (own.seen.melds and len(own.seen.tricks) < SHOWN_TRICKS):
            continue
        looked += 1
        assert all(tells(own, own.seen, tongue(language)) for language in languages())
    assert looked > 20


def test_two_players_see_it_in_a_group_too() -> None:
    played = course("two-player", VARIANTS["two-player"], 4)
    for match in played.states:
        seat = to_act(match)
        if seat is None or match.phase is not Phase.PLAYING:
            continue
        viewer = next(n for n in range(2) if table(played, match, NAMES, n).seat == seat)
        own = table(played, match, NAMES, viewer)
        assert own.seen is not None
        assert not own.seen.tricks or tells(own, own.seen, DE)


def test_four_in_a_group_read_it_on_the_groups_card() -> None:
    assert "Davor" not in hand_card(view(after(14), CHLOE), DE).text
    assert "Davor" in hand_card(view(after(14), CHLOE, apart=True), DE).text
    assert "Davor" in hand_card(view(after(15), CHLOE, apart=True), DE).text, "off turn too"
