"""`python -m tests.soak.fuzz [--updates N] [--seconds S] [--seed S]`: worlds fed with everything, until one breaks.

Bounded in count and in time. What breaks is told with the seed of its world, which makes it break again.
"""

import argparse
import asyncio
import itertools
import logging
import sys
import time
from collections.abc import Sequence
from random import Random

from tests.faults.fuzzing import Fuzz

WORLD = 1_000
"""Updates a world: long enough for matches, short enough to be run again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nothing broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fuzz", description=__doc__)
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=900.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    began, fed, longest = time.monotonic(), 0, 0
    for seed in itertools.count(options.seed):
        if fed >= options.updates or time.monotonic() - began > options.seconds:
            break
        fuzz = Fuzz(Random(seed))
        try:
            asyncio.run(fuzz.feed(min(WORLD, options.updates - fed)))
        except Exception as fault:
            print(f"fuzz: seed {seed}, update {fuzz.updates}: {type(fault).__name__}: {fault}")
            raise
        fed, longest = fed + fuzz.updates, max(longest, fuzz.played)
    spent = time.monotonic() - began
    print(f"fuzz: {fed} updates in {spent:.0f} s from seed {options.seed}; a deal of {longest} facts at most")
    return 0 if fed >= options.updates else 1


if __name__ == "__main__":
    sys.exit(main())
