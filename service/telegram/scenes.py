"""What of a hand card is worth an edit, and to whom; who acted last, for his own tap rings nobody. Pure."""

from hashlib import blake2b

from engine.observation import Observation
from engine.seats import Seat
from service.people import Person
from service.table.view import TableView
from service.telegram.parting_view import must_answer
from service.telegram.swap_view import missing_for_swap
from service.telegram.tastes import tastes
from service.telegram.texts import Tongue
from service.telegram.wants import Scene


def spoken(t: Tongue, person: Person | None) -> str:
    """How the reader is spoken to, in short: when he changes that, his card changes."""
    who = person or Person(id=0)
    chosen = (*t.suits, who.letters, who.words, *tastes(who))
    return f"{t.language}{blake2b(repr(chosen).encode(), digest_size=3).hexdigest()}"


def _laid_down(view: TableView) -> str:
    """What the reader has laid down for later, in short and unreadable: when he changes that, his card changes."""
    own = view.own
    if own.plan is None and not own.planning:
        return ""
    return "." + blake2b(repr((own.plan, own.planning)).encode(), digest_size=3).hexdigest()


def scene_of(view: TableView, seen: Observation, person: int, turn: bool, away: bool, how: str) -> Scene:
    """Worth showing to everybody: a new deal, the contract (the hands are complete then), coming and going, a vote,
    what became of a late tap, and other words (`how`). Worth showing to who looks: the end of a trick. A single card:
    neither."""
    known = "contract" if seen.contract is not None else "auction"
    wishes = [one for one in (view.cancelling, view.stopping, view.time.pausing, view.swapping) if one]
    parting = must_answer(view, person)
    question = int(bool(wishes) or parting) + bool(view.swap and not missing_for_swap(view))
    return Scene(
        turn=seen.ply if turn else -1,
        major=f"{seen.deal_no}.{known}.{'away' if away else 'here'}.{view.note or ''}.{question}{view.shut}"
        f".{how}{_laid_down(view)}.{_time_told(view, turn)}",
        minor=f"{len(seen.tricks)}" + (f".{view.waiting}" if view.waiting else ""),
        vote=not away and (parting or any(person not in one for one in wishes)),
    )


def _time_told(view: TableView, turn: bool) -> str:
    """What a hand card says of time, in short. Its change is shown to everybody; no deadline of others is on it."""
    time = view.time
    told = (
        time.deadline if turn else None,
        time.halted,
        time.paused_at,
        time.pausing,
        time.asleep_at,
        view.own.lapse,
        *(one.holiday for one in view.players if one.holiday),
    )
    return blake2b(repr(told).encode(), digest_size=3).hexdigest() if any(told) else ""


def _melded(seen: Observation) -> bool:
    """Whether the viewer, on turn, has chosen or shown his melds and has yet to play: his own tap rings nobody."""
    shown = any(told.cards and told.seat == seen.seat for told in seen.melds)
    return seen.chosen is not None or (shown and not seen.rules.auto_show_melds and len(seen.tricks) == 1)


def last_to_act(seen: Observation) -> Seat | None:
    """Who called or played last in this deal, or turned to his melds before he plays."""
    if seen.seat is not None and seen.turn == seen.seat and _melded(seen):
        return seen.seat
    if seen.trick:
        return seen.trick[-1].seat
    if seen.tricks:
        return seen.tricks[-1].plays[-1].seat
    return seen.calls[-1].seat if seen.calls else None
