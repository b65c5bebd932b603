"""The local Telegram: a Bot API server and a chat page on 127.0.0.1, for playing without a bot token.

It knows Telegram, not the game: nothing of the project is imported here.
"""
