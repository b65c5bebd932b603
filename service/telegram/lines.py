"""Width of what a phone shows, and lines that keep to it. A cell is a digit's width; an emoji has two.

A button is only as wide as its message's bubble, hence both limits: no line that wraps, and one wide enough.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

LINE = 34
"""Cells of a line on a phone of 360 px."""
BUBBLE = 26
"""The least width of a message that has buttons."""
LABELS = {1: 32, 2: 15, 3: 9, 4: 7, 5: 5}
"""Cells of a label, by the number of buttons in its row."""
NAME_MOST, NAME_LEAST = 10, 4

_TAG = re.compile(r"<[^<>]*>")
_JOINER, _EMOJI_STYLE, _KEYCAP = "\u200d", "\ufe0f", "\u20e3"
_JOINED = 4
"""The most pictures that one emoji is joined of: a family."""
_EN_SPACE = "\u2002"
_NARROW = " .,:;!'|·ijl"


def clusters(text: str) -> Iterator[str]:
    """What a reader takes for one sign: a letter with its accents, an emoji with its parts, a flag."""
    sign = ""
    for char in text:
        if sign and not _joins(sign, char):
            yield sign
            sign = ""
        sign += char
    if sign:
        yield sign


def _joins(sign: str, char: str) -> bool:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return True
    if sign.endswith(_JOINER):  # letters with a joiner stand side by side, and so do more than four pictures
        return _char_cells(sign[0]) == 2 and sign.count(_JOINER) < _JOINED
    if "\U0001f3fb" <= char <= "\U0001f3ff":  # skin tones
        return True
    return _regional(char) and len(sign) == 1 and _regional(sign)


def _regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


@lru_cache(maxsize=8192)
def cells(text: str) -> int:
    """Width of plain text. Remembered: a card is measured line by line, and most of its lines stood there before."""
    return sum(map(_cells, clusters(text)))


def _cells(sign: str) -> int:
    if _EMOJI_STYLE in sign or _KEYCAP in sign or _regional(sign[0]):
        return 2
    return max(map(_char_cells, sign))


def _char_cells(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def units(text: str) -> int:
    """Length as Telegram counts characters: UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(markup: str) -> str:
    """The text of a piece of Telegram's HTML."""
    return html.unescape(_TAG.sub("", markup))


def width(markup: str) -> int:
    """Width of one line of HTML."""
    return cells(plain(markup))


def fit(render: Callable[[int], str], limit: int = LINE, measure: Callable[[str], int] = width) -> str:
    """The line with its names as long as the limit allows: `render` is given the cells a name may have."""
    for name in range(NAME_MOST, NAME_LEAST, -1):
        line = render(name)
        if measure(line) <= limit:
            return line
    return render(NAME_LEAST)


def flow(items: Iterable[str], limit: int = LINE) -> list[str]:
    """Items joined by dots, broken into lines between items."""
    lines: list[str] = []
    for item in items:
        joined = f"{lines[-1]} · {item}" if lines else item
        if lines and width(joined) <= limit:
            lines[-1] = joined
        else:
            lines.append(item)
    return lines


def least_width(labels: Sequence[Sequence[str]]) -> int:
    """Cells of the line that makes a bubble wide enough for these rows of labels. A full line carries `LABELS`."""
    rows = [row for row in labels if len(row) in LABELS]
    needs = [-(-LINE * max(map(cells, row)) // LABELS[len(row)]) for row in rows]
    return min(LINE, max([BUBBLE, *needs]))


def widen(text: str, least: int = BUBBLE) -> str:
    """Lengthen the first line with spaces when no line is wide enough to carry buttons."""
    lines = text.split("\n")
    if max(map(_firm, lines)) < least:
        lines[0] += _EN_SPACE * min(least - _firm(lines[0]), LINE - width(lines[0]))
    return "\n".join(lines)


def _firm(markup: str) -> int:
    """Cells that one line fills in any font: what is narrow in all of them counts half."""
    text = plain(markup)
    return cells(text) - sum(map(text.count, _NARROW)) // 2
