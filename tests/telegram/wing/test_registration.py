"""What Telegram shows of the bot by itself, in the reader's language and by kind of chat."""

import pytest
from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from service.telegram.registration import register
from service.telegram.texts import languages
from tests.telegram.wing.world import World


async def calls(world: World, method: str) -> int:
    return sum(call["method"] == method for call in await world.control.log())


async def test_each_kind_of_chat_lists_what_works_there(world: World) -> None:
    await register(world.bot)
    private = await world.bot.get_my_commands(BotCommandScopeAllPrivateChats())
    group = await world.bot.get_my_commands(BotCommandScopeAllGroupChats())
    assert {"games", "rules", "help"} <= {one.command for one in private}
    assert {"belote", "table", "cancel"} <= {one.command for one in group}
    names = {one.command for one in private}
    assert "belote" not in names
    assert {"play", "cancel", "leave"} <= names, "tables without a group are opened and ended here"


async def test_everybody_reads_his_own_language(world: World) -> None:
    await register(world.bot)
    seen = set()
    for language in languages():
        code = None if language == "en" else language
        listed = await world.bot.get_my_commands(BotCommandScopeAllGroupChats(), language_code=code)
        seen.add(listed[0].description)
        long = await world.bot.get_my_description(language_code=code)
        short = await world.bot.get_my_short_description(language_code=code)
        assert 0 < len(long.description) <= 512
        assert 0 < len(short.short_description) <= 120
        seen |= {long.description, short.short_description}
    assert len(seen) == 3 * len(languages())


@pytest.mark.parametrize("method", ["setMyCommands", "setMyDescription", "setMyShortDescription"])
async def test_a_second_start_changes_nothing(world: World, method: str) -> None:
    await register(world.bot)
    first = await calls(world, method)
    assert first >= len(languages())
    await register(world.bot)
    assert await calls(world, method) == first


async def test_an_older_list_goes(world: World) -> None:
    await world.bot.set_my_commands([BotCommand("poker", "No longer")])
    await register(world.bot)
    assert not await world.bot.get_my_commands()


async def test_what_telegram_refuses_does_not_keep_the_bot_from_starting(world: World) -> None:
    await world.control.do("faults", method="setMyDescription", code=429, retry_after=9000)
    await register(world.bot)
    assert not (await world.bot.get_my_description()).description
    assert await world.bot.get_my_commands(BotCommandScopeAllGroupChats())
