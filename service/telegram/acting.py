"""What somebody has just done in the match, in the answer to his tap."""

from engine.actions import Action, ActionKind, parse_action
from engine.cards import suit_of
from engine.observation import Observation
from engine.rules import AuctionKind
from service.table.commands import Act
from service.table.view import TableView
from service.telegram.calls import call_word
from service.telegram.texts import Tongue


def acting(view: TableView, command: Act, t: Tongue) -> str:
    """ "You play ♥️9.", "You bid 90 ♦️."; the table as it was when the tap was judged."""
    seen, action = view.seen, _readable(command.action)
    if seen is None or action is None:
        return t.gettext("Done.")
    match action.kind:
        case ActionKind.PLAY:
            return t.gettext("You play {card}.", card=t.card(action.card))
        case ActionKind.ASIDE:
            return t.gettext("You lay {card} aside.", card=t.card(action.card))
        case ActionKind.MELD if not action.extra:
            return t.gettext("You meld nothing. Now play a card.")
        case ActionKind.MELD:
            return t.gettext("Your melds go with your card. Now play it.")
        case ActionKind.CLAIM:
            return t.gettext("You claim the rest.")
        case ActionKind.SHOW:
            return t.gettext("Your melds are shown. Now play a card.")
        case _:
            return _calling(seen, action, t)


def _calling(seen: Observation, action: Action, t: Tongue) -> str:
    match action.kind:
        case ActionKind.PASS:
            return t.gettext("You pass.")
        case ActionKind.TAKE:
            return t.gettext("You take {suit}.", suit=t.suit(suit_of(seen.turned)))
        case ActionKind.SUIT if seen.rules.auction is AuctionKind.TWO_ROUNDS:
            return t.gettext("You take {suit}.", suit=t.suit(action.suit))
        case ActionKind.BID:
            return t.gettext("You bid {what}.", what=call_word(t, seen, action))
        case ActionKind.COINCHE:
            return t.gettext("You double: the deal counts ×2.")
        case ActionKind.SURCOINCHE:
            return t.gettext("You redouble: the deal counts ×4.")
        case _:
            return t.gettext("You say {what}.", what=call_word(t, seen, action))


def _readable(text: str) -> Action | None:
    """An update that was taken before is answered again as it stands, whatever somebody has made of its button."""
    try:
        return parse_action(text)
    except ValueError:
        return None
