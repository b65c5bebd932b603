"""Names of people as they stand in lines and labels: short, harmless, always visible.

People choose their names freely: markup, right-to-left marks, thirty emoji or nothing but zero-width signs.
"""

import html
import unicodedata

from engine.rules import Rules
from engine.seats import Seat, Side, order_from, seats_in_play, side_of
from service.table.model import Stage
from service.table.view import Player, TableView
from service.telegram.lines import LINE, NAME_MOST, cells, clusters, width
from service.telegram.texts import Tongue

LABEL = 8
"""Cells of a name in labels and status lines."""
_OPEN, _CLOSE = "\u2068", "\u2069"
_MARKS = 3
_BLANK = ("\u3164", "\u115f", "\u1160", "\u2800", "\uffa0")
"""Letters and patterns that draw nothing."""
_KEPT = ("\u200d", "\ufe0f")
"""Format signs that belong to emoji; all others are taken out, above all those that turn the text's direction."""


def clean(name: str) -> str:
    """A name without signs that act on the text around it; empty when nothing visible is left."""
    spaced = " ".join(name.split())
    kept = [
        char
        for char in spaced
        if char in _KEPT or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    ]
    signs = [_tamed(sign) for sign in clusters("".join(kept).strip())]
    return "".join(signs) if any(map(_visible, signs)) else ""


def _tamed(sign: str) -> str:
    """A letter with at most three marks on it: piles of them reach into the lines above and below."""
    return sign if "\u200d" in sign else sign[: 1 + _MARKS]


def _visible(sign: str) -> bool:
    return unicodedata.category(sign[0])[0] in "LNPS" and sign[0] not in _BLANK


def shorten(text: str, most: int) -> str:
    """At most `most` cells; what is cut off leaves "…"."""
    if cells(text) <= most:
        return text
    kept, used = "", 1
    for sign in clusters(text):
        used += cells(sign)
        if used > most:
            break
        kept += sign
    return kept.rstrip() + "…"


def isolated(text: str) -> str:
    """Text whose direction does not reach beyond it."""
    return f"{_OPEN}{text}{_CLOSE}"


def bare_name(t: Tongue, player: Player) -> str:
    """The name in full, cleaned. A computer, and a seat on one phone, is called after its
    place; somebody without a visible name "Guest"."""
    if player.person is None:
        return "🤖 " + place(t, player.seat)
    if player.shared:
        return "📱 " + place(t, player.seat)
    return clean(player.name) or t.gettext("Guest")


def own_name(t: Tongue, player: Player, most: int = NAME_MOST) -> str:
    """A person as he is called, on whichever seat. For HTML."""
    return line_name(t, player._replace(shared=False), most)


def place(t: Tongue, seat: Seat) -> str:
    """A compass point."""
    return t.pgettext("the four places at the table", "North East South West").split()[seat]


def toast_name(t: Tongue, player: Player, most: int = NAME_MOST) -> str:
    """For plain text and labels. What stands for a place loses its picture before it loses a letter."""
    name = bare_name(t, player)
    if cells(name) > most and (player.person is None or player.shared):
        name = place(t, player.seat)
    return isolated(shorten(name, most))


def line_name(t: Tongue, player: Player, most: int = NAME_MOST) -> str:
    """For HTML."""
    return html.escape(toast_name(t, player, most), quote=False)


def side_players(rules: Rules, players: tuple[Player, ...], side: Side) -> list[Player]:
    """Who plays on a side, in the order of play."""
    order = order_from(rules, seats_in_play(rules)[0])
    return [
        player for seat in order for player in players if player.seat == seat and side_of(rules, seat) == side
    ]


def side_name(t: Tongue, view: TableView, side: Side, most: int = NAME_MOST) -> str:
    """ "Anna + Chloé", for HTML."""
    return " + ".join(line_name(t, one, most) for one in side_players(view.rules, view.players, side))


def initials(t: Tongue, view: TableView) -> tuple[str, str]:
    """Short heads for a score sheet's two columns: "A+C", and "An+Ch" where both would read alike."""
    for letters in (1, 2):
        first, second = (
            "+".join(_initial(t, one, letters) for one in side_players(view.rules, view.players, side))
            for side in (0, 1)
        )
        if first != second:
            return first, second
    return "1", "2"


def _initial(t: Tongue, player: Player, letters: int) -> str:
    """The first narrow letters of a name: no emoji, which would break the columns."""
    name = place(t, player.seat) if player.person is None or player.shared else clean(player.name)
    narrow = [sign for sign in clusters(name) if sign.isalnum() and cells(sign) == 1 and len(sign) == 1]
    return "".join(narrow[:letters]) or place(t, player.seat)[:letters]


def table_name(t: Tongue, view: TableView, most: int | None = None) -> str:
    """The group's title, and the number by which two of its tables are told apart. A table apart is called after whom
    the reader plays with. Plain text, of at most `most` cells."""
    number = f" #{view.number}" if _numbered(view) else ""
    name = _called(t, view)
    return (name if most is None else shorten(name, most - cells(number))) + number


def _numbered(view: TableView) -> bool:
    """Whether its number is said: where it is not the first, nor over, and has no other name."""
    live = view.number > 1 and view.stage in (Stage.LOBBY, Stage.PLAYING)
    return live and not (view.apart and (_others(view) or view.lesson is not None))


def _others(view: TableView) -> list[Player]:
    """The people whom the reader plays with, each once."""
    found = {one.person: one for one in view.players if one.person not in (None, view.viewer)}
    return list(found.values())


def _called(t: Tongue, view: TableView) -> str:
    if not view.apart:
        return clean(view.title) or t.gettext("Belote")
    if view.lesson is not None:
        return t.gettext("First game")
    if others := _others(view):
        return " + ".join(bare_name(t, one._replace(shared=False)) for one in others)
    return t.gettext("Private table") if view.stage is Stage.LOBBY else t.gettext("Against computers")


def title(t: Tongue, view: TableView, rest: str) -> str:
    """The table's name, cut so that a line that also holds `rest` does not wrap. For HTML."""
    name = table_name(t, view, max(LABEL, LINE - width(rest)))
    return html.escape(isolated(name), quote=False)


def headed(t: Tongue, view: TableView, head: str) -> list[str]:
    """A heading and the table's name: in one line where both fit, else each in its own. For HTML."""
    if width(f"{head} · ") + cells(table_name(t, view)) <= LINE:
        return [f"{head} · {title(t, view, f'{head} · ')}"]
    return [head, title(t, view, "")]
