"""`rebelote stats`: statistics counted anew from the stored records."""

import asyncio

from service.bootstrap import container
from service.counting import rebuild
from service.settings import Settings


def run(settings: Settings) -> int:
    """Count every finished match anew; how many."""
    return asyncio.run(_run(settings))


async def _run(settings: Settings) -> int:
    house = await container(settings)
    try:
        return await rebuild(house)
    finally:
        await house.aclose()
