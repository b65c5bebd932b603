"""Answers to taps: plain text of at most 200 characters."""

from typing import assert_never

from engine.actions import ActionKind, parse_action
from engine.auction import standing
from engine.cards import rank_of, suit_of
from engine.contracts import LAST_TRICK
from engine.match import FinishedDeal
from engine.seats import SEAT_LETTERS, Seat, partner_of
from engine.trick import Trick
from service.table.commands import (
    AcceptResign,
    Act,
    Arrive,
    AskHint,
    AskReview,
    Cancel,
    Command,
    Cut,
    DrawPairs,
    DropPlan,
    Fill,
    Forget,
    Free,
    Halt,
    HoldAll,
    Holiday,
    KeepPlaying,
    LayOpen,
    Leave,
    Nudge,
    Oust,
    Pair,
    Pause,
    PlayOn,
    Post,
    Prefer,
    Rematch,
    Resign,
    Resume,
    Return,
    SetAdvice,
    SetClock,
    SetOption,
    SetPlan,
    SetStandIn,
    SetTricks,
    SetVariant,
    ShowMenu,
    Sit,
    Stand,
    Start,
    StopAfter,
    Swap,
    TakeBack,
    TakeOver,
    Train,
    Weigh,
)
from service.table.lessons import NEXT
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import names
from service.telegram.acting import acting
from service.telegram.advice_view import ADVICE
from service.telegram.advice_words import advice_accepted, advice_told
from service.telegram.call_keys import DOUBLES, level_word
from service.telegram.callback import Door, start_link
from service.telegram.calls import call_word, capital
from service.telegram.cards import hand_lines, sorted_hand
from service.telegram.cast import Cast, private_cast
from service.telegram.claim_view import CLAIM, in_short, played_out, rest_of
from service.telegram.clock_words import CLOCK, bank_told, clock_accepted, welcome
from service.telegram.lines import fit, units
from service.telegram.messages import TOAST_LIMIT, Toast
from service.telegram.options import (
    COMPUTERS,
    choice,
    option_named,
    rule_set,
    sentence,
    skill_word,
    value_label,
    value_of,
)
from service.telegram.parting_words import last_to_agree, parting_accepted
from service.telegram.plan_words import plan_accepted
from service.telegram.refusal_words import duties, reason, rule_reason
from service.telegram.reminder_words import nudged_word
from service.telegram.second_tap import again, weighed
from service.telegram.status import asked, target
from service.telegram.tastes import USUAL, Tastes
from service.telegram.terms import contract_words
from service.telegram.texts import Tongue
from service.telegram.trick_lines import by_winner
from service.telegram.why import explanation


def _toast(text: str, alert: bool = False) -> Toast:
    """The limit holds by the texts' own length; the cut is the last resort, so that an answer is never refused."""
    if units(text) > TOAST_LIMIT:
        text = text.encode("utf-16-le")[: 2 * (TOAST_LIMIT - 1)].decode("utf-16-le", "ignore") + "…"
    return Toast(text, alert)


def accepted(view: TableView, command: Command, t: Tongue) -> Toast:
    """What is going to happen. `view` is the table as it was when the wish was judged."""
    match command:
        case Act():
            return _toast(acting(view, command, t))
        case Sit():
            return _toast(_sitting(view, command, t))
        case SetOption() | SetVariant() | SetStandIn():
            return _toast(_choosing(view, command, t))
        case Pair() | DrawPairs():
            return _toast(_pairing(view, command, t))
        case HoldAll() | ShowMenu() | Weigh() | Post() | Halt() | Holiday() | Nudge() | Cut():
            return _toast(_turning(view, command, t))
        case (
            SetClock()
            | SetTricks()
            | Pause()
            | Resume()
            | SetPlan()
            | LayOpen()
            | DropPlan()
            | TakeBack()
            | Prefer()
        ):
            return _toast(_timing(view, command, t))
        case TakeOver() | Oust() | Swap() | Resign() | AcceptResign() | PlayOn():
            return _toast(parting_accepted(view, command, t))
        case Cancel() | StopAfter() | Leave() | Return():
            return _toast(_stopping(view, command, t))
        case AskHint() | AskReview() | SetAdvice() | Train():
            return _toast(advice_accepted(command, t))
        case _:
            return _toast(_plain(command, t))


def _timing(
    view: TableView,
    command: SetClock | SetTricks | Pause | Resume | SetPlan | LayOpen | DropPlan | TakeBack | Prefer,
    t: Tongue,
) -> str:
    if isinstance(command, SetClock | SetTricks | Pause | Resume):
        return clock_accepted(view, command, t)
    return plan_accepted(command, t)


def _stopping(view: TableView, command: Cancel | StopAfter | Leave | Return, t: Tongue) -> str:
    if isinstance(command, Return):
        return welcome(view, t)
    if isinstance(command, Leave):
        return _leaving(view, command.person, t)
    if isinstance(command, StopAfter):
        return t.gettext("If all agree, this deal is the last. The score stands.")
    if view.stage is Stage.LOBBY or last_to_agree(view, command.person, view.cancelling):
        return t.gettext("The table is cancelled.")
    return t.gettext("Your wish to stop stands on the card. All must agree.")


def _leaving(view: TableView, person: int, t: Tongue) -> str:
    """Who plays alone leaves his match to nobody; elsewhere the seat is offered to others."""
    if {one.person for one in view.players} - {person, None}:
        return t.gettext("A computer keeps your seat. You can come back as long as nobody takes it over.")
    return t.gettext("A computer keeps your seat. You can come back at any time.")


def _plain(
    command: Stand | Fill | Free | Start | KeepPlaying | Rematch | Forget | Arrive,
    t: Tongue,
) -> str:
    match command:
        case Stand():
            return t.gettext("You stood up.")
        case Fill():
            return t.gettext("A computer sits down.")
        case Free():
            return t.gettext("The computer makes room.")
        case Start():
            return t.gettext("Here we go!")
        case KeepPlaying():
            return t.gettext("The match goes on.")
        case Rematch():
            return t.gettext("You are in for a rematch.")
        case Forget():
            return t.gettext("You are forgotten here.")
        case Arrive():
            return t.gettext("The bot may write to you now.")
        case _:
            assert_never(command)


def _sitting(view: TableView, command: Sit, t: Tongue) -> str:
    wanted = [one for one in view.players if SEAT_LETTERS[one.seat] in command.seats]
    seat = next((one.seat for one in wanted if one.free), wanted[0].seat if wanted else None)
    partner = None if seat is None else partner_of(view.rules, seat)
    if partner is None or view.player(partner).free:
        return t.gettext("You have a seat.")
    return t.gettext("You sit with {name}.", name=names.toast_name(t, view.player(partner)))


def _pairing(view: TableView, command: Pair | DrawPairs, t: Tongue) -> str:
    if isinstance(command, DrawPairs):
        order = " ".join(t.letter(rank) for rank in reversed(range(8)))
        return t.gettext("🔀 Drawn: the two highest cards play together. Order: {order}", order=order)
    known = {one.person: one for one in view.players}
    one, other = known.get(command.one), known.get(command.other)
    if one is None or other is None:
        return t.gettext("Done.")
    first, second = names.toast_name(t, one), names.toast_name(t, other)
    if command.together:
        return t.gettext("{name} and {other} play together.", name=first, other=second)
    return t.gettext("{name} and {other} play against each other.", name=first, other=second)


def _choosing(view: TableView, command: SetOption | SetVariant | SetStandIn, t: Tongue) -> str:
    match command:
        case SetVariant():
            return t.gettext("Agreed: {option}.", option=rule_set(t, command.variant))
        case SetStandIn():
            return t.gettext("Agreed: {option}.", option=skill_word(t, command.level))
        case SetOption():
            option = option_named(view.variant, command.option)
            if option is None:
                return t.gettext("Done.")
            return t.gettext("Agreed: {option}.", option=choice(t, option, command.value))
        case _:
            assert_never(command)


def _turning(
    view: TableView, command: HoldAll | ShowMenu | Weigh | Post | Halt | Holiday | Nudge | Cut, t: Tongue
) -> str:
    """What changes a card more than it changes the match."""
    match command:
        case HoldAll():
            return t.gettext("You hand the phone over after each turn. Nothing is secret here.")
        case Holiday(until=0):
            return t.gettext("Your time runs here, holiday or not.")
        case ShowMenu() | Post() | Halt() | Holiday():
            return ""
        case Cut():
            return t.gettext(
                "✂️ Your cut: {count}. Each cut changes how the cards will be shuffled.",
                count=command.count % 32,
            )
        case Weigh():
            return weighing(view, command.what, t)
        case Nudge():
            return nudged_word(t, view, None, "")
        case _:
            assert_never(command)


def weighing(view: TableView, what: str, t: Tongue) -> str:
    """Half a choice is made: what the other half is."""
    seen = view.seen
    if seen is None or what in ("", NEXT):
        return ""
    if what.isascii() and what.isdigit():
        return t.gettext("{bid}: now tap its suit.", bid=level_word(t, int(what)))
    if what == CLAIM:
        return ""
    if (action := weighed(seen, what)) is not None:
        return again(t, seen, action)
    game = standing(seen.calls).call
    if what in DOUBLES and game is not None:
        return t.gettext("Tap again to double {bid}.", bid=call_word(t, seen, game.action))
    return t.gettext("Choose what you meld.")


def column(view: TableView, ply: int, at: str, t: Tongue) -> Toast:
    """A column of one's own without an open card."""
    seen = view.seen
    if seen is None or view.seat is None or not seen.columns or ply != seen.ply:
        return _toast(reason(t, No.STALE))
    row = seen.columns[view.seat]
    index = int(at) if at.isascii() and at.isdigit() and len(at) < 3 else len(row)
    if index < len(row) and row[index].reserve:
        return _toast(t.gettext("A hidden card lies here. It turns up after the trick."))
    return _toast(t.gettext("This column is empty."))


def why_not(view: TableView, ply: int, t: Tongue) -> Toast:
    """Why the grey cards of one's hand may not be played."""
    if view.seen is None or ply != view.seen.ply:
        return _toast(reason(t, No.STALE))
    texts = duties(t, view) or [reason(t, No.UNCHANGED)]
    return _toast(next((text for text in texts if units(text) <= TOAST_LIMIT), texts[-1]), alert=True)


def explain(view: TableView, name: str, t: Tongue) -> Toast:
    """What an option is about, and how it stands."""
    option = option_named(view.variant, name)
    if name == COMPUTERS:
        text = t.gettext(
            "This computer takes the seats that are empty at the start, and plays for whoever leaves."
        )
        return _toast(
            f"{text}\n{t.gettext('Now: {option}', option=skill_word(t, view.stand_in))}", alert=True
        )
    if name == ADVICE:
        return _toast(advice_told(view, t), alert=True)
    if name == CLOCK:
        return _toast(bank_told(t, view.time.clock, view.own.bank), alert=True)
    if option is None:
        return _toast(reason(t, No.STALE))
    now = t.gettext("Now: {option}", option=value_label(t, option, value_of(view.rules, option)))
    return _toast(f"{sentence(t, option)}\n{now}", alert=True)


def refused(
    refusal: Refused, t: Tongue, view: TableView | None = None, command: Command | None = None
) -> Toast:
    """Why not. `command`: what was wished, where "it is so already" would say too little."""
    if refusal.rule is not None:
        return _toast(rule_reason(t, refusal.rule, view))
    if refusal.code is No.UNREACHABLE and refusal.names:
        who = ", ".join(
            names.isolated(names.shorten(names.clean(n) or t.gettext("Guest"), 10)) for n in refusal.names
        )
        return _toast(t.gettext("First they must start the bot: {names}", names=who))
    if refusal.code is No.UNCHANGED and view is not None and isinstance(command, Rematch | Cancel):
        return _toast(_agreed_already(view, command, t))
    lobby = view is not None and view.stage is Stage.LOBBY
    if refusal.code is No.NOT_SEATED and lobby and view is not None and any(one.free for one in view.players):
        return _toast(t.gettext("Sit down first: a seat is free."))
    if refusal.code is No.NOT_SEATED and view is not None and view.apart:
        return outsider(t, view)
    return _toast(reason(t, refusal.code))


def _agreed_already(view: TableView, command: Rematch | Cancel, t: Tongue) -> str:
    """A second tap on a wish that waits for the others."""
    agreed = view.rematch if isinstance(command, Rematch) else view.cancelling
    missing = [one for one in asked(view) if one.person not in agreed]
    who = list(dict.fromkeys(names.toast_name(t, one) for one in missing))
    if not who:
        return t.gettext("You have agreed already.")
    return t.gettext("You have agreed already. Still missing: {names}", names=", ".join(who))


def on_its_way(command: Command, t: Tongue, own: bool = True) -> Toast:
    """An earlier tap waits for the same place. Somebody else's card is not told before it lies on the table."""
    if own and isinstance(command, Act):
        action = parse_action(command.action)
        if action.kind is ActionKind.PLAY:
            return _toast(t.gettext("{card} is on its way already.", card=t.card(action.card)))
    return _toast(t.gettext("That is on its way already."))


def unsure(t: Tongue) -> Toast:
    """The store did not answer: it may have arrived or not."""
    return _toast(t.gettext("Not sure that arrived. Look at your card, and tap again if nothing moved."))


def updating(t: Tongue) -> Toast:
    """Only a newer release can read this table: the house is being updated, and its new bot takes over shortly."""
    return _toast(t.gettext("I am just being updated. Your cards are safe: tap again in a minute."))


def old_button(t: Tongue) -> Toast:
    """Callback data that this version does not understand."""
    return _toast(reason(t, No.STALE))


def outsider(t: Tongue, view: TableView | None = None) -> Toast:
    """For who has no seat; with `view`, for who may not look at that table either."""
    if view is not None and view.apart:
        return _toast(t.gettext("You have no seat at this table."))  # nor can he watch it
    return _toast(reason(t, No.NOT_SEATED if view is None else No.OUTSIDE))


def need_start(t: Tongue, bot: str, door: Door | None = None) -> Toast:
    """Opens the chat with the bot: without Start it may not write."""
    return Toast("", url=start_link(bot, door))


def last_trick(view: TableView, trick_no: int, t: Tongue) -> Toast:
    """A trick of the current deal, card by card."""
    seen = view.seen
    if seen is None or not 1 <= trick_no <= len(seen.tricks):
        return _toast(t.gettext("That trick belongs to an earlier deal."))
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
        return _toast(reason(t, No.STALE))
    cast, first = private_cast(t, view), 0
    while units(text := _tricks_text(cast, seen.tricks, first)) > TOAST_LIMIT:
        first += 1
    return _toast(text, alert=True)


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
        return _toast(reason(t, No.STALE))
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

    return _toast(fit(text, TOAST_LIMIT, units), alert=True)


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

    return _toast(fit(text, TOAST_LIMIT, units), alert=True)


def why(view: TableView, finished: FinishedDeal, t: Tongue) -> Toast:
    """Why a deal ended as it did."""
    return _toast(explanation(t, view.rules, finished), alert=True)


def hand_alert(
    view: TableView, t: Tongue, bot: str = "", started: bool = True, tastes: Tastes = USUAL
) -> Toast:
    """ "My hand" in the group: the viewer's cards, for his eyes only; or the door, if he never pressed Start."""
    if view.seat is None:
        return outsider(t)
    if not started and bot:
        return need_start(t, bot, Door(view.id))
    seen = view.seen
    if seen is None:
        return _toast(reason(t, No.NOT_STARTED if view.stage is Stage.LOBBY else No.MATCH_OVER))
    held = hand_lines(t, sorted_hand(seen, tastes))
    lines = [contract_line(view, t), *(held or [t.gettext("No card in your hand.")])]
    if seen.turn == view.seat:
        lines.append(t.gettext("It is your turn."))
    return _toast("\n".join(line for line in lines if line), alert=True)


def contract_line(view: TableView, t: Tongue) -> str:
    seen = view.seen
    return capital(contract_words(t, seen.rules, seen.contract)) if seen and seen.contract else ""


def table_alert(view: TableView, t: Tongue) -> Toast:
    """☰: the rules in a line, the seal of the shuffles in full, the cuts."""
    rules = " ".join(part for part in (rule_set(t, view.variant), target(t, view)) if part)
    cutters = [one for one in view.at(0).players if view.cuts.get(one.seat)]

    def text(most: int) -> str:
        cuts = " · ".join(f"{names.toast_name(t, one, most)} {view.cuts[one.seat]}" for one in cutters)
        seal = [capital(rules), t.gettext("SHA-256 of the shuffles’ secret:"), view.commitment]
        return "\n".join([*seal, t.gettext("Cut: {cuts}", cuts=cuts)] if cuts else seal)

    return _toast(fit(text, TOAST_LIMIT, units), alert=True)


def secret_alert(view: TableView, t: Tongue) -> Toast:
    """The secret, once the match is over: whoever has it can compute every shuffle."""
    if view.secret is None:
        return _toast(t.gettext("The secret is shown when the match is over."), alert=True)
    return _toast(
        t.gettext("Secret of all shuffles (its SHA-256 was the seal):") + "\n" + view.secret, alert=True
    )
