"""Going and coming in the middle of a match, in words."""

from collections.abc import Iterable

from engine.seats import SEAT_LETTERS, side_of
from service.table.commands import AcceptResign, Oust, PlayOn, Resign, Swap, TakeOver
from service.table.parting import VOTES
from service.table.view import Player, TableView
from service.telegram.names import toast_name
from service.telegram.swap_view import missing_for_swap
from service.telegram.texts import Tongue


def last_to_agree(view: TableView, person: int, agreed: Iterable[int]) -> bool:
    """Whether everybody who plays his own cards agrees once this person does."""
    return {one.person for one in _present(view)} <= {person, *agreed}


def parting_accepted(
    view: TableView, command: TakeOver | Oust | Swap | Resign | AcceptResign | PlayOn, t: Tongue
) -> str:
    """What such a command is going to do. `view` is the table before it."""
    match command:
        case TakeOver():
            return t.gettext("The seat is yours. Your hand comes at once.")
        case Oust():
            if command.admin or _enough(view, command):
                return t.gettext("A computer has the seat now.")
            return t.gettext("Your vote counts. A computer takes the seat when enough agree.")
        case Swap():
            return _swapping(view, command, t)
        case Resign():
            return _resigning(view, command, t)
        case AcceptResign():
            side = [one.person for one in _present(view) if _with(view, one, command.person)]
            if set(side) <= {command.person, *view.accepting}:
                return t.gettext("You win the match.")
            return t.gettext("You agree. Your partner is asked too.")
        case PlayOn():
            return t.gettext("The match goes on.")


def _enough(view: TableView, command: Oust) -> bool:
    """Whether this vote is the last that was missing (`service.table.parting`)."""
    one = next((one for one in view.players if _meant(one, command)), None)
    if one is None:
        return False
    others = {other.person for other in _present(view)} - {one.person}
    before = next((votes for seat, votes in view.ousting if seat == one.seat), ())
    voted = others & {*before, command.person}
    return bool(voted) if one.computer is not None else voted == others and len(voted) >= VOTES


def _meant(one: Player, command: Oust) -> bool:
    return one.person == command.whom if command.whom else SEAT_LETTERS[one.seat] == command.seat


def _swapping(view: TableView, command: Swap, t: Tongue) -> str:
    """Whether this was the last answer that was missing."""
    if not command.wanted:
        return t.gettext("Everybody stays where he sits.")
    asked = view._replace(swap=tuple(SEAT_LETTERS.index(letter) for letter in command.seats))
    if missing_for_swap(asked) <= {command.person}:
        return t.gettext("Agreed: you swap before the next deal.")
    return t.gettext("It stands on the card. Everybody who plays must agree.")


def _resigning(view: TableView, command: Resign, t: Tongue) -> str:
    """Whose answer is missing; where there is nobody, it is over."""
    missing = [
        one
        for one in _present(view)
        if one.person != command.person
        and not (_with(view, one, command.person) and one.person in view.resigning)
    ]
    if not missing:
        return t.gettext("You have given up. The match is over.")
    who = dict.fromkeys(toast_name(t, one) for one in missing)
    return t.gettext("You would give up. Now asked: {names}", names=", ".join(who))


def _present(view: TableView) -> list[Player]:
    return [one for one in view.players if one.person is not None and one.computer is None]


def _with(view: TableView, one: Player, person: int) -> bool:
    """Whether a player is on the side of this person."""
    own = next((other.seat for other in view.players if other.person == person), None)
    return own is not None and side_of(view.rules, own) == side_of(view.rules, one.seat)
