"""Who is who on a card: the group reads names, a player reads "you" for himself and "us" before "them"."""

from collections.abc import Callable
from typing import NamedTuple

from engine.cards import Card
from engine.seats import Seat, Side, side_of
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.lines import NAME_MOST, fit
from service.telegram.tastes import USUAL, Tastes
from service.telegram.texts import Tongue


class Cast(NamedTuple):
    """A table's people in one language. `me` is the seat of the card's only reader; None: everybody reads it."""

    t: Tongue
    view: TableView
    me: Seat | None
    tastes: Tastes = USUAL
    """The only reader's."""

    def player(self, seat: Seat) -> Player:
        return self.view.player(seat)

    def name(self, seat: Seat, most: int = NAME_MOST) -> str:
        """Beside a card or after a dot, for HTML: "you" for the reader."""
        if seat == self.me and not self.player(seat).shared:
            return self.t.pgettext("beside a card", "you")
        return names.line_name(self.t, self.player(seat), most)

    def at(self, ply: int | None) -> "Cast":
        """For what was done at a ply of the running deal: named is who did it, whoever has his seat now."""
        if self.view.plies is None or ply is None:
            return self
        then = self.view.at(ply)
        mine = self.me is not None and then.player(self.me).person == self.player(self.me).person
        return self._replace(view=then, me=self.me if mine else None)

    def of_call(self, number: int) -> "Cast":
        """For a call of the running deal, counted from 0."""
        return self.at(self.view.plies and self.view.plies.first + number)

    def of_card(self, card: Card) -> "Cast":
        """For a card that was played in the running deal."""
        return self.at(self.view.plies and self.view.plies.cards.get(card))

    def own(self, seat: Seat, most: int = NAME_MOST) -> str:
        """The same where "you" would not say which: on one phone."""
        return names.line_name(self.t, self.player(seat), most)

    def says(self, seat: Seat, mine: str, theirs: Callable[[str], str]) -> str:
        """A sentence of one line that differs for the reader; `theirs` is given the name, as long as it may be."""
        if seat == self.me and not self.player(seat).shared:
            return mine
        return fit(lambda most: theirs(names.line_name(self.t, self.player(seat), most)))

    @property
    def side(self) -> Side:
        """The side that stands first."""
        return 0 if self.me is None else side_of(self.view.rules, self.me)

    def pair(self, values: tuple[int, int]) -> str:
        """Two numbers by side, "2:1", ours first in private; in the group the sides never change places."""
        first = self.side
        return f"{values[first]}:{values[1 - first]}"


def group_cast(t: Tongue, view: TableView) -> Cast:
    """For a card that everybody in the group reads."""
    return Cast(t, view, None)


def private_cast(t: Tongue, view: TableView, tastes: Tastes = USUAL) -> Cast:
    """For a card that only the viewer reads."""
    return Cast(t, view, view.seat, tastes)
