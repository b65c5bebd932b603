"""Plans on the phone: laid down off turn, carried out without a ring, the chain's end rung."""

from engine.cards import card_code, cards_of, suit_of
from engine.contracts import tables_for
from engine.match import Phase
from engine.observation import Observation
from service.telegram.texts import languages, tongue
from tests.sandbox.client import CLUB, Json
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons


async def seen_by(world: World, table: str, person: int | None) -> Observation:
    seen = (await view_of(world, table, person)).seen
    assert seen is not None
    return seen


async def until_a_lead(world: World, table: str) -> tuple[int, str, dict[int, str]]:
    """Play until somebody leads a plain card of a suit that all hold: who, the card, and one of each other's for it."""
    for _ in range(80):
        leader = await on_turn(world, table)
        assert leader is not None
        seen = await seen_by(world, table, leader)
        found = None if seen.phase is not Phase.PLAYING or seen.trick else await _lead(world, table, leader)
        if found is not None:
            return leader, *found
        await move(world, table)
        await world.turn(2)
    raise AssertionError("no such lead in several deals")


async def _lead(world: World, table: str, leader: int) -> tuple[str, dict[int, str]] | None:
    hands = {person: (await seen_by(world, table, person)) for person in PEOPLE}
    trumps = tables_for(hands[leader].rules, hands[leader].contract).trumps
    for card in cards_of(hands[leader].hand & ~trumps):
        held = {
            p: [c for c in cards_of(s.hand) if suit_of(c) == suit_of(card)]
            for p, s in hands.items()
            if p != leader
        }
        if all(held.values()) and min(s.hand.bit_count() for s in hands.values()) > 2:
            return card_code(card), {person: card_code(own[0]) for person, own in held.items()}
    return None


async def lay_down(world: World, table: str, person: int, code: str) -> None:
    """Off turn: turn the card, choose, done; each an edit of the one message."""
    hand = await world.hand(person)
    await world.tap(person, hand, ":on", kind="po")
    await world.turn(2)
    card = await world.hand(person)
    assert card["id"] == hand["id"], "the same message shows the plan"
    moment = (await seen_by(world, table, person)).tricks
    await world.tap(person, card, f":{len(moment) + 1}:{code[1]}:{code}", kind="pn")
    await world.turn(2)
    chosen = await world.hand(person)
    assert any(button["text"].startswith("✅") for button in buttons(chosen))
    await world.tap(person, chosen, ":off", kind="po")
    await world.turn(2)
    assert "📌" in (await world.hand(person))["text"], "the hand says what is laid down"


async def test_three_plans_are_one_chain_and_only_its_end_rings(world: World) -> None:
    table = await world.start(*PEOPLE)
    leader, lead, plans = await until_a_lead(world, table)
    tricks = len((await seen_by(world, table, None)).tricks)
    for person, code in plans.items():
        await lay_down(world, table, person, code)
    await world.turn(70)  # nobody looks any more
    before = {person: (await world.hand(person))["id"] for person in PEOPLE}
    shown = len(await world.calls("sendMessage"))
    ply = (await seen_by(world, table, leader)).ply
    await world.tap(leader, await world.hand(leader), f":{ply}:{lead}", kind="a")
    await world.turn(40)
    assert len((await seen_by(world, table, None)).tricks) == tricks + 1
    winner = await on_turn(world, table)
    rung = [m for m in (await world.calls("sendMessage"))[shown:] if not _silent(m)]
    assert [int(m["params"]["chat_id"]) for m in rung] == [winner]
    for person in PEOPLE:
        if person != winner:
            assert (await world.hand(person))["id"] == before[person], (
                "a turn that a plan finished rings nobody"
            )


def _silent(call: Json) -> bool:
    return str(call["params"].get("disable_notification", "")).lower() == "true"


async def test_a_late_tap_on_a_plan_plays_nothing_and_says_so(world: World) -> None:
    table = await world.start(*PEOPLE)
    leader, lead, plans = await until_a_lead(world, table)
    seen = await seen_by(world, table, leader)
    ply = seen.ply
    await world.tap(leader, await world.hand(leader), f":{ply}:{lead}", kind="a")
    await world.turn(2)
    person = await on_turn(world, table)
    assert person is not None
    late = await world.hand(person)
    data = f"pn:{table}:{seen.deal_no}:{len(seen.tricks) + 1}:{plans[person][1]}:{plans[person]}"
    await world.control.tap(person, late, data)
    await world.settle()
    answer = (await world.answers(person))[-1]
    told = "It is your turn now. Tap in the new message."
    assert answer["text"] in {tongue(language).gettext(told) for language in languages()}
    await world.turn(30)
    assert (await seen_by(world, table, None)).ply == ply + 1


async def test_the_group_reads_of_no_plan(world: World) -> None:
    """Neither that somebody lays one down, nor, but for the card, that it falls."""
    table = await world.start(*PEOPLE)
    leader, _, plans = await until_a_lead(world, table)
    before = await in_club(world)
    for person, code in plans.items():
        assert person != leader
        await lay_down(world, table, person, code)
    assert await in_club(world) == before


async def in_club(world: World) -> list[Json]:
    """What was sent to the group, or edited there."""
    return [call for call in await world.calls() if str(call["params"].get("chat_id")) == str(CLUB)]
