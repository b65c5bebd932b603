"""Pictures that are wanted: a key, and how they are drawn if nobody has them yet.

Equal keys mean equal pictures, so that what was drawn and uploaded once need be neither again.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from engine.match import FinishedDeal
from service.table.model import Stage
from service.table.view import TableView
from service.telegram.pictures.course import course_picture
from service.telegram.pictures.score import score_picture
from service.telegram.pictures.table import table_picture
from service.telegram.texts import Tongue


class Picture(NamedTuple):
    """One picture, not drawn yet."""

    key: str
    draw: Callable[[], bytes | None]
    """Takes some hundredths of a second. None: there is nothing to see."""


def of_table(view: TableView, t: Tongue, *, dark: bool = False, private: bool = False) -> Picture | None:
    """The table, in private with the viewer's hand."""
    if view.stage is not Stage.PLAYING or view.seen is None:
        return None
    key = _key(view, t, dark, "table", private, view.seen)
    return Picture(key, partial(table_picture, view, t, dark=dark, private=private))


def of_score(view: TableView, finished: FinishedDeal, t: Tongue, *, dark: bool = False) -> Picture | None:
    """A deal's score sheet."""
    if finished.contract is None:
        return None
    key = _key(view, t, dark, "score", finished)
    return Picture(key, partial(score_picture, view, finished, t, dark=dark))


def of_course(view: TableView, t: Tongue, *, dark: bool = False) -> Picture | None:
    """How a match of several deals went."""
    if len(view.deals) < 2 or not view.rules.target:
        return None
    key = _key(view, t, dark, "course", [note.totals for note in view.deals], view.winner)
    return Picture(key, partial(course_picture, view, t, dark=dark))


def _key(view: TableView, t: Tongue, dark: bool, *drawn: object) -> str:
    signs = t._replace(words=False)
    letters = [signs.rank(rank) for rank in range(8)]
    people = [(one.seat, one.person is None, one.shared, one.name) for one in view.players]
    everything = (t.language, t.suits, letters, people, view.rules, dark, drawn)
    return hashlib.blake2b(repr(everything).encode("utf-8", "replace"), digest_size=12).hexdigest()
