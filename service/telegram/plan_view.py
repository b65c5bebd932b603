"""A plan on the hand card of its owner: what he has laid down, and the rows and the card on which he does."""

from engine.cards import SUIT_LETTERS, Card, card_code, parse_card, suit_of
from engine.observation import Observation
from service.table.moments import may_lay_cards, may_pass_on, moment, second_round
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import packed
from service.telegram.cards import ON_A_KEY, in_rows, sorted_hand
from service.telegram.cast import Cast
from service.telegram.lines import LABELS, cells, flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.plan_taps import Line, line_arg
from service.telegram.plan_words import second_word


def itself_lines(cast: Cast) -> list[str]:
    """On turn, and nobody need do anything: said alike whatever the reason."""
    return [cast.t.gettext("⏳ This turn plays itself soon")] if cast.view.own.by_itself else []


def plan_lines(cast: Cast, seen: Observation) -> list[str]:
    """The cards that are laid down: "📌 ♠️→♠️10 · ♣️→♣️A"."""
    kept = _laid(cast, seen)
    if not kept:
        return []
    first, *rest = [f"{cast.t.suit(suit)}→{cast.t.card(card)}" for suit, card in kept.items()]
    return flow([f"📌 {first}", *rest])


def _laid(cast: Cast, seen: Observation) -> dict[int, Card]:
    """By the suit that is led, spades first, as far as the plan is for the viewer's next card."""
    plan = cast.view.own.plan
    if plan is None or plan.trick != moment(seen):
        return {}
    kept = {SUIT_LETTERS.index(suit): parse_card(code) for suit, code in plan.cards.items()}
    return dict(sorted(kept.items(), reverse=True))


# --- the auction ---


def auction_rows(cast: Cast, seen: Observation) -> Keyboard:
    """One row that steps through what may be laid down, on turn and off turn."""
    rest = second_round(seen)
    if rest:
        return ((_second(cast, seen, rest),),)
    return ((_passing(cast, seen),),) if may_pass_on(seen) else ()


def _second(cast: Cast, seen: Observation, rest: tuple[str, ...]) -> Button:
    """Ask me, then pass, then each suit."""
    t, plan = cast.t, cast.view.own.plan
    words = ("", *rest)
    now = plan.second if plan is not None and plan.second in words else ""
    following = words[(words.index(now) + 1) % len(words)]
    label = t.pgettext("button", "📌 Round 2: {what}", what=second_word(t, now))
    return _line_button(cast, seen, label, "second", following)


def _passing(cast: Cast, seen: Observation) -> Button:
    t, plan = cast.t, cast.view.own.plan
    on = plan is not None and plan.passing
    word = t.pgettext("plan", "on") if on else t.pgettext("plan", "off")
    if seen.turn == seen.seat:
        label = t.pgettext("button", "📌 Then pass: {word}", word=word)
    else:
        label = t.pgettext("button", "📌 Pass from now on: {word}", word=word)
    return _line_button(cast, seen, label, "passing", "" if on else "on")


def _line_button(cast: Cast, seen: Observation, label: str, what: str, value: str) -> Button:
    ply = seen.ply if seen.turn == seen.seat else -1
    arg = line_arg(Line(moment(seen), what, value, ply))
    return Button(label, encode(Tap(TapKind.PLAN, cast.view.id, seen.deal_no, arg)))


# --- the cards ---


def plan_button(cast: Cast, seen: Observation) -> tuple[Button, ...]:
    """The way to the plan, off turn."""
    if not may_lay_cards(seen):
        return ()
    return (Button(cast.t.pgettext("button", "📌 Plan ahead"), _turned(cast, seen, opened=True)),)


def _turned(cast: Cast, seen: Observation, opened: bool) -> str:
    arg = f"{moment(seen)}:{'on' if opened else 'off'}"
    return encode(Tap(TapKind.PLANNING, cast.view.id, seen.deal_no, arg))


def planning_card(cast: Cast, seen: Observation) -> Message:
    """The hand, each card of which can be laid down for its own suit."""
    t, number = cast.t, moment(seen)
    first = f"📌 <b>{t.gettext('Plan ahead')}</b> · "
    rules = t.gettext(
        "For trick {n}, one card a suit: it falls when that suit is led and you may play it. If somebody ruffs before "
        "you, you are asked.",
        n=number,
    )
    blocks = [[first + names.title(t, cast.view, first)], [rules], _led_lines(cast, seen)]
    rows = (*_card_rows(cast, seen), _last_row(cast, seen))
    return card(blocks, rows)


def _led_lines(cast: Cast, seen: Observation) -> list[str]:
    t = cast.t
    led = [
        t.gettext("{suit} led: {card}", suit=t.suit(suit), card=f"<b>{t.card(card)}</b>")
        for suit, card in _laid(cast, seen).items()
    ]
    return [*led, t.gettext("Otherwise: ask me") if led else t.gettext("Nothing yet: ask me")]


def _card_rows(cast: Cast, seen: Observation) -> Keyboard:
    buttons = [_card(cast, seen, card) for card in sorted_hand(seen, cast.tastes)]
    return packed(buttons) if cast.t.words else in_rows(buttons)


def _card(cast: Cast, seen: Observation, card: Card) -> Button:
    """Laid down for its suit, or not; a tap turns that round, and takes the place of another of the suit."""
    suit = suit_of(card)
    chosen = _laid(cast, seen).get(suit) == card
    label = cast.t.label(card, ON_A_KEY)
    most = LABELS[2] if cast.t.words else LABELS[4]
    marked = f"✅{label}" if chosen and cells(label) + 2 <= most else label
    value = "" if chosen else card_code(card)
    button = _line_button(cast, seen, marked, SUIT_LETTERS[suit], value)
    return button._replace(style=Style.SUCCESS) if chosen else button


def _last_row(cast: Cast, seen: Observation) -> tuple[Button, ...]:
    t = cast.t
    done = Button(
        t.pgettext("button, a plan", "Done"), _turned(cast, seen, opened=False), style=Style.SUCCESS
    )
    if cast.view.own.plan is None:
        return (done,)
    clear = encode(Tap(TapKind.UNPLAN, cast.view.id, seen.deal_no))
    return Button(t.pgettext("button", "🗑 Clear"), clear), done
