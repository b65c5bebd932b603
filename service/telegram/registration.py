"""What Telegram shows of the bot by itself: its commands by kind of chat, its texts, the button beside the input line.

All in every language. It is read first and written only where it differs: Telegram allows few changes of this kind,
and a bot that is started often would meet that limit.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, Protocol

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
    MenuButtonCommands,
)
from telegram.error import TelegramError

from service.telegram.errors import judge
from service.telegram.help import GROUP, PRIVATE, commands, description, short_description
from service.telegram.texts import SOURCE, Tongue, languages, tongue

log = structlog.get_logger(__name__)

SCOPES: Mapping[str, BotCommandScope] = {
    PRIVATE: BotCommandScopeAllPrivateChats(),
    GROUP: BotCommandScopeAllGroupChats(),
}


class _Ask(Protocol):
    async def __call__(self, *, language_code: str | None) -> object: ...


class _Text(NamedTuple):
    """One of the bot's texts: the words, how Telegram's own are read, and how they are set."""

    field: str
    words: Callable[[Tongue], str]
    read: _Ask
    write: Callable[..., Awaitable[bool]]


async def register(bot: Bot) -> None:
    """Set what differs. A comfort: where Telegram refuses, everything works all the same."""
    texts = (
        _Text("description", description, bot.get_my_description, bot.set_my_description),
        _Text(
            "short_description",
            short_description,
            bot.get_my_short_description,
            bot.set_my_short_description,
        ),
    )
    for language in languages():
        for kind in SCOPES:
            await _tried("commands", _list_commands(bot, kind, language))
        for text in texts:
            await _tried(text.field, _put(text, language))
    await _tried("everywhere", _forget_default(bot))
    await _tried("menu", _menu(bot))


async def _tried(what: str, step: Awaitable[None]) -> None:
    try:
        await step
    except TelegramError as error:
        log.warning("not registered", what=what, outcome=judge(error).outcome.value)


def _code(language: str) -> str | None:
    """The source language is what everybody else sees, too."""
    return None if language == SOURCE else language


async def _list_commands(bot: Bot, kind: str, language: str) -> None:
    listed = tuple(BotCommand(*one) for one in commands(tongue(language), kind))
    if tuple(await bot.get_my_commands(SCOPES[kind], language_code=_code(language))) != listed:
        await bot.set_my_commands(listed, SCOPES[kind], language_code=_code(language))


async def _put(text: _Text, language: str) -> None:
    words = text.words(tongue(language))
    if getattr(await text.read(language_code=_code(language)), text.field) != words:
        await text.write(words, language_code=_code(language))


async def _forget_default(bot: Bot) -> None:
    """Commands of an earlier life of this bot would show where no list of ours applies, in channels for one."""
    if await bot.get_my_commands(BotCommandScopeDefault()):
        await bot.delete_my_commands(BotCommandScopeDefault())


async def _menu(bot: Bot) -> None:
    if (await bot.get_chat_menu_button()).type != MenuButtonCommands().type:
        await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
