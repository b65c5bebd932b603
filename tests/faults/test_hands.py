"""The hand in the group when a process dies: one live hand for its player, none for anybody else, and nobody is left
without his cards."""

from service.surface import hand_key, mine_key
from tests.faults.worlds import live, make_mortal, ply
from tests.sandbox.client import BEN, CLUB, Json
from tests.telegram.wing.test_hands import card_with_hand, leaked, promote, whispered
from tests.telegram.wing.test_match import move, on_turn
from tests.telegram.wing.world import PEOPLE, World, a_world, buttons


async def alive(world: World, person: int) -> list[Json]:
    """The hands with buttons that he sees in the group."""
    return [one for one in await whispered(world, person) if buttons(one)]


async def private_hands(world: World, person: int, table: str) -> list[Json]:
    """The messages of his private chat that act on a table."""
    seen = await world.control.sees(person, person)
    return [one for one in seen if any(f":{table}:" in b.get("callback_data", "") for b in buttons(one))]


async def test_killed_at_every_step_of_showing_a_hand() -> None:
    """Bot and courier die at the first step after a tap on "My hand", at the second step after the next one and so on,
    until one tap is lived through. A hand that was sent and not remembered stays behind empty."""
    async with a_world() as world:
        table = await world.start(*PEOPLE)
        await move(world, table)
        life, deaths, ended = make_mortal(world), 0, set[str]()
        for number in range(1, 200):
            assert await live(world, lambda: world.turn(61))
            life.begin(None)
            await world.tap(BEN, await card_with_hand(world), "", kind="ha")
            life.begin(number)
            survived = await live(world, world.settle)
            ended.add(life.last)
            life.begin(None)
            deaths += not survived
            await world.container.store.unclaim()  # as the next courier does
            assert await live(world, lambda: world.turn(8))
            assert len(await alive(world, BEN)) == 1, life.last
            assert not [one for one in PEOPLE if one != BEN and await whispered(world, one)]
            assert all(answer is not None for answer in await world.answers(BEN))
            row = await world.container.store.row(table, mine_key(BEN))
            assert row is not None
            assert row.digest and row.sending_since is None
            if survived:
                break
        else:
            raise AssertionError("no tap was lived through")
        assert {
            "after request_opening",
            "after whisper",
            "after edit_whisper",
            "after remove_whisper",
        } <= ended
        assert len(await whispered(world, BEN)) <= 1 + deaths
        assert not await leaked(world, table)


async def test_check_12_a_chat_never_holds_two_live_hand_cards_of_one_table() -> None:
    """Bot, worker and courier die in every move of most of a deal: in the end each chat holds one card of the table
    that can be played from, in private as in the group."""
    async with a_world() as world:
        await promote(world)
        table = await world.start(*PEOPLE)
        life = make_mortal(world)
        for number in range(1, 25):
            person = await on_turn(world, table)
            assert person is not None
            before = await ply(world, table)
            (hand,) = await alive(world, person)
            data = next(
                d
                for b in buttons(hand)
                if (d := b.get("callback_data", "")).startswith("a:") and "(" not in b["text"]
            )
            await world.control.tap(person, hand, data)
            life.begin(3 * number)
            await live(world, world.settle)
            life.begin(None)
            assert await live(world, lambda: world.turn(45))
            assert await ply(world, table) == before + 1
            for one in PEOPLE:
                assert len(await alive(world, one)) <= 1
                # A send whose answer died with its courier is made once more: the card before it goes all the same.
                cards = await private_hands(world, one, table)
                row = await world.container.store.row(table, hand_key(one))
                assert row is not None
                assert row.message == cards[-1]["id"]
                assert len(cards) <= 2
        assert not await leaked(world, table)


async def test_a_hand_of_the_group_goes_with_a_courier_that_was_killed_before_it_was_removed(
    world: World,
) -> None:
    """The deal ends, the courier dies after it has removed the message and before it wrote that down."""
    table = await world.start(*PEOPLE)
    await world.tap(BEN, await card_with_hand(world), "", kind="ha")
    await world.settle()
    assert await alive(world, BEN)
    row = await world.container.store.row(table, mine_key(BEN))
    assert row is not None and row.message is not None
    target = {"chat_id": CLUB, "receiver_user_id": BEN, "ephemeral_message_id": row.message}
    await world.bot.do_api_request("deleteEphemeralMessage", target)
    for _ in range(12):
        await move(world, table)
        await world.turn(3)
    row = await world.container.store.row(table, mine_key(BEN))
    assert row is not None and row.message is None
    assert not await whispered(world, BEN)
