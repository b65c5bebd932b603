"""Statistics in memory, for tests."""

from collections.abc import Mapping, Sequence

from service.ports import Count


class MemoryStandings:
    """That part of the store."""

    def __init__(self) -> None:
        self._standings: dict[str, dict[str, str]] = {}
        self._counted: set[str] = set()

    async def standings(self, subject: str) -> Mapping[str, str]:
        return dict(self._standings.get(subject, {}))

    async def standings_in_pairs(self, person: int) -> Sequence[Mapping[str, str]]:
        return [dict(self._standings[name]) for name in self._pairs_of(person)]

    def _pairs_of(self, person: int) -> list[str]:
        named = (name for name in self._standings if name.startswith("d"))
        return sorted(name for name in named if str(person) in name[1:].split("-"))

    async def count(self, table: str, changes: Sequence[Count]) -> bool:
        if table in self._counted:
            return True
        if any(self._standings.get(one.subject, {}).get(one.field, "") != one.before for one in changes):
            return False
        self._counted.add(table)
        for one in changes:
            self._standings.setdefault(one.subject, {})[one.field] = one.after
        return True

    async def forget_standings(self, person: int | None = None) -> None:
        if person is None:
            self._standings.clear()
            self._counted.clear()
            return
        for name in (f"p{person}", *self._pairs_of(person)):
            self._standings.pop(name, None)
