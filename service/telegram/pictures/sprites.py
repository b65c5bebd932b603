"""Cards as small images, each drawn once: with its shadow, plain or dimmed, straight or turned."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from engine.cards import Card, rank_of, suit_of
from service.telegram.pictures.paint import font, length
from service.telegram.pictures.shapes import rounded_mask, sign_mask, suit_mask
from service.telegram.pictures.themes import Colour, SuitLook, Theme, suit_look
from service.telegram.texts import Tongue

TALL = 1.42
"""A card's height by its width."""
SMALL = 60
"""Up to this width a card shows its rank and suit and nothing else."""
MARGIN = 7
"""Around a card, for its shadow."""
_COURTS = {4: "J", 5: "Q", 6: "K"}


class Look(NamedTuple):
    """What a card looks like to one reader."""

    rank: int
    letter: str
    suit: SuitLook
    theme: Theme


def look_of(t: Tongue, theme: Theme, card: Card) -> Look:
    return Look(rank_of(card), t.rank(rank_of(card)), suit_look(t, suit_of(card)), theme)


def height_of(width: int) -> int:
    return round(width * TALL)


@lru_cache(maxsize=300)
def face(look: Look, width: int, dim: bool = False) -> Image.Image:
    """A card from its front, its shadow around it."""
    height = height_of(width)
    card = Image.new("RGB", (width, height), look.theme.face)
    ink = look.suit.on_face()
    if width <= SMALL:
        _small(card, look, ink)
    else:
        _index(card, look, ink)
        _middle(card, look, ink)
    if dim:
        card = Image.blend(card, Image.new("RGB", card.size, look.theme.felt), look.theme.dimmed)
    return _framed(card, look.theme, dim)


@lru_cache(maxsize=8)
def back(theme: Theme, width: int) -> Image.Image:
    """A card from behind: a lattice of our own."""
    height = height_of(width)
    card = Image.new("RGB", (width, height), theme.face)
    inner = Image.new("RGB", (width * 3, height * 3), theme.back[0])
    draw = ImageDraw.Draw(inner)
    for x in range(-height * 3, width * 3, 36):
        draw.line([(x, 0), (x + height * 3, height * 3)], fill=theme.back[1], width=5)
        draw.line([(x + height * 3, 0), (x, height * 3)], fill=theme.back[1], width=5)
    edge = max(4, width // 14)
    inside = inner.reduce(3).resize((width - 2 * edge, height - 2 * edge), Image.Resampling.BILINEAR)
    card.paste(inside, (edge, edge), rounded_mask(inside.width, inside.height, max(3, width // 16)))
    return _framed(card, theme, False)


@lru_cache(maxsize=8)
def ring(width: int, colour: Colour) -> Image.Image:
    """What marks the winning card."""
    thick = max(3, width // 16)
    outer = (width + 2 * thick, height_of(width) + 2 * thick)
    mask = rounded_mask(*outer, radius_of(width) + thick).copy()
    inner = rounded_mask(width, height_of(width), radius_of(width))
    mask.paste(0, (thick, thick), inner)
    sprite = Image.new("RGBA", outer, (*colour, 255))
    sprite.putalpha(mask)
    return sprite


@lru_cache(maxsize=96)
def turned(look: Look, width: int, dim: bool, angle: float) -> Image.Image:
    """A card in a fan; `angle` in degrees, clockwise."""
    return face(look, width, dim).rotate(-angle, Image.Resampling.BILINEAR, expand=True)


def radius_of(width: int) -> int:
    return max(5, round(width * 0.09))


def _small(card: Image.Image, look: Look, ink: Colour) -> None:
    width, height = card.size
    _letter(card, look.letter, width / 2, height * 0.29, round(width * 0.66), ink)
    mask = suit_mask(look.suit.suit, round(width * 0.58), look.suit.hollow)
    card.paste(ink, (round((width - mask.width) / 2), round(height * 0.73 - mask.height / 2)), mask)


def _index(card: Image.Image, look: Look, ink: Colour) -> None:
    """Rank above suit in the corner: what a fan leaves visible."""
    width = card.width
    middle = width * 0.26
    _letter(card, look.letter, middle, width * 0.27, round(width * 0.46), ink)
    mask = suit_mask(look.suit.suit, round(width * 0.29), look.suit.hollow)
    card.paste(ink, (round(middle - mask.width / 2), round(width * 0.64 - mask.height / 2)), mask)


def _letter(card: Image.Image, letter: str, x: float, y: float, size: int, ink: Colour) -> None:
    # "10" is narrowed by its size, so that it stays within its corner.
    size = size if len(letter) == 1 else round(size * min(1.0, size * 0.95 / length(letter, size)))
    ImageDraw.Draw(card).text((x, y + size * 0.33), letter, fill=ink, font=font(size), anchor="ms")


def _middle(card: Image.Image, look: Look, ink: Colour) -> None:
    """A large suit; for court cards their head-dress above it."""
    width, height = card.size
    court = _COURTS.get(look.rank)
    if court is None:
        size = round(width * (0.56 if look.rank < 7 else 0.64))
        mask = suit_mask(look.suit.suit, size, look.suit.hollow)
        card.paste(ink, (round(width * 0.93 - size), round(height * 0.94 - size)), mask)
        return
    crown = sign_mask(court, round(width * 0.50))
    gold = (196, 146, 30)
    card.paste(gold, (round(width * 0.93 - crown.width), round(height * 0.43)), crown)
    mask = suit_mask(look.suit.suit, round(width * 0.30), look.suit.hollow)
    card.paste(ink, (round(width * 0.68 - mask.width / 2), round(height * 0.94 - mask.height)), mask)


@lru_cache(maxsize=16)
def _shadow(width: int, height: int) -> Image.Image:
    shadow = Image.new("L", (width + 2 * MARGIN, height + 2 * MARGIN), 0)
    shadow.paste(110, (MARGIN, MARGIN + 2), rounded_mask(width, height, radius_of(width)))
    return shadow.filter(ImageFilter.GaussianBlur(3))


def _framed(card: Image.Image, theme: Theme, dim: bool) -> Image.Image:
    """Round corners, a fine edge, a soft shadow."""
    width, height = card.size
    radius = radius_of(width)
    shape = rounded_mask(width, height, radius)
    sprite = Image.new("RGBA", (width + 2 * MARGIN, height + 2 * MARGIN), (0, 0, 0, 0))
    sprite.putalpha(_shadow(width, height))
    sprite.paste((*(theme.felt if dim else theme.edge), 255), (MARGIN, MARGIN), shape)
    inner = rounded_mask(width - 2, height - 2, radius - 1)
    sprite.paste(card.crop((1, 1, width - 1, height - 1)), (MARGIN + 1, MARGIN + 1), inner)
    return sprite
