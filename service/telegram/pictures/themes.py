"""Colours of a picture, and how a reader's row of suits looks in it."""

from typing import NamedTuple

from service.telegram.texts import Tongue

Colour = tuple[int, int, int]


class Theme(NamedTuple):
    """Where a picture hangs. The text beside it stays readable without it, so no colour says anything alone."""

    felt: Colour
    inlay: Colour
    """Where the cards of a trick lie."""
    panel: Colour
    text: Colour
    faint: Colour
    """Smaller words on a panel."""
    on_felt: Colour
    rule: Colour
    accent: Colour
    """Who is on turn, and the card that wins."""
    on_accent: Colour
    sides: tuple[Colour, Colour]
    """The lines of a match's course."""
    face: Colour
    edge: Colour
    back: tuple[Colour, Colour]
    dimmed: float
    """How far a card that may not be played sinks into the table: 0 not at all, 1 out of sight."""
    inks: tuple[Colour, Colour, Colour, Colour]
    """On a panel: dark, red, blue, green suits."""


LIGHT = Theme(
    felt=(38, 108, 79),
    inlay=(49, 124, 92),
    panel=(250, 247, 238),
    text=(38, 44, 42),
    faint=(103, 109, 104),
    on_felt=(240, 248, 242),
    rule=(214, 208, 192),
    accent=(255, 200, 61),
    on_accent=(58, 42, 0),
    sides=((192, 92, 16), (28, 98, 168)),
    face=(255, 255, 252),
    edge=(178, 178, 168),
    back=((44, 84, 140), (214, 226, 242)),
    dimmed=0.5,
    inks=((30, 34, 36), (204, 30, 40), (24, 98, 200), (20, 128, 62)),
)
DARK = Theme(
    felt=(19, 36, 34),
    inlay=(28, 50, 47),
    panel=(52, 66, 67),
    text=(240, 242, 238),
    faint=(182, 193, 189),
    on_felt=(212, 226, 219),
    rule=(88, 104, 104),
    accent=(245, 184, 60),
    on_accent=(40, 28, 0),
    sides=((255, 170, 84), (110, 182, 255)),
    face=(238, 235, 226),
    edge=(120, 120, 112),
    back=((52, 72, 104), (146, 164, 192)),
    dimmed=0.58,
    inks=((236, 238, 234), (255, 112, 104), (112, 178, 255), (104, 210, 138)),
)

_ON_FACE = LIGHT.inks
_DARK, _RED, _BLUE, _GREEN = range(4)
_USUAL = (_DARK, _RED, _RED, _DARK)
"""By suit number: clubs, diamonds, hearts, spades."""
_SIGNS = {"🔷": _BLUE, "🔵": _BLUE, "🍀": _GREEN, "☘": _GREEN}
_HOLLOW = ("♤", "♧")


class SuitLook(NamedTuple):
    """One suit as the reader knows it from the text."""

    suit: int
    ink: int
    hollow: bool

    def on_face(self) -> Colour:
        """On a card, which is light in every theme."""
        return _ON_FACE[self.ink]

    def on_panel(self, theme: Theme) -> Colour:
        return theme.inks[self.ink]


def suit_look(t: Tongue, suit: int) -> SuitLook:
    """From the row of signs that the reader has chosen; a sign that is not known here looks as usual."""
    sign = t.suits[suit].removesuffix("\ufe0f")
    return SuitLook(suit, _SIGNS.get(sign, _USUAL[suit]), sign in _HOLLOW)
