"""A player's own card in the private chat. Lines 1 and 2 may stand on a lock screen: no hand card in them."""

from engine.contracts import Contract
from engine.match import Phase
from engine.observation import Observation
from engine.trick import roles
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import call_rows, capital, contract_words, said
from service.telegram.cards import card_rows, hand_lines, sorted_hand
from service.telegram.cast import Cast, private_cast
from service.telegram.lines import LINE, fit, flow, message_text, width
from service.telegram.messages import Button, Message
from service.telegram.names import LABEL
from service.telegram.notes import note_lines
from service.telegram.private_view import left_card, over_card, waiting_card
from service.telegram.status import (
    away_lines,
    calls_shown,
    round_word,
    table_button,
    turned_line,
    vote_lines,
    vote_rows,
)
from service.telegram.texts import Tongue
from service.telegram.trick_lines import (
    card_lines,
    last_play,
    meld_lines,
    on_table,
    seats_after,
    trick_won,
)


def hand_card(view: TableView, t: Tongue) -> Message:
    """What stands in the private chat of the viewer, at any time of a table's life."""
    seen = view.seen
    if view.stage is Stage.LOBBY or view.seat is None:
        return waiting_card(view, t)
    if view.stage is not Stage.PLAYING or seen is None:
        return over_card(view, t)
    if view.player(view.seat).computer is not None:
        return left_card(view, t)
    cast = private_cast(t, view)
    if seen.turn == view.seat:
        return _on_turn(cast, seen)
    return _off_turn(cast, seen)


def _on_turn(cast: Cast, seen: Observation) -> Message:
    t, view = cast.t, cast.view
    first = f"🟢 <b>{t.gettext('Your turn')}</b> · "
    blocks = [[first + names.title(t, view, first), last_move(cast, seen)], _messages(cast)]
    rows = call_rows(t, view.id, seen)
    if seen.phase is Phase.PLAYING and seen.contract:
        blocks += [_trick_on_turn(cast, seen, seen.contract), meld_lines(cast, seen)]
        rows = rows + card_rows(t, view.id, seen) + vote_rows(cast) + (_footer(cast, seen),)
    else:
        blocks += [_auction(cast, seen, score=True), hand_lines(t, sorted_hand(seen))]
        rows = vote_rows(cast) + rows
    return Message(message_text(blocks), rows)


def _off_turn(cast: Cast, seen: Observation) -> Message:
    t = cast.t
    held = hand_lines(t, sorted_hand(seen))
    blocks = [
        [_whose_turn(cast, seen), *_score(cast, seen)],
        _messages(cast),
        *(
            _trick_off_turn(cast, seen, seen.contract)
            if seen.contract
            else [_auction(cast, seen, score=False)]
        ),
        [t.gettext("Your hand"), *held] if held else [],
    ]
    return Message(message_text(blocks), (*vote_rows(cast), _footer(cast, seen)))


def _whose_turn(cast: Cast, seen: Observation) -> str:
    t, turn = cast.t, seen.turn
    if turn is None:
        rest = " · " + t.gettext("dealing")
    else:
        rest = " · " + t.pgettext(
            "after the table", "{name}’s turn", name=names.line_name(t, cast.player(turn), LABEL)
        )
    return f"<b>{names.title(t, cast.view, rest)}</b>{rest}"


def _score(cast: Cast, seen: Observation) -> list[str]:
    if not seen.rules.target:
        return []
    ours, theirs = seen.totals[cast.side], seen.totals[1 - cast.side]
    line = cast.t.gettext("Us {ours} · Them {theirs}", ours=ours, theirs=theirs)
    return flow([line, cast.t.gettext("pot {points}", points=seen.pot)] if seen.pot else [line])


def _messages(cast: Cast) -> list[str]:
    return note_lines(cast) + away_lines(cast) + vote_lines(cast)


def last_move(cast: Cast, seen: Observation) -> str:
    """The move before the reader's turn."""
    t = cast.t
    if seen.phase is not Phase.PLAYING or seen.contract is None:
        if not seen.calls:
            return t.gettext("Deal {n} · you speak first", n=seen.deal_no)
        last = seen.calls[-1]
        return said(cast, seen, last.seat, last.action)
    if seen.trick:
        role = roles(seen.rules, seen.contract, seen.trick)[-1]
        return last_play(cast, seen.trick[-1], role)
    if seen.tricks:
        return t.gettext("Trick {n} is yours · you lead", n=len(seen.tricks))
    taken = [call for call in seen.calls if call.seat == seen.contract.taker]
    you_lead = t.gettext("you lead")
    if not taken:
        return you_lead
    return flow([said(cast, seen, taken[-1].seat, taken[-1].action), you_lead])[0]


def _auction(cast: Cast, seen: Observation, score: bool) -> list[str]:
    t = cast.t
    if seen.phase is Phase.LAYING_ASIDE:
        return [t.gettext("Lay one card aside, face down.")]
    if seen.phase is not Phase.CALLING:
        return []
    dealer = cast.says(seen.dealer, t.gettext("you deal"), lambda name: t.gettext("dealer {name}", name=name))
    first = [part for part in (turned_line(cast, seen), dealer) if part]
    second = ([capital(round_word(cast, seen))] if seen.round > 1 else []) + calls_shown(cast, seen)
    return flow(first) + flow(part for part in second if part) + (_score(cast, seen) if score else [])


def _trick_on_turn(cast: Cast, seen: Observation, contract: Contract) -> list[str]:
    t = cast.t
    cards = card_lines(cast, seen) if seen.trick else []
    after = seats_after(seen)
    then = fit(
        lambda most: t.gettext("Then {names}", names=", ".join(cast.name(seat, most) for seat in after))
    )
    return [_trick_head(cast, seen, contract), *cards, *([then] if after else [])]


def _trick_head(cast: Cast, seen: Observation, contract: Contract) -> str:
    """Number, contract, taker and tricks; without the taker where the contract's name takes his room."""
    t, number = cast.t, len(seen.tricks) + 1
    words, pair = contract_words(t, contract), cast.pair(seen.won)
    mine = t.pgettext("who took", "you")

    def line(most: int) -> str:
        taker = mine if contract.taker == cast.me else cast.name(contract.taker, most)
        return t.gettext(
            "Trick {n} · {contract} ({name}) · {pair}", n=number, contract=words, name=taker, pair=pair
        )

    full = fit(line)
    if width(full) <= LINE:
        return full
    return t.gettext("Trick {n} · {contract} · {pair}", n=number, contract=words, pair=pair)


def _trick_off_turn(cast: Cast, seen: Observation, contract: Contract) -> list[list[str]]:
    t = cast.t
    number, _, done = on_table(seen)
    pair = cast.pair(seen.won)
    head = t.gettext(
        "Trick {n} · {contract} · {pair}", n=number, contract=contract_words(t, contract), pair=pair
    )
    won = [f"<b>{trick_won(cast, number, done.winner)}</b>"] if done else []
    return [meld_lines(cast, seen), [head, *won, *card_lines(cast, seen), *_waiting(cast, seen)]]


def _waiting(cast: Cast, seen: Observation) -> list[str]:
    """Who plays next, and after him."""
    if seen.turn is None:
        return []
    name = cast.name(seen.turn)
    if not seen.trick:
        return ["▸ " + cast.t.gettext("{name} leads", name=name)]
    return ["▸ " + name, *(cast.name(seat) for seat in seats_after(seen))]


def _footer(cast: Cast, seen: Observation) -> tuple[Button, ...]:
    """The last trick, when there is one, and the table."""
    t, number = cast.t, len(seen.tricks)
    table = table_button(t, cast.view)
    if not number:
        return (table,)
    data = encode(Tap(TapKind.TRICK, cast.view.id, seen.deal_no, str(number)))
    return Button(t.pgettext("button", "↩️ Trick {n}", n=number), data), table
