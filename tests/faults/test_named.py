"""Every case of other people's trackers that Telegram is about has a test of its number."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
CASES = range(1, 24)


def test_every_case_has_a_test_of_its_name() -> None:
    named = re.compile(r"^(?:async )?def test_case_(\d\d)_", re.MULTILINE)
    found = {int(n) for path in TESTS.rglob("test_*.py") for n in named.findall(path.read_text("utf-8"))}
    assert not set(CASES) - found
