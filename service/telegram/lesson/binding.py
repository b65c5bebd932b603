"""What may be played and why, in a sentence: at length when a duty binds for the first time, later in short."""

from collections.abc import Callable, Mapping

from engine.actions import ActionKind
from engine.cards import Card, suit_of
from engine.contracts import tables_for
from engine.observation import Observation, legal_actions
from engine.trick import leader_of, winning
from service.telegram.calls import capital
from service.telegram.lesson.duties import Duty, duty, met
from service.telegram.lesson.words import listed, ours
from service.telegram.texts import Tongue


def playable(seen: Observation) -> list[Card]:
    """The cards that may be played, the weakest first."""
    tables = tables_for(seen.rules, seen.contract)
    cards = [action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY]
    return sorted(cards, key=lambda card: tables.order[card])


def bound(t: Tongue, seen: Observation) -> str:
    """The sentence for who is to play now."""
    found = duty(seen)
    return capital((_SHORT if found in met(seen) else _LONG)[found](t, seen))


def _cards(t: Tongue, seen: Observation) -> str:
    return listed(t, playable(seen))


def _led(t: Tongue, seen: Observation) -> str:
    return t.suit(suit_of(seen.trick[0].card))


def _best(t: Tongue, seen: Observation) -> str:
    return t.card(winning(tables_for(seen.rules, seen.contract), seen.trick).card)


def _although(t: Tongue, seen: Observation) -> str:
    """Why a partner who is winning does not set free: with a plain card (beginner §play)."""
    assert seen.contract is not None
    if not ours(seen, leader_of(seen.contract, seen.trick)):
        return ""
    return " " + t.gettext("Your partner is winning, but not with a trump.")


def _follow(t: Tongue, seen: Observation) -> str:
    return t.gettext(
        "{suit} was led, and whoever holds {suit} must play it. You may play {cards}.",
        suit=_led(t, seen),
        cards=_cards(t, seen),
    )


def _ruff(t: Tongue, seen: Observation) -> str:
    said = t.gettext(
        "You have no {suit}, so you must play a trump: it beats every other suit. You may play {cards}.",
        suit=_led(t, seen),
        cards=_cards(t, seen),
    )
    return said + _although(t, seen)


def _ruff_again(t: Tongue, seen: Observation) -> str:
    said = t.gettext(
        "No {suit}, so you must play a trump: {cards}.", suit=_led(t, seen), cards=_cards(t, seen)
    )
    return said + _although(t, seen)


def _overruff(t: Tongue, seen: Observation) -> str:
    return t.gettext(
        "You have no {suit}, so you must play a trump, and a higher one than {best}. You may play {cards}.",
        suit=_led(t, seen),
        best=_best(t, seen),
        cards=_cards(t, seen),
    )


def _underruff(t: Tongue, seen: Observation) -> str:
    return t.gettext(
        "You have no {suit} and no trump above {best}; a trump it must be all the same. You may play {cards}.",
        suit=_led(t, seen),
        best=_best(t, seen),
        cards=_cards(t, seen),
    )


def _discard(t: Tongue, seen: Observation) -> str:
    assert seen.contract is not None
    if suit_of(seen.trick[0].card) == seen.contract.trump:
        return t.gettext("You have no trump: play what you like, but it cannot win.")
    return t.gettext(
        "You have neither {suit} nor a trump: play what you like, but it cannot win.", suit=_led(t, seen)
    )


_Sentence = Callable[[Tongue, Observation], str]
_LONG: Mapping[Duty, _Sentence] = {
    Duty.LEAD: lambda t, seen: t.gettext(
        "You lead and may play any card. The others must follow its suit if they can."
    ),
    Duty.FOLLOW: _follow,
    Duty.RUFF: _ruff,
    Duty.OVERRUFF: _overruff,
    Duty.UNDERRUFF: _underruff,
    Duty.FREED: lambda t, seen: t.gettext(
        "You have no {suit}, but your partner is winning with a trump: play what you like.",
        suit=_led(t, seen),
    ),
    Duty.DISCARD: _discard,
}
_SHORT: Mapping[Duty, _Sentence] = {
    **_LONG,
    Duty.LEAD: lambda t, seen: t.gettext("You lead: any card is allowed."),
    Duty.FOLLOW: lambda t, seen: t.gettext(
        "{suit} was led: you must play {cards}.", suit=_led(t, seen), cards=_cards(t, seen)
    ),
    Duty.RUFF: _ruff_again,
    Duty.OVERRUFF: lambda t, seen: t.gettext(
        "No {suit}, so a trump above {best}: {cards}.",
        suit=_led(t, seen),
        best=_best(t, seen),
        cards=_cards(t, seen),
    ),
}
