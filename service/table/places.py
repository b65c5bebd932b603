"""Where a table is shown: which surfaces are out of date by what.

In a group there is one card for everybody; apart from any group each person has his own, and invitations may stand in
chats where the bot is no member.
"""

from service.surface import (
    CARD,
    END,
    LOBBY,
    deal_key,
    end_key,
    gone_key,
    hand_key,
    hands_of,
    inline_key,
    mention_key,
)
from service.table.model import Head, Stage
from service.table.table import Table

Keys = frozenset[str]


def _hands(table: Table) -> Keys:
    """In private, and in a group also for each one's eyes only."""
    if table.head.apart:
        return frozenset(hand_key(person) for person in table.people)
    return frozenset().union(*map(hands_of, table.people))


def seats_shown(table: Table) -> Keys:
    """What still tells who sits where when the match runs: the group's lobby card, the invitations."""
    posted = invitations(table)
    return posted if table.head.apart else posted | {LOBBY}


def invitations(table: Table) -> Keys:
    """Cards posted by inline mode: they tell of seats, the start and the end."""
    return frozenset(inline_key(number) for number in range(len(table.head.posts)))


def whole_lobby(table: Table) -> Keys:
    """The surfaces that show the lobby: the card of the group, or of who arranges, and the one of each who sits."""
    return seats_shown(table) | lobby_card(table) | frozenset(map(hand_key, table.people))


def lobby_card(table: Table) -> Keys:
    """The card on which the lobby is arranged."""
    if not table.head.apart:
        return frozenset({LOBBY})
    host = table.host
    return frozenset() if host is None else frozenset({hand_key(host)})


def everywhere(table: Table) -> Keys:
    """The surfaces that show the running match: the group's card, each hand, and calls to people out of reach."""
    if table.head.apart:
        return _hands(table)
    chairs = table.head.chairs.values()
    calls = {mention_key(c.person) for c in chairs if c.person is not None and not c.reachable}
    return frozenset({CARD}) | _hands(table) | calls


def told_of_seats(table: Table) -> Keys:
    """What tells each who was replaced that he was, and whether his seat is still free."""
    return frozenset(gone_key(int(person)) for person in table.head.ousted)


def of_person(table: Table, person: int) -> Keys:
    """What shows whether the bot may write to a person: his card, the group's, and the call to him."""
    own = frozenset({hand_key(person)})
    return own if table.head.apart else own | {CARD, mention_key(person)}


def sheets(table: Table, deal_no: int) -> Keys:
    """The score sheet of a deal that is over, one for the group or one for each."""
    if not table.head.apart:
        return frozenset({CARD, deal_key(deal_no)})
    # Who has left keeps the card that lets him come back, and no pile of sheets below it.
    return _hands(table) | {deal_key(deal_no, person) for person in table.present}


def ends(table: Table) -> Keys:
    """The end of the match."""
    if not table.head.apart:
        return frozenset({END}) | told_of_seats(table)
    return frozenset(end_key(person) for person in table.people) | invitations(table) | told_of_seats(table)


def closed(table: Table) -> Keys:
    """What shows that the table was cancelled."""
    if table.head.position is None:
        return (everywhere(table) - {CARD}) | whole_lobby(table)
    return everywhere(table) | invitations(table) | told_of_seats(table)


def goes_on(head: Head) -> bool:
    """Whether it is the next deal of somebody who plays alone: nobody else need agree, so it begins by itself."""
    people = {chair.person: chair for chair in head.chairs.values() if chair.person is not None}
    ready = len(people) == 1 and all(chair.reachable for chair in people.values())
    taken = not any(chair.free for chair in head.chairs.values())
    return head.stage is Stage.LOBBY and head.apart and head.opening is not None and ready and taken


def first_surfaces(head: Head) -> Keys:
    """Of a table that begins with another's step: its lobby's card, and a hand card for each who sits. None while it
    has yet to begin by itself: the first card is then its hand."""
    if goes_on(head):
        return frozenset()
    hands = {hand_key(chair.person) for chair in head.chairs.values() if chair.person is not None}
    return frozenset(hands) if head.apart else frozenset({LOBBY, *hands})
