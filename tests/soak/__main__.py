"""`python -m tests.soak`: every soak there is, one after the other. A module here with a `main` is one."""

import sys
from importlib import import_module
from pathlib import Path


def main() -> int:
    """0 when all went well."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    modules = [import_module(f"tests.soak.{name}") for name in names if not name.startswith("test_")]
    return max((module.main([]) for module in modules if hasattr(module, "main")), default=0)


if __name__ == "__main__":
    sys.exit(main())
