"""Tables that are offered before anybody has chosen them, and the cards that invite to a table apart from any group."""

from service.table.change import Change
from service.table.commands import Post
from service.table.model import Chair, Stage
from service.table.places import whole_lobby
from service.table.refusals import No, Refused
from service.table.table import Table, with_chair

MOST_POSTS = 8
"""Each is kept up with every change; more than that is somebody who floods chats."""


def chosen(table: Table, now: int, reachable: bool = True) -> Table:
    """The table once it is more than an offer: its creator sits on the first seat, and its life begins."""
    if not table.head.draft:
        return table
    first = next(iter(table.head.chairs))
    chair = Chair(person=table.head.creator, name=table.head.draft, reachable=reachable)
    return table.changed(chairs=with_chair(table.head.chairs, first, chair), draft="", opened_at=now)


def newly(before: Table) -> frozenset[int]:
    """Who joins by the table's being chosen."""
    return frozenset({before.head.creator}) if before.head.draft else frozenset()


def post(table: Table, command: Post, now: int) -> Change | Refused:
    """Remember where an invitation stands, so that it is kept up."""
    if table.head.stage is not Stage.LOBBY:
        return Refused(No.NOT_IN_LOBBY)
    posts = table.head.posts
    if command.inline in posts or len(posts) >= MOST_POSTS:
        return Refused(No.UNCHANGED)
    posted = chosen(table, now).changed(posts=(*posts, command.inline))
    return Change(posted, marked=whole_lobby(posted), joined=newly(table))
