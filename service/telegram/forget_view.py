"""Being forgotten, in two steps, and the document of all that is kept."""

import html

from service.telegram.callback import NOWHERE, Tap, TapKind, encode
from service.telegram.messages import Button, Message, Style, card
from service.telegram.texts import Tongue

FIRST, SECOND, NO = 1, 2, 9


def asked(t: Tongue, person: int) -> Message:
    """What goes and what stays, and the first of two buttons."""
    texts = (
        t.gettext(
            "I take your name and your id out of everything that is kept: settings, seats, lists, wishes."
        ),
        t.gettext(
            "In running matches you leave, and a computer keeps your seat. You cannot come back to them."
        ),
        t.gettext(
            "What was played stays for the others, without your name. So do messages that stand in chats."
        ),
        t.gettext("If you write to me again, we begin anew. Your data first: /mydata"),
    )
    label = t.pgettext("button", "Forget me …")
    return card(_blocks(t.gettext("Forget me?"), texts), _rows(t, person, FIRST, label))


def sure(t: Tongue, person: int) -> Message:
    """The second."""
    label = t.pgettext("button", "Yes, forget me now")
    texts = (t.gettext("This cannot be undone."),)
    return card(_blocks(t.gettext("Really?"), texts), _rows(t, person, SECOND, label))


def kept(t: Tongue) -> Message:
    """He thought better of it."""
    return Message(html.escape(t.gettext("All stays as it is."), quote=False))


def done(t: Tongue) -> Message:
    """The last words to somebody who is not known any more."""
    said = t.gettext("Done: I do not know you any more. You may delete this chat now. /start begins anew.")
    return Message(html.escape(said, quote=False))


def _blocks(head: str, texts: tuple[str, ...]) -> list[list[str]]:
    return [[f"<b>{html.escape(head, quote=False)}</b>"], *([html.escape(one, quote=False)] for one in texts)]


def _rows(t: Tongue, person: int, step: int, label: str) -> tuple[tuple[Button, ...], ...]:
    def data(number: int) -> str:
        return encode(Tap(TapKind.FORGET, NOWHERE, number, str(person)))

    return (
        (Button(label, data(step), style=Style.DANGER),),
        (Button(t.pgettext("button", "No, keep all"), data(NO)),),
    )
