"""A claim through the chats: accepted, the deal ends and everybody reads why; not proved, only the claimer hears."""

from engine.match import Phase
from engine.observation import claim
from service.telegram.texts import languages, tongue
from tests.sandbox.client import ANNA, CLUB
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons


async def until_claim(world: World, table: str, *, proved: bool) -> int:
    """Play until who is on turn could claim, or could not, with tricks enough behind and before him."""
    for _ in range(400):
        person = await on_turn(world, table)
        assert person is not None
        seen = (await view_of(world, table, person)).seen
        assert seen is not None
        if seen.phase is Phase.PLAYING and 4 <= len(seen.tricks) < 7 and (claim(seen) is not None) == proved:
            return person
        await move(world, table)
        await world.turn(2)
    raise AssertionError("never")


async def claims(world: World, table: str, person: int) -> str:
    """The row, then yes; what he was told."""
    await world.tap(person, await world.hand(person), ":claim", kind="we")
    await world.turn(2)
    await world.tap(person, await world.hand(person), ":claim", kind="a")
    await world.settle()
    answer = (await world.answers(person))[-1]
    return str(answer["text"])


async def test_an_accepted_claim_ends_the_deal_and_shows_the_cards(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await until_claim(world, table, proved=True)
    deals = len((await view_of(world, table)).deals)
    assert await claims(world, table, person) in said("You claim the rest.")
    await world.turn(10)
    assert len((await view_of(world, table)).deals) == deals + 1
    club = [m for m in await world.control.sees(ANNA, CLUB) if m["from"]["is_bot"]]
    sheet = next(m for m in reversed(club) if any(b["text"].startswith("🙌") for b in buttons(m)))
    assert "🙌 Ab Stich" in sheet["text"]
    await world.tap(ANNA, sheet, "", kind="tr")
    await world.settle()
    told = (await world.answers(ANNA))[-1]
    assert told["show_alert"] and told["text"].count("\n") == 4


async def test_what_is_not_proved_moves_nothing_and_nobody_else_hears_of_it(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await until_claim(world, table, proved=False)
    await world.turn(70)
    ply = (await view_of(world, table)).seen
    before = await elsewhere(world, person)
    unproved = "That cannot be proved from your cards. Only you read this; play on."
    assert await claims(world, table, person) in said(unproved)
    await world.turn(5)
    assert await elsewhere(world, person) == before
    now = (await view_of(world, table)).seen
    assert ply is not None and now is not None and now.ply == ply.ply
    card = await world.hand(person)
    assert not any(b["text"] in claim_said("Yes, claim") for b in buttons(card)), "he is not asked once more"
    assert any(b.get("callback_data", "").startswith(f"a:{table}:{now.ply}:") for b in buttons(card))


def said(text: str) -> set[str]:
    """In whatever language the person reads."""
    return {tongue(language).gettext(text) for language in languages()}


def claim_said(label: str) -> set[str]:
    return {tongue(language).pgettext("button, a claim", label) for language in languages()}


async def elsewhere(world: World, person: int) -> list[object]:
    """What was sent to anybody else, or edited."""
    calls = [c for c in await world.calls() if c["method"].startswith(("send", "edit", "delete"))]
    return [c for c in calls if str(c["params"].get("chat_id")) != str(person)]
