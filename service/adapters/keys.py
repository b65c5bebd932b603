"""Names of everything kept in Redis, in one place. All begin with one prefix, so that one server can carry several."""

from typing import NamedTuple

SEEN_BUCKET = 128
"""Updates remembered in one hash: small hashes are packed, 15 bytes an update instead of 90 as keys of their own."""


def due_member(table: str, key: str | None) -> str:
    """The name of a row in the sorted set of due rows: `table` or `table key`."""
    return table if key is None else f"{table} {key}"


def split_member(member: str) -> tuple[str, str | None]:
    """The inverse of `due_member`."""
    table, _, key = member.partition(" ")
    return table, key or None


class Keys(NamedTuple):
    """Key names under a prefix such as `rebelote:`.

    Nothing of one table has a name that another table's could have: ids hold no colon.
    """

    prefix: str

    def table(self, table: str) -> str:
        """Hash: head (JSON), version, start (index of the current deal's first fact), commit (id of the last one)."""
        return f"{self.prefix}t:{table}"

    def facts(self, table: str) -> str:
        """List of fact lines, the whole match."""
        return f"{self.prefix}t:{table}:f"

    def inbox(self, table: str) -> str:
        """List of waiting commands, each `milliseconds LF slot LF JSON`."""
        return f"{self.prefix}t:{table}:i"

    def rows(self, table: str) -> str:
        """Hash: surface key -> Row (JSON); `?key` -> when a repost of it was last asked for (ms)."""
        return f"{self.prefix}t:{table}:s"

    def opening(self, table: str, key: str) -> str:
        """`milliseconds query`: until when a callback query lets an ephemeral surface be sent."""
        return f"{self.prefix}t:{table}:o:{key}"

    @property
    def due(self) -> str:
        """Sorted set of due rows by time (ms). A claimed row's score has a fraction: its claim's mark."""
        return f"{self.prefix}due"

    @property
    def claims(self) -> str:
        """Counter of claims."""
        return f"{self.prefix}claims"

    @property
    def clock(self) -> str:
        """Tests' clock: milliseconds added to the server's time, where the setting allows it."""
        return f"{self.prefix}clock"

    def person(self, person: int) -> str:
        """Hash of what is known of a person."""
        return f"{self.prefix}p:{person}"

    def person_tables(self, person: int) -> str:
        """Sorted set of a person's tables by the time of joining."""
        return f"{self.prefix}p:{person}:t"

    def person_past(self, person: int) -> str:
        """Sorted set of the matches of a person that are over, by their end."""
        return f"{self.prefix}p:{person}:h"

    def chat(self, chat: int) -> str:
        """Hash of what is known of a group."""
        return f"{self.prefix}c:{chat}"

    def chat_tables(self, chat: int) -> str:
        """Sorted set of a chat's tables by the time of opening."""
        return f"{self.prefix}c:{chat}:t"

    def standings(self, subject: str) -> str:
        """Hash: rule set and kind of clock -> statistics (JSON) of a person, a pair or a group."""
        return f"{self.prefix}st:{subject}"

    def chat_past(self, chat: int) -> str:
        """Sorted set of a group's matches that are over, by their end."""
        return f"{self.prefix}c:{chat}:h"

    def lease(self, name: str) -> str:
        """`milliseconds holder`: until when, and whose."""
        return f"{self.prefix}lease:{name}"

    def hint(self, kind: str, table: str) -> str:
        """Present while a job of this kind for the table is queued and not yet begun."""
        return f"{self.prefix}hint:{kind}:{table}"

    def tried(self, table: str) -> str:
        """Counter of thoughts about a table that were begun and have not ended."""
        return f"{self.prefix}tried:{table}"

    def seen(self, update: int) -> tuple[str, str]:
        """Hash and field that remember an update's submission."""
        return f"{self.prefix}u:{update // SEEN_BUCKET}", str(update % SEEN_BUCKET)

    def once(self, nonce: str) -> tuple[str, str]:
        """The same for a command without an update: guards against a repeated request only."""
        return f"{self.prefix}u:{nonce}", "0"
