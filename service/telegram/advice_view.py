"""What computers have to say: advice in mid-game, how strong they play, and what could have been done better."""

from engine import players
from engine.actions import Action, ActionKind, parse_action
from engine.cards import NO_CARD, suit_of
from engine.match import FinishedDeal
from engine.observation import Observation, legal_actions
from engine.players.hindsight import Slip
from service.table.model import DealNote
from service.table.refusals import No
from service.table.reviews import FAILED, read
from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import call_word, capital, packed
from service.telegram.cast import Cast
from service.telegram.lines import flow
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.options import skill_word
from service.telegram.refusal_words import reason
from service.telegram.seats_view import level_lines
from service.telegram.terms import deal_word
from service.telegram.texts import Tongue

ADVICE = "advice"
"""What advice is explained under, beside the options of rule sets."""


# --- in mid-game ---


def advice_lines(cast: Cast, seen: Observation) -> list[str]:
    """The answer to who asked, on his own card alone."""
    t, hint = cast.t, cast.view.own.hint
    if hint is None:
        return []
    if not hint.action:
        return ["💡 " + t.gettext("One moment, I am thinking …")]
    return ["💡 " + t.gettext("I would: {what}", what=action_word(t, seen, parse_action(hint.action)))]


def advice_rows(cast: Cast, seen: Observation) -> Keyboard:
    """The question, where the table allows it, there is a choice, and nobody has answered yet."""
    view = cast.view
    if not view.advises or view.own.hint is not None or len(legal_actions(seen)) < 2:
        return ()
    data = encode(Tap(TapKind.HINT, view.id, seen.ply))
    return ((Button(cast.t.pgettext("button", "💡 What would you do?"), data),),)


def advised_lines(cast: Cast) -> list[str]:
    """Who has asked, and how often: everybody may know."""
    t, view = cast.t, cast.view
    asked = [(view.player(seat), times) for seat, times in view.advised]
    if not asked or (len(asked) == 1 and asked[0][0].seat == cast.me):
        return []
    counts = [f"{names.line_name(t, one, names.LABEL)} {times}" for one, times in asked]
    return flow(["💡 " + t.gettext("Asked for advice: {name}", name=counts[0]), *counts[1:]])


def action_word(t: Tongue, seen: Observation, action: Action) -> str:
    """ "♥️9", "pass", "90 ♦️"."""
    match action.kind:
        case ActionKind.PLAY:
            return t.card(action.card)
        case ActionKind.PASS:
            return t.pgettext("advice", "pass")
        case ActionKind.TAKE:
            return t.pgettext("advice", "take {suit}", suit=t.suit(suit_of(seen.turned)))
        case ActionKind.ASIDE:
            return t.gettext("lay {card} aside", card=t.card(action.card))
        case ActionKind.MELD if not action.extra:
            return t.gettext("meld nothing")
        case ActionKind.MELD | ActionKind.SHOW:
            return t.gettext("show your melds")
        case ActionKind.CLAIM:
            return t.gettext("claim the rest")
        case _:
            return call_word(t, seen, action)


def level_question(view: TableView, t: Tongue) -> Message:
    """How strong the computers shall play from now on; or why that cannot be chosen."""
    title = f"🤖 <b>{t.gettext('How strong?')}</b>"
    head = names.headed(t, view, title)
    if not view.trains:
        return Message("\n\n".join(["\n".join(head), reason(t, No.NO_COMPUTER)]))
    now = {one.computer for one in view.players if one.person is None and one.computer}
    buttons = [
        Button("🤖 " + capital(skill_word(t, level)), encode(Tap(TapKind.LEVEL, view.id, 0, level)))
        for level in players.LEVELS
        if now != {level}
    ]
    return card([head, _levels_now(view, t, now)], packed(buttons))


def _levels_now(view: TableView, t: Tongue, now: set[str]) -> list[str]:
    """In a sentence, or where they differ each by its name."""
    if len(now) == 1 and sum(one.person is None for one in view.players) == 1:
        return [t.gettext("It plays: {level}. Its cards stay.", level=skill_word(t, *now))]
    if len(now) == 1:
        return [t.gettext("They play: {level}. Their cards stay.", level=skill_word(t, *now))]
    return [*level_lines(view, t), t.gettext("All become what you tap; their cards stay.")]


# --- in the lobby ---


def advice_word(t: Tongue, allowed: bool) -> str:
    """In a list of what is agreed."""
    return t.gettext("advice: on") if allowed else t.gettext("advice: off")


def advice_buttons(view: TableView, t: Tongue) -> list[Button]:
    """What shall be instead, and an explanation."""
    label = t.pgettext("button", "💡 No advice") if view.advises else t.pgettext("button", "💡 Advice")
    other = encode(Tap(TapKind.ADVICE, view.id, view.revision, "off" if view.advises else "on"))
    why = encode(Tap(TapKind.EXPLAIN, view.id, view.revision, ADVICE))
    return [Button(label, other), Button("❓ 💡", why)]


# --- when a deal is over ---


def review_button(t: Tongue, view: TableView, deal_no: int) -> Button:
    """What could I have done?"""
    return Button(t.pgettext("button", "🔎 Play better?"), encode(Tap(TapKind.REVIEW, view.id, deal_no)))


def review_page(
    view: TableView, finished: FinishedDeal, note: DealNote, answer: str | None, t: Tongue
) -> Message:
    """The costliest cards of the reader's seat. `answer` as a head keeps it; empty or None: it is being reckoned."""
    rest = f" · {deal_word(t, view.rules, note.no)}"
    title = f"🔎 <b>{names.title(t, view, f'🔎 {rest}')}</b>{rest}"
    back = Button(t.pgettext("button", "📜 All tricks"), encode(Tap(TapKind.PAST, view.id, note.no)))
    if not answer:
        return card([[title], [t.gettext("One moment: I am playing the deal through again …")]], ((back,),))
    if answer == FAILED:
        sorry = t.gettext("Something went wrong while I played the deal through. Ask once more in a while.")
        return card([[title], [sorry]], ((review_button(t, view, note.no), back),))
    found = read(answer)
    if not found:
        return card([[title], [_nothing_better(t, finished)]], ((back,),))
    blocks = [
        [t.gettext("Seen with all cards open, these cost the most:")],
        *(_slip_lines(t, slip) for slip in found),
    ]
    note_line = t.gettext(
        "Points are those of everybody’s best play afterwards. Nobody could know all of it."
    )
    return card([[title], *blocks, [f"<i>{note_line}</i>"]], (*_ways(view, note, found, t), (back,)))


def _nothing_better(t: Tongue, finished: FinishedDeal) -> str:
    if not finished.tricks:
        return t.gettext("Nobody played a card.")
    return t.gettext("Every card of yours was as good as any other, even with all cards open. Well played!")


def _slip_lines(t: Tongue, slip: Slip) -> list[str]:
    """One costly card: what was better, by how much, and what could be known."""
    head = t.gettext("Trick {n}: {card}", n=slip.trick, card=t.card(slip.card))
    points = t.ngettext("{n} point more", "{n} points more", slip.cost)
    better = t.gettext("better {card}: {points}", card=t.card(slip.best), points=points)
    return [f"<b>{head}</b>", better, *_knowable(t, slip)]


def _knowable(t: Tongue, slip: Slip) -> list[str]:
    """What an expert does who sees only what that seat saw."""
    if slip.fair == NO_CARD:
        return []
    if slip.fair == slip.card:
        return [t.gettext("Without seeing their hands I would have played the same.")]
    return [t.gettext("I would have played {card}, knowing only what you knew.", card=t.card(slip.fair))]


def _ways(view: TableView, note: DealNote, found: tuple[Slip, ...], t: Tongue) -> Keyboard:
    """To each of these tricks."""
    tricks = sorted({slip.trick for slip in found})
    return packed(
        [
            Button(
                t.pgettext("button", "Trick {n}", n=trick),
                encode(Tap(TapKind.PAST, view.id, note.no, str(trick))),
            )
            for trick in tricks
        ]
    )


def may_ask(view: TableView, deal_no: int) -> bool:
    """Whether the reader played that deal."""
    return deal_no in dict(view.reviews)


def answer_for(view: TableView, deal_no: int) -> str | None:
    """What stands in the table's head for the reader; None: he has not asked."""
    return dict(view.reviews).get(deal_no)
