"""Lists and questions about tables: what stands there is complete, and tells two tables apart."""

import pytest

from service.table.view import Player
from service.telegram import views
from service.telegram.parting_view import replace_question, resign_question
from service.telegram.texts import languages, tongue
from tests.telegram.views.scene import BEN, CHLOE, EN, after, deal_three, plain, players, view

ALONE = tuple(
    one if one.person == CHLOE else one._replace(person=None, computer="novice") for one in players()
)
"""One person against computers."""


@pytest.mark.parametrize("language", languages())
def test_a_match_against_computers_is_named_in_full(language: str) -> None:
    t = tongue(language)
    solo = view(after(3), CHLOE, apart=True, players=ALONE)
    name = t.gettext("Against computers")
    games = views.games_list([solo, view(None, CHLOE)], t)
    assert name in [plain(button.label) for row in games.rows for button in row]
    for question in (resign_question(solo, CHLOE, t), replace_question(solo, CHLOE, t)):
        assert name in plain(question.text)


@pytest.mark.parametrize("language", languages())
def test_two_matches_of_one_name_are_told_apart_by_how_far_they_are(language: str) -> None:
    t = tongue(language)
    first = view(deal_three(), CHLOE, apart=True, players=ALONE)
    assert first.seen is not None
    other = first._replace(id="other", seen=first.seen._replace(deal_no=1, totals=(0, 0)))
    text = plain(views.which_table([first, other], "leave", CHLOE, t).text)
    one, two = text.split("1. ")[1].split("2. ")
    assert one.strip() != two.strip()


def test_ones_own_points_come_first() -> None:
    for person, score in ((CHLOE, "194 : 150"), (BEN, "150 : 194")):
        text = plain(views.which_table([view(after(3), person)], "leave", person, EN).text)
        assert score in text
        assert "Deal 3" in text


def test_a_seat_of_nobody_is_not_offered_for_replacement() -> None:
    def offered(players: tuple[Player, ...]) -> str:
        card = replace_question(view(after(3), CHLOE, players=players), CHLOE, EN)
        return " ".join(plain(button.label) for row in card.rows for button in row)

    assert "Ben" in offered(players())
    assert "Ben" not in offered(
        tuple(one._replace(person=-5) if one.person == BEN else one for one in players())
    )
