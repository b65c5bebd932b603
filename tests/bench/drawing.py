"""How long a picture takes to draw and how large it is, beside packing an empty picture of the same size."""

import random
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO

from PIL import Image

from engine.seats import seats_in_play
from engine.variants import VARIANTS
from service.telegram.pictures import course_picture, score_picture, table_picture
from service.telegram.pictures.paint import COLOURS, Canvas
from service.telegram.pictures.themes import LIGHT
from tests.bench.figures import Figure, percentile
from tests.telegram.pictures.scenes import notes
from tests.telegram.views.scene import DE, after, view
from tests.telegram.views.test_properties import course, table

MOST_MS, MOST_KB = 40.0, 60.0
STATES = 60

Drawing = Callable[[], bytes | None]


async def run() -> list[Figure]:
    """Tables at random moments, each drawn once: what is kept of earlier pictures is kept as in life."""
    found = []
    for variant, height in (("classic", 714), ("coinche", 714), ("two-player", 712)):
        found.append(_measured(f"picture of the table and the hand, {variant}", _tables(variant), height))
    finished = after(32).finished
    assert finished is not None
    end = view(after(32), deals=notes(), winner=0)
    found.append(
        _measured(
            "picture of a score sheet", [lambda: score_picture(end, finished, DE, dark=False)] * 20, 420
        )
    )
    found.append(_measured("picture of a course", [lambda: course_picture(end, DE, dark=False)] * 20, 520))
    return found


def _tables(variant: str) -> list[Drawing]:
    rules, rng = VARIANTS[variant], random.Random(5)
    way = course(variant, rules, 5, deals=3)
    names = ["Annemarie", "Ben", "Chloé", "Dan"]
    drawings: list[Drawing] = []
    for state in rng.sample(way.states, min(STATES, len(way.states))):
        shown = table(way, state, names, rng.randrange(len(seats_in_play(rules))))
        drawings.append(partial(table_picture, shown, DE, dark=False, private=True))
    return drawings


def _measured(name: str, drawings: list[Drawing], height: int) -> Figure:
    """Of processor time, which a busy machine does not lengthen."""
    spans, sizes = [], []
    for draw in drawings:
        began = time.process_time()
        data = draw()
        spans.append(1e3 * (time.process_time() - began))
        sizes.append(len(data or b"") / 1e3)
    floor = min(_empty(height) for _ in range(10))
    middle, slow, large = percentile(spans, 0.5), percentile(spans, 0.95), max(sizes)
    return Figure(
        name,
        f"{middle:.0f} ms, 95 % in {slow:.0f} ms, at most {large:.0f} KB",
        f"{floor:.0f} ms (an empty picture packed)",
        f"{middle / floor:.1f}",
        f"<= {MOST_MS:.0f} ms, {MOST_KB:.0f} KB",
        slow <= MOST_MS and large <= MOST_KB,
    )


def _empty(height: int) -> float:
    began = time.process_time()
    Canvas(LIGHT, height).image.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(BytesIO(), "PNG")
    return 1e3 * (time.process_time() - began)
