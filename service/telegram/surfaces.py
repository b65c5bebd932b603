"""What should stand in a chat: from a surface's key and the table to a `Want`. Pure."""

from typing import Final, NamedTuple

from engine.seats import Seat
from service.people import Chat, Person
from service.retold import ToldDeal
from service.surface import CARD
from service.table.authors import PERSON
from service.table.clock import by_days
from service.table.look import look
from service.table.model import Stage
from service.table.reminders import times
from service.table.table import Table
from service.table.view import TableView
from service.telegram.advice_view import answer_for, review_page
from service.telegram.end_view import match_end
from service.telegram.games_view import mention
from service.telegram.hand_view import hand_card
from service.telegram.invite_view import arranging_card, invitation
from service.telegram.lesson.end import lesson_end, lesson_sheet
from service.telegram.limits import Call
from service.telegram.lines import plain, units
from service.telegram.lobby_view import lobby_card
from service.telegram.messages import CAPTION_LIMIT, Message
from service.telegram.notices import Called, called, quiet_of
from service.telegram.parting_view import replaced_card
from service.telegram.pictures import wanted as pictures
from service.telegram.pictures.wanted import Picture
from service.telegram.result_view import deal_sheet
from service.telegram.scenes import last_to_act, scene_of, spoken
from service.telegram.surface_keys import Key
from service.telegram.table_view import table_card
from service.telegram.tastes import DARK, Tastes, tastes
from service.telegram.texts import Tongue
from service.telegram.wants import Scene, Want


class Sight(NamedTuple):
    """What a surface is drawn from."""

    table: Table
    chat: Chat
    """The group, where it is now."""
    tongue: Tongue
    """The reader's: the person's of a hand, the group's else."""
    bot: str
    """The bot's username."""
    person: Person | None = None
    called: Person | None = None
    """For a mention: whom it calls in the group."""
    told: ToldDeal | None = None
    """For a score sheet, or a review: the deal it is of."""
    shut: str = ""
    """For a hand card: why the group's card cannot be shown (`Row.gone`)."""
    waiting: int = 0
    """For a hand card: how many other matches wait for its reader."""
    left: int | None = None
    """For a hand card: what was left of the time (ms) when the reader was last reminded of this turn."""
    outline: bool = False
    """Of a hand everything but its text: mostly that is enough to see that nothing is to be done."""


def want(key: Key, sight: Sight) -> Want:
    """The surface as it should be now. A text that is too long for a caption stands without its picture."""
    wanted = _wanted(key, sight)
    if wanted.picture is not None and wanted.message is not None and not fits_caption(wanted.message):
        wanted = wanted._replace(picture=None)
    # At a table apart, what a group has once each person has for himself.
    return wanted._replace(chat=key.reader, thread=None) if key.reader else wanted


def _wanted(key: Key, sight: Sight) -> Want:
    match key.kind:
        case "hand":
            return _hand(key.number, sight)
        case "mine":
            return _mine(key.number, sight)
        case "mention":
            return _mention(key.number, sight)
        case "deal":
            return _deal(sight)
        case "review":
            return _review(key.person, sight)
        case "inline":
            return _inline(key.number, sight)
        case "gone":
            return _gone(key.number, sight)
        case "lobby":
            return _lobby(sight)
        case "card":
            return _card(sight)
        case _:
            return _end(sight)


def fits_caption(message: Message) -> bool:
    """Whether a text may stand with a picture."""
    return units(plain(message.text)) <= CAPTION_LIMIT


class _Looks(NamedTuple):
    """Pictures are wanted, and these."""

    dark: bool = False


def _looks(sight: Sight) -> _Looks | None:
    """The person's choice where one reads, the group's else."""
    if sight.person is None:
        return _Looks(sight.chat.colours == DARK) if sight.chat.pictures else None
    taste = tastes(sight.person)
    return _Looks(taste.dark) if taste.pictures else None


BLANK = Message("…")
"""Stands for the text of an outline, which nobody is ever shown."""


def _table(view: TableView, sight: Sight, *, private: bool) -> Picture | None:
    looks = _looks(sight)
    return looks and pictures.of_table(view, sight.tongue, dark=looks.dark, private=private)


def _group(sight: Sight) -> Want:
    return Want(chat=sight.chat.id, message=None, thread=sight.table.head.thread)


def _lobby(sight: Sight) -> Want:
    """A new lobby rings. Once the match runs, the card keeps the seats, the cuts and the commitment."""
    view = look(sight.table, None)
    card = lobby_card(view, sight.tongue, sight.bot)
    if view.stage is Stage.LOBBY:
        return _group(sight)._replace(message=card, rings=0)
    return _group(sight)._replace(message=card, create=False)


def _card(sight: Sight) -> Want:
    """The table card. At a deal's end its message becomes that deal's score sheet, and the next deal's is a new one."""
    view = look(sight.table, None)
    base = _group(sight)._replace(heir=True)
    match view.stage:
        case Stage.PLAYING:
            assert view.seen is not None
            return base._replace(
                message=table_card(view, sight.tongue),
                picture=_table(view, sight, private=False),
                generation=view.seen.deal_no,
                newest=newest(Key(CARD), sight),
                moment=f"{view.seen.deal_no}.{view.seen.ply}",
            )
        case Stage.CANCELLED:
            return base._replace(message=table_card(view, sight.tongue), heir=False, create=False)
        case _ if view.resigned is not None:
            # Its deal has no score sheet that the card could become.
            return base._replace(message=table_card(view, sight.tongue), heir=False, create=False)
        case _:
            return base


def newest(key: Key, sight: Sight) -> int:
    """The newest message that is known below the table's card; 0 where message ids tell nothing, or nothing follows."""
    return sight.chat.last_message if key.kind == CARD and sight.chat.supergroup else 0


def _deal(sight: Sight) -> Want:
    told = sight.told
    if told is None:
        return _group(sight)
    learner = sight.table.head.creator if sight.table.head.lesson else None
    view = look(sight.table, learner).at(told.plies[-1])
    drawn = deal_sheet if learner is None else lesson_sheet
    sheet = drawn(view, told.finished, told.note, told.seed, sight.tongue)
    looks = _looks(sight)
    picture = looks and pictures.of_score(view, told.finished, sight.tongue, dark=looks.dark)
    return _group(sight)._replace(message=sheet, picture=picture, call=Call.PROMPT)


def _review(person: int, sight: Sight) -> Want:
    """Asked for by a tap, so it does not ring."""
    told, view = sight.told, look(sight.table, person)
    answer = None if told is None else answer_for(view, told.note.no)
    if told is None or answer is None:
        return _group(sight)
    return _group(sight)._replace(message=review_page(view, told.finished, told.note, answer, sight.tongue))


def _end(sight: Sight) -> Want:
    view = look(sight.table, None)
    if view.stage is not Stage.OVER:
        return _group(sight)
    if sight.table.head.lesson:
        told = lesson_end(look(sight.table, sight.table.head.creator), sight.tongue)
        return _group(sight)._replace(message=told)
    looks = _looks(sight)
    picture = looks and pictures.of_course(view, sight.tongue, dark=looks.dark)
    # Where each has it for himself, it keeps his quiet hours.
    quiet = None if sight.person is None else Called(-1, quiet=quiet_of(sight.person), quick=True)
    silent = tastes(sight.person).never
    return _group(sight)._replace(
        message=match_end(view, sight.tongue), picture=picture, rings=None if silent else 0, called=quiet
    )


def _inline(number: int, sight: Sight) -> Want:
    """An invitation in a chat that the bot may not know: it is edited, never sent."""
    posts = sight.table.head.posts
    if number >= len(posts):
        return _group(sight)
    card = invitation(look(sight.table, None), sight.tongue, bot=sight.bot)
    return _group(sight)._replace(message=card, inline=posts[number], create=False)


def _mention(person: int, sight: Sight) -> Want:
    """Somebody on turn to whom the bot may not write is called in the group, once a turn; as in private, not at night
    where his clock leaves him another way."""
    view = look(sight.table, None)
    base = _group(sight)._replace(lasting=False, call=Call.PROMPT)
    if view.seen is None or view.seen.turn is None:
        return base
    player = view.player(view.seen.turn)
    if player.person != person or player.computer is not None or player.reachable:
        return base
    own = look(sight.table, person).own
    if own.by_itself or own.held:
        return base  # nobody waits for him
    silent = tastes(sight.called).never
    return base._replace(
        message=mention(view, sight.tongue, sight.bot),
        rings=None if silent else view.seen.ply,
        called=Called(view.seen.ply, view.time.deadline, quiet=quiet_of(sight.called)),
    )


NO_PLY: Final = -2
"""What rings and is nobody's turn is numbered downwards from here; -1: nothing has rung."""


def _hand(person: int, sight: Sight, *, whispered: bool = False) -> Want:
    seen = look(sight.table, person)
    view = seen._replace(shut=sight.shut, waiting=sight.waiting, left=sight.left, whispered=whispered)
    base = Want(chat=person, message=None, lasting=False, below=sight.tongue.gettext("Further down"))
    if view.apart and view.stage is Stage.OVER:
        # The last hand card becomes the last sheet, and the match's end stands below. A deal that was given up has no
        # sheet that its card could become: it goes.
        return base._replace(heir=True, generation=0 if view.resigned is None else view.deal_no)
    if view.apart and view.stage is Stage.LOBBY and view.host == person:
        return base._replace(message=arranging_card(view, sight.tongue, sight.bot))
    if view.seat is None:
        return base
    liked = tastes(sight.person)
    card = BLANK if sight.outline else hand_card(view, sight.tongue, liked)
    if view.stage is Stage.LOBBY:
        # Silent, and kept up like any other card: seats, cuts and the way out again.
        return base._replace(message=card)
    if view.stage is not Stage.PLAYING or view.seen is None:
        return base._replace(message=card, scene=Scene(major=view.stage.value), create=False)
    away = view.player(view.seat).computer is not None
    turn = view.seen.turn == view.seat and not away
    waited_for = turn or (view.lesson is not None and view.lesson.rests)
    gone = _gone_since(view) if _may_ring(view, liked) else None
    return base._replace(
        message=card,
        picture=_table(view, sight, private=True) if not away and view.lesson is None else None,
        scene=scene_of(view, view.seen, person, waited_for, away, spoken(sight.tongue, sight.person)),
        rings=view.seen.ply if turn and _may_ring(view, liked) else gone,
        gone=None if gone is None else Called(gone, quiet=quiet_of(sight.person)),
        insists=liked.always,
        nudge=view.seen.ply if turn and view.nudged is not None and _may_ring(view, liked) else None,
        called=_called(view, sight, view.seen.ply) if turn else None,
        own=_by(view, last_to_act(view.seen)) == person and _tapped(sight.table),
        create=not away,
        generation=view.seen.deal_no if view.apart else 0,
        heir=view.apart and not away,
        # Who is on turn waits for his buttons; everybody else's card may wait for a newer state.
        call=Call.PROMPT if waited_for else Call.MERGED,
    )


def _gone_since(view: TableView) -> int | None:
    """A number for the move that a computer made, and since which it plays for the viewer: no ply is that, so his next
    turn rings as any does. None: he is here, or left by himself."""
    lapse = view.own.lapse
    return None if view.own.absent != "away" or lapse is None else NO_PLY - lapse.ply


def _gone(person: int, sight: Sight) -> Want:
    """In silence, and once: that a computer was given his seat. It goes when he is back."""
    view = look(sight.table, person)
    base = Want(chat=person, message=None, lasting=False, call=Call.PROMPT)
    return (
        base if view.ousted is None else base._replace(message=replaced_card(view, view.ousted, sight.tongue))
    )


def _may_ring(view: TableView, liked: Tastes) -> bool:
    """What plays itself wakes nobody; neither does a move that waits to be taken back, nor somebody who reads."""
    return not (view.lesson or liked.never or view.own.by_itself or view.own.held)


def _called(view: TableView, sight: Sight, ply: int) -> Called | None:
    """What decides when he is told of his turn; what plays itself needs nobody."""
    if view.own.by_itself or view.own.held:
        return None
    turn = times(sight.table, sight.person.remind if sight.person else "")
    return called(turn, sight.person, ply, silent=tastes(sight.person).never)


def _mine(person: int, sight: Sight) -> Want:
    """The hand in the group, for its player's eyes only: gone at the deal's end, or when he is. It never rings: the
    private card does, and is the one that surely arrives."""
    view = look(sight.table, person)
    base = _group(sight)._replace(receiver=person, lasting=False, create=False, anytime=sight.chat.admin)
    if view.apart or view.seat is None or view.stage is not Stage.PLAYING or view.seen is None:
        return base
    hand = _hand(person, sight, whispered=True)
    if hand.scene is None or view.player(view.seat).computer is not None:
        return base
    turn = hand.scene.turn >= 0
    return base._replace(
        message=hand.message,
        scene=hand.scene._replace(vote=False),
        generation=view.seen.deal_no,
        create=turn and sight.chat.admin and sight.chat.hands,
        call=Call.PROMPT if turn else Call.QUIET,
    )


def _tapped(table: Table) -> bool:
    """Whether the last move was somebody's tap that counted at once. Whose plan, or whose lapse of time, won the trick
    is not there: he must be told that he leads. So must he whose card could be taken back: he has perhaps gone
    meanwhile, or waits for a ring while others wait for him."""
    if not table.facts:
        return True
    last = table.facts[-1]
    return last.author == PERSON and (table.chair(last.seat).at_once or not by_days(table.head))


def _by(view: TableView, seat: Seat | None) -> int | None:
    """Who acted, as a person: on one phone the next seat is the same pair of hands."""
    return None if seat is None else view.player(seat).person
