"""How long a text is on a phone of 360 px."""

from service.telegram.lines import cells

ACROSS = 38
"""Cells that a sentence has before it breaks; what must not break keeps to `LINE`."""


def on_a_phone(text: str) -> int:
    """The lines that a text fills there."""
    return sum(map(_broken, text.split("\n")))


def _broken(line: str) -> int:
    filled, room = 1, ACROSS
    for word in line.split(" "):
        if cells(word) > room:
            filled, room = filled + 1, ACROSS
        room -= cells(word) + 1
    return filled
