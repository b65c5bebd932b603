"""The engine against the second opinion, for as long as one likes.

python -m tests.soak.second_opinion --positions 50000 --deals 5000 [--variant classic] [--seed 1]
"""

import argparse
import sys
import time
from itertools import islice

from tests.reference.cards import OPTIONS
from tests.reference.deals import deals
from tests.reference.positions import positions

SHOWN = 5


def main(argv: list[str]) -> int:
    """Print how many disagreements each rule set has; the exit status."""
    parser = argparse.ArgumentParser(description="Compare the engine with the second opinion.")
    parser.add_argument("--positions", type=int, default=50000)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--variant", choices=list(OPTIONS), action="append")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    failed = False
    for variant in arguments.variant or list(OPTIONS):
        for name, compared, count in (
            ("positions", positions, arguments.positions),
            ("deals", deals, arguments.deals),
        ):
            started = time.process_time()
            found = compared(variant, count, arguments.seed)
            shown = list(islice(found, SHOWN))
            more = sum(1 for _ in found)
            seconds = time.process_time() - started
            disagreements = len(shown) + more
            print(f"{variant}: {count} {name}, {disagreements} disagreements ({seconds:.0f} s)", flush=True)
            for line in shown:
                print(f"  {line}")
            failed = failed or bool(shown)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
