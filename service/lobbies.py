"""Opening a group's lobby, by the rules and the clock that the group played last."""

from typing import NamedTuple

from engine.players import USUAL
from engine.rules import rules_to_dict
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import VARIANTS
from service.bootstrap import Container
from service.numbering import free_number
from service.people import Chat
from service.surface import LOBBY
from service.table.agreement import Agreed, agreed_by, agreed_from, with_proposed_target
from service.table.model import Chair, Head
from service.table.table import restore
from service.table.votes import table_id

DEFAULT_VARIANT = "classic"


class Opening(NamedTuple):
    """Where a lobby is opened, by whom. `chat` and `message` name it: the same message never opens two."""

    chat: int
    message: int
    thread: int | None
    title: str
    person: int
    variant: str = ""
    """A key of `VARIANTS`; empty: what the chat played last, with its options."""


async def open_table(container: Container, opening: Opening) -> str:
    """Open a lobby and return its table's id. Raises KeyError for an unknown rule set. Repeating it changes nothing."""
    chat = await container.directory.chat(opening.chat)
    variant, rules = _opening_rules(chat, opening)
    head = Head(
        id=table_id(opening.chat, opening.message),
        chat=opening.chat,
        thread=opening.thread,
        title=opening.title,
        number=await free_number(container, opening.chat),
        creator=opening.person,
        variant=variant,
        rules=rules_to_dict(rules),
        secret=container.entropy.secret().hex(),
        stand_in=USUAL,
        chairs={SEAT_LETTERS[seat]: Chair() for seat in seats_in_play(rules)},
        clock=chat.clock,
        night=f"{chat.night} {chat.zone or container.settings.zone}" if chat.night else "",
        opened_at=await container.store.now(),
    )
    head = with_proposed_target(restore(head, ())).head
    await container.store.create(head, {LOBBY})
    if opening.variant:
        await remember(container, head)
    return head.id


def _opening_rules(chat: Chat, opening: Opening) -> Agreed:
    if opening.variant:
        return Agreed(opening.variant, VARIANTS[opening.variant])
    last = agreed_from(chat.agreed)
    return last or Agreed(DEFAULT_VARIANT, VARIANTS[DEFAULT_VARIANT])


async def remember(container: Container, head: Head) -> None:
    """What this group plays: its next lobby begins with it. What somebody learns by is no choice of his."""
    if head.lesson:
        return
    agreed = agreed_by(head)
    moved_to = (await container.directory.chat(head.chat)).moved_to
    await container.directory.touch_chat(moved_to or head.chat, agreed=agreed, clock=head.clock)
