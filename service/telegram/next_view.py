"""Being told when the next game starts in a group: the button, what a tap says, and the notice."""

import html

from service.telegram.callback import NOWHERE, Tap, TapKind, encode
from service.telegram.lines import LINE
from service.telegram.messages import Button, Message, Toast, card
from service.telegram.names import clean, isolated, shorten
from service.telegram.texts import Tongue


def next_button(t: Tongue, table: str = NOWHERE) -> Button:
    """Turns the wish on, and with a second tap off."""
    return Button(t.pgettext("button", "🔔 Next game"), encode(Tap(TapKind.NEXT, table)))


def with_bell(message: Message, t: Tongue) -> Message:
    """A group's message with the button below it; the bubble is made wide enough for one."""
    return card([message.text.split("\n")], (*message.rows, (next_button(t),)))


def wished(t: Tongue, on: bool) -> Toast:
    """What the tap has done."""
    if on:
        return Toast(
            t.gettext("🔔 You will be told once, in private, when a table opens here. Tap again: not.")
        )
    return Toast(t.gettext("🔕 You will not be told."))


def opened(t: Tongue, title: str, by: str) -> Message:
    """To who wished it, in private."""
    group = html.escape(isolated(shorten(clean(title) or "?", LINE - 4)), quote=False)
    who = html.escape(isolated(shorten(clean(by) or "?", 10)), quote=False)
    lines = [
        f"🔔 <b>{group}</b>",
        t.gettext("{name} has opened a table.", name=who),
        t.gettext("Sit down in the group."),
    ]
    return card([lines])
