"""From a tap to a command. Pure: what is believed of a button is its shape; whether it may be done is decided later."""

from collections.abc import Callable
from typing import Any, Final

from engine.seats import SEAT_LETTERS
from service.people import Person
from service.table.commands import (
    AcceptResign,
    Act,
    AskHint,
    Cancel,
    Command,
    Cut,
    DrawPairs,
    Fill,
    Free,
    HoldAll,
    Holiday,
    KeepPlaying,
    Leave,
    Nudge,
    Oust,
    Pair,
    Pause,
    PlayOn,
    Rematch,
    Resign,
    Resume,
    Return,
    SetAdvice,
    SetClock,
    SetOption,
    SetStandIn,
    SetTricks,
    SetVariant,
    ShowMenu,
    Sit,
    Stand,
    Start,
    StopAfter,
    Swap,
    TakeBack,
    TakeOver,
    Train,
    Weigh,
)
from service.table.lobby import CUT_VALUES
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.callback import (
    INVITE_MENU,
    NOW,
    Tap,
    TapKind,
    number,
    parse_clock,
    parse_option,
    parse_oust,
    parse_pair,
    parse_replace,
    seat_and_level,
)
from service.telegram.handlers.planning import plan_wish
from service.telegram.which_view import meant_arg

Wish = Command | Callable[[TableView], Command]
SEATS = 2
"""That are exchanged."""
MOST_WEIGHED = 24
MOST_DIGITS = 5
MENUS: Final = ("", "rules", "pairs", "clock", INVITE_MENU)


def wish_of(tap: Tap, person: Person) -> Wish | None:
    """The command behind a tap; None for a tap that only wants to see something, or whose argument is rubbish."""
    who = person.id
    match tap.kind:
        case TapKind.ACT if tap.arg:
            return Act(person=who, ply=tap.ref, action=tap.arg)
        case TapKind.SIT | TapKind.JOIN if tap.arg and set(tap.arg) <= set(SEAT_LETTERS):
            return sit(person, tap.arg, tap.ref)
        case TapKind.STAND:
            return Stand(person=who)
        case TapKind.FILL:
            seat, level = seat_and_level(tap.arg)
            return Fill(person=who, seat=seat, level=level)
        case TapKind.FREE:
            return Free(person=who, seat=tap.arg)
        case TapKind.START:
            return Start(person=who, revision=tap.ref)
        case TapKind.HOLD:
            return HoldAll(person=who)
        case TapKind.CUT:
            return _cut(who, tap.arg)
        case _:
            return _rules_wish(tap, who) or _match_wish(tap, person) or plan_wish(tap, who)


def _rules_wish(tap: Tap, who: int) -> Wish | None:
    match tap.kind:
        case TapKind.OPTION:
            return _option(who, tap.arg)
        case TapKind.VARIANT:
            return SetVariant(person=who, variant=tap.arg)
        case TapKind.MENU if tap.arg in MENUS:
            return ShowMenu.model_validate({"person": who, "menu": tap.arg})
        case TapKind.TRICKS if tap.arg in ("open", "last"):
            return SetTricks(person=who, opened=tap.arg == "open")
        case TapKind.CLOCK if tap.arg:
            return SetClock(person=who, clock=parse_clock(tap.arg))
        case TapKind.ADVICE if tap.arg in ("on", "off"):
            return SetAdvice(person=who, allowed=tap.arg == "on")
        case TapKind.STAND_IN:
            return SetStandIn(person=who, level=tap.arg)
        case TapKind.PAIR:
            return _pair(who, tap.arg)
        case TapKind.DRAW if (draw := number(tap.arg, MOST_DIGITS)) is not None:
            return DrawPairs(person=who, number=draw)
        case _:
            return None


def _match_wish(tap: Tap, person: Person) -> Wish | None:
    who = person.id
    match tap.kind:
        case TapKind.WEIGH if len(tap.arg) <= MOST_WEIGHED:
            return Weigh(person=who, ply=tap.ref, what=tap.arg)
        case TapKind.CANCEL:
            return _cancel(who, tap.ref)
        case TapKind.MEANT:
            return _meant(tap, person)
        case TapKind.KEEP:
            return KeepPlaying(person=who)
        case TapKind.LAST:
            return StopAfter(person=who)
        case TapKind.REMATCH:
            return Rematch(person=who)
        case TapKind.RETURN:
            return Return(person=who)
        case _:
            return _parting_wish(tap, person)


def _meant(tap: Tap, person: Person) -> Wish | None:
    """The answer to the bot's own question, if it was asked of who answers."""
    who = person.id
    if (asked := parse_replace(tap.arg, who)) is not None:
        whom, alone = asked
        return Oust(person=who, seat="", whom=whom, admin=alone, name=person.name if alone else "")
    wishes: dict[str, Wish] = {
        "resign": Resign(person=who),
        "leave": leaving(who),
        "hint": hinting(who),
        "cancel": lambda view: Cancel(person=who, running=view.stage is Stage.PLAYING),
    }
    return next((wish for word, wish in wishes.items() if tap.arg == meant_arg(word, who)), None)


def _parting_wish(tap: Tap, person: Person) -> Wish | None:
    who = person.id
    match tap.kind:
        case TapKind.OVER:
            return TakeOver(seat=tap.arg, **_brought(person))
        case TapKind.OUST:
            whom, seat = parse_oust(tap.arg)
            return Oust(person=who, seat=seat, whom=whom)
        case TapKind.SWAP | TapKind.STAY if len(tap.arg) == SEATS:
            return Swap(person=who, seats=tap.arg, wanted=tap.kind is TapKind.SWAP)
        case TapKind.RESIGN:
            return Resign(person=who)
        case TapKind.TAKE:
            return AcceptResign(person=who)
        case TapKind.PLAY_ON:
            return PlayOn(person=who)
        case _:
            return _time_wish(tap, who)


def _time_wish(tap: Tap, who: int) -> Wish | None:
    match tap.kind:
        case TapKind.HINT:
            return AskHint(person=who, ply=tap.ref)
        case TapKind.LEVEL:
            return Train(person=who, level=tap.arg)
        case TapKind.NUDGE:
            return _nudge(who, tap)
        case TapKind.PAUSE:
            return Pause(person=who)
        case TapKind.HOLIDAY:
            return Holiday(person=who, until=0)
        case TapKind.RESUME:
            return Resume(person=who)
        case TapKind.TAKE_BACK:
            return TakeBack(person=who, ply=tap.ref)
        case _:
            return None


def sit(person: Person, seats: str, revision: int) -> Sit:
    """Take one of these seats, under the name Telegram gives."""
    return Sit(revision=revision, seats=seats, **_brought(person))


def _brought(person: Person) -> dict[str, Any]:
    """What a person brings to a seat."""
    return {
        "person": person.id,
        "name": person.name or person.username,
        "reachable": person.reachable,
        **person.habits,
    }


def leaving(who: int) -> Wish:
    """Before the start the seat is free again; after it a computer keeps it."""

    def wish(view: TableView) -> Command:
        return (Stand if view.stage is Stage.LOBBY else Leave)(person=who)

    return wish


def hinting(who: int) -> Wish:
    """At whatever ply the match stands."""

    def wish(view: TableView) -> Command:
        return AskHint(person=who, ply=view.seen.ply if view.seen is not None else 0)

    return wish


def _cancel(who: int, revision: int) -> Wish:
    """A lobby's button that is tapped when the match runs closed the lobby, and nothing else."""

    def wish(view: TableView) -> Command:
        running = view.stage is Stage.PLAYING and view.revision == revision
        return Cancel(person=who, running=running)

    return wish


def _option(who: int, arg: str) -> SetOption | None:
    option = parse_option(arg)
    return None if option is None else SetOption(person=who, option=option[0], value=option[1])


def _pair(who: int, arg: str) -> Pair | None:
    pair = parse_pair(arg)
    return None if pair is None else Pair(person=who, one=pair[0], other=pair[1], together=pair[2])


def _cut(who: int, arg: str) -> Wish | None:
    """The lobby card is one for everybody, so its button says "one more than mine"."""
    if arg:
        count = number(arg, 2)
        return Cut(person=who, count=count) if count is not None and count < CUT_VALUES else None

    def one_more(view: TableView) -> Command:
        mine = view.cuts.get(view.seat, 0) if view.seat is not None else 0
        return Cut(person=who, count=(mine + 1) % CUT_VALUES)

    return one_more


def _nudge(person: int, tap: Tap) -> Wish:
    if tap.arg != NOW:
        return Nudge(person=person, ply=tap.ref)
    return lambda view: Nudge(person=person, ply=view.seen.ply if view.seen else 0)
