"""Opening tables apart from any group: against computers, for friends, or offered by inline mode.

Their ids follow from what opened them, so that a repeated update opens no second one, and from the bot's token, so that
nobody guesses them: knowing the id is being invited.
"""

import base64
import hashlib
import hmac
from dataclasses import replace

from engine.players import LEVELS, USUAL
from engine.rules import rules_to_dict
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import VARIANTS
from service.bootstrap import Container
from service.lobbies import DEFAULT_VARIANT
from service.numbering import free_number
from service.people import Person
from service.surface import hand_key
from service.table.agreement import Agreed, agreed_from
from service.table.commands import Start
from service.table.invitations import chosen
from service.table.look import look as see
from service.table.model import Chair, Head, Stage
from service.table.table import restore
from service.table.view import TableView
from service.table.votes import ID_LENGTH
from service.usecases import Verdict, decide

LESSON_VARIANT, LEARNER = "beginner", "S"


def apart_id(container: Container, *parts: object) -> str:
    """A table's id that only we can tell."""
    key = container.settings.bot_token.encode()
    digest = hmac.digest(key, ":".join(map(str, parts)).encode(), hashlib.sha256)
    return base64.b32encode(digest).decode().lower()[:ID_LENGTH]


async def usual_rules(container: Container, person: int, players: int = 0) -> Agreed:
    """What a person played last apart from groups, if so many can play it (0: any); else the usual rules."""
    last = agreed_from((await container.directory.chat(person)).agreed)
    if last is not None and players in (0, last.rules.players):
        return last
    return next(
        Agreed(name, rules)
        for name, rules in ((DEFAULT_VARIANT, VARIANTS[DEFAULT_VARIANT]), *VARIANTS.items())
        if players in (0, rules.players)
    )


async def open_private(container: Container, person: Person, message: int) -> str:
    """A lobby for friends, its creator seated; the table's id. `message`: the menu it was chosen from."""
    agreed = await usual_rules(container, person.id)
    head = await _head(container, person, agreed, apart_id(container, person.id, message))
    await container.store.create(head, {hand_key(person.id)})
    return head.id


async def play_computers(
    container: Container, person: Person, message: int, players: int, update: int
) -> Verdict:
    """A match against computers that begins at once: they take the free seats."""
    agreed = await usual_rules(container, person.id, players)
    head = await _head(container, person, agreed, apart_id(container, person.id, message))
    await container.store.create(head, ())
    return await decide(container, head.id, person.id, Start(person=person.id, revision=0), update)


async def open_lesson(container: Container, person: Person, update: int) -> Verdict:
    """A deal that teaches, at once. The update names it, so that a repeated one opens no second."""
    rules = replace(VARIANTS[LESSON_VARIANT], target=0)  # one deal, whoever wins it
    table = apart_id(container, person.id, "lesson", update)
    head = await _head(container, person, Agreed(LESSON_VARIANT, rules), table)
    # The learner sits south, as in every book, and his partner across.
    mine = next(chair for chair in head.chairs.values() if chair.person is not None)
    chairs = {letter: mine if letter == LEARNER else Chair() for letter in head.chairs}
    # Who learns plays with others who know the rules and little else.
    lesson = {"lesson": True, "chairs": chairs, "stand_in": next(iter(LEVELS))}
    await container.store.create(head.model_copy(update=lesson), ())
    return await decide(container, head.id, person.id, Start(person=person.id, revision=0), update)


async def offered(container: Container, person: Person, variant: str = "") -> str:
    """The table that inline mode offers this person; one is kept ready until he, or a friend, chooses it."""
    agreed = Agreed(variant, VARIANTS[variant]) if variant else await usual_rules(container, person.id)
    number = person.drafts
    while True:
        table = apart_id(container, person.id, "inline", number, agreed.variant)
        stored = await container.store.load(table)
        if stored is None:
            head = await _head(container, person, agreed, table)
            name = _name(person) or "?"
            empty = dict.fromkeys(head.chairs, Chair())
            await container.store.create(head.model_copy(update={"draft": name, "chairs": empty}), ())
            return table
        if stored.head.draft and stored.head.stage is Stage.LOBBY:
            return table
        number += 1
        await container.directory.touch_person(person.id, drafts=number)


async def chosen_view(container: Container, table: str) -> TableView | None:
    """An offered table as everybody will see it once it is chosen."""
    stored = await container.store.load(table)
    return None if stored is None else see(chosen(restore(stored.head, stored.facts), stored.now), None)


async def _head(container: Container, person: Person, agreed: Agreed, table: str) -> Head:
    """Its creator on the first seat."""
    first, *rest = (SEAT_LETTERS[seat] for seat in seats_in_play(agreed.rules))
    mine = Chair(person=person.id, name=_name(person), reachable=person.reachable, **person.habits)
    return Head(
        id=table,
        chat=person.id,
        number=await free_number(container, person.id),
        creator=person.id,
        variant=agreed.variant,
        rules=rules_to_dict(agreed.rules),
        secret=container.entropy.secret().hex(),
        stand_in=USUAL,
        chairs={first: mine} | {letter: Chair() for letter in rest},
        opened_at=await container.store.now(),
    )


def _name(person: Person) -> str:
    return person.name or person.username
