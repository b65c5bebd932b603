"""Whole deals, played at random by the engine and by the second opinion side by side."""

import random
from collections.abc import Iterator

from engine.actions import Action, action_text, parse_action
from engine.cards import card_code
from engine.match import IllegalAction, apply, resume, start_deal, to_act
from engine.observation import legal_actions, observation, why_not
from engine.seats import SEAT_LETTERS, parse_seat
from engine.state import Match, Phase
from tests.reference import deal
from tests.reference.bridge import (
    SIDES,
    codes,
    differing,
    engine_pack,
    engine_rules,
    mask,
    pair,
    plain_contract,
    random_options,
)
from tests.reference.cards import NATURAL, SUITS, Options, seats_of
from tests.reference.table import Table

PHASES = {
    "dealing": Phase.DEALING,
    "calling": Phase.CALLING,
    "laying aside": Phase.LAYING_ASIDE,
    "playing": Phase.PLAYING,
    "over": Phase.OVER,
}


def random_pack(variant: str, options: Options, dealer: str, drawn: random.Random) -> list[str]:
    """A shuffled pack; half of the time one that gives long suits, runs, fours and sweeps."""
    pack = [rank + suit for suit in SUITS for rank in NATURAL]
    if drawn.random() < 0.5:
        drawn.shuffle(pack)
        return pack
    pack.sort(key=drawn.choice([lambda card: card[0], lambda card: card[1], lambda card: (card[1], card[0])]))
    for _ in range(drawn.choice([0, 2, 4, 7])):
        a, b = drawn.randrange(32), drawn.randrange(32)
        pack[a], pack[b] = pack[b], pack[a]
    if variant == "two-player":
        return pack
    # Deal the places of a pack, then put at each hand's places what this hand is to hold.
    places = [str(place) for place in range(32)]
    first = deal.first_deal(variant, options, dealer, places)
    hands = first["hands"]
    if variant != "coinche":
        taker = drawn.choice(seats_of(variant, options))
        to = deal.receiver(variant, options, dealer, taker, 1)
        hands = deal.second_deal(variant, options, dealer, hands, first["turned"], first["stock"], to)
    result = [""] * 32
    for seat in drawn.sample(seats_of(variant, options), 4):
        for place in hands[seat]:
            result[int(place)] = pack.pop(0)
    return result


def pick(legal: list[str], drawn: random.Random) -> str:
    """One of the legal actions; a pass now and then, a low bid rather than a high one, melds not always."""
    if "show" in legal and drawn.random() < 0.6:
        return "show"
    if any(text.startswith("meld:") for text in legal) and drawn.random() < 0.6:
        return drawn.choice([text for text in legal if not text.startswith("meld:")])
    if "pass" in legal and drawn.random() < 0.55:
        return "pass"
    if any(":" in text and text[0].isdigit() for text in legal) and drawn.random() < 0.7:
        return drawn.choice(legal[:13])
    modest = [text for text in legal if text not in ("tout", "silent_take")]
    return drawn.choice(modest if drawn.random() < 0.6 else legal)


def opening(variant: str, drawn: random.Random) -> tuple[Table, Match]:
    """The same deal of a match on both sides, some points written and some held over."""
    options = random_options(variant, drawn)
    rules = engine_rules(variant, options)
    table = Table(variant, options, drawn.choice(seats_of(variant, options)))
    if variant != "two-player":
        table.deal_no = drawn.randrange(1, 9)
        near = max(0, options["target"] - drawn.choice([20, 100, 170, options["target"]]))
        table.totals = {"NS": near, "EW": near if drawn.random() < 0.3 else drawn.randrange(near + 1)}
        holds = variant in ("classic", "house", "luxembourg") or options.get("litige")
        table.pot = drawn.choice([0, 0, 0, 80, 13, 92]) if holds else 0
    match = resume(
        rules,
        deal_no=table.deal_no,
        dealer=parse_seat(table.dealer),
        totals=pair(table.totals),
        pot=table.pot,
        ply=drawn.randrange(100),
    )
    return table, match


def deals(variant: str, count: int, seed: int) -> Iterator[str]:
    """The disagreements on `count` random deals."""
    drawn = random.Random(f"{variant} {seed}")
    for _ in range(count):
        table, match = opening(variant, drawn)
        pack = random_pack(variant, table.options, table.dealer, drawn)
        where = f"{variant} {table.options} dealer {table.dealer} {table.totals} pot {table.pot} {pack}"
        table.start(pack)
        match, _ = start_deal(match, engine_pack(pack))
        said: list[str] = []
        problems: list[str] = []
        while not problems and table.phase not in ("dealing", "over"):
            here = f"{where} {said}"
            problems += at_the_table(here, table, match)
            if problems:
                break
            if drawn.random() < 0.1:
                problems += refused(here, table, match, drawn)
            text = pick(table.legal(), drawn)
            table.act(text)
            match, _ = apply(match, parse_action(text))
            said.append(text)
        yield from problems or finished(f"{where} {said}", table, match)


def at_the_table(where: str, table: Table, match: Match) -> list[str]:
    """Whose turn it is, what it may do, and what it holds."""
    turn = to_act(match)
    seat = "" if turn is None else SEAT_LETTERS[turn]
    view = observation(match, turn)
    problems = differing(where, phase=(PHASES[table.phase], match.phase), turn=(table.turn, seat))
    if problems:
        return problems
    held = table.open_hand(seat)
    calls = [(SEAT_LETTERS[call.seat], action_text(call.action)) for call in view.calls]
    return differing(
        where,
        legal=(sorted(table.legal()), sorted(action_text(action) for action in legal_actions(view))),
        hand=(sorted(held), sorted(codes(view.hand))),
        turned=(table.turned, None if view.turned < 0 else card_code(view.turned)),
        calls=(table.calls, calls),
        contract=(table.contract, plain_contract(view.contract)),
        trick=(table.trick, [(SEAT_LETTERS[p.seat], card_code(p.card)) for p in view.trick]),
        winners=(table.winners, [SEAT_LETTERS[trick.winner] for trick in view.tricks]),
    )


def refused(where: str, table: Table, match: Match, drawn: random.Random) -> list[str]:
    """An action that the rules do not offer is refused, with a reason, and the same by `apply`."""
    cards = [rank + suit for suit in SUITS for rank in NATURAL]
    pool = [*cards, *SUITS, "pass", "take", "NT", "sans", "tout", "silent_take", "80:H", "160:AT", "capot:NT"]
    pool += ["coinche", "surcoinche", "show", "meld:-", "aside:7C"]
    wrong = parse_action(drawn.choice([text for text in pool if text not in table.legal()]))
    reason = why_not(observation(match, to_act(match)), wrong)
    return differing(
        f"{where} {action_text(wrong)}", refused=(True, reason is not None and raises(match, wrong))
    )


def raises(match: Match, action: Action) -> bool:
    """Whether `apply` refuses an action."""
    try:
        apply(match, action)
    except IllegalAction:
        return True
    return False


def finished(where: str, table: Table, match: Match) -> list[str]:
    """The sheet of a finished deal and where the match stands."""
    mine, done = table.last, match.finished
    if mine is None or done is None:
        return [f"{where}: the engine has not finished the deal"]
    score = done.score
    problems = differing(
        where,
        phase=(PHASES[table.phase], match.phase),
        outcome=(mine["outcome"], str(score.outcome)),
        written=(pair(mine["written"]), score.written),
        pot=(table.pot, match.pot),
        totals=(pair(table.totals), match.totals),
        winner=(table.winner, None if match.winner is None else SIDES[match.winner]),
        contract=(table.contract, plain_contract(done.contract)),
        deal_no=(mine["deal_no"], done.deal_no),
    )
    if match.phase is Phase.DEALING:
        problems += differing(
            where,
            next_dealer=(table.dealer, SEAT_LETTERS[match.dealer]),
            next_deal=(table.deal_no, match.deal_no),
        )
    if mine["contract"] is not None:
        told = [
            (seat, meld["points"], codes(mask(meld["cards"])))
            for seat, chosen in table.declared.items()
            for meld in chosen
        ]
        announced = [(SEAT_LETTERS[meld.seat], meld.points, codes(meld.cards)) for meld in done.melds]
        problems += differing(where, announced=(sorted(told), sorted(announced)))
    if mine["contract"] is not None and table.variant != "two-player":
        hands = {seat: sorted(codes(done.hands[parse_seat(seat)])) for seat in table.dealt}
        problems += differing(where, hands=({seat: sorted(table.dealt[seat]) for seat in hands}, hands))
    if "cards" in mine:
        last = mine["last"]
        problems += differing(
            where,
            cards=(tuple(mine["cards"][side] - 10 * (last == side) for side in SIDES), score.cards),
            last=(last, None if score.last_trick is None else SIDES[score.last_trick]),
            belote=(tuple(20 * mine["belotes"][side] for side in SIDES), score.belote),
            melds=(pair(mine["melds"]), score.melds),
            sweep=(mine["sweep"], None if score.sweep is None else SIDES[score.sweep]),
        )
    return problems
