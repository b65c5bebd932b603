"""Statistics: one's own, pair by pair, and a group's board of those who want to stand on it."""

import html
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.ratings import Rating, shown
from service.table.tally import DAYS, Standing
from service.telegram.callback import NOWHERE, Tap, TapKind, encode
from service.telegram.lines import LINE, flow, width
from service.telegram.messages import Button, Message, card
from service.telegram.names import LABEL, clean, isolated, shorten
from service.telegram.options import rule_set
from service.telegram.texts import Tongue

MOST_KINDS, MOST_PAIRS, MOST_ON_BOARD = 6, 3, 10


class Listed(NamedTuple):
    """Somebody, or two, and how they stand."""

    name: str
    standing: Standing


def mine(standings: Mapping[str, Standing], pairs: Sequence[Listed], on_board: bool, t: Tongue) -> Message:
    """By rule set and kind of clock, then with whom one plays most."""
    if not standings:
        return card([[t.gettext("No match of yours has been counted yet.")]], (_board_row(t, on_board),))
    kinds = sorted(standings.items(), key=lambda item: -item[1].matches)[:MOST_KINDS]
    blocks = [["<b>" + t.gettext("Your matches") + "</b>"], *(_kind(t, field, one) for field, one in kinds)]
    together = [_pair(t, one) for one in pairs[:MOST_PAIRS]]
    if together:
        blocks.append(["<b>" + t.gettext("Together with") + "</b>", *together])
    return card(blocks, (_board_row(t, on_board),))


def board(whole: Mapping[str, Standing], people: Mapping[str, Sequence[Listed]], t: Tongue) -> Message:
    """Of a group: what was played, and who stands where, for each kind that has been played most."""
    if not whole:
        return card([[t.gettext("No match of this group has been counted yet.")]])
    kinds = sorted(whole.items(), key=lambda item: -item[1].matches)[:2]
    blocks = []
    for field, one in kinds:
        listed = sorted(people.get(field, ()), key=lambda who: -_rating(who.standing))[:MOST_ON_BOARD]
        lines = [_entry(t, place, who) for place, who in enumerate(listed, start=1)]
        blocks.append([_heading(t, field), *flow([_matches(t, one), *_deals(t, one)]), *lines])
    blocks.append([t.gettext("Who wants to stand here says so in private: /stats.")])
    return card(blocks)


def _kind(t: Tongue, field: str, one: Standing) -> list[str]:
    percent = round(100 * one.won / one.matches) if one.matches else 0
    parts = [_matches(t, one), t.gettext("won {percent} %", percent=percent), *_deals(t, one)]
    if one.matches:
        parts.append(t.gettext("margin {points}", points=f"{one.margin / one.matches:+.0f}"))
    if one.moves:
        timely = round(100 * one.timely / one.moves)
        parts.append(t.gettext("in time {percent} %", percent=timely))
        if one.lapses:
            parts.append(t.ngettext("{n} time-out", "{n} time-outs", one.lapses))
    if one.rated:
        parts.append(t.gettext("rating {number}", number=_rating(one)))
    return [_heading(t, field), *flow(parts)]


def _heading(t: Tongue, field: str) -> str:
    variant, _, kind = field.partition("/")
    clock = t.gettext("over days") if kind == DAYS else t.gettext("at once")
    name = html.escape(rule_set(t, variant), quote=False)
    return f"<b>{name}</b> · {clock}"


def _matches(t: Tongue, one: Standing) -> str:
    return t.ngettext("{n} match", "{n} matches", one.matches)


def _deals(t: Tongue, one: Standing) -> list[str]:
    parts = [t.ngettext("{n} deal", "{n} deals", one.deals)]
    if one.taken:
        parts.append(t.gettext("took {n}, made {made}", n=one.taken, made=one.made))
    if one.capots:
        parts.append(t.ngettext("{n} capot", "{n} capots", one.capots))
    return parts


def _pair(t: Tongue, one: Listed) -> str:
    won = f" · {one.standing.won}/{one.standing.matches}"
    rated = f" · {_rating(one.standing)}" if one.standing.rated else ""
    return _named(one.name, won + rated)


def _entry(t: Tongue, place: int, who: Listed) -> str:
    number = str(_rating(who.standing)) if who.standing.rated else "–"
    return f"{place}. " + _named(who.name, f" · {number} · {who.standing.won}/{who.standing.matches}", 4)


def _named(name: str, rest: str, before: int = 0) -> str:
    most = max(LABEL, LINE - before - width(rest))
    return html.escape(isolated(shorten(clean(name) or "?", most)), quote=False) + rest


def _rating(one: Standing) -> int:
    return shown(Rating(one.mu, one.sigma))


def _board_row(t: Tongue, on: bool) -> tuple[Button, ...]:
    label = (
        t.pgettext("button", "Off my groups’ boards")
        if on
        else t.pgettext("button", "Onto my groups’ boards")
    )
    return (Button(label, encode(Tap(TapKind.BOARD, NOWHERE, 0 if on else 1))),)
