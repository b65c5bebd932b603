"""Rolling updates: `tests.e2e.rolling`, this release after itself."""

from pathlib import Path

from tests.e2e.rolling import noticed_by_nobody


async def test_a_rolling_update_in_mid_game_is_noticed_by_nobody(tmp_path: Path) -> None:
    await noticed_by_nobody(tmp_path)
