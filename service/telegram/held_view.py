"""A move that does not count yet: its player may take it back, and nobody else knows of it."""

from service.table.commands import Act
from service.table.model import Held
from service.telegram import names
from service.telegram.acting import acting
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import Cast
from service.telegram.messages import Button, Keyboard, Message, card


def held_card(cast: Cast, held: Held, onward: Keyboard) -> Message:
    """What was tapped, the one way back, and below it the way on."""
    t, view = cast.t, cast.view
    first = f"⏳ <b>{t.gettext('In a moment')}</b> · "
    done = acting(view, Act(person=held.person, ply=held.ply, action=held.action), t)
    text = t.gettext("For ten seconds you can take it back; then it counts.")
    back = Button(t.pgettext("button", "↩️ Take back"), encode(Tap(TapKind.TAKE_BACK, view.id, held.ply)))
    return card([[first + names.title(t, view, first)], [done, text]], ((back,), *onward))
