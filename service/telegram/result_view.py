"""What stands when a deal is over."""

from engine.actions import COINCHE, SURCOINCHE
from engine.auction import Call
from engine.contracts import Contract
from engine.match import FinishedDeal
from engine.rules import Rules, ScoringKind
from engine.scoring import DealScore, Outcome, has_won
from engine.seats import partner_of
from service.table.model import DealNote
from service.table.view import TableView
from service.telegram import names
from service.telegram.advice_view import review_button
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.cast import Cast, group_cast
from service.telegram.claim_view import claimed_lines
from service.telegram.hashes import short
from service.telegram.lines import LINE, NAME_LEAST, fit, flow, width
from service.telegram.messages import Button, Keyboard, Message, card
from service.telegram.sheet import sheet
from service.telegram.terms import deal_word, left_open, took
from service.telegram.texts import Tongue
from service.telegram.why_words import outcome_word


def deal_sheet(view: TableView, finished: FinishedDeal, note: DealNote, seed: str, t: Tongue) -> Message:
    """A finished deal: outcome, sum, and the seed its shuffle followed from. `view` may be of any later time."""
    cast, score = group_cast(t, view), finished.score
    shuffle = t.gettext("🔎 Shuffle {seed}", seed=short(seed))
    if score.outcome in (Outcome.PASSED_OUT, Outcome.ANNULLED) or finished.contract is None:
        return _unscored(cast, finished, shuffle)
    taken = taken_lines(cast, finished, finished.contract)
    head = [headline(t, view.rules, finished), *taken, *claimed_lines(cast, finished)]
    table = sheet(t, names.initials(t, view), view.rules, finished)
    # The first lines stand close to the sheet's grey box, which brings its own distance.
    blocks = [head, [table, *_after(cast, score), shuffle]]
    data = encode(Tap(TapKind.WHY, view.id, 0, str(note.no)))
    row = [Button(t.pgettext("button", "❓ Why?"), data)]
    if finished.tricks:
        row.append(_end_button(view, finished, note, t))
    return card(blocks, (tuple(row), *_told_again(t, view, note)))


def _end_button(view: TableView, finished: FinishedDeal, note: DealNote, t: Tongue) -> Button:
    """The last trick, which nobody but who played last has seen: the sheet took its place. Or what was claimed."""
    number = len(finished.tricks)
    label = t.pgettext("button", "↩️ Trick {n}", n=number)
    if finished.claimed is not None:
        number, label = finished.claimed[1], t.pgettext("button", "🙌 The rest")
    return Button(label, encode(Tap(TapKind.TRICK, view.id, note.no, str(number))))


def _told_again(t: Tongue, view: TableView, note: DealNote) -> Keyboard:
    """The way to the deal's tricks, every hand open."""
    data = encode(Tap(TapKind.PAST, view.id, note.no))
    every = Button(t.pgettext("button", "📜 All tricks"), data)
    return ((every, review_button(t, view, note.no)),)


def headline(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    """ "Deal 3 · made · 175 to 7", for HTML."""
    score = finished.score
    head = f"<b>{deal_word(t, rules, finished.deal_no)} · {outcome_word(t, rules, score)}</b>"
    full = f"{head} · {_verdict(t, finished)}"
    return full if width(full) <= LINE else head  # a long word for it, as "Capot à l’inverse", says it all


def _verdict(t: Tongue, finished: FinishedDeal) -> str:
    """What decided, takers first."""
    score = finished.score
    takers = score.takers or 0
    if score.sweep == takers:
        return t.gettext("all {n} tricks", n=len(finished.tricks))
    if score.sweep is not None:
        return t.gettext("without a trick")
    return t.gettext("{takers} to {others}", takers=score.counted[takers], others=score.counted[1 - takers])


def taken_lines(cast: Cast, finished: FinishedDeal, contract: Contract) -> list[str]:
    """Who took what, and with whom where there is room; who doubled; or what a tie has left open by now."""
    t, rules, score = cast.t, cast.view.rules, finished.score
    alone = fit(lambda most: _took(cast, contract, most))
    if score.outcome is Outcome.LITIGE and rules.scoring is ScoringKind.TENTHS:
        return flow([alone, t.gettext("Stänner now {points}", points=score.pot_out)])
    doubled = [_doubler(cast, call) for call in finished.calls if call.action in (COINCHE, SURCOINCHE)]
    return [_together(cast, contract), *([" · ".join(doubled)] if doubled else [])]


def _doubler(cast: Cast, call: Call) -> str:
    t, name = cast.t, cast.name(call.seat, names.LABEL)
    if call.action == COINCHE:
        return capital(t.gettext("doubled: {name}", name=name))
    return capital(t.gettext("redoubled: {name}", name=name))


def _together(cast: Cast, contract: Contract) -> str:
    partner = partner_of(cast.view.rules, contract.taker)

    def together(most: int) -> str:
        taken = _took(cast, contract, most)
        if partner is None:
            return taken
        return cast.t.gettext("{taken} with {partner}", taken=taken, partner=cast.name(partner, most))

    line = fit(together)
    return line if width(line) <= LINE else fit(lambda most: _took(cast, contract, most))


def _took(cast: Cast, contract: Contract, most: int) -> str:
    rules, name = cast.view.rules, cast.name(contract.taker, most)
    line = took(cast.t, rules, contract, name)
    return line if most > NAME_LEAST or width(line) <= LINE else took(cast.t.signs, rules, contract, name)


def _after(cast: Cast, score: DealScore) -> list[str]:
    """What becomes of a pot; a Stänner has its line, and everybody who plays for one knows."""
    t, rules = cast.t, cast.view.rules
    if not score.pot_out or rules.scoring is ScoringKind.TENTHS:
        return []
    if has_won(cast.view.rules, score.totals) is not None:
        return [t.gettext("The match is over: nobody gets the {points}.", points=score.pot_out)]
    return [
        t.gettext(
            "The {points} go to the next deal: to its takers if they make it, else to the others.",
            points=score.pot_out,
        )
    ]


def _unscored(cast: Cast, finished: FinishedDeal, shuffle: str) -> Message:
    t, rules, score = cast.t, cast.view.rules, finished.score
    head = f"<b>{deal_word(t, rules, finished.deal_no)} · {outcome_word(t, rules, score)}</b>"
    lines = [head, t.gettext("Nobody writes anything; the next player deals.")]
    if score.pot_out:
        lines.append(left_open(t, rules, score.pot_out))
    return card([[*lines, shuffle]])
