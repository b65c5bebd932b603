"""A picture under way: panels, words with suits in them, and what it comes to in bytes."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from service.telegram.pictures.shapes import rounded_mask, sign_mask, suit_mask
from service.telegram.pictures.themes import Colour, SuitLook, Theme

WIDTH = 720
"""Twice a phone's 360 px."""
COLOURS = 128

Anchor = Literal["l", "m", "r"]
Piece = str | SuitLook
"""A run of letters, or a suit."""


@cache
def _letters() -> bytes:
    return files("service.telegram.pictures").joinpath("font", "SourceSans3-SemiBold.ttf").read_bytes()


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The one font that is bundled. Its digits are all equally wide."""
    return ImageFont.truetype(BytesIO(_letters()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def drawable(char: str) -> bool:
    """Whether the font has this sign."""
    face = font(20)
    missing, mask = face.getmask("\uffff"), face.getmask(char)
    return char.isspace() or mask.size != missing.size or bytes(mask) != bytes(missing)


@lru_cache(maxsize=4096)
def length(text: str, size: int) -> float:
    """Pixels a run of letters takes."""
    return font(size).getlength(text)


class Words(NamedTuple):
    """One line: letters and suits in one size."""

    pieces: tuple[Piece, ...]
    size: int

    @property
    def width(self) -> float:
        return sum(
            length(piece, self.size) if isinstance(piece, str) else suit_width(self.size)
            for piece in self.pieces
        )


def suit_width(size: int) -> int:
    return round(size * 0.82)


class Canvas:
    """A picture of `WIDTH` by some height."""

    def __init__(self, theme: Theme, height: int) -> None:
        self.theme = theme
        self.image = Image.new("RGB", (WIDTH, height), theme.felt)
        self.draw = ImageDraw.Draw(self.image)

    def panel(self, box: tuple[int, int, int, int], fill: Colour, radius: int = 14) -> None:
        """Left, top, right, bottom."""
        left, top, right, bottom = box
        self.image.paste(fill, (left, top), rounded_mask(right - left, bottom - top, radius))

    def stamp(self, mask: Image.Image, x: float, y: float, ink: Colour) -> None:
        """A shape with its middle there."""
        self.image.paste(ink, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)

    def suit(self, look: SuitLook, x: float, y: float, size: int, ink: Colour) -> None:
        self.stamp(suit_mask(look.suit, size, look.hollow), x, y, ink)

    def sign(self, sign: str, x: float, y: float, size: int, ink: Colour) -> None:
        self.stamp(sign_mask(sign, size), x, y, ink)

    def put(self, sprite: Image.Image, x: float, y: float) -> None:
        """A sprite with its middle there."""
        self.image.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)

    def text(self, x: float, y: float, text: str, size: int, ink: Colour, anchor: Anchor = "l") -> None:
        """One line of letters; `y` is its middle: half the height of a capital above and below."""
        face = font(size)
        self.draw.text((x, y + size * 0.33), text, fill=ink, font=face, anchor=f"{anchor}s")

    def words(self, x: float, y: float, words: Words, ink: Colour, anchor: Anchor = "l") -> None:
        """A line with suits in it, on a panel."""
        at = x - {"l": 0.0, "m": words.width / 2, "r": words.width}[anchor]
        for piece in words.pieces:
            if isinstance(piece, str):
                self.text(at, y, piece, words.size, ink)
                at += length(piece, words.size)
            else:
                wide = suit_width(words.size)
                self.suit(piece, at + wide / 2, y, round(words.size * 0.72), piece.on_panel(self.theme))
                at += wide

    def encoded(self) -> bytes:
        """As PNG with a palette: smaller than a JPEG of such plain areas, and without its smears around letters."""
        out = BytesIO()
        few = self.image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(out, "PNG", compress_level=6)
        return out.getvalue()


_SPACES = re.compile(r"\s+")


def pieces(text: str, suits: Sequence[str], looks: Sequence[SuitLook]) -> tuple[Piece, ...]:
    """Plain text with the reader's suit signs taken for suits; other signs that the font has not are left out."""
    pattern = "|".join(re.escape(sign.removesuffix("\ufe0f")) + "\ufe0f?" for sign in suits)
    found: list[Piece] = []
    for part in re.split(f"({pattern})", text):
        bare = part.removesuffix("\ufe0f")
        index = next((n for n, sign in enumerate(suits) if sign.removesuffix("\ufe0f") == bare), None)
        if index is not None:
            found.append(looks[index])
            continue
        letters = _SPACES.sub(" ", "".join(char for char in part if drawable(char)))
        if letters:
            found.append(letters)
    return tuple(found)
