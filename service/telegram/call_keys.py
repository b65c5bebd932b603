"""The keyboards of the auction: games first, passing last, where the thumb is."""

from typing import Final, assert_never

from engine.actions import Action, ActionKind, action_text
from engine.cards import suit_of
from engine.contracts import CAPOT
from engine.observation import Observation, legal_actions
from engine.rules import AuctionKind
from service.table.view import TableView
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import in_rows_of, packed
from service.telegram.lines import LABELS, cells
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.terms import bid_word
from service.telegram.texts import Tongue

DOUBLES: Final = (ActionKind.COINCHE, ActionKind.SURCOINCHE)
"""What asks for a second tap."""
_ASKING: Final = frozenset(kind.value for kind in DOUBLES)
"""Weighed, these carry the only tick: a keyboard says one thing at a time."""


def call_rows(view: TableView, t: Tongue, seen: Observation) -> Keyboard:
    """What the viewer may call."""
    actions = legal_actions(seen)
    match seen.rules.auction:
        case AuctionKind.TWO_ROUNDS:
            return _two_rounds(view, t, seen, actions)
        case AuctionKind.TOPPING:
            return _topping(view, t, seen, actions)
        case AuctionKind.BIDDING:
            return _bidding(view, t, seen, actions)
        case _:
            assert_never(seen.rules.auction)


def _act(
    view: TableView, seen: Observation, action: Action, label: str, style: Style | None = None
) -> Button:
    return Button(label, encode(Tap(TapKind.ACT, view.id, seen.ply, action_text(action))), style=style)


def _pass(view: TableView, t: Tongue, seen: Observation, actions: tuple[Action, ...]) -> list[Button]:
    label = t.pgettext("button", "Pass")
    return [_act(view, seen, action, label) for action in actions if action.kind is ActionKind.PASS]


def _suits_first(actions: tuple[Action, ...]) -> list[Action]:
    """As in the reader's row: spades first; then what is no suit."""
    return sorted(actions, key=lambda action: -action.suit)


# --- two rounds ---


def _two_rounds(view: TableView, t: Tongue, seen: Observation, actions: tuple[Action, ...]) -> Keyboard:
    games = [
        _act(view, seen, action, _taking(t, seen, action), Style.SUCCESS)
        for action in _suits_first(actions)
        if action.kind is not ActionKind.PASS
    ]
    passing = _pass(view, t, seen, actions)
    return packed(games + passing) if len(games) == 1 else packed(games) + packed(passing)


def _taking(t: Tongue, seen: Observation, action: Action) -> str:
    match action.kind:
        case ActionKind.TAKE:
            return t.pgettext("button", "Take {suit}", suit=t.suit(suit_of(seen.turned)))
        case ActionKind.SUIT:
            return t.pgettext("button, one of three", "Take {suit}", suit=t.suit(action.suit))
        case _:
            return t.pgettext("button", "No trump")


# --- topping: no button that only says "take", since taking in silence means the highest game ---


def _topping(view: TableView, t: Tongue, seen: Observation, actions: tuple[Action, ...]) -> Keyboard:
    suits = [action for action in _suits_first(actions) if action.kind is ActionKind.SUIT]
    named = [
        _act(view, seen, action, t.gettext("{suit} Normal", suit=t.suit(action.suit)), Style.SUCCESS)
        for action in suits
    ]
    doubled = [
        _act(view, seen, action, _doubled(t, action))
        for action in actions
        if action.kind in (ActionKind.SANS, ActionKind.TOUT)
    ]
    silent = [
        _act(view, seen, action, t.pgettext("button", "🤫 Take without a word = Tout"))
        for action in actions
        if action.kind is ActionKind.SILENT_TAKE
    ]
    rows = in_rows_of(2, named) if len(named) == 4 else packed(named)
    return (*rows, *packed(doubled), *packed(silent), *packed(_pass(view, t, seen, actions)))


def _doubled(t: Tongue, action: Action) -> str:
    return (
        t.pgettext("button", "Sans ×2") if action.kind is ActionKind.SANS else t.pgettext("button", "Tout ×2")
    )


# --- bidding: the lowest bid is one tap, any other two ---


def _bidding(view: TableView, t: Tongue, seen: Observation, actions: tuple[Action, ...]) -> Keyboard:
    bids = [action for action in actions if action.kind is ActionKind.BID]
    levels = sorted({action.level for action in bids})
    chosen = chosen_level(view.pick, levels)
    return (
        *in_rows_of(4, [_level(view, t, seen, level, chosen) for level in levels]),
        *_strains(view, t, seen, [action for action in bids if action.level == chosen]),
        (
            *(_double(view, t, seen, action) for action in actions if action.kind in DOUBLES),
            *_pass(view, t, seen, actions),
        ),
    )


def chosen_level(pick: str, levels: list[int]) -> int:
    """The level whose strains are offered: what was tapped, else the lowest; 0 where nothing can be bid."""
    # A level, "130", or a whole bid that waits for its second tap: "130:H", "capot:S".
    word = pick.partition(":")[0].replace("capot", str(CAPOT))
    return next((level for level in levels if str(level) == word), levels[0] if levels else 0)


def level_word(t: Tongue, level: int) -> str:
    return t.gettext("Capot") if level == CAPOT else str(level)


def _level(view: TableView, t: Tongue, seen: Observation, level: int, chosen: int) -> Button:
    mine = level == chosen and view.pick not in _ASKING
    data = encode(Tap(TapKind.WEIGH, view.id, seen.ply, str(level)))
    return Button("✓" * mine + level_word(t, level), data, style=Style.PRIMARY if mine else None)


def _strains(view: TableView, t: Tongue, seen: Observation, bids: list[Action]) -> Keyboard:
    suits = [bid for bid in _suits_first(tuple(bids)) if bid.suit >= 0]
    others = [bid for bid in bids if bid.suit < 0]
    named, rest = (
        [_act(view, seen, bid, bid_word(t, bid.level, bid.extra)) for bid in group]
        for group in (suits, others)
    )
    wide = max((cells(button.label) for button in named), default=0) > LABELS[4]
    return (*in_rows_of(2 if wide else 4, named), *packed(rest))


def _double(view: TableView, t: Tongue, seen: Observation, action: Action) -> Button:
    """The first tap only asks; the second, on the same place, doubles."""
    word = (
        t.pgettext("button", "Double ×2")
        if action.kind is ActionKind.COINCHE
        else t.pgettext("button", "Redouble ×4")
    )
    if view.pick == action.kind.value:
        return _act(view, seen, action, "✓ " + word, Style.DANGER)
    data = encode(Tap(TapKind.WEIGH, view.id, seen.ply, action.kind.value))
    return Button(word, data, style=Style.DANGER)
