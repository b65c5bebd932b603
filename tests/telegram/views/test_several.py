"""Several matches of one person, or of one group: which is the most urgent, and which is which."""

from typing import Any

import pytest

from service.table.model import Stage
from service.table.view import Player, TableView, Time
from service.telegram import views
from service.telegram.lines import LABELS, LINE, cells, width
from service.telegram.texts import languages, tongue
from tests.telegram.views.moments import ms, reads
from tests.telegram.views.scene import BEN, CHLOE, DE, EN, after, plain, played, players, shown, view
from tests.telegram.views.scene import deal_three as dealt
from tests.telegram.views.test_properties import check_message

TITLES = ("Belote-Club", "Belote-Club Luxemburg-Stadt Nord", "B")


def waiting(title: str, deadline: int | None = None, cards: int = 14, **changes: Any) -> TableView:
    """Chloé is on turn."""
    time = Time("1d" if deadline else "", deadline)
    return view(after(cards), CHLOE, **{"title": title, "time": time} | changes)


def test_d1_the_second_line_names_the_most_urgent() -> None:
    auction = view(played(dealt(), "pass pass"), CHLOE, time=Time("1d", ms(5, 18)))
    tables = [
        waiting("Büro", ms(6, 9), 16),
        auction,
        waiting("Stammtisch", ms(4, 14)),
        view(after(3), CHLOE, title="Kegelabend"),
    ]
    assert (
        shown(views.games_list(tables, reads("de")))
        == """\
🔔 <b>3 Partien warten auf dich</b>
Zuerst Stammtisch, bis heute 14:00

1. Stammtisch · heute 14:00
Ben sticht mit ♥️8
2. Belote-Club · Di 18:00
Auktion, Ben passt
3. Büro · Mi 09:00
Stich 4 ist deiner · spiel aus

Wartet auf andere: Kegelabend
---
[P ▶️ Stammtisch]
[Belote-Club] [Büro]
[Kegelabend]"""
    )


def test_without_clocks_the_second_line_says_what_was_played() -> None:
    text = plain(views.games_list([waiting("Stammtisch"), waiting("Büro")], DE).text)
    assert text.splitlines()[1] == "Zuerst Stammtisch"
    assert text.splitlines()[2] == "Ben sticht mit ♥️8"


def test_one_alone_needs_no_second_line() -> None:
    assert "Zuerst" not in views.games_list([waiting("Stammtisch", ms(4, 14))], reads("de")).text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("at", [ms(4, 14), ms(28, 18, month=9)])
def test_no_line_wraps_and_no_label_is_cut_short_of_its_room(language: str, title: str, at: int) -> None:
    """Also with the zone beside a far deadline, where nobody has said where he lives."""
    tables = [waiting(title, at, number=number, id="t" * (number + 1)) for number in range(8)]
    for t in (reads(language), reads(language, own="", shared="Europe/Berlin")):
        message = views.games_list(tables, t)
        check_message(message)
        for line in plain(message.text).splitlines():
            assert width(line) <= LINE, line
        few = views.games_list(tables[:3], t)
        longest = max(cells(button.label) for row in few.rows[1:] for button in row)
        assert longest >= min(cells(title) + 3, LABELS[1]) - 1, (
            "a name is cut at the button's edge, not before"
        )


# two tables of one group


def lines_one(t: Any, number: int) -> set[str]:
    """First lines of the cards by which a player finds his table."""
    own = waiting("Belote-Club", number=number)
    others = view(after(3), CHLOE, number=number)
    lobby = view(None, number=number)
    cards = [
        views.hand_card(own, t),
        views.hand_card(others, t),
        views.hand_card(own._replace(left=1, time=Time("1d", ms(28, 18, month=9))), t),
        views.table_card(view(after(3), number=number), t),
        views.lobby_card(lobby, t),
        views.hand_card(view(None, CHLOE, number=number), t),
    ]
    return {plain(card.text).splitlines()[0] for card in cards}


@pytest.mark.parametrize("language", languages())
def test_the_second_table_of_a_group_says_so_wherever_it_is_named(language: str) -> None:
    t = tongue(language)
    assert all("#2" in line for line in lines_one(t, 2)), lines_one(t, 2)
    assert not any("#" in line for line in lines_one(t, 1) | lines_one(t, 0))


def test_the_number_is_not_what_a_long_name_loses() -> None:
    long = waiting("Belote-Club Luxemburg-Stadt Nord", number=12)
    assert plain(views.hand_card(long, DE).text).splitlines()[0].endswith("… #12")


def test_what_is_over_needs_no_number() -> None:
    over = view(None, CHLOE, number=2, stage=Stage.OVER)
    assert "#" not in plain(views.hand_card(over, EN).text)


def test_who_plays_with_friends_calls_the_table_after_them() -> None:
    assert "#" not in plain(views.hand_card(waiting("", number=2, chat=CHLOE, apart=True), EN).text)


ALONE = tuple(
    one if one.person == CHLOE else one._replace(person=None, computer="novice") for one in players()
)


def quick(**changes: Any) -> TableView:
    """A match against computers that has just begun."""
    return view(dealt(), CHLOE, apart=True, players=ALONE, **changes)


def test_two_quick_matches_against_computers_differ_everywhere() -> None:
    one, two = quick(id="one", number=1), quick(id="two", number=2)
    assert plain(views.hand_card(one, EN).text) != plain(views.hand_card(two, EN).text)
    games = views.games_list([one, two], EN)
    labels = [plain(button.label) for row in games.rows for button in row]
    assert len(set(labels)) == 2


@pytest.mark.parametrize("numbers", [(0, 0), (1, 2)])
def test_matches_of_one_name_are_told_apart_by_when_they_began(numbers: tuple[int, int]) -> None:
    """Two with the same friends; or from before tables had numbers."""

    def table(name: str, number: int, minute: int) -> TableView:
        friends = tuple(one if one.person in (BEN, CHLOE) else _robot(one) for one in players())
        began = ms(4, 18, minute)
        return view(
            dealt(), CHLOE, apart=True, players=friends, id=name, number=number, started_at=began
        )._replace(opened_at=began)

    t = reads("en")
    tables = [table("one", numbers[0], 3), table("two", numbers[1], 7)]
    which = plain(views.which_table(tables, "leave", CHLOE, t).text)
    assert "18:03" in which and "18:07" in which
    mine = [one._replace(seen=waiting("").seen) for one in tables]
    games = views.games_list(mine, t)
    assert "since Mon 18:03" in games.text or "since today 18:03" in games.text
    labels = [plain(button.label) for row in games.rows for button in row]
    assert len(set(labels)) == 2


def _robot(one: Player) -> Player:
    return one._replace(person=None, computer="novice")
