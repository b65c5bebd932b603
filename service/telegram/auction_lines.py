"""The auction as lines: what is offered, who has said what, and what may still be said."""

from engine.actions import ActionKind
from engine.auction import Call, standing
from engine.cards import NO_CARD
from engine.match import Phase
from engine.observation import Observation
from engine.rules import AuctionKind, TurnedTo
from engine.seats import Seat, order_from
from service.telegram.calls import call_word, said
from service.telegram.cast import Cast
from service.telegram.lines import LINE, fit, width


def turned_line(cast: Cast, seen: Observation) -> str:
    """ "Turned up ♥️9"; nothing where no card is."""
    if seen.turned == NO_CARD:
        return ""
    card = cast.t.card(seen.turned)
    if seen.rules.auction is AuctionKind.TOPPING:
        return cast.t.gettext("In the middle {card}", card=card)
    if seen.rules.turned_to is TurnedTo.STAYS:
        return cast.t.gettext("Proposed {card}", card=f"<b>{card}</b>")
    return cast.t.gettext("Turned up {card}", card=f"<b>{card}</b>")


def round_word(cast: Cast, seen: Observation) -> str:
    """ "round 2", where an auction has two."""
    two = seen.rules.auction is AuctionKind.TWO_ROUNDS
    return cast.t.gettext("round {n}", n=seen.round) if two else ""


def in_turns(seen: Observation) -> bool:
    """Whether calls go round until they are topped no more: then each seat's own row tells them."""
    return seen.rules.auction is not AuctionKind.TWO_ROUNDS and len(seen.calls) > seen.rules.players


def calls_shown(cast: Cast, seen: Observation) -> list[str]:
    """The calls, one or none a seat; where they have gone round, each seat's row of them."""
    if in_turns(seen):
        return call_table(cast, seen)
    n = seen.rules.players
    start = n * (seen.round - 1) if seen.rules.auction is AuctionKind.TWO_ROUNDS else 0
    if seen.rules.auction is AuctionKind.TWO_ROUNDS:
        first = max(start, len(seen.calls) - (n - 1))
        return [call_said(cast, seen, at) for at in range(first, len(seen.calls))]
    return [_short(cast, seen, at) for at in range(len(seen.calls))]


def call_said(cast: Cast, seen: Observation, at: int) -> str:
    """A call of this deal as a sentence, by who made it."""
    return said(cast.of_call(at), seen, *seen.calls[at])


def taking(cast: Cast, seen: Observation) -> tuple[Cast, int | None]:
    """Who is who when the game was taken that is played, and which call it was; None: nobody called it."""
    taker = seen.contract.taker if seen.contract else None
    at = max((n for n, call in enumerate(seen.calls) if call.seat == taker), default=None)
    return (cast if at is None else cast.of_call(at)), at


def _short(cast: Cast, seen: Observation, at: int) -> str:
    """ "Anna passes", and what stands in bold: "Ben 90 ♦️"."""
    seat, action = seen.calls[at]
    if action.kind is ActionKind.PASS:
        return call_said(cast, seen, at)
    word, then = call_word(cast.t, seen, action), cast.of_call(at)
    line = fit(lambda most: f"{then.name(seat, most)} {word}")
    return f"<b>{line}</b>" if at in _standing(seen) else line


def _standing(seen: Observation) -> set[int]:
    """Which calls stand: the last game or bid, and what doubled it."""
    call, _, _ = standing(seen.calls)
    last = max((at for at, made in enumerate(seen.calls) if made == call), default=-1)
    doubles = (ActionKind.COINCHE, ActionKind.SURCOINCHE)
    return {last} | {at for at, made in enumerate(seen.calls) if made.action.kind in doubles and at > last}


def call_table(cast: Cast, seen: Observation) -> list[str]:
    """A row for each seat, in the order of speaking: "Anna pass · 100 ♠️"; what stands is bold."""
    return [_row(cast, seen, seat) for seat in order_from(seen.rules, seen.calls[0].seat)]


def _row(cast: Cast, seen: Observation, seat: Seat) -> str:
    stands = _standing(seen)
    cast = cast.of_call(max((at for at, call in enumerate(seen.calls) if call.seat == seat), default=0))
    words = [
        f"<b>{word}</b>" if at in stands else word
        for at, call in enumerate(seen.calls)
        if call.seat == seat
        for word in (call_word(cast.t, seen, call.action),)
    ]
    return next(
        line
        for first in range(len(words) + 1)
        for line in (_fitted(cast, seat, "… " * bool(first) + " · ".join(words[first:])),)
        if width(line) <= LINE
    )


def _fitted(cast: Cast, seat: Seat, words: str) -> str:
    return fit(lambda most: cast.t.gettext("{name}: {what}", name=cast.name(seat, most), what=words))


def silent_seats(cast: Cast, seen: Observation) -> tuple[Seat, ...]:
    """Who speaks after the seat on turn, before the calls come round to it again."""
    if seen.turn is None or seen.phase is not Phase.CALLING or in_turns(seen):
        return ()
    shown = len(calls_shown(cast, seen))
    return order_from(seen.rules, seen.turn)[1 : max(1, seen.rules.players - shown)]


def hint_lines(cast: Cast, seen: Observation) -> list[str]:
    """Where games top each other: what may still be said, for who is on turn."""
    if seen.rules.auction is not AuctionKind.TOPPING or seen.turn != cast.me:
        return []
    t, game = cast.t, standing(seen.calls).call
    if game is None:
        return [t.gettext("Passing is over: choose a game.")] if seen.round > 2 else []
    if game.action.kind is ActionKind.SANS:
        return [t.gettext("Only Tout goes higher.")]
    return [t.gettext("Only Sans and Tout go higher.")]


def imposed_line(cast: Cast, seen: Observation) -> list[str]:
    """A contract that nobody called: the turned jack imposed it."""
    if seen.contract is None or seen.calls or seen.turned == NO_CARD or len(seen.tricks) > 1:
        return []
    t, card = cast.t, cast.t.card(seen.turned)
    return [t.gettext("{card} in the middle: no auction, it is Tout.", card=card)]


def doubled_lines(cast: Cast, seen: Observation) -> list[str]:
    """Who doubled, and who doubled again."""
    kinds = (ActionKind.COINCHE, ActionKind.SURCOINCHE)
    doubles = [
        _doubling(cast.of_call(at), seen, call)
        for at, call in enumerate(seen.calls)
        if call.action.kind in kinds
    ]
    return [" · ".join(doubles)] if doubles else []


def _doubling(cast: Cast, seen: Observation, call: Call) -> str:
    most = 8 if len(seen.calls) else 10
    word, name = call_word(cast.t, seen, call.action), cast.name(call.seat, most)
    return cast.t.gettext("{name}: {what}", name=word, what=name)
