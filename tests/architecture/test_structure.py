"""What import-linter cannot see. Its contracts stand in pyproject.toml and run in `make check`."""

import ast
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from service.adapters import rq_queue, scripts

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "service", "workers")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Full names of the modules a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def job_names() -> set[str]:
    """Every string in `service` that looks like the dotted name of something in `workers`."""
    dotted = re.compile(r"""["'](workers(?:\.\w+)+)["']""")
    files = (ROOT / "service").rglob("*.py")
    return {name for path in files for name in dotted.findall(path.read_text("utf-8"))}


def test_every_job_named_in_service_exists() -> None:
    assert job_names() == {rq_queue.ADVANCE, rq_queue.THINK}
    for name in job_names():
        module, _, function = name.rpartition(".")
        job = getattr(import_module(module), function)
        assert not inspect.iscoroutinefunction(job), f"{name}: RQ calls plain functions"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_is_in_a_package(path: Path) -> None:
    """A folder without `__init__.py` is left out of the wheel, in silence."""
    folder = path.parent
    while folder != ROOT:
        assert (folder / "__init__.py").exists(), folder
        folder = folder.parent


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if path.parts[-2] == "engine"],
    ids=lambda path: path.stem,
)
def test_the_engines_core_knows_python_only(path: Path) -> None:
    allowed = sys.stdlib_module_names - {
        "time",
        "datetime",
        "random",
        "secrets",
        "os",
        "io",
        "socket",
        "asyncio",
    }
    for name in imported(path):
        top = name.partition(".")[0]
        assert top == "engine" or top in allowed, f"{path.name} imports {name}"


def test_no_python_file_stands_outside_the_packages() -> None:
    known = {*PACKAGES, "tests"}
    strays = [
        path.relative_to(ROOT)
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in known
        and not path.relative_to(ROOT).parts[0].startswith(".")
    ]
    assert [path for path in strays if path.parts[0] != "build"] == []


def test_every_script_is_used_and_shipped() -> None:
    folder = ROOT / "service" / "adapters" / "lua"
    assert {path.stem for path in folder.iterdir()} == {*scripts.NAMES, "prelude"}
    store = "".join(path.read_text("utf-8") for path in (ROOT / "service" / "adapters").glob("redis_*.py"))
    assert [name for name in scripts.NAMES if f'"{name}"' not in store] == []
    shipped = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"][
        "package-data"
    ]
    assert "lua/*.lua" in shipped["service.adapters"]


def test_every_data_file_is_shipped() -> None:
    """What is no Python file and lies in a package must be named in package-data, or an installation lacks it."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"]
    shipped = {
        path
        for package, globs in data.items()
        for glob in globs
        for path in (ROOT / package.replace(".", "/")).glob(glob)
    }
    found = {
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        # What is compiled on this machine lies in __pycache__, machine code as well.
        if path.is_file() and path.suffix not in {".py", ".md", ".mo"} and "__pycache__" not in path.parts
    }
    assert sorted(map(str, found - shipped)) == []


SEES_TABLES = {"surfaces.py", "show.py", "drawn.py"}
"""The three files of the Telegram wing that hold a table with all its cards: they hand views of it on."""


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in SOURCES
        if ("telegram" in path.parts or "players" in path.parts) and path.name not in SEES_TABLES
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_views_and_players_are_never_given_a_match(path: Path) -> None:
    """They get observations, so that no hidden card can slip into a message."""
    names = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    forbidden = {"engine.match.Match", "engine.state.Match", "engine.state.Deal", "service.table.model.Head"}
    assert not names & forbidden
    assert "service.table.table" not in set(imported(path))
