"""How fast one person may ask. Whoever taps a hundred times a second is let go, told once, and disturbs nobody.

Counted by person, not by chat: in a group, one hand on a button must not fill the mailbox of all the others.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from telegram import Update

from service.telegram.messages import Toast
from service.telegram.texts import Tongue

BURST_S = 3.0
"""So many seconds' worth may come at once: a lobby's options, a thumb that trembles, a phone back from a tunnel."""
SWEPT_S = 60.0


class Ruling(NamedTuple):
    """Whether an update is taken, and where it is not, whether this is the moment to say so."""

    taken: bool
    tell: bool = False


TAKEN = Ruling(True)


class _Allowance:
    """What one person has left. It fills up again with time."""

    __slots__ = ("at", "left", "told")

    def __init__(self, left: float, at: float) -> None:
        self.left, self.at, self.told = left, at, False


class Pace:
    """An allowance for each person, refilled at `per_second`. The clock is the process's own: nothing is stored."""

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._most = max(1.0, per_second * BURST_S)
        self._clock = clock
        self._people: dict[int, _Allowance] = {}
        self._swept = clock()

    def ruling(self, update: Update) -> Ruling:
        """Count an update. What no person sent is always taken, and so is who came, left, blocked or threw out."""
        user = update.effective_user
        if user is None or update.my_chat_member is not None or update.chat_member is not None:
            return TAKEN
        now = self._clock()
        if now - self._swept > SWEPT_S:
            self._forget(now)
        one = self._people.setdefault(user.id, _Allowance(self._most, now))
        self._refill(one, now)
        if one.left >= 1:
            one.left -= 1
            return TAKEN
        told, one.told = one.told, True
        return Ruling(False, tell=not told)

    def _refill(self, one: _Allowance, now: float) -> None:
        one.left, one.at = min(self._most, one.left + (now - one.at) * self._per_second), now
        if one.left >= self._most / 2:
            one.told = False  # he had stopped: the next time he is told again

    def _forget(self, now: float) -> None:
        """Drop whoever has his whole allowance again: memory follows the people of the last minute."""
        self._swept = now
        full = now - self._most / self._per_second
        self._people = {person: one for person, one in self._people.items() if one.at > full}


def too_fast(t: Tongue) -> Toast:
    """Said once, until the person has slowed down."""
    return Toast(t.gettext("Gently! That was too fast for me. Look at your card, then tap once."))
