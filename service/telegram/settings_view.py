"""`/settings`: what is set in the text, one button a setting; and the question about the row of suits."""

from engine.cards import parse_card
from service.people import Chat, Person
from service.telegram.callback import NOWHERE, Tap, TapKind, encode, option_arg
from service.telegram.calls import in_rows_of, packed
from service.telegram.choices import ABOUT, BUTTONS, chosen, following, named, said, spaced
from service.telegram.lines import flow
from service.telegram.messages import Button, Message, Toast, card
from service.telegram.notices import OFF, quiet_of
from service.telegram.option_words import Words, mark
from service.telegram.texts import ROWS, Tongue, tongue
from service.telegram.vacation_view import vacation_button
from service.telegram.zone_view import zone_button, zone_told

ROW = "row"
"""The suits as they are asked for at the beginning: the same setting, in a message of its own."""
A_ROW = {4: 2}
"""Buttons a row by their number."""
_SHOWN = ("AS", "TH", "JD", "7C")
_ROWS: dict[str, Words] = {
    "plain": mark("row of suits", "{suits} as printed"),
    "four": mark("row of suits", "{suits} four colours"),
    "dark": mark("row of suits", "{suits} for dark mode"),
}


def settings_card(who: Person | Chat, t: Tongue) -> Message:
    """All settings of a person, or of a group."""
    if isinstance(who, Person):
        head = [f"⚙️ <b>{t.gettext('Settings')}</b> · {t.gettext('for all your tables')}"]
        rest = _unzoned(who, t)
    else:
        head = [f"⚙️ <b>{t.gettext('Settings of this group')}</b>"]
        rest = [t.gettext("Anyone at a table here, or an admin, may change them.")]
    now = [*(said(t, name, chosen(who, t, name)) for name in named(who)), zone_told(who, t)]
    buttons = [Button(t.pgettext(*BUTTONS[name]), data(name, following(who, t, name))) for name in named(who)]
    buttons += [zone_button(t), *([vacation_button(t)] if isinstance(who, Person) else [])]
    rows = in_rows_of(A_ROW.get(len(buttons), 3), buttons)
    return card([[*head, *flow(now)], rest], rows)


def _unzoned(who: Person, t: Tongue) -> list[str]:
    """Hours mean nothing while nobody knows by which clock."""
    if who.zone or quiet_of(who).hours == OFF:
        return []
    return [t.gettext("Quiet hours begin when I know your time zone.")]


def data(name: str, word: str) -> str:
    """A button that sets something. It says what shall be, so that an update that comes twice changes nothing."""
    return encode(Tap(TapKind.SETTING, NOWHERE, arg=option_arg(name, word)))


def set_to(name: str, word: str, t: Tongue) -> Toast:
    """The answer to a tap."""
    about = [t.pgettext(*ABOUT[name])] if name in ABOUT else []
    return Toast("\n".join([said(t, name, word), *about]))


def not_yours(t: Tongue) -> Toast:
    """Somebody else's group."""
    return Toast(t.gettext("Only somebody at a table here, or an admin, may change that."))


def row_question(t: Tongue) -> Message:
    """Asked once, before the first hand: phones draw the signs so differently that only the reader can tell."""
    text = t.gettext("Which row reads best on your phone?")
    buttons = [Button(row_label(t, row), data(ROW, row)) for row in ROWS]
    return card([[text], [t.gettext("In dark mode black signs may hardly show.")]], packed(buttons))


def row_label(t: Tongue, row: str) -> str:
    return t.pgettext(*_ROWS[row], suits=spaced(tongue("", ROWS[row])))


def row_chosen(t: Tongue) -> Message:
    """What the question becomes."""
    cards = " ".join(t.card(parse_card(code)) for code in _SHOWN)
    return Message(
        f"✓ {t.gettext('Cards look like this now: {cards}', cards=cards)}\n"
        + t.gettext("/settings changes it.")
    )
