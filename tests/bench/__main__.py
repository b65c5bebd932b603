"""`make bench`: every figure beside its floor, measured in the same run.

python -m tests.bench [NAME ...]
"""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Mapping

from tests.bench import (
    drawing,
    engine_bench,
    jobs,
    loading,
    memory,
    sleeping,
    starting,
    tapping,
    thinking,
)
from tests.bench.figures import Figure, printed

BENCHES: Mapping[str, Callable[[], Awaitable[list[Figure]]]] = {
    "tapping": tapping.run,
    "jobs": jobs.run,
    "memory": memory.run,
    "loading": loading.run,
    "sleeping": sleeping.run,
    "starting": starting.run,
    "engine": engine_bench.run,
    "players": thinking.run,
    "pictures": drawing.run,
}


def main(names: list[str]) -> int:
    """Run the named ones, or all; one table at the end."""
    if unknown := [name for name in names if name not in BENCHES]:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    for name in names or BENCHES:
        began = time.monotonic()
        some = asyncio.run(_one(name))
        figures += some
        # At once, too: a run that is cut short is not for nothing.
        load = os.getloadavg()[0]
        told = f"# {name}: {time.monotonic() - began:.0f} s, load {load:.1f}"
        print(told, printed(some), sep="\n", file=sys.stderr, flush=True)
    loads = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load of the machine {loads}")
    print(printed(figures))
    return 0


async def _one(name: str) -> list[Figure]:
    return await BENCHES[name]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
