"""What computers have to say: advice to who is on turn, what he could have done better, and how strong they play."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine import players
from engine.actions import action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, side_of
from engine.trick import Refusal, RefusalCode
from service.surface import hands_of, review_key
from service.table.change import Change
from service.table.commands import AskHint, AskReview, SetAdvice, Train
from service.table.lobby import not_arranging, revised
from service.table.model import DealNote, Head, Hint, Stage
from service.table.places import everywhere, whole_lobby
from service.table.play import not_playing, playing_at, thought
from service.table.refusals import No, Refused
from service.table.reviews import FAILED
from service.table.seating import Stint, stints
from service.table.table import Table, thinking_seed, with_chairs

REVIEWS: Final = 12
"""So many answers are kept; an older one can be asked for again."""


def advises(head: Head) -> bool:
    """Whether advice may be asked for. Unless somebody said so, where it takes nothing from anybody else. A lesson has
    its own."""
    if head.lesson:
        return False
    people = {chair.person for chair in head.chairs.values() if chair.person is not None}
    return head.advice == "on" or (not head.advice and len(people) == 1)


def set_advice(table: Table, command: SetAdvice, now: int) -> Change | Refused:
    """Play with advice or without."""
    if refused := not_arranging(table, command.person):
        return refused
    if command.allowed == advises(table.head):
        return Refused(No.UNCHANGED)
    word = "on" if command.allowed else "off"
    chosen = revised(table, advice=word, rules_revision=table.head.revision + 1)
    return Change(chosen, marked=whole_lobby(chosen))


def ask_hint(table: Table, command: AskHint, now: int) -> Change | Refused:
    """Once a turn. That it was asked for is everybody's to see; what was answered is not."""
    seat = playing_at(table, command.person, command.ply)
    if isinstance(seat, Refused):
        return seat
    assert table.match is not None
    if to_act(table.match) != seat:
        return Refused(No.RULE, Refusal(RefusalCode.NOT_YOUR_TURN))
    head, key, letter = table.head, str(command.person), SEAT_LETTERS[seat]
    if not advises(head):
        return Refused(No.TAUGHT if head.lesson else No.NO_ADVICE)
    if key in head.hints and head.hints[key].ply == command.ply:
        return Refused(No.UNCHANGED)
    if head.held is not None and head.held.ply == command.ply:
        return Refused(No.HELD)
    asked = table.changed(
        hints=head.hints | {key: Hint(ply=command.ply)},
        advised=head.advised | {letter: head.advised.get(letter, 0) + 1},
    )
    return Change(asked, marked=everywhere(asked))


def ask_review(table: Table, command: AskReview, now: int) -> Change | Refused:
    """Of a deal that is over, the seat one had in it. Who held several is told of the first."""
    note = next((one for one in table.head.deals if one.no == command.deal), None)
    if note is None:
        return Refused(No.NO_SUCH_DEAL)
    letter = seat_in(table.head, note, command.person)
    if letter is None:
        return Refused(No.NOT_PLAYED)
    key = kept_as(command.deal, letter)
    if table.head.reviews.get(key, FAILED) != FAILED:
        return Refused(No.UNCHANGED)
    others = [(k, told) for k, told in table.head.reviews.items() if k != key]
    kept = dict(others[1 - REVIEWS :])
    asked = table.changed(reviews=kept | {key: ""})
    return Change(asked, marked=frozenset({review_key(command.deal, command.person)}))


def train(table: Table, command: Train, now: int) -> Change | Refused:
    """Whoever plays may change how strong the computers are, where nobody plays against a person; their cards stay."""
    if not_live := not_playing(table):
        return not_live
    if command.person not in table.people:
        return Refused(No.NOT_SEATED)
    if command.level not in players.LEVELS:
        return Refused(No.NO_SUCH_LEVEL)
    letters = trainable(table.head, table.rules)
    if not letters:
        return Refused(No.NO_COMPUTER)
    if all(table.head.chairs[letter].computer == command.level for letter in letters):
        return Refused(No.UNCHANGED)
    chairs = with_chairs(table.head.chairs, letters, computer=command.level)
    trained = table.changed(chairs=chairs, stand_in=command.level)
    return Change(trained, marked=everywhere(trained))


def trainable(head: Head, rules: Rules) -> list[str]:
    """Seats of the computers that may become stronger or weaker in mid-game: none where people play on both sides."""
    sides = {
        side_of(rules, SEAT_LETTERS.index(letter))
        for letter, chair in head.chairs.items()
        if chair.person is not None
    }
    free = [letter for letter, chair in head.chairs.items() if chair.person is None]
    return free if len(sides) == 1 else []


def seat_in(head: Head, note: DealNote, person: int) -> str | None:
    """The letter of the seat somebody had when a deal began."""
    return _seat_at([one for one in stints(head) if one.person == person], note)


def _seat_at(own: Sequence[Stint], note: DealNote) -> str | None:
    return next((one.seat for one in own if one.since <= note.ply < one.until), None)


def reviews_of(head: Head, person: int | None) -> tuple[tuple[int, str | None], ...]:
    """By deal that is over and that a person played: the answer, empty while it is thought about, None: not asked."""
    if person is None:
        return ()
    own = [one for one in stints(head) if one.person == person]  # once, for every view of a table asks
    played = ((note.no, _seat_at(own, note)) for note in head.deals)
    return tuple((no, head.reviews.get(kept_as(no, letter))) for no, letter in played if letter)


def kept_as(deal_no: int, letter: str) -> str:
    """The key of `Head.reviews`."""
    return f"{deal_no}:{letter}"


# --- what a process that may think answers ---


def unanswered(table: Table) -> bool:
    """Whether somebody waits for an answer."""
    return bool(_asking(table)) or "" in table.head.reviews.values()


def _asking(table: Table) -> Mapping[str, Hint]:
    if table.match is None or table.head.stage is not Stage.PLAYING:
        return {}
    return {
        key: hint for key, hint in table.head.hints.items() if not hint.action and hint.ply == table.match.ply
    }


def advised(table: Table, *, plainly: bool = False) -> Change:
    """Answer who asked for advice. The player who answers gets the asker's observation and nothing else. `plainly`:
    without searching."""
    change = Change(table)
    for key, hint in _asking(table).items():
        match = table.match
        assert match is not None
        seen = observation(match, to_act(match))
        level = list(players.LEVELS)[-1]
        level = players.quick(level) if plainly else level
        seed = thinking_seed(table.head, match.deal_no, match.ply)
        action = thought(players.LEVELS[level], players.BUDGETS[level], seen, seed)
        assert action in legal_actions(seen)
        told = change.table.head.hints | {key: hint.model_copy(update={"action": action_text(action)})}
        change = change.then(Change(change.table.changed(hints=told), marked=hands_of(int(key))))
    return change


def unadvised(table: Table) -> Change:
    """Nobody can answer: it is as if nobody had asked, and he may ask again."""
    asking = _asking(table)
    left = {key: hint for key, hint in table.head.hints.items() if key not in asking}
    marked = frozenset(surface for key in asking for surface in hands_of(int(key)))
    return Change(table.changed(hints=left), marked=marked)
