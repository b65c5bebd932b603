"""What the checks ask of a world in which people play."""

from engine.actions import ActionKind, action_text
from engine.cards import SUIT_LETTERS, Card, card_code, cards_of, suit_of
from engine.contracts import tables_for
from engine.match import Phase
from engine.observation import Observation, legal_actions
from service.table.commands import SetPlan
from service.table.moments import moment
from service.table.view import TableView
from service.telegram.texts import Tongue, tongue
from service.usecases import decide
from tests.sandbox.client import ANNA, CLUB, Json
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons

A_MOMENT_S = 9
"""Longer than what plays itself waits at a live table."""
MOVES = 120
"""Of three deals and more."""


async def seen_by(world: World, table: str, person: int | None = None) -> Observation:
    seen = (await view_of(world, table, person)).seen
    assert seen is not None
    return seen


async def tongue_of(world: World, person: int) -> Tongue:
    """The language in which the local Telegram's people read, and the house's where it has none."""
    users = {user["id"]: user for user in await world.control.look("users")}
    return tongue(users[person]["language_code"] or world.container.settings.default_language)


async def hand_at(world: World, person: int, table: str) -> Json:
    """A person's live hand card of one table."""
    return next(m for m in reversed(await world.hands(person)) if names(m, table))


def names(message: Json, table: str) -> bool:
    """Whether a message has buttons of this table."""
    return any(f":{table}:" in b.get("callback_data", "") for b in buttons(message))


async def club_card(world: World, table: str) -> Json:
    """The newest card of a table in the group, for everybody: ephemeral messages have no number of the chat's."""
    seen = await world.control.sees(ANNA, CLUB)
    return next(m for m in reversed(seen) if m["id"] > 0 and names(m, table))


async def wish(world: World, table: str, which: int = 0) -> tuple[int, Json, str]:
    """Whoever is on turn, his card of this table, and the button he will tap: taking, else the first that is legal, or
    the last (`which` -1), which is his weakest where he follows suit."""
    person = await on_turn(world, table)
    assert person is not None
    hand = await hand_at(world, person, table)
    acts = [b for b in buttons(hand) if b.get("callback_data", "").startswith("a:")]
    taking = [b for b in acts if b["callback_data"].endswith(":take")]
    return (
        person,
        hand,
        (taking or [b for b in acts if not b["text"].startswith("(")])[which]["callback_data"],
    )


async def tap_once(world: World, table: str, which: int = 0) -> int:
    """Whoever is on turn acts, and all is shown; who it was."""
    person, hand, data = await wish(world, table, which)
    await world.control.tap(person, hand, data)
    await world.settle()
    return person


async def into_play(world: World, table: str) -> None:
    """Taps until somebody leads the first trick."""
    while (await seen_by(world, table)).phase is not Phase.PLAYING:
        await tap_once(world, table)
        await world.turn(2)


async def planned(world: World, table: str, person: int, what: str, value: str) -> None:
    """A line of a plan, as a button of the planning card asks for it. It must be taken."""
    seen = await seen_by(world, table, person)
    ply = seen.ply if seen.turn == seen.seat else -1
    plan = SetPlan(person=person, deal=seen.deal_no, moment=moment(seen), what=what, value=value, ply=ply)
    verdict = await decide(world.container, table, person, plan, None)
    assert verdict.refused is None, verdict.refused
    await world.settle()


async def plan_of_the_last(world: World, table: str, *, wins: bool = False) -> tuple[int, str]:
    """Play until two cards of a trick lie, a plain suit was led, and who plays last can follow: he lays his best card
    of it down. Who he is, and the card. `wins`: it takes the trick if the next plays his weakest."""
    which = -1 if wins else 0
    for _ in range(MOVES):
        seen = await seen_by(world, table)
        if seen.phase is Phase.PLAYING and len(seen.trick) == 2:
            last = await _last(world, table, seen)
            card = follows(await seen_by(world, table, last))
            better = card is not None and await _beaten(world, table, card)
            if card is not None and not await _would_ruff(world, table) and not (wins and better):
                code = card_code(card)
                await planned(world, table, last, SUIT_LETTERS[suit_of(card)], code)
                return last, code
        await tap_once(world, table, which)
        await world.turn(A_MOMENT_S)
    raise AssertionError("no trick would do")


async def _last(world: World, table: str, seen: Observation) -> int:
    view = await view_of(world, table)
    played = {view.player(play.seat).person for play in seen.trick}
    turn = await on_turn(world, table)
    return next(person for person in PEOPLE if person != turn and person not in played)


async def _would_ruff(world: World, table: str) -> bool:
    """Whether who is on turn cannot follow."""
    person = await on_turn(world, table)
    assert person is not None
    mine = await seen_by(world, table, person)
    return not any(suit_of(card) == suit_of(mine.trick[0].card) for card in cards_of(mine.hand))


async def _beaten(world: World, table: str, card: Card) -> bool:
    """Whether a card that lies, or the weakest of who plays before the last, is better than the last one's."""
    person = await on_turn(world, table)
    assert person is not None
    mine = await seen_by(world, table, person)
    order = tables_for(mine.rules, mine.contract).order
    led = [one for one in cards_of(mine.hand) if suit_of(one) == suit_of(card)]
    others = [*(play.card for play in mine.trick), *sorted(led, key=lambda one: order[one])[:1]]
    return any(suit_of(one) == suit_of(card) and order[one] > order[card] for one in others)


def follows(mine: Observation) -> Card | None:
    """The strongest card that follows a plain lead, of who has more than one card; None: there is none."""
    tables = tables_for(mine.rules, mine.contract)
    lead = mine.trick[0].card
    own = [card for card in cards_of(mine.hand) if suit_of(card) == suit_of(lead)]
    if tables.trumps >> lead & 1 or mine.hand.bit_count() < 2:
        return None
    return max(own, key=lambda card: tables.order[card], default=None)


def legal_cards(seen: Observation) -> list[str]:
    return [action_text(action) for action in legal_actions(seen) if action.kind is ActionKind.PLAY]


async def private_rings(world: World, person: int) -> int:
    counters = await world.control.look("counters")
    return int(counters["chats"].get(str(person), {}).get("rings", 0))


async def everybodys_rings(world: World) -> dict[int, int]:
    return {person: await private_rings(world, person) for person in PEOPLE}


def labels(message: Json) -> list[str]:
    return [str(button["text"]) for button in buttons(message)]


def last_player(view: TableView) -> int | None:
    """Who played the last card."""
    seen = view.seen
    if seen is None or not (seen.trick or seen.tricks):
        return None
    last = seen.trick[-1] if seen.trick else seen.tricks[-1].plays[-1]
    return view.player(last.seat).person
