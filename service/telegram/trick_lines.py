"""The cards on the table, line by line: card first, name after, and in words what each of them does."""

from collections.abc import Callable

from engine.cards import cards_of, rank_of, suit_of
from engine.melds import MeldKind
from engine.observation import MeldTold, Observation
from engine.seats import Seat, order_from
from engine.trick import Played, Role, Trick, leader_of, roles
from service.telegram.calls import capital
from service.telegram.cast import Cast
from service.telegram.lines import LINE, fit, flow, width
from service.telegram.names import LABEL
from service.telegram.texts import Tongue

SHOWN_TRICKS = 2
"""Announcements stay on the card until this trick is over."""


def on_table(seen: Observation) -> tuple[int, tuple[Played, ...], Trick | None]:
    """Number and cards of the trick to show. A full one (the third value) stays until the next card falls."""
    if seen.trick or not seen.tricks:
        return len(seen.tricks) + 1, seen.trick, None
    return len(seen.tricks), seen.tricks[-1].plays, seen.tricks[-1]


def card_lines(cast: Cast, seen: Observation) -> list[str]:
    """One line for each card of the trick on the table; the winning one is bold, and says so."""
    number, plays, done = on_table(seen)
    if not plays or seen.contract is None:
        return []
    winner = leader_of(seen.contract, plays)
    belotes = {call.card: call.second for call in seen.belotes if call.trick_no == number}
    return [
        _card_line(
            then, play, _words(then, play, role, winner, done), play.seat == winner, belotes.get(play.card)
        )
        for play, role in zip(plays, roles(seen.rules, seen.contract, plays), strict=True)
        for then in (cast.of_card(play.card),)
    ]


def _words(cast: Cast, play: Played, role: Role, winner: Seat, done: Trick | None) -> list[str]:
    """What is said after a name. A ruff that was overruffed, and what the reader did himself, need no word."""
    t, words = cast.t, []
    if play.seat != cast.me:
        if role is Role.RUFFS and play.seat == winner:
            words.append(t.pgettext("after the name of who did it", "ruffs"))
        elif role is Role.OVERRUFFS and play.seat == winner:
            words.append(t.pgettext("after the name of who did it", "overruffs"))
        elif role is Role.UNDERRUFFS:
            words.append(t.pgettext("after the name of who did it", "underruffs"))
    if play.seat == winner and done is None:
        words.append(t.pgettext("after the name of who has the best card", "winning"))
    return words


def _card_line(cast: Cast, play: Played, words: list[str], best: bool, belote: bool | None) -> str:
    t = cast.t
    call = ""
    if belote is not None:
        call = " · 📣 <b>" + (t.gettext("Rebelote!") if belote else t.gettext("Belote!")) + "</b>"
        words = words[-1:]  # the line is full; who wins matters more than how

    def line(most: int) -> str:
        card, name = t.card(play.card), cast.name(play.seat, most)
        core = t.gettext("{name}: {what}", name=card, what=name) if t.words else f"{card} {name}"
        return (f"<b>{core}</b>" if best else core) + (" · " + ", ".join(words) if words else "") + call

    full = fit(line)
    if cast.t.words and width(full) > LINE:
        return _card_line(cast._replace(t=t.signs), play, words, best, belote)
    return full


def seats_after(seen: Observation) -> tuple[Seat, ...]:
    """Who still plays to this trick after the seat on turn."""
    if seen.turn is None:
        return ()
    missing = seen.rules.players - len(seen.trick)
    return order_from(seen.rules, seen.turn)[1:missing]


def last_play(cast: Cast, play: Played, role: Role) -> str:
    """A card just played, as a sentence without a full stop: "Ben ruffs with ♥️8"."""
    cast = cast.of_card(play.card)
    line = _last_play(cast, play, role)
    return line if width(line) <= LINE else _last_play(cast._replace(t=cast.t.signs), play, role)


def _last_play(cast: Cast, play: Played, role: Role) -> str:
    t, card = cast.t, cast.t.card(play.card)
    sentences: dict[Role, Callable[[str], str]] = {
        Role.RUFFS: lambda name: t.gettext("{name} ruffs with {card}", name=name, card=card),
        Role.OVERRUFFS: lambda name: t.gettext("{name} overruffs with {card}", name=name, card=card),
        Role.UNDERRUFFS: lambda name: t.gettext("{name} underruffs with {card}", name=name, card=card),
        Role.DISCARDS: lambda name: t.gettext("{name} discards {card}", name=name, card=card),
    }

    def plain(name: str) -> str:
        return t.gettext("{name} plays {card}", name=name, card=card)

    return cast.says(play.seat, t.gettext("you play {card}", card=card), sentences.get(role, plain))


def trick_won(cast: Cast, number: int, trick: Trick) -> str:
    """ "Trick 4 goes to Chloé"."""
    t, winner = cast.t, trick.winner
    cast = by_winner(cast, trick)
    mine = t.gettext("Trick {n} is yours", n=number)
    return cast.says(winner, mine, lambda name: t.gettext("Trick {n} goes to {name}", n=number, name=name))


def by_winner(cast: Cast, trick: Trick) -> Cast:
    """Who is who when the card was played that won a trick."""
    return cast.of_card(next(play.card for play in trick.plays if play.seat == trick.winner))


def before_lines(cast: Cast, seen: Observation) -> list[str]:
    """The trick before the one that is being played."""
    if not seen.trick or not seen.tricks:
        return []
    number, trick = len(seen.tricks), seen.tricks[-1]

    def line(most: int) -> str:
        name = by_winner(cast, trick).name(trick.winner, most)
        if cast.t.words:  # no sign stands alone for who has the card read to him
            return cast.t.gettext("Before: trick {n}, for {name}", n=number, name=name)
        return cast.t.gettext("Before: trick {n} → {name}", n=number, name=name)

    head = fit(line)
    cards = [cast.t.card(play.card) for play in trick.plays]
    return [head, *(flow(cards) if cast.t.words else [" ".join(cards)])]


def meld_lines(cast: Cast, seen: Observation) -> list[str]:
    """Announcements: their kind in trick 1, from trick 2 the winners' cards, and whose were beaten."""
    if on_table(seen)[0] > SHOWN_TRICKS:
        return []
    lines = [_meld_line(_melding(cast, seen, told.seat), told) for told in seen.melds if not told.beaten]
    beaten = [
        f"{_melding(cast, seen, told.seat).name(told.seat, LABEL)} ({meld_kind(cast.t, told.kind)})"
        for told in seen.melds
        if told.beaten
    ]
    if not beaten:
        return lines
    head = cast.t.gettext("Beaten: {melds}", melds=beaten[0])
    return lines + flow([head, *beaten[1:]])


def _melding(cast: Cast, seen: Observation, seat: Seat) -> Cast:
    """Who is who when a seat announced: with its first card."""
    first = seen.tricks[0].plays if seen.tricks else seen.trick
    card = next((play.card for play in first if play.seat == seat), None)
    return cast if card is None else cast.of_card(card)


def _meld_line(cast: Cast, told: MeldTold) -> str:
    t = cast.t
    what = f"{meld_kind(t, told.kind)} {told.points}"
    if told.cards:
        cards = meld_cards(t, told)
        full, short = _told(cast, told, f"{cards} ({what})"), _told(cast, told, cards)
        if width(short) > LINE:
            short = _told(cast, told, meld_cards(t.signs, told))
        return full if width(full) <= LINE else short
    if told.height >= 0:
        word, letter = t.rank(told.height), t.letter(told.height)
        shorter = ((what, word), (what, letter), (meld_kind(t, told.kind), letter))
        highest = [t.gettext("{meld}, best card {rank}", meld=meld, rank=rank) for meld, rank in shorter]
        what = next((one for one in highest if width(_told(cast, told, one)) <= LINE), highest[-1])
    return _told(cast, told, what)


def _told(cast: Cast, told: MeldTold, what: str) -> str:
    """A line begins with a capital: "📣 You: tierce"; a name is written as its owner writes it."""

    mine = told.seat == cast.me and not cast.player(told.seat).shared

    def line(most: int) -> str:
        name = cast.name(told.seat, most)
        return "📣 " + cast.t.gettext("{name}: {what}", name=capital(name) if mine else name, what=what)

    return fit(line)


def meld_cards(t: Tongue, told: MeldTold) -> str:
    """ "♠️ 7 8 9" or "4×K"."""
    cards = cards_of(told.cards)
    if told.kind is MeldKind.CARRE:
        return f"4×{t.rank(rank_of(cards[0]))}"
    return t.row(suit_of(cards[0]), [rank_of(card) for card in cards])


def meld_kind(t: Tongue, kind: MeldKind) -> str:
    """The name of an announcement."""
    words = {
        MeldKind.TIERCE: t.pgettext("announcement", "Tierce"),
        MeldKind.CINQUANTE: t.pgettext("announcement", "Cinquante"),
        MeldKind.CENT: t.pgettext("announcement", "Cent"),
        MeldKind.CARRE: t.pgettext("announcement", "Carré"),
    }
    return words[kind]
