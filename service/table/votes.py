"""Coming and going, and what people must agree on: ending a running match, playing another."""

import base64
import hashlib

from engine.rules import rules_from_dict
from engine.seats import SEAT_LETTERS, next_seat
from service.table.change import Change
from service.table.closing import close
from service.table.commands import Arrive, Cancel, KeepPlaying, Leave, Rematch, Return, StopAfter
from service.table.model import Chair, Head, Position, Stage
from service.table.parting import departed, turn_begun
from service.table.places import ends, everywhere, invitations, of_person, whole_lobby
from service.table.plans import let_go
from service.table.play import not_playing, not_present
from service.table.refusals import No, Refused
from service.table.table import Table, with_chairs
from service.table.traces import unwished

ID_LENGTH = 10


def table_id(*parts: object) -> str:
    """An id that follows from what opened the table, so that a repeated update opens no second one."""
    digest = hashlib.sha256(":".join(map(str, parts)).encode()).digest()
    return base64.b32encode(digest).decode().lower()[:ID_LENGTH]


def leave(table: Table, command: Leave, now: int) -> Change | Refused:
    """Leave a running match: a computer keeps the seat, and the person may come back."""
    letter = table.letter_of(command.person)
    if letter is None:
        return Refused(No.NOT_SEATED)
    if not_live := not_playing(table):
        return not_live
    if table.head.chairs[letter].absent:
        return Refused(No.AWAY)
    if table.head.lesson:
        return close(table, now)  # nobody else would ever play it
    if table.head.held is not None and table.head.held.person == command.person:
        # He was told that he plays it.
        played = let_go(table, now)
        gone = leave(played.table, command, now)
        return played.then(gone) if isinstance(gone, Change) else played
    seats = table.letters_of(command.person)
    left = table.changed(
        chairs=with_chairs(table.head.chairs, seats, computer=table.head.stand_in, absent="left"),
        **unwished(table, command.person),
    )
    return Change(left, marked=everywhere(left) | invitations(left)).then(departed(left, now))


def come_back(table: Table, command: Return, now: int) -> Change | Refused:
    """Take one's seat back from the computer."""
    letter = table.letter_of(command.person)
    if letter is None:
        return Refused(No.NOT_SEATED)
    if not_live := not_playing(table):
        return not_live
    if not table.head.chairs[letter].absent:
        return Refused(No.NOT_AWAY)
    seats = table.letters_of(command.person)
    back = table.changed(
        chairs=with_chairs(table.head.chairs, seats, computer=None, absent="", lapses=0),
        asleep_at=None,
        # He is told with his coming; what his card said of the next time is true no longer.
        lapsed={key: told for key, told in table.head.lapsed.items() if key != str(command.person)},
    )
    marked = everywhere(back) | invitations(back)
    return Change(turn_begun(back, command.person, now), marked=marked)


def cancel(table: Table, command: Cancel, now: int) -> Change | Refused:
    """End the table. Before the start the creator or an admin may; after it everybody present must agree."""
    head = table.head
    arranges = command.admin or command.person == head.creator
    if head.stage is Stage.LOBBY:
        return close(table, now) if arranges else Refused(No.NOT_ALLOWED)
    if not_live := not_playing(table):
        return not_live
    if not command.running:
        return Refused(No.STALE)
    if table.abandoned and arranges:
        return close(table, now)
    if refused := not_present(table, command.person):
        return refused
    if command.person in head.cancelling:
        return Refused(No.UNCHANGED)
    agreed = (*head.cancelling, command.person)
    asked = table.changed(cancelling=agreed)
    return close(asked, now) if asked.all_agree(agreed) else Change(asked, marked=everywhere(asked))


def stop_after(table: Table, command: StopAfter, now: int) -> Change | Refused:
    """Agree that this deal is the last. It takes the place of the wish to end at once."""
    if refused := not_present(table, command.person):
        return refused
    if command.person in table.head.stopping or not table.rules.target:
        return Refused(No.UNCHANGED)
    asked = table.changed(stopping=(*table.head.stopping, command.person), cancelling=())
    return Change(asked, marked=everywhere(asked))


def keep_playing(table: Table, command: KeepPlaying, now: int) -> Change | Refused:
    """Refuse to end the match: the question is off the table."""
    if refused := not_present(table, command.person):
        return refused
    if not (table.head.cancelling or table.head.stopping):
        return Refused(No.UNCHANGED)
    kept = table.changed(cancelling=(), stopping=())
    return Change(kept, marked=everywhere(kept))


def rematch(table: Table, command: Rematch, now: int, secret: str) -> Change | Refused:
    """Ask for another match. When everybody who sat to the end has asked, its lobby opens with the same seats: one, and
    with a second tap too, where whoever was missing has been forgotten since."""
    head = table.head
    if command.person not in table.people:
        return Refused(No.NOT_SEATED)
    if head.lesson:
        return Refused(No.STALE)  # another lesson is a pack of its own, and open too
    match head.stage:
        case Stage.LOBBY | Stage.PLAYING:
            return Refused(No.STALE)
        case Stage.CANCELLED:
            return Refused(No.CANCELLED)
        case Stage.OVER:
            pass
    again = command.person in head.rematch
    if head.successor is not None:
        return Refused(No.UNCHANGED if again else No.STALE)
    wishes = head.rematch if again else (*head.rematch, command.person)
    asked = table.changed(rematch=wishes, revision=head.revision + 1)
    if not set(asked.present or asked.people) <= set(wishes):
        return Refused(No.UNCHANGED) if again else Change(asked, marked=ends(asked))
    opens = _successor(asked.head, now, secret)
    done = asked.changed(successor=opens.id)
    return Change(done, marked=ends(asked), opens=opens)


def arrive(table: Table, command: Arrive, now: int) -> Change | Refused:
    """Note whether the bot may write to a person; his seat waited for it, or is called in the group from now on."""
    letter = table.letter_of(command.person)
    if letter is None:
        return Refused(No.NOT_SEATED)
    if table.head.chairs[letter].reachable == command.reachable:
        return Refused(No.UNCHANGED)
    chairs = with_chairs(table.head.chairs, table.letters_of(command.person), reachable=command.reachable)
    revision = table.head.revision + (table.head.stage is Stage.LOBBY)
    met = table.changed(chairs=chairs, revision=revision)
    if table.head.stage is Stage.LOBBY:
        return Change(met, marked=whole_lobby(met))
    change = Change(met, marked=of_person(met, command.person))
    if met.head.apart and not command.reachable and met.chair_of(command.person).present:
        # There is no group in which he could be called: the others do not wait for who is out of reach.
        gone = leave(met, Leave(person=command.person), now)
        return change.then(gone) if isinstance(gone, Change) else change
    return change


def _successor(head: Head, now: int, secret: str) -> Head:
    return Head(
        # Fresh entropy, not only what is known: at a table apart the id is the invitation.
        id=table_id(head.id, "rematch", secret),
        chat=head.chat,
        thread=head.thread,
        title=head.title,
        number=head.number,
        creator=head.creator,
        variant=head.variant,
        rules=head.rules,
        secret=secret,
        # Whoever left and has not asked for another match has no seat in it.
        chairs={letter: _next_chair(head, chair) for letter, chair in head.chairs.items()},
        opening=_next_deal(head),
        clock=head.clock,
        night=head.night,
        tricks=head.tricks,
        target_by=head.target_by,
        stand_in=head.stand_in,
        barred=head.barred,
        opened_at=now,
    )


def _next_chair(head: Head, chair: Chair) -> Chair:
    chair = chair.model_copy(update={"lapses": 0, "opened": False})
    if not chair.absent:
        return chair
    wanted = chair.person in head.rematch
    return chair.model_copy(update={"absent": "", "computer": None}) if wanted else Chair()


def _next_deal(head: Head) -> Position | None:
    """Where a match is one deal, the next match goes on with the other dealer (two-player §end, AMB-B4)."""
    rules = rules_from_dict(head.rules)
    if rules.target or not head.deals:
        return None
    last = head.deals[-1]
    dealer = next_seat(rules, SEAT_LETTERS.index(last.dealer))
    return Position(deal_no=last.no + 1, dealer=SEAT_LETTERS[dealer])
