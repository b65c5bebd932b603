"""A table as a record (`engine.notation`): what players may take away, and what the operator keeps."""

from collections.abc import Sequence

from engine import players
from engine.deal import commitment
from engine.notation import DealLine, Entry, Fact, Record, SeatsLine, parse_entry
from engine.rules import rules_from_dict
from engine.seats import SEAT_LETTERS
from service.table.authors import spelt
from service.table.model import Head, Stage
from service.table.seating import stint_at
from service.table.table import seed_of


def record_of(head: Head, lines: Sequence[str], *, everything: bool = False) -> Record:
    """The match so far from all its fact lines.

    Without `everything` it holds only what has been shown to all: finished deals with their seeds, and the secret when
    the match is over. With it, the running deal and the secret too: from these every hidden card follows.
    """
    secret = bytes.fromhex(head.secret)
    ended = head.stage in (Stage.OVER, Stage.CANCELLED)
    return Record(
        rules=rules_from_dict(head.rules),
        commitment=commitment(secret),
        cuts=tuple((letter, head.cuts.get(letter, 0)) for letter in head.chairs),
        secret=secret if ended or everything else b"",
        entries=tuple(_entries(head, lines, everything or ended)),
    )


def _entries(head: Head, lines: Sequence[str], running: bool) -> list[Entry]:
    entries: list[Entry] = []
    begins = [(note.no, note.dealer, note.facts_at, note.ply) for note in head.deals]
    position = head.position
    unfinished = position is not None and (head.stage is not Stage.OVER or position.facts_at < len(lines))
    if running and position is not None and unfinished:
        begins.append((position.deal_no, position.dealer, position.facts_at, position.ply))
    seats = _Seats(head)
    for index, (deal_no, dealer, start, ply) in enumerate(begins):
        stop = begins[index + 1][2] if index + 1 < len(begins) else _end(head, lines, running)
        entries.extend(seats.at(ply))
        entries.append(DealLine(deal_no, SEAT_LETTERS.index(dealer), (), seed_of(head, deal_no)))
        done = 0
        for told in map(_told, lines[start:stop]):
            if isinstance(told, Fact):
                entries.extend(seats.at(ply + done))
                done += 1
            entries.append(told)
    return entries


class _Seats:
    """Whose the seats are, told when it changes. People are numbered as they come: a record names nobody."""

    def __init__(self, head: Head) -> None:
        self._head = head
        self._numbers: dict[int, int] = {}
        self._told: SeatsLine | None = None

    def at(self, ply: int) -> list[Entry]:
        """What is to be said before the action of this ply: nothing where all is as before, or never was otherwise."""
        if not self._head.sat:
            return []
        stints = [stint_at(self._head, letter, ply) for letter in self._head.chairs]
        owners = tuple(
            (SEAT_LETTERS.index(one.seat), self._owner(one.person, one.computer)) for one in stints
        )
        now = SeatsLine(tuple(sorted(owners)))
        if now == self._told:
            return []
        self._told = now
        return [now]

    def _owner(self, person: int | None, computer: str | None) -> str:
        if person is None:
            return f"computer:{computer or self._head.stand_in}"
        return str(self._numbers.setdefault(person, len(self._numbers) + 1))


def _told(line: str) -> Entry:
    entry = parse_entry(line)
    return (
        entry._replace(author=spelt(entry.author, tuple(players.LEVELS)))
        if isinstance(entry, Fact)
        else entry
    )


def _end(head: Head, lines: Sequence[str], running: bool) -> int:
    return len(lines) if running or head.position is None else head.position.facts_at
