"""What a fortnight's reminders are held against finds the missing one, the doubled one and the one nobody asked for."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.soak.days.life import Rung
from tests.soak.days.people import DAY, HOUR, MINUTE, Human
from tests.soak.days.turns import Turns, Waited

NOON = int(datetime(2026, 10, 20, 12, tzinfo=UTC).timestamp() * 1000)
DUE = NOON + 48 * MINUTE
"""Four fifths of an hour later."""
ANNA = Human(id=1, zone=ZoneInfo("Europe/Luxembourg"), quiet=(22, 8), remind="once", slow=0)


def judged(sent: list[int]) -> list[str]:
    turns = Turns({ANNA.id: ANNA}, NOON - DAY, NOON + DAY)
    turn = ("t", 3, ANNA.id)
    turns.turns[turn].append(Waited("1h", begun=NOON, allowed=HOUR, ended=NOON + 59 * MINUTE))
    turns.sent[turn] += sent
    return turns.judged(NOON + 2 * HOUR, {}, {})


def test_one_reminder_in_time_is_right() -> None:
    assert judged([DUE]) == []


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ([], "no reminder that was due"),
        ([DUE + 20 * MINUTE], "no reminder that was due"),
        ([DUE, DUE], "reminded at"),
        ([DUE, DUE + MINUTE], "reminded at"),
        ([DUE - MINUTE, DUE], "reminded at"),
    ],
)
def test_what_is_wrong_is_found(sent: list[int], words: str) -> None:
    assert words in " ".join(judged(sent))


@pytest.mark.parametrize(
    ("now", "aloud", "reminds"),
    [
        (Rung(-1, (3, 1)), True, True),
        (Rung(-1, (3, 1)), False, True),  # in quiet hours, where his time is over before they are
        (Rung(3, (3, 1)), True, True),
        (Rung(3, (-1, 0)), True, False),  # he is nudged
        (Rung(-1, (-1, 0)), False, False),  # others vote
        (Rung(-1, (-1, 0)), True, True),  # a ring that nothing explains counts, and is one too many
    ],
)
def test_what_a_card_with_the_time_that_is_left_came_for(now: Rung, aloud: bool, reminds: bool) -> None:
    assert now.reminds_since(Rung(), aloud) is reminds
