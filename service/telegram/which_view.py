"""The question which table a command means, asked of one person: the buttons are his."""

import html
from collections.abc import Mapping, Sequence

from engine.seats import side_of
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import packed
from service.telegram.lines import flow
from service.telegram.messages import Button, Message, Toast, card
from service.telegram.options import rule_set
from service.telegram.terms import deal_word
from service.telegram.texts import Tongue
from service.telegram.times import since_word

MOST = 8


def which_table(views: Sequence[TableView], command: str, person: int, t: Tongue) -> Message:
    """Each table with its rules and its people, and a button for each."""
    numbered = list(enumerate(views[:MOST], start=1))
    told = {view.id: _lines(t, view) for _, view in numbered}
    blocks = [
        [t.gettext("Which table do you mean?")],
        *(_numbered(t, number, view, told) for number, view in numbered),
    ]
    buttons = [
        Button(str(number), encode(Tap(TapKind.MEANT, view.id, 0, meant_arg(command, person))))
        for number, view in numbered
    ]
    return card(blocks, packed(buttons))


def meant_arg(command: str, person: int) -> str:
    """`leave:7000000001`: which command, and who was asked."""
    return f"{command}:{person}"


def not_yours(t: Tongue) -> Toast:
    """Somebody tapped an answer to another's question."""
    return Toast(t.gettext("That question was for somebody else."))


def _numbered(t: Tongue, number: int, view: TableView, told: Mapping[str, list[str]]) -> list[str]:
    """Its lines. Where another reads the same, also since when it is there."""
    first = f"{number}. <b>{names.title(t, view, f'{number}. ')}</b>"
    alike = sum(lines == told[view.id] for lines in told.values()) > 1
    since = [since_word(t, view)] if alike else []
    return [first, *told[view.id][1:], *since]


def _lines(t: Tongue, view: TableView) -> list[str]:
    rules = html.escape(rule_set(t, view.variant), quote=False)
    stage = t.gettext("not begun yet") if view.stage is Stage.LOBBY else t.gettext("in play")
    people = list({one.person: one for one in view.players if one.person is not None}.values())
    return [
        names.title(t, view, ""),
        *flow([rules, stage, *_standing(t, view)]),
        *flow([names.own_name(t, one) for one in people]),
    ]


def _standing(t: Tongue, view: TableView) -> list[str]:
    """How far a match is: two against computers have nothing else that tells them apart. One's own points first."""
    if view.seen is None:
        return []
    ours = 0 if view.seat is None else side_of(view.rules, view.seat)
    score = f"{view.seen.totals[ours]} : {view.seen.totals[1 - ours]}"
    return [deal_word(t, view.rules, view.seen.deal_no), *([score] if view.rules.target else [])]
