"""From `rebelote run` to the page that answers, the environment being there; beside it a bare interpreter."""

import asyncio
import sys
import time
from statistics import median

from tests.bench.figures import Figure
from tests.bench.running import Running

TIMES = 3


async def run() -> list[Figure]:
    """Each time on a new data folder."""
    starts, floor = [], []
    for _ in range(TIMES):
        async with Running() as running:
            starts.append(running.took)
        began = time.perf_counter()
        bare = await asyncio.create_subprocess_exec(sys.executable, "-c", "import starlette, uvicorn")
        await bare.wait()
        floor.append(time.perf_counter() - began)
    return [
        Figure(
            "start until the page answers",
            f"{median(starts):.2f} s",
            f"{median(floor):.2f} s (Python + web library)",
            f"{median(starts) / median(floor):.1f}",
            "<= 5 s",
            median(starts) <= 5,
        )
    ]
