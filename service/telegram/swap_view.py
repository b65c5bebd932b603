"""Exchanging seats, on the cards: who would, how many must still agree, and that it was done."""

from collections.abc import Callable

from engine.seats import SEAT_LETTERS, Seat
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, cells, fit, flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.names import LABEL
from service.telegram.texts import Tongue


def swap_lines(cast: Cast) -> list[str]:
    """What is asked or agreed on; that it was done, until the deal's contract stands."""
    t, view = cast.t, cast.view
    if view.swap:
        if missing := missing_for_swap(view):
            waits = t.ngettext("{n} more must agree", "{n} more must agree", len(missing))
            return flow([_line(cast, lambda both: t.gettext("Swap: {names}?", names=both), view.swap), waits])
        return [_line(cast, lambda both: t.gettext("Next deal: {names}", names=both), view.swap)]
    if view.swapped and view.seen is not None and view.seen.contract is None:
        return [_line(cast, lambda both: t.gettext("Swapped: {names}", names=both), view.swapped)]
    return []


def _line(cast: Cast, told: Callable[[str], str], seats: tuple[Seat, ...]) -> str:
    def line(most: int) -> str:
        both = " ⇄ ".join(names.line_name(cast.t, cast.player(seat), most) for seat in seats)
        return "🔄 " + told(both)

    return fit(line)


def missing_for_swap(view: TableView) -> set[int]:
    """Who has yet to agree: all who play their own cards, and whose seats they are (`service.table.seating`)."""
    asked = (one.person for one in view.players if one.computer is None or one.seat in view.swap)
    return {person for person in asked if person is not None and person > 0} - set(view.swapping)


def swap_rows(cast: Cast) -> Keyboard:
    """The answers. In the group anybody may tap."""
    t, view = cast.t, cast.view
    if not view.swap:
        return ()
    stay = Button(t.pgettext("button", "No swap"), _tap(view, TapKind.STAY, view.swap))
    missing = missing_for_swap(view)
    if missing and (cast.me is None or view.viewer in missing):
        agree = Button(
            t.pgettext("button", "🔄 Swap"), _tap(view, TapKind.SWAP, view.swap), style=Style.SUCCESS
        )
        return ((agree, stay),)
    return ((stay,),)


def swap_question(view: TableView, person: int, t: Tongue) -> Message:
    """With whom the asking person would exchange seats."""
    text = t.gettext(
        "Everybody who plays must agree. You change before the next deal is dealt; the score stays with the seats."
    )
    mine = next((one.seat for one in view.players if one.person == person), None)
    others = [one for one in view.players if mine is not None and one.seat != mine and _may(one)]
    rows = tuple((_with(t, view, mine, one),) for one in others if mine is not None)
    return card([names.headed(t, view, f"🔄 <b>{t.gettext('Swap seats?')}</b>"), [text]], rows)


def _may(one: Player) -> bool:
    """A computer's own seat, or that of somebody who plays himself."""
    return (one.person or 0) <= 0 or one.computer is None


def _with(t: Tongue, view: TableView, mine: Seat, one: Player) -> Button:
    label = fit(
        lambda most: (
            "🔄 " + t.pgettext("button", "Swap with {name}", name=names.toast_name(t, one, min(most, LABEL)))
        ),
        LABELS[1],
        cells,
    )
    return Button(label, _tap(view, TapKind.SWAP, (mine, one.seat)))


def _tap(view: TableView, kind: TapKind, seats: tuple[Seat, ...]) -> str:
    return encode(Tap(kind, view.id, view.revision, "".join(SEAT_LETTERS[seat] for seat in seats)))
