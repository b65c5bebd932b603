"""The line that tells somebody that an acknowledged wish came to nothing: the table had moved in between."""

from service.table.refusals import No
from service.telegram.cast import Cast
from service.telegram.refusal_words import reason

_TELLING = frozenset(code.value for code in No) - {No.STALE.value, No.RULE.value}
"""Codes whose sentence says more than that the tap came too late."""


def note_lines(cast: Cast) -> list[str]:
    """One line, or none. Unknown codes (of a later version) say the least."""
    t, code = cast.t, cast.view.note
    if not code:
        return []
    if code in _TELLING:
        return ["⚠️ " + reason(t, No(code))]
    return ["⚠️ " + t.gettext("Your last tap came too late.")]
