"""Stopping the clock and letting it run on."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from service.table.commands.one import OneCommand


class Pause(OneCommand):
    """Agree to stop the clock; with the last agreement of those present it stands."""

    kind: Literal["pause"] = "pause"
    waits: ClassVar[str] = "pause:{person}"


class Resume(OneCommand):
    """Let the clock run again, or take back the wish to stop it."""

    kind: Literal["resume"] = "resume"
    waits: ClassVar[str] = "pause:{person}"


class Holiday(OneCommand):
    """He is on holiday until then (ms), at this table: his time stands still. 0: he is back, or plays here all the
    same."""

    kind: Literal["holiday"] = "holiday"
    # Going and being back may both wait: the later one must not be lost to the earlier.
    waits: ClassVar[str] = "holiday:{person}:{until}"
    until: Annotated[int, Field(ge=0)]


class Halt(OneCommand):
    """The house stops the clock while the group cannot see the match, and lets it run on. Nobody else may."""

    kind: Literal["halt"] = "halt"
    waits: ClassVar[str] = "halt:{stopped}"
    stopped: bool
