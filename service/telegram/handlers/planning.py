"""From a tap on a plan's button to a command. Pure."""

from service.table.commands import Command, DropPlan, LayOpen, SetPlan
from service.telegram.callback import Tap, TapKind, number
from service.telegram.plan_taps import parse_line


def plan_wish(tap: Tap, who: int) -> Command | None:
    """None for a tap of another kind, or with rubbish for an argument."""
    match tap.kind:
        case TapKind.PLAN:
            line = parse_line(tap.arg)
            return line and SetPlan(person=who, deal=tap.ref, **line._asdict())
        case TapKind.PLANNING:
            return _turned(tap, who)
        case TapKind.UNPLAN:
            return DropPlan(person=who)
        case _:
            return None


def _turned(tap: Tap, who: int) -> LayOpen | None:
    trick, _, word = tap.arg.partition(":")
    if (moment := number(trick, 2)) is None or word not in ("on", "off"):
        return None
    return LayOpen(person=who, deal=tap.ref, moment=moment, opened=word == "on")
