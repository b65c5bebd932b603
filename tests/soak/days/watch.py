"""What must hold at every moment of a fortnight, and at its end."""

from collections import Counter

from engine.actions import action_text
from engine.notation import parse_record
from engine.verify import check_record
from service.table.authors import CLOCK, PERSON
from service.table.model import Head, Stage
from service.table.table import Table, actions_in
from service.usecases import export
from tests.soak.days.hours import spans_of
from tests.soak.days.life import Life
from tests.soak.days.people import Span
from tests.soak.days.turns import AT_ONCE, Turns


class Watch:
    """Notes what goes wrong, in words."""

    def __init__(self, house: Life, last: int, slack: int = AT_ONCE) -> None:
        self.faults: list[str] = []
        self.lapses: Counter[str] = Counter()
        self.authors: Counter[str] = Counter()
        self.stages: list[str] = []
        """Of all tables, at the end."""
        self.turns = Turns(house.people, house.now, last, slack)
        self._house = house
        self._first, self._last = house.now, last
        house.watch, house.reminded, house.leapt = self.stepped, self.reminded, self.leapt

    def stepped(self, name: str, before: Table, after: Table, now: int) -> None:
        """One look at a table: a time that was over was acted on, once, and no time that was not."""
        made = _made(before, after)
        self.authors.update(made)
        lapses = made.count(CLOCK)
        if lapses:
            self.lapses[name] += lapses
            self.turns.lapsed(name, before, now)
        if lapses > 1:
            self.faults.append(f"{name}: {lapses} times were over in one look")
        self.turns.stepped(name, before, after, now)

    def reminded(self, name: str, ply: int, person: int, now: int) -> None:
        """A reminder was sent."""
        self.turns.sent[name, ply, person].append(now)

    def leapt(self, start: int, end: int) -> None:
        """The clock was put forward."""
        self.turns.leaps.append(Span(start, end))

    async def ended(self, whole: bool = True) -> None:
        """At the end: nothing lost, every record true, one live card a chat for a table, nobody woken at night; where
        it was lived to its end, every match is over or asleep."""
        for name in self._house.tables:
            await self._kept(name)
        await self._one_card()
        self._quiet()
        self.faults += self.turns.judged(self._house.now)
        for name in self._house.tables if whole else ():
            head = (await self._house.table(name)).head
            if head.stage is Stage.PLAYING and head.asleep_at is None:
                self.faults.append(f"{name} still runs")

    async def _kept(self, name: str) -> None:
        house = self._house
        facts, head = (
            actions_in(await house.container.store.facts(name, 0, -1)),
            (await house.table(name)).head,
        )
        for ply, action in house.acknowledged.get(name, {}).items():
            fact = facts[ply] if ply < len(facts) else None
            if fact is None and ply == len(facts) and (_broken_off(head) or _held(head, ply)):
                continue  # everybody agreed that nothing more counts, or it may still be taken back
            if fact is None or fact.author != PERSON or action_text(fact.action) != action:
                self.faults.append(f"{name}: ply {ply} was acknowledged and is not in the record")
        text = await export(house.container, name, everything=True)
        findings = check_record(parse_record(text or ""))
        self.faults += [f"{name}: {finding.what}" for finding in findings]

    async def _one_card(self) -> None:
        cards = await self._house.live_cards()
        self.faults += [f"chat {chat}: {n} live cards of {table}" for chat, table, n in cards if n > 1]

    def _quiet(self) -> None:
        for sent in self._house.sent:
            human = self._house.people.get(sent.calls or sent.chat)
            if human is None or not sent.ring:
                continue
            quiet = spans_of(human.quiet, str(human.zone), self._first, self._last)
            if any(span.start <= sent.at < span.end for span in quiet):
                where = "" if sent.chat > 0 else " in the group"
                self.faults.append(f"{human.id} was rung{where} at {human.local(sent.at):%a %d %H:%M %Z}")


def _made(before: Table, after: Table) -> list[str]:
    """Who made the moves between two looks at a table."""
    authors = [fact.author for fact in after.facts]
    running = before.match is not None and after.match is not None
    if running and before.head.position == after.head.position:
        authors = authors[len(before.facts) :]
    return authors


def _held(head: Head, ply: int) -> bool:
    return head.held is not None and head.held.ply == ply


def _broken_off(head: Head) -> bool:
    return head.stage is Stage.CANCELLED or head.resigned is not None
