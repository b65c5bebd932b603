"""How a row changes when a step was begun or done. Each is one write, so a crash in between leaves the older truth."""

from typing import Literal

from service.ports import Opening
from service.surface import Row
from service.telegram.wants import Want

STALE_KEPT = 8
"""Older messages remembered for removal; a message that will not go is given up in the end."""


def fresh(want: Want) -> Row:
    """The row of a surface that was never shown."""
    return Row(chat=want.chat, thread=want.thread, generation=want.generation)


def moved(row: Row, want: Want) -> Row:
    """The chat became another one: message ids of the old one mean nothing there."""
    return row.model_copy(
        update={
            "chat": want.chat,
            "thread": want.thread,
            "message": None,
            "stale": (),
            "photo": False,
            "digest": "",
            "gone": "",
        }
    )


def sending(row: Row, now: int) -> Row:
    """A send begins. Found again after a crash, it may stand in the chat or not: it is sent once more, at most."""
    return row.model_copy(update={"sending_since": now})


def sent(row: Row, want: Want, message: int, now: int, ring: bool) -> Row:
    """A new message stands; the one before it is to be removed. `ring`: it rang, or came silently in a ring's place."""
    stale = row.stale if row.message is None else (*row.stale, row.message)
    return row.model_copy(
        update={
            "message": message,
            "photo": want.picture is not None,
            "sent_at": now,
            "digest": want.digest,
            "generation": want.generation,
            "rang_ply": want.rings if ring and want.rings is not None else row.rang_ply,
            "nudged_ply": want.nudge if ring and want.nudge is not None else row.nudged_ply,
            **_reminded(want),
            **({"told": want.told} if ring and want.told is not None else {}),
            "ring_at": None,
            "sending_since": None,
            "repost": False,
            "stale": stale[-STALE_KEPT:],
            "gone": "",
        }
    )


def _reminded(want: Want) -> dict[str, int]:
    if want.reminder is None or want.called is None:
        return {}
    due = want.reminder
    return {"reminded_ply": want.called.ply, "reminders": due.number, "left": due.left}


def invited(row: Row, opening: Opening | None) -> Row:
    """With the tap that asks for an ephemeral message, which the store keeps beside the row."""
    if opening is None:
        return row
    return row.model_copy(update={"opening": opening.query, "opening_expires": opening.expires})


def opened(row: Row, want: Want, message: int, now: int) -> Row:
    """An ephemeral message stands, and does not show yet what it is for."""
    row = sent(row, want, message, now, ring=False)
    return row.model_copy(update={"digest": "", "opened": row.opening or row.opened})


def declined(row: Row, want: Want) -> Row:
    """What a tap asked for cannot be shown to him now."""
    return row.model_copy(
        update={
            "opened": row.opening or row.opened,
            "gone": "refused",
            "generation": row.generation if row.message is not None else want.generation,
            "sending_since": None,
        }
    )


def edited(row: Row, want: Want, ring_at: int | None) -> Row:
    return row.model_copy(
        update={
            "photo": row.photo or want.picture is not None,
            "digest": want.digest,
            "generation": want.generation,
            "ring_at": ring_at,
            "gone": "",
        }
    )


def photographed(row: Row) -> Row:
    """What stands is a photo, though nobody remembered: an edit whose answer did not come made it one."""
    return row.model_copy(update={"photo": True, "sending_since": None})


def held(row: Row, ring_at: int | None) -> Row:
    return row.model_copy(update={"ring_at": ring_at})


def removed(row: Row, message: int) -> Row:
    """An older message is gone, or the one that stood."""
    left = tuple(m for m in row.stale if m != message)
    if row.message == message:
        return row.model_copy(update={"message": None, "digest": "", "ring_at": None, "stale": left})
    return row.model_copy(update={"stale": left})


def stripped(row: Row) -> Row:
    return row.model_copy(update={"digest": "", "ring_at": None})


def lost(row: Row) -> Row:
    """The message that stood was deleted by somebody."""
    return row.model_copy(update={"message": None, "digest": "", "sending_since": None})


def passed_on(row: Row, generation: int) -> Row:
    """The message went to the score sheet; this surface begins anew."""
    return row.model_copy(
        update={"message": None, "digest": "", "generation": generation, "ring_at": None, "sent_at": 0}
    )


def gone(row: Row, why: Literal["blocked", "kicked", "closed", "refused"]) -> Row:
    """Nothing can be shown there for now. Who was thrown out does not go on trying: whoever lets him in again asks."""
    repost = row.repost and why == "closed"
    return row.model_copy(update={"gone": why, "sending_since": None, "repost": repost})


def unsent(row: Row) -> Row:
    """A send was begun and refused: it does not stand in the chat."""
    return row.model_copy(update={"sending_since": None})
