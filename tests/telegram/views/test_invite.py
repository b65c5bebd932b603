"""Invitations, the card on which a private table is arranged, and the menu of `/play`."""

from contextlib import suppress
from urllib.parse import parse_qs, urlparse

import pytest

from engine.rules import Rules
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.model import Stage
from service.table.view import Player, TableView, Time
from service.telegram import invite_view
from service.telegram.callback import decode
from service.telegram.calls import capital
from service.telegram.clock_words import told_clock
from service.telegram.doors import Door, invitation_link, parse_start
from service.telegram.lines import LABELS, LINE, cells, units, width
from service.telegram.messages import Message
from service.telegram.options import told_options
from service.telegram.texts import languages, tongue
from tests.telegram.views.scene import ANNA, after, plain, players, view

LONGEST = "W" * 64
LANGUAGES = pytest.mark.parametrize("language", sorted(languages()))


def a_table(**changes: object) -> TableView:
    some = {"apart": True, "host": ANNA, "menu": ""} | changes
    return view(None, ANNA, **some)


def alone(name: str = "Anna") -> tuple[Player, ...]:
    """Anna at her table, all other seats free."""
    sitting = [
        one._replace(name=name) if one.person == ANNA else one._replace(person=None, name="", computer=None)
        for one in players()
    ]
    return tuple(sitting)


def check(message: Message) -> None:
    """Labels that are not cut, and names that do not make a line wrap."""
    for row in message.rows:
        for button in row:
            assert 0 < cells(button.label) <= LABELS[len(row)], button.label
            assert [bool(button.data), bool(button.url), button.inline].count(True) == 1
            assert not button.data or decode(button.data) is not None
    for line in message.text.split("\n"):
        if not plain(line).rstrip().endswith((".", "!", ":")) and ". " not in line:
            assert width(line) <= LINE, line


@LANGUAGES
@pytest.mark.parametrize("name", ["Anna", LONGEST, "<b>&", "\u200b", "عبد الله"])
def test_every_card_of_it_fits(language: str, name: str) -> None:
    t = tongue(language)
    sitting = alone(name)
    for menu in ("", "rules", "invite"):
        check(invite_view.arranging_card(a_table(players=sitting, menu=menu), t, "RebeloteBot"))
    for variant, rules in VARIANTS.items():
        check(invite_view.play_menu(t, variant))
        if rules.players == 4:
            table = a_table(players=sitting, variant=variant, rules=rules)
            check(invite_view.invitation(table, t))


def house_rules(variant: str) -> Rules:
    """Every option as it usually is not, where the others allow it."""
    rules = VARIANTS[variant]
    for option in OPTIONS.get(variant, ()):
        with suppress(ValueError):
            rules = with_option(rules, option, option.values[-1])
    return rules


@LANGUAGES
@pytest.mark.parametrize("variant", VARIANTS)
def test_an_alert_tells_as_many_rules_as_it_holds_and_where_the_others_stand(
    language: str, variant: str
) -> None:
    t = tongue(language)
    time = Time(clock="1d", night="22-8 Europe/Luxembourg")
    for rules in (VARIANTS[variant], house_rules(variant)):
        told = invite_view.rules_told(a_table(variant=variant, rules=rules, time=time), t).text
        assert units(told) <= 200
        body, last = told.split("\n")
        assert last == t.gettext("In full: /rules, here with me.")
        whole = [capital(one) for one in told_options(t, variant, rules) + told_clock(t, time)]
        ways = {". ".join(whole[:n]) + (". …" if n < len(whole) else ".") for n in range(1, len(whole) + 1)}
        assert any(body.endswith(f". {way}") for way in ways), "no sentence is cut"


@LANGUAGES
def test_an_invitation_says_who_invites_by_which_rules_and_where_a_seat_is(language: str) -> None:
    card = invite_view.invitation(a_table(players=alone()), tongue(language))
    first = plain(card.text).split("\n")[0]
    assert "Anna" in first
    seats = [decode(b.data) for row in card.rows for b in row if b.data.startswith("jo:")]
    assert sorted("".join(tap.arg for tap in seats if tap)) == ["E", "S", "W"]


def test_a_seats_link_offers_one_seat() -> None:
    card = invite_view.invitation(a_table(players=alone()), tongue("en"), "S")
    assert next(b.label for row in card.rows for b in row).startswith("With")
    assert len([b for row in card.rows for b in row if b.data.startswith("jo:")]) == 1


def test_nobody_is_invited_to_a_full_or_running_table() -> None:
    t = tongue("en")
    full = invite_view.invitation(a_table(), t)
    assert not [b for row in full.rows for b in row if b.data.startswith("jo:")]
    running = view(after(3), None, apart=True, host=ANNA)
    on = invite_view.invitation(running, t)
    assert not on.rows
    for sign in "♠♥♦♣":
        assert sign not in on.text, "no card of a match before a chat that only looks on"


def test_who_won_stands_on_it_at_the_end() -> None:
    over = a_table(stage=Stage.CANCELLED)
    assert "cancelled" in invite_view.invitation(over, tongue("en")).text


def test_links_come_back_as_they_were_made() -> None:
    for seat in ("", "E"):
        link = invitation_link("RebeloteBot", "abcdefghij", seat)
        payload = parse_qs(urlparse(link).query)["start"][0]
        assert parse_start(payload) == Door("abcdefghij", seat, asks=True)
    assert parse_start("t-abcdefghij-E") == Door("abcdefghij", "E")
    assert parse_start("x-abcdefghij") is None


def test_each_seat_to_invite_to_has_a_label_of_its_own() -> None:
    card = invite_view.arranging_card(a_table(players=alone(), menu="invite"), tongue("en"), "RebeloteBot")
    labels = [b.label for row in card.rows for b in row if b.url]
    assert len(labels) == len(set(labels)) == 4
