"""The learner's card: the hand card of a lesson, with what there is to know at each step."""

from engine.match import Phase
from engine.observation import Observation
from service.table.lessons import NEXT
from service.table.view import Lesson
from service.telegram.auction_lines import calls_shown, turned_line
from service.telegram.call_keys import call_rows
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital, said
from service.telegram.cards import aside_rows, card_rows, hand_lines, sorted_hand
from service.telegram.cast import Cast
from service.telegram.lesson.auction import auction_words
from service.telegram.lesson.tricks import duty_lines, opening_lines, result_lines, worth_lines
from service.telegram.lesson.words import open_hands
from service.telegram.lines import flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.notes import note_lines
from service.telegram.second_tap import asked_lines, asking
from service.telegram.status import table_button
from service.telegram.texts import Tongue
from service.telegram.trick_lines import card_lines, seats_after, trick_won

Blocks = list[list[str]]
TRICKS = 8


def lesson_card(cast: Cast, seen: Observation, lesson: Lesson) -> Message:
    """What stands while a lesson's deal is played: a decision, a pause to read, or, for a moment, neither."""
    if seen.turn == cast.me:
        blocks, rows = _decision(cast, seen, lesson)
        rows = asking(cast, seen, rows)
        blocks.append(asked_lines(cast, seen))
    else:
        blocks, rows = _pause(cast, seen, lesson)
    head = [_head(cast, seen, lesson)]
    return card([head, note_lines(cast), *blocks], rows)


def _head(cast: Cast, seen: Observation, lesson: Lesson) -> str:
    t = cast.t
    if seen.turn == cast.me:
        what = t.gettext("Your turn")
    else:
        what = t.gettext("Read in peace") if lesson.rests else t.gettext("The others play")
    sign = "🟢" if seen.turn == cast.me else "🎓"
    return f"{sign} <b>{what}</b> · {t.gettext('First game')}"


# --- a decision ---


def _decision(cast: Cast, seen: Observation, lesson: Lesson) -> tuple[Blocks, Keyboard]:
    t, table = cast.t, cast.view.id
    match seen.phase:
        case Phase.PLAYING:
            rows = (*card_rows(t, table, seen, cast.tastes), _footer(cast, seen))
            return _to_play(cast, seen, lesson), rows
        case Phase.LAYING_ASIDE:
            return _aside(cast, seen, lesson), aside_rows(t, table, seen, cast.tastes)
        case _:
            return _to_call(cast, seen, lesson), call_rows(cast.view, t, seen)


def _to_play(cast: Cast, seen: Observation, lesson: Lesson) -> Blocks:
    t = cast.t
    after = ", ".join(cast.name(seat) for seat in seats_after(seen))
    then = [t.gettext("Then {names}", names=after) + "."] if seen.trick and after else []
    return [
        _heading(cast, seen),
        [*card_lines(cast, seen), *then],
        result_lines(cast, seen),
        opening_lines(t, seen),
        open_hands(cast, seen, lesson.hands),
        duty_lines(t, seen),
        worth_lines(t, seen, lesson),
    ]


def _to_call(cast: Cast, seen: Observation, lesson: Lesson) -> Blocks:
    t = cast.t
    first = not any(call.seat == cast.me for call in seen.calls)
    return [
        [*_welcome(t), *_open(t)] if first else [],
        flow([turned_line(cast, seen), *calls_shown(cast, seen)]),
        [t.gettext("Your hand"), *hand_lines(t, sorted_hand(seen, cast.tastes))],
        *auction_words(cast, seen),
        open_hands(cast, seen, lesson.hands),
    ]


def _welcome(t: Tongue) -> list[str]:
    return [t.gettext("One deal to learn by, explained as it goes; /leave ends it at any time.")]


def _open(t: Tongue) -> list[str]:
    return [t.gettext("All hands lie open to you. 🤝 is your partner: his tricks are yours.")]


def _aside(cast: Cast, seen: Observation, lesson: Lesson) -> Blocks:
    t = cast.t
    told = t.gettext(
        "You are the dealer and get {card}. Lay one card aside, face down: it goes under the pack and comes back to "
        "you as your last one.",
        card=t.card(seen.turned),
    )
    return [
        _contract(cast, seen),
        [told, t.gettext("So nothing is lost: any card will do.")],
        open_hands(cast, seen, lesson.hands),
    ]


# --- between decisions ---


def _pause(cast: Cast, seen: Observation, lesson: Lesson) -> tuple[Blocks, Keyboard]:
    blocks = [
        _heading(cast, seen),
        card_lines(cast, seen),
        result_lines(cast, seen),
        opening_lines(cast.t, seen) if not seen.trick else [],
        open_hands(cast, seen, lesson.hands),
        [cast.t.gettext("Your hand"), *hand_lines(cast.t, sorted_hand(seen, cast.tastes))],
    ]
    onwards = Button(
        cast.t.pgettext("button", "▶️ Go on"),
        encode(Tap(TapKind.WEIGH, cast.view.id, seen.ply, NEXT)),
        style=Style.PRIMARY,
    )
    footer = _footer(cast, seen)
    return blocks, ((onwards,), footer) if lesson.rests else (footer,)


def _heading(cast: Cast, seen: Observation) -> list[str]:
    """Whose trick it was, or which one it is; before the first, who took."""
    t, contract = cast.t, seen.contract
    if contract is None:
        return []
    if seen.trick:
        trumps = t.gettext("trumps {suit}", suit=t.suit(contract.trump))
        number = len(seen.tricks) + 1
        return [t.gettext("Trick {n} of {last} · {contract}", n=number, last=TRICKS, contract=trumps)]
    if seen.tricks:
        return [f"<b>{trick_won(cast, len(seen.tricks), seen.tricks[-1])}</b>"]
    return _contract(cast, seen)


def _contract(cast: Cast, seen: Observation) -> list[str]:
    taken = next((call for call in seen.calls if seen.contract and call.seat == seen.contract.taker), None)
    taken = next((call for call in reversed(seen.calls) if taken and call.seat == taken.seat), None)
    return [f"<b>{capital(said(cast, seen, taken.seat, taken.action))}</b>"] if taken else []


def _footer(cast: Cast, seen: Observation) -> tuple[Button, ...]:
    """The table, and while a trick is on the one before it."""
    t, number = cast.t, len(seen.tricks)
    table = table_button(t, cast.view)
    if not number:
        return (table,)
    data = encode(Tap(TapKind.TRICK, cast.view.id, seen.deal_no, str(number)))
    return Button(t.pgettext("button", "↩️ Trick {n}", n=number), data), table
