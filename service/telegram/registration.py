"""What Telegram shows of the bot by itself: its commands, per language and kind of chat."""

import structlog
from telegram import Bot, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.error import TelegramError

from service.telegram.errors import judge
from service.telegram.texts import SOURCE, languages, tongue
from service.telegram.views import commands

log = structlog.get_logger(__name__)

SCOPES = {
    BotCommandScopeAllGroupChats(): frozenset(
        {"belote", "table", "leave", "cancel", "games", "rules", "help"}
    ),
    BotCommandScopeAllPrivateChats(): frozenset({"games", "leave", "rules", "help"}),
}


async def register(bot: Bot) -> None:
    """Set the lists. A comfort: where Telegram refuses, the commands work all the same."""
    for language in languages():
        for scope, names in SCOPES.items():
            listed = [one for one in commands(tongue(language)) if one[0] in names]
            try:
                # The source language is what everybody else sees, too.
                await bot.set_my_commands(
                    listed, scope, language_code=None if language == SOURCE else language
                )
            except TelegramError as error:
                log.warning("commands not set", language=language, outcome=judge(error).outcome.value)
