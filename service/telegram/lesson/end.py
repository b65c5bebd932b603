"""When a lesson is over: the score sheet explained, and where to go from there."""

from engine.contracts import LAST_TRICK
from engine.match import FinishedDeal
from engine.scoring import Outcome
from service.table.model import DealNote, Stage
from service.table.view import TableView
from service.telegram.cast import Cast
from service.telegram.end_view import secret_row
from service.telegram.invite_view import learn_button, play_button
from service.telegram.messages import Keyboard, Message, card
from service.telegram.result_view import deal_sheet
from service.telegram.texts import Tongue
from service.telegram.trick_lines import trick_won
from service.telegram.why import explanation


def lesson_sheet(view: TableView, finished: FinishedDeal, note: DealNote, seed: str, t: Tongue) -> Message:
    """The sheet of any deal, with why it came so below it. `view` is the learner's."""
    card = deal_sheet(view, finished, note, seed, t)
    told = [explanation(t, view.rules, finished)]
    if finished.tricks:
        told.insert(0, _last(Cast(t, view, view.seat), finished))
    return card._replace(text="\n\n".join([card.text, *told]))


def _last(cast: Cast, finished: FinishedDeal) -> str:
    """The trick nobody paused at, for the sheet took its place."""
    t, trick = cast.t, finished.tricks[-1]
    won = trick_won(cast, len(finished.tricks), trick)
    cards = ", ".join(t.card(play.card) for play in trick.plays)
    more = t.gettext("The last trick brings {n} more.", n=LAST_TRICK)
    return t.gettext("{name}: {what}", name=won, what=cards) + ". " + more


def lesson_end(view: TableView, t: Tongue) -> Message:
    """Who wrote more, and three ways on. `view` is the learner's."""
    cast = Cast(t, view, view.seat)
    text = [
        [f"🎓 <b>{t.gettext('Your first deal is done')}</b>"],
        _outcome(cast),
        [
            t.gettext("In a match you see your own cards only, and play to 501 or more."),
            t.gettext("/play goes on against computers, /rules beginner tells all of these rules."),
            t.gettext("With friends: add me to a group and send /belote there."),
        ],
    ]
    rows: Keyboard = ((learn_button(t, t.pgettext("button", "🎓 Another deal")),), (play_button(t),))
    if view.stage is Stage.OVER and view.secret:
        rows = (*rows, secret_row(t, view))
    return card(text, rows)


def _outcome(cast: Cast) -> list[str]:
    """Who has won, and by how much; who gave it up has no score."""
    t, view = cast.t, cast.view
    won = t.gettext("You have won it!") if view.winner == cast.side else t.gettext("The others have won it.")
    if not view.deals:
        return [won]
    totals = view.deals[-1].totals
    score = t.gettext("Us {ours} · Them {theirs}", ours=totals[cast.side], theirs=totals[1 - cast.side])
    return [won, score, *_lost(t, view.deals[-1])]


def _lost(t: Tongue, note: DealNote) -> list[str]:
    """Why somebody has nothing, though tricks counted for him a moment ago."""
    if note.outcome != Outcome.DEDANS:
        return []
    return [t.gettext("The takers did not have more: the others write everything.")]
