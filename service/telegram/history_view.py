"""Matches that are over, newest first, a page at a time; each opens its replay."""

import html
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from babel.dates import format_date

from engine.seats import Side
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import NOWHERE, Tap, TapKind, encode
from service.telegram.calls import packed
from service.telegram.lines import fit, flow
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.options import rule_set
from service.telegram.replay_view import replay_button
from service.telegram.texts import Tongue
from service.telegram.watch import at

PAGE = 5


def history(
    views: Sequence[TableView],
    page: int,
    more: bool,
    t: Tongue,
    sides: Mapping[str, Side | None] = MappingProxyType({}),
) -> Message:
    """A page of matches (the first is 0). Seen by a person they are his; seen by nobody, the group's. `sides`: where
    seats changed hands, by table, the side whose result is his (None: neither)."""
    if not views:
        return Message(t.gettext("No match is over yet. Those that end from now on stand here, for good."))
    head = "<b>" + t.gettext("Matches that are over") + "</b>"
    numbered = list(enumerate(views, start=page * PAGE + 1))
    blocks = [[head], *(_lines(t, number, view, _mine(view, sides)) for number, view in numbered)]
    opened = [replay_button(view, str(number), 0) for number, view in numbered if view.deals]
    return card(blocks, (*packed(opened), *_turning(page, more)))


def _lines(t: Tongue, number: int, view: TableView, mine: Side | None) -> list[str]:
    day = f" · {_day(t, view.ended_at or view.opened_at)}"
    first = f"<b>{number}. {names.title(t, view, f'{number}. {day}')}</b>{day}"
    rules = html.escape(rule_set(t, view.variant), quote=False)
    if mine is None:
        return [first, *_sides(t, view), *flow([*_score(view, 0), rules])]
    # Who was his partner at the end need not be with whom he played.
    company = _company(t, view, mine) if view.seat in _seats(view, mine) else _sides(t, view)
    return [first, *flow([_outcome(t, view, mine), *_score(view, mine), rules]), *company]


def _mine(view: TableView, sides: Mapping[str, Side | None]) -> Side | None:
    """Whose result is the reader's; None: it is told as the group reads it."""
    if view.id in sides:
        return sides[view.id]
    return next((side for side in (0, 1) if view.seat in _seats(view, side)), None)


def _seats(view: TableView, side: int) -> list[int]:
    return [one.seat for one in names.side_players(view.rules, view.players, side)]


def _outcome(t: Tongue, view: TableView, mine: int) -> str:
    if view.stage is Stage.CANCELLED or view.winner is None:
        return t.gettext("broken off")
    if view.winner == mine:
        return "🏆 " + t.pgettext("a match", "won")
    return t.pgettext("a match", "lost")


def _score(view: TableView, first: int) -> list[str]:
    totals = view.deals[-1].totals if view.deals else None
    return [f"{totals[first]} : {totals[1 - first]}"] if totals else []


def _sides(t: Tongue, view: TableView) -> list[str]:
    """Both sides, the winners marked."""

    def line(side: int) -> str:
        mark = "🏆 " * (view.winner == side)
        return fit(lambda most: mark + names.side_name(t, view, side, most))

    return [line(0), line(1)]


def _company(t: Tongue, view: TableView, mine: int) -> list[str]:
    """With whom, against whom."""
    partners = [
        one
        for one in names.side_players(view.rules, view.players, mine)
        if one.person != view.viewer or one.seat != view.seat
    ]
    against = fit(lambda most: t.gettext("against {names}", names=names.side_name(t, view, 1 - mine, most)))
    if not partners or view.rules.players == 2:
        return [against]
    partner = partners[0]
    together = fit(lambda most: t.gettext("with {name}", name=names.line_name(t, partner, most)))
    return flow([together, against])


def _turning(page: int, more: bool) -> Keyboard:
    row = []
    if page:
        row.append(Button("◀️", encode(Tap(TapKind.HISTORY, NOWHERE, page - 1))))
    if more:
        row.append(Button("▶️", encode(Tap(TapKind.HISTORY, NOWHERE, page + 1))))
    return (tuple(row),) if row else ()


def _day(t: Tongue, milliseconds: int) -> str:
    """ "29 Nov 2026", by the reader's watch."""
    return format_date(at(t.watch, milliseconds).date(), "medium", locale=t.language)
