"""The group's card of a running match."""

from engine.contracts import Contract
from engine.match import Phase
from engine.observation import Observation
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital, contract_words
from service.telegram.cast import Cast, group_cast
from service.telegram.end_view import cancelled_card
from service.telegram.lines import fit, message_text
from service.telegram.messages import Button, Keyboard, Message
from service.telegram.status import (
    away_lines,
    calls_shown,
    round_word,
    score_line,
    silent_seats,
    table_button,
    target,
    turned_line,
    vote_lines,
)
from service.telegram.texts import Tongue
from service.telegram.trick_lines import (
    before_lines,
    card_lines,
    meld_lines,
    on_table,
    seats_after,
    trick_won,
)


def table_card(view: TableView, t: Tongue) -> Message:
    """What everybody in the group sees: sides, score, auction or trick, and whose turn it is. No hidden card."""
    if view.stage is Stage.CANCELLED:
        return cancelled_card(view, t)
    cast = group_cast(t, view)
    seen = view.seen
    if seen is None:
        return Message(message_text([_heading(cast, len(view.deals)), [t.gettext("The match is over.")]]))
    blocks = [_heading(cast, seen.deal_no), _messages(cast), *_middle(cast, seen)]
    return Message(message_text(blocks), _rows(t, view))


def _heading(cast: Cast, deal_no: int) -> list[str]:
    t, view = cast.t, cast.view
    rest = "".join(f" · {part}" for part in (t.gettext("Deal {n}", n=deal_no), target(t, view)) if part)
    totals = view.seen.totals if view.seen else view.deals[-1].totals if view.deals else (0, 0)
    sides = [score_line(cast, side, totals) for side in (0, 1)]
    pot = view.seen.pot if view.seen else 0
    open_points = [t.gettext("In the pot: {points}", points=pot)] if pot else []
    return [f"<b>{names.title(t, view, rest)}</b>{rest}", *sides, *open_points]


def _messages(cast: Cast) -> list[str]:
    return away_lines(cast) + vote_lines(cast)


def _middle(cast: Cast, seen: Observation) -> list[list[str]]:
    if seen.phase is Phase.CALLING:
        return _auction(cast, seen)
    if seen.contract is None:
        return [[cast.t.gettext("The cards are being dealt.")]]
    return _play(cast, seen, seen.contract)


def _auction(cast: Cast, seen: Observation) -> list[list[str]]:
    t = cast.t
    offered = " · ".join(part for part in (turned_line(cast, seen), round_word(cast, seen)) if part)
    dealer = fit(lambda most: t.gettext("Dealer {name}", name=cast.name(seen.dealer, most)))
    waiting = [cast.name(seat) for seat in silent_seats(cast, seen)]
    return [
        [offered, dealer] if offered else [dealer],
        [*calls_shown(cast, seen), *_turn(cast, seen), *waiting],
    ]


def _turn(cast: Cast, seen: Observation) -> list[str]:
    if seen.turn is None:
        return []
    seat, t = seen.turn, cast.t
    leads = seen.phase is Phase.PLAYING and not seen.trick

    def line(most: int) -> str:
        name = f"<b>{cast.name(seat, most)}</b>"
        return "▸ " + (
            t.gettext("{name} leads", name=name) if leads else t.gettext("{name}’s turn", name=name)
        )

    return [fit(line)]


def _play(cast: Cast, seen: Observation, contract: Contract) -> list[list[str]]:
    t = cast.t
    number, _, done = on_table(seen)
    waiting = [cast.name(seat) for seat in seats_after(seen)]
    if done is not None:
        won = f"<b>{trick_won(cast, number, done.winner)}</b> · {cast.pair(seen.won)}"
        return [
            [_taken(cast, contract), won],
            meld_lines(cast, seen),
            card_lines(cast, seen),
            _turn(cast, seen),
        ]
    tricks = t.gettext("Trick {n} · tricks {pair}", n=number, pair=cast.pair(seen.won))
    going = card_lines(cast, seen) + _turn(cast, seen)
    if seen.trick:
        going += waiting
    return [[_taken(cast, contract), tricks], meld_lines(cast, seen), going, before_lines(cast, seen)]


def _taken(cast: Cast, contract: Contract) -> str:
    t = cast.t
    words = capital(contract_words(t, contract))
    return fit(
        lambda most: t.gettext(
            "{contract} · taken by {name}", contract=words, name=cast.name(contract.taker, most)
        )
    )


def _rows(t: Tongue, view: TableView) -> Keyboard:
    hand = Button(t.pgettext("button", "🃏 My hand"), encode(Tap(TapKind.HAND, view.id)))
    return ((hand, table_button(t, view)),)
