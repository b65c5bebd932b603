"""A deal that is over, told again: trick by trick, every hand open. One message, turned like the pages of a book.

Its buttons carry all there is to know of a position (table, deal, step), so none is remembered anywhere. Step 0 is the
auction, steps 1 to n are the tricks, and the last one is the score.
"""

from collections.abc import Sequence

from engine.cards import SUITS, Hand, cards_of, mask_of, rank_of, suit_of
from engine.contracts import LAST_TRICK, tables_for
from engine.match import FinishedDeal, Phase
from engine.observation import Observation
from engine.seats import next_seat, order_from, side_of
from service.table.model import DealNote
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.advice_view import may_ask, review_button
from service.telegram.auction_lines import call_table, turned_line
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.cast import Cast, group_cast
from service.telegram.lines import LINE, fit, flow, width
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.result_view import deal_sheet
from service.telegram.status import score_line
from service.telegram.terms import contract_words, deal_word, taken_by
from service.telegram.texts import Tongue
from service.telegram.trick_lines import card_lines, meld_lines, trick_won

END = 99
"""More steps than any deal has: the last one, where its number is not known."""
_NONE = -1


def replay_page(
    view: TableView,
    finished: FinishedDeal,
    note: DealNote,
    step: int,
    t: Tongue,
    plies: Sequence[int] = (),
    seed: str = "",
) -> Message:
    """One position of a deal that is over. A step beyond the last is the last. `plies`: by step, that of its last
    action: who sat there then is named. `seed`: of its shuffle, in hex."""
    last = len(finished.tricks) + 1
    step = max(0, min(step, last))
    rows = _rows(t, view, note, step, last)
    before = view.at(plies[step - 1]) if 0 < step < len(plies) else view.at(max(0, note.ply - 1))
    view = view.at(plies[min(step, len(plies) - 1)]) if plies else view
    if step == last:
        sheet = deal_sheet(view, finished, note, seed, t)
        return card([[sheet.text]], rows)
    cast = group_cast(t, view)
    seen = _seen(view, finished, note, step)
    middle = _auction(cast, seen) if step == 0 else _trick(cast, seen, finished, step)
    blocks = [
        _heading(cast, finished, note),
        _came(cast, before),
        *middle,
        _hands(cast, seen, finished, step),
    ]
    return card(blocks, rows)


def _seen(view: TableView, finished: FinishedDeal, note: DealNote, step: int) -> Observation:
    """The deal after so many tricks, as everybody at the table saw it."""
    tricks = finished.tricks[:step]
    won = [sum(side_of(view.rules, trick.winner) == side for trick in tricks) for side in (0, 1)]
    return Observation(
        rules=view.rules,
        seat=None,
        phase=Phase.PLAYING,
        ply=note.ply,
        deal_no=finished.deal_no,
        dealer=finished.dealer,
        turn=None,
        totals=_before(view, note),
        pot=0,
        turned=finished.turned,
        calls=finished.calls,
        round=1,
        contract=finished.contract,
        hand=0,
        counts=(),
        columns=(),
        leader=tricks[-1].winner if tricks else next_seat(view.rules, finished.dealer),
        trick=(),
        tricks=tricks,
        won=(won[0], won[1]),
        belotes=finished.belotes,
        melds=finished.melds,
        finished=None,
        winner=None,
    )


def _before(view: TableView, note: DealNote) -> tuple[int, int]:
    """How the match stood when this deal began."""
    return next((one.totals for one in view.deals if one.no == note.no - 1), (0, 0))


def _heading(cast: Cast, finished: FinishedDeal, note: DealNote) -> list[str]:
    """Which match and deal, how it stood, and what was played."""
    t, view = cast.t, cast.view
    rest = f" · {deal_word(t, view.rules, note.no)}"
    totals = _before(view, note)
    lines = [f"📜 <b>{names.title(t, view, f'📜 {rest}')}</b>{rest}"]
    lines += [score_line(cast, side, totals) for side in (0, 1)]
    contract = finished.contract
    if contract is None:
        return [*lines, t.gettext("Nobody took.")]

    def taken(speech: Tongue, most: int) -> str:
        words = capital(contract_words(speech, view.rules, contract))
        return taken_by(speech, view.rules, words, cast.name(contract.taker, most))

    line = fit(lambda most: taken(t, most))
    return [*lines, line if width(line) <= LINE else fit(lambda most: taken(t.signs, most))]


def _came(cast: Cast, before: TableView) -> list[str]:
    """Who has taken whose seat since the page before."""
    t = cast.t
    changed = [
        (old, new)
        for old, new in zip(before.players, cast.view.players, strict=True)
        if old.person != new.person
    ]

    def line(old: Player, new: Player) -> str:
        return fit(
            lambda most: (
                "🪑 "
                + t.gettext(
                    "{name} for {other}",
                    name=names.line_name(t, new, most),
                    other=names.line_name(t, old, most),
                )
            )
        )

    return [line(old, new) for old, new in changed]


def _auction(cast: Cast, seen: Observation) -> list[list[str]]:
    dealer = fit(lambda most: cast.t.gettext("Dealer {name}", name=cast.name(seen.dealer, most)))
    offered = turned_line(cast, seen)
    return [flow([*([offered] if offered else []), dealer]), call_table(cast, seen) if seen.calls else []]


def _trick(cast: Cast, seen: Observation, finished: FinishedDeal, step: int) -> list[list[str]]:
    t, trick = cast.t, seen.tricks[-1]
    points = trick.points + LAST_TRICK * (step == len(finished.tricks))
    worth = t.ngettext("{n} point", "{n} points", points)
    won = trick_won(cast, step, trick)
    head = [f"<b>{won}</b>", *flow([worth, *_so_far(cast, seen, finished)])]
    return [head, _claimed(cast, finished, step), meld_lines(cast, seen), card_lines(cast, seen)]


def _so_far(cast: Cast, seen: Observation, finished: FinishedDeal) -> list[str]:
    """Card points and tricks of both sides up to here."""
    points = [0, 0]
    for number, trick in enumerate(seen.tricks, start=1):
        ten = LAST_TRICK * (number == len(finished.tricks))
        points[side_of(seen.rules, trick.winner)] += trick.points + ten
    t = cast.t
    return [
        t.gettext("points {pair}", pair=f"{points[0]}:{points[1]}"),
        t.gettext("tricks {pair}", pair=f"{seen.won[0]}:{seen.won[1]}"),
    ]


def _claimed(cast: Cast, finished: FinishedDeal, step: int) -> list[str]:
    """From a claim on the cards were shown, not played."""
    if finished.claimed is None or step < finished.claimed[1]:
        return []
    seat = finished.claimed[0]
    return [
        fit(lambda most: cast.t.gettext("🙋 {name} claimed the rest", name=cast.name(seat, most))),
        cast.t.gettext("Shown, not played."),
    ]


def _hands(cast: Cast, seen: Observation, finished: FinishedDeal, step: int) -> list[str]:
    """Who still holds what: always as many lines, so that the buttons stay where the thumb is."""
    played = {play.card for trick in seen.tricks for play in trick.plays}
    first = seen.tricks[0].plays[0].seat if seen.tricks else seen.leader
    lines: list[str] = []
    for seat in order_from(seen.rules, first):
        left = finished.hands[seat] & ~mask_of(played)
        lines += [f"<i>{cast.name(seat)}</i>", *_held(cast.t, seen, left)]
    return lines


def _held(t: Tongue, seen: Observation, left: Hand) -> list[str]:
    if not left:
        return ["–"]
    order = tables_for(seen.rules, seen.contract).order if seen.contract else range(32)
    rows = []
    for suit in reversed(SUITS):
        held = sorted((c for c in cards_of(left) if suit_of(c) == suit), key=lambda c: -order[c])
        if held:
            rows.append(t.row(suit, [rank_of(card) for card in held]))
    line = " ".join(rows)
    return [line] if width(line) <= LINE and not t.words else flow(rows)


# --- buttons ---


def _rows(t: Tongue, view: TableView, note: DealNote, step: int, last: int) -> Keyboard:
    numbers = [one.no for one in view.deals]
    at = numbers.index(note.no)
    before = numbers[at - 1] if at else _NONE
    after = numbers[at + 1] if at + 1 < len(numbers) else _NONE
    back = (note.no, step - 1) if step or before == _NONE else (before, END)
    on = (note.no, step + 1) if step < last or after == _NONE else (after, 0)
    steps = (
        _button(view, "⏮", (note.no, 0)),
        _button(view, "◀️", (back[0], max(0, back[1]))),
        _button(view, "▶️", (on[0], min(END, on[1]))),
        _button(view, "⏭", (note.no, last)),
    )
    deals = tuple(
        _button(view, label, (number, 0))
        for number, label in (
            (before, f"« {deal_word(t, view.rules, before)}"),
            (after, _next(t, view, after)),
        )
        if number != _NONE
    )
    record = Button(t.pgettext("button", "💾 As a file"), encode(Tap(TapKind.RECORD, view.id)))
    better = (review_button(t, view, note.no),) if may_ask(view, note.no) and last > 1 else ()
    return ((*better, record), *((deals,) if deals else ()), steps)


def _next(t: Tongue, view: TableView, number: int) -> str:
    return f"{deal_word(t, view.rules, number)} »"


def _button(view: TableView, label: str, position: tuple[int, int]) -> Button:
    deal, step = position
    return Button(label, encode(Tap(TapKind.REPLAY, view.id, deal, str(step))))


def replay_button(view: TableView, label: str, deal: int) -> Button:
    """Opens the viewer, in private."""
    return Button(label, encode(Tap(TapKind.PAST, view.id, deal)))
