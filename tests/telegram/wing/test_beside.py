"""Another bot, aiogram's, in the group where Rebelote's game runs: neither is confused by the other."""

from tests.sandbox.client import ANNA, BEN, CLUB
from tests.sandbox.second import NAME, TITLE, votes
from tests.sandbox.validation import assert_valid_log
from tests.telegram.wing.test_match import move, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons


async def test_two_bots_in_one_group(world: World) -> None:
    url = str(world.bot.base_url).partition("/bot")[0]
    async with votes(url, world.control) as second:
        table = await world.start(*PEOPLE)
        ballot = await second.ballot()
        for person in PEOPLE:
            await world.control.tap(person, ballot, "yes", wait=5)
            await move(world, table)
        await world.control.say(BEN, CLUB, "/table")
        await world.settle()
        # A button of the other bot's with data as ours has it, and ours after it.
        toast = await world.control.tap(BEN, ballot, "si:aaaaaaaaaa:0:N", wait=5)
        assert toast["answer"]["text"] == "Closed"
        await play_deal(world, table)

        seen = await world.control.sees(ANNA, CLUB)
        assert not [m for m in seen if m["from"]["name"] == TITLE], "its only message is deleted"
        cards = [m for m in seen if m["from"]["name"] == "Rebelote" and buttons(m)]
        assert "Gabe 2" in cards[-1]["text"]
        assert buttons(cards[-2])[0]["callback_data"].startswith("wh:"), "the first deal's sheet"
        now = (await view_of(world, table)).seen
        assert now is not None and now.deal_no == 2
        assert second.tapped == ["yes"] * 4 + ["si:aaaaaaaaaa:0:N"]
        assert [text for text in second.said if not text.startswith("/belote")] == [f"/vote@{NAME}", "/table"]
        assert second.errors == []
        assert_valid_log(await world.control.look("log", bot=NAME))


async def test_a_command_of_the_other_is_none_of_ours(world: World) -> None:
    url = str(world.bot.base_url).partition("/bot")[0]
    async with votes(url, world.control) as second:
        await world.control.say(ANNA, CLUB, f"/belote@{NAME}")
        await world.settle()
        await second.until(lambda: f"/belote@{NAME}" in second.said)
        assert not [m for m in await world.control.sees(ANNA, CLUB) if buttons(m)], "no table"
        await world.control.say(ANNA, CLUB, "/vote")
        await world.settle()
        await second.until(lambda: "/vote" in second.said)
        assert second.errors == []
        assert not await world.calls("sendMessage"), "an unknown command in a group is left to whom it is for"
