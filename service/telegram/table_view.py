"""The group's card of a running match."""

from engine.contracts import Contract
from engine.match import Phase
from engine.observation import Observation
from engine.seats import seats_in_play
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.advice_view import advised_lines
from service.telegram.auction_lines import (
    calls_shown,
    doubled_lines,
    imposed_line,
    round_word,
    silent_seats,
    taking,
    turned_line,
)
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.cast import Cast, group_cast
from service.telegram.clock_lines import lapse_lines, turn_lines
from service.telegram.columns import column_lines
from service.telegram.end_view import cancelled_card
from service.telegram.lines import fit, flow
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.parting_view import offer_rows
from service.telegram.reminder_words import nudge_rows
from service.telegram.status import (
    away_lines,
    score_line,
    table_button,
    target,
    vote_lines,
    vote_rows,
    wake_rows,
)
from service.telegram.terms import contract_words, deal_word, in_the_pot, taken_by
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
        return card([_heading(cast, view.deal_no), [t.gettext("The match is over.")]])
    blocks = [_heading(cast, seen.deal_no), _messages(cast), *_middle(cast, seen)]
    return card(blocks, _rows(t, view))


def _heading(cast: Cast, deal_no: int) -> list[str]:
    t, view = cast.t, cast.view
    number = deal_word(t, view.rules, deal_no) if deal_no else ""
    rest = "".join(f" · {part}" for part in (number, target(t, view)) if part)
    totals = view.seen.totals if view.seen else view.deals[-1].totals if view.deals else (0, 0)
    sides = [score_line(cast, side, totals) for side in (0, 1)]
    pot = view.seen.pot if view.seen else 0
    open_points = [in_the_pot(t, view.rules, pot)] if pot else []
    return [f"<b>{names.title(t, view, rest)}</b>{rest}", *sides, *open_points]


def _messages(cast: Cast) -> list[str]:
    return away_lines(cast) + advised_lines(cast) + lapse_lines(cast) + vote_lines(cast)


def _middle(cast: Cast, seen: Observation) -> list[list[str]]:
    if seen.phase is Phase.CALLING:
        return _auction(cast, seen)
    if seen.contract is None:
        return [[cast.t.gettext("The cards are being dealt.")]]
    if seen.phase is Phase.LAYING_ASIDE:
        return [[_taken(cast, seen, seen.contract)], laying_lines(cast, seen)]
    return _play(cast, seen, seen.contract)


def laying_lines(cast: Cast, seen: Observation) -> list[str]:
    """The dealer has picked up the turned card, and gives one back for it."""
    t = cast.t
    card = t.card(seen.turned)
    who = seen.dealer if seen.turn is None else seen.turn
    return [
        t.gettext(
            "{card} goes to the dealer, who lays one card aside; it comes back to him last.", card=card
        ),
        *turn_lines(cast, who, leads=False),
    ]


def _auction(cast: Cast, seen: Observation) -> list[list[str]]:
    t = cast.t
    offered = flow(part for part in (turned_line(cast, seen), round_word(cast, seen)) if part)
    dealer = fit(lambda most: t.gettext("Dealer {name}", name=cast.name(seen.dealer, most)))
    waiting = [cast.name(seat) for seat in silent_seats(cast, seen)]
    return [
        [*offered, dealer],
        *_open_cards(cast, seen),
        [*calls_shown(cast, seen), *_turn(cast, seen), *waiting],
    ]


def _open_cards(cast: Cast, seen: Observation) -> list[list[str]]:
    """Two players: the cards that lie open, for everybody."""
    return [column_lines(cast, seen, seat) for seat in seats_in_play(seen.rules)] if seen.columns else []


def _turn(cast: Cast, seen: Observation) -> list[str]:
    if seen.turn is None:
        return []
    return turn_lines(cast, seen.turn, leads=seen.phase is Phase.PLAYING and not seen.trick)


def _play(cast: Cast, seen: Observation, contract: Contract) -> list[list[str]]:
    t = cast.t
    number, _, done = on_table(seen)
    waiting = [cast.name(seat) for seat in seats_after(seen)]
    head = [_taken(cast, seen, contract), *doubled_lines(cast, seen), *imposed_line(cast, seen)]
    melds = meld_lines(cast, seen)
    if done is not None:
        won = f"<b>{trick_won(cast, number, done)}</b> · {cast.pair(seen.won)}"
        rest = [melds, *_open_cards(cast, seen), card_lines(cast, seen), _turn(cast, seen)]
        return [[*head, won], *rest]
    tricks = t.gettext("Trick {n} · tricks {pair}", n=number, pair=cast.pair(seen.won))
    going = card_lines(cast, seen) + _turn(cast, seen)
    if seen.trick:
        going += waiting
    # Announcements are news; while they stand here, the trick before may rest.
    before = [] if melds else before_lines(cast, seen)
    return [[*head, tricks], melds, *_open_cards(cast, seen), going, before]


def _taken(cast: Cast, seen: Observation, contract: Contract) -> str:
    words = capital(contract_words(cast.t, seen.rules, contract))
    then, _ = taking(cast, seen)
    return fit(lambda most: taken_by(cast.t, seen.rules, words, then.name(contract.taker, most)))


def _rows(t: Tongue, view: TableView) -> Keyboard:
    hand = Button(t.pgettext("button", "🃏 My hand"), encode(Tap(TapKind.HAND, view.id)))
    # A vote is everybody's: whoever plays answers it where he reads of it.
    cast = group_cast(t, view)
    return (
        *vote_rows(cast),
        *offer_rows(cast),
        *wake_rows(view, t),
        (hand, table_button(t, view)),
        *nudge_rows(t, view),
    )
