"""The Lua scripts, loaded once and called by their hash.

Keys travel as arguments: one server holds all of a house's keys (no Redis Cluster), and access lists check each
command of a script anyway.
"""

from collections.abc import Sequence
from importlib.resources import files

NAMES = (
    "claim",
    "commit",
    "count",
    "create",
    "finish",
    "lease",
    "load",
    "mark",
    "opening",
    "put_rows",
    "raise",
    "release",
    "repost",
    "submit",
    "time",
    "unclaim",
)


def source(name: str) -> str:
    """A script's text, the shared beginning included."""
    folder = files("service.adapters") / "lua"
    return (folder / "prelude.lua").read_text("utf-8") + "\n" + (folder / f"{name}.lua").read_text("utf-8")


def counted(items: Sequence[str]) -> list[str | int]:
    """A list as the scripts read it: how many, then each."""
    return [len(items), *items]
