"""Every case of other people's trackers that Telegram, the queue or time is about has a test of its number."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
OVER_DAYS = {*range(24, 31), 46}
CASES = {*range(1, 24), *OVER_DAYS}
NAMED = re.compile(r"^(?:async )?def test_case_(\d\d)_\w+\(([^)]*)\)", re.MULTILINE)


def _named() -> list[tuple[int, str]]:
    texts = [path.read_text("utf-8") for path in TESTS.rglob("test_*.py")]
    return [(int(number), values) for text in texts for number, values in NAMED.findall(text)]


def test_every_case_has_a_test_of_its_name() -> None:
    assert not CASES - {number for number, _ in _named()}


def test_what_time_is_about_holds_after_days_as_well_as_after_seconds() -> None:
    assert not OVER_DAYS - {number for number, values in _named() if "pace: Pace" in values}
