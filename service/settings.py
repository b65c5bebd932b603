"""Settings from the environment. A wrong one stops the start with one line that names it."""

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import Any, Self
from zoneinfo import available_timezones

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "REBELOTE_"
LOCAL_TOKEN = "1000000001:a-token-for-the-local-Telegram-only"  # noqa: S105 - opens nothing anywhere
"""What the bot calls itself by at the local Telegram."""


REDIS_SCHEMES = ("redis://", "rediss://", "unix://")
PATTERNS = {
    "telegram_url": "must be an address that begins with http:// or https://",
    "key_prefix": "must be up to 32 of A-Z a-z 0-9 _ . - with a colon behind them",
    "server_memory": "must be a number with its unit behind it, like 256mb or 2gb",
    "webhook_url": "must begin with https://",
}
"""What a setting's pattern asks for, in words."""
LANGUAGES = (
    "en",
    *sorted(p.parent.parent.name for p in Path(__file__).parent.glob("locales/*/LC_MESSAGES/*.po")),
)
"""What the bot speaks: the source's language, and each that has a catalogue."""


class Misconfigured(Exception):
    """The start must stop. The message is one line for the operator: what is wrong, and which setting says so."""


class LogFormat(StrEnum):
    """How log lines are written."""

    CONSOLE = "console"
    JSON = "json"


class LogLevel(StrEnum):
    """From which weight on log lines are written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Sync(StrEnum):
    """When the embedded server's writes reach the disk (`appendfsync`)."""

    ALWAYS = "always"
    EVERY_SECOND = "everysec"


class Settings(BaseSettings):
    """Everything that can be set. Times are in the unit their name ends with."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        frozen=True,
        extra="ignore",
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    telegram_bot_token: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices("TELEGRAM_BOT_TOKEN", f"{PREFIX}TELEGRAM_BOT_TOKEN"),
        description="The bot's token from @BotFather. Without it the local Telegram is served instead.",
    )
    telegram_url: str = Field(
        "https://api.telegram.org",
        pattern=r"^https?://[^\s/]+(/.*)?$",
        description="Where the Bot API is, for those who run their own Bot API server.",
    )
    redis_url: SecretStr | None = Field(
        None,
        validation_alias=AliasChoices(f"{PREFIX}REDIS_URL", "REDIS_URL"),
        description="Redis or Valkey: `redis://`, `rediss://` (TLS) or `unix://`, password included. "
        "Without it `rebelote run` starts a server of its own in the data folder.",
    )
    redis_timeout_s: float = Field(
        1.0, gt=0, le=30, description="How long an answer of Redis, or a connection to it, is waited for."
    )
    redis_retries: int = Field(
        1, ge=0, le=10, description="How often a request to Redis is repeated when its answer was lost."
    )
    redis_connections: int = Field(
        32, ge=1, le=1000, description="Connections to Redis per process, at most."
    )
    allow_forgetful_server: bool = Field(
        False,
        description="Start on a Redis that may forget games: one that evicts keys or writes nothing to disk. "
        "For a trial on a server that is there already.",
    )
    key_prefix: str = Field(
        "rebelote:",
        pattern=r"^[A-Za-z0-9_.-]{1,32}:$",
        description="What every key in Redis begins with, ending in a colon.",
    )
    data_dir: Path = Field(
        Path(".rebelote"), description="Folder of the embedded server, the local Telegram and the log file."
    )
    local_port: int = Field(8080, ge=1, le=65535, description="Port of the local Telegram on 127.0.0.1.")
    workers: int = Field(
        1,
        ge=1,
        le=64,
        description="Worker processes for moves that `rebelote run` starts, besides one for thinking.",
    )
    server_memory: str = Field(
        "256mb", pattern=r"^[1-9][0-9]*(kb|mb|gb)$", description="What the embedded server may hold at most."
    )
    server_sync: Sync = Field(
        Sync.ALWAYS,
        description="When the embedded server writes to disk. `everysec` is faster, "
        "and a power failure may cost the last two seconds.",
    )
    webhook_url: str | None = Field(
        None,
        pattern=r"^https://",
        description="Public address to which Telegram sends updates. Without it the bot polls.",
    )
    webhook_secret: SecretStr | None = Field(
        None, description="Token Telegram proves itself with at the webhook: 16 to 256 of A-Z a-z 0-9 _ -."
    )
    webhook_host: str = Field("127.0.0.1", description="Address on which the webhook listens.")
    webhook_port: int = Field(8443, ge=1, le=65535, description="Port on which the webhook listens.")
    sends_per_second: float = Field(
        25.0,
        gt=0,
        le=1000,
        description="Messages and edits a second, to all chats together. Telegram takes about 30.",
    )
    group_sends_per_minute: int = Field(
        18, ge=1, le=1000, description="Messages and edits a minute to one group. Telegram takes 20."
    )
    taps_per_second: float = Field(
        10.0,
        gt=0,
        le=10_000,
        description="Taps and commands a second from one person, for longer than a few seconds. More are let go.",
    )
    courier_lease_ms: int = Field(
        6_000,
        ge=1_000,
        le=60_000,
        description="How long a courier that died keeps its place from a spare one.",
    )
    courier_pause_ms: int = Field(
        100,
        ge=1,
        le=1_000,
        description="Between two looks of the courier at what is due. Less shows cards sooner and asks Redis more.",
    )
    default_language: str = Field("en", description="Language of people and groups that have none yet.")
    zone: str = Field(
        "UTC",
        description="Time zone of people and groups that have chosen none (an IANA name: `Europe/Berlin`).",
    )
    log_level: LogLevel = Field(LogLevel.INFO, description="`debug`, `info`, `warning` or `error`.")
    log_format: LogFormat = Field(LogFormat.CONSOLE, description="`console` for people, `json` for machines.")
    metrics_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        description="Port on which this process shows Prometheus metrics. Without it there are none; "
        "under `rebelote run` each process takes the next one (courier, thinker, workers, bot).",
    )
    metrics_host: str = Field("127.0.0.1", description="Address on which metrics are shown.")
    turned_clock: bool = Field(
        False,
        description="For tests with the local Telegram: the key `<prefix>clock` in Redis holds milliseconds to add to "
        "the time. Refused beside a token.",
    )

    @field_validator("redis_url")
    @classmethod
    def _redis_url_has_a_scheme(cls, url: SecretStr | None) -> SecretStr | None:
        # Without the address in the message: it may hold a password.
        if url and not url.get_secret_value().startswith(REDIS_SCHEMES):
            raise ValueError(f"must begin with {', '.join(REDIS_SCHEMES)}")
        return url

    @field_validator("telegram_bot_token")
    @classmethod
    def _token_looks_like_one(cls, token: SecretStr | None) -> SecretStr | None:
        if token and not re.fullmatch(r"[0-9]+:[A-Za-z0-9_-]+", token.get_secret_value()):
            raise ValueError("must be as @BotFather gave it: digits, a colon, then letters and digits")
        return token

    @field_validator("zone")
    @classmethod
    def _zone_is_known(cls, zone: str) -> str:
        if zone not in available_timezones():
            raise ValueError("must be an IANA name of a time zone, like Europe/Berlin")
        return zone

    @field_validator("default_language")
    @classmethod
    def _language_is_spoken(cls, language: str) -> str:
        if language not in LANGUAGES:
            raise ValueError(f"must be one of {', '.join(LANGUAGES)}")
        return language

    @model_validator(mode="after")
    def _webhook_has_secret(self) -> Self:
        secret = self.webhook_secret.get_secret_value() if self.webhook_secret else ""
        allowed = secret.isascii() and secret.replace("_", "").replace("-", "").isalnum()
        if secret and not (16 <= len(secret) <= 256 and allowed):
            raise ValueError("REBELOTE_WEBHOOK_SECRET must be 16 to 256 of A-Z a-z 0-9 _ -")
        if self.webhook_url and not secret:
            raise ValueError("REBELOTE_WEBHOOK_URL needs REBELOTE_WEBHOOK_SECRET")
        return self

    @model_validator(mode="after")
    def _clock_is_turned_in_tests_only(self) -> Self:
        if self.turned_clock and self.telegram_bot_token:
            raise ValueError(
                f"{PREFIX}TURNED_CLOCK is for tests with the local Telegram: not beside a bot's token"
            )
        return self

    @property
    def local(self) -> bool:
        """Whether the bot talks to the local Telegram."""
        return self.telegram_bot_token is None

    @property
    def bot_token(self) -> str:
        """The token, the local Telegram's if there is no other."""
        return self.telegram_bot_token.get_secret_value() if self.telegram_bot_token else LOCAL_TOKEN

    @property
    def bot_api(self) -> str:
        """What python-telegram-bot calls `base_url`: the token is appended to it."""
        return f"{self.local_url}/bot" if self.local else f"{self.telegram_url.rstrip('/')}/bot"

    @property
    def bot_files(self) -> str:
        """What python-telegram-bot calls `base_file_url`."""
        return f"{self.local_url}/file/bot" if self.local else f"{self.telegram_url.rstrip('/')}/file/bot"

    @property
    def local_url(self) -> str:
        """The local Telegram's page."""
        return f"http://127.0.0.1:{self.local_port}"

    @property
    def redis(self) -> str:
        """The server's address. Raises `Misconfigured` where none is set."""
        if self.redis_url is None:
            raise Misconfigured("REDIS_URL is not set: say where Redis is, or use `rebelote run`")
        return self.redis_url.get_secret_value()

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be logged."""
        kept = (self.telegram_bot_token, self.webhook_secret, self.redis_url)
        return tuple(value for one in kept if one and (value := one.get_secret_value()))


def variable(field: str) -> str:
    """The environment variable of a setting, as the README names it."""
    alias = Settings.model_fields[field].validation_alias
    if isinstance(alias, AliasChoices):
        return next(str(name) for name in alias.choices if not str(name).startswith(PREFIX))
    return PREFIX + field.upper()


def load_settings(**overrides: Any) -> Settings:
    """Settings from the environment. Raises `Misconfigured` with the first fault, or a name that is no setting."""
    names = {variable(field) for field in Settings.model_fields}
    names |= {PREFIX + field.upper() for field in Settings.model_fields}
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in names:
            raise Misconfigured(f"{name} is no setting; `rebelote settings` lists them")
    present = {key: value for key, value in overrides.items() if value is not None}
    try:
        return Settings(**present)
    except ValidationError as fault:
        raise Misconfigured(_line(fault)) from None


def _line(fault: ValidationError) -> str:
    first = fault.errors(include_url=False, include_context=False, include_input=False)[0]
    said = first["msg"].removeprefix("Value error, ")
    if not first["loc"]:
        return said
    field = str(first["loc"][0])
    known = field.lower().removeprefix(PREFIX.lower())
    if known not in Settings.model_fields:
        return f"{field}: {said}"
    if first["type"] == "string_pattern_mismatch":
        said = PATTERNS[known]
    return f"{variable(known)}: {said} ({Settings.model_fields[known].description})"


def markdown_table() -> str:
    """The settings as the README shows them."""
    lines = ["| Variable | Default | Meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = field.default.value if isinstance(field.default, StrEnum) else field.default
        shown = "" if default is None else f"`{default}`"
        lines.append(f"| `{variable(name)}` | {shown} | {field.description} |")
    return "\n".join(lines) + "\n"
