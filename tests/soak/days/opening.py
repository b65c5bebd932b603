"""Tables of every rule set, with options of all kinds, at every clock: in groups that have a night, and in private."""

from engine.variants import OPTIONS, VARIANTS
from service.apart import open_private
from service.table.clock import CLOCKS
from service.table.commands import Command, SetClock, SetOption, SetVariant, Sit, Start
from service.table.model import Head
from tests.soak.days.habits import Habits
from tests.soak.days.life import Life
from tests.soak.days.people import ZONES

ALL_CLOCKS = (*CLOCKS, "")
USUAL = "1d"
NIGHTS = ("22-8", "0-6", "23-7")


async def move_in(house: Life) -> None:
    """Everybody presses Start."""
    for human in house.people.values():
        await house.container.directory.touch_person(
            human.id,
            name=f"P{human.id % 1000:03}",
            started=True,
            zone=str(human.zone),
            language="en",
            quiet="{}-{}".format(*human.quiet),
            remind=human.remind,
            auto=human.auto,
            at_once=human.at_once,
        )


class Host:
    """Opens tables, one unlike the other."""

    def __init__(self, house: Life, habits: Habits) -> None:
        self._house = house
        self._habits = habits
        self._dice = house.dice

    def opens(self, number: int, at: int) -> None:
        """At that moment, and not with all others."""

        async def opened() -> None:
            await self.open(number)

        self._house.at(at, opened)

    async def open(self, number: int) -> str:
        """A table of a rule set and a clock, by turns; its people sit down and one of them begins."""
        variants = list(VARIANTS)
        variant = variants[number % len(variants)]
        clock = ALL_CLOCKS[(number + number // len(variants)) % len(ALL_CLOCKS)]
        seats = "NESW" if VARIANTS[variant].players == 4 else "NS"
        people = self._dice.sample(await self._within_reach(), len(seats))
        if number % 5 == 0 and len(seats) == 4:
            people = people[:2]  # computers take the rest
        opened = self._in_private if number % 8 == 6 else self._in_a_group
        name = await opened(number, people[0], variant)
        for person, seat in zip(people, seats, strict=False):
            await self._sits(name, person, seat)
        await self._chosen(name, people[0], variant)
        await self._tell(name, SetClock(person=people[0], clock=clock))
        await self._tell(name, Start(person=people[0], revision=(await self._head(name)).revision))
        self._house.tables.append(name)
        self._habits.of_table(number, name)
        return name

    async def _within_reach(self) -> list[int]:
        """Whom the bot may write to: for anybody else's Start a lobby waits."""
        directory = self._house.container.directory
        return [one for one in sorted(self._house.people) if (await directory.person(one)).reachable]

    async def _in_a_group(self, number: int, person: int, variant: str) -> str:
        chat = await self._house.group(number)
        if number % 3 == 1:
            night, zone = NIGHTS[number % len(NIGHTS)], ZONES[number % len(ZONES)]
            await self._house.container.directory.touch_chat(chat, night=night, zone=zone)
        return await self._house.lobby(chat, person, variant)

    async def _in_private(self, number: int, person: int, variant: str) -> str:
        known = await self._house.container.directory.person(person)
        name = await open_private(self._house.container, known, number)
        await self._house.settle()
        await self._tell(name, SetVariant(person=person, variant=variant))
        return name

    async def _sits(self, name: str, person: int, seat: str) -> None:
        head, human = await self._head(name), self._house.people[person]
        if any(chair.person == person for chair in head.chairs.values()):
            return
        sit = Sit(
            person=person,
            revision=head.revision,
            seats=seat,
            name=f"P{person % 1000:03}",
            reachable=True,
            auto=human.auto if human.auto in ("on", "off") else "",
            at_once=human.at_once,
        )
        await self._tell(name, sit)

    async def _chosen(self, name: str, person: int, variant: str) -> None:
        """Every third option is another than the usual one; short matches more often."""
        for option in OPTIONS[variant]:
            others = option.values[1:]
            if self._dice.random() < (0.6 if option.name == "target" else 0.33):
                value = self._dice.choice(others)
                await self._tell(name, SetOption(person=person, option=option.name, value=value))

    async def _tell(self, name: str, command: Command) -> None:
        await self._house.told(name, command)

    async def _head(self, name: str) -> Head:
        return (await self._house.table(name)).head
