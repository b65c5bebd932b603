"""A second tap confirms, where the player wants it so: the first only turns his card (`Weigh`), as a double does.

What is weighed belongs to its ply, so a tap that comes late never confirms a card of another trick.
"""

from engine.actions import Action, ActionKind, action_text, parse_action
from engine.observation import Observation, legal_actions
from service.telegram.callback import Tap, TapKind, decode, encode
from service.telegram.calls import call_word
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, cells
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.texts import Tongue

FINAL = frozenset(ActionKind) - {ActionKind.MELD, ActionKind.SHOW, ActionKind.COINCHE, ActionKind.SURCOINCHE}
"""What moves the match and cannot be taken back. Melds can be chosen anew until the card falls; doubles always ask."""


def asking(cast: Cast, seen: Observation, rows: Keyboard) -> Keyboard:
    """The keyboard of who wants it so: what moves the match asks again, and what was tapped once is marked."""
    if not cast.tastes.confirm:
        return rows
    legal = {action_text(action) for action in legal_actions(seen) if action.kind in FINAL}
    return tuple(tuple(_asking(cast, button, legal, len(row)) for button in row) for row in rows)


def _asking(cast: Cast, button: Button, legal: set[str], a_row: int) -> Button:
    tap = decode(button.data)
    if tap is None or tap.kind is not TapKind.ACT or tap.arg not in legal:
        return button
    if tap.arg != cast.view.pick:
        return button._replace(data=encode(Tap(TapKind.WEIGH, tap.table, tap.ref, tap.arg)))
    marked = f"✓{button.label}"
    fits = cells(marked) <= LABELS[min(a_row, max(LABELS))]
    return button._replace(label=marked if fits else button.label, style=Style.SUCCESS)


def asked_lines(cast: Cast, seen: Observation) -> list[str]:
    """What was tapped once, in words: a mark on a button is easily overlooked, and not read out."""
    action = weighed(seen, cast.view.pick) if cast.tastes.confirm else None
    return [] if action is None else [again(cast.t, seen, action)]


def weighed(seen: Observation, pick: str) -> Action | None:
    """The action that waits for its second tap."""
    try:
        action = parse_action(pick)
    except ValueError:
        return None
    return action if action.kind in FINAL and action in legal_actions(seen) else None


def again(t: Tongue, seen: Observation, action: Action) -> str:
    """Plain text."""
    card = action.kind in (ActionKind.PLAY, ActionKind.ASIDE)
    return t.gettext("Tap again: {what}", what=t.card(action.card) if card else call_word(t, seen, action))
