"""What stands when a match is over: the winners, the course of it, the secret of its shuffles, another match."""

from collections.abc import Callable

from engine.rules import ScoringKind
from engine.scoring import Outcome
from engine.seats import SEAT_LETTERS, Side, side_of
from service.table.model import DealNote, Stage
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.cast import group_cast
from service.telegram.hashes import short
from service.telegram.lines import fit, flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.names import LABEL
from service.telegram.next_view import next_button
from service.telegram.parting_view import resigned_line
from service.telegram.sheet import Row, preformatted
from service.telegram.status import asked, score_line, slept_out
from service.telegram.texts import Tongue

_MINUTE, _HOUR, _DAY = 60_000, 3_600_000, 86_400_000


def match_end(view: TableView, t: Tongue) -> Message:
    """The winners and how it went."""
    totals = view.deals[-1].totals if view.deals else (0, 0)
    # The winners' number first, as their names stand above it.
    first = view.winner or 0
    length = [f"{totals[first]} : {totals[1 - first]}", _deals(t, view), *_duration(t, view)]
    blocks = [
        [winners(t, view), *resigned_line(t, view), *_stopped(t, view), *flow(length)],
        [*([_course(t, view)] if view.deals else []), *_proof(t, view), *_again(t, view)],
    ]
    return card(blocks, _rows(t, view))


def cancelled_card(view: TableView, t: Tongue) -> Message:
    """A running match that was ended by agreement."""
    totals = view.deals[-1].totals if view.deals else (0, 0)
    rest = " · " + t.gettext("cancelled")
    head = f"<b>{names.title(t, view, rest)}</b>{rest}"
    cast = group_cast(t, view)
    sides = [score_line(cast, side, totals) for side in (0, 1)]
    rows = _proof_rows(t, view)
    slept = [t.gettext("💤 Nobody came back for 30 days. The record is kept.")] if slept_out(view) else []
    return card([[head, *slept], [*sides, *_proof(t, view)]], rows)


def winners(t: Tongue, view: TableView) -> str:
    """Who has won, for HTML."""
    winner = view.winner
    if winner is None:
        return "🏆 <b>" + t.gettext("The match is over") + "</b>"
    n = len(names.side_players(view.rules, view.players, winner))

    def line(most: int) -> str:
        side = names.side_name(t, view, winner, most)
        return "🏆 <b>" + t.ngettext("{names} wins", "{names} win", n, names=side) + "</b>"

    return fit(line)


def _stopped(t: Tongue, view: TableView) -> list[str]:
    """It ended before its target: who leads has won."""
    return [t.gettext("Ended by agreement after a deal")] if view.stopped else []


def _deals(t: Tongue, view: TableView) -> str:
    played = [note for note in view.deals if note.taker is not None]
    return t.ngettext("{n} deal", "{n} deals", len(played))


def _duration(t: Tongue, view: TableView) -> list[str]:
    if view.started_at is None or view.ended_at is None:
        return []
    passed = max(0, view.ended_at - view.started_at)
    if passed >= 2 * _DAY:
        return [t.ngettext("{n} day", "{n} days", passed // _DAY)]
    if passed >= 2 * _HOUR:
        return [t.ngettext("{n} hour", "{n} hours", passed // _HOUR)]
    return [t.ngettext("{n} minute", "{n} minutes", max(1, passed // _MINUTE))]


def _course(t: Tongue, view: TableView) -> str:
    """How often each side took, made it, tied, or won every trick."""

    def count(which: Callable[[DealNote, Side], bool]) -> tuple[int, int]:
        first, second = (sum(which(note, side) for note in view.deals) for side in (0, 1))
        return first, second

    def took(note: DealNote, side: Side) -> bool:
        return note.taker is not None and _side(view, note.taker) == side

    made = count(lambda note, side: took(note, side) and note.outcome == Outcome.MADE)
    rows = [
        (t.pgettext("course of a match", "Took"), count(took)),
        (t.pgettext("course of a match", "Made"), made),
    ]
    if view.rules.litige:
        tied = count(lambda note, side: took(note, side) and note.outcome == Outcome.LITIGE)
        tenths = view.rules.scoring is ScoringKind.TENTHS
        word = capital(t.pgettext("deal", "equal")) if tenths else t.pgettext("course of a match", "Litige")
        rows.append((word, tied))
    swept = count(lambda note, side: note.sweep is not None and _side(view, note.sweep) == side)
    if any(swept):
        rows.append((t.pgettext("course of a match", "Capot"), swept))
    table: list[Row] = [(label, str(first), str(second)) for label, (first, second) in rows]
    return preformatted(names.initials(t, view), table, [])


def _side(view: TableView, letter: str) -> Side:
    return side_of(view.rules, SEAT_LETTERS.index(letter))


def _proof(t: Tongue, view: TableView) -> list[str]:
    return [t.gettext("🔎 Secret {secret}", secret=short(view.secret))] if view.secret else []


def _again(t: Tongue, view: TableView) -> list[str]:
    if view.stage is not Stage.OVER:
        return []
    if view.successor is not None:
        if not view.rules.target:
            return [t.gettext("The next deal stands below.")]
        return [t.gettext("The rematch is open: see below.")]
    agreed = list({one.person: one for one in view.players if one.person in view.rematch}.values())
    if not agreed:
        return []
    missing = len({one.person for one in asked(view)} - set(view.rematch))
    who = [f"{names.own_name(t, one, LABEL)} ✓" for one in agreed]
    first = (
        t.gettext("Rematch: {name}", name=who[0])
        if view.rules.target
        else t.gettext("Next deal: {name}", name=who[0])
    )
    waits = t.ngettext("{n} still missing", "{n} still missing", missing) if missing else ""
    return flow([first, *who[1:], *([waits] if waits else [])])


def _rows(t: Tongue, view: TableView) -> Keyboard:
    again = Button(
        t.pgettext("button", "🔁 Rematch") if view.rules.target else t.pgettext("button", "🔁 Next deal"),
        encode(Tap(TapKind.REMATCH, view.id, view.revision)),
        style=Style.SUCCESS,
    )
    return (*_proof_rows(t, view), *(((again,),) if view.successor is None else ()))


def _proof_rows(t: Tongue, view: TableView) -> Keyboard:
    """What tells how it was: the secret of the shuffles, every deal with all hands open."""
    rows = [secret_row(t, view)] if view.secret else []
    if view.deals:
        replay = Button(t.pgettext("button", "📜 Replay"), encode(Tap(TapKind.PAST, view.id)))
        rows.append((replay,) if view.apart else (replay, next_button(t, view.id)))
    return tuple(rows)


def secret_row(t: Tongue, view: TableView) -> tuple[Button, ...]:
    """What shows the whole secret, once it is disclosed."""
    return (Button(t.pgettext("button", "🔎 Secret in full"), encode(Tap(TapKind.SECRET, view.id))),)
