"""The first lines of a hand card, which a lock screen shows: whose turn, which game, the last move, the deadline. No
hand card stands in them."""

from engine.match import Phase
from engine.observation import Observation
from engine.trick import roles
from service.telegram import names
from service.telegram.auction_lines import (
    call_said,
    taking,
)
from service.telegram.calls import capital
from service.telegram.cast import Cast
from service.telegram.lines import LINE, fit, flow, width
from service.telegram.terms import deal_word
from service.telegram.times import by
from service.telegram.trick_lines import (
    by_winner,
    last_play,
    trick_won,
)


def your_turn(cast: Cast, moved: list[str]) -> list[str]:
    """Whose turn, and which game: the table's name, or against whom where two play. Below it the move before."""
    t, view = cast.t, cast.view
    if view.left is not None and view.time.deadline is not None:
        return _reminder_lines(cast, view.time.deadline, moved)
    if view.whispered:
        first = _whispered(cast)
    elif cast.me is not None and view.player(cast.me).shared:
        first = "🟢 <b>" + capital(t.gettext("{name}’s turn", name=cast.own(cast.me))) + "</b> · "
    else:
        first = f"🟢 <b>{t.gettext('Your turn')}</b> · "
    return [_game(cast, first), *moved]


def _whispered(cast: Cast) -> str:
    """In the group, where a card may lag behind the one that stands above it, whose turn it is is not said here."""
    return f"🃏 <b>{cast.t.gettext('Your hand')}</b> · "


def _reminder_lines(cast: Cast, deadline: int, moved: list[str]) -> list[str]:
    """The moment, not what is left: nobody edits a card because an hour has passed. One that is far off, with its
    zone, has the first line to itself, and the game stands beside the move."""
    first = f"⏳ <b>{capital(by(cast.t, deadline))}</b>"
    if width(f"{first} · ") + names.LABEL <= LINE:
        return [_game(cast, f"{first} · "), *moved]
    if width(first) > LINE:
        first = f"⏳ <b>{capital(by(cast.t, deadline, short=True))}</b>"
    beside = f" · {moved[0]}"
    if width(beside) + names.LABEL > LINE:
        return [first, _game(cast, ""), *moved]
    return [first, _game(cast, "", beside) + beside, *moved[1:]]


def _game(cast: Cast, first: str, beside: str = "") -> str:
    if cast.view.rules.players > 2:
        return first + names.title(cast.t, cast.view, first + beside)
    other = next(one.seat for one in cast.view.players if one.seat != cast.me)
    return fit(
        lambda most: first + cast.t.gettext("against {name}", name=cast.name(other, most)),
        LINE - width(beside),
    )


def last_move(cast: Cast, seen: Observation) -> str:
    """The move before the reader's turn, as a line: "You take ♦️ · you lead". Names stay as their owners write them."""
    return capital(_last_move(cast, seen))


def _last_move(cast: Cast, seen: Observation) -> str:
    t = cast.t
    if seen.phase is not Phase.PLAYING or seen.contract is None:
        if not seen.calls:
            first = deal_word(t, seen.rules, seen.deal_no)
            return t.gettext("{deal} · you speak first", deal=first)
        return call_said(cast, seen, len(seen.calls) - 1)
    if seen.trick:
        role = roles(seen.rules, seen.contract, seen.trick)[-1]
        return last_play(cast, seen.trick[-1], role)
    you_lead = t.gettext("you lead")
    if seen.tricks:
        if by_winner(cast, seen.tricks[-1]).me == cast.me:
            return t.gettext("Trick {n} is yours · you lead", n=len(seen.tricks))
        return flow([trick_won(cast, len(seen.tricks), seen.tricks[-1]), you_lead])[0]
    _, taken = taking(cast, seen)
    return you_lead if taken is None else flow([call_said(cast, seen, taken), you_lead])[0]


def whose_turn(cast: Cast, seen: Observation) -> str:
    """Off turn. It is not said whose turn it is: this card is not edited with every move of the others, and would soon
    tell an untruth."""
    t = cast.t
    if cast.view.whispered:
        return _game(cast, _whispered(cast))
    rest = " · " + (t.gettext("dealing") if seen.turn is None else t.gettext("not your turn yet"))
    return f"<b>{names.title(t, cast.view, rest)}</b>{rest}"
