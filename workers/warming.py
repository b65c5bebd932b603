"""Loading what computers search with, before the first decision needs it."""

import os
import shutil
import threading
import time

from engine import players
from service.logs import get_logger

WARM_AFTER_S = 3.0
"""What starts beside a thinker comes first."""
ATTEMPTS = 10
"""A disk without room refuses to keep each of some eight functions, once; each is compiled all the same."""


def warm_soon() -> None:
    """Beside the first jobs: they may be of computers that hardly think."""
    timer = threading.Timer(WARM_AFTER_S, warm)
    timer.daemon = True
    timer.start()


def warm() -> bool:
    """Load or compile it; whether that was possible. Machine code that cannot be read is thrown away and made anew."""
    log, began, fault = get_logger(__name__), time.monotonic(), ""
    for attempt in range(ATTEMPTS):
        try:
            players.warm()
        except ImportError as missing:
            fault = str(missing)
            break
        except Exception as failed:  # noqa: BLE001 - of numba, of the disk, of the machine
            fault = f"{type(failed).__name__}: {failed}"
            log.warning("machine code not usable", why=fault, attempt=attempt)
            if attempt == 0:
                _throw_away()
        else:
            log.info("warm", seconds=round(time.monotonic() - began, 1))
            return True
    log.error("experts cannot search", why=fault, do="install again: make venv, or build the image")
    return False


def _throw_away() -> None:
    """What a power cut or a full disk left half written would fail in every process that starts."""
    from engine.players.solver.compiling import cache_folder  # where nobody thinks, none of it is loaded

    shutil.rmtree(cache_folder(os.environ.get("NUMBA_CACHE_DIR", "")), ignore_errors=True)
