"""What a lesson says during play: the duty, what each card leads to, and what became of the last trick."""

from collections.abc import Callable, Mapping

from engine.cards import SUITS, cards_of, suit_of
from engine.contracts import Contract, tables_for
from engine.observation import Observation
from engine.trick import Trick, winning
from service.table.view import Lesson
from service.telegram.calls import capital
from service.telegram.cast import Cast
from service.telegram.lesson.binding import bound
from service.telegram.lesson.prospects import Advice, Fate, choice, fates
from service.telegram.lesson.words import card_points, has_belote, order_line, ours, tables_of, weighed
from service.telegram.texts import Tongue


def duty_lines(t: Tongue, seen: Observation) -> list[str]:
    """What may be played and why, and what lies on the table."""
    tables = tables_for(seen.rules, seen.contract)
    lying = sum(tables.points[play.card] for play in seen.trick)
    told = [t.gettext("On the table: {points} points.", points=lying)] if seen.trick else []
    return [bound(t, seen), *told]


def worth_lines(t: Tongue, seen: Observation, lesson: Lesson) -> list[str]:
    """What each card that may be played leads to, proved from the open hands; and which one a teacher would choose."""
    found = fates(seen, lesson.hands)
    tables = tables_for(seen.rules, seen.contract)
    lines = []
    for fate, sentence in _LEADS_TO.items():
        cards = sorted((card for card in found if found[card] is fate), key=lambda card: -tables.points[card])
        if cards:
            lines.append(sentence(t, weighed(t, tables, cards)))
    if len(found) > 1:
        return [*lines, _advice(t, seen, found)]
    last = seen.hand.bit_count() == 1
    return [*lines, t.gettext("Your last card plays itself in a moment.")] if last else lines


_LEADS_TO: Mapping[Fate, Callable[[Tongue, str], str]] = {
    Fate.MINE: lambda t, cards: t.gettext("✅ Wins for sure: {cards}.", cards=cards),
    Fate.OURS: lambda t, cards: t.gettext("🤝 You or your partner win: {cards}.", cards=cards),
    Fate.OPEN: lambda t, cards: t.gettext("❔ Depends on the others: {cards}.", cards=cards),
    Fate.THEIRS: lambda t, cards: t.gettext("❌ Goes to the others: {cards}.", cards=cards),
}
"""The surest first."""


def _advice(t: Tongue, seen: Observation, found: dict[int, Fate]) -> str:
    advised = choice(seen, found)
    card = t.card(advised.card) if advised.card >= 0 else ""
    match advised.advice:
        case Advice.ADD if card:
            return t.gettext("👉 The trick is your side’s anyway: add points, {card}.", card=card)
        case Advice.ADD:
            return t.gettext("👉 The trick is your side’s anyway.")
        case Advice.KEEP:
            return t.gettext(
                "👉 The trick is your side’s anyway: keep your high trumps, play {card}.", card=card
            )
        case Advice.TAKE:
            return t.gettext("👉 {card} makes sure of the trick.", card=card)
        case Advice.SPARE:
            return t.gettext("👉 The others get it anyway: give them few points, {card}.", card=card)
        case Advice.WATCH:
            return t.gettext("👉 Nothing is sure: look at the hands of those who play after you.")


def opening_blocks(t: Tongue, seen: Observation) -> list[list[str]]:
    """Said before the first card: who must do what, the orders of strength, what wins a trick, whose hands lie open."""
    contract = seen.contract
    if contract is None:
        return []
    return [
        [_aim(t, seen, contract)],
        [
            *_orders(t, seen, contract),
            t.gettext("The highest trump wins a trick; without one, the highest card of the suit led."),
        ],
        _belote(t, seen, contract),
        [t.gettext("All hands lie open to you. 🤝 is your partner: his tricks are yours.")],
    ]


def led_lines(t: Tongue, seen: Observation) -> list[str]:
    """During the first trick, how strong the cards of the suit are that was led."""
    if seen.contract is None or seen.tricks or not seen.trick:
        return []
    trumps, others = _orders(t, seen, seen.contract)
    return [trumps if suit_of(seen.trick[0].card) == seen.contract.trump else others]


def _orders(t: Tongue, seen: Observation, contract: Contract) -> tuple[str, str]:
    """Of trumps, and of any other suit."""
    tables = tables_of(seen, contract.trump)
    plain = next(suit for suit in SUITS if suit != contract.trump)
    trumps = order_line(t, tables, contract.trump)
    return (
        capital(
            t.gettext("Trumps {suit}, from the top: {order}.", suit=t.suit(contract.trump), order=trumps)
        ),
        t.gettext("Other suits: {order}.", order=order_line(t, tables, plain)),
    )


def _aim(t: Tongue, seen: Observation, contract: Contract) -> str:
    if ours(seen, contract.taker):
        return t.gettext("Your side took: it must get more points than the others.")
    return t.gettext("The others took: if they get no more points than you, your side writes all 162.")


def _belote(t: Tongue, seen: Observation, contract: Contract) -> list[str]:
    pair = has_belote(seen, contract)
    if not pair:
        return []
    queen, king = map(t.card, cards_of(pair))
    said = t.gettext(
        "{king} and {queen} in one hand are a Belote: 20 points, said by itself when you play them.",
        king=king,
        queen=queen,
    )
    return [capital(said)]


def result_lines(cast: Cast, seen: Observation) -> list[str]:
    """The trick that is over: why it was won, what it was worth, and how it stands. Before the first: nothing."""
    if seen.trick or not seen.tricks or seen.contract is None:
        return []
    t, trick = cast.t, seen.tricks[-1]
    points = card_points(seen)
    us, them = points[cast.side], points[1 - cast.side]
    return [
        _because(t, seen, seen.contract, trick),
        t.ngettext("The trick is worth {n} point.", "The trick is worth {n} points.", trick.points)
        + " "
        + t.gettext("Us {ours} · Them {theirs}", ours=us, theirs=them),
    ]


def _because(t: Tongue, seen: Observation, contract: Contract, trick: Trick) -> str:
    tables = tables_for(seen.rules, contract)
    best, led = winning(tables, trick.plays).card, suit_of(trick.plays[0].card)
    trumps = [play for play in trick.plays if tables.trumps >> play.card & 1]
    if len(trumps) == 1 and led != contract.trump:
        said = t.gettext("{card} wins: a trump beats every {suit}.", card=t.card(best), suit=t.suit(led))
    elif trumps:
        said = t.gettext("{card} wins: the highest trump here.", card=t.card(best))
    else:
        said = t.gettext(
            "{card} wins: the highest {suit} here, and nobody trumped.", card=t.card(best), suit=t.suit(led)
        )
    return capital(said)
