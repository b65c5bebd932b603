"""Who should have been reminded when, reckoned anew from the table's clock and the person's own hours: every reminder
that was due came once, and no other."""

from collections import defaultdict
from dataclasses import dataclass, field

from engine.seats import SEAT_LETTERS
from service.table.clock import CLOCKS, deadline, ticking
from service.table.table import Table
from tests.soak.days.people import HOUR, MINUTE, Human, Span

LATE = 45 * MINUTE
"""So late one may come: he has just tapped, or other tables of his rang in the last minutes."""
Turn = tuple[str, int, int]
"""A table, a ply, and whose turn it is."""


@dataclass
class Waited:
    """One turn: since when, how long it might take, until when it lasted. In ms."""

    begun: int
    allowed: int
    ended: int = 1 << 62
    broken: bool = False
    """Its time was set anew on the way."""

    @property
    def over(self) -> int:
        return self.begun + self.allowed


@dataclass
class Reminders:
    """What was seen of turns and of reminders."""

    turns: dict[Turn, Waited] = field(default_factory=dict)
    sent: dict[Turn, list[int]] = field(default_factory=lambda: defaultdict(list))
    leaps: list[Span] = field(default_factory=list)

    def stepped(self, name: str, before: Table, after: Table, now: int) -> None:
        """One look at a table."""
        was, turn = _turn(name, before), _turn(name, after)
        if was is not None and was != turn and was in self.turns:
            self.turns[was].ended = now
        if turn is None:
            return
        seat = ticking(after)
        assert seat is not None
        clock = CLOCKS[after.head.clock]
        bank = clock.bank - after.head.drawn.get(SEAT_LETTERS[seat], 0)
        waited = self.turns.setdefault(turn, Waited(after.head.turn_at, clock.move + bank))
        if (waited.begun, waited.over) != (after.head.turn_at, deadline(after)):
            waited.broken = True

    def faults(self, people: dict[int, Human]) -> list[str]:
        """Everything that came and should not have, and the other way round."""
        found = []
        for turn, waited in self.turns.items():
            if not waited.broken:
                found += self._faults(turn, waited, people[turn[2]])
        unasked = [turn for turn in self.sent if turn not in self.turns]
        return found + [f"{turn}: reminded of no turn" for turn in unasked]

    def _faults(self, turn: Turn, waited: Waited, human: Human) -> list[str]:
        points, sent, found = due(waited, human), self.sent.get(turn, []), []
        before = 0
        for at in sent:
            if not any(before < point <= at for point in points):
                found.append(f"{turn}: reminded at {human.local(at):%a %H:%M}, and nothing was due")
            if at > waited.ended:
                found.append(f"{turn}: reminded at {human.local(at):%a %H:%M} of a turn that was over")
            before = at
        for point in points:
            latest = _may_ring(point, waited, human) + LATE
            must = latest < min(waited.ended, waited.over) and not self._excused(human, point, latest)
            if must and not any(point <= at <= latest for at in sent):
                found.append(f"{turn}: no reminder that was due at {human.local(point):%a %H:%M}")
        return found

    def _excused(self, human: Human, start: int, end: int) -> bool:
        """The bot was blocked, or the clock leapt over it."""
        return any(one.start <= end and start <= one.end for one in (*human.blocks, *self.leaps))


def due(waited: Waited, human: Human) -> list[int]:
    """The moments at which his rhythm wants a reminder of this turn."""
    first = waited.allowed * 4 // 5
    match human.remind:
        case "off":
            return []
        case "tenths":
            used = [first, waited.allowed * 9 // 10]
        case "hourly":
            used = list(range(first, waited.allowed, HOUR))[:100]
        case _:
            used = [first]
    return [waited.begun + one for one in used]


def _may_ring(at: int, waited: Waited, human: Human) -> int:
    """The end of the quiet that lies over it; at once where his time would be over by then."""
    end = at
    while human.is_quiet(end):
        end += MINUTE
    return at if end >= waited.over else end


def _turn(name: str, table: Table) -> Turn | None:
    seat = ticking(table)
    if seat is None or table.match is None or not table.head.clock:
        return None
    person = table.chair(seat).person
    assert person is not None
    return name, table.match.ply, person
