"""A person's own matches, and the call to somebody whom the bot may not write to."""

from collections import Counter
from collections.abc import Sequence

from engine.match import Phase
from service.table.model import Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital, packed
from service.telegram.cast import private_cast
from service.telegram.doors import Door, start_link
from service.telegram.hand_heads import last_move
from service.telegram.lines import LABELS, LINE, cells, fit, flow, width
from service.telegram.messages import Button, Keyboard, Message, Style, Toast, card
from service.telegram.texts import Tongue
from service.telegram.times import by, moment, since_word

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
    alike = _alike(t, [*mine, *others])
    blocks = [
        [_headline(t, mine), *_first_lines(t, mine)],
        _waiting_lines(t, mine, alike),
        _other_lines(t, others),
    ]
    return card(blocks, _rows(t, mine, others, alike))


def _alike(t: Tongue, views: Sequence[TableView]) -> frozenset[str]:
    """Names that more than one of them bears."""
    counted = Counter(names.table_name(t, view) for view in views)
    return frozenset(name for name, number in counted.items() if number > 1)


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


def _first_lines(t: Tongue, mine: Sequence[TableView]) -> list[str]:
    """Of several the one that is most urgent: a lock screen shows no more. Its deadline, or what was played last."""
    if len(mine) < 2:
        return []
    view = mine[0]
    first = t.gettext("First {table}", table=names.title(t, view, t.gettext("First {table}", table="")))
    rest = by(t, view.time.deadline) if view.time.deadline is not None else _move(t, view)
    both = f"{first}, {rest}"
    return [both] if width(both) <= LINE else [first, rest]


def _waiting_lines(t: Tongue, mine: Sequence[TableView], alike: frozenset[str]) -> list[str]:
    """Two lines each: which, until when, what was played last. A long name has the first to itself."""
    lines: list[str] = []
    for number, view in enumerate(mine, start=1):
        until = [] if view.time.deadline is None else [moment(t, view.time.deadline)]
        since = [since_word(t, view)] if names.table_name(t, view) in alike else []
        head = flow([f"{number}. {names.title(t, view, f'{number}. ')}", *until])
        lines += head[:1] + flow([*head[1:], _move(t, view), *since])
    return lines


def _move(t: Tongue, view: TableView) -> str:
    seen = view.seen
    if seen is None:
        return ""
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


FEW = 6
"""So many buttons may have a row each, where their tables' names are long."""


def _rows(
    t: Tongue, mine: Sequence[TableView], others: Sequence[TableView], alike: frozenset[str]
) -> Keyboard:
    """The most urgent one across the whole width, the others beside each other where their names allow it."""
    rest = [*mine[1:], *others]
    most = LABELS[1] if len(rest) <= FEW else LABELS[2]
    numbers = {view.id: f"{number}. " for number, view in enumerate(mine, start=1)}

    def button(view: TableView, width_: int) -> Button:
        name = names.table_name(t, view)
        number = numbers.get(view.id, "") if name in alike else ""
        label = names.isolated(names.table_name(t, view, width_ - cells(number)))
        return Button(number + label, encode(Tap(TapKind.GAMES, view.id)))

    below = packed([button(view, most) for view in rest])
    if not mine:
        return below
    wide = button(mine[0], LABELS[1] - 3)
    return ((Button("▶️ " + wide.label, wide.data, style=Style.PRIMARY),), *below)


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
