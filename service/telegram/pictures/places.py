"""What stands around every table: the score above, and a plate for each player with what he is and has said."""

from typing import NamedTuple

from engine.contracts import Mode
from engine.match import Phase
from engine.observation import Observation
from engine.rules import AuctionKind
from engine.seats import Seat, Side
from service.telegram import names
from service.telegram.auction_lines import round_word, turned_line
from service.telegram.calls import call_word, capital
from service.telegram.cast import Cast
from service.telegram.pictures.legible import words
from service.telegram.pictures.paint import WIDTH, Anchor, Canvas, Words
from service.telegram.pictures.themes import suit_look
from service.telegram.status import target
from service.telegram.terms import contract_words, deal_word, pot_word
from service.telegram.trick_lines import SHOWN_TRICKS, meld_kind, on_table, trick_won

HEADER = 92
"""Where the score's panel ends."""
PLATE = 46
"""A plate's height."""
_EDGE, _SIDE_MOST = 12, 212


class Spot(NamedTuple):
    """Where a player's plate stands (its middle), how wide it may be, and where his words stand beside it."""

    x: int
    y: int
    widest: int
    said_x: int
    said_y: int
    said_anchor: Anchor
    said_most: int


def header(canvas: Canvas, cast: Cast, seen: Observation) -> None:
    """Both sides' names and points, and between them what is played or offered."""
    theme = canvas.theme
    canvas.panel((_EDGE, _EDGE, WIDTH - _EDGE, HEADER), theme.panel, 18)
    used = 0.0
    for side, anchor, x in ((cast.side, "l", 30), (1 - cast.side, "r", WIDTH - 30)):
        line = _side(cast, side)
        used = max(used, line.width)
        align: Anchor = "l" if anchor == "l" else "r"
        if cast.view.rules.target:
            canvas.words(x, 34, line, theme.faint, align)
            canvas.text(x, 68, str(seen.totals[side]), 40, theme.text, align)
        else:
            canvas.words(x, 52, line, theme.text, align)
    room = WIDTH - 2 * (30 + max(used, 80)) - 24
    above, below = _heading(cast, seen)
    middle = 52 if not below else 38
    canvas.words(WIDTH / 2, middle, words(cast.t, above, 34, room), theme.text, "m")
    if below:
        canvas.words(WIDTH / 2, 71, words(cast.t, below, 24, room), theme.faint, "m")


def _side(cast: Cast, side: Side) -> Words:
    players = names.side_players(cast.view.rules, cast.view.players, side)
    line = words(cast.t, "", 25)
    for most in range(10, 3, -1):
        text = " + ".join(cast.name(one.seat, most) for one in players)
        line = words(cast.t, text, 25, least=25)
        if line.width <= _SIDE_MOST:
            return line
    return words(cast.t, " + ".join(cast.name(one.seat, 4) for one in players), 25, _SIDE_MOST)


def _heading(cast: Cast, seen: Observation) -> tuple[str, str]:
    """Two lines: what is played and how far it is; or what is offered."""
    t, rules = cast.t, seen.rules
    if seen.contract is None:
        deal = deal_word(t, rules, seen.deal_no)
        turned = turned_line(cast, seen)
        rest = capital(round_word(cast, seen)) if seen.phase is Phase.CALLING else ""
        return (turned, rest or deal) if turned else (deal, target(t, cast.view))
    number, _, done = on_table(seen)
    contract = capital(contract_words(t, rules, seen.contract))
    if done is not None:
        return contract, trick_won(cast, number, done)
    return contract, t.gettext("Trick {n} · tricks {pair}", n=number, pair=cast.pair(seen.won))


def corner(canvas: Canvas, cast: Cast, seen: Observation, x: int, y: int) -> None:
    """Which deal, up to how many points, and what lies in the pot."""
    t = cast.t
    lines = [deal_word(t, seen.rules, seen.deal_no), target(t, cast.view)]
    if seen.pot:
        lines.append(pot_word(t, seen.rules, seen.pot))
    lines = [line for line in lines if line]
    for n, line in enumerate(lines):
        canvas.words(x, y - 25 * (len(lines) - 1 - n), words(t, line, 22, 170), canvas.theme.on_felt)


def plate(canvas: Canvas, cast: Cast, seen: Observation, seat: Seat, spot: Spot) -> None:
    """A name; whether its owner is on turn, deals, took; what he said last."""
    theme, player = canvas.theme, cast.player(seat)
    turn = seen.turn == seat
    ink = theme.on_accent if turn else theme.text
    sign = "computer" if player.person is None else "phone" if player.shared else ""
    aside = (30 if sign else 0) + (22 if turn else 0)
    line = _name(cast, seat, spot.widest - 36 - aside)
    wide = round(max(96, line.width + aside + 36))
    left, top = spot.x - wide // 2, spot.y - PLATE // 2
    canvas.panel((left, top, left + wide, top + PLATE), theme.accent if turn else theme.panel, PLATE // 2)
    x = spot.x - (line.width + aside) / 2
    if turn:
        canvas.sign("turn", x + 8, spot.y, 20, ink)
        x += 22
    if sign:
        canvas.sign(sign, x + 12, spot.y, 28, ink)
        x += 30
    canvas.words(x, spot.y, line, ink)
    _badges(canvas, cast, seen, seat, (left, top, wide))
    _said(canvas, cast, seen, seat, spot)


def _name(cast: Cast, seat: Seat, room: float) -> Words:
    for most in range(12, 3, -1):
        line = words(cast.t, cast.name(seat, most), 28, least=28)
        if line.width <= room:
            return line
    return words(cast.t, cast.name(seat, 4), 28, room)


def _badges(canvas: Canvas, cast: Cast, seen: Observation, seat: Seat, at: tuple[int, int, int]) -> None:
    """On the plate's upper corners: the dealer's chip to the left, the taker's trump to the right."""
    theme, (left, top, wide) = canvas.theme, at
    if seen.dealer == seat:
        x, y = left + 4, top - 1
        canvas.panel((x - 18, y - 18, x + 18, y + 18), theme.felt, 18)
        canvas.panel((x - 15, y - 15, x + 15, y + 15), theme.face, 15)
        letter = cast.t.pgettext("mark of who deals: one letter", "D")
        canvas.text(x, y, letter, 23, (40, 44, 46), "m")
    contract = seen.contract
    if contract is None or contract.taker != seat:
        return
    x, y = left + wide - 4, top - 1
    canvas.panel((x - 20, y - 20, x + 20, y + 20), theme.felt, 20)
    canvas.panel((x - 17, y - 17, x + 17, y + 17), theme.face, 17)
    if contract.mode is Mode.TRUMP:
        look = suit_look(cast.t, contract.trump)
        canvas.suit(look, x, y, 24, look.on_face())
    else:
        canvas.text(x, y, "✓", 26, (40, 44, 46), "m")


def _said(canvas: Canvas, cast: Cast, seen: Observation, seat: Seat, spot: Spot) -> None:
    text, loud = what_he_said(cast, seen, seat)
    if not text:
        return
    theme = canvas.theme
    line = words(cast.t, text, 25, spot.said_most - 28)
    wide = round(line.width + 28)
    left = {"l": spot.said_x, "m": spot.said_x - wide // 2, "r": spot.said_x - wide}[spot.said_anchor]
    box = (left, spot.said_y - 20, left + wide, spot.said_y + 20)
    if loud:
        canvas.panel((box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), theme.accent, 15)
    canvas.panel(box, theme.panel, 12)
    canvas.words(left + 14, spot.said_y, line, theme.text if loud else theme.faint)


def what_he_said(cast: Cast, seen: Observation, seat: Seat) -> tuple[str, bool]:
    """A player's last call of the auction; later his belote or what he melds. The second: it stands out."""
    if seen.phase is Phase.CALLING:
        return _called(cast, seen, seat)
    number = on_table(seen)[0]
    t = cast.t
    for call in seen.belotes:
        if call.seat == seat and call.trick_no == number:
            return (t.gettext("Rebelote!") if call.second else t.gettext("Belote!")), True
    told = [one for one in seen.melds if one.seat == seat and not one.beaten]
    if told and number <= SHOWN_TRICKS:
        return " · ".join(f"{meld_kind(t, one.kind)} {one.points}" for one in told), False
    return "", False


def _called(cast: Cast, seen: Observation, seat: Seat) -> tuple[str, bool]:
    n = seen.rules.players
    start = n * (seen.round - 1) if seen.rules.auction is AuctionKind.TWO_ROUNDS else 0
    own = [call for call in seen.calls[start:] if call.seat == seat]
    if not own:
        return "", False
    word = call_word(cast.t, seen, own[-1].action)
    loud = [call for call in seen.calls if call.action.kind.value != "pass"][-1:] == own[-1:]
    return word, loud
