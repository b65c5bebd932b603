"""Writes the examples of the bot's rules into the pages of docs/rules: `python -m tests.rule_pages`.

An example stands in one place, `service.telegram.rulebook`. A section's boxes follow its prose, and a test fails
when they differ from what this would write.
"""

import re
from functools import singledispatch
from pathlib import Path

from service.telegram.rulebook import PAGES
from service.telegram.rulebook.examples import (
    SUIT,
    Best,
    Calls,
    Chosen,
    Example,
    Found,
    Legal,
    Section,
    Sum,
    Wins,
)

DOCS = Path(__file__).parent.parent / "docs" / "rules"
BOX = re.compile(r"```(?:legal|wins|melds|best|calls|score)\n.*?^```\n*", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## §(\w+)$", re.MULTILINE)


def strain(text: str) -> str:
    return {"NT": "no trump", "AT": "all trump"}.get(text, f"trump {text}")


def options(chosen: Chosen) -> list[str]:
    def word(value: str | int | bool) -> str:
        return ("off", "on")[value] if isinstance(value, bool) else str(value)

    return [f"{name} {word(value)}" for name, value in chosen]


@singledispatch
def parts(example: Example) -> tuple[str, list[str]]:
    """The kind of box, and what stands in it."""
    raise TypeError(type(example).__name__)


@parts.register
def _(example: Legal) -> tuple[str, list[str]]:
    held = f"{example.seat} holds {example.hand}"
    return "legal", [strain(example.strain), f"trick {example.trick}", held, f"may play {example.may}"]


@parts.register
def _(example: Wins) -> tuple[str, list[str]]:
    won = f"{example.seat} wins {example.points}"
    return "wins", [strain(example.strain), f"trick {example.trick}", won]


@parts.register
def _(example: Found) -> tuple[str, list[str]]:
    found = ", ".join(f"{kind} {points}" for kind, points in example.melds)
    return "melds", [strain(example.strain), f"holds {example.hand}", found or "nothing"]


@parts.register
def _(example: Best) -> tuple[str, list[str]]:
    has = [f"{seat} has {cards}" for seat, cards in example.holders]
    result = f"{example.side} write {example.points}" if example.side else "nobody"
    return "best", [strain(example.strain), *has, result]


@parts.register
def _(example: Calls) -> tuple[str, list[str]]:
    given = [
        f"dealer {example.dealer}",
        *([f"turned {example.turned}"] if example.turned else []),
        example.calls,
    ]
    if not example.taker:
        return "calls", [*given, f"may call {example.may}", f"not {example.may_not}"]
    doubled = {1: "", 2: ", doubled", 4: ", redoubled"}[example.double]
    picked = [f"{example.picks_up} gets {example.turned}"] if example.picks_up else []
    return "calls", [*given, f"{example.taker} plays {example.contract}{doubled}", *picked]


@parts.register
def _(example: Sum) -> tuple[str, list[str]]:
    doubled = {1: "", 2: ", doubled", 4: ", redoubled"}[example.double]
    plays = f"plays {example.contract}{doubled}" if example.contract != SUIT else "takes"
    pairs = (("cards", example.cards), ("belote", example.belote), ("melds", example.melds))
    counted = [f"{name} {pair[0]} {pair[1]}" for name, pair in pairs if any(pair) or name == "cards"]
    sweep = [f"all tricks {example.sweep}"] if example.sweep else []
    pot = [f"pot {example.pot}"] if example.pot else []
    held = [f"held {example.held}"] if example.held else []
    written = f"{example.outcome} {example.written[0]} {example.written[1]}"
    return "score", [f"{example.taker} {plays}", *counted, *sweep, *pot, written, *held]


def box(example: Example) -> str:
    kind, said = parts(example)
    line = " | ".join([*options(example.options), *said])
    return f"```{kind}\n# {example.why.message}\n{line}\n```\n"


def with_examples(text: str, sections: tuple[Section, ...]) -> str:
    """A page whose sections end with their boxes."""
    opening, *rest = HEADING.split(text)
    boxes = {section.key: [box(example) for example in section.examples] for section in sections}
    written = [opening]
    for key, body in zip(rest[::2], rest[1::2], strict=True):
        prose = BOX.sub("", body).strip("\n")
        written.append("\n".join([f"## §{key}\n", f"{prose}\n", *boxes.get(key, [])]) + "\n")
    return "".join(written).rstrip("\n") + "\n"


def main() -> None:
    for variant, page in PAGES.items():
        path = DOCS / f"{variant}.md"
        text = path.read_text(encoding="utf-8")
        path.write_text(with_examples(text, page.sections), encoding="utf-8")


if __name__ == "__main__":
    main()
