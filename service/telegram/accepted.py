"""What is going to happen, told to who asked for it: an answer for each command that was taken."""

from typing import assert_never

from engine.auction import standing
from engine.seats import SEAT_LETTERS, partner_of
from service.table.commands import (
    AcceptResign,
    Act,
    Arrive,
    AskHint,
    AskReview,
    Cancel,
    Command,
    Cut,
    DrawPairs,
    DropPlan,
    Fill,
    Forget,
    Free,
    Halt,
    HoldAll,
    Holiday,
    KeepPlaying,
    LayOpen,
    Leave,
    Nudge,
    Oust,
    Pair,
    Pause,
    PlayOn,
    Post,
    Prefer,
    Rematch,
    Resign,
    Resume,
    Return,
    SetAdvice,
    SetClock,
    SetOption,
    SetPlan,
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
from service.table.lessons import NEXT
from service.table.lobby import CUT_VALUES
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.acting import acting
from service.telegram.advice_words import advice_accepted
from service.telegram.call_keys import DOUBLES, level_word
from service.telegram.calls import call_word, capital
from service.telegram.claim_view import CLAIM
from service.telegram.clock_words import clock_accepted, welcome
from service.telegram.messages import Toast, toast
from service.telegram.options import (
    choice,
    option_named,
    rule_set,
    skill_word,
)
from service.telegram.parting_words import last_to_agree, parting_accepted
from service.telegram.plan_words import plan_accepted
from service.telegram.reminder_words import nudged_word
from service.telegram.second_tap import again, weighed
from service.telegram.texts import Tongue


def accepted(view: TableView, command: Command, t: Tongue) -> Toast:
    """What is going to happen. `view` is the table as it was when the wish was judged."""
    match command:
        case Act():
            return toast(acting(view, command, t))
        case Sit():
            return toast(_sitting(view, command, t))
        case SetOption() | SetVariant() | SetStandIn():
            return toast(_choosing(view, command, t))
        case Pair() | DrawPairs():
            return toast(_pairing(view, command, t))
        case HoldAll() | ShowMenu() | Weigh() | Post() | Halt() | Holiday() | Nudge() | Cut():
            return toast(_turning(view, command, t))
        case (
            SetClock()
            | SetTricks()
            | Pause()
            | Resume()
            | SetPlan()
            | LayOpen()
            | DropPlan()
            | TakeBack()
            | Prefer()
        ):
            return toast(_timing(view, command, t))
        case TakeOver() | Oust() | Swap() | Resign() | AcceptResign() | PlayOn():
            return toast(parting_accepted(view, command, t))
        case Cancel() | StopAfter() | Leave() | Return():
            return toast(_stopping(view, command, t))
        case AskHint() | AskReview() | SetAdvice() | Train():
            return toast(advice_accepted(command, t))
        case _:
            return toast(_plain(view, command, t))


def _timing(
    view: TableView,
    command: SetClock | SetTricks | Pause | Resume | SetPlan | LayOpen | DropPlan | TakeBack | Prefer,
    t: Tongue,
) -> str:
    if isinstance(command, SetClock | SetTricks | Pause | Resume):
        return clock_accepted(view, command, t)
    return plan_accepted(command, t)


def _stopping(view: TableView, command: Cancel | StopAfter | Leave | Return, t: Tongue) -> str:
    if isinstance(command, Return):
        return welcome(view, t)
    if isinstance(command, Leave):
        return _leaving(view, command.person, t)
    if isinstance(command, StopAfter):
        return t.gettext("If all agree, this deal is the last. The score stands.")
    if view.stage is Stage.LOBBY or last_to_agree(view, command.person, view.cancelling):
        return t.gettext("The table is cancelled.")
    return t.gettext("Your wish to stop stands on the card. All must agree.")


def _leaving(view: TableView, person: int, t: Tongue) -> str:
    """Who plays alone leaves his match to nobody; elsewhere the seat is offered to others."""
    if {one.person for one in view.players} - {person, None}:
        return t.gettext("A computer keeps your seat. You can come back as long as nobody takes it over.")
    return t.gettext("A computer keeps your seat. You can come back at any time.")


def _plain(
    view: TableView,
    command: Stand | Fill | Free | Start | KeepPlaying | Rematch | Forget | Arrive,
    t: Tongue,
) -> str:
    match command:
        case Stand():
            return t.gettext("You stood up.")
        case Fill():
            return _filling(view, command, t)
        case Free():
            return t.gettext("The computer makes room.")
        case Start():
            return t.gettext("Here we go!")
        case KeepPlaying():
            return t.gettext("The match goes on.")
        case Rematch() if not view.rules.target:
            alone = {one.person for one in view.players} - {None} == {command.person}
            return t.gettext("Here we go!") if alone else t.gettext("You are in for the next deal.")
        case Rematch():
            return t.gettext("You are in for a rematch.")
        case Forget():
            return t.gettext("You are forgotten here.")
        case Arrive():
            return t.gettext("The bot may write to you now.")
        case _:
            assert_never(command)


def _filling(view: TableView, command: Fill, t: Tongue) -> str:
    """A computer that sits there already changes its level."""
    there = next((one for one in view.players if SEAT_LETTERS[one.seat] == command.seat), None)
    if there is None or there.computer is None:
        return t.gettext("A computer sits down.")
    return t.gettext(
        "{name}: {what}", name=names.toast_name(t, there), what=capital(skill_word(t, command.level))
    )


def _sitting(view: TableView, command: Sit, t: Tongue) -> str:
    wanted = [one for one in view.players if SEAT_LETTERS[one.seat] in command.seats]
    seat = next((one.seat for one in wanted if one.free), wanted[0].seat if wanted else None)
    partner = None if seat is None else partner_of(view.rules, seat)
    if partner is None or view.player(partner).free:
        return t.gettext("You have a seat.")
    return t.gettext("You sit with {name}.", name=names.toast_name(t, view.player(partner)))


def _pairing(view: TableView, command: Pair | DrawPairs, t: Tongue) -> str:
    if isinstance(command, DrawPairs):
        order = " ".join(t.letter(rank) for rank in reversed(range(8)))
        return t.gettext("🔀 Drawn: the two highest cards play together. Order: {order}", order=order)
    known = {one.person: one for one in view.players}
    one, other = known.get(command.one), known.get(command.other)
    if one is None or other is None:
        return t.gettext("Done.")
    first, second = names.toast_name(t, one), names.toast_name(t, other)
    if command.together:
        return t.gettext("{name} and {other} play together.", name=first, other=second)
    return t.gettext("{name} and {other} play against each other.", name=first, other=second)


def _choosing(view: TableView, command: SetOption | SetVariant | SetStandIn, t: Tongue) -> str:
    match command:
        case SetVariant():
            return t.gettext("Agreed: {option}.", option=rule_set(t, command.variant))
        case SetStandIn():
            return t.gettext("Agreed: {option}.", option=skill_word(t, command.level))
        case SetOption():
            option = option_named(view.variant, command.option)
            if option is None:
                return t.gettext("Done.")
            return t.gettext("Agreed: {option}.", option=choice(t, option, command.value))
        case _:
            assert_never(command)


def _turning(
    view: TableView, command: HoldAll | ShowMenu | Weigh | Post | Halt | Holiday | Nudge | Cut, t: Tongue
) -> str:
    """What changes a card more than it changes the match."""
    match command:
        case HoldAll():
            return t.gettext("You hand the phone over after each turn. Nothing is secret here.")
        case Holiday(until=0):
            return t.gettext("Your time runs here, holiday or not.")
        case ShowMenu() | Post() | Halt() | Holiday():
            return ""
        case Cut():
            return t.gettext(
                "✂️ Your cut: {count}. Each cut changes how the cards will be shuffled.",
                count=command.count % CUT_VALUES,
            )
        case Weigh():
            return weighing(view, command.what, t)
        case Nudge():
            return nudged_word(t, view, None, "")
        case _:
            assert_never(command)


def weighing(view: TableView, what: str, t: Tongue) -> str:
    """Half a choice is made: what the other half is."""
    seen = view.seen
    if seen is None or what in ("", NEXT):
        return ""
    if what.isascii() and what.isdigit():
        return t.gettext("{bid}: now tap its suit.", bid=level_word(t, int(what)))
    if what == CLAIM:
        return ""
    if (action := weighed(seen, what)) is not None:
        return again(t, seen, action)
    game = standing(seen.calls).call
    if what in DOUBLES and game is not None:
        return t.gettext("Tap again to double {bid}.", bid=call_word(t, seen, game.action))
    return t.gettext("Choose what you meld.")
