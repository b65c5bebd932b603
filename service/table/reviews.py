"""What a seat could have done better in a deal that is over, in the few characters a head keeps of it.

`4.9H.JH.24.JH`: in trick 4 the nine of hearts, where the jack would have brought 24 points more; and the last card is
what a good player would have chosen, who sees only what that seat saw (`-`: that cannot be said). Several stand behind
one another with a `;` between them, the costliest first; `-` alone: nothing better was possible; `?`: it could not be
found out.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine import players
from engine.actions import ActionKind
from engine.cards import NO_CARD, Card, card_code, parse_card
from engine.match import Match, play_trusted, to_act
from engine.observation import legal_actions, observation
from engine.players.hindsight import Decision, Slip, slips
from engine.rules import rules_from_dict
from engine.seats import SEAT_LETTERS, Seat
from engine.state import Deal
from service.surface import review_key
from service.table.authors import PERSON, PLAN
from service.table.change import Change
from service.table.model import Head
from service.table.seating import stint_at
from service.table.table import Table, actions_in, open_position, position_before, thinking_seed

NOTHING: Final = "-"
FAILED: Final = "?"


def pending(head: Head) -> list[tuple[int, str]]:
    """Deal and seat letter of what is asked and not answered."""
    asked = (key.split(":") for key, text in head.reviews.items() if not text)
    return [(int(deal), letter) for deal, letter in asked]


def answered(table: Table, deal_no: int, letter: str, facts: Iterable[str]) -> Change:
    """Think about a deal that is over, from its own fact lines. Only for a process that may."""
    head = table.head
    level = list(players.LEVELS)[-1]
    decisions = _decisions(head, deal_no, SEAT_LETTERS.index(letter), facts)
    seed = thinking_seed(head, deal_no, 0)
    found = slips(decisions, players.LEVELS[level], players.BUDGETS[level], seed)
    return _told(table, deal_no, letter, written(found))


def given_up(table: Table, deal_no: int, letter: str) -> Change:
    """It could not be found out."""
    return _told(table, deal_no, letter, FAILED)


def _told(table: Table, deal_no: int, letter: str, answer: str) -> Change:
    head = table.head
    told = table.changed(reviews=head.reviews | {f"{deal_no}:{letter}": answer})
    person = stint_at(head, letter, position_before(head, deal_no).ply).person
    return Change(told, marked=frozenset({review_key(deal_no, person)} if person and person > 0 else ()))


def _decisions(head: Head, deal_no: int, seat: Seat, facts: Iterable[str]) -> Iterator[Decision]:
    """Each card that who had the seat chose to play: what he saw, who held what, and the card. What a computer, the
    clock or whoever came after him played there is none of his."""
    opening = position_before(head, deal_no)
    until = stint_at(head, SEAT_LETTERS[seat], opening.ply).until
    match = open_position(head, rules_from_dict(head.rules), opening)
    for ply, fact in enumerate(actions_in(facts), start=opening.ply):
        own = fact.seat == seat and ply < until and fact.author in (PERSON, PLAN)
        if own and fact.action.kind is ActionKind.PLAY and _choices(match) > 1:
            yield decision(match, seat, fact.action.card)
        match = play_trusted(match, fact.action)


def _choices(match: Match) -> int:
    plays = legal_actions(observation(match, to_act(match)))
    return sum(action.kind is ActionKind.PLAY for action in plays)


def decision(match: Match, seat: Seat, card: Card) -> Decision:
    """The choice of who is on turn, with all that lies hidden."""
    deal = match.deal
    assert deal is not None
    under = [NO_CARD] * 32 if deal.columns else []
    for owner, columns in enumerate(deal.columns):
        for column, hidden in zip(columns, deal.reserves[owner], strict=True):
            # A played card's reserve is turned up when its trick is over.
            above = column.open if column.open != NO_CARD else _on_table(deal, owner)
            if NO_CARD not in (hidden, above):
                under[above] = hidden
    return Decision(observation(match, seat), deal.hands, tuple(under), card)


def _on_table(deal: Deal, seat: Seat) -> Card:
    return next((play.card for play in deal.trick if play.seat == seat), NO_CARD)


def written(found: Iterable[Slip]) -> str:
    """What a head keeps of an answer; never empty."""
    return ";".join(_text(one) for one in found) or NOTHING


def _text(slip: Slip) -> str:
    fair = "-" if slip.fair == NO_CARD else card_code(slip.fair)
    return f"{slip.trick}.{card_code(slip.card)}.{card_code(slip.best)}.{slip.cost}.{fair}"


def read(text: str) -> tuple[Slip, ...]:
    """The inverse of `written`; of what is no answer, nothing."""
    if text in ("", NOTHING, FAILED):
        return ()
    return tuple(_read(one) for one in text.split(";"))


def _read(text: str) -> Slip:
    trick, card, best, cost, fair = text.split(".")
    return Slip(
        int(trick),
        parse_card(card),
        parse_card(best),
        int(cost),
        NO_CARD if fair == "-" else parse_card(fair),
    )
