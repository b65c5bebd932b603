"""Going and coming in the middle of a match, in words."""

from service.table.commands import AcceptResign, Oust, PlayOn, Resign, TakeOver
from service.telegram.texts import Tongue


def parting_accepted(command: TakeOver | Oust | Resign | AcceptResign | PlayOn, t: Tongue) -> str:
    """What such a command is going to do."""
    match command:
        case TakeOver():
            return t.gettext("The seat is yours. Your hand comes at once.")
        case Oust():
            return t.gettext("Your vote counts. A computer takes the seat when enough agree.")
        case Resign():
            return t.gettext("Your wish to give up stands on the cards.")
        case AcceptResign():
            return t.gettext("You take the match.")
        case PlayOn():
            return t.gettext("The match goes on.")
