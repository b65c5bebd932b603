"""Messages, edits and rings of a deal on the real chain stay within what was designed, and within Telegram's limits."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import pytest

from tests.telegram.counting import Counts, at_once, days, live

GROUP_A_MINUTE, ALL_A_SECOND = 20, 30


class Most(NamedTuple):
    """By the design, for a first deal, at which nobody looks yet: the group's edits, each player's rings and edits."""

    edited: float
    rings: float
    hand_edits: float


@pytest.mark.parametrize(
    ("scene", "most"),
    [
        (lambda: live(6, deals=1), Most(35, 1.5, 23)),
        (lambda: live(6, always=True, deals=1), Most(36, 8.5, 16)),
        (lambda: live(3, deals=1), Most(34, 1.0, 23)),
        # A card of a day table is edited once more: it can be taken back first.
        (lambda: days(3600, deals=1), Most(37, 8.5, 20)),
        (lambda: days(3600, levers=True, deals=1), Most(37, 6.5, 20)),
    ],
    ids=["live", "always ringing", "fast", "days", "days with levers"],
)
async def test_a_deal_costs_no_more_than_designed(scene: Callable[[], Awaitable[Counts]], most: Most) -> None:
    counts = await scene()
    assert counts.late == 0, "Telegram never had to say no"
    assert counts.sent <= 2, "a deal's card, which becomes its sheet"
    assert counts.edited <= most.edited, counts
    assert counts.rings <= most.rings, counts
    assert counts.hand_edits <= most.hand_edits, counts
    assert max(counts.busiest_group, counts.busiest_private) <= GROUP_A_MINUTE, counts


async def test_twenty_live_tables_at_once_stay_within_the_limits_and_end_shown() -> None:
    """A move every six seconds at each; afterwards the last state stands in all their chats (`counting.shown`)."""
    counts, a_second = await at_once(20, 6, 40)
    assert counts.late == 0
    assert counts.busiest_group <= GROUP_A_MINUTE
    assert max(a_second.values()) <= ALL_A_SECOND
    assert sum(a_second.values()) > 200, "they did play"
