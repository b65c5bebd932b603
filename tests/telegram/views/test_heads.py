"""The second line of a hand card, which a lock screen shows below the first: a sentence, or a name and what it did."""

import pytest

from engine.match import to_act
from engine.variants import VARIANTS
from service.telegram.hand_view import hand_card
from service.telegram.lines import plain
from service.telegram.texts import languages, tongue
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
