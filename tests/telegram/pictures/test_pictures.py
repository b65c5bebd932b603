"""What is on a picture: nothing hidden, nothing too large, every name readable, suits as the reader has chosen them."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.actions import ActionKind
from engine.cards import Card, cards_of, mask_of, parse_card
from engine.match import Match, to_act
from engine.observation import Observation, legal_actions, observation
from engine.rules import Rules
from engine.seats import seats_in_play
from service.table.view import TableView
from service.telegram.pictures import (
    columns,
    course_picture,
    legible,
    score_picture,
    sprites,
    table,
    table_picture,
    tricks,
)
from service.telegram.pictures.paint import WIDTH, Anchor, Canvas, Words, drawable
from service.telegram.pictures.sprites import Look
from service.telegram.pictures.themes import Colour, Theme
from service.telegram.texts import LOCALES, ROWS, Tongue, languages, tongue
from tests.telegram.pictures.looking import opened
from tests.telegram.pictures.scenes import SCENES, notes
from tests.telegram.views.scene import (
    BEN,
    CHLOE,
    DAN,
    DE,
    EN,
    after,
    built,
    deal_three,
    played,
    players,
    view,
)
from tests.telegram.views.test_properties import IDS, NAMES, RULES, TONGUES, UNSHRUNK, course, exchanged
from tests.telegram.views.test_properties import table as at_table

MOST_BYTES, TALLEST = 60_000, 760
"""Of a picture for a phone; the height leaves room for the text and the buttons."""


def drawn_for(match: Match, seen_as: TableView, t: Tongue, dark: bool) -> bytes | None:
    return table_picture(seen_as, t, dark=dark, private=seen_as.viewer is not None)


def some_states(states: tuple[Match, ...], rng: random.Random, most: int) -> Iterator[Match]:
    yield from rng.sample(states, min(most, len(states)))


def check_size(data: bytes) -> None:
    picture = opened(data)
    assert data.startswith(b"\x89PNG")
    assert len(data) <= MOST_BYTES
    assert picture.width == WIDTH
    assert picture.height <= TALLEST


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(
    seed=st.integers(0, 10_000),
    names=st.lists(NAMES, min_size=4, max_size=4),
    row=st.sampled_from(sorted(ROWS)),
    dark=st.booleans(),
)
def test_every_table_can_be_drawn_small(
    variant: str, rules: Rules, seed: int, names: list[str], row: str, dark: bool
) -> None:
    way = course(variant, rules, seed)
    rng = random.Random(seed)
    t = tongue(languages()[seed % len(languages())], ROWS[row])
    for match in some_states(way.states, rng, 4):
        viewer = rng.choice([None, *range(rules.players)])
        data = drawn_for(match, at_table(way, match, names, viewer), t, dark)
        assert data is not None
        check_size(data)
        if match.finished is not None:
            sheet = score_picture(at_table(way, match, names, None), match.finished, t, dark)
            if sheet is not None:
                check_size(sheet)


def test_a_sheet_of_many_lines_is_no_taller() -> None:
    """A deal that was doubled, with announcements on both sides and a pot: as many lines as there can be."""
    variant, rules = RULES[IDS.index("coinche otherwise")]
    way, drawn = course(variant, rules, 9782), 0
    for match in way.states:
        if match.finished is not None:
            data = score_picture(
                at_table(way, match, ["Anna", "Ben", "C", "D"], None), match.finished, DE, False
            )
            if data is not None:
                check_size(data)
                drawn += 1
    assert drawn


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_no_word_reaches_over_the_edge(variant: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the longest names there are, in every language."""
    real = Canvas.words

    def words(canvas: Canvas, x: float, y: float, line: Words, ink: Colour, anchor: Anchor = "l") -> None:
        left = x - {"l": 0, "m": line.width / 2, "r": line.width}[anchor]
        assert left >= 6, line
        assert left + line.width <= WIDTH - 6, line
        real(canvas, x, y, line, ink, anchor)

    monkeypatch.setattr(Canvas, "words", words)
    way = course(variant, rules, 4)
    names = ["WWWWWWWWWWWWWWWW", "Maximiliane-Sophie", "Дмитрий Иванович", "MMMM MMMM MMMM"]
    for n, match in enumerate(some_states(way.states, random.Random(1), 24)):
        viewer = (None, *range(rules.players))[n % (rules.players + 1)]
        drawn_for(match, at_table(way, match, names, viewer), TONGUES[n % len(TONGUES)], False)
        if match.finished is not None:
            score_picture(at_table(way, match, names, None), match.finished, TONGUES[n % len(TONGUES)], False)


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=2, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_hidden_cards_change_no_picture(variant: str, rules: Rules, seed: int) -> None:
    way = course(variant, rules, seed, deals=1)
    rng = random.Random(seed)
    names = ["Anna", "Ben", "Chloé", "Dan"][: rules.players]
    for match in some_states(way.states, rng, 3):
        if match.deal is None:
            continue
        viewer = rng.choice([None, *range(rules.players)])
        other = exchanged(match, None if viewer is None else seats_in_play(rules)[viewer], rng)
        first, second = (
            drawn_for(one, at_table(way, one, names, viewer), DE, False) for one in (match, other)
        )
        assert first == second


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[Card]:
    """Every card that is drawn from now on."""
    found: set[Card] = set()
    real = sprites.look_of

    def look_of(t: Tongue, theme: Theme, card: Card) -> Look:
        found.add(card)
        return real(t, theme, card)

    for module in (table, columns, tricks):
        monkeypatch.setattr(module, "look_of", look_of)
    return found


def visible(seen: Observation) -> set[Card]:
    public = {play.card for trick in seen.tricks for play in trick.plays} | {play.card for play in seen.trick}
    return public | {seen.turned} | {column.open for row in seen.columns for column in row}


def test_a_hand_is_on_its_owners_picture_alone(drawn: set[Card]) -> None:
    for variant, rules in RULES:
        way = course(variant, rules, 11, deals=1)
        for match in some_states(way.states, random.Random(3), 6):
            if match.deal is None:
                continue
            for viewer in (None, *range(rules.players)):
                own = at_table(way, match, ["A", "B", "C", "D"], viewer)
                assert own.seen is not None
                drawn.clear()
                drawn_for(match, own, EN, False)
                assert drawn <= visible(own.seen) | set(cards_of(own.seen.hand))
                assert set(cards_of(own.seen.hand)) <= drawn


def test_the_groups_picture_holds_no_hand_whoever_it_is_drawn_for(drawn: set[Card]) -> None:
    own = view(after(14), CHLOE)
    assert own.seen is not None
    table_picture(own, EN, dark=False, private=False)
    assert drawn
    assert not drawn & set(cards_of(own.seen.hand))


@pytest.mark.parametrize("cards", [0, 2, 14, 15, 31])
def test_legal_cards_stand_out_and_the_others_sink(cards: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = after(cards)
    seat = to_act(match)
    assert seat is not None
    seen = observation(match, seat)
    found: dict[tuple[int, int], bool] = {}

    def turned(look: Look, width: int, dim: bool, angle: float) -> Image.Image:
        found[look.suit.suit, look.rank] = dim
        return sprites.turned(look, width, dim, angle)

    monkeypatch.setattr(f"{table.__name__}.turned", turned)
    table_picture(built(match, 1, seat, players=players()), DE, dark=False, private=True)
    legal = {action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY}
    bright = mask_of(suit * 8 + rank for (suit, rank), dim in found.items() if not dim)
    assert bright == mask_of(legal)
    assert len(found) == seen.hand.bit_count()


def test_off_turn_nothing_sinks(monkeypatch: pytest.MonkeyPatch) -> None:
    dims: list[bool] = []

    def turned(look: Look, width: int, dim: bool, angle: float) -> Image.Image:
        dims.append(dim)
        return sprites.turned(look, width, dim, angle)

    monkeypatch.setattr(f"{table.__name__}.turned", turned)
    table_picture(view(after(14), DAN), DE, dark=False, private=True)
    assert dims
    assert not any(dims)


BLUE, GREEN, RED = (24, 98, 200), (20, 128, 62), (204, 30, 40)


@pytest.mark.parametrize(("row", "blue", "green"), [("plain", False, False), ("four", True, True)])
def test_suits_have_the_colours_of_the_readers_row(row: str, blue: bool, green: bool) -> None:
    """Ben holds diamonds and clubs."""
    own = view(after(2), BEN)
    assert own.seen is not None
    assert own.seen.hand & mask_of([parse_card("KD")])
    assert own.seen.hand & mask_of([parse_card("9C")])
    data = table_picture(own, tongue("de", ROWS[row]), dark=False, private=True)
    assert data is not None
    picture = opened(data)
    assert _has(picture, BLUE) is blue
    assert _has(picture, GREEN) is green
    assert _has(picture, RED)


def _has(picture: Image.Image, colour: tuple[int, int, int]) -> bool:
    """Enough points of about this colour."""
    near = sum(
        count
        for count, found in picture.getcolors(1 << 20) or []
        if isinstance(found, tuple) and max(abs(a - b) for a, b in zip(found, colour, strict=True)) < 12
    )
    return near > 300


def test_who_reads_cards_in_words_sees_signs() -> None:
    words = tongue("de", words=True)
    for own in (view(after(14), CHLOE), view(after(14))):
        private = own.viewer is not None
        assert table_picture(own, words, dark=False, private=private) == table_picture(
            own, DE, dark=False, private=private
        )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Chloé", "Chloé"),
        ("👑 Noëlle 👑", "Noëlle"),
        ("Дмитрий", "Дмитрий"),
        ("Ελένη", "Ελένη"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("e\u0301ric", "éric"),
        ("Li 李", "Li"),
        ("Nguyễn", "Nguyễn"),
    ],
)
def test_names_keep_what_the_font_has(name: str, shown: str) -> None:
    assert legible.letters(name) == shown


@pytest.mark.parametrize("name", ["張三李四", "محمد", "🎉🎉", "\u200b", "", "…", "שרה"])
def test_who_has_no_letter_to_draw_is_called_after_his_place(name: str) -> None:
    shown, _ = legible.legible(view(after(3), players=players(name, "Ben", "Chloé", "Dan")), DE)
    assert [one.name for one in shown.players] == ["Nord", "Dan", "Chloé", "Ben"]


@given(name=st.text(max_size=30), most=st.integers(40, 300))
@settings(deadline=None, max_examples=200)
def test_a_line_is_never_wider_than_its_room(name: str, most: int) -> None:
    kept = legible.letters(name)
    assert all(drawable(char) for char in kept)
    assert legible.words(DE, kept.replace("<", "").replace("&", ""), 28, most).width <= most


def test_the_font_has_every_letter_of_every_catalogue() -> None:
    for path in LOCALES.glob("*/LC_MESSAGES/*.po"):
        letters = {char for char in path.read_text() if char.isalpha()}
        assert not {char for char in letters if not drawable(char)}


def test_a_deal_that_nobody_played_has_no_sheet() -> None:
    passed = played(deal_three(), ["pass"] * 8)
    assert passed.finished is not None
    assert score_picture(view(passed), passed.finished, DE, dark=False) is None


def test_one_deal_has_no_course() -> None:
    assert course_picture(view(after(32), deals=notes()[:1]), DE, dark=False) is None


@pytest.mark.parametrize("t", TONGUES, ids=languages())
@pytest.mark.parametrize("deals", [2, 40])
def test_a_course_of_any_length_can_be_drawn(t: Tongue, deals: int) -> None:
    many = tuple(
        note.model_copy(update={"no": n, "totals": (13 * n, 11 * n)})
        for n, note in zip(range(1, deals + 1), notes() * 10, strict=False)
    )
    data = course_picture(view(after(32), deals=many, winner=1), t, dark=True)
    assert data is not None
    check_size(data)


@pytest.mark.parametrize("name", SCENES)
def test_the_same_is_drawn_alike(name: str) -> None:
    """Equal bytes for an equal table: what was uploaded once is found again by its digest."""
    assert SCENES[name]() == SCENES[name]()


def test_a_computer_and_a_phone_have_one_sign_on_a_picture() -> None:
    """The drawn one beside the name, none in it."""
    for sign in ("🤖 ", "📱 "):
        assert legible.words(EN, f"\u2068{sign}West\u2069 120", 25).pieces == ("West 120",)
