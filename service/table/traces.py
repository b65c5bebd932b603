"""Where a table's document speaks of a person beside his chair: in one place, so that nothing is overlooked."""

from typing import Any, Final

from service.table.model import Head, Ousted
from service.table.table import Table

KEYED: Final = ("picks", "plans", "planning", "lapsed", "notes", "hints", "ousted")
"""Fields by person id: what he weighs, laid down, or is told."""
WISHES: Final = ("cancelling", "stopping", "pausing", "resigning", "accepting", "swapping")
"""Lists of people who want, or agree to, something of the running match."""
MADE: Final = ("held", "nudged")
"""What one person did, with his id in it: a move that may be taken back, a nudge."""

LASTING: Final = ("barred", "rematch")
"""Lists of people that stay when they go."""


def without(table: Table, person: int | None) -> Table:
    """The table without what somebody who goes had laid down, wished or was told."""
    head, key = table.head, str(person)
    kept = {name: {k: v for k, v in getattr(head, name).items() if k != key} for name in KEYED}
    kept["ousted"] = {k: _unnamed(one, person) for k, one in kept["ousted"].items()}
    votes = {k: tuple(one for one in v if one != person) for k, v in head.ousting.items()}
    return table.changed(
        **kept,
        **unwished(table, person),
        **dict.fromkeys(_made(head, person)),
        ousting={k: v for k, v in votes.items() if v},
    )


def _unnamed(one: Ousted, person: int | None) -> Ousted:
    return one.model_copy(update={"by": 0, "name": ""}) if one.by and one.by == person else one


def unwished(table: Table, person: int | None) -> dict[str, Any]:
    """Those fields of the head that hold wishes, without one person's. What was agreed on about his seat is off."""
    head = table.head
    left = {name: tuple(one for one in getattr(head, name) if one != person) for name in WISHES}
    concerned = any(head.chairs[letter].person == person for letter in head.swap)
    return left | ({"swap": "", "swapping": ()} if concerned else {})


def of_person(head: Head, person: int) -> dict[str, Any]:
    """All that is there of a person, by the field's name: what he laid down, did or was told; of a list that names him,
    True; of votes, the seats; the seats he had before."""
    key = str(person)
    kept: dict[str, Any] = {name: getattr(head, name)[key] for name in KEYED if key in getattr(head, name)}
    kept |= {name: getattr(head, name) for name in _made(head, person)}
    kept |= {name: True for name in (*WISHES, *LASTING) if person in getattr(head, name)}
    votes = [letter for letter, voted in head.ousting.items() if person in voted]
    decided = [one.seat for one in head.ousted.values() if one.by == person]
    sat = [one.model_dump(exclude_defaults=True) for one in head.sat if one.person == person]
    return (
        kept
        | ({"ousting": votes} if votes else {})
        | ({"sat": sat} if sat else {})
        | ({"decided alone": decided} if decided else {})
    )


def traced(head: Head, person: int) -> bool:
    """Whether any of that is there."""
    return bool(of_person(head, person))


def _made(head: Head, person: int | None) -> tuple[str, ...]:
    return tuple(name for name in MADE if (what := getattr(head, name)) is not None and what.person == person)
