"""What a player is about to announce with his first card, and his choice of it."""

from engine.actions import ActionKind, action_text, meld
from engine.announcing import melds_of
from engine.cards import EIGHT, NO_SUIT, SEVEN, cards_of, rank_of
from engine.contracts import Tables, tables_for
from engine.match import Phase
from engine.melds import Meld, MeldKind, Melds, announced_by_rank, choices
from engine.observation import Observation, legal_actions
from service.table.view import TableView
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import packed
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, LINE, cells, flow, width
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.texts import Tongue
from service.telegram.trick_lines import meld_kind

CHOOSING = "meld"
"""Half a choice (`Weigh`): the list of everything that may be melded."""


def announcing(seen: Observation) -> bool:
    """Whether the viewer's next card is his first, and melds count."""
    played = any(play.seat == seen.seat for play in seen.trick)
    return (
        seen.phase is Phase.PLAYING
        and seen.turn == seen.seat
        and seen.rules.announcements
        and not seen.tricks
        and not played
    )


def _tables(seen: Observation) -> Tables:
    return tables_for(seen.rules, seen.contract)


def offers(seen: Observation) -> dict[int, Melds]:
    """By the cards melded: what the viewer may still choose; empty when there is nothing to choose."""
    if not any(action.kind is ActionKind.MELD for action in legal_actions(seen)):
        return {}
    return choices(seen.rules, _tables(seen), seen.hand)


def silencing(seen: Observation) -> Melds:
    """Fours whose effect is no gain but a weapon, so that nothing is proposed: of sevens and of eights."""
    found = {one for melds in offers(seen).values() for one in melds if _is_weapon(seen, one)}
    return tuple(sorted(found, key=lambda one: -one.rank))


def _is_weapon(seen: Observation, one: Meld) -> bool:
    return announced_by_rank(seen.rules, one) and one.rank in (SEVEN, EIGHT)


def question_lines(t: Tongue, asked: Melds) -> list[str]:
    """What melding them would do."""
    return [_question(t, one) for one in asked]


def _question(t: Tongue, one: Meld) -> str:
    if one.rank == EIGHT:
        return t.gettext(
            "You hold <b>four eights</b>. Melded, they void all melds of both sides, unless there is a higher carré."
        )
    return t.gettext(
        "You hold <b>four sevens</b>. Melded, they annul the whole deal, unless there is a higher carré."
    )


def question_rows(view: TableView, t: Tongue, seen: Observation, asked: Melds) -> Keyboard:
    """Melding them or not, with the best of everything else; more choices on request. No default."""
    found = offers(seen)
    weapon = asked[0].cards if len(asked) == 1 else 0
    if not weapon or view.pick == CHOOSING:
        return choice_rows(view, t, seen)
    loud = max((cards for cards in found if cards & weapon), key=lambda cards: _worth(found[cards]))
    quiet = max((cards for cards in found if not cards & weapon), key=lambda cards: _worth(found[cards]))
    both = (
        _choose(view, seen, loud, t.pgettext("button", "Meld them")),
        _choose(view, seen, quiet, t.pgettext("button", "Keep quiet")),
    )
    return (both, (_more(view, t, seen),)) if len(found) > 2 else (both,)


def _worth(melds: Melds) -> tuple[int, int]:
    return sum(one.points for one in melds), len(melds)


def own_lines(cast: Cast, seen: Observation) -> list[str]:
    """What goes with the first card: what was chosen, else the proposal."""
    if not announcing(seen):
        return []
    melds = melds_of(seen.rules, _tables(seen), seen.hand, seen.chosen)
    t = cast.t
    if not melds:
        held = seen.chosen is not None and len(choices(seen.rules, _tables(seen), seen.hand)) > 1
        return ["📣 " + t.gettext("You meld nothing")] if held else []
    told = [f"{meld_text(t, one)} ({meld_kind(t, one.kind)} {one.points})" for one in melds]
    if width("📣 " + t.gettext("You meld {meld}", meld=told[0])) > LINE:
        told = [f"{meld_text(t, one)} ({one.points})" for one in melds]
    if t.words and max(map(width, ["📣 " + t.gettext("You meld {meld}", meld=told[0]), *told])) > LINE:
        told = [f"{meld_text(t.signs, one)} ({one.points})" for one in melds]
    first, *rest = told
    return flow(["📣 " + t.gettext("You meld {meld}", meld=first), *rest])


def show_lines(t: Tongue, seen: Observation) -> list[str]:
    """Where melds are shown by hand: the last moment for it."""
    if not _owes(seen):
        return []
    return [t.gettext("Show your melds before you play, or your side loses them.")]


def _owes(seen: Observation) -> bool:
    return any(action.kind is ActionKind.SHOW for action in legal_actions(seen))


def meld_rows(view: TableView, t: Tongue, seen: Observation) -> Keyboard:
    """Under the cards: another choice, or showing what counts."""
    if _owes(seen):
        data = encode(Tap(TapKind.ACT, view.id, seen.ply, ActionKind.SHOW.value))
        return ((Button(t.pgettext("button", "📣 Show the melds"), data, style=Style.SUCCESS),),)
    return ((_more(view, t, seen),),) if offers(seen) else ()


def _more(view: TableView, t: Tongue, seen: Observation) -> Button:
    data = encode(Tap(TapKind.WEIGH, view.id, seen.ply, CHOOSING))
    return Button(t.pgettext("button", "📣 Meld something else"), data)


def choice_rows(view: TableView, t: Tongue, seen: Observation) -> Keyboard:
    """Everything that may be melded, the best first; nothing comes last."""
    found = offers(seen)
    best_first = sorted(found, key=lambda cards: _worth(found[cards]), reverse=True)
    buttons = [_choose(view, seen, cards, _offer(t, found[cards])) for cards in best_first]
    back = Button(t.pgettext("button", "‹ Back"), encode(Tap(TapKind.WEIGH, view.id, seen.ply)))
    return (*packed(buttons), (back,)) if len(silencing(seen)) < 2 else packed(buttons)


def _offer(t: Tongue, melds: Melds) -> str:
    if not melds:
        return t.pgettext("button", "Meld nothing")
    worth = f" ({sum(one.points for one in melds)})"
    label = " + ".join(meld_text(t, one) for one in melds) + worth
    return (
        label if cells(label) <= LABELS[1] else " + ".join(meld_text(t.signs, one) for one in melds) + worth
    )


def _choose(view: TableView, seen: Observation, cards: int, label: str) -> Button:
    return Button(label, encode(Tap(TapKind.ACT, view.id, seen.ply, action_text(meld(cards)))))


def meld_text(t: Tongue, one: Meld) -> str:
    """ "♠️ 7 8 9" or "4×K"."""
    cards = cards_of(one.cards)
    if one.kind is MeldKind.CARRE or one.suit == NO_SUIT:
        return f"4×{t.rank(one.rank)}"
    return t.row(one.suit, [rank_of(card) for card in cards])
