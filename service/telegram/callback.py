"""Callback data: what a button says when it is tapped. At most 64 bytes, and believed by nobody.

On the wire `kind:table:ref:arg`, for example `a:k3x7q2mz5a:117:JH`. Decoding never raises: what this version does not
understand is None, and the handler answers that the button is old.
"""

import re
from enum import StrEnum, unique
from typing import Final, NamedTuple

BYTES = 64
_NO_CLOCK = "none"
NOWHERE: Final = "r"
"""In place of a table, where a button belongs to none."""
_WIRE = re.compile(r"([a-z]{1,2}):([a-z2-7]{1,16}):([0-9]{1,9}):([A-Za-z0-9:=_-]*)", re.ASCII)
_PAIR = re.compile(r"([ta]):([0-9]{1,16}):([0-9]{1,16})", re.ASCII)
_REPLACE = re.compile(r"(alone|vote)-([0-9]{1,16}):([0-9]{1,16})", re.ASCII)
INVITE_MENU: Final = "invite"
"""The lobby's menu with the ways to invite."""
NOW: Final = "now"
"""Not a ply that a button names: the one that is on when it is tapped."""


@unique
class TapKind(StrEnum):
    """What is wanted. `ref` and `arg` are said beside each; without a word `ref` is 0 and `arg` empty."""

    ACT = "a"
    """ref = ply, arg = the action's text (`engine.actions`)."""
    SIT = "si"
    """ref = revision, arg = letters of the seats that will do, best first. So are STAND … START: ref is the lobby's
    revision."""
    STAND = "st"
    FILL = "fi"
    """arg = seat letter, then the level: `N:novice`, see `seat_and_level`."""
    FREE = "fr"
    """arg = seat letter."""
    HOLD = "ho"
    """All free seats for who taps: one phone, handed over."""
    CLOCK = "cl"
    """arg = a clock's name, or `none`; see `clock_arg` and `parse_clock`."""
    STAND_IN = "sn"
    """arg = the level that plays empty seats and for whoever leaves."""
    PAIR = "pa"
    """arg = the ids of two people who shall be partners, or not; see `pair_arg` and `parse_pair`."""
    DRAW = "dr"
    """arg = which draw it shall be, counted from 1."""
    OPEN = "be"
    """arg = a rule set's key: a lobby with these rules, in the group of who taps. There is no table (`NOWHERE`)."""
    VARIANT = "va"
    """arg = a rule set's key."""
    MENU = "me"
    """arg = the menu to show; empty: the seats."""
    OPTION = "op"
    """arg = `name=value`, what shall be; see `option_arg` and `parse_option`."""
    CUT = "cu"
    """arg = the count it shall be; empty: one more than mine (the lobby card is one for everybody)."""
    START = "go"
    EXPLAIN = "ex"
    """arg = an option's name: a sentence about it."""
    WEIGH = "we"
    """ref = ply, arg = half a choice (`service.table.commands.Weigh`)."""
    PLAN = "pn"
    """ref = deal number, arg = a line of a plan (`plan_taps`)."""
    PLANNING = "po"
    """ref = deal number, arg = `5:on`: the trick, and whether one's card shows the plan for it or the hand."""
    UNPLAN = "px"
    """ref = deal number: the whole plan is forgotten."""
    COLUMN = "co"
    """ref = ply, arg = index of a column of one's own that holds no open card."""
    HOLIDAY = "hd"
    """Let one's time run at this table, though one is on holiday."""
    TAKE_BACK = "tb"
    """ref = the ply of the move that does not count yet."""
    HAND = "ha"
    TABLE = "ta"
    TRICK = "tr"
    """ref = deal number, arg = trick number (1-based)."""
    TRICKS = "ts"
    """In a lobby, ref = revision, arg = `open` or `last`: which tricks of a running deal may be looked into. In a
    match, ref = deal number, arg empty: all its tricks."""
    WHY = "wh"
    """arg = deal number."""
    WHY_NOT = "wn"
    """ref = ply: why the other cards may not be played."""
    RULES = "ru"
    """arg = `variant`, `variant:section` or `variant:section:part`, or `=` for the list of rule sets; see
    `rulebook.pages`. The table says whose options are meant, `NOWHERE` that there is none."""
    SETTING = "sg"
    """arg = `name=value`, what shall be (`service.telegram.choices`). There is no table (`NOWHERE`). Whose it is
    is said by the chat: a group's, or one's own."""
    PLAY = "pl"
    """arg = how to play without a group (`invite_view`); empty: the menu."""
    JOIN = "jo"
    """On an invitation: ref = the lobby's revision, arg = letters of the seats that will do."""
    INVITE = "in"
    """On an invitation: arg = what is asked for besides a seat (`invite_view`)."""
    CANCEL = "ca"
    """ref = revision."""
    KEEP = "ke"
    """ref = revision."""
    LAST = "la"
    """This deal shall be the last one."""
    REMATCH = "re"
    """ref = revision."""
    RETURN = "rt"
    OVER = "ov"
    """arg = letter of a seat that a computer keeps, to take it over. In these five ref = revision."""
    OFFER = "of"
    """At a table apart: links to the seats that somebody may take over, to be passed on."""
    OUST = "ou"
    """arg = id of the person who shall be replaced and letter of his seat, see `oust_arg`; before, the letter alone."""
    SWAP = "sw"
    """arg = letters of two seats to be exchanged."""
    STAY = "sy"
    """The same: they shall not be."""
    RESIGN = "rs"
    TAKE = "tk"
    """The match that the other side gives up."""
    PLAY_ON = "on"
    MEANT = "mt"
    """Which table a command means; arg = `leave:7000000001`, the command and who was asked (`which_view`)."""
    GAMES = "ga"
    """Opens that table's hand card."""
    ONWARD = "nh"
    """From that table's hand card to the hand of the match that waits most urgently for who taps."""
    PAST = "ps"
    """Opens a match that is over, or the deals of one that are: ref = the deal to begin with, 0 = the first; arg = the
    step to begin at, if not the first."""
    REPLAY = "rp"
    """Turns the page there: ref = deal, arg = step (`replay_view`)."""
    RECORD = "rx"
    """The record as a file."""
    BOARD = "bd"
    """Whether one stands on the boards of one's groups: ref = 1 or 0. There is no table: `r`."""
    FORGET = "fg"
    """About oneself: ref = how far one has gone, arg = whose question it is. There is no table: `r`."""
    NEXT = "nx"
    """Tell me when the next game starts in this group, or not: the tap turns it. The table may be `r`."""
    HISTORY = "hi"
    """ref = a page of the list of matches that are over. There is no table: `r` stands for it."""
    HINT = "ht"
    """ref = ply: what would you do?"""
    ADVICE = "ad"
    """In a lobby, ref = revision, arg = `on` or `off`: whether advice may be asked for."""
    LEVEL = "lv"
    """arg = the level that all computers of this match play from now on."""
    REVIEW = "rw"
    """ref = deal: what could I have done better?"""
    NUDGE = "nu"
    """ref = ply: who is on turn shall be rung again. arg = `now`: whoever that is when it is tapped."""
    HUSH = "hu"
    """Nothing shall ring for who taps until the next morning."""
    PAUSE = "pz"
    """A wish to stop the clock, or to agree with one."""
    RESUME = "rn"
    """Let the clock run, or take such a wish off the table."""
    SECRET = "se"  # noqa: S105 - a kind of tap, no password
    """The disclosed secret of a finished match."""


_KINDS = frozenset(kind.value for kind in TapKind)


class Tap(NamedTuple):
    """A decoded button."""

    kind: TapKind
    table: str
    ref: int = 0
    arg: str = ""


def encode(tap: Tap) -> str:
    """The data of a button. Raises ValueError for what would not come back the same."""
    data = f"{tap.kind}:{tap.table}:{tap.ref}:{tap.arg}"
    if decode(data) != tap:
        # Without the tap itself: it may name a card, and errors are logged.
        raise ValueError(f"no callback data for a {tap.kind.name} tap with {len(data)} bytes")
    return data


def decode(data: str) -> Tap | None:
    """The tap behind callback data, or None for anything else."""
    found = _WIRE.fullmatch(data)
    if found is None or len(data) > BYTES:
        return None
    kind, table, ref, arg = found.groups()
    if kind not in _KINDS or ref != str(int(ref)):
        return None
    return Tap(TapKind(kind), table, int(ref), arg)


def number(word: str, most: int) -> int | None:
    """A whole number of at most so many digits, as a part of an argument; None for anything else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= most else None


def oust_arg(whom: int, seat: str) -> str:
    """`7000000001:E`: who shall be replaced, and where he sat when that was asked."""
    return f"{whom}:{seat}" if whom > 0 else seat


def parse_oust(arg: str) -> tuple[int, str]:
    """The inverse of `oust_arg`; 0 for whoever sits there."""
    whom, _, seat = arg.rpartition(":")
    return number(whom, 16) or 0, seat


def replace_arg(whom: int, person: int, *, alone: bool) -> str:
    """Of a MEANT tap: `alone-7000000002:7000000001`, `person` replaces `whom`, or only votes for it."""
    return f"{'alone' if alone else 'vote'}-{whom}:{person}"


def parse_replace(arg: str, person: int) -> tuple[int, bool] | None:
    """The inverse, for the person who was asked; None for anything else."""
    found = _REPLACE.fullmatch(arg)
    return (int(found[2]), found[1] == "alone") if found and int(found[3]) == person else None


def option_arg(name: str, value: str | int | bool) -> str:
    """`announcements=on`, `target=501`."""
    return f"{name}={('off', 'on')[value] if isinstance(value, bool) else value}"


def parse_option(arg: str) -> tuple[str, str | int | bool] | None:
    """The inverse of `option_arg`; None for rubbish."""
    name, equals, word = arg.partition("=")
    if not (name and equals and word):
        return None
    if word in ("off", "on"):
        return name, word == "on"
    value = number(word, 9)
    return name, word if value is None else value


def pair_arg(one: int, other: int, together: bool = True) -> str:
    """`t:7:9` for two who shall be partners, `a:7:9` for two who shall not."""
    return f"{'t' if together else 'a'}:{one}:{other}"


def parse_pair(arg: str) -> tuple[int, int, bool] | None:
    """The inverse of `pair_arg`; None for rubbish."""
    found = _PAIR.fullmatch(arg)
    return (int(found[2]), int(found[3]), found[1] == "t") if found else None


def clock_arg(clock: str) -> str:
    """A clock's name on the wire; without one `none`."""
    return clock or _NO_CLOCK


def parse_clock(arg: str) -> str:
    """The inverse of `clock_arg`."""
    return "" if arg == _NO_CLOCK else arg


def seat_and_level(arg: str) -> tuple[str, str]:
    """The two parts of FILL's argument."""
    seat, _, level = arg.partition(":")
    return seat, level
