"""What must hold at every moment of a fortnight, and at its end."""

from collections import Counter

from engine.actions import action_text
from engine.notation import parse_record
from engine.verify import check_record
from service.table.authors import CLOCK, PERSON
from service.table.clock import deadline
from service.table.model import Stage
from service.table.table import Table, actions_in
from service.telegram.callback import TapKind, decode
from service.usecases import export
from tests.soak.days.house import House
from tests.soak.days.people import Span
from tests.soak.days.reminders import Reminders


class Watch:
    """Notes what goes wrong, in words."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.lapses: Counter[str] = Counter()
        self.reminders = Reminders()

    def stepped(self, name: str, before: Table, after: Table, now: int) -> None:
        """One look at a table: a time that was over was acted on, once, and no time that was not."""
        self.reminders.stepped(name, before, after, now)
        made = [fact for fact in after.facts if fact.author == CLOCK]
        if (
            after.match is not None
            and before.match is not None
            and after.match.deal_no == before.match.deal_no
        ):
            made = made[sum(fact.author == CLOCK for fact in before.facts) :]
        over = deadline(before)
        if made:
            self.lapses[name] += len(made)
            if over is None or over > now:
                self.faults.append(f"{name}: a time was called over at {now} that ends at {over}")
            if len(made) > 1:
                self.faults.append(f"{name}: {len(made)} times were over in one look")
        left = deadline(after)
        if left is not None and left <= now:
            self.faults.append(f"{name}: a time that was over at {left} was passed over at {now}")

    async def ended(self, house: House) -> None:
        """At the end: nothing lost, every record true, one live card a chat for a table, nobody woken at night."""
        for name in house.tables:
            await self._kept(house, name)
        self._one_card(house)
        self._quiet(house)
        self.faults += self.reminders.faults(house.people)

    def reminded(self, name: str, ply: int, person: int, now: int) -> None:
        """A reminder was sent."""
        self.reminders.sent[name, ply, person].append(now)

    def leapt(self, start: int, end: int) -> None:
        """The clock was put forward."""
        self.reminders.leaps.append(Span(start, end))

    async def _kept(self, house: House, name: str) -> None:
        facts = actions_in(await house.container.store.facts(name, 0, -1))
        for ply, action in house.acknowledged.get(name, []):
            fact = facts[ply] if ply < len(facts) else None
            if fact is None or fact.author != PERSON or action_text(fact.action) != action:
                self.faults.append(f"{name}: ply {ply} was acknowledged and is not in the record")
        text = await export(house.container, name, everything=True)
        findings = check_record(parse_record(text or ""))
        self.faults += [f"{name}: {finding.what}" for finding in findings]

    def _one_card(self, house: House) -> None:
        for chat, messages in house.messenger.standing.items():
            live: Counter[str] = Counter()
            for message in messages.values():
                taps = (decode(button.data) for row in message.rows for button in row)
                live.update({tap.table for tap in taps if tap is not None and tap.kind is TapKind.ACT})
            self.faults += [f"chat {chat}: {n} live cards of {table}" for table, n in live.items() if n > 1]

    def _quiet(self, house: House) -> None:
        for sent in house.messenger.sent:
            human = house.people.get(sent.chat)
            if human is not None and sent.ring and human.is_quiet(sent.at):
                self.faults.append(f"{human.id} was rung at {human.local(sent.at):%a %H:%M %Z}")

    def stages(self, stages: dict[str, Stage], asleep: set[str]) -> None:
        """In the end every match is over or sleeps."""
        going = [name for name, stage in stages.items() if stage is Stage.PLAYING and name not in asleep]
        self.faults += [f"{name} still runs" for name in going]
