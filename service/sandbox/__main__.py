"""python -m service.sandbox --port 8080 --data DIR --token T [--no-limits]"""

import argparse
import os
from pathlib import Path

from service.sandbox.sandbox import Config
from service.sandbox.server import serve

#: Of the right form, and worth nothing anywhere.
LOCAL_BOT = "1000000001:a-token-for-the-local-Telegram-only"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m service.sandbox", description="A local Telegram.")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--data", type=Path, help="folder to keep the chats in; without it nothing is kept")
    parser.add_argument("--token", default=LOCAL_BOT)
    parser.add_argument("--bot-username", default=Config.bot_username)
    parser.add_argument("--bot-name", default=Config.bot_name)
    parser.add_argument("--no-limits", action="store_true", help="switch off Telegram's rate limits")
    options = parser.parse_args()
    if os.environ.get("TELEGRAM_BOT_TOKEN"):
        parser.exit(
            1, "TELEGRAM_BOT_TOKEN is set: the local Telegram is for playing without one. Unset it first.\n"
        )
    config = Config(options.token, options.bot_name, options.bot_username, limits=not options.no_limits)
    serve(config, port=options.port, data_dir=options.data)


if __name__ == "__main__":
    main()
