"""Holidays: none of one's time runs, thirty days a year. Chosen in private, told at each of one's tables. Pure."""

from typing import Final

from service.people import Person
from service.table.view import Player
from service.telegram.callback import NOWHERE, Tap, TapKind, encode, option_arg
from service.telegram.calls import packed
from service.telegram.cast import Cast
from service.telegram.lines import fit
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.texts import Tongue
from service.telegram.times import day
from service.telegram.watch import at

VACATION: Final = "vacation"
MENU, END, BACK = "menu", "end", "back"
SPANS: Final = (3, 7, 14, 21)
"""Days that are offered."""
ALLOWANCE: Final = 30
"""Days a year."""


def left(person: Person, year: int) -> int:
    """Days of this year's allowance that are left."""
    return ALLOWANCE - (person.vacation_used if person.vacation_year == year else 0)


def year_of(t: Tongue, now: int) -> int:
    return at(t.watch, now).year


def vacation_button(t: Tongue) -> Button:
    """In one's own `/settings`."""
    return Button(t.pgettext("setting, button", "Holiday"), _data(MENU))


def vacation_menu(person: Person, t: Tongue, now: int) -> Message:
    """How it stands, and what can be chosen."""
    rest = left(person, year_of(t, now))
    away = person.vacation_until > now
    back = Button(t.pgettext("button", "‹ Settings"), _data(BACK), style=Style.PRIMARY)
    told = [t.gettext("🌴 On holiday none of your time runs, and your tables are told.")]
    if away:
        told.append(t.gettext("Holiday until {when}", when=day(t, person.vacation_until)))
        rows: Keyboard = ((Button(t.pgettext("button", "I am back"), _data(END), style=Style.SUCCESS),),)
    else:
        told.append(t.ngettext("{n} day is left this year.", "{n} days are left this year.", rest))
        spans = [days for days in SPANS if days <= rest]
        rows = packed([Button(t.ngettext("{n} day", "{n} days", days), _data(str(days))) for days in spans])
    return card([told], (*rows, (back,)))


def _data(word: str) -> str:
    return encode(Tap(TapKind.SETTING, NOWHERE, arg=option_arg(VACATION, word)))


# --- at the table ---


def holiday_lines(cast: Cast) -> list[str]:
    """Who is on holiday, and until when: his time stands still."""
    away = {one.person: one for one in cast.view.players if on_holiday(cast.t, one)}
    return [_holiday_line(cast, one) for one in away.values()]


def on_holiday(t: Tongue, one: Player) -> bool:
    """Whether a person who plays himself is on holiday, as far as the reader's day tells."""
    today = t.watch.today
    if not one.holiday or one.computer is not None:
        return False
    return today is None or at(t.watch, one.holiday).date() >= today


def _holiday_line(cast: Cast, one: Player) -> str:
    t, when = cast.t, day(cast.t, one.holiday)
    if one.seat == cast.me:
        return t.gettext("🌴 On holiday until {when}", when=when)
    return fit(lambda most: t.gettext("🌴 {name} until {when}", name=cast.own(one.seat, most), when=when))


def holiday_rows(cast: Cast) -> Keyboard:
    """For who is on holiday: at this table he plays all the same."""
    t = cast.t
    mine = next((one for one in cast.view.players if one.seat == cast.me), None)
    if (
        mine is None
        or not mine.holiday
        or not holiday_lines(cast._replace(view=cast.view._replace(players=(mine,))))
    ):
        return ()
    data = encode(Tap(TapKind.HOLIDAY, cast.view.id))
    return ((Button(t.pgettext("button", "🌴 Let my time run here"), data),),)
