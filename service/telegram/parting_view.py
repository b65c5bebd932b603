"""Going and coming in mid-match, on the cards: who would give up, who shall be replaced, whose seat is open."""

import html

from engine.seats import SEAT_LETTERS, Side, side_of
from service.table.model import Ousted, Stage
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode, oust_arg, replace_arg
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, NAME_MOST, cells, fit, flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.names import LABEL
from service.telegram.texts import Tongue


def parting_lines(cast: Cast) -> list[str]:
    """What is asked, and how many have answered."""
    t, view = cast.t, cast.view
    lines = []
    if view.offered_by is not None:
        lines += _offered(cast, view.offered_by)
    elif view.resigning:
        one = next(one for one in view.players if one.person in view.resigning)
        lines.append(fit(lambda most: "🏳 " + t.gettext("{name} would give up", name=_name(cast, one, most))))
    for seat, votes in view.ousting:
        asked = _replaced(cast, view.player(seat))
        lines += flow([asked, t.ngettext("{n} vote", "{n} votes", len(votes))])
    return lines


def _replaced(cast: Cast, one: Player) -> str:
    return fit(lambda most: "🤖 " + cast.t.gettext("Replace {name}?", name=_name(cast, one, most)))


def _offered(cast: Cast, side: Side) -> list[str]:
    t, view = cast.t, cast.view
    given = fit(lambda most: "🏳 " + t.gettext("{side} give up", side=names.side_name(t, view, side, most)))
    missing = len(_of_side(view, 1 - side) - set(view.accepting))
    return flow([given, t.ngettext("{n} more must take it", "{n} more must take it", missing)])


def must_answer(view: TableView, person: int) -> bool:
    """Whether a person has yet to say something: to a match given up, or to another's seat."""
    mine = {_side(view, one) for one in view.players if one.person == person}
    if view.offered_by is not None:
        return view.offered_by not in mine and person not in view.accepting
    if view.resigning:
        giving = {_side(view, one) for one in view.players if one.person in view.resigning}
        return bool(giving & mine) and person not in view.resigning
    return any(person != view.player(seat).person and person not in votes for seat, votes in view.ousting)


def parting_rows(cast: Cast) -> Keyboard:
    """The answers. In the group anybody may tap; what is not his to say is told him."""
    view, t = cast.view, cast.t
    if not (view.resigning or view.ousting):
        return ()
    keep = Button(t.pgettext("button", "Play on"), _tap(view, TapKind.PLAY_ON))
    if view.offered_by is not None and (cast.me is None or cast.side != view.offered_by):
        take = Button(t.pgettext("button", "🏳 Take it"), _tap(view, TapKind.TAKE), style=Style.SUCCESS)
        return ((take, keep),)
    if view.offered_by is None and view.resigning and (cast.me is None or _may_join(cast)):
        too = Button(t.pgettext("button", "🏳 Give up too"), _tap(view, TapKind.RESIGN), style=Style.DANGER)
        return ((too, keep),)
    return (*_vote_rows(cast), (keep,))


def _may_join(cast: Cast) -> bool:
    """The partner of who would give up, who has not said so yet."""
    view = cast.view
    sides = {_side(view, one) for one in view.players if one.person in view.resigning}
    return cast.side in sides and view.viewer not in view.resigning


def _vote_rows(cast: Cast) -> Keyboard:
    return tuple((_oust_button(cast.t, cast.view, cast.view.player(seat)),) for seat, _ in cast.view.ousting)


def replaced_card(view: TableView, told: Ousted, t: Tongue) -> Message:
    """To whom a computer was given his seat: who decided it, and the way back."""
    if told.taken:
        head = names.headed(t, view, f"🪑 <b>{t.gettext('Your seat is taken')}</b>")
        name = _told_name(t, told)
        return card([head, [t.gettext("You had left: {name} plays on with these cards.", name=name)]])
    head = names.headed(t, view, f"🤖 <b>{t.gettext('A computer has your seat')}</b>")
    if told.by:
        how = t.gettext("{name}, who administers the group, has decided it.", name=_told_name(t, told))
    else:
        how = t.gettext("The others have voted for it.")
    if told.barred:
        return card(
            [head, [how, t.gettext("You do not sit down in this match again. The next one is open to you.")]]
        )
    mine = next((one for one in view.players if SEAT_LETTERS[one.seat] == told.seat and one.offered), None)
    if mine is None or view.stage is not Stage.PLAYING:
        return card([head, [how]])
    back = Button(
        t.pgettext("button", "🪑 Back to my seat"), _tap(view, TapKind.OVER, told.seat), style=Style.SUCCESS
    )
    way = t.gettext("You may have it back, with its cards, as long as nobody else has taken it.")
    return card([head, [how, way]], ((back,),))


def _told_name(t: Tongue, told: Ousted) -> str:
    name = names.shorten(names.clean(told.name) or t.gettext("Guest"), NAME_MOST)
    return html.escape(names.isolated(name), quote=False)


def admin_question(view: TableView, one: Player, person: int, t: Tongue) -> Message:
    """An administrator's tap decides alone, so it is asked once more. Who plays here may also only vote."""
    head = names.headed(t, view, f"🤖 <b>{t.gettext('Replace at once?')}</b>")
    text = t.gettext(
        "You administer the group: without any vote a computer takes the seat of {name}.",
        name=names.line_name(t, one),
    )
    alone = Tap(TapKind.MEANT, view.id, 0, replace_arg(one.person or 0, person, alone=True))
    rows: Keyboard = ((Button(_replace_label(t, one), encode(alone), style=Style.DANGER),),)
    if view.seat is not None and view.player(view.seat).computer is None and one.person != person:
        vote = Tap(TapKind.MEANT, view.id, 0, replace_arg(one.person or 0, person, alone=False))
        rows = (*rows, (Button(t.pgettext("button", "🗳 Only vote for it"), encode(vote)),))
    return card([head, [text]], rows)


def _oust_button(t: Tongue, view: TableView, one: Player) -> Button:
    data = _tap(view, TapKind.OUST, oust_arg(one.person or 0, SEAT_LETTERS[one.seat]))
    return Button(_replace_label(t, one), data)


def _replace_label(t: Tongue, one: Player) -> str:
    return fit(
        lambda most: (
            "🤖 " + t.pgettext("button", "Replace {name}", name=names.toast_name(t, one, min(most, LABEL)))
        ),
        LABELS[1],
        cells,
    )


def pass_on_rows(cast: Cast) -> Keyboard:
    """At a table without a group nobody else sees that a seat is free: whoever plays may pass on a link to it."""
    view, t = cast.view, cast.t
    if not view.apart or not any(one.offered for one in view.players):
        return ()
    return ((Button(t.pgettext("button", "💌 Offer the free seat"), encode(Tap(TapKind.OFFER, view.id))),),)


def offer_rows(cast: Cast) -> Keyboard:
    """Seats that somebody may take over, hand and all."""
    open_seats = [one for one in cast.view.players if one.offered]
    return tuple((offer_button(cast.t, cast.view, one),) for one in open_seats)


def offer_button(t: Tongue, view: TableView, one: Player) -> Button:
    """Take over that seat."""
    label = fit(
        lambda most: t.pgettext(
            "button", "🪑 Sit in for {name}", name=names.toast_name(t, one, min(most, LABEL))
        ),
        LABELS[1],
        cells,
    )
    return Button(label, _tap(view, TapKind.OVER, SEAT_LETTERS[one.seat]), style=Style.SUCCESS)


def resigned_line(t: Tongue, view: TableView) -> list[str]:
    """How the match ended, where it was given up."""
    if view.resigned is None:
        return []
    side = view.resigned
    return [fit(lambda most: t.gettext("Given up by {side}", side=names.side_name(t, view, side, most)))]


def resign_question(view: TableView, person: int, t: Tongue) -> Message:
    """Before a match is given up: who must agree. The button is the asking person's."""
    text = t.gettext(
        "Your partner must want it too, and the other side must take it. Against computers it ends at once."
    )
    data = encode(Tap(TapKind.MEANT, view.id, 0, f"resign:{person}"))
    button = Button(t.pgettext("button", "🏳 Give up the match"), data, style=Style.DANGER)
    return card([names.headed(t, view, f"🏳 <b>{t.gettext('Give up?')}</b>"), [text]], ((button,),))


def replace_question(view: TableView, person: int, t: Tongue) -> Message:
    """Who shall be replaced by a computer. A tap is a vote. `person` asks, and is not offered himself."""
    text = t.gettext(
        "All others who play must agree, at least two; for somebody who is away one vote is enough. An admin of the "
        "group decides alone. A computer takes the seat."
    )
    people = {one.person: one for one in view.players if (one.person or 0) > 0 and one.person != person}
    rows = tuple((_oust_button(t, view, one),) for one in people.values())
    return card([names.headed(t, view, f"🤖 <b>{t.gettext('Replace a player?')}</b>"), [text]], rows)


def alone_in_mid_match(view: TableView) -> bool:
    """Whether the reader alone would decide to end a running match of several deals, and has not decided yet."""
    here = {one.person for one in view.players if one.person is not None and one.computer is None}
    several = view.stage is Stage.PLAYING and bool(view.rules.target)
    return several and here == {view.viewer} and not view.stopping


def ending_question(view: TableView, t: Tongue) -> Message:
    """At once, or when this deal is over."""
    text = t.gettext("Nobody else plays here: you decide.")
    gently = Button(
        t.pgettext("button", "🏁 After this deal"), encode(Tap(TapKind.LAST, view.id, view.revision))
    )
    at_once = encode(Tap(TapKind.CANCEL, view.id, view.revision))
    end = Button(t.pgettext("button", "End the match"), at_once, style=Style.DANGER)
    return card([names.headed(t, view, f"✋ <b>{t.gettext('End it?')}</b>"), [text]], ((end,), (gently,)))


def _name(cast: Cast, one: Player, most: int) -> str:
    return names.line_name(cast.t, one, most)


def _of_side(view: TableView, side: Side) -> set[int]:
    """The people of a side who play their own cards."""
    return {
        one.person
        for one in view.players
        if one.person is not None and one.computer is None and _side(view, one) == side
    }


def _side(view: TableView, one: Player) -> Side:
    return side_of(view.rules, one.seat)


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
