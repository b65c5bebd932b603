"""A supervisor over stub parts, as a process: `python -m tests.workers.stub_house FOLDER WAYS`.

Ways: `well` (three stages), `dies` (a part that ends at once), `misset` (a part that a setting keeps from starting).
Each stub writes its pid at its start and a line when it is told to stop.
"""

import asyncio
import os
import sys
from pathlib import Path

from workers.children import Child, GaveUp, Part
from workers.supervisor import Supervisor

STUB = """
import os, pathlib, signal, sys, threading
name, folder = sys.argv[1], pathlib.Path(sys.argv[2])
told = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: told.set())
(folder / f"{name}.tmp").write_text(str(os.getpid()))
os.replace(folder / f"{name}.tmp", folder / f"{name}.pid")
print("hello from", name, flush=True)
told.wait()
with (folder / "stops").open("a") as stops:
    stops.write(name + chr(10))
"""


def main() -> int:
    """Run until told to stop; the exit code of `rebelote run`."""
    folder, ways = Path(sys.argv[1]), sys.argv[2]

    def stub(name: str) -> Part:
        return Part(name, (sys.executable, "-c", STUB, name, str(folder)), nice=3 * (name == "worker-2"))

    stages = [(stub("server"),), (stub("worker-1"), stub("worker-2")), (stub("bot"),)]
    if ways == "dies":
        stages.append((Part("frail", (sys.executable, "-c", "raise SystemExit('no luck today')")),))
    if ways == "misset":
        code = "import sys; print('rebelote: REBELOTE_X: no such thing'); sys.exit(78)"
        stages.append((Part("misset", (sys.executable, "-c", code)),))

    async def ready(first: Child) -> None:
        assert first.alive

    async def greet() -> None:
        print("greetings", flush=True)

    supervisor = Supervisor(
        tuple(stages), os.environ, lambda name, line: print(f"{name}| {line}", flush=True)
    )
    try:
        asyncio.run(supervisor.run(ready, greet))
    except GaveUp as fault:
        print(f"gave up: {fault}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
