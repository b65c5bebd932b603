"""The question "what would you do?" on a hand card."""

import pytest

from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.variants import VARIANTS
from service.telegram.callback import TapKind, decode
from service.telegram.hand_view import hand_card
from service.telegram.texts import tongue
from tests.telegram.views.test_properties import course, table

NAMES = ["Anna", "Ben", "Chloé", "Dan"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_offered_where_there_is_a_choice_and_the_table_plays_with_advice(variant: str) -> None:
    played = course(variant, VARIANTS[variant], 3)
    asked = forced = 0
    for match in played.states:
        seat = to_act(match)
        if seat is None:
            continue
        choice = len(legal_actions(observation(match, seat))) > 1
        for advises in (True, False):
            viewer = next(n for n in range(4) if table(played, match, NAMES, n).seat == seat)
            card = hand_card(table(played, match, NAMES, viewer, advises=advises), tongue("en"))
            taps = [decode(button.data) for row in card.rows for button in row]
            offered = any(tap is not None and tap.kind is TapKind.HINT for tap in taps)
            assert offered is (advises and choice)
        asked, forced = asked + choice, forced + (not choice)
    assert asked > 10 and forced > 2
