"""What all tests share: one real server per run."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from service.settings import PREFIX, Settings
from workers.embedded import Server

# An example's time depends on what else the machine does: a deadline would make a test flaky, and says nothing.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def no_settings_from_outside() -> Iterator[None]:
    """Tests see the defaults, whatever the developer's shell has set."""
    import os

    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(PREFIX) or name in {"TELEGRAM_BOT_TOKEN", "REDIS_URL"}:
                patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server process as `rebelote run` starts it. Tests keep apart by their key prefix."""
    server = Server.start(Settings(), tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
