"""The lobby's menu of the pairs: who plays with whom, chosen by a tap or drawn."""

from engine.seats import partner_of
from service.table.pairs import has_pairs
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode, pair_arg
from service.telegram.lines import LABELS, cells, fit, flow
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.names import LABEL
from service.telegram.seats_view import seats_lines, sitter
from service.telegram.texts import Tongue


def may_pair(view: TableView) -> bool:
    """Whether there is anything to choose: two people at least, and partners."""
    return has_pairs(view.rules) and len(_people(view)) > 1


def drawn_lines(view: TableView, t: Tongue) -> list[str]:
    """What each drew, the highest first."""
    if not view.drawn:
        return []
    cards = [f"{sitter(t, view.player(seat), LABEL)} {t.card(card)}" for seat, card in view.drawn.items()]
    first = (
        t.gettext("🔀 Drawn: {card}", card=cards[0])
        if view.draws == 1
        else t.gettext("🔀 Draw {n}: {card}", n=view.draws, card=cards[0])
    )
    return flow([first, *cards[1:]])


def pairs_lines(view: TableView, t: Tongue) -> list[list[str]]:
    """How they sit now, and what can be done."""
    drawn = drawn_lines(view, t)
    says = t.gettext("Who plays with whom? Drawing: the two highest cards play together.")
    return [seats_lines(view, t) + drawn, [says]]


def pairs_rows(view: TableView, t: Tongue) -> Keyboard:
    """The other pairings, the draw, and the way back."""
    draw = t.pgettext("button", "🔀 Draw again") if view.drawn else t.pgettext("button", "🔀 Draw pairs")
    back = Button(t.pgettext("button", "‹ Seats"), _tap(view, TapKind.MENU), style=Style.PRIMARY)
    return (
        *((button,) for button in _pairings(view, t)),
        (Button(draw, _tap(view, TapKind.DRAW, str((view.draws or 0) + 1))),),
        (back,),
    )


def _pairings(view: TableView, t: Tongue) -> list[Button]:
    """Those of the pairings that are not so now, told by their people."""
    first, second, *rest = _people(view)
    if not rest:
        return [_two(view, t, first, second)]
    third = rest[0]
    # Of three people two are partners or none are: each pairing is told by one pair of people.
    couples = [(first, second), (first, third), (second, third) if len(rest) == 1 else (first, rest[1])]
    return [
        Button(
            _label(view, t, one, other), _tap(view, TapKind.PAIR, pair_arg(*_ids(one, other), together=True))
        )
        for one, other in couples
        if not _partners(view, one, other)
    ]


def _two(view: TableView, t: Tongue, one: Player, other: Player) -> Button:
    together = not _partners(view, one, other)
    arg = pair_arg(*_ids(one, other), together=together)

    def label(most: int) -> str:
        first, second = (names.toast_name(t, who, most) for who in (one, other))
        if together:
            return f"{first} + {second}"
        return t.pgettext("button", "{name} against {other}", name=first, other=second)

    return Button(fit(label, LABELS[1], cells), _tap(view, TapKind.PAIR, arg))


def _label(view: TableView, t: Tongue, one: Player, other: Player) -> str:
    """ "Anna + Ben · Chloé + Dan"; the first pair alone where others than people sit, or names need the room."""
    rest = [who for who in _people(view) if who not in (one, other)]

    def couple(first: Player, second: Player, most: int) -> str:
        return f"{names.toast_name(t, first, most)} + {names.toast_name(t, second, most)}"

    if len(rest) == 2:
        both = f"{couple(one, other, LABEL)} · {couple(rest[0], rest[1], LABEL)}"
        if cells(both) <= LABELS[1]:
            return both
    return fit(lambda most: couple(one, other, most), LABELS[1], cells)


def _people(view: TableView) -> list[Player]:
    return [one for one in view.players if one.person is not None]


def _partners(view: TableView, one: Player, other: Player) -> bool:
    return partner_of(view.rules, one.seat) == other.seat


def _ids(one: Player, other: Player) -> tuple[int, int]:
    assert one.person is not None
    assert other.person is not None
    return one.person, other.person


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
