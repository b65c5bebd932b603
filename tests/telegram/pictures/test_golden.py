"""The kept pictures. When one differs for a reason: `python -m tests.telegram.pictures`, and look at it."""

import pytest
from PIL import ImageDraw

from tests.telegram.pictures.looking import GOLDEN, alike, kept, reduced
from tests.telegram.pictures.scenes import SCENES


@pytest.mark.parametrize("name", SCENES)
def test_looks_as_it_did(name: str) -> None:
    assert kept(name, reduced(SCENES[name]()))


def test_every_kept_picture_has_its_scene() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCENES)


def test_the_tolerance_is_not_blind() -> None:
    """A small card that is missing is seen, and so is a name."""
    picture = reduced(SCENES["group"]())
    for box in ((8, 68, 30, 100), (155, 53, 204, 76)):
        spoiled = picture.copy()
        ImageDraw.Draw(spoiled).rectangle(box, fill=(38, 108, 79))
        assert not alike(picture, spoiled)
