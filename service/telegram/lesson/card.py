"""The learner's card: the hand card of a lesson, with what there is to know at each step."""

from engine.match import Phase
from engine.observation import Observation
from engine.seats import partner_of
from service.table.lessons import NEXT, reads_first
from service.table.view import Lesson
from service.telegram import names
from service.telegram.auction_lines import calls_shown, turned_line
from service.telegram.call_keys import call_rows
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital, said
from service.telegram.cards import aside_rows, card_rows, hand_lines, sorted_hand
from service.telegram.cast import Cast
from service.telegram.lesson.auction import auction_words, taking_words
from service.telegram.lesson.tricks import duty_lines, led_lines, opening_blocks, result_lines, worth_lines
from service.telegram.lesson.words import open_hands
from service.telegram.lines import flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.notes import note_lines
from service.telegram.second_tap import asked_lines, asking
from service.telegram.status import table_button
from service.telegram.trick_lines import card_lines, seats_after, trick_won

Blocks = list[list[str]]
TRICKS = 8


def lesson_card(cast: Cast, seen: Observation, lesson: Lesson) -> Message:
    """What stands while a lesson's deal is played: a decision, a pause to read, or, for a moment, neither."""
    reading = seen.turn == cast.me and reads_first(seen, cast.view.pick)
    if reading:
        blocks, rows = _page(cast, seen, lesson)
    elif seen.turn == cast.me:
        blocks, rows = _decision(cast, seen, lesson)
        rows = asking(cast, seen, rows)
        blocks.append(asked_lines(cast, seen))
    else:
        blocks, rows = _pause(cast, seen, lesson)
    head = [_head(cast, reading or lesson.rests, chooses=seen.turn == cast.me and not reading)]
    return card([head, note_lines(cast), *blocks], rows)


def _head(cast: Cast, reads: bool, *, chooses: bool) -> str:
    t = cast.t
    what = t.gettext("Read in peace") if reads else t.gettext("The others play")
    if chooses:
        what = t.gettext("Your turn")
    return f"{'🟢' if chooses else '🎓'} <b>{what}</b> · {t.gettext('First game')}"


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
            return _to_call(cast, seen), call_rows(cast.view, t, seen)


def _to_play(cast: Cast, seen: Observation, lesson: Lesson) -> Blocks:
    t = cast.t
    after = ", ".join(cast.name(seat) for seat in seats_after(seen))
    then = [t.gettext("Then {names}", names=after) + "."] if seen.trick and after else []
    last = seen.hand.bit_count() == 1  # it waits for nobody, so there was no page for the trick before
    return [
        _heading(cast, seen) if last or not seen.tricks else _trick_heading(cast, seen),
        [*card_lines(cast, seen), *then] if last or seen.trick else [],
        result_lines(cast, seen) if last else [],
        led_lines(t, seen),
        open_hands(cast, seen, lesson.hands),
        duty_lines(t, seen),
        worth_lines(t, seen, lesson),
    ]


def _to_call(cast: Cast, seen: Observation) -> Blocks:
    return [
        flow([turned_line(cast, seen), *calls_shown(cast, seen)]),
        _own_hand(cast, seen),
        *auction_words(cast, seen),
    ]


def _own_hand(cast: Cast, seen: Observation) -> list[str]:
    return [cast.t.gettext("Your hand"), *hand_lines(cast.t, sorted_hand(seen, cast.tastes))]


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


def _page(cast: Cast, seen: Observation, lesson: Lesson) -> tuple[Blocks, Keyboard]:
    """What there is to know before the first call, before the first card, and of a trick before the next one."""
    if seen.phase is Phase.CALLING:
        blocks = [_welcome(cast, seen), taking_words(cast.t, seen), _own_hand(cast, seen)]
        return blocks, (_onwards(cast, seen),)
    return _between(cast, seen, lesson), (_onwards(cast, seen), _footer(cast, seen))


def _welcome(cast: Cast, seen: Observation) -> list[str]:
    t, me = cast.t, seen.seat
    partner = None if me is None else partner_of(seen.rules, me)
    with_whom = (
        []
        if partner is None
        else [t.gettext("Your partner sits opposite: {name}.", name=f"🤝 {names.place(t, partner)}")]
    )
    return [t.gettext("One deal to learn by, explained as it goes; /leave ends it at any time."), *with_whom]


def _pause(cast: Cast, seen: Observation, lesson: Lesson) -> tuple[Blocks, Keyboard]:
    footer = _footer(cast, seen)
    return _between(cast, seen, lesson), (_onwards(cast, seen), footer) if lesson.rests else (footer,)


def _between(cast: Cast, seen: Observation, lesson: Lesson) -> Blocks:
    opens = not seen.trick and not seen.tricks
    return [
        _heading(cast, seen),
        card_lines(cast, seen),
        result_lines(cast, seen),
        *(opening_blocks(cast.t, seen) if opens else [open_hands(cast, seen, lesson.hands)]),
        _own_hand(cast, seen),
    ]


def _onwards(cast: Cast, seen: Observation) -> tuple[Button, ...]:
    data = encode(Tap(TapKind.WEIGH, cast.view.id, seen.ply, NEXT))
    return (Button(cast.t.pgettext("button", "▶️ Go on"), data, style=Style.PRIMARY),)


def _heading(cast: Cast, seen: Observation) -> list[str]:
    """Whose trick it was, or which one it is; before the first, who took."""
    if seen.contract is None:
        return []
    if seen.trick:
        return _trick_heading(cast, seen)
    if seen.tricks:
        return [f"<b>{trick_won(cast, len(seen.tricks), seen.tricks[-1])}</b>"]
    return _contract(cast, seen)


def _trick_heading(cast: Cast, seen: Observation) -> list[str]:
    if seen.contract is None:
        return []
    t, number = cast.t, len(seen.tricks) + 1
    trumps = t.gettext("trumps {suit}", suit=t.suit(seen.contract.trump))
    return [t.gettext("Trick {n} of {last} · {contract}", n=number, last=TRICKS, contract=trumps)]


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
