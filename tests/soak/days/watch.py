"""What must hold at every moment of a fortnight, and at its end."""

import re
from collections import Counter, defaultdict

from engine.actions import action_text
from engine.notation import parse_record
from engine.verify import check_record
from service.retold import export
from service.table.authors import CLOCK, PERSON
from service.table.model import Head, Stage
from service.table.table import Table, actions_in
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
        self.seen: Counter[str] = Counter()
        """What happened to tables, by what it was."""
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
        self.seen.update(_happened(before.head, after.head))

    def reminded(self, name: str, ply: int, person: int, now: int) -> None:
        """A reminder was sent."""
        self.turns.sent[name, ply, person].append(now)

    def leapt(self, start: int, end: int) -> None:
        """The clock was put forward."""
        self.turns.leaps.append(Span(start, end))

    async def ended(self, whole: bool = True) -> None:
        """At the end: nothing lost, every record true, one live card a chat for a table and always one to move from,
        nobody woken at night; where it was lived to its end, every match is over or asleep."""
        for name in self._house.tables:
            await self._kept(name)
        await self._one_card()
        await self._forgotten()
        await self._carried_over()
        self._quiet()
        self.faults += self._house.stranded
        self.faults += self.turns.judged(self._house.now, _rings(self._house), self._house.tapped)
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

    async def _forgotten(self) -> None:
        """Nothing is kept about whoever wanted that, nothing comes to him, and nothing new says his name."""
        for human in self._house.people.values():
            if not human.forgotten:
                continue
            # Names are of one length: none is another one shortened to fit a column.
            named = re.compile(rf"\bP{human.id % 1000:03}\b")
            for sent in self._house.sent:
                his = human.id in (sent.chat, sent.calls) or named.search(sent.text)
                if sent.at >= human.forgotten and his:
                    self.faults.append(f"{human.id} was forgotten, and is told or named: {sent}")
            kept = await self._house.known_of(human.id)
            self.faults += [f"{human.id} was forgotten, and stands in {what}" for what in kept]

    async def _carried_over(self) -> None:
        """The match of a group that has become a supergroup ends there."""
        for name in self._house.tables:
            head = (await self._house.table(name)).head
            new, at = self._house.migrations.get(head.chat, (0, 0))
            if not new or head.stage is not Stage.OVER or (ended := head.ended_at or 0) <= at:
                continue
            self.seen["ended in a supergroup"] += 1
            if not any(sent.chat == new and sent.at >= ended for sent in self._house.sent):
                self.faults.append(f"{name}: its end was not told in the supergroup {new}")

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


def _rings(house: Life) -> dict[int, list[int]]:
    """By person: when his phone rang in his private chat."""
    found: dict[int, list[int]] = defaultdict(list)
    for sent in house.sent:
        if sent.ring and sent.chat > 0:
            found[sent.chat].append(sent.at)
    return found


def _happened(before: Head, after: Head) -> list[str]:
    """What is not in the moves."""
    found = {
        "fell asleep": before.asleep_at is None and after.asleep_at is not None,
        "woke": before.asleep_at is not None and after.asleep_at is None and after.stage is Stage.PLAYING,
        "paused": before.paused_at is None and after.paused_at is not None,
        "unseen by its group": before.halted_at is None and after.halted_at is not None,
        "given up": before.resigned is None and after.resigned is not None,
        "deals": len(after.deals) > len(before.deals),
    }
    chairs = zip(before.chairs.values(), after.chairs.values(), strict=True)
    away = [now.absent for was, now in chairs if now.absent and was.absent != now.absent]
    return [what for what, so in found.items() if so] + [f"seats {word}" for word in away]


def _held(head: Head, ply: int) -> bool:
    return head.held is not None and head.held.ply == ply


def _broken_off(head: Head) -> bool:
    return head.stage is Stage.CANCELLED or head.resigned is not None
