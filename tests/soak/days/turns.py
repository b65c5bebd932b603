"""Whose turn lasted how long, reckoned anew: when its time was over, who should have been reminded when.

Nothing of the house's own arithmetic is used. From a table only facts are taken: whose turn began when, what his bank
held, when the match was paused or could not be seen, who went on holiday. What that comes to is reckoned here.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.match import to_act
from engine.seats import SEAT_LETTERS
from service.table.clock import CLOCKS, deadline
from service.table.model import Stage
from service.table.table import Table
from tests.soak.days.hours import joined, past, run_out, spans_of
from tests.soak.days.people import DAY, HOUR, MINUTE, SECOND, Human, Span

LOOKS, APART, PRESSES = 20 * SECOND, 10 * MINUTE, HOUR
"""Whoever has tapped just now is left alone so long; rings of different tables keep so far apart, unless no more time
than this is left, or is granted for a move."""
AT_ONCE = 5 * SECOND
"""So late a time that is over may be acted on."""
FOREVER = 1 << 60
Turn = tuple[str, int, int]
"""A table, a ply, and whose turn it is."""


@dataclass
class Waited:
    """One turn: since when, how much running time it might take, until when it lasted. In ms."""

    clock: str
    begun: int
    allowed: int
    ended: int = FOREVER
    lapsed: list[int] = field(default_factory=list)
    """When the clock moved for him."""


class Turns:
    """What was seen of turns, of standstills and of reminders. All times between two moments, in ms."""

    def __init__(self, people: dict[int, Human], first: int, last: int, slack: int = AT_ONCE) -> None:
        """`slack`: so late something may be seen that was done at once."""
        self._people = people
        self._first, self._last, self._slack = first, last, slack
        self._blur = slack if slack > AT_ONCE else 0
        """Seen from outside, so much is uncertain when something was: messages bear whole seconds, and a standstill is
        noted when it is seen."""
        self._ends = last
        self.turns: dict[Turn, list[Waited]] = defaultdict(list)
        self.sent: dict[Turn, list[int]] = defaultdict(list)
        self.leaps: list[Span] = []
        self.faults: list[str] = []
        self.points: Counter[str] = Counter()
        """Moments at which somebody's rhythm wanted a reminder while he was on turn, by what became of them."""
        self._rings: Mapping[int, Sequence[int]] = {}
        self._taps: Mapping[int, Sequence[int]] = {}
        self._night: dict[str, str] = {}
        self._stood: dict[str, list[Span]] = defaultdict(list)
        """By table: pauses, and when its group could not see it."""
        self._rested: dict[tuple[str, int], list[Span]] = defaultdict(list)
        """By table and person: holidays."""

    # --- what happens ---

    def stepped(self, name: str, before: Table, after: Table, now: int) -> None:
        """One look at a table."""
        self._night[name] = after.head.night if after.head.clock != "live" else ""
        self._note_standstill(name, before, after, now)
        self._note_holidays(name, before, after, now)
        was, turn = _turn(name, before), _turn(name, after)
        if was is not None and was != turn and was in self.turns:
            self.turns[was][-1].ended = now
        if turn is None:
            return
        if was != turn or not self.turns[turn]:
            self.turns[turn].append(_begun(after))
        self._judge(turn, after, now)

    def lapsed(self, name: str, before: Table, now: int) -> None:
        """The clock moved for whoever was on turn."""
        turn = _turn(name, before)
        if turn is None or turn not in self.turns:
            self.faults.append(f"{name}: the clock moved at {now}, and nobody was on turn")
        else:
            self.turns[turn][-1].lapsed.append(now)

    def _note_standstill(self, name: str, before: Table, after: Table, now: int) -> None:
        spans = self._stood[name]
        if _stands(after) and not _stands(before):
            spans.append(Span(now, FOREVER))
        if _stands(before) and not _stands(after) and spans:
            spans[-1] = Span(spans[-1].start, now)

    def _note_holidays(self, name: str, before: Table, after: Table, now: int) -> None:
        were, are = _holidays(before), _holidays(after)
        for person in {*were, *are}:
            was, now_is, spans = were.get(person), are.get(person), self._rested[name, person]
            if was == now_is:
                continue
            if spans and spans[-1].end > now:
                spans[-1] = Span(spans[-1].start, now)
            if now_is is not None and now_is.end > now:
                spans.append(now_is)

    # --- what must be ---

    def still(self, turn: Turn, waited: Waited) -> list[Span]:
        """When the time of a turn did not run."""
        name = turn[0]
        hours, _, zone = self._night.get(name, "").partition(" ")
        night: tuple[Span, ...] = ()
        if hours and zone:
            start, _, end = hours.partition("-")
            night = spans_of((int(start), int(end)), zone, self._first, self._last)
        found = joined(night, self._stood[name], self._rested[name, turn[2]])
        return [span for span in found if span.end > waited.begun]

    def over(self, turn: Turn, waited: Waited) -> int:
        """When its time is over."""
        return run_out(waited.begun, waited.allowed, self.still(turn, waited))

    def _judge(self, turn: Turn, table: Table, now: int) -> None:
        """The house says when this turn's time is over: is that so?"""
        said, waited = deadline(table), self.turns[turn][-1]
        if said is None:
            return
        # Standstills are noted when they are seen: exactly, where nothing is seen late.
        late = said - self.over(turn, waited)
        if abs(late) > self._blur:
            hours = late / HOUR
            self.faults.append(f"{turn}: its time is said to be over {hours:+.2f} h from when it is ({now})")

    def judged(
        self, now: int, rings: Mapping[int, Sequence[int]], taps: Mapping[int, Sequence[int]]
    ) -> list[str]:
        """Everything that happened by now and should not have, and the other way round. `rings` and `taps`: when each
        person's phone rang and when he tapped, in his private chat, in order."""
        self._ends, self._rings, self._taps = now, rings, taps
        found = list(self.faults)
        for turn, several in self.turns.items():
            for waited in several:
                found += self._lapses(turn, waited)
            found += self._reminders(turn, several)
        return found + [f"{turn}: reminded of no turn" for turn in self.sent if turn not in self.turns]

    def _lapses(self, turn: Turn, waited: Waited) -> list[str]:
        over = self.over(turn, waited)
        if waited.lapsed:
            late = waited.lapsed[0] - past(over, self.leaps)
            many = [f"{turn}: its time was over {len(waited.lapsed)} times"] * (len(waited.lapsed) > 1)
            return many + [f"{turn}: its time was called over {late} ms late"] * (
                not 0 <= late <= self._slack
            )
        passed = min(waited.ended, self._ends) > past(over, self.leaps) + self._slack
        return [f"{turn}: its time was over, and nobody moved for him"] if passed else []

    def _reminders(self, turn: Turn, several: list[Waited]) -> list[str]:
        human, found = self._people[turn[2]], []
        unexplained = Counter(self.sent.get(turn, []))  # counted: twice at one moment is once too often
        for waited in several:
            still = self.still(turn, waited)
            points = [run_out(waited.begun, used, still) for used in _wanted(human, waited.allowed)]
            before = waited.begun
            ended = waited.ended + self._blur
            for at in (at for at in self.sent.get(turn, []) if waited.begun <= at <= ended):
                if any(before < point <= at + self._blur for point in points):
                    unexplained[at] -= 1
                before = at
            found += self._missing(turn, waited, points, human)
        found += [f"{turn}: reminded at {human.local(at):%a %d %H:%M:%S}" for at in (+unexplained).elements()]
        return found

    def _missing(self, turn: Turn, waited: Waited, points: list[int], human: Human) -> list[str]:
        over, found = self.over(turn, waited), []
        for point in points:
            may = self._may_ring(point, over, human)
            latest = self._latest(may, over, waited, human)
            in_time = latest < min(waited.ended, over, self._ends)
            must = in_time and not self._excused(turn, waited, human, point, latest)
            if must:
                self.points["owed in the morning" if may > point else "owed at once"] += 1
            elif point < min(waited.ended, over, self._ends):
                self.points["out of reach, or time stood still" if in_time else "overtaken"] += 1
            if must and not any(point <= at <= latest for at in self.sent.get(turn, [])):
                found.append(f"{turn}: no reminder that was due at {human.local(point):%a %d %H:%M:%S}")
        return found

    def _latest(self, at: int, over: int, waited: Waited, human: Human) -> int:
        """So late a reminder may come that may ring at that moment: after what he has just tapped, or what rang."""
        while True:
            presses = over - at <= PRESSES or CLOCKS[waited.clock].move <= PRESSES
            rung = 0 if presses else _last(self._rings.get(human.id, ()), at + self._blur) + APART
            free = max(at, rung, _last(self._taps.get(human.id, ()), at + self._blur) + LOOKS)
            if free == at:
                return at + self._slack
            at = free if presses else min(free, over - PRESSES)

    def _may_ring(self, at: int, over: int, human: Human) -> int:
        """The end of the quiet that lies over it; at once where his time would be over by then."""
        end = past(at, spans_of(human.quiet, str(human.zone), self._first, self._last))
        return at if end >= over else end

    def _excused(self, turn: Turn, waited: Waited, human: Human, start: int, end: int) -> bool:
        """The bot was blocked, the clock leapt over it, or time stood still again before it could come."""
        still = [*human.blocks, *self.leaps, *self._stood[turn[0]], *self._rested[turn[0], turn[2]]]
        return any(one.start <= end and start <= one.end for one in still)


def _last(moments: Sequence[int], at: int) -> int:
    """The last of them until then; long ago if there is none."""
    before = bisect_right(moments, at)
    return moments[before - 1] if before else -DAY


def _wanted(human: Human, allowed: int) -> list[int]:
    """What has been used of the time when his rhythm wants a reminder."""
    first = allowed * 4 // 5
    match human.remind:
        case "off":
            return []
        case "tenths":
            return [first, allowed * 9 // 10]
        case "hourly":
            return list(range(first, allowed, HOUR))[:100]
        case _:
            return [first]


def _holidays(table: Table) -> dict[int, Span]:
    chairs = table.head.chairs.values()
    return {chair.person: Span(*chair.holiday) for chair in chairs if chair.person and any(chair.holiday)}


def _begun(table: Table) -> Waited:
    """The turn that has just begun."""
    head = table.head
    assert table.match is not None
    seat = to_act(table.match)
    assert seat is not None
    letter, clock = SEAT_LETTERS[seat], CLOCKS[head.clock]
    return Waited(head.clock, head.turn_at, clock.move + clock.bank - head.drawn.get(letter, 0))


def _stands(table: Table) -> bool:
    head = table.head
    going = head.stage is Stage.PLAYING
    return going and (head.paused_at is not None or head.halted_at is not None)


def _turn(name: str, table: Table) -> Turn | None:
    """Whoever plays his own cards is on turn, also while time stands still or his card can be taken back."""
    if table.match is None or not table.head.clock or table.head.stage is not Stage.PLAYING:
        return None
    seat = to_act(table.match)
    if seat is None or not table.chair(seat).present:
        return None
    person = table.chair(seat).person
    assert person is not None
    return name, table.match.ply, person
