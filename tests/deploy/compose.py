"""The compose file as a compose program reads it: variables put in, then its own model."""

import re
from collections.abc import Mapping
from pathlib import Path

from compose_spec import PyOptions
from compose_spec.models import Service

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"\$\{(\w+):\?[^}]*\}")


def compose(values: Mapping[str, str]) -> dict[str, Service]:
    """The services. Raises KeyError for a variable that is not given, and what `compose_spec` finds wrong."""
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    options = PyOptions(apply_merge=True)
    services = options.from_yaml(VARIABLE.sub(lambda found: values[found[1]], text)).services
    assert services is not None
    return services
