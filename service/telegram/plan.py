"""The ringing policy: from what stands in a chat and what should stand there to the least that gets there.

Pure. What rings, what is edited and what waits is decided here and nowhere else.
"""

from typing import NamedTuple

from service.ports import OPENING_MS
from service.surface import Row
from service.telegram.limits import Call, Limits
from service.telegram.notices import Moment, moment
from service.telegram.presence import NOBODY, Presence
from service.telegram.wants import Scene, Want

DELETABLE = 47 * 3_600_000
"""A bot may delete its messages for 48 hours; an hour is left for the way there."""


class HandOver(NamedTuple):
    """The message that stands becomes the score sheet of deal `deal`; this surface starts anew."""

    deal: int


class Send(NamedTuple):
    """A new message at the end of the chat. What stood before is removed afterwards, never before."""

    ring: bool
    told: bool = False
    """It comes in place of a ring, where none may sound."""


class Open(NamedTuple):
    """A new ephemeral message for its receiver, empty as yet. What stood before is removed afterwards."""


class Decline(NamedTuple):
    """The tap that asked for an ephemeral message cannot be answered by one: he is shown his hand elsewhere."""


class Edit(NamedTuple):
    """Bring what stands up to date. `ring_at`: a ring is held back until then."""

    ring_at: int | None = None


class Hold(NamedTuple):
    """What stands is right; remember only when the ring that is held back is due."""

    ring_at: int | None


class Remove(NamedTuple):
    """Take an older message away; past 48 hours its buttons only."""

    message: int
    strip: bool


class Strip(NamedTuple):
    """What stands keeps its text and loses its buttons."""


class Wait(NamedTuple):
    """Look again then."""

    until: int


SCROLLED = 12
"""So many messages below a group's card put it out of sight."""
REPOST_APART = 60_000
"""A card is not posted afresh more often, however much is written below it."""

SOONEST = 1_000
"""Milliseconds after which a look that was asked for too late takes place."""
SETTLED = 3_000
"""Milliseconds within which a second tap asks for nothing new: the message it asks for has just come."""

Step = HandOver | Send | Open | Decline | Edit | Hold | Remove | Strip | Wait


def plan(row: Row, want: Want, presence: Presence, now: int, limits: Limits) -> tuple[Step, ...]:
    """What to do about a surface now. The last step may be `Wait`; no step at all means that all is as it should be."""
    steps = _handed_over(row, want)
    standing = None if steps else row.message
    wished = _wished(row, want, presence, now, standing)
    call = _call(wished, want)
    if call is not None:
        free = limits.when(want.chat, call, now)
        if free > now and isinstance(wished[0], Open) and _asked(row) and not _may_open(row, want, free):
            return (Decline(),)
        if free > now:
            return (*steps, Wait(free))
    leftovers = tuple(Remove(message, strip=False) for message in row.stale)
    waits = [step.until for step in wished if isinstance(step, Wait)]
    if want.look_at is not None:
        # A row that is due already would be looked at without end.
        waits.append(max(want.look_at, now + SOONEST))
    done = tuple(step for step in wished if not isinstance(step, Wait))
    return (*steps, *done, *leftovers, *((Wait(min(waits)),) if waits else ()))


def idle(row: Row, outline: Want, presence: Presence, now: int) -> bool:
    """Whether nothing is to be done, whatever the text is that the outline lacks: its digest equals none that stands.
    With a picture the text decides whether it goes with it."""
    return outline.picture is None and all(
        isinstance(step, Wait) for step in plan(row, outline, presence, now, Limits())
    )


def _call(steps: tuple[Step, ...], want: Want) -> Call | None:
    """How the first call among the steps is counted; None if nothing is called."""
    for step in steps:
        match step:
            case Send() | Open() | Strip():
                return Call.PROMPT
            case Edit():
                return want.call
            case Remove():
                return Call.REMOVAL
            case _:
                continue
    return None


def _handed_over(row: Row, want: Want) -> tuple[Step, ...]:
    if want.heir and row.message is not None and row.generation and row.generation != want.generation:
        return (HandOver(row.generation),)
    return ()


def _wished(row: Row, want: Want, presence: Presence, now: int, standing: int | None) -> tuple[Step, ...]:
    if want.receiver is not None:
        return _whispered(row, want, now)
    if want.message is None:
        return _ended(row, want, now, standing)
    if want.reminder is not None and (standing is not None or want.create):
        return _reminded(row, want.reminder.aloud, now, standing)
    ring = rings_now(row, want)
    if standing is None:
        return _first(want, presence, now, ring) if want.create or row.repost else ()
    if row.photo and want.picture is None and (want.create or want.scene is not None):
        # A photo cannot become a text again. What is only kept up to its end keeps its photo, with another caption.
        return _afresh(row, standing, ring, want, presence, now)
    if row.repost or _scrolled_away(row, want, now, standing):
        return _afresh(row, standing, ring, want, presence, now)
    if ring:
        return _ring_or_hold(row, want, presence, now, standing)
    if _new_vote(row, want):
        return _anew(row, standing, False, now)
    return (Edit(),) if _worth_an_edit(row, want, presence, now) else ()


def _scrolled_away(row: Row, want: Want, now: int, standing: int) -> bool:
    """Nobody sees the card any more, and there is something new to see. Not for each edit: nobody should be chased."""
    if want.newest - standing < SCROLLED or now - row.sent_at < REPOST_APART:
        return False
    return row.digest.partition("|")[0] != want.moment


def _whispered(row: Row, want: Want, now: int) -> tuple[Step, ...]:
    """An ephemeral message lives for one deal. It comes by its receiver's tap, or where that is allowed by his turn."""
    old = () if row.message is None else (Remove(row.message, strip=False),)
    if want.message is None:
        return old
    stands = row.message is not None and row.generation == want.generation
    if _asked(row):
        return (Open(), Edit(), *old) if _may_open(row, want, now) else (Decline(), Wait(now))
    if stands:
        return (Edit(),) if _worth_an_edit(row, want, NOBODY, now) else ()
    refused = row.gone == "refused" and row.generation == want.generation
    return (Open(), Edit(), *old) if want.create and not refused else old


def _asked(row: Row) -> bool:
    """A tap waits for its message; not the second one of a double tap."""
    if row.opening is None or row.opening_expires is None or row.opening == row.opened:
        return False
    return row.message is None or row.opening_expires - OPENING_MS > row.sent_at + SETTLED


def _may_open(row: Row, want: Want, now: int) -> bool:
    return want.anytime or (row.opening_expires or 0) > now


def _ended(row: Row, want: Want, now: int, standing: int | None) -> tuple[Step, ...]:
    if standing is None:
        return ()
    if want.lasting:
        return (Strip(),) if row.digest else ()
    return (Remove(standing, strip=now - row.sent_at > DELETABLE),)


def rings_now(row: Row, want: Want) -> bool:
    """Whether a ring is due, as far as the surface itself is concerned: it became the viewer's turn, not by his own
    tap, and he was not rung for it yet; or the others nudge him."""
    if want.nudge is not None and row.nudged_ply != want.nudge:
        return True
    return want.rings is not None and not want.own and row.rang_ply != want.rings


def _anew(row: Row, standing: int, ring: bool, now: int, told: bool = False) -> tuple[Step, ...]:
    return Send(ring, told), Remove(standing, strip=now - row.sent_at > DELETABLE)


def _afresh(
    row: Row, standing: int, ring: bool, want: Want, presence: Presence, now: int
) -> tuple[Step, ...]:
    """It must come anew in any case; a ring that may not sound yet stays due. Who asked for his card is told by it."""
    if row.repost and want.scene is not None:
        return _anew(row, standing, False, now, told=ring)
    may = _moment(want, presence, now)
    if not ring or may.at <= now:
        return _anew(row, standing, ring and may.aloud, now, told=ring and not may.aloud)
    return *_anew(row, standing, False, now), Wait(may.at)


def _reminded(row: Row, aloud: bool, now: int, standing: int | None) -> tuple[Step, ...]:
    if standing is None:
        return (Send(aloud, told=not aloud),)
    return _anew(row, standing, aloud, now, told=not aloud)


def _moment(want: Want, presence: Presence, now: int) -> Moment:
    decides = want.called or want.gone
    return Moment(now) if decides is None else moment(decides, presence, now)


def _first(want: Want, presence: Presence, now: int, ring: bool) -> tuple[Step, ...]:
    """Nothing stands yet: it comes now, and rings when it may."""
    if not ring:
        return (Send(False),)
    may = _moment(want, presence, now)
    if may.at > now:
        return Send(False), Wait(may.at)
    return (Send(may.aloud, told=not may.aloud),)


def _ring_or_hold(row: Row, want: Want, presence: Presence, now: int, standing: int) -> tuple[Step, ...]:
    """Ring, unless the person looks at the card: then show it at once and ring when nothing is tapped for 20 s."""
    stands = Scene.of(row.digest)
    held_before = stands is not None and want.scene is not None and stands.turn == want.scene.turn
    due = row.ring_at if held_before and row.ring_at is not None else presence.rings_at(now)
    due = max(due, presence.rings_at(0))
    if want.insists or not presence.here(now) or now >= due:
        may = _moment(want, presence, now)
        if may.at <= now:
            return _anew(row, standing, may.aloud, now, told=not may.aloud)
        due = may.at
    if row.digest != want.digest:
        return Edit(due), Wait(due)
    return Hold(due), Wait(due)


def _new_vote(row: Row, want: Want) -> bool:
    stands = Scene.of(row.digest)
    return want.scene is not None and want.scene.vote and not (stands is not None and stands.vote)


def _worth_an_edit(row: Row, want: Want, presence: Presence, now: int) -> bool:
    if row.digest == want.digest:
        return False
    if want.picture is not None and not row.photo:
        return True
    stands = Scene.of(row.digest)
    if want.scene is None or stands is None:
        return True
    if stands.turn != want.scene.turn or stands.major != want.scene.major or stands.vote != want.scene.vote:
        return True
    if want.scene.turn >= 0:
        return True
    return stands.minor != want.scene.minor and presence.here(now)
