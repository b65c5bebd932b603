"""Clocks in words."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import Action, ActionKind, parse_action
from engine.observation import Observation
from service.table.agreement import DAYS_TARGET
from service.table.clock import CLOCKS, DAY, HOUR, MINUTE, SECOND
from service.table.commands import Pause, Resume, SetClock, SetTricks
from service.table.view import TableView, Time
from service.telegram.calls import call_word, capital
from service.telegram.names import toast_name
from service.telegram.options import TARGET, option_named
from service.telegram.parting_words import last_to_agree
from service.telegram.texts import Tongue
from service.telegram.zone_view import city, known_zone

WORDS: Final[Mapping[str, Callable[[Tongue], str]]] = {
    "": lambda t: t.pgettext("clock", "no clock"),
    "live": lambda t: t.pgettext("clock", "1 minute a move"),
    "1h": lambda t: t.pgettext("clock", "1 hour a move"),
    "8h": lambda t: t.pgettext("clock", "8 hours a move"),
    "1d": lambda t: t.pgettext("clock", "1 day a move"),
    "3d": lambda t: t.pgettext("clock", "3 days a move"),
}
LABELS: Final[Mapping[str, Callable[[Tongue], str]]] = {
    "": lambda t: t.pgettext("clock, button", "No clock"),
    "live": lambda t: t.pgettext("clock, button", "1 min/move"),
    "1h": lambda t: t.pgettext("clock, button", "1 h/move"),
    "8h": lambda t: t.pgettext("clock, button", "8 h/move"),
    "1d": lambda t: t.pgettext("clock, button", "1 day/move"),
    "3d": lambda t: t.pgettext("clock, button", "3 days/move"),
}
CLOCK: Final = "clock"
"""What clocks are explained under, beside the options of rule sets."""


def clock_word(t: Tongue, clock: str) -> str:
    """ "8 hours a move"; a clock of a newer release says its name."""
    return WORDS[clock](t) if clock in WORDS else clock


def clock_label(t: Tongue, clock: str) -> str:
    """A clock on a button: at most fifteen cells."""
    return LABELS[clock](t) if clock in LABELS else clock[:15]


def told_clock(t: Tongue, time: Time) -> list[str]:
    """The clock beside the rules, what happens when time is over, and when it rests; nothing where there is none."""
    if not time.clock:
        return []
    granted = CLOCKS.get(time.clock)
    rests = time.night and granted is not None and not granted.live
    night = [t.pgettext("clock", "rests {hours}", hours=_hours(t, time.night))] if rests else []
    return [clock_word(t, time.clock), t.pgettext("clock", "time over: 🤖 moves"), *night]


def _hours(t: Tongue, night: str) -> str:
    """ "22–8 (Berlin)": by whose wall, unless its reader lives there."""
    hours, _, zone = night.partition(" ")
    told = hours.replace("-", "–")
    at_home = zone == t.watch.zone and not t.watch.named
    return told if at_home or not known_zone(zone) else f"{told} ({city(t, zone)})"


def bank_sentence(t: Tongue) -> str:
    """What happens when time is over, and what a bank is."""
    once = t.gettext(
        "Whoever is on turn has this time, and a bank for the whole match. Cards say when both are used up; then the "
        "computer makes that one move."
    )
    return once + " " + t.gettext("After two in a row it plays on until that player is back.")


def bank_told(t: Tongue, clock: str, saved: int | None = None) -> str:
    """What the bank of a clock holds; at most 200 characters. `saved`: what the reader's holds now (ms)."""
    granted = CLOCKS.get(clock)
    if granted is None:
        return t.gettext("Without a clock nobody has to hurry, and the match waits for as long as it takes.")
    told = t.gettext(
        "{clock}. Bank: {bank}, used where a move takes longer; “by” counts it in. Each move in time puts {refill} "
        "back, never above that.",
        clock=capital(clock_word(t, clock)),
        bank=span(t, granted.bank),
        refill=span(t, granted.refill),
    )
    return told if saved is None else f"{told}\n{t.gettext('Your bank now: {bank}', bank=span(t, saved))}"


def span(t: Tongue, milliseconds: int) -> str:
    """A length of time in its greatest unit: "6 hours"."""
    if milliseconds >= DAY:
        return t.ngettext("{n} day", "{n} days", milliseconds // DAY)
    if milliseconds >= HOUR:
        return t.ngettext("{n} hour", "{n} hours", milliseconds // HOUR)
    if milliseconds >= MINUTE:
        return t.ngettext("{n} minute", "{n} minutes", milliseconds // MINUTE)
    return t.ngettext("{n} second", "{n} seconds", milliseconds // SECOND)


def clock_accepted(view: TableView, command: SetClock | SetTricks | Pause | Resume, t: Tongue) -> str:
    """What a command about the clock is going to do. `view` is the table before it."""
    match command:
        case SetClock():
            return " ".join(
                [
                    t.gettext("⏱ From now on: {clock}.", clock=clock_word(t, command.clock)),
                    *_follows(view, command.clock, t),
                ]
            )
        case SetTricks():
            return (
                t.gettext("Tricks: all stay open")
                if command.opened
                else t.gettext("Tricks: only the last is open")
            )
        case Pause():
            if last_to_agree(view, command.person, view.time.pausing):
                return t.gettext("Pause: the clock stands still.")
            if view.time.pausing:
                return t.gettext("You agree. The pause begins when all do.")
            return t.gettext("You would like a pause. It begins when all agree.")
        case Resume() if view.time.paused_at is None:
            return t.gettext("No pause: the clock runs on.")
        case Resume():
            return t.gettext("The clock runs on.")


def _follows(view: TableView, clock: str, t: Tongue) -> list[str]:
    """The target that a clock brings with it where nobody has chosen one (`agreement.with_proposed_target`)."""
    days, now = clock in CLOCKS and not CLOCKS[clock].live, view.rules.target
    option = option_named(view.variant, TARGET)
    if option is None or DAYS_TARGET not in option.values:
        return []
    usual = option.values[0]
    before = now == usual and not view.target_by if days else view.target_by == "clock"
    points = DAYS_TARGET if days else usual
    return [t.gettext("The match is to {points} now.", points=points)] if before and points != now else []


def welcome(view: TableView, t: Tongue) -> str:
    """The answer to who comes back: what was done for him in this deal, and whose turn it is (A1)."""
    seen = view.seen
    if seen is None or not view.own.meanwhile:
        return t.gettext("Welcome back. Your cards are yours again.")
    deeds = [deed(t, seen, parse_action(text)) for text in view.own.meanwhile]
    told = t.gettext("Welcome back. Meanwhile the computer chose for you: {what}.", what=", ".join(deeds))
    if seen.turn is None:
        return told
    if seen.turn == view.seat:
        return f"{told} {t.gettext('It is your turn.')}"
    name = toast_name(t, view.player(seen.turn))
    return f"{told} {t.gettext('Now it is {name}’s turn.', name=name)}"


def deed(t: Tongue, seen: Observation, action: Action) -> str:
    """An action of this deal in a word or a card, for who may know it."""
    match action.kind:
        case ActionKind.PLAY | ActionKind.ASIDE:
            return t.card(action.card)
        case ActionKind.MELD | ActionKind.SHOW:
            return t.gettext("your melds")
        case _:
            return call_word(t, seen, action)
