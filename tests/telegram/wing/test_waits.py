"""A surface that is due at once is looked at at once: whatever stands, and whoever is there, a look that is put off is
put off into the future. Otherwise a courier spins on it."""

from hypothesis import given
from hypothesis import strategies as st

from service.surface import Row
from service.telegram.limits import Call, Limits
from service.telegram.notices import Called, Notice, Quiet, reminder
from service.telegram.plan import Decline, Wait, plan
from service.telegram.presence import Presence
from service.telegram.wants import Want
from tests.telegram.wing.test_plan import ANNA, NOW, OFF, mine, off, standing, turn

HOUR = 3_600_000
around = st.integers(-2 * HOUR, 2 * HOUR).map(lambda apart: NOW + apart)
"""Moments before and after now."""
near = st.integers(-90_000, 90_000).map(lambda apart: NOW + apart)
past = st.integers(0, 90_000).map(lambda ago: NOW - ago)
presences = st.builds(
    Presence, last_tap=past, card_last=st.booleans(), rung_elsewhere=st.one_of(past, st.just(0))
)
calls = st.builds(
    Called,
    ply=st.sampled_from((7, 8)),
    deadline=st.one_of(st.none(), around),
    reminders=st.lists(around, max_size=4).map(lambda found: tuple(sorted(found))),
    quiet=st.builds(
        Quiet, hours=st.sampled_from(("off", "22-8")), zone=st.just("Europe/Berlin"), hushed=around
    ),
    quick=st.booleans(),
    silent=st.booleans(),
)
rows = st.builds(
    Row.model_copy,
    st.sampled_from((
        Row(chat=ANNA), standing(off()), standing(turn(7), rang=7), standing(turn(7)), standing(mine(7)),
    )),
    update=st.fixed_dictionaries({
        "ring_at": st.one_of(st.none(), near),
        "sent_at": past,
        "reminded_ply": st.sampled_from((-1, 7)),
        "reminders": st.integers(0, 5),
        "repost": st.booleans(),
        "rang_ply": st.sampled_from((-1, 7)),
        "opening": st.sampled_from((None, "q")),
        "opening_expires": st.one_of(st.none(), near),
    }),
)  # fmt: skip
wants = st.builds(
    Want._replace,
    st.sampled_from((turn(7), turn(8), off(), mine(7), mine(), Want(ANNA, None))),
    called=st.one_of(st.none(), calls),
    reminder=st.one_of(st.none(), st.builds(Notice, st.just(1), st.just(HOUR), st.booleans())),
    look_at=st.one_of(st.none(), near),
    scene=st.sampled_from((OFF, turn(7).scene)),
    insists=st.booleans(),
    nudge=st.sampled_from((None, 7)),
    create=st.booleans(),
)


@given(row=rows, want=wants, presence=presences, spent=st.lists(past, max_size=30))
def test_no_plan_waits_for_a_moment_that_is_past(
    row: Row, want: Want, presence: Presence, spent: list[int]
) -> None:
    limits = Limits()
    for moment in sorted(spent):
        limits.spent(want.chat, Call.PROMPT, moment)
    steps = plan(row, want, presence, NOW, limits)
    # What cannot be shown for a tap any more is put away, and seen once more without it.
    again = any(isinstance(step, Decline) for step in steps)
    assert all(step.until > NOW or again for step in steps if isinstance(step, Wait))


@given(row=rows, turn=calls, presence=presences)
def test_no_reminder_is_looked_for_at_a_moment_that_is_past(
    row: Row, turn: Called, presence: Presence
) -> None:
    due = reminder(turn, row, presence, NOW)
    assert due is None or isinstance(due, Notice) or due > NOW


def test_patience_that_is_over_lets_the_reminder_come() -> None:
    """Somebody tapped forty seconds ago and does nothing: twenty are enough, though he counts as there for sixty."""
    late = Called(ply=7, deadline=NOW + HOUR, reminders=(NOW,))
    there = Presence(NOW - 40_000, card_last=True)
    assert there.here(NOW)
    assert reminder(late, Row(chat=ANNA), there, NOW) == Notice(1, HOUR, aloud=True)
    assert reminder(late, Row(chat=ANNA), there._replace(last_tap=NOW - 5_000), NOW) == NOW + 15_000
