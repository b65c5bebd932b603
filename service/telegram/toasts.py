"""Answers to taps that change nothing: why not, what something is about, where the door is. Plain text of at most 200
characters; what a command does is told in `accepted`, what is looked at in `alerts`."""

from engine.actions import PLAY, ActionKind, action_text, parse_action
from engine.cards import Card
from service.table.commands import (
    Act,
    Cancel,
    Command,
    Rematch,
)
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import names
from service.telegram.advice_view import ADVICE
from service.telegram.advice_words import advice_told
from service.telegram.callback import number
from service.telegram.clock_words import CLOCK, bank_told
from service.telegram.lines import units
from service.telegram.messages import TOAST_LIMIT, Toast, toast
from service.telegram.options import (
    COMPUTERS,
    option_named,
    sentence,
    skill_word,
    value_label,
    value_of,
)
from service.telegram.refusal_words import duties, reason, rule_reason
from service.telegram.status import asked
from service.telegram.texts import Tongue


def column(view: TableView, ply: int, at: str, t: Tongue) -> Toast:
    """A column of one's own without an open card."""
    seen = view.seen
    if seen is None or view.seat is None or not seen.columns or ply != seen.ply:
        return toast(reason(t, No.STALE))
    row = seen.columns[view.seat]
    index = number(at, 2)
    if index is not None and index < len(row) and row[index].reserve:
        return toast(t.gettext("A hidden card lies here. It turns up after the trick."))
    return toast(t.gettext("This column is empty."))


def why_not(view: TableView, ply: int, t: Tongue) -> Toast:
    """Why the grey cards of one's hand may not be played."""
    if view.seen is None or ply != view.seen.ply:
        return toast(reason(t, No.STALE))
    texts = duties(t, view) or [reason(t, No.UNCHANGED)]
    return toast(next((text for text in texts if units(text) <= TOAST_LIMIT), texts[-1]), alert=True)


def explain(view: TableView, name: str, t: Tongue) -> Toast:
    """What an option is about, and how it stands."""
    option = option_named(view.variant, name)
    if name == COMPUTERS:
        text = t.gettext(
            "This computer takes the seats that are empty at the start, and plays for whoever leaves."
        )
        return toast(f"{text}\n{t.gettext('Now: {option}', option=skill_word(t, view.stand_in))}", alert=True)
    if name == ADVICE:
        return toast(advice_told(view, t), alert=True)
    if name == CLOCK:
        return toast(bank_told(t, view.time.clock, view.own.bank), alert=True)
    if option is None:
        return toast(reason(t, No.STALE))
    now = t.gettext("Now: {option}", option=value_label(t, option, value_of(view.rules, option)))
    return toast(f"{sentence(t, option)}\n{now}", alert=True)


def refused(
    refusal: Refused, t: Tongue, view: TableView | None = None, command: Command | None = None
) -> Toast:
    """Why not. `command`: what was wished, where "it is so already" would say too little."""
    if refusal.rule is not None:
        return toast(rule_reason(t, refusal.rule, view))
    if refusal.code is No.UNREACHABLE and refusal.names:
        who = ", ".join(
            names.isolated(names.shorten(names.clean(n) or t.gettext("Guest"), 10)) for n in refusal.names
        )
        return toast(t.gettext("First they must start the bot: {names}", names=who))
    if refusal.code is No.UNCHANGED and view is not None and isinstance(command, Rematch | Cancel):
        return toast(_agreed_already(view, command, t))
    if refusal.code is No.STALE and view is not None and (card := _played_already(view, command)) is not None:
        return toast(t.gettext("You have played {card} already.", card=t.card(card)))
    lobby = view is not None and view.stage is Stage.LOBBY
    if refusal.code is No.NOT_SEATED and lobby and view is not None and any(one.free for one in view.players):
        return toast(t.gettext("Sit down first: a seat is free."))
    if refusal.code is No.NOT_SEATED and view is not None and view.apart:
        return outsider(t, view)
    return toast(reason(t, refusal.code))


def _played_already(view: TableView, command: Command | None) -> Card | None:
    """The card of a second tap on a card that follows a little late: it is not the button's fault."""
    if view.seen is None or view.seat is None or not isinstance(command, Act):
        return None
    plays = [play for trick in view.seen.tricks for play in trick.plays] + list(view.seen.trick)
    mine = (play.card for play in plays if play.seat == view.seat)
    return next((card for card in mine if action_text(PLAY[card]) == command.action), None)


def _agreed_already(view: TableView, command: Rematch | Cancel, t: Tongue) -> str:
    """A second tap on a wish that waits for the others."""
    agreed = view.rematch if isinstance(command, Rematch) else view.cancelling
    missing = [one for one in asked(view) if one.person not in agreed]
    who = list(dict.fromkeys(names.toast_name(t, one) for one in missing))
    if not who:
        return t.gettext("You have agreed already.")
    return t.gettext("You have agreed already. Still missing: {names}", names=", ".join(who))


def on_its_way(command: Command, t: Tongue, own: bool = True) -> Toast:
    """An earlier tap waits for the same place. Somebody else's card is not told before it lies on the table."""
    if own and isinstance(command, Act):
        action = parse_action(command.action)
        if action.kind is ActionKind.PLAY:
            return toast(t.gettext("{card} is on its way already.", card=t.card(action.card)))
    return toast(t.gettext("That is on its way already."))


def unsure(t: Tongue) -> Toast:
    """The store did not answer: it may have arrived or not."""
    return toast(t.gettext("Not sure that arrived. Look at your card, and tap again if nothing moved."))


def updating(t: Tongue) -> Toast:
    """Only a newer release can read this table: the house is being updated, and its new bot takes over shortly."""
    return toast(t.gettext("I am just being updated. Your cards are safe: tap again in a minute."))


def old_button(t: Tongue) -> Toast:
    """Callback data that this version does not understand."""
    return toast(reason(t, No.STALE))


def outsider(t: Tongue, view: TableView | None = None) -> Toast:
    """For who has no seat; with `view`, for who may not look at that table either."""
    if view is not None and view.apart:
        return toast(t.gettext("You have no seat at this table."))  # nor can he watch it
    return toast(reason(t, No.NOT_SEATED if view is None else No.OUTSIDE))
