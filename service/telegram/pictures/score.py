"""A deal's score sheet on paper."""

from engine.match import FinishedDeal
from engine.scoring import Outcome
from engine.seats import Side
from service.table.view import TableView
from service.telegram import names
from service.telegram.cast import group_cast
from service.telegram.pictures.legible import legible, words
from service.telegram.pictures.paint import WIDTH, Canvas
from service.telegram.pictures.themes import DARK, LIGHT
from service.telegram.result_view import headline, taken_lines
from service.telegram.sheet import Row, sheet_rows
from service.telegram.texts import Tongue

_LEFT, _FIRST, _SECOND = 44, 452, WIDTH - 44
"""Where labels begin and where the two columns of numbers end."""
_ROW = 46
_TALLEST = 760
"""The text and the buttons are to stand on the same screen, so many rows stand closer."""
_COLUMN = 190


def score_picture(view: TableView, finished: FinishedDeal, t: Tongue, dark: bool) -> bytes | None:
    """The sum of a deal as PNG. None where nobody wrote anything."""
    contract = finished.contract
    if finished.score.outcome in (Outcome.PASSED_OUT, Outcome.ANNULLED) or contract is None:
        return None
    view, t = legible(view, t)
    cast = group_cast(t, view)
    above, below = sheet_rows(t, view.rules, finished)
    heads = [headline(t, view.rules, finished), *taken_lines(cast, finished, contract)]
    top = 50 + 40 * len(heads)
    besides = top + 56 + (26 if below else 0) + 22
    rows = len(above) + len(below)
    step = min(_ROW, (_TALLEST - besides) // rows)
    height = besides + step * rows
    canvas = Canvas(DARK if dark else LIGHT, height)
    canvas.panel((12, 12, WIDTH - 12, height - 12), canvas.theme.panel, 20)
    for n, line in enumerate(heads):
        ink = canvas.theme.text if n == 0 else canvas.theme.faint
        canvas.words(_LEFT, 50 + 42 * n, words(t, line, 34 if n == 0 else 28, _SECOND - _LEFT), ink)
    _heads(canvas, view, t, top + 14)
    y = top + 14 + _ROW
    y = _rows(canvas, t, above, y, step, strong=not below)
    if below:
        canvas.panel((_LEFT, y - 16, _SECOND, y - 13), canvas.theme.rule, 1)
        _rows(canvas, t, below, y + 20, step, strong=True)
    return canvas.encoded()


def _heads(canvas: Canvas, view: TableView, t: Tongue, y: int) -> None:
    sides: tuple[tuple[Side, int], ...] = ((0, _FIRST), (1, _SECOND))
    for side, x in sides:
        for most in range(10, 3, -1):
            line = words(t, names.side_name(t, view, side, most), 25, least=25)
            if line.width <= _COLUMN:
                break
        else:
            line = words(t, names.side_name(t, view, side, 4), 25, _COLUMN)
        canvas.words(x, y, line, canvas.theme.faint, "r")


def _rows(canvas: Canvas, t: Tongue, rows: list[Row], y: int, step: int, strong: bool) -> int:
    theme = canvas.theme
    for label, first, second in rows:
        canvas.words(_LEFT, y, words(t, label, 30, 250), theme.text if strong else theme.faint)
        for text, x in ((first, _FIRST), (second, _SECOND)):
            canvas.text(x, y, text, 36 if strong else 32, theme.text, "r")
        y += step
    return y
