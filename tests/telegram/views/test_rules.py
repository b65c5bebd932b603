"""`/rules`: every page of every rule set, in every language, from the overview to the last example."""

import re

import pytest

from engine.variants import OPTIONS, VARIANTS, with_option
from service.sandbox.entities import parse_html
from service.table.view import TableView
from service.telegram import views
from service.telegram.advice_view import ADVICE
from service.telegram.callback import NOWHERE, Tap, TapKind, decode
from service.telegram.lines import BUBBLE, LABELS, LINE, cells, plain, width
from service.telegram.messages import Message
from service.telegram.options import COMPUTERS, value_label
from service.telegram.rulebook import PAGES
from service.telegram.rulebook.pages import SETS, rules_card
from service.telegram.texts import Tongue, languages, tongue
from tests.telegram.views.phone import on_a_phone
from tests.telegram.views.scene import DE, EN, TABLE, view

TONGUES = [tongue(language) for language in languages()]
SENTENCE = re.compile(r"\w\u00a0?[.:;!?)](\s|$)|[.”“»]$")
SCREEN = 32
"""Lines of 38 cells that a phone shows beside the buttons, or few more."""


def page(t: Tongue, seen: TableView | None, arg: str = "") -> Message:
    found = rules_card(t, seen, arg)
    assert found is not None, arg
    return found


def args(message: Message) -> list[str]:
    taps = [decode(button.data) for row in message.rows for button in row]
    assert all(tap is not None and tap.kind is TapKind.RULES for tap in taps)
    return [tap.arg for tap in taps if tap is not None]


def everything(t: Tongue, seen: TableView | None) -> dict[str, Message]:
    """All pages that can be reached by tapping, from the first one."""
    found, todo = {"": page(t, seen)}, args(page(t, seen))
    while todo:
        arg = todo.pop()
        if arg not in found:
            found[arg] = page(t, seen, arg)
            todo += args(found[arg])
    return found


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: t.language)
def test_every_page_can_be_reached_and_is_for_a_phone(t: Tongue) -> None:
    pages = everything(t, None)
    for variant, book in PAGES.items():
        assert {variant, *(f"{variant}:{section.key}" for section in book.sections)} <= pages.keys()
    for message in pages.values():
        text, _ = parse_html(message.text, lambda _: None)
        assert 0 < on_a_phone(text) <= SCREEN, text
        assert max(map(width, message.text.split("\n"))) >= BUBBLE
        assert all(width(line) <= LINE for line in text.split("\n") if not SENTENCE.search(plain(line)))
        for row in message.rows:
            assert all(0 < cells(button.label) <= LABELS[len(row)] for button in row)


@pytest.mark.parametrize("t", TONGUES, ids=lambda t: t.language)
def test_every_example_is_shown_once(t: Tongue) -> None:
    pages = everything(t, None)
    for variant, book in PAGES.items():
        for section in book.sections:
            key = f"{variant}:{section.key}"
            text = "\n".join(
                plain(pages[arg].text) for arg in pages if arg == key or arg.startswith(key + ":")
            )
            for example in section.examples:
                assert text.count(t.pgettext(*example.why)) >= 1
            assert text.count("➜") + text.count("---\n") >= len(section.examples)


def test_the_rules_of_the_table_come_first_with_its_options() -> None:
    rules = with_option(VARIANTS["luxembourg"], OPTIONS["luxembourg"][0], True)
    rules = with_option(rules, OPTIONS["luxembourg"][8], 101)
    seen = view(None, variant="luxembourg", rules=rules)
    first = page(EN, seen)
    assert "Luxembourgish" in first.text
    assert "At this table" in first.text
    assert "101 points" in page(EN, seen, "luxembourg:end").text
    assert "1000 points" in page(EN, seen, "classic:end").text, "another rule set is shown as it usually is"
    assert "At this table" not in page(EN, seen, "coinche").text
    assert {tap.table for row in first.rows for b in row if (tap := decode(b.data))} == {TABLE}
    assert "classic" in page(EN, None).text
    assert decode(page(EN, None).rows[0][0].data) == Tap(TapKind.RULES, NOWHERE, 0, "classic:cards")


def read(message: Message) -> str:
    return plain(message.text)


def test_a_position_in_the_readers_language() -> None:
    assert "Süd: ♠️ D · ♥️ 10 · ♦️ 9 7\n➜ ♦️ 9\nTrumpf ist ausgespielt." in read(page(DE, None, "classic:play"))
    assert "➜ South: pass · ♣️ · ♦️ · ♠️\n✗ ♥️\n" not in read(page(EN, None, "classic:auction"))
    assert "➜ West: pass · ♣️ · ♦️ · ♠️\n✗ ♥️\n" in read(page(EN, None, "classic:auction"))


def test_pages_are_turned_in_order() -> None:
    at, seen = "classic:cards", ["classic:cards"]
    while following := [arg for arg in args(page(EN, None, at))[:2] if arg not in (*seen, "classic", SETS)]:
        at = following[-1]
        seen.append(at)
    assert seen[-1] == "classic:end"
    assert [arg.split(":")[1] for arg in seen if arg.count(":") == 1] == [
        s.key for s in PAGES["classic"].sections
    ]


@pytest.mark.parametrize("arg", ["tarot", "classic:tricks", "classic:play:9", ":play", "=="])
def test_what_is_no_page(arg: str) -> None:
    assert rules_card(EN, None, arg) is None


def test_a_rule_set_without_a_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "service.telegram.rulebook.pages.VARIANTS", {**VARIANTS, "seventh": VARIANTS["house"]}
    )
    message = page(EN, view(None, variant="seventh", rules=VARIANTS["house"]))
    assert "seventh" in message.text
    assert "still to come" in message.text
    assert args(message) == [SETS]


@pytest.mark.parametrize("t", [tongue(language) for language in languages()], ids=languages())
@pytest.mark.parametrize("variant", [name for name in VARIANTS if OPTIONS[name]])
def test_the_menu_fits_a_choice_and_its_question_into_one_row(variant: str, t: Tongue) -> None:
    """What shall be stands beside what it is about, whichever way an option stands now."""
    for at in (0, -1):
        rules = VARIANTS[variant]
        for option in OPTIONS[variant]:
            rules = with_option(rules, option, option.values[at])
        table = view(None, variant=variant, rules=rules, menu="rules")
        for row in views.lobby_card(table, t).rows:
            taps = [tap for button in row if (tap := decode(button.data))]
            asked = [tap.arg for tap in taps if tap.kind is TapKind.EXPLAIN and tap.arg != ADVICE]
            if asked:
                chosen = [tap.arg.partition("=")[0] for tap in taps if tap.kind is TapKind.OPTION]
                chosen += [COMPUTERS for tap in taps if tap.kind is TapKind.STAND_IN]
                assert chosen and set(chosen) == set(asked), [button.label for button in row]
        text = plain(views.lobby_card(table, t).text)
        for option in OPTIONS[variant]:
            words = value_label(t, option, getattr(rules, option.field))
            assert words in text
