""" "The rest is mine": the row, the question before it counts, and what is told of a deal that ended so."""

from typing import Final

from engine.actions import ActionKind
from engine.cards import SUITS, Card, mask_of, rank_of, suit_of
from engine.claims import TOLD_BY
from engine.contracts import tables_for
from engine.match import FinishedDeal
from engine.observation import Observation
from engine.rules import ToutBelote
from engine.seats import Seat
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import Cast
from service.telegram.lines import fit
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.texts import Tongue

CLAIM: Final = ActionKind.CLAIM.value
MOST_LEFT: Final = 4
"""Cards in the hand from which on the row is offered: earlier hardly anything can be proved."""


def claim_rows(cast: Cast, seen: Observation) -> Keyboard:
    """On turn, whenever a claim is possible by what everybody knows: that the row is there says nothing of the hand."""
    if not _possible(seen):
        return ()
    asked = encode(Tap(TapKind.WEIGH, cast.view.id, seen.ply, CLAIM))
    return ((Button(cast.t.pgettext("button", "🙌 The rest is mine"), asked),),)


def _possible(seen: Observation) -> bool:
    if seen.contract is None or seen.seat is None or len(seen.tricks) < TOLD_BY:
        return False
    if not 2 <= seen.counts[seen.seat] <= MOST_LEFT:  # the last card plays itself
        return False
    hidden = any(column.reserve for row in seen.columns for column in row)
    return not hidden and tables_for(seen.rules, seen.contract).belote_needs is ToutBelote.FREE


def asking_claim(cast: Cast, seen: Observation) -> bool:
    """Whether the viewer tapped it and has yet to say that he means it."""
    return cast.view.pick == CLAIM and _possible(seen)


def question(t: Tongue) -> list[str]:
    return [
        t.gettext("🙌 Do you claim all remaining tricks?"),
        t.gettext(
            "The deal ends if every one is surely yours, whatever the others hold. If not, only you are told."
        ),
    ]


def question_keys(cast: Cast, seen: Observation) -> Keyboard:
    t, view = cast.t, cast.view
    yes = encode(Tap(TapKind.ACT, view.id, seen.ply, CLAIM))
    no = encode(Tap(TapKind.WEIGH, view.id, seen.ply))
    return (
        (
            Button(t.pgettext("button, a claim", "Yes, claim"), yes, style=Style.SUCCESS),
            Button(t.pgettext("button, a claim", "No"), no),
        ),
    )


def claimed_lines(cast: Cast, finished: FinishedDeal) -> list[str]:
    """Who claimed the rest, and from which trick on it was not played."""
    if finished.claimed is None:
        return []
    seat, number = finished.claimed
    return [
        fit(lambda most: cast.t.gettext("🙌 From trick {n}: {name}", n=number, name=cast.name(seat, most)))
    ]


def played_out(finished: FinishedDeal, number: int) -> bool:
    """Whether that trick (1-based) was played card by card, and not claimed."""
    return finished.claimed is None or number < finished.claimed[1]


def rest_of(finished: FinishedDeal) -> dict[Seat, tuple[Card, ...]]:
    """What each held of the tricks that were claimed; with the cards that lay on the table already."""
    _, number = finished.claimed or (0, len(finished.tricks) + 1)
    plays = [play for trick in finished.tricks[number - 1 :] for play in trick.plays]
    return {
        seat: tuple(play.card for play in plays if play.seat == seat)
        for seat in dict.fromkeys(play.seat for play in plays)
    }


def in_short(t: Tongue, cards: tuple[Card, ...]) -> str:
    """ "♠️AK ♥️7": suits once, the highest first."""
    held = mask_of(cards)
    return " ".join(
        t.suits[suit] + "".join(t.letter(rank_of(card)) for card in sorted(_of(held, suit), reverse=True))
        for suit in reversed(SUITS)
        if _of(held, suit)
    )


def _of(held: int, suit: int) -> list[Card]:
    return [card for card in range(32) if held >> card & 1 and suit_of(card) == suit]
