"""Settings: typed, told apart, listed in the README."""

from pathlib import Path

import pytest

from service.settings import LOCAL_TOKEN, Misconfigured, Settings, load_settings, markdown_table, variable

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("REBELOTE_LOCAL_PORT", "http", "REBELOTE_LOCAL_PORT: Input should be a valid integer"),
        ("REBELOTE_LOCAL_PORT", "70000", "REBELOTE_LOCAL_PORT: Input should be less than or equal to 65535"),
        ("REBELOTE_LOG_LEVEL", "loud", "REBELOTE_LOG_LEVEL: Input should be 'debug'"),
        ("REBELOTE_KEY_PREFIX", "no colon", "REBELOTE_KEY_PREFIX: must be up to 32 of"),
        ("REBELOTE_SERVER_MEMORY", "lots", "REBELOTE_SERVER_MEMORY: must be a number with its unit"),
        ("REBELOTE_WEBHOOK_URL", "http://x.org", "REBELOTE_WEBHOOK_URL: must begin with https://"),
        ("REBELOTE_TELEGRAM_URL", "ftp://x.org", "REBELOTE_TELEGRAM_URL: must be an address"),
        ("REBELOTE_WEBHOOK_URL", "https://x.org/hook", "REBELOTE_WEBHOOK_URL needs REBELOTE_WEBHOOK_SECRET"),
        ("REBELOTE_WEBHOOK_SECRET", "short", "REBELOTE_WEBHOOK_SECRET must be 16 to 256"),
        ("REBELOTE_REDIS_TIMEOUT_S", "0", "REBELOTE_REDIS_TIMEOUT_S: Input should be greater than 0"),
        ("REBELOTE_LOCLA_PORT", "8081", "REBELOTE_LOCLA_PORT is no setting"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(Misconfigured) as caught:
        load_settings()
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_nobodys_real_bot_lives_by_a_turned_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBELOTE_TURNED_CLOCK", "1")
    assert load_settings().turned_clock
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123456:swordfish")
    with pytest.raises(Misconfigured, match="REBELOTE_TURNED_CLOCK is for tests") as caught:
        load_settings()
    assert "swordfish" not in str(caught.value)


def test_a_secret_is_in_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBELOTE_WEBHOOK_SECRET", "swordfish")
    with pytest.raises(Misconfigured) as caught:
        load_settings()
    assert "swordfish" not in str(caught.value)
    monkeypatch.delenv("REBELOTE_WEBHOOK_SECRET")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123456:swordfish")
    monkeypatch.setenv("REDIS_URL", "redis://:swordfish@example.org")
    assert "swordfish" not in repr(load_settings())


def test_without_a_token_the_bot_talks_to_the_local_telegram(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REBELOTE_LOCAL_PORT", "8099")
    local = load_settings()
    assert (local.local, local.bot_token) == (True, LOCAL_TOKEN)
    assert (local.bot_api, local.bot_files) == ("http://127.0.0.1:8099/bot", "http://127.0.0.1:8099/file/bot")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123456:abc")
    real = load_settings()
    assert (real.local, real.bot_token) == (False, "123456:abc")
    assert real.bot_api == "https://api.telegram.org/bot"


def test_an_empty_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a shell's or a compose file's unset variable arrives."""
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "")
    monkeypatch.setenv("REDIS_URL", "")
    settings = load_settings()
    assert (settings.local, settings.redis_url) == (True, None)


def test_redis_may_be_named_with_or_without_the_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Misconfigured, match="REDIS_URL is not set"):
        _ = load_settings().redis
    monkeypatch.setenv("REDIS_URL", "redis://one")
    assert load_settings().redis == "redis://one"
    monkeypatch.setenv("REBELOTE_REDIS_URL", "redis://two")
    assert load_settings().redis == "redis://two"


def test_every_setting_is_described() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name


def test_the_readme_holds_the_table() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    _, begin, rest = readme.partition("<!-- settings: rebelote settings --markdown -->\n")
    assert begin, "README.md lacks the markers of the settings table"
    assert rest.partition("<!-- /settings -->")[0].strip() == markdown_table().strip()


def test_variables_are_named_as_the_readme_names_them() -> None:
    assert variable("telegram_bot_token") == "TELEGRAM_BOT_TOKEN"
    assert variable("redis_url") == "REDIS_URL"
    assert variable("local_port") == "REBELOTE_LOCAL_PORT"
