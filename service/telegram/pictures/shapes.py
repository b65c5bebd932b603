"""Suits, crowns and small signs, drawn as paths of our own. Each is a mask: how much of a point it covers."""

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Point = tuple[float, float]
Draw = ImageDraw.ImageDraw

FINER = 6
"""Shapes are drawn so many times larger, and then made smaller: that smooths their edges."""


@lru_cache(maxsize=256)
def suit_mask(suit: int, size: int, hollow: bool = False) -> Image.Image:
    """A suit by its number (clubs, diamonds, hearts, spades), in a square of `size` pixels."""
    large = _drawn(_SUITS[suit], size)
    if hollow:
        edge = max(1, size * FINER // 14) * 2 + 1
        large = ImageChops.subtract(large, large.filter(ImageFilter.MinFilter(edge)))
    return large.reduce(FINER)


@lru_cache(maxsize=128)
def sign_mask(sign: str, size: int) -> Image.Image:
    """An ornament or a small sign: "K", "Q", "J", "computer", "phone"."""
    return _drawn(_ORNAMENTS[sign], size).reduce(FINER)


@lru_cache(maxsize=512)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """A rectangle with round corners."""
    finer = 4
    large = Image.new("L", (width * finer, height * finer), 0)
    box = (0, 0, width * finer - 1, height * finer - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * finer, fill=255)
    return large.reduce(finer)


def _drawn(path: Callable[[Draw, float], None], size: int) -> Image.Image:
    large = Image.new("L", (size * FINER, size * FINER), 0)
    path(ImageDraw.Draw(large), float(size * FINER))
    return large


def _bezier(a: Point, b: Point, c: Point, steps: int = 18) -> list[Point]:
    """A quadratic curve from `a` to `c` that bends towards `b`."""
    points = []
    for n in range(steps + 1):
        u = n / steps
        points.append(
            (
                (1 - u) ** 2 * a[0] + 2 * u * (1 - u) * b[0] + u * u * c[0],
                (1 - u) ** 2 * a[1] + 2 * u * (1 - u) * b[1] + u * u * c[1],
            )
        )
    return points


def _fill(draw: Draw, points: list[Point], scale: float, ink: int = 255) -> None:
    draw.polygon([(x * scale, y * scale) for x, y in points], fill=ink)


def _disc(draw: Draw, x: float, y: float, r: float, scale: float, ink: int = 255) -> None:
    draw.ellipse([(x - r) * scale, (y - r) * scale, (x + r) * scale, (y + r) * scale], fill=ink)


def _heart_points(top: float, bottom: float, upside_down: bool = False) -> list[Point]:
    """The well-known curve of sines, laid between two heights."""
    points: list[Point] = []
    for n in range(120):
        u = 2 * math.pi * n / 120
        x = 16 * math.sin(u) ** 3 / 17
        y = 13 * math.cos(u) - 5 * math.cos(2 * u) - 2 * math.cos(3 * u) - math.cos(4 * u)
        down = (12.2 - y) / 29.2
        if upside_down:
            down = 1 - down
        points.append((0.5 + x / 2 * 0.98, top + down * (bottom - top)))
    return points


def _stem(draw: Draw, top: float, scale: float) -> None:
    left = _bezier((0.485, top), (0.47, 0.86), (0.31, 0.97))
    right = _bezier((0.69, 0.97), (0.53, 0.86), (0.515, top))
    _fill(draw, left + right, scale)


def _clubs(draw: Draw, s: float) -> None:
    for x, y in ((0.5, 0.265), (0.255, 0.60), (0.745, 0.60)):
        _disc(draw, x, y, 0.225, s)
    _fill(draw, [(0.5, 0.25), (0.70, 0.62), (0.30, 0.62)], s)
    _stem(draw, 0.5, s)


def _diamonds(draw: Draw, s: float) -> None:
    corners = [(0.5, 0.02), (0.89, 0.5), (0.5, 0.98), (0.11, 0.5)]
    points: list[Point] = []
    for n, corner in enumerate(corners):
        after = corners[(n + 1) % 4]
        middle = ((corner[0] + after[0]) / 2, (corner[1] + after[1]) / 2)
        points += _bezier(corner, (0.5 + (middle[0] - 0.5) * 0.90, 0.5 + (middle[1] - 0.5) * 0.90), after)
    _fill(draw, points, s)


def _hearts(draw: Draw, s: float) -> None:
    _fill(draw, _heart_points(0.07, 0.97), s)


def _spades(draw: Draw, s: float) -> None:
    _fill(draw, _heart_points(0.02, 0.80, upside_down=True), s)
    _stem(draw, 0.55, s)


_SUITS = (_clubs, _diamonds, _hearts, _spades)


def _king(draw: Draw, s: float) -> None:
    """A crown of three points, a cross above the middle one."""
    _fill(
        draw,
        [(0.12, 0.74), (0.04, 0.30), (0.29, 0.52), (0.5, 0.22), (0.71, 0.52), (0.96, 0.30), (0.88, 0.74)],
        s,
    )
    for x, y in ((0.05, 0.27), (0.95, 0.27)):
        _disc(draw, x, y, 0.05, s)
    _fill(draw, [(0.47, 0.0), (0.53, 0.0), (0.53, 0.24), (0.47, 0.24)], s)
    _fill(draw, [(0.40, 0.07), (0.60, 0.07), (0.60, 0.13), (0.40, 0.13)], s)
    _band(draw, s)


def _queen(draw: Draw, s: float) -> None:
    """A coronet of five pearls."""
    tops = ((0.06, 0.38), (0.27, 0.24), (0.5, 0.17), (0.73, 0.24), (0.94, 0.38))
    points: list[Point] = [(0.14, 0.74)]
    for n, top in enumerate(tops):
        points.append(top)
        if n < 4:
            points.append(((top[0] + tops[n + 1][0]) / 2, 0.56))
    _fill(draw, [*points, (0.86, 0.74)], s)
    for x, y in tops:
        _disc(draw, x, y - 0.02, 0.062, s)
    _band(draw, s)


def _band(draw: Draw, s: float) -> None:
    draw.rounded_rectangle([0.12 * s, 0.80 * s, 0.88 * s, 0.92 * s], 0.04 * s, fill=255)


def _jack(draw: Draw, s: float) -> None:
    """A cap with a feather."""
    cap = _bezier((0.08, 0.74), (0.12, 0.34), (0.52, 0.36)) + _bezier(
        (0.52, 0.36), (0.90, 0.38), (0.92, 0.74)
    )
    _fill(draw, cap, s)
    feather = _bezier((0.55, 0.46), (0.60, 0.06), (0.97, 0.03)) + _bezier(
        (0.97, 0.03), (0.98, 0.36), (0.66, 0.50)
    )
    _fill(draw, feather, s)
    draw.line(
        [(x * s, y * s) for x, y in _bezier((0.60, 0.47), (0.68, 0.22), (0.90, 0.10))],
        fill=0,
        width=int(0.025 * s),
    )
    _band(draw, s)


def _computer(draw: Draw, s: float) -> None:
    draw.rounded_rectangle([0.12 * s, 0.30 * s, 0.88 * s, 0.92 * s], 0.16 * s, fill=255)
    _fill(draw, [(0.47, 0.10), (0.53, 0.10), (0.53, 0.32), (0.47, 0.32)], s)
    _disc(draw, 0.5, 0.11, 0.08, s)
    for x in (0.34, 0.66):
        _disc(draw, x, 0.55, 0.085, s, 0)
    draw.rounded_rectangle([0.34 * s, 0.74 * s, 0.66 * s, 0.80 * s], 0.03 * s, fill=0)


def _phone(draw: Draw, s: float) -> None:
    draw.rounded_rectangle([0.24 * s, 0.04 * s, 0.76 * s, 0.96 * s], 0.10 * s, fill=255)
    draw.rectangle([0.31 * s, 0.14 * s, 0.69 * s, 0.78 * s], fill=0)
    _disc(draw, 0.5, 0.87, 0.045, s, 0)


def _turn(draw: Draw, s: float) -> None:
    _fill(draw, [(0.15, 0.06), (0.92, 0.5), (0.15, 0.94)], s)


_ORNAMENTS: dict[str, Callable[[Draw, float], None]] = {
    "K": _king,
    "Q": _queen,
    "J": _jack,
    "computer": _computer,
    "phone": _phone,
    "turn": _turn,
}
