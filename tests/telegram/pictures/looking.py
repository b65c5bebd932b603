"""How alike two pictures are, at the size a phone shows them."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

GOLDEN = Path(__file__).parent / "golden"
MEAN, STRONG, SHARE = 1.5, 64, 0.004
"""On average a point may differ by so much; and only so many points by more than so much (letters move a little
with the library that draws them)."""


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def reduced(data: bytes) -> Image.Image:
    """Half its size: a phone's 360 px."""
    return opened(data).reduce(2)


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether they show the same, but for how letters are smoothed."""
    if one.size != other.size:
        return False
    differences = ImageChops.difference(one, other).convert("L")
    strong = sum(differences.histogram()[STRONG:]) / (one.width * one.height)
    return ImageStat.Stat(differences).mean[0] <= MEAN and strong <= SHARE


def kept(name: str, picture: Image.Image) -> bool:
    """Whether it looks as its kept picture."""
    path = GOLDEN / f"{name}.png"
    return path.exists() and alike(Image.open(path).convert("RGB"), picture)
