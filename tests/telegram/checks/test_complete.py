"""All fifteen checks have a test that is named after them."""

import re
from pathlib import Path

CHECKS = range(1, 16)


def test_no_check_is_without_a_test() -> None:
    named = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    found = {int(number) for number in re.findall(r"^(?:async )?def test_check_(\d\d)_", named, re.MULTILINE)}
    assert found == set(CHECKS)
