"""Answers to taps that ask a computer, or say how it shall play."""

from typing import assert_never

from service.table.commands import AskHint, AskReview, SetAdvice, Train
from service.table.view import TableView
from service.telegram.advice_view import advice_word
from service.telegram.calls import capital
from service.telegram.options import skill_word
from service.telegram.texts import Tongue


def advice_accepted(command: AskHint | AskReview | SetAdvice | Train, t: Tongue) -> str:
    """What is going to happen."""
    match command:
        case AskHint():
            return t.gettext("💡 I am thinking; the answer stands on your card.")
        case AskReview():
            return ""
        case SetAdvice():
            return t.gettext("Agreed: {option}.", option=advice_word(t, command.allowed))
        case Train():
            return t.gettext(
                "🤖 {level}: from the next card on.", level=capital(skill_word(t, command.level))
            )
        case _:
            assert_never(command)


def advice_told(view: TableView, t: Tongue) -> str:
    """What advice is, and whether it is given here."""
    text = t.gettext(
        "With advice, /hint tells you what the strongest computer would do with what you can see. The table sees "
        "that you asked."
    )
    return f"{text}\n{t.gettext('Now: {option}', option=advice_word(t, view.advises))}"
