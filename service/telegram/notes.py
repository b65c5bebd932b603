"""Lines of a hand card beside the game: an acknowledged wish came to nothing, since the table had moved in between;
the group sees nothing of the match for now."""

from service.table.refusals import No
from service.telegram import names
from service.telegram.cast import Cast
from service.telegram.lines import LINE, fit
from service.telegram.refusal_words import reason

GROUP = 20
"""Cells of a group's name in the middle of a sentence."""
_TELLING = frozenset(code.value for code in No) - {No.STALE.value, No.RULE.value}
"""Codes whose sentence says more than that the tap came too late."""


def note_lines(cast: Cast) -> list[str]:
    """What a player should know besides the game."""
    return _nudge_lines(cast) + _late_lines(cast) + _shut_lines(cast)


def _nudge_lines(cast: Cast) -> list[str]:
    """Who asks the reader to hurry."""
    t, view = cast.t, cast.view
    who = next((one for one in view.players if view.nudged is not None and one.person == view.nudged), None)
    if who is None:
        return []
    return [fit(lambda most: "👋 " + t.gettext("{name} nudges you", name=names.own_name(t, who, most)))]


def _late_lines(cast: Cast) -> list[str]:
    """One line, or none. Unknown codes (of a later version) say the least."""
    t, code = cast.t, cast.view.note
    if not code:
        return []
    if code in _TELLING:
        return ["⚠️ " + reason(t, No(code))]
    return ["⚠️ " + t.gettext("Your last tap came too late.")]


def _shut_lines(cast: Cast) -> list[str]:
    """The group does not see the match any more; it goes on all the same, and who plays should know where."""
    t, view = cast.t, cast.view
    match view.shut:
        case "":
            return []
        case "kicked":
            return [
                "🔇 " + t.gettext("I am no longer in {group}. The match goes on here.", group=_group(cast))
            ]
        case _:
            return [
                "🔇 "
                + t.gettext("I may not write in {group} now. The match goes on here.", group=_group(cast))
            ]


def _group(cast: Cast) -> str:
    return names.title(cast.t, cast.view, " " * (LINE - GROUP))
