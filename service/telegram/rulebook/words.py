"""A message as data: marked where it is written, translated where it is shown."""

from typing import NamedTuple


class Words(NamedTuple):
    """A message to be looked up later."""

    context: str
    message: str


def mark(context: str, message: str) -> Words:
    """Mark a message for the catalogues."""
    return Words(context, message)
