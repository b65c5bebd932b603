"""From a wish to what its person is told: judging it, and the answer."""

from engine.seats import SEAT_LETTERS
from service.ports import Receipt
from service.table.commands import Act, Cancel, Command, Oust, Sit, TakeOver, Weigh
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import views
from service.telegram.callback import Tap
from service.telegram.doors import Door, start_link
from service.telegram.handlers.belonging import may_wish
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.wishes import Wish
from service.telegram.messages import Toast
from service.telegram.moving import where
from service.usecases import Verdict, decide, look


async def judged(desk: Desk, table: str, caller: Caller, wish: Wish, update: int | None) -> Verdict:
    """Decide; where only an administrator may, ask Telegram whether this is one, and decide again."""
    if not await may_wish(desk, table, caller, wish):
        return Verdict(None, None, Refused(No.OUTSIDE))
    if isinstance(wish, Oust) and wish.admin and not await administers(desk, table, caller):
        return Verdict(None, None, Refused(No.NOT_ALLOWED))
    verdict = await decide(desk.container, table, caller.person.id, wish, update)
    if verdict.refused is None or verdict.refused.code is not No.NOT_ALLOWED or verdict.view is None:
        return verdict
    if not isinstance(verdict.command, Cancel) or verdict.view.apart:
        return verdict
    if not await _is_admin(desk, verdict.view, caller):
        return verdict
    wish = verdict.command.model_copy(update={"admin": True})
    return await decide(desk.container, table, caller.person.id, wish, update)


async def _is_admin(desk: Desk, view: TableView, caller: Caller) -> bool:
    directory = desk.container.directory
    group = await where(directory, await directory.chat(view.chat))
    return await desk.gateway.is_admin(group.id, caller.person.id)


async def administers(desk: Desk, table: str, caller: Caller) -> bool:
    """Whether he administers the group of a table, whether he sits at it or not."""
    view = await look(desk.container, table, caller.person.id)
    return view is not None and not view.apart and await _is_admin(desk, view, caller)


def answer(desk: Desk, verdict: Verdict, caller: Caller) -> Toast:
    """What the tapping person is told."""
    door = _door(desk, verdict, caller)
    if door:
        return Toast("", url=door)
    if verdict.refused is not None:
        if verdict.refused.code is No.UNCHANGED and isinstance(verdict.command, Weigh) and verdict.view:
            return views.accepted(verdict.view, verdict.command, caller.tongue)  # tapped twice in one breath
        return views.refused(verdict.refused, caller.tongue, verdict.view, verdict.command)
    if verdict.receipt is Receipt.BUSY and verdict.waiting is not None and verdict.waiting != verdict.command:
        own = verdict.waiting.person == caller.person.id
        return views.on_its_way(verdict.waiting, caller.tongue, own)
    if verdict.receipt is Receipt.NO_TABLE or verdict.view is None or verdict.command is None:
        return views.refused(Refused(No.NO_TABLE), caller.tongue)
    return views.accepted(verdict.view, verdict.command, caller.tongue)


def _door(desk: Desk, verdict: Verdict, caller: Caller) -> str:
    """Who sits down without having pressed Start keeps the seat, and the tap opens the door to the bot."""
    command = verdict.command
    if isinstance(command, TakeOver) and verdict.refused is None and not caller.person.reachable:
        return "" if verdict.view is None else start_link(desk.username, Door(verdict.view.id))
    if not isinstance(command, Sit) or caller.person.reachable or verdict.view is None:
        return ""
    if verdict.refused is not None and verdict.refused.code is not No.ALREADY_SEATED:
        return ""
    if verdict.receipt is Receipt.BUSY and verdict.waiting != command:
        return ""
    return start_link(desk.username, Door(verdict.view.id, _reserved(verdict.view, command)))


def _reserved(view: TableView, command: Sit) -> str:
    """The seat a start link asks for, should the reservation be gone by then: the one this tap leads to."""
    free = (SEAT_LETTERS[one.seat] for one in view.players if one.free)
    return next((letter for letter in free if letter in command.seats), command.seats[0])


def report(tap: Tap, verdict: Verdict) -> Handled:
    """The line for the log."""
    outcome = verdict.refused.code.value if verdict.refused else str(verdict.receipt)
    return Handled(f"tap {tap.kind.name.lower()}", outcome, tap.table, _ply(verdict.command))


def _ply(command: Command | None) -> int | None:
    return command.ply if isinstance(command, Act) else None
