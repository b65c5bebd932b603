"""How a match went: both sides' points by deal."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.seats import Side
from service.table.view import TableView
from service.telegram import names
from service.telegram.end_view import winners
from service.telegram.pictures.legible import legible, words
from service.telegram.pictures.paint import WIDTH, Canvas, length
from service.telegram.pictures.themes import DARK, LIGHT
from service.telegram.texts import Tongue

HEIGHT = 520
_LEFT, _TOP, _RIGHT, _BOTTOM = 84, 172, WIDTH - 110, HEIGHT - 62
_FINER = 3
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)
_LINES = 6
_NUMBERS = 14
"""So many deals have their number below the chart at most."""


class _Scale(NamedTuple):
    deals: int
    top: int

    def x(self, deal: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * deal / self.deals

    def y(self, points: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * points / self.top


def course_picture(view: TableView, t: Tongue, dark: bool) -> bytes | None:
    """A finished match's course as JPEG. None where one deal, or none, was all there was."""
    if len(view.deals) < 2 or not view.rules.target:
        return None
    view, t = legible(view, t)
    scale = _Scale(len(view.deals), max(view.rules.target, *(n for note in view.deals for n in note.totals)))
    canvas = Canvas(DARK if dark else LIGHT, HEIGHT)
    canvas.panel((12, 12, WIDTH - 12, HEIGHT - 12), canvas.theme.panel, 20)
    canvas.words(_LEFT - 48, 50, words(t, winners(t, view), 36, WIDTH - 100), canvas.theme.text)
    _legend(canvas, t, view)
    _grid(canvas, scale, view.rules.target)
    _numbers(canvas, scale)
    courses = [[0, *(note.totals[side] for note in view.deals)] for side in (0, 1)]
    for side, course in enumerate(courses):
        _line(canvas, scale, side, course)
    _ends(canvas, scale, courses)
    return canvas.encoded()


def _legend(canvas: Canvas, t: Tongue, view: TableView) -> None:
    x = float(_LEFT - 48)
    for side in (0, 1):
        _mark(canvas, side, x + 12, 102)
        line = words(t, names.side_name(t, view, side, 8), 26, 270)
        canvas.words(x + 32, 102, line, canvas.theme.text)
        x += 32 + line.width + 40


def _grid(canvas: Canvas, scale: _Scale, target: int) -> None:
    theme = canvas.theme
    step = next((one for one in _STEPS if scale.top / one <= _LINES), _STEPS[-1])
    for points in range(0, scale.top + 1, step):
        y = round(scale.y(points))
        canvas.draw.line([(_LEFT, y), (_RIGHT, y)], fill=theme.rule, width=2)
        if points == 0 or abs(scale.y(points) - scale.y(target)) > 24:
            canvas.text(_LEFT - 12, y, str(points), 22, theme.faint, "r")
    y = round(scale.y(target))
    for x in range(_LEFT, _RIGHT, 18):
        canvas.draw.line([(x, y), (min(x + 10, _RIGHT), y)], fill=theme.text, width=3)
    canvas.text(_LEFT - 12, y, str(target), 24, theme.text, "r")


def _numbers(canvas: Canvas, scale: _Scale) -> None:
    every = -(-scale.deals // _NUMBERS)
    for deal in range(every, scale.deals + 1, every):
        canvas.text(scale.x(deal), _BOTTOM + 24, str(deal), 22, canvas.theme.faint, "m")


def _line(canvas: Canvas, scale: _Scale, side: Side, course: Sequence[int]) -> None:
    """One side's line; its marks differ in shape too: discs and squares."""
    points = [(scale.x(n), scale.y(total)) for n, total in enumerate(course)]
    mask = Image.new("L", (WIDTH * _FINER, HEIGHT * _FINER), 0)
    draw = ImageDraw.Draw(mask)
    draw.line([(x * _FINER, y * _FINER) for x, y in points], fill=255, width=5 * _FINER, joint="curve")
    canvas.image.paste(canvas.theme.sides[side], (0, 0), mask.reduce(_FINER))
    for x, y in points:
        _mark(canvas, side, x, y, 7 if scale.deals <= 16 else 5)


def _mark(canvas: Canvas, side: Side, x: float, y: float, half: int = 8) -> None:
    left, top = round(x) - half, round(y) - half
    radius = half if side == 0 else 2
    canvas.panel((left, top, left + 2 * half, top + 2 * half), canvas.theme.sides[side], radius)


def _ends(canvas: Canvas, scale: _Scale, courses: Sequence[Sequence[int]]) -> None:
    """The last totals beside the ends of the lines, apart from each other."""
    ys = [scale.y(course[-1]) for course in courses]
    upper = 0 if ys[0] <= ys[1] else 1
    missing = 34 - (ys[1 - upper] - ys[upper])
    if missing > 0:
        ys[upper] -= missing / 2
        ys[1 - upper] += missing / 2
    for side, course in enumerate(courses):
        text = str(course[-1])
        size = 32 if length(text, 32) <= WIDTH - _RIGHT - 36 else 26
        canvas.text(_RIGHT + 16, ys[side], text, size, canvas.theme.sides[side])
