"""Compiling with numba: the decorator the solver's functions carry, and the bit counts Python has no name for.

The machine code is kept in `NUMBA_CACHE_DIR`, else beside the source or in the user's cache; where none of them can be
written each process compiles anew.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

F = TypeVar("F", bound=Callable[..., Any])

_HERE: Final = Path(__file__).parent


def cache_folder(chosen: str) -> Path:
    """Where machine code is kept: a folder of its own for every state of these sources.

    Numba looks for changes in the file of a function only, not in what the function calls.
    """
    sources = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(_HERE.glob("*.py")))).hexdigest()
    if chosen:
        return Path(chosen) / sources[:16]
    kept = _HERE if os.access(_HERE, os.W_OK) else Path("~/.cache/rebelote").expanduser()
    return kept / "__pycache__" / sources[:16]


cast(Any, numba.config).CACHE_DIR = str(cache_folder(os.environ.get("NUMBA_CACHE_DIR", "")))


def inner(function: F) -> F:
    """A function that becomes part of those that call it."""
    return cast(F, numba.njit(forceinline=True, error_model="numpy")(function))


def fast(function: F) -> F:
    """The function, compiled at its first call. Its types stay those it was written with."""
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:
        # Nowhere to keep it.
        compiled = numba.njit(nogil=True, error_model="numpy")(function)
    return cast(F, compiled)


def _count(_context: Any, word: Any) -> Any:
    def code(_inner: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


def _lowest(_context: Any, word: Any) -> Any:
    def code(inner: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], inner.get_constant(types.boolean, 0))

    return types.int64(types.int64), code


def _highest(_context: Any, word: Any) -> Any:
    def code(inner: Any, builder: Any, _signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], inner.get_constant(types.boolean, 0))
        return builder.sub(inner.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), code


def _pointer(_context: Any, array: Any) -> Any:
    def code(inner: Any, builder: Any, signature: Any, args: Any) -> Any:
        arrays: Any = make_array
        return arrays(signature.args[0])(inner, builder, args[0]).data

    numbers: Any = types.CPointer
    return numbers(types.int64)(array), code


count = cast(Callable[[int], int], intrinsic(_count))
"""How many bits of an int64 are set."""

lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""The index of the lowest bit set; 64 for 0."""

highest = cast(Callable[[int], int], intrinsic(_highest))
"""The index of the highest bit set; -1 for 0."""

pointer = cast(Callable[[Ints], Ints], intrinsic(_pointer))
"""The numbers of an array as compiled code reads and writes them fastest: references to arrays are counted at every
call, which doubles the time of a search. Index it with one number, within bounds."""
