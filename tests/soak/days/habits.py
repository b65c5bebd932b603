"""What people do beside playing a card: plan, claim, take back, nudge, pause, leave, be replaced, give up, go away."""

from collections.abc import Awaitable, Callable

from engine.actions import ActionKind, action_text
from engine.cards import SUIT_LETTERS, card_code, cards_of
from engine.match import Phase, to_act
from engine.observation import Observation, claim, observation
from engine.players import LEVELS
from service.table.commands import (
    AcceptResign,
    Arrive,
    Cancel,
    Holiday,
    KeepPlaying,
    Leave,
    Nudge,
    Oust,
    Pause,
    Resign,
    Resume,
    Return,
    SetPlan,
    StopAfter,
    Swap,
    TakeBack,
    TakeOver,
)
from service.table.moments import moment
from service.table.table import Table
from service.usecases import house as told_by_the_house
from tests.soak.days.life import Life, Step
from tests.soak.days.people import DAY, HOUR, SECOND, Human

CLAIMS, PLANS, SLIPS = 0.5, 0.2, 0.04
"""How often somebody claims who can, plans after a move, or takes a move back."""
PATIENT = 0.7
"""How often somebody leaves a match alone that is paused."""


class Habits:
    """Of everybody at every table."""

    def __init__(self, house: Life) -> None:
        self._house = house
        self._dice = house.dice
        house.acts = self.acts
        for human in house.people.values():
            self._of(human)

    # --- a turn ---

    async def acts(self, name: str, ply: int, human: Human) -> None:
        """He looks at his card and taps, if it is still his turn."""
        house, table = self._house, await self._house.table(name)
        if not _his_turn(table, ply, human.id):
            return
        if table.head.paused_at is not None and self._dice.random() < PATIENT:
            house.at(house.now + 3 * HOUR, _later(self.acts, name, ply, human))
            return
        obs = _sees(table, human.id)
        action = self._choice(obs)
        done = await house.taps(name, ply, human, action)
        if done is None:
            house.at(house.now + 3 * HOUR, _later(self.acts, name, ply, human))
            return
        house.acknowledged.setdefault(name, {})[ply] = done
        if self._dice.random() < SLIPS:
            house.at(house.now + 5 * SECOND, _later(self._takes_back, name, ply, human))
        elif self._dice.random() < PLANS:
            house.at(house.now + 15 * SECOND, _later(self._plans, name, human))

    def _choice(self, obs: Observation) -> str:
        if self._dice.random() < CLAIMS and claim(obs) is not None:
            return ActionKind.CLAIM.value
        return action_text(LEVELS["novice"](obs, 1, obs.ply))

    async def _takes_back(self, name: str, ply: int, human: Human) -> None:
        if await self._house.say(name, TakeBack(person=human.id, ply=ply)):
            del self._house.acknowledged[name][ply]
            self._house.at(self._house.now + 20 * SECOND, _later(self.acts, name, ply, human))

    async def _plans(self, name: str, human: Human) -> None:
        """A card for a suit that may be led next, or what to say next."""
        table = await self._house.table(name)
        if human.id not in table.present or table.match is None or table.match.deal is None:
            return
        obs = _sees(table, human.id)
        what, value = self._line(obs)
        await self._house.say(
            name,
            SetPlan(person=human.id, deal=obs.deal_no, moment=moment(obs), what=what, value=value),
        )

    def _line(self, obs: Observation) -> tuple[str, str]:
        if obs.phase is not Phase.PLAYING:
            return self._dice.choice((("passing", "on"), ("second", "pass")))
        card = self._dice.choice(cards_of(obs.hand) or (0,))
        return self._dice.choice(SUIT_LETTERS), card_code(card)

    # --- a table ---

    def of_table(self, number: int, name: str) -> None:
        """What will happen there beside the game."""
        plans: dict[int, Callable[[str], Awaitable[None]]] = {
            0: self._leaves_and_returns,
            1: self._pauses,
            2: self._is_taken_over,
            3: self._is_replaced,
            4: self._pauses,
            5: self._gives_up,
            6: self._stops,
            7: self._is_shut,
            8: self._breaks_off,
            9: self._swaps,
            10: self._grows,
        }
        for ahead in (number % 11, number // 11 % 13):
            if (plan := plans.get(ahead)) is not None:
                self._after(0.2, 6, plan, name)
        for _ in range(3):
            self._after(0.1, 10, self._is_nudged, name)

    def _after(self, least: float, most: float, step: Callable[[str], Awaitable[None]], name: str) -> None:
        """In so many days."""
        when = self._house.now + int(self._dice.uniform(least, most) * DAY)
        self._house.at(when, _later(step, name))

    async def _anybody(self, name: str) -> tuple[Table, list[int]]:
        table = await self._house.table(name)
        return table, self._dice.sample(table.present, len(table.present))

    async def _is_nudged(self, name: str) -> None:
        table, people = await self._anybody(name)
        if people and table.match is not None:
            await self._house.say(name, Nudge(person=people[0], ply=table.match.ply))

    async def _leaves_and_returns(self, name: str) -> None:
        _, people = await self._anybody(name)
        if people and await self._house.say(name, Leave(person=people[0])):

            async def back(name: str) -> None:
                await self._house.say(name, Return(person=people[0]))

            self._after(0.1, 2, back, name)

    async def _pauses(self, name: str) -> None:
        """All agree, or one turns it down; in the end somebody lets the clock run on."""
        _, people = await self._anybody(name)
        for person in people:
            await self._house.say(name, Pause(person=person))

        async def run_on(name: str) -> None:
            table, people = await self._anybody(name)
            if people:
                await self._house.say(name, Resume(person=people[0]))
            elif table.head.paused_at is not None:
                self._after(0.5, 1, run_on, name)

        self._after(0.1, 2, run_on, name)

    async def _is_taken_over(self, name: str) -> None:
        """Somebody leaves for good, and a stranger takes his seat."""
        table, people = await self._anybody(name)
        if people and await self._house.say(name, Leave(person=people[0])):
            self._strangers(name, table.letter_of(people[0]) or "")

    async def _is_replaced(self, name: str) -> None:
        """All others vote somebody out."""
        table, people = await self._anybody(name)
        if len(people) < 3:
            return
        letter = table.letter_of(people[0]) or ""
        for person in people[1:]:
            await self._house.say(name, Oust(person=person, seat=letter))
        self._strangers(name, letter)

    def _strangers(self, name: str, letter: str) -> None:
        async def comes(name: str) -> None:
            table = await self._house.table(name)
            strangers = set(self._house.people) - set(table.people)
            person = self._dice.choice([p for p in sorted(strangers) if not self._house.people[p].forgotten])
            known = await self._house.container.directory.person(person)
            await self._house.say(
                name,
                TakeOver(
                    person=person, seat=letter, name=known.name, reachable=known.reachable, **known.habits
                ),
            )

        self._after(0.02, 1, comes, name)

    async def _gives_up(self, name: str) -> None:
        """One side offers the match; the other takes it, or plays on."""
        table, people = await self._anybody(name)
        if not people:
            return
        side = int(self._dice.random() < 0.5)
        mine = [one for one in people if (table.seat_of(one) or 0) % 2 == side]
        for person in mine:
            await self._house.say(name, Resign(person=person))
            await self._house.settle()
        for person in set(people) - set(mine):
            await self._house.say(name, AcceptResign(person=person))

    async def _swaps(self, name: str) -> None:
        """Two people change seats before the next deal."""
        table, people = await self._anybody(name)
        letters = "".join(table.letter_of(person) or "" for person in people[:2])
        for person in people if len(letters) == 2 else ():
            await self._house.say(name, Swap(person=person, seats=letters))

    async def _stops(self, name: str) -> None:
        _, people = await self._anybody(name)
        for person in people:
            await self._house.say(name, StopAfter(person=person))

    async def _breaks_off(self, name: str) -> None:
        """All but one would end it, and he would not; a day later all would."""
        _, people = await self._anybody(name)
        for person in people[1:]:
            await self._house.say(name, Cancel(person=person, running=True))
        if people:
            await self._house.say(name, KeepPlaying(person=people[0]))

        async def all_would(name: str) -> None:
            for person in (await self._anybody(name))[1]:
                await self._house.say(name, Cancel(person=person, running=True))

        self._after(3, 6, all_would, name)

    async def _is_shut(self, name: str) -> None:
        """The bot may not write in the group for a while."""
        chat = (await self._house.table(name)).head.chat
        if chat > 0:
            return
        await self._house.shut(chat, True)

        async def opened(name: str) -> None:
            await self._house.shut(chat, False)

        self._after(0.1, 1, opened, name)

    async def _grows(self, name: str) -> None:
        """The group becomes a supergroup: the bot is told, or finds out by writing there."""
        chat = (await self._house.table(name)).head.chat
        if chat < 0:
            await self._house.migrate(chat, told=self._dice.random() < 0.5)

    # --- a person ---

    def _of(self, human: Human) -> None:
        house = self._house
        for span in human.blocks:
            house.at(span.start, _later(self._blocks, human.id, True))
            house.at(span.end, _later(self._blocks, human.id, False))
        if human.holiday is not None:
            house.at(human.holiday.start, _later(self._rests, human.id, human.holiday.end))
            if human.home < human.holiday.end:
                house.at(human.home, _later(self._rests, human.id, 0))
        if human.leaves:
            house.at(human.leaves, _later(house.forget, human.id))

    async def _rests(self, person: int, until: int) -> None:
        container = self._house.container
        if self._house.people[person].forgotten:
            return
        await container.directory.touch_person(person, vacation_until=until)
        for name in await container.store.tables_of(person):
            await told_by_the_house(container, name, Holiday(person=person, until=until))

    async def _blocks(self, person: int, blocked: bool) -> None:
        house = self._house
        if house.people[person].forgotten:
            return
        await house.block(person, blocked)
        await house.container.directory.touch_person(person, blocked=blocked)
        for name in await house.container.store.tables_of(person):
            await told_by_the_house(house.container, name, Arrive(person=person, reachable=not blocked))
            if not blocked and (await house.table(name)).head.apart:
                await house.settle()
                await house.say(name, Return(person=person))


def _his_turn(table: Table, ply: int, person: int) -> bool:
    if table.match is None or table.match.ply != ply or person not in table.present:
        return False
    seat = to_act(table.match)
    return seat is not None and table.chair(seat).person == person


def _sees(table: Table, person: int) -> Observation:
    assert table.match is not None
    return observation(table.match, table.seat_of(person))


def _later(step: Callable[..., Awaitable[None]], *arguments: object) -> Step:
    async def stepped() -> None:
        await step(*arguments)

    return stepped
