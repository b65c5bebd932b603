"""What Telegram takes: about 30 calls a second from a bot, 20 a minute in a group (edits count), one a second in
private. The settings stay a little below, because calls do not arrive as evenly as they are sent.

One courier per token sends everything, so these counts live in its memory and nowhere else. All times are injected
milliseconds.
"""

import zlib
from collections import defaultdict, deque
from enum import StrEnum
from itertools import islice


class Call(StrEnum):
    """How a call is counted."""

    PROMPT = "prompt"
    """A new message, or an edit somebody waits for: as soon as the chat takes it."""
    MERGED = "merged"
    """An edit that may wait for a newer state: apart from the last one, and leaving room for prompt calls."""
    QUIET = "quiet"
    """An edit of a group that is left out while the group is busy: a hand after its player's own tap, which the toast
    has told of and the table's card shows."""
    REMOVAL = "removal"
    """A deletion: counts for the bot, not for the chat."""


SECOND, MINUTE = 1_000, 60_000
GROUP_APART = 4_000
"""Between two merged edits of a group."""
GROUP_SPARE = 3
"""Calls a minute that merged edits leave to what cannot wait: a deal's new card, a mention, a repost, a hand."""
QUIET_SPARE = 5
"""Calls a minute that quiet edits leave to all others."""
PRIVATE, PRIVATE_SPAN = 4, 4_000
PRIVATE_APART = 1_000
BOT_SPARE = 5


class _Window:
    """The times of the latest calls, newest last."""

    def __init__(self, most: int) -> None:
        self._times: deque[int] = deque(maxlen=most)

    def free_at(self, most: int, span: int) -> int:
        """When fewer than `most` calls lie within `span`."""
        if len(self._times) < most:
            return 0
        return next(islice(reversed(self._times), most - 1, None)) + span

    def last(self) -> int:
        return self._times[-1] if self._times else -MINUTE

    def add(self, now: int) -> None:
        self._times.append(now)

    def idle(self, now: int) -> bool:
        return now - self.last() > MINUTE


def pseudo_chat(inline: str) -> int:
    """A group's number for an inline message, whose chat is not known to us."""
    return -1 - zlib.crc32(inline.encode())


class Limits:
    """When a call may be made. A call made is `spent`; a chat that answered 429 is closed for a while."""

    def __init__(self, per_second: float = 25, group_per_minute: int = 18) -> None:
        self._most = max(1, int(per_second))
        self._span = max(SECOND, int(SECOND / per_second))
        self._group_most = group_per_minute
        self._all = _Window(self._most)
        self._chats: defaultdict[int, _Window] = defaultdict(lambda: _Window(max(PRIVATE, group_per_minute)))
        self._merged: defaultdict[int, _Window] = defaultdict(lambda: _Window(group_per_minute))
        self._closed: dict[int, int] = {}
        self._turns: dict[int, int] = {}
        self._last_turn = 0
        self._swept = 0

    def when(self, chat: int, call: Call, now: int) -> int:
        """The earliest moment for this call; `now` if it may be made at once."""
        spare = BOT_SPARE if call in (Call.MERGED, Call.QUIET) else 0
        free = self._all.free_at(max(1, self._most - spare), self._span)
        if call is not Call.REMOVAL:
            free = max(free, self._group(chat, call) if chat < 0 else self._private(chat, call))
        # No count reaches further than a minute, unless the clock was put back: then it is not waited for.
        return max(now, min(free, now + MINUTE), self._closed.get(chat, 0))

    def _group(self, chat: int, call: Call) -> int:
        free = self._chats[chat].free_at(self._group_most, MINUTE)
        if call is Call.MERGED:
            free = max(free, self._sparing(chat, GROUP_SPARE), self._merged[chat].last() + GROUP_APART)
        if call is Call.QUIET:
            free = max(free, self._sparing(chat, QUIET_SPARE))
        return free

    def _sparing(self, chat: int, spare: int) -> int:
        """When the group has had so few calls of whatever kind that `spare` are left afterwards."""
        return self._chats[chat].free_at(max(1, self._group_most - spare), MINUTE)

    def _private(self, chat: int, call: Call) -> int:
        free = self._chats[chat].free_at(PRIVATE, PRIVATE_SPAN)
        return max(free, self._chats[chat].last() + PRIVATE_APART) if call is Call.MERGED else free

    def turn(self, chat: int, until: int, now: int) -> int:
        """When a chat that was told to wait until then looks again. What all chats wait for goes round: each gets a
        moment of its own and keeps it, or all would look at once, again and again, for the one call that is free."""
        merged = max(1, self._most - BOT_SPARE)
        if until != self._all.free_at(merged, self._span):
            return until
        if self._turns.get(chat, 0) <= now:
            ahead = min(self._last_turn, now + MINUTE) + self._span // merged
            self._turns[chat] = self._last_turn = max(until, ahead)
        return self._turns[chat]

    def spent(self, chat: int, call: Call, now: int) -> None:
        """Count a call that was made, whether Telegram liked it or not."""
        if now - self._swept > MINUTE:
            self.forget_idle(now)
        self._all.add(now)
        if call is not Call.REMOVAL:
            self._chats[chat].add(now)
        if call is Call.MERGED:
            self._merged[chat].add(now)

    def close(self, chat: int, until: int) -> None:
        """Obey a 429: nothing more to this chat before `until`, and no other chat waits for it."""
        self._closed[chat] = max(until, self._closed.get(chat, 0))

    def forget_idle(self, now: int) -> None:
        """Drop what no longer matters, so that memory follows the chats of the last minute."""
        self._swept = now
        for windows in (self._chats, self._merged):
            for chat in [chat for chat, window in windows.items() if window.idle(now)]:
                del windows[chat]
        self._closed = {chat: until for chat, until in self._closed.items() if until > now}
        self._turns = {chat: until for chat, until in self._turns.items() if until > now}
