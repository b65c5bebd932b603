"""A player's own card in the private chat. Lines 1 and 2 may stand on a lock screen: no hand card in them."""

from engine.contracts import Contract
from engine.match import Phase
from engine.observation import Observation
from engine.rules import AuctionKind
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.advice_view import advice_lines, advice_rows, advised_lines
from service.telegram.auction_lines import (
    calls_shown,
    hint_lines,
    imposed_line,
    round_word,
    taking,
    turned_line,
)
from service.telegram.call_keys import call_rows
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.cards import aside_rows, card_rows, hand_lines, sorted_hand
from service.telegram.cast import Cast, private_cast
from service.telegram.claim_view import asking_claim, claim_rows, question, question_keys
from service.telegram.clock_lines import beside_move, own_lapse_lines, shortened
from service.telegram.columns import column_lines, column_rows
from service.telegram.hand_heads import last_move, whose_turn, your_turn
from service.telegram.held_view import held_card
from service.telegram.lesson.card import lesson_card
from service.telegram.lines import LINE, fit, flow, width
from service.telegram.meld_view import (
    CHOOSING,
    choice_rows,
    meld_rows,
    offers,
    own_lines,
    question_lines,
    question_rows,
    show_lines,
    silencing,
)
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.notes import note_lines
from service.telegram.parting_view import pass_on_rows
from service.telegram.pause_lines import pause_button
from service.telegram.plan_view import (
    auction_rows,
    itself_lines,
    plan_button,
    plan_lines,
    planning_card,
)
from service.telegram.private_view import left_card, over_card, waiting_card
from service.telegram.reminder_words import private_nudge_rows, reminder_buttons
from service.telegram.second_tap import asked_lines, asking
from service.telegram.status import away_lines, table_button, vote_lines, vote_rows
from service.telegram.tastes import USUAL, Tastes
from service.telegram.terms import contract_words, pot_word
from service.telegram.texts import Tongue
from service.telegram.trick_lines import (
    before_lines,
    card_lines,
    meld_lines,
    on_table,
    seats_after,
    trick_won,
)


def hand_card(view: TableView, t: Tongue, tastes: Tastes = USUAL) -> Message:
    """What stands in the private chat of the viewer, at any time of a table's life."""
    seen = view.seen
    if view.stage is Stage.LOBBY or view.seat is None:
        return waiting_card(view, t)
    if view.stage is not Stage.PLAYING or seen is None:
        return over_card(view, t)
    if view.player(view.seat).computer is not None:
        return left_card(view, t)
    cast = private_cast(t, view, tastes)
    if view.lesson is not None:
        return lesson_card(cast, seen, view.lesson)
    if view.own.held is not None and seen.ply == view.own.held.ply:
        return held_card(cast, view.own.held, onward_rows(cast))
    if seen.turn == view.seat:
        return _on_turn(cast, seen)
    return _off_turn(cast, seen)


def _on_turn(cast: Cast, seen: Observation) -> Message:
    move = last_move(cast, seen)
    reminds = cast.view.left is not None  # its first line has the deadline
    moved = [move] if reminds else beside_move(cast, move, last_move(shortened(cast), seen))
    told = advice_lines(cast, seen) + itself_lines(cast) + note_lines(cast) + _of_others(cast)
    head = [your_turn(cast, moved), own_lapse_lines(cast), told]
    match seen.phase:
        case Phase.PLAYING if seen.contract is not None:
            blocks, rows = _playing(cast, seen, seen.contract)
        case Phase.LAYING_ASIDE:
            blocks, rows = _laying_aside(cast, seen)
        case _:
            blocks, rows = _calling(cast, seen)
    rows = (*rows[:-1], *advice_rows(cast, seen), *pass_on_rows(cast), *pause_button(cast), *rows[-1:])
    if cast.view.left is not None and seen.phase is not Phase.PLAYING:
        rows = (reminder_buttons(cast.t, cast.view), *rows)
    rows = asking(cast, seen, rows)
    return card([*head, *blocks, asked_lines(cast, seen)], rows)


def _of_others(cast: Cast) -> list[str]:
    return away_lines(cast) + advised_lines(cast) + vote_lines(cast)


# --- the auction ---


def _calling(cast: Cast, seen: Observation) -> tuple[list[list[str]], Keyboard]:
    calls = call_rows(cast.view, cast.t, seen)
    # Above the everyday buttons: where there are many bids, they come first.
    first = len(calls) - 1 if seen.rules.auction is AuctionKind.BIDDING else 0
    rows = vote_rows(cast) + calls[:first] + auction_rows(cast, seen) + calls[first:]
    held = [] if seen.columns else [hand_lines(cast.t, sorted_hand(seen, cast.tastes))]
    return [_auction(cast, seen, score=True), *_open_cards(cast, seen), *held], rows


def _auction(cast: Cast, seen: Observation, score: bool) -> list[str]:
    """What is offered, who deals, what was called, how it stands."""
    t = cast.t
    dealer = cast.says(seen.dealer, t.gettext("you deal"), lambda name: t.gettext("dealer {name}", name=name))
    turned, standing = turned_line(cast, seen), _score(cast, seen) if score else []
    first = [turned, dealer] if turned else [*standing, dealer]
    calls = calls_shown(cast, seen)
    # Sentences flow; a row for each seat stays a row.
    second = flow([*_round(cast, seen), *calls]) if len(calls) < seen.rules.players else calls
    below = standing if turned and not hint_lines(cast, seen) else []
    return [*map(capital, flow(first) + second + below), *hint_lines(cast, seen)]


def _round(cast: Cast, seen: Observation) -> list[str]:
    return [capital(word)] if seen.round > 1 and (word := round_word(cast, seen)) else []


def _score(cast: Cast, seen: Observation) -> list[str]:
    if not seen.rules.target:
        return []
    ours, theirs = seen.totals[cast.side], seen.totals[1 - cast.side]
    line = cast.t.gettext("Us {ours} · Them {theirs}", ours=ours, theirs=theirs)
    return flow([line, pot_word(cast.t, seen.rules, seen.pot)] if seen.pot else [line])


def _open_cards(cast: Cast, seen: Observation) -> list[list[str]]:
    """Two players: the other's open cards, then one's own."""
    if not seen.columns:
        return []
    seats = sorted((one.seat for one in cast.view.players), key=lambda seat: seat == cast.me)
    return [column_lines(cast, seen, seat) for seat in seats]


def _laying_aside(cast: Cast, seen: Observation) -> tuple[list[list[str]], Keyboard]:
    """The dealer gives a card back for the turned one (beginner §deal)."""
    t = cast.t
    text = t.gettext(
        "You are the dealer and get {card}. Lay one card aside, face down: it goes under the pack and comes back to "
        "you as your last one.",
        card=t.card(seen.turned),
    )
    return [[text], [t.gettext("Which card?")]], vote_rows(cast) + aside_rows(
        t, cast.view.id, seen, cast.tastes
    )


# --- the play ---


def _playing(cast: Cast, seen: Observation, contract: Contract) -> tuple[list[list[str]], Keyboard]:
    t, view = cast.t, cast.view
    asked = silencing(seen)
    if asked:
        return [question_lines(t, asked)], vote_rows(cast) + question_rows(view, t, seen, asked)
    if asking_claim(cast, seen):
        return [question(t), hand_lines(t, sorted_hand(seen, cast.tastes))], question_keys(cast, seen)
    if view.pick == CHOOSING and offers(seen):
        return [[t.gettext("What do you meld?")], hand_lines(t, sorted_hand(seen, cast.tastes))], choice_rows(
            view, t, seen
        )
    hand = (
        column_rows(view, t, seen, cast.tastes) if seen.columns else card_rows(t, view.id, seen, cast.tastes)
    )
    above = (*vote_rows(cast), *meld_rows(view, t, seen), *claim_rows(cast, seen))
    rows = (*hand, *above, *_below(cast, seen, hand))
    if seen.columns:
        return _columns(cast, seen, contract), rows
    own = own_lines(cast, seen) + show_lines(t, seen)
    done = [] if seen.trick else card_lines(cast, seen)
    trick = _trick_on_turn(cast, seen, contract)
    melds = meld_lines(cast, seen)
    blocks = [done, trick, imposed_line(cast, seen), melds + own, [] if melds else _before(cast, seen)]
    return blocks, rows


def _before(cast: Cast, seen: Observation) -> list[str]:
    """How the trick before ended, for whom no card in a group tells it."""
    return before_lines(cast, seen) if cast.view.apart else []


def _below(cast: Cast, seen: Observation, hand: Keyboard) -> Keyboard:
    """Under the cards. Grey ones cannot say why not: one button does it for all of them."""
    footer = _footer(cast, seen)
    if not any(button.disabled for row in hand for button in row):
        return (footer,)
    asked = encode(Tap(TapKind.WHY_NOT, cast.view.id, seen.ply))
    *trick, table = footer
    last = (Button(cast.t.pgettext("button", "❓ Why not?"), asked), table)
    return (tuple(trick), last) if trick else (last,)


def _columns(cast: Cast, seen: Observation, contract: Contract) -> list[list[str]]:
    t = cast.t
    other = next(one.seat for one in cast.view.players if one.seat != cast.me)
    head = [_trick_of(cast, seen, contract), t.gettext("Tricks {pair}", pair=cast.pair(seen.won))]
    # A sentence: it makes the bubble as wide as eight buttons with a ten and a "+" need.
    legend = t.gettext("Your cards; beneath each + lies a hidden one.")
    # What the other played in the trick before must be seen, though he has led again by now.
    done = before_lines(cast, seen) if seen.trick else card_lines(cast, seen)
    own = [*(card_lines(cast, seen) if seen.trick else []), legend]
    return [done, head, column_lines(cast, seen, other), own]


def _trick_of(cast: Cast, seen: Observation, contract: Contract) -> str:
    """ "Trick 5 of 16 · trumps ♥️ (you)"."""
    t, number = cast.t, len(seen.tricks) + 1
    last = number - 1 + max(seen.counts)
    words = contract_words(t, seen.rules, contract)
    mine, (then, _) = t.pgettext("who took", "you"), taking(cast, seen)

    def line(most: int) -> str:
        name = mine if contract.taker == then.me else then.name(contract.taker, most)
        return t.gettext(
            "Trick {n} of {last} · {contract} ({name})", n=number, last=last, contract=words, name=name
        )

    full = fit(line)
    if width(full) <= LINE:
        return full
    return t.gettext("Trick {n} of {last} · {contract}", n=number, last=last, contract=words)


def _trick_on_turn(cast: Cast, seen: Observation, contract: Contract) -> list[str]:
    t = cast.t
    # All cards of a trick stay until the next one falls, also for who won it and leads: then above the new one.
    cards = card_lines(cast, seen) if seen.trick else []
    after = seats_after(seen)
    then = fit(
        lambda most: t.gettext("Then {names}", names=", ".join(cast.name(seat, most) for seat in after))
    )
    return [_trick_head(cast, seen, contract), *cards, *([then] if after else [])]


def _trick_head(cast: Cast, seen: Observation, contract: Contract) -> str:
    """Number, contract, taker and tricks; without the taker where the contract's name takes his room."""
    t, number = cast.t, len(seen.tricks) + 1
    words, pair = contract_words(t, seen.rules, contract), cast.pair(seen.won)
    mine, (then, _) = t.pgettext("who took", "you"), taking(cast, seen)

    def line(most: int) -> str:
        taker = mine if contract.taker == then.me else then.name(contract.taker, most)
        return t.gettext(
            "Trick {n} · {contract} ({name}) · {pair}", n=number, contract=words, name=taker, pair=pair
        )

    full = fit(line)
    return full if width(full) <= LINE else _short_head(t, number, words, pair)


def _short_head(t: Tongue, number: int, words: str, pair: str) -> str:
    """Without who took; a contract that takes the whole line, in words, goes before the trick's number."""
    line = t.gettext("Trick {n} · {contract} · {pair}", n=number, contract=words, pair=pair)
    return line if width(line) <= LINE else f"{words} · {pair}"


# --- somebody else's turn ---


def _off_turn(cast: Cast, seen: Observation) -> Message:
    if cast.view.own.planning:
        return planning_card(cast, seen)
    t = cast.t
    held = [] if seen.columns else hand_lines(t, sorted_hand(seen, cast.tastes))
    blocks = [
        [whose_turn(cast, seen), *_score(cast, seen)],
        own_lapse_lines(cast),
        note_lines(cast) + advised_lines(cast) + vote_lines(cast),
        *_middle(cast, seen),
        *_open_cards(cast, seen),
        [t.gettext("Your hand"), *held] if held else [],
        plan_lines(cast, seen),
    ]
    plan = plan_button(cast, seen)
    rows = (*vote_rows(cast), *auction_rows(cast, seen), *([plan] if plan else []))
    rows = (*rows, *pass_on_rows(cast), *private_nudge_rows(t, cast.view), *pause_button(cast))
    return card(blocks, (*rows, _footer(cast, seen), *onward_rows(cast)))


def onward_rows(cast: Cast) -> Keyboard:
    """To the next match that waits for the reader: he is through here."""
    t, view = cast.t, cast.view
    if not view.waiting:
        return ()
    label = t.pgettext("button", "▶️ Next game ({n})", n=view.waiting)
    return ((Button(label, encode(Tap(TapKind.ONWARD, view.id))),),)


def _middle(cast: Cast, seen: Observation) -> list[list[str]]:
    if seen.phase is Phase.LAYING_ASIDE:
        return [[cast.t.gettext("The dealer gets {card} and lays one aside.", card=cast.t.card(seen.turned))]]
    if seen.contract is not None:
        return _trick_off_turn(cast, seen, seen.contract)
    return [_auction(cast, seen, score=False)] if seen.phase is Phase.CALLING else []


def _trick_off_turn(cast: Cast, seen: Observation, contract: Contract) -> list[list[str]]:
    t = cast.t
    number, _, done = on_table(seen)
    pair = cast.pair(seen.won)
    words = contract_words(t, seen.rules, contract)
    head = _short_head(t, number, words, pair)
    won = [f"<b>{trick_won(cast, number, done)}</b>"] if done else []
    trick, melds = [head, *won, *card_lines(cast, seen)], meld_lines(cast, seen)
    return [imposed_line(cast, seen), melds, trick, [] if melds else _before(cast, seen)]


def _footer(cast: Cast, seen: Observation) -> tuple[Button, ...]:
    """The last trick, when there is one, and the table."""
    t, number = cast.t, len(seen.tricks)
    if cast.view.left is not None and seen.turn == cast.me:
        return reminder_buttons(t, cast.view)
    table = table_button(t, cast.view)
    if not number:
        return (table,)
    if cast.view.tricks_open:
        every = encode(Tap(TapKind.TRICKS, cast.view.id, seen.deal_no))
        return Button(t.pgettext("button", "📜 Tricks"), every), table
    data = encode(Tap(TapKind.TRICK, cast.view.id, seen.deal_no, str(number)))
    return Button(t.pgettext("button", "↩️ Trick {n}", n=number), data), table
