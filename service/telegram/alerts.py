"""What is looked at in an alert, and costs no message: tricks, one's own hand, the table, why a deal ended so."""

from engine.cards import rank_of, suit_of
from engine.contracts import LAST_TRICK
from engine.match import FinishedDeal
from engine.seats import Seat
from engine.trick import Trick
from service.table.model import Stage
from service.table.refusals import No
from service.table.view import TableView
from service.telegram import names
from service.telegram.calls import capital
from service.telegram.cards import hand_lines, sorted_hand
from service.telegram.cast import Cast, private_cast
from service.telegram.claim_view import in_short, played_out, rest_of
from service.telegram.lines import fit, units
from service.telegram.messages import TOAST_LIMIT, Toast, toast
from service.telegram.options import rule_set, skill_word
from service.telegram.refusal_words import reason
from service.telegram.status import target
from service.telegram.tastes import USUAL, Tastes
from service.telegram.terms import contract_words
from service.telegram.texts import Tongue
from service.telegram.toasts import outsider
from service.telegram.trick_lines import by_winner
from service.telegram.why import explanation


def last_trick(view: TableView, trick_no: int, t: Tongue) -> Toast:
    """A trick of the current deal, card by card."""
    seen = view.seen
    if seen is None or not 1 <= trick_no <= len(seen.tricks):
        return toast(t.gettext("That trick belongs to an earlier deal."))
    if not view.tricks_open:
        # Only the last lies open; a card that was drawn earlier names one that was.
        trick_no = len(seen.tricks)
    last = not any(seen.counts) and trick_no == len(seen.tricks)
    return _trick_alert(view, seen.tricks[trick_no - 1], trick_no, last, t)


def all_tricks(view: TableView, deal_no: int, t: Tongue) -> Toast:
    """All tricks of the running deal where that is agreed on, each in the order of play, and who took it. Where they
    are too many for one answer, the newest."""
    seen = view.seen
    if seen is None or deal_no != seen.deal_no or not view.tricks_open or not seen.tricks:
        return toast(reason(t, No.STALE))
    cast, first = private_cast(t, view), 0
    while units(text := _tricks_text(cast, seen.tricks, first)) > TOAST_LIMIT:
        first += 1
    return toast(text, alert=True)


def _tricks_text(cast: Cast, tricks: tuple[Trick, ...], first: int) -> str:
    t = cast.t

    def text(most: int) -> str:
        lines = []
        for number, trick in enumerate(tricks[first:], first + 1):
            then = by_winner(cast, trick)
            player = then.player(trick.winner)
            mine = trick.winner == then.me
            name = t.pgettext("beside a card", "you") if mine else names.toast_name(t, player, most)
            lines.append(f"{number} {_row(t, trick)} {name}")
        return "\n".join(lines)

    return fit(text, TOAST_LIMIT, units)


def _row(t: Tongue, trick: Trick) -> str:
    """ "♠️7 8 D ♥️9": a suit's sign where it changes."""
    shown, before = [], -1
    for play in trick.plays:
        suit = suit_of(play.card)
        shown.append(t.letter(rank_of(play.card)) if suit == before else t.signs.card(play.card))
        before = suit
    return " ".join(shown)


def past_trick(view: TableView, finished: FinishedDeal, trick_no: int, t: Tongue) -> Toast:
    """A trick of a deal that is over."""
    if not 1 <= trick_no <= len(finished.tricks):
        return toast(reason(t, No.STALE))
    if not played_out(finished, trick_no):
        return _rest_alert(view, finished, t)
    last = trick_no == len(finished.tricks)
    return _trick_alert(view, finished.tricks[trick_no - 1], trick_no, last, t)


def _rest_alert(view: TableView, finished: FinishedDeal, t: Tongue) -> Toast:
    """What each held when the rest was claimed. No order of play: there was none."""
    cast = private_cast(t, view)
    first, number = finished.claimed or (0, 0)

    def text(most: int) -> str:
        def name(seat: Seat) -> str:
            return names.toast_name(t, view.player(seat), most)

        head = t.gettext("Not played from trick {n} on: all {name}", n=number, name=name(first))
        held = [f"{name(seat)} {in_short(cast.t, cards)}" for seat, cards in rest_of(finished).items()]
        return "\n".join([head, *held])

    return toast(fit(text, TOAST_LIMIT, units), alert=True)


def _trick_alert(view: TableView, trick: Trick, trick_no: int, last: bool, t: Tongue) -> Toast:
    cast = private_cast(t, view)
    points = trick.points + LAST_TRICK * last

    def text(most: int) -> str:
        def name(seat: Seat) -> str:
            then = cast.of_card(next(play.card for play in trick.plays if play.seat == seat))
            mine = seat == then.me
            return (
                t.pgettext("beside a card", "you") if mine else names.toast_name(t, then.player(seat), most)
            )

        plays = " · ".join(f"{name(play.seat)} {t.card(play.card)}" for play in trick.plays)
        worth = t.ngettext("{n} point", "{n} points", points)
        won = name(trick.winner)
        said = (
            t.gettext("Trick {n}, for {name}: {plays}", n=trick_no, name=won, plays=plays)
            if t.words
            else t.gettext("Trick {n} → {name}: {plays}", n=trick_no, name=won, plays=plays)
        )
        return f"{said} ({worth})"

    return toast(fit(text, TOAST_LIMIT, units), alert=True)


def why(view: TableView, finished: FinishedDeal, t: Tongue) -> Toast:
    """Why a deal ended as it did."""
    return toast(explanation(t, view.rules, finished), alert=True)


def hand_alert(view: TableView, t: Tongue, tastes: Tastes = USUAL) -> Toast:
    """ "My hand" in the group: the viewer's cards, for his eyes only."""
    if view.seat is None:
        return outsider(t)
    seen = view.seen
    if seen is None:
        return toast(reason(t, No.NOT_STARTED if view.stage is Stage.LOBBY else No.MATCH_OVER))
    held = hand_lines(t, sorted_hand(seen, tastes))
    lines = [contract_line(view, t), *(held or [t.gettext("No card in your hand.")])]
    if seen.turn == view.seat:
        lines.append(t.gettext("It is your turn."))
    return toast("\n".join(line for line in lines if line), alert=True)


def contract_line(view: TableView, t: Tongue) -> str:
    seen = view.seen
    return capital(contract_words(t, seen.rules, seen.contract)) if seen and seen.contract else ""


def table_alert(view: TableView, t: Tongue) -> Toast:
    """☰: the rules in a line, how strong the computers are, the seal of the shuffles in full, the cuts."""
    rules = " ".join(part for part in (rule_set(t, view.variant), target(t, view)) if part)
    cutters = [one for one in view.at(0).players if view.cuts.get(one.seat)]

    def text(most: int) -> str:
        cuts = " · ".join(f"{names.toast_name(t, one, most)} {view.cuts[one.seat]}" for one in cutters)
        seal = [
            capital(rules),
            *_strength(view, t, most),
            t.gettext("SHA-256 of the shuffles’ secret:"),
            view.commitment,
        ]
        return "\n".join([*seal, t.gettext("Cut: {cuts}", cuts=cuts)] if cuts else seal)

    return toast(fit(text, TOAST_LIMIT, units), alert=True)


def _strength(view: TableView, t: Tongue, most: int) -> list[str]:
    """In a word; or where they differ, each of them."""
    levels = {one.computer: one for one in view.players if one.person is None and one.computer}
    if len(levels) < 2:
        return [capital(t.gettext("computer: {level}", level=skill_word(t, level or ""))) for level in levels]
    sitting = [one for one in view.players if one.person is None and one.computer]
    named = [f"{names.toast_name(t, one, most)} {skill_word(t, one.computer or '')}" for one in sitting]
    return [" · ".join(named)]


def secret_alert(view: TableView, t: Tongue) -> Toast:
    """The secret, once the match is over: whoever has it can compute every shuffle."""
    if view.secret is None:
        return toast(t.gettext("The secret is shown when the match is over."), alert=True)
    return toast(
        t.gettext("Secret of all shuffles (its SHA-256 was the seal):") + "\n" + view.secret, alert=True
    )
