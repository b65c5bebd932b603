"""A start-up check: the packages `engine`, `service` and `workers` are this project's.

Three such common names can collide: pip lets another distribution with a top-level `engine` overwrite ours in silence,
and what then runs is neither.
"""

import base64
import hashlib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, PackagePath, distribution
from importlib.util import find_spec
from pathlib import Path

from service.settings import Misconfigured

PACKAGES = ("engine", "service", "workers")


def check_ownership() -> None:
    """Raises `Misconfigured` when a package stands somewhere else, or an installed file is not as it was installed."""
    places = {name: _place(name) for name in PACKAGES}
    home = places["workers"].parent
    for name, place in places.items():
        if place != home / name:
            raise Misconfigured(
                f"The package {name!r} at {place} is not Rebelote's: another one is in the way"
            )
    try:
        installed = distribution("rebelote")
    except PackageNotFoundError:
        return  # run from a checkout
    if foreign := overwritten(_sources(installed), home):
        raise Misconfigured(
            f"{foreign} is not as Rebelote installed it: reinstall into an environment of its own"
        )


def _place(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise Misconfigured(f"The package {name!r} is missing or shadowed: reinstall Rebelote")
    return Path(spec.origin).resolve().parent


def _sources(installed: Distribution) -> Iterable[PackagePath]:
    """Files of the three packages as the wheel listed them; none for an editable installation."""
    return [path for path in installed.files or () if path.suffix == ".py" and path.parts[0] in PACKAGES]


def overwritten(files: Iterable[PackagePath], home: Path) -> str:
    """The first file whose content is not the one recorded at its installation; empty: none."""
    for path in files:
        if path.hash is None:
            continue
        found = home.joinpath(*path.parts)
        digest = hashlib.new(path.hash.mode, found.read_bytes() if found.exists() else b"").digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != path.hash.value:
            return str(path)
    return ""
