"""The argument of a plan's button: which turn it speaks of, which line of the plan, and what that shall be."""

import re
from typing import NamedTuple

_SHAPE = re.compile(r"([0-9]{1,2}):(second|passing|[CDHS]):([A-Za-z0-9]{0,8})(?::([0-9]{1,9}))?", re.ASCII)


class Line(NamedTuple):
    """One line of a plan, as `SetPlan` has it."""

    moment: int
    what: str
    value: str = ""
    ply: int = -1


def line_arg(line: Line) -> str:
    """`5:S:TS`, or with the ply where it is the person's turn: `0:second:pass:63`."""
    turn = "" if line.ply < 0 else f":{line.ply}"
    return f"{line.moment}:{line.what}:{line.value}{turn}"


def parse_line(arg: str) -> Line | None:
    """The inverse; None for rubbish."""
    found = _SHAPE.fullmatch(arg)
    if found is None:
        return None
    moment, what, value, ply = found.groups()
    return Line(int(moment), what, value, -1 if ply is None else int(ply))
