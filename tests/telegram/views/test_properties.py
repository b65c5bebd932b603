"""Every view of whole matches, in every language and rule set: within Telegram's limits, narrow enough, well formed,
and blind for hidden cards."""

import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase as Run
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import action_text
from engine.cards import SUITS, cards_of, mask_of
from engine.deal import permutation
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, seats_in_play, side_of
from engine.variants import OPTIONS, VARIANTS, with_option
from service.sandbox.entities import parse_html
from service.table.model import DealNote, Stage
from service.table.view import Player, TableView
from service.telegram import views
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.lines import BUBBLE, LABELS, LINE, cells, least_width, plain, units, width
from service.telegram.meld_view import silencing
from service.telegram.messages import Message, Toast
from service.telegram.texts import Tongue, languages, tongue
from tests.telegram.views.scene import SEAL, built

UNSHRUNK = (Run.explicit, Run.reuse, Run.generate)
"""A match has hundreds of views: a smaller counterexample is not worth the minutes it takes."""
TONGUES = [tongue(language) for language in languages()]
WORDED = [tongue(language, words=True) for language in languages()]
NAMES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "Anna",
            "Maximiliane-Sophie",
            "👨‍👩‍👧‍👦" * 5,
            "<b>&amp;",
            "\u202eevil",
            "張三李四王五",
            "\u200b",
            "Zoé",
        ]
    ),
)


def spoken(n: int) -> tuple[Tongue, Tongue]:
    """Two languages for the n-th state, one in words: all have their turn, and a language more takes no longer."""
    return TONGUES[n % len(TONGUES)], WORDED[(n + 1) % len(WORDED)]


def unusual(name: str) -> Rules:
    """A rule set with every option at the value that is not its usual one."""
    rules = VARIANTS[name]
    for option in OPTIONS[name]:
        rules = with_option(rules, option, option.values[-1])
    return rules


RULES = [
    *((name, rules) for name, rules in VARIANTS.items()),
    *((name, unusual(name)) for name in VARIANTS if OPTIONS[name]),
]
IDS = [name if rules == VARIANTS[name] else f"{name} otherwise" for name, rules in RULES]


class Course(NamedTuple):
    """A random match: the state after every action, deals included."""

    variant: str
    states: tuple[Match, ...]
    notes: tuple[DealNote, ...]


def course(variant: str, rules: Rules, seed: int, deals: int = 2) -> Course:
    """Some deals, played at random by the real engine."""
    rng = random.Random(seed)
    match = new_match(rules, seats_in_play(rules)[seed % rules.players])
    states, notes = [match], []
    for number in range(deals):
        if match.phase is Phase.OVER:
            break
        match = start_deal(match, permutation(bytes([seed % 256, number]) * 16))[0]
        states.append(match)
        while (seat := to_act(match)) is not None:
            actions = legal_actions(observation(match, seat))
            bold = [action for action in actions if action_text(action) != "pass"] or list(actions)
            match = apply(match, rng.choice(bold if rng.random() < 0.5 else list(actions)))[0]
            states.append(match)
        notes.append(_note(match))
    return Course(variant, tuple(states), tuple(notes))


def _note(match: Match) -> DealNote:
    done = match.finished
    assert done is not None
    letter = None if done.contract is None else SEAT_LETTERS[done.contract.taker]
    sweep = None if done.score.sweep is None else SEAT_LETTERS[_seat_of(match.rules, done.score.sweep)]
    return DealNote(
        no=done.deal_no,
        dealer=SEAT_LETTERS[done.dealer],
        facts_at=0,
        ply=0,
        outcome=done.score.outcome.value,
        taker=letter,
        sweep=sweep,
        written=done.score.written,
        totals=done.score.totals,
        pot=done.score.pot_out,
    )


def _seat_of(rules: Rules, side: int) -> int:
    return next(seat for seat in seats_in_play(rules) if side_of(rules, seat) == side)


def table(course: Course, match: Match, names: list[str], viewer: int | None, **changes: Any) -> TableView:
    """Person n sits on the n-th seat in play; the last seat is a computer's where a name is missing."""
    seats = seats_in_play(match.rules)
    sitting = tuple(
        Player(seat, n, names[n], None, True) if n < len(names) else Player(seat, None, "", "novice", True)
        for n, seat in enumerate(seats)
    )
    seat = seats[viewer] if viewer is not None and viewer < len(seats) else None
    values: dict[str, Any] = {
        "title": names[0],
        "variant": course.variant,
        "players": sitting,
        "cuts": dict.fromkeys(seats, 31),
    }
    return built(match, viewer, seat, **values | changes)


def everything(course: Course, match: Match, names: list[str], t: Tongue) -> Iterator[Message | Toast]:
    """All that is shown of one state."""
    group = table(course, match, names, None)
    yield views.table_card(group, t)
    yield views.table_card(group._replace(cancelling=(0,)), t)
    yield views.table_alert(group, t)
    if match.phase not in (Phase.DEALING, Phase.OVER):
        yield views.mention(group, t, "RebeloteBot")
    for person in range(len(names[: match.rules.players])):
        own = table(course, match, names, person)
        yield views.hand_card(own, t)
        yield views.hand_card(own._replace(cancelling=(0, 1), note="stale"), t)
        for pick in ("meld", "coinche", "surcoinche", "130", "250"):
            yield views.hand_card(own._replace(pick=pick), t)
        yield views.hand_alert(own, t)
        yield views.last_trick(own, len(own.seen.tricks) if own.seen else 1, t)
        yield views.games_list([own, own], t)
    if match.finished is not None:
        yield views.deal_sheet(group, match.finished, course.notes[0], SEAL, t)
        yield views.why(group, match.finished, t)
    lobby = group._replace(stage=Stage.LOBBY, seen=None)
    yield views.lobby_card(lobby, t, "RebeloteBot")
    yield views.lobby_card(lobby._replace(menu="rules"), t, "RebeloteBot")
    drawn = {one.seat: 31 - one.seat for one in lobby.players}
    for draws in (1, 12):
        yield views.lobby_card(lobby._replace(draws=draws, drawn=drawn), t, "RebeloteBot")
    yield views.lobby_card(lobby._replace(menu="pairs", draws=2, drawn=drawn), t, "RebeloteBot")
    yield views.lobby_card(lobby._replace(menu="pairs"), t, "RebeloteBot")
    yield views.seats_offered(lobby, t, late=True)
    for option in OPTIONS.get(course.variant, ()):
        yield views.explain(lobby, option.name, t)
    over = group._replace(
        stage=Stage.OVER, seen=None, deals=course.notes, winner=0, secret=SEAL, rematch=(0,)
    )
    yield views.match_end(over, t)


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000), names=st.lists(NAMES, min_size=3, max_size=4))
def test_within_limits_narrow_and_well_formed(
    variant: str, rules: Rules, seed: int, names: list[str]
) -> None:
    played = course(variant, rules, seed)
    rng = random.Random(seed)
    for n, match in enumerate(rng.sample(played.states, min(12, len(played.states))), seed):
        for t in spoken(n):
            for shown in everything(played, match, names, t):
                check_toast(shown) if isinstance(shown, Toast) else check_message(shown)


def check_toast(toast: Toast) -> None:
    assert toast.text or toast.url
    assert units(toast.text) <= 200


def check_message(message: Message) -> None:
    text, _ = parse_html(message.text, lambda _: None)
    assert 0 < units(text) <= 4096
    check_lines(message)
    assert sum(len(row) for row in message.rows) <= 100
    for row in message.rows:
        assert 1 <= len(row) <= 8
        for button in row:
            assert 0 < cells(button.label) <= LABELS[min(len(row), 5)], button.label
            assert bool(button.data) + bool(button.url) + button.inline == 1
            if button.data:
                assert len(button.data.encode()) <= 64
                assert decode(button.data) is not None


SENTENCE = re.compile(r"\w\u00a0?[.:;!?](\s|$)")
"""French has a no-break space before the sign."""


def check_lines(message: Message) -> None:
    """Lines of names and cards never wrap; only sentences may. A message with buttons is wide enough for them."""
    lines = message.text.split("\n")
    for line in lines:
        if SENTENCE.search(plain(line)) is None:
            assert width(line) <= LINE, line
    if message.rows:
        labels = [[button.label for button in row] for row in message.rows]
        assert max(map(width, lines)) >= least_width(labels) >= BUBBLE, labels


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_hidden_cards_change_nothing(variant: str, rules: Rules, seed: int) -> None:
    """With the history held fixed, cards that a viewer cannot see are exchanged: he is shown the same."""
    played = course(variant, rules, seed, deals=1)
    rng = random.Random(seed)
    names = ["Anna", "Ben", "Chloé", "Dan"][: rules.players]
    for n, match in enumerate(rng.sample(played.states, min(10, len(played.states))), seed):
        if match.deal is None:
            continue
        for viewer in (None, *range(rules.players)):
            seat = None if viewer is None else seats_in_play(rules)[viewer]
            other = exchanged(match, seat, rng)
            for t in spoken(n):
                assert shown_to(played, match, names, viewer, t) == shown_to(played, other, names, viewer, t)


def exchanged(match: Match, seat: int | None, rng: random.Random) -> Match:
    """The match with all other hands dealt anew among themselves. Two players: only the hidden reserves."""
    deal = match.deal
    assert deal is not None
    if deal.reserves:
        hidden = [card for row in deal.reserves for card in row if card >= 0]
        rng.shuffle(hidden)
        rest = iter(hidden)
        reserves = tuple(tuple(next(rest) if card >= 0 else card for card in row) for row in deal.reserves)
        return match._replace(deal=deal._replace(reserves=reserves))
    others = [one for one in range(4) if one != seat]
    pool = [card for one in others for card in cards_of(deal.hands[one])]
    rng.shuffle(pool)
    hands = list(deal.hands)
    for one in others:
        size = deal.hands[one].bit_count()
        hands[one], pool = mask_of(pool[:size]), pool[size:]
    north, east, south, west = hands
    return match._replace(deal=deal._replace(hands=(north, east, south, west)))


def shown_to(
    course: Course, match: Match, names: list[str], viewer: int | None, t: Tongue
) -> list[Message | Toast]:
    seen = table(course, match, names, viewer)
    if viewer is None:
        return [views.table_card(seen, t), views.table_alert(seen, t)]
    return [views.hand_card(seen, t), views.hand_alert(seen, t), views.games_list([seen], t)]


CARD = re.compile("([♠♥♦♣])\ufe0f(10|[789JQKA])")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_the_group_sees_no_card_before_its_time(variant: str, rules: Rules, seed: int) -> None:
    played = course(variant, rules, seed, deals=1)
    english = tongue("en")
    for match in played.states:
        seen = observation(match, None)
        public = {play.card for trick in seen.tricks for play in trick.plays} | {
            play.card for play in seen.trick
        }
        public |= {seen.turned} | {column.open for row in seen.columns for column in row}
        public |= {card for told in seen.melds for card in cards_of(told.cards)}
        card = views.table_card(table(played, match, ["A", "B", "C", "D"], None), english)
        found = {SUITS["♣♦♥♠".index(suit)] * 8 + RANKS.index(rank) for suit, rank in CARD.findall(card.text)}
        assert found <= public


@pytest.mark.parametrize("variant", [name for name, rules in VARIANTS.items() if rules.players == 4])
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_the_lock_screen_shows_no_hand_card(variant: str, seed: int) -> None:
    """The first two lines of a private card hold only what everybody knows; off turn there is no card button."""
    played = course(variant, VARIANTS[variant], seed, deals=1)
    for match in played.states:
        for person in range(4):
            own = table(played, match, ["A", "B", "C", "D"], person)
            if own.seen is None or own.seat is None:
                continue
            message = views.hand_card(own, tongue("en"))
            top = "\n".join(message.text.split("\n")[:2])
            held = {tongue("en").card(card) for card in cards_of(own.seen.hand) if card != own.seen.turned}
            assert not held & {match.group() for match in CARD.finditer(top)}
            if own.seen.turn != own.seat:
                taps = [decode(button.data) for row in message.rows for button in row]
                assert all(tap and tap.kind != "a" for tap in taps)


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=4, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_every_legal_action_has_its_button(variant: str, rules: Rules, seed: int) -> None:
    """In one tap or two; and a button without parentheses does nothing that is not legal."""
    played = course(variant, rules, seed, deals=1)
    names = ["Anna", "Ben", "Chloé", "Dan"]
    for match in played.states:
        seat = to_act(match)
        if seat is None:
            continue
        own = table(played, match, names, seats_in_play(rules).index(seat))
        assert own.seen is not None
        legal = {action_text(action) for action in legal_actions(own.seen)}
        found = reachable(own)
        if asked := silencing(own.seen):
            assert asked
            legal = {text for text in legal if text.startswith("meld:")}
        # That the rest is his, anybody may say near the end: whether it can be proved, the button must not tell.
        assert found - {"claim"} == legal - {"claim"}


def reachable(own: TableView) -> set[str]:
    """The actions behind the card's buttons, and behind those that only turn the card."""
    taps = buttons_of(views.hand_card(own, TONGUES[0]))
    turned = [tap.arg for label, tap in taps if tap.kind is TapKind.WEIGH]
    more = [buttons_of(views.hand_card(own._replace(pick=arg), TONGUES[0])) for arg in turned]
    return {
        tap.arg
        for group in (taps, *more)
        for label, tap in group
        if tap.kind is TapKind.ACT and not label.startswith("(")
    }


def buttons_of(message: Message) -> list[tuple[str, Tap]]:
    return [(b.label, tap) for row in message.rows for b in row if (tap := decode(b.data)) is not None]
