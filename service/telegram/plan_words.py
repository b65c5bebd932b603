"""Plans in words: what is told when one is laid down, changed or dropped."""

from service.table.commands import DropPlan, LayOpen, Prefer, SetPlan, TakeBack
from service.telegram.texts import Tongue


def plan_accepted(command: SetPlan | DropPlan | LayOpen | TakeBack | Prefer, t: Tongue) -> str:
    """What is laid down stands on the card; the toast only says that it is so."""
    match command:
        case SetPlan():
            return t.gettext("📌 Noted. Nobody else sees it.")
        case LayOpen():
            return ""
        case DropPlan():
            return t.gettext("📌 Forgotten: you will be asked.")
        case TakeBack():
            return t.gettext("Taken back. It is your turn.")
        case Prefer():
            return t.gettext("So be it from now on.")
