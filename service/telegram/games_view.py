"""A person's own matches, and the call to somebody whom the bot may not write to."""

from collections.abc import Sequence

from engine.match import Phase
from engine.observation import Observation
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Door, Tap, TapKind, encode, start_link
from service.telegram.calls import capital, packed
from service.telegram.cast import private_cast
from service.telegram.hand_view import last_move
from service.telegram.lines import LABELS, LINE, cells, fit, flow, width
from service.telegram.messages import Button, Keyboard, Message, Style, Toast, card
from service.telegram.texts import Tongue
from service.telegram.times import by, moment

MOST = 20
"""Tables that are listed; more would not be found again anyway."""


def games_list(views: Sequence[TableView], t: Tongue) -> Message:
    """Those waiting for the reader first, each a button that opens its hand card."""
    mine = by_urgency([view for view in views if waits_for(view)])[:MOST]
    others = [view for view in views if not waits_for(view) and view.stage in (Stage.LOBBY, Stage.PLAYING)][
        :MOST
    ]
    if not mine and not others:
        return Message(
            t.gettext("You are in no match. Begin one here with /play, or in a group with /belote.")
        )
    blocks = [[_headline(t, mine)], _waiting_lines(t, mine), _other_lines(t, others)]
    return card(blocks, _rows(t, mine, others))


def by_urgency(views: Sequence[TableView]) -> list[TableView]:
    """Whose time ends first, first; those without a clock last, by when they began."""
    return sorted(
        views, key=lambda one: (one.time.deadline is None, one.time.deadline or 0, one.started_at or 0)
    )


def waits_for(view: TableView) -> bool:
    """Whether the viewer is to act. What plays itself, or can still be taken back, needs nobody."""
    seen = view.seen
    if seen is None or view.seat is None or seen.turn != view.seat or view.own.by_itself or view.own.held:
        return False
    return view.player(view.seat).computer is None


def _headline(t: Tongue, mine: Sequence[TableView]) -> str:
    if not mine:
        return "<b>" + t.gettext("No match is waiting for you") + "</b>"
    text = t.ngettext("{n} match is waiting for you", "{n} matches are waiting for you", len(mine))
    return f"🔔 <b>{text}</b>"


def _waiting_lines(t: Tongue, mine: Sequence[TableView]) -> list[str]:
    lines: list[str] = []
    for number, view in enumerate(mine, start=1):
        move = "" if view.seen is None else _move(t, view, view.seen)
        until = "" if view.time.deadline is None else f" · {moment(t, view.time.deadline)}"
        lines += [f"{number}. {names.title(t, view, f'{number}. {until}')}{until}", move]
    return lines


def _move(t: Tongue, view: TableView, seen: Observation) -> str:
    move = last_move(private_cast(t, view), seen)
    if seen.phase is not Phase.CALLING or not seen.calls:
        return move
    auction = t.gettext("Auction, {call}", call=move)
    return auction if width(auction) <= LINE else move


def _other_lines(t: Tongue, others: Sequence[TableView]) -> list[str]:
    """Running matches of others' turns, and lobbies."""
    playing = [view for view in others if view.stage is Stage.PLAYING]
    lobbies = [view for view in others if view.stage is Stage.LOBBY]
    lines: list[str] = []
    if playing:
        first, *rest = [names.title(t, view, " " * 20) for view in playing]
        lines += flow([t.gettext("Waiting for others: {table}", table=first), *rest])
    if lobbies:
        first, *rest = [names.title(t, view, " " * 20) for view in lobbies]
        lines += flow([t.gettext("Not begun yet: {table}", table=first), *rest])
    return lines


def _rows(t: Tongue, mine: Sequence[TableView], others: Sequence[TableView]) -> Keyboard:
    # A computer's opponent reads the whole of it in any language; a group's title may be long, and is cut.
    solo = t.gettext("Against computers")
    most = LABELS[1] if any(names.table_name(t, view) == solo for view in [*mine, *others]) else LABELS[2]
    buttons = [_button(t, view, max(LABELS[2], min(most, cells(solo)))) for view in [*mine, *others]]
    if not mine:
        return packed(buttons)
    wide = _button(t, mine[0], LABELS[1] - 3)
    first = Button("▶️ " + wide.label, wide.data, style=Style.PRIMARY)
    return ((first,), *packed(buttons[1:]))


def _button(t: Tongue, view: TableView, most: int) -> Button:
    title = names.shorten(names.table_name(t, view), most)
    return Button(names.isolated(title), encode(Tap(TapKind.GAMES, view.id)))


def none_waits(t: Tongue) -> Toast:
    """The button of a card on which others waited when it was drawn."""
    return Toast(t.gettext("No other match waits for you now."))


def mention(view: TableView, t: Tongue, bot: str) -> Message:
    """A call in the group to the one on turn, whom the bot cannot reach in private. He is the view's player on turn."""
    seen = view.seen
    if seen is None or seen.turn is None:
        return Message("")
    player = view.player(seen.turn)

    def line(most: int) -> str:
        name = f'<a href="tg://user?id={player.person}">{names.line_name(t, player, most)}</a>'
        if seen.contract is None:
            return t.gettext("{name}, it is your turn: the auction.", name=name)
        return t.gettext("{name}, it is your turn: trick {n}.", name=name, n=len(seen.tricks) + 1)

    address = f"t.me/{bot}"
    link = Button(t.pgettext("button", "Start: {link}", link=address), url=start_link(bot, Door(view.id)))
    until = [] if view.time.deadline is None else [capital(by(t, view.time.deadline)) + "."]
    return card([[fit(line), *until, t.gettext("The bot cannot message them yet.")]], ((link,),))
