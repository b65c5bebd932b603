"""People and chats in memory, for tests."""

from collections.abc import Iterable, Mapping

from service.people import Chat, Person
from service.ports import heard


class MemoryDirectory:
    """`Directory` in one process."""

    def __init__(self) -> None:
        self._people: dict[int, Person] = {}
        self._chats: dict[int, Chat] = {}
        self._wishes: dict[int, set[int]] = {}
        self._heard: dict[tuple[int, int], int] = {}

    async def person(self, person: int) -> Person:
        return self._people.get(person, Person(id=person))

    async def people(self, ids: Iterable[int]) -> Mapping[int, Person]:
        return {person: await self.person(person) for person in ids}

    async def touch_person(self, person: int, **fields: str | int | bool) -> None:
        known = (await self.person(person)).model_dump()
        self._people[person] = Person.model_validate(known | fields)

    async def saw_message(self, person: int, message: int) -> None:
        known = await self.person(person)
        await self.touch_person(person, last_message=max(message, known.last_message))

    async def chat(self, chat: int) -> Chat:
        return self._chats.get(chat, Chat(id=chat))

    async def touch_chat(self, chat: int, **fields: str | int | bool) -> None:
        known = (await self.chat(chat)).model_dump()
        self._chats[chat] = Chat.model_validate(known | fields)

    async def forget(self, person: int) -> None:
        self._people.pop(person, None)
        self._chats.pop(person, None)
        for wishing in self._wishes.values():
            wishing.discard(person)
        self._heard = {key: update for key, update in self._heard.items() if key[1] != person}

    async def wish(self, chat: int, person: int, on: bool) -> None:
        wishing = self._wishes.setdefault(chat, set())
        if on:
            wishing.add(person)
        else:
            wishing.discard(person)

    async def wishing(self, person: int) -> frozenset[int]:
        return frozenset(chat for chat, people in self._wishes.items() if person in people)

    async def turn_wish(self, chat: int, person: int, update: int) -> bool:
        on = person in self._wishes.get(chat, ())
        if heard(self._heard.get((chat, person), 0), update):
            return on
        self._heard[chat, person] = update
        await self.wish(chat, person, not on)
        return not on

    async def wishes(self, chat: int) -> frozenset[int]:
        return frozenset(self._wishes.get(chat, ()))

    async def saw_in(self, chat: int, message: int) -> None:
        known = await self.chat(chat)
        await self.touch_chat(chat, last_message=max(message, known.last_message))
