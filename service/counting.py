"""The statistics: each finished match is counted once, however often a worker tries, and all can be counted anew."""

from collections.abc import Mapping

import structlog

from service.bootstrap import Container
from service.ports import Count, TooNew
from service.ratings import Rating, after
from service.table.closing import remembered
from service.table.model import Head, Stage
from service.table.tally import Standing, Tally, tally

log = structlog.get_logger(__name__)
ATTEMPTS = 50


async def count(container: Container, head: Head) -> bool:
    """Count a match that is over. Whether it is counted now; a conflict with other matches is decided anew."""
    found = tally(head, await container.store.facts(head.id, 0, -1))
    for _ in range(ATTEMPTS):
        before = {subject: await container.store.standings(subject) for subject in found.deltas}
        old = {subject: fields.get(found.field, "") for subject, fields in before.items()}
        new = _added(found, {subject: _read(text) for subject, text in old.items()})
        changes = [
            Count(subject, found.field, old[subject], one.model_dump_json(exclude_defaults=True))
            for subject, one in new.items()
        ]
        if await container.store.count(head.id, changes):
            return True
    log.warning("not counted", table=head.id, attempts=ATTEMPTS)
    return False


def _read(text: str) -> Standing:
    return Standing.model_validate_json(text) if text else Standing()


def _added(found: Tally, before: Mapping[str, Standing]) -> dict[str, Standing]:
    """The standings after the match."""
    new = {subject: before[subject].plus(delta) for subject, delta in found.deltas.items()}
    for teams in (found.players, found.pairs):
        if not teams:
            continue
        rated = after(*([Rating(before[one].mu, before[one].sigma) for one in team] for team in teams))
        for team, ratings in zip(teams, rated, strict=True):
            for one, rating in zip(team, ratings, strict=True):
                changed = {"mu": rating.mu, "sigma": rating.sigma, "rated": before[one].rated + 1}
                new[one] = new[one].model_copy(update=changed)
    return new


async def standings(container: Container, subject: str) -> dict[str, Standing]:
    """By rule set and kind of clock (`classic/days`)."""
    found = await container.store.standings(subject)
    return {field: _read(text) for field, text in sorted(found.items())}


async def rebuild(container: Container) -> int:
    """Forget all statistics and count every finished match anew, in the order in which they ended; how many. Enters
    into the past what ended before there was one. May be broken off and begun again."""
    store, over = container.store, []
    for table in await store.all_tables():
        try:
            stored = await store.load(table)
        except TooNew:
            continue
        if stored is not None and remembered(stored.head):
            over.append((stored.head.ended_at or 0, table))
    await store.forget_standings()
    for _, table in sorted(over):
        stored = await store.load(table)
        assert stored is not None
        await store.enter_past(stored.head)
        if stored.head.stage is Stage.OVER:
            await count(container, stored.head)
    return len(over)
