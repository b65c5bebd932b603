"""What the bot and the courier count on the way of a tap."""

from prometheus_client import REGISTRY

from tests.telegram.wing.test_newer import on_turn, started
from tests.telegram.wing.world import World

ACKS = "rebelote_tap_ack_seconds_count"


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_tap_is_measured_until_its_answer_and_its_picture(world: World) -> None:
    await started(world)
    person, hand = await on_turn(world)
    acks, edits = value(ACKS), value("rebelote_telegram_calls_total", call="edit", outcome="done")
    shown = value("rebelote_committed_shown_seconds_count", surface="card")
    updates = value("rebelote_updates_total", what="tap act", outcome="taken")
    await world.tap(person, hand, "", kind="a")
    await world.turn(6)
    assert value(ACKS) == acks + 1
    assert value("rebelote_telegram_calls_total", call="edit", outcome="done") > edits
    assert value("rebelote_committed_shown_seconds_count", surface="card") > shown
    assert value("rebelote_updates_total", what="tap act", outcome="taken") == updates + 1
    assert value("rebelote_telegram_call_seconds_count", call="answer") >= 1
