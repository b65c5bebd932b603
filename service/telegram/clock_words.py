"""Clocks in words."""

from collections.abc import Callable, Mapping
from typing import Final

from service.table.commands import Pause, Resume, SetClock
from service.telegram.texts import Tongue

WORDS: Final[Mapping[str, Callable[[Tongue], str]]] = {
    "": lambda t: t.pgettext("clock", "no clock"),
    "live": lambda t: t.pgettext("clock", "1 minute a move"),
    "1h": lambda t: t.pgettext("clock", "1 hour a move"),
    "8h": lambda t: t.pgettext("clock", "8 hours a move"),
    "1d": lambda t: t.pgettext("clock", "1 day a move"),
    "3d": lambda t: t.pgettext("clock", "3 days a move"),
}


def clock_word(t: Tongue, clock: str) -> str:
    """ "8 hours a move"; a clock of a newer release says its name."""
    return WORDS[clock](t) if clock in WORDS else clock


def clock_accepted(command: SetClock | Pause | Resume, t: Tongue) -> str:
    """What a command about the clock is going to do."""
    match command:
        case SetClock():
            return t.gettext("⏱ From now on: {clock}.", clock=clock_word(t, command.clock))
        case Pause():
            return t.gettext("You would like a pause. It begins when all agree.")
        case Resume():
            return t.gettext("The clock runs on.")
