"""A table apart from any group: the card on which it is arranged, the ways to invite, and the invitation itself."""

from urllib.parse import urlencode

from engine.seats import SEAT_LETTERS, Seat, next_seat, order_from, partner_of
from service.table.model import Stage
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import INVITE_MENU, NOWHERE, Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.clock_words import told_clock
from service.telegram.doors import AFTER, BEFORE, BESIDE, invitation_link
from service.telegram.lines import LABELS, LINE, cells, fit, flow, units
from service.telegram.lobby_view import door_rows, lobby_card, missing_lines
from service.telegram.messages import TOAST_LIMIT, Button, Keyboard, Message, Offer, Style, Toast, card
from service.telegram.names import LABEL
from service.telegram.options import rule_set, told_options
from service.telegram.parting_view import offer_button
from service.telegram.seats_view import seat_label, seats_lines
from service.telegram.status import target
from service.telegram.texts import Tongue

SIGN = 3
"""Cells of the sign and the space before a heading."""
NO, RULES = "no", "rules"
"""What an invitation's buttons ask for besides a seat."""


# --- for who arranges the table ---


def arranging_card(view: TableView, t: Tongue, bot: str) -> Message:
    """The lobby as its host has it in private: as in a group, and with the ways to invite."""
    if view.menu == INVITE_MENU:
        return _ways(view, t, bot)
    # Its reader has started the bot; who has not is shown the way on the invitation.
    lobby = lobby_card(view, t)
    if view.menu or not lobby.rows:
        return lobby
    invite = Button(
        t.pgettext("button", "💌 Invite"),
        encode(Tap(TapKind.MENU, view.id, view.revision, INVITE_MENU)),
        style=Style.SUCCESS,
    )
    return lobby._replace(rows=(*lobby.rows[:-1], (invite,), lobby.rows[-1]))


def _ways(view: TableView, t: Tongue, bot: str) -> Message:
    """One link for all, one for each seat, and inline mode."""
    back = encode(Tap(TapKind.MENU, view.id, view.revision))
    rows: Keyboard = (
        (Button(t.pgettext("button", "📨 Any free seat"), url=_share(view, t, bot)),),
        *(
            (Button("📨 " + capital(label), url=_share(view, t, bot, seat)),)
            for label, seat in _places(view, t)
        ),
        (Button(t.pgettext("button", "💬 Post it in a chat"), inline=True),),
        (Button(t.pgettext("button", "‹ Seats"), back, style=Style.PRIMARY),),
    )
    told = [
        t.gettext("Send friends a link, to any seat or to a certain one. Who opens it may sit down."),
        t.gettext("Links end when the match begins."),
    ]
    return card([[f"💌 <b>{t.gettext('Invite friends')}</b>"], told, seats_lines(view, t)], rows)


def _share(view: TableView, t: Tongue, bot: str, seat: str = "") -> str:
    """Telegram's own way to pass on a link: the sender chooses the chats."""
    query = {"url": invitation_link(bot, view.id, seat), "text": _plain_heading(view, t)}
    return f"https://t.me/share/url?{urlencode(query)}"


def _places(view: TableView, t: Tongue) -> list[tuple[str, str]]:
    """Free seats as who invites sees them, each with a label of its own."""
    mine = view.seat
    free = [view.player(seat) for seat in order_from(view.rules, view.players[0].seat)]
    return [
        (_place(view, t, one.seat, mine), _by_host(view, one.seat, mine))
        for one in free
        if one.person is None
    ]


def _by_host(view: TableView, seat: Seat, mine: Seat | None) -> str:
    """A seat in a link: it follows who invites, who may change his own before the link is used."""
    if mine is None or view.rules.players != 4:
        return SEAT_LETTERS[seat]
    return (AFTER, BESIDE, BEFORE)[order_from(view.rules, next_seat(view.rules, mine)).index(seat)]


def seat_meant(view: TableView, letter: str) -> str:
    """The seat that a link means now: a compass point, or a place beside who invites."""
    host = _inviter(view)
    if letter not in (AFTER, BESIDE, BEFORE):
        return letter
    if host is None or view.rules.players != 4:
        return ""
    order = order_from(view.rules, next_seat(view.rules, host.seat))
    return SEAT_LETTERS[order[(AFTER, BESIDE, BEFORE).index(letter)]]


def seats_to_pass_on(view: TableView, t: Tongue, bot: str) -> Message:
    """In mid-match: links to the seats that computers keep for whoever takes them over."""
    open_seats = [one for one in view.players if one.offered]
    if not open_seats:
        return Message(t.gettext("No seat is free any more."))
    told = t.gettext(
        "Send a friend the link. Who opens it may sit down in the middle of the match, with that hand, and sees "
        "no other."
    )
    rows = tuple(
        (Button("📨 " + _for_whom(t, one), url=_share(view, t, bot, SEAT_LETTERS[one.seat])),)
        for one in open_seats
    )
    return card([names.headed(t, view, f"💌 <b>{t.gettext('A seat is free')}</b>"), [told]], rows)


def _for_whom(t: Tongue, one: Player) -> str:
    return fit(
        lambda most: t.pgettext(
            "button", "The seat of {name}", name=names.toast_name(t, one, min(most, LABEL))
        ),
        LABELS[1] - SIGN,
        cells,
    )


def _place(view: TableView, t: Tongue, seat: Seat, mine: Seat | None) -> str:
    if mine is None or view.rules.players == 2:
        return names.place(t, seat)
    if seat == partner_of(view.rules, mine):
        return t.pgettext("seat to invite to", "my partner")
    if seat == next_seat(view.rules, mine):
        return t.pgettext("seat to invite to", "plays after me")
    return t.pgettext("seat to invite to", "plays before me")


# --- for who is invited ---


def invitation(
    view: TableView, t: Tongue, seats: str = SEAT_LETTERS, note: str = "", bot: str = ""
) -> Message:
    """Who invites, by which rules, who sits. Of the free seats those of `seats` are offered; `note` says what happened.
    `bot`, its username, shows the way there to who sits and has yet to start it.

    The same for a link's reader and for a whole chat, so nothing of a match but its start and its end.
    """
    rules = " ".join(part for part in (capital(rule_set(t, view.variant)), target(t, view)) if part)
    told = told_options(t, view.variant, view.rules) + told_clock(t, view.time)
    head = [f"🃏 <b>{_heading(view, t)}</b>", *flow([rules, *told])]
    said = [note] if note else []
    if view.stage is Stage.LOBBY:
        said += missing_lines(view, t)
    if view.stage is not Stage.LOBBY:
        over = _over_rows(view, t, seats)
        free = [t.gettext("A seat is free: who takes it has its cards as they are.")] if over else []
        return card([head, seats_lines(view, t), [*said, _outcome(view, t), *free]], over)
    rows = _seat_rows(view, t, seats)
    if not rows:
        said.append(t.gettext("All seats are taken. It begins soon."))
    asks = (
        _ask(view, t.pgettext("button", "Rules"), RULES),
        _ask(view, t.pgettext("button", "No thanks"), NO),
    )
    return card(
        [head, seats_lines(view, t), said], (*door_rows(view, t, bot), *rows, asks if rows else asks[:1])
    )


def _over_rows(view: TableView, t: Tongue, seats: str = SEAT_LETTERS) -> Keyboard:
    """Seats of a running match that somebody may take over."""
    meant = [one for one in view.players if one.offered and view.stage is Stage.PLAYING]
    chosen = [one for one in meant if SEAT_LETTERS[one.seat] in seats] or meant
    return tuple((offer_button(t, view, one),) for one in chosen)


def seats_left(view: TableView) -> str:
    """Letters of the seats that no person has."""
    return "".join(SEAT_LETTERS[one.seat] for one in view.players if one.person is None)


def _ask(view: TableView, label: str, what: str) -> Button:
    return Button(label, encode(Tap(TapKind.INVITE, view.id, view.revision, what)))


def _inviter(view: TableView) -> Player | None:
    return next((one for one in view.players if one.person == view.host), None)


def _heading(view: TableView, t: Tongue) -> str:
    host = _inviter(view)
    if host is None:
        return t.gettext("An invitation to Belote")
    return fit(
        lambda most: t.gettext("{name} invites you to Belote", name=names.own_name(t, host, most)),
        LINE - SIGN,
    )


def _plain_heading(view: TableView, t: Tongue) -> str:
    host = _inviter(view)
    if host is None:
        return t.gettext("An invitation to Belote")
    name = names.shorten(names.bare_name(t, host._replace(shared=False)), LABEL + LABEL)
    return "🃏 " + t.gettext("{name} invites you to Belote", name=name)


def _outcome(view: TableView, t: Tongue) -> str:
    match view.stage:
        case Stage.PLAYING:
            return t.gettext("The match is on.")
        case Stage.CANCELLED:
            return t.gettext("The table was cancelled.")
        case _:
            return _won(view, t)


def _won(view: TableView, t: Tongue) -> str:
    winner = view.winner
    if winner is None or not view.deals:
        return t.gettext("The match is over")
    n = len(names.side_players(view.rules, view.players, winner))
    totals = view.deals[-1].totals

    def line(most: int) -> str:
        side = names.side_name(t, view, winner, most)
        return "🏆 " + t.ngettext("{names} wins", "{names} win", n, names=side)

    return f"{fit(line)}\n{totals[winner]} : {totals[1 - winner]}"


def _seat_rows(view: TableView, t: Tongue, seats: str) -> Keyboard:
    """Seats of one label will do all alike, so that two who tap at once both sit. A computer makes room."""
    alike: dict[str, str] = {}
    for seat in order_from(view.rules, view.players[0].seat):
        one, letter = view.player(seat), SEAT_LETTERS[seat]
        if one.person is None and letter in seats:
            label = seat_label(view, t, one, LABELS[1])
            alike[label] = alike.get(label, "") + letter
    beside = partner_of(view.rules, next((one.seat for one in view.players if one.person == view.host), 0))
    inviting = SEAT_LETTERS[beside] if beside is not None else ""
    alike = dict(sorted(alike.items(), key=lambda item: inviting not in item[1]))
    return tuple(
        (Button(label, encode(Tap(TapKind.JOIN, view.id, view.revision, letters)), style=Style.SUCCESS),)
        for label, letters in alike.items()
    )


def offer(view: TableView, t: Tongue, new: bool = False) -> Offer:
    """An invitation as inline mode offers it to who invites."""
    title = t.gettext("Invite to a new table") if new else t.gettext("Invite to your table")
    rules = " ".join(part for part in (capital(rule_set(t, view.variant)), target(t, view)) if part)
    people = [names.bare_name(t, one) for one in view.players if one.person is not None]
    return Offer(view.id, title, " · ".join([rules, *([] if new else people)]), invitation(view, t))


def rules_told(view: TableView, t: Tongue) -> Toast:
    """The rules of an invitation in one alert; where they do not fit into it, the first of them."""
    first = " ".join(part for part in (capital(rule_set(t, view.variant)), target(t, view)) if part)
    told = [first, *told_options(t, view.variant, view.rules), *told_clock(t, view.time)]
    in_full, left = t.gettext("In full: /rules, here with me."), ""
    while units(text := ". ".join(map(capital, told)) + f".{left}\n{in_full}") > TOAST_LIMIT:
        told, left = told[:-1], " …"
    return Toast(text, alert=True)


def declined(t: Tongue) -> Message:
    """What becomes of an invitation in private after "No thanks"."""
    return Message(
        t.gettext("Not this time. Should you change your mind: the link works until the match begins.")
    )


def gone(t: Tongue) -> Message:
    """A link to a table that is not there."""
    return Message(t.gettext("This invitation is no longer valid. Ask for a new one."))


def too_late(t: Tongue) -> str:
    return t.gettext("It has begun without you. Ask for the next one!")


def seat_gone(t: Tongue) -> str:
    return t.gettext("That seat is taken by now.")


# --- where it begins ---

SOLO, DUEL, FRIENDS, LEARN = "solo", "duel", "friends", "learn"


def play_menu(t: Tongue, variant: str) -> Message:
    """How to play without a group. `variant`: by which rules a match against computers begins."""
    lines = [
        t.gettext("Against computers begins at once: {rules}.", rules=rule_set(t, variant)),
        t.gettext("A private table waits for your friends, by rules you choose."),
        t.gettext("Begin a match in a group: add me there and send /belote."),
    ]
    buttons = (
        (t.pgettext("button", "🤖 Against computers"), SOLO, Style.PRIMARY),
        (t.pgettext("button", "🤖 Two players, one computer"), DUEL, None),
        (t.pgettext("button", "💌 A private table"), FRIENDS, Style.SUCCESS),
    )
    rows = tuple(
        (Button(label, encode(Tap(TapKind.PLAY, NOWHERE, 0, what)), style=style),)
        for label, what, style in buttons
    )
    rows = (*rows, (learn_button(t),))
    return card([[f"🃏 <b>{t.gettext('Play without a group')}</b>"], lines], rows)


def play_button(t: Tongue) -> Button:
    """From the greeting to the menu."""
    return Button(t.pgettext("button", "🃏 Play"), encode(Tap(TapKind.PLAY, NOWHERE)), style=Style.PRIMARY)


def learn_button(t: Tongue, label: str = "") -> Button:
    """A deal that teaches; another one each time."""
    return Button(
        label or t.pgettext("button", "🎓 First game"), encode(Tap(TapKind.PLAY, NOWHERE, 0, LEARN))
    )


def opened(t: Tongue, what: str) -> Message:
    """What becomes of the menu once something was chosen: one menu opens one table."""
    if what == FRIENDS:
        return Message(t.gettext("Your private table is below. /play opens another."))
    return Message(t.gettext("The match is on: see below. /play begins another."))
