"""What Telegram takes, with an injected clock."""

from service.people import Chat, Person
from service.table.table import restore
from service.telegram.limits import Call, Limits
from service.telegram.surface_keys import Key
from service.telegram.surfaces import Sight, want
from service.telegram.texts import tongue
from tests.telegram.wing.test_match import on_turn
from tests.telegram.wing.world import PEOPLE, World

NOW = 1_800_000_000_000
CLUB, OFFICE, ANNA = -100, -200, 7


def test_a_group_takes_its_calls_a_minute_and_keeps_three_for_what_cannot_wait() -> None:
    limits, now = Limits(group_per_minute=18), NOW
    for _ in range(15):
        assert limits.when(CLUB, Call.MERGED, now) <= now
        limits.spent(CLUB, Call.MERGED, now)
        now += 4_000
    # Sixty seconds are over by now, so a merged edit is free again exactly when the first has left the window.
    assert limits.when(CLUB, Call.MERGED, now) == NOW + 60_000
    assert limits.when(CLUB, Call.PROMPT, now - 2_000) == now - 2_000


def test_hands_come_before_the_groups_card_and_a_hand_after_its_own_tap_comes_last() -> None:
    """In a busy minute: who is on turn is shown his hand at once, the card lags, and what a toast has told waits."""
    limits = Limits(group_per_minute=18)
    for call in range(13):
        assert limits.when(CLUB, Call.QUIET, NOW + call) == NOW + call
        limits.spent(CLUB, Call.PROMPT, NOW + call)
    later = NOW + 20
    assert limits.when(CLUB, Call.QUIET, later) == NOW + 60_000
    assert limits.when(CLUB, Call.MERGED, later) == later
    limits.spent(CLUB, Call.MERGED, later)
    limits.spent(CLUB, Call.PROMPT, later)
    assert limits.when(CLUB, Call.MERGED, NOW + 10_000) == NOW + 60_000
    for _ in range(3):
        assert limits.when(CLUB, Call.PROMPT, NOW + 10_000) == NOW + 10_000
        limits.spent(CLUB, Call.PROMPT, NOW + 10_000)
    assert limits.when(CLUB, Call.PROMPT, NOW + 10_000) == NOW + 60_000
    assert limits.when(OFFICE, Call.QUIET, NOW + 10_000) == NOW + 10_000


def test_a_burst_of_prompt_calls_ends_at_the_limit() -> None:
    limits = Limits(group_per_minute=18)
    for _ in range(18):
        assert limits.when(CLUB, Call.PROMPT, NOW) == NOW
        limits.spent(CLUB, Call.PROMPT, NOW)
    assert limits.when(CLUB, Call.PROMPT, NOW) == NOW + 60_000
    assert limits.when(OFFICE, Call.PROMPT, NOW) == NOW, "another group has its own"
    assert limits.when(CLUB, Call.REMOVAL, NOW) == NOW, "deletions are no messages"


def test_the_bots_own_limit_leaves_room_for_rings() -> None:
    limits = Limits(per_second=10)
    for chat in range(1, 6):
        limits.spent(chat, Call.PROMPT, NOW)
    assert limits.when(99, Call.MERGED, NOW) == NOW + 1_000
    assert limits.when(99, Call.PROMPT, NOW) == NOW
    for chat in range(6, 11):
        limits.spent(chat, Call.PROMPT, NOW)
    assert limits.when(99, Call.PROMPT, NOW) == NOW + 1_000


def test_who_waits_for_the_bots_limit_gets_a_turn_of_his_own_and_keeps_it() -> None:
    """Else all look again in the same millisecond, for one call that is free."""
    limits = Limits(per_second=10)
    for chat in range(1, 6):
        limits.spent(chat, Call.PROMPT, NOW)
    waits = [limits.when(chat, Call.MERGED, NOW) for chat in (7, 8, 9)]
    assert waits == [NOW + 1_000] * 3
    turns = [limits.turn(chat, NOW + 1_000, NOW) for chat in (7, 8, 9)]
    assert turns == [NOW + 1_000, NOW + 1_200, NOW + 1_400], "five such calls a second are free"
    assert limits.turn(8, NOW + 1_000, NOW + 500) == turns[1]
    assert limits.turn(8, NOW + 1_000, turns[1]) == NOW + 1_600, "it had its turn"


def test_who_waits_for_his_own_chat_waits_for_nobody_else() -> None:
    limits = Limits(per_second=10)
    limits.spent(ANNA, Call.PROMPT, NOW)
    for chat in (ANNA, 8, 9):
        assert limits.turn(chat, NOW + 700, NOW) == NOW + 700


def test_a_private_chat_takes_a_short_burst() -> None:
    limits = Limits()
    for _ in range(4):
        assert limits.when(ANNA, Call.PROMPT, NOW) == NOW
        limits.spent(ANNA, Call.PROMPT, NOW)
    assert limits.when(ANNA, Call.PROMPT, NOW) == NOW + 4_000


def test_a_429_closes_one_chat() -> None:
    limits = Limits()
    limits.close(CLUB, NOW + 30_000)
    limits.close(CLUB, NOW + 5_000)
    assert limits.when(CLUB, Call.PROMPT, NOW) == NOW + 30_000
    assert limits.when(ANNA, Call.PROMPT, NOW) == NOW


def test_memory_follows_the_chats_of_the_last_minute() -> None:
    limits = Limits()
    limits.spent(CLUB, Call.MERGED, NOW)
    limits.close(OFFICE, NOW + 1)
    limits.forget_idle(NOW + 61_000)
    assert limits.when(CLUB, Call.MERGED, NOW) == NOW
    assert not limits._chats.keys() - {CLUB}
    assert not limits._closed


def test_a_clock_that_is_put_back_stops_nothing() -> None:
    limits, hour = Limits(), 3_600_000
    for call in range(30):
        limits.spent(7, Call.PROMPT, hour + call)
    assert limits.when(7, Call.PROMPT, 0) <= 60_000
    assert limits.when(-7, Call.MERGED, 0) <= 60_000


async def test_who_is_on_turn_does_not_wait_behind_cards_that_may_wait(world: World) -> None:
    """The bot has little left to send this second: the buttons that somebody waits for come first."""
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    stored = await world.container.store.load(table)
    assert stored is not None
    wants = {
        who: want(
            Key("hand", who),
            Sight(
                restore(stored.head, stored.facts), Chat(id=CLUB), tongue("de"), "RebeloteBot", Person(id=who)
            ),
        )
        for who in PEOPLE
    }
    assert [who for who, one in wants.items() if one.call is Call.PROMPT] == [person]
    limits = Limits(25, 18)
    for _ in range(22):
        limits.spent(999, Call.PROMPT, 1_000)
    assert limits.when(person, wants[person].call, 1_001) == 1_001
    other = next(who for who in PEOPLE if who != person)
    assert limits.when(other, wants[other].call, 1_001) > 1_001
