"""Nothing is confirmed before it is stored; one chat in order, chats side by side."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace

import httpx
import pytest
import pytest_asyncio
from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, NetworkError, TelegramError

from service.ports import StoreDown
from service.telegram.intake import Offsets, Poller
from service.telegram.mailbox import POISON, WAITING, Mailboxes, Rest
from service.telegram.webhook import PROOF_HEADER, webhook_app, webhook_path
from tests.workers.test_courier import until

ANNA, BEN = 7, 8
Doing = Callable[[Update, int], Awaitable[None]]


def update(number: int, chat: int = ANNA) -> Update:
    user = {"id": chat, "is_bot": False, "first_name": "A"}
    content = {"message_id": 1, "date": 0, "chat": {"id": chat, "type": "private"}, "from": user, "text": "x"}
    made = Update.de_json({"update_id": number, "message": content}, None)
    assert made is not None
    return made


async def at_once(seconds: float) -> None:
    await asyncio.sleep(0)


@pytest_asyncio.fixture
async def tasks() -> AsyncIterator[asyncio.TaskGroup]:
    async with asyncio.TaskGroup() as group:
        yield group


# offsets


def test_the_offset_stays_at_what_is_in_hand() -> None:
    assert Offsets().confirmed is None
    offsets = Offsets()
    assert list(offsets.arrived([5, 6, 7])) == [5, 6, 7]
    offsets.settle(6)
    assert offsets.confirmed == 5
    offsets.settle(5)
    assert offsets.confirmed == 7
    offsets.settle(7)
    assert offsets.confirmed == 8


def test_what_comes_again_is_recognised() -> None:
    offsets = Offsets()
    offsets.arrived([5, 6])
    offsets.settle(6)
    assert list(offsets.arrived([5, 6, 7])) == [7]


def test_what_settles_while_an_answer_is_on_its_way_is_not_taken_again() -> None:
    offsets = Offsets()
    offsets.ask()
    offsets.arrived([5, 6])
    assert offsets.ask() == 5
    offsets.settle(5)
    offsets.settle(6)
    assert list(offsets.arrived([5, 6, 7])) == [7], "asked before they were settled"
    assert offsets.ask() == 7
    offsets.settle(7)
    assert list(offsets.arrived([7, 8])) == [8]


def test_ids_that_begin_anew_are_new() -> None:
    offsets = Offsets()
    offsets.arrived([500])
    offsets.settle(500)
    assert offsets.ask() == 501
    assert list(offsets.arrived([3, 4])) == [3, 4]
    assert offsets.confirmed == 3
    offsets.settle(3)
    offsets.settle(4)
    assert offsets.confirmed == 5


# polling


class Gone(Exception):
    """The test has seen enough."""


@pytest.mark.parametrize(("error", "most"), [(Conflict("another polls"), 1.0), (NetworkError("away"), 15.0)])
async def test_who_polls_beside_another_bot_is_back_soon(
    tasks: asyncio.TaskGroup, error: TelegramError, most: float
) -> None:
    """In a rolling update two poll for as long as it takes. When the old one stops, taps are answered in time; where
    Telegram is away, it is asked ever more seldom."""
    pauses = list[float]()

    class Refusing:
        async def fetch(self, **_: object) -> None:
            raise error

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 30:
            raise Gone

    poller = Poller(Refusing(), Mailboxes(handled, tasks), sleep)  # type: ignore[arg-type]
    with pytest.raises(Gone):
        await poller.run()
    assert max(pauses) == most


async def handled(one: Update, attempt: int) -> None:
    pass


# mailboxes


async def test_one_chat_in_order_and_no_chat_waits_for_another(tasks: asyncio.TaskGroup) -> None:
    gate, done = asyncio.Event(), list[int]()

    async def handle(one: Update, attempt: int) -> None:
        if one.update_id == 1:
            await gate.wait()
        done.append(one.update_id)

    boxes = Mailboxes(handle, tasks)
    slow, behind, other = boxes.put(update(1)), boxes.put(update(2)), boxes.put(update(3, BEN))
    await other
    assert done == [3]
    gate.set()
    await asyncio.gather(slow, behind)
    assert done == [3, 1, 2]


async def test_what_is_stored_is_settled_when_it_is_answered_and_no_sooner(tasks: asyncio.TaskGroup) -> None:
    """A bot that dies meanwhile must find it again. It is not taken twice, and the way out waits for the answer."""
    gate, tried, done = asyncio.Event(), list[int](), list[int]()

    async def handle(one: Update, attempt: int) -> Rest:
        async def rest() -> None:
            await gate.wait()
            done.append(one.update_id)

        tried.append(one.update_id)
        return rest

    boxes = Mailboxes(handle, tasks)
    one, two = boxes.put(update(1)), boxes.put(update(2))
    await until(lambda: tried == [1, 2])
    assert boxes.put(update(1)) is one, "the next of the chat did not wait, and this one is known"
    assert not one.done() and not two.done()
    leaving = asyncio.create_task(boxes.emptied(5))
    await asyncio.sleep(0)
    assert not leaving.done()
    gate.set()
    assert await leaving
    assert one.done() and two.done()
    assert (tried, done) == ([1, 2], [1, 2])


async def test_what_fails_after_the_settling_harms_nobody(tasks: asyncio.TaskGroup) -> None:
    tries = list[int]()

    async def handle(one: Update, attempt: int) -> Rest:
        tries.append(one.update_id)

        async def rest() -> None:
            raise StoreDown if one.update_id == 1 else ValueError

        return rest

    boxes = Mailboxes(handle, tasks)
    await asyncio.gather(*(boxes.put(update(number)) for number in (1, 2, 3)))
    assert await boxes.emptied(5)
    assert tries == [1, 2, 3]


async def test_a_store_that_is_down_settles_nothing_and_keeps_the_order(tasks: asyncio.TaskGroup) -> None:
    tries, done = list[int](), list[int]()

    async def handle(one: Update, attempt: int) -> None:
        tries.append(attempt)
        if one.update_id == 1 and attempt < 4:
            raise StoreDown
        done.append(one.update_id)

    boxes = Mailboxes(handle, tasks, sleep=at_once)
    await asyncio.gather(boxes.put(update(1)), boxes.put(update(2)))
    assert done == [1, 2]
    assert tries == [0, 1, 2, 3, 4, 0]


async def test_who_waits_behind_what_cannot_be_stored_is_told_so_once(tasks: asyncio.TaskGroup) -> None:
    """Those that waited before, those that come later, no other chat's; and their own first try is silent."""
    down, tries, told = asyncio.Event(), list[tuple[int, int]](), list[int]()

    async def handle(one: Update, attempt: int) -> None:
        if one.update_id == 4:
            return
        tries.append((one.update_id, attempt))
        if not down.is_set():
            raise StoreDown

    async def doubt(one: Update) -> None:
        told.append(one.update_id)

    boxes = Mailboxes(handle, tasks, sleep=at_once, doubt=doubt)
    early = [boxes.put(update(number)) for number in (1, 2)]
    await until(lambda: told == [2])
    early += [boxes.put(update(3)), boxes.put(update(4, BEN))]
    await until(lambda: len(tries) > 5 and told == [2, 3])
    down.set()
    await asyncio.gather(*early)
    assert told == [2, 3], "the first is told by its handler"
    assert (1, 0) in tries
    assert [one for one in tries if one[0] > 1] == [(2, 1), (3, 1)]


async def test_an_update_that_cannot_be_handled_is_given_up(tasks: asyncio.TaskGroup) -> None:
    tries = list[int]()

    async def handle(one: Update, attempt: int) -> None:
        tries.append(one.update_id)
        if one.update_id == 1:
            raise ValueError

    boxes = Mailboxes(handle, tasks, sleep=at_once)
    await asyncio.gather(boxes.put(update(1)), boxes.put(update(2)))
    assert tries == [1] * POISON + [2]


async def test_a_token_that_telegram_takes_no_longer_ends_the_process_and_loses_no_update() -> None:
    async def handle(one: Update, attempt: int) -> None:
        raise InvalidToken

    settled: asyncio.Future[None] | None = None
    with pytest.raises(ExceptionGroup) as ended:
        async with asyncio.TaskGroup() as tasks:
            settled = Mailboxes(handle, tasks, sleep=at_once).put(update(1))
    assert ended.group_contains(InvalidToken)
    assert settled is not None and not settled.done(), "it comes again when the token is right"


async def test_hammering_is_let_go(tasks: asyncio.TaskGroup) -> None:
    gate, done = asyncio.Event(), list[int]()

    async def handle(one: Update, attempt: int) -> None:
        await gate.wait()
        done.append(one.update_id)

    boxes = Mailboxes(handle, tasks)
    settled = [boxes.put(update(number)) for number in range(WAITING + 20)]
    gate.set()
    await asyncio.gather(*settled)
    assert done == list(range(WAITING))


async def test_what_is_in_hand_is_taken_once(tasks: asyncio.TaskGroup) -> None:
    gate, done = asyncio.Event(), list[int]()

    async def handle(one: Update, attempt: int) -> None:
        await gate.wait()
        done.append(one.update_id)

    boxes = Mailboxes(handle, tasks)
    assert boxes.put(update(1)) is boxes.put(update(1))
    gate.set()
    assert await boxes.emptied(5)
    assert done == [1]


# webhook


SECRET = "s" * 32


@pytest_asyncio.fixture
async def hook(tasks: asyncio.TaskGroup) -> AsyncIterator[tuple[httpx.AsyncClient, list[int]]]:
    done = list[int]()

    async def handle(one: Update, attempt: int) -> None:
        if one.update_id == 9 and attempt < 2:
            raise StoreDown
        done.append(one.update_id)

    app = webhook_app(Bot("1:x"), Mailboxes(handle, tasks, sleep=at_once), "/hook", SECRET)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
        yield client, done


async def test_the_webhook_says_200_when_it_is_stored(hook: tuple[httpx.AsyncClient, list[int]]) -> None:
    client, done = hook
    proof = {PROOF_HEADER: SECRET}
    assert (await client.post("/hook", content=update(9).to_json(), headers=proof)).status_code == 200
    assert done == [9]


@pytest.mark.parametrize(
    ("proof", "body", "status"),
    [
        ("", "{}", 403),
        ("wrong", "{}", 403),
        (SECRET, "rubbish", 400),
        (SECRET, "[" * 100_000, 400),
        (SECRET, '{"update_id": "7"}', 400),
        (SECRET, '{"update_id": 7, "x": "' + "x" * (1 << 20) + '"}', 400),
    ],
)
async def test_the_webhook_believes_nobody(
    hook: tuple[httpx.AsyncClient, list[int]], proof: str, body: str, status: int
) -> None:
    client, done = hook
    answer = await client.post("/hook", content=body, headers={PROOF_HEADER: proof})
    assert answer.status_code == status
    assert done == []


async def test_the_webhooks_secret_is_compared_in_constant_time(
    hook: tuple[httpx.AsyncClient, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much of it was guessed, and whatever else it is."""
    client, _ = hook
    asked = list[bytes]()

    def compared(given: bytes, secret: bytes) -> bool:
        asked.append(given)
        return hmac.compare_digest(given, secret)

    monkeypatch.setattr("service.telegram.webhook.hmac", SimpleNamespace(compare_digest=compared))
    for given in (b"", SECRET[:-1].encode(), SECRET.encode() * 9, b"\xff\xfe", SECRET.upper().encode()):
        answer = await client.post("/hook", content="{}", headers=[(PROOF_HEADER.encode(), given)])
        assert answer.status_code == 403
    assert len(asked) == 5


def test_the_webhooks_path_is_the_public_one() -> None:
    assert webhook_path("https://example.org/a/b") == "/a/b"
    assert webhook_path("https://example.org") == "/"


async def test_what_cannot_be_read_is_let_go(hook: tuple[httpx.AsyncClient, list[int]]) -> None:
    """A library and a server of different ages: a poll without a field the library insists on."""
    client, done = hook
    body = '{"update_id": 5, "poll": {"id": "1"}}'
    answer = await client.post("/hook", content=body, headers={PROOF_HEADER: SECRET})
    assert answer.status_code == 200
    assert done == []
