"""Random positions, judged by the engine and by the second opinion."""

import random
from collections.abc import Iterator

from engine.cards import parse_card
from engine.contracts import tables_for
from engine.melds import MeldEffect, choices, proposal
from engine.melds import compare as engine_compare
from engine.rules import Rules
from engine.scoring import has_won as engine_won
from engine.scoring import score_deal
from engine.seats import SEAT_LETTERS, parse_seat, side_of
from engine.trick import legal_cards as engine_legal
from engine.trick import points_of, winner_of
from tests.reference import melds, play, scoring
from tests.reference.bridge import (
    SIDES,
    codes,
    differing,
    engine_contract,
    engine_rules,
    engine_trick,
    mask,
    pair,
    random_contract,
    random_options,
)
from tests.reference.cards import NATURAL, SUITS, Contract, Options, points, seats_of, total
from tests.reference.table import melds_text

PACK = [rank + suit for suit in SUITS for rank in NATURAL]


def positions(variant: str, count: int, seed: int) -> Iterator[str]:
    """The disagreements on `count` random positions: cards, melds, scores, in turn."""
    drawn = random.Random(f"{variant} {seed}")
    for number in range(count):
        options = random_options(variant, drawn)
        rules = engine_rules(variant, options)
        contract = random_contract(variant, options, drawn)
        yield from a_trick(variant, options, rules, contract, drawn)
        if number % 3 == 0:
            yield from a_score(variant, options, rules, contract, drawn)
        if number % 3 == 1 and (variant == "luxembourg" or "announcements" in options):
            yield from some_melds(variant, options, rules, contract, drawn)


def a_trick(
    variant: str, options: Options, rules: Rules, contract: Contract, drawn: random.Random
) -> Iterator[str]:
    """A trick that may have begun and a hand of any size: what may be played, who is winning, what it is worth."""
    pack = drawn.sample(PACK, 32)
    if drawn.random() < 0.5:
        # Few suits, so that there is something to decide.
        suits = drawn.sample(SUITS, 2)
        pack.sort(key=lambda card: card[1] not in suits)
    seats = seats_of(variant, options)
    first = drawn.randrange(len(seats))
    order = seats[first:] + seats[:first]
    size = drawn.randrange(len(seats) + 1)
    trick = [(seat, pack.pop(0)) for seat in order[:size]]
    where = f"{variant} {options} {contract} {trick}"
    theirs_contract, theirs_trick = engine_contract(contract), engine_trick(trick)
    if trick:
        winner = play.winner(variant, options, contract, trick)
        yield from differing(where, winner=(winner, SEAT_LETTERS[winner_of(theirs_contract, theirs_trick)]))
    if size < len(seats):
        held = drawn.sample(pack[:16], drawn.randrange(1, 9))
        mine = play.legal_cards(variant, options, contract, trick, order[size], held)
        theirs = engine_legal(rules, theirs_contract, theirs_trick, parse_seat(order[size]), mask(held))
        yield from differing(f"{where} {held}", legal=(sorted(mine), sorted(codes(theirs))))
    card = drawn.choice(PACK)
    worth = points(variant, options, contract, card)
    yield from differing(
        f"{where} {card}", points=(worth, points_of(rules, theirs_contract, parse_card(card)))
    )


def some_melds(
    variant: str, options: Options, rules: Rules, contract: Contract, drawn: random.Random
) -> Iterator[str]:
    """Four hands full of runs and fours: what each may and does announce, and what comes of it."""
    pack = sorted(PACK, key=drawn.choice([lambda card: card[1], lambda card: card[0]]))
    for _ in range(drawn.choice([2, 4, 6, 9])):
        a, b = drawn.randrange(32), drawn.randrange(32)
        pack[a], pack[b] = pack[b], pack[a]
    if drawn.random() < 0.5:
        # The same runs in two suits, which is what ties are made of.
        low = [rank + suit for suit in SUITS for rank in NATURAL[:4]]
        pack = low + [card for card in PACK if card not in low]
        for _ in range(drawn.choice([0, 2, 4])):
            a, b = drawn.randrange(32), drawn.randrange(32)
            pack[a], pack[b] = pack[b], pack[a]
        groups = [pack[at : at + 4] for at in range(0, 32, 4)]
        drawn.shuffle(groups)
        pack = [card for group in groups for card in group]
    seats = drawn.sample(seats_of(variant, options), 4)
    hands = {seat: pack[8 * at : 8 * at + 8] for at, seat in enumerate(seats)}
    tables = tables_for(rules, engine_contract(contract))
    declared, announced, owners = {}, [], []
    for seat, hand in hands.items():
        where = f"{variant} {options} {contract} {hand}"
        mine = melds.automatic(variant, options, contract, hand)
        theirs = proposal(rules, tables, mask(hand))
        yield from differing(where, automatic=(named(mine), sorted(codes(meld.cards) for meld in theirs)))
        if variant == "luxembourg":
            sets = melds.sets_of(variant, contract, hand)
            offered = {melds_text(chosen).removeprefix("meld:") for chosen in sets}
            found = {"".join(codes(cards)) or "-" for cards in choices(rules, tables, mask(hand))}
            yield from differing(where, choices=(sorted(offered), sorted(found)))
            if drawn.random() < 0.3:
                mine = drawn.choice(sets)
                melded = mask([card for meld in mine for card in meld["cards"]])
                theirs = choices(rules, tables, mask(hand))[melded]
        declared[seat] = mine
        announced += [(side_of(rules, parse_seat(seat)), meld) for meld in theirs]
        owners += [seat] * len(theirs)
    side, counting, effect = melds.compare(variant, {"tieRule": "none", **options}, contract, declared)
    verdict = engine_compare(rules, tables, announced)
    told = {"NS": 0, "EW": 0}
    for seat, chosen in counting.items():
        told["NS" if seat in "NS" else "EW"] += sum(meld["points"] for meld in chosen)
    effects = {None: MeldEffect.NONE, "cancel": MeldEffect.MELDS_CANCELLED, "annul": MeldEffect.DEAL_ANNULLED}
    yield from differing(
        f"{variant} {options} {contract} {declared}",
        side=(side, None if verdict.side is None else SIDES[verdict.side]),
        points=(pair(told), verdict.points),
        effect=(effects[effect], verdict.effect),
    )


def named(chosen: list[melds.Meld]) -> list[list[str]]:
    """Melds as sorted lists of cards, in the engine's order of cards."""
    return sorted(codes(mask(meld["cards"])) for meld in chosen)


def a_score(
    variant: str, options: Options, rules: Rules, contract: Contract, drawn: random.Random
) -> Iterator[str]:
    """Numbers as a deal may end with, ties and sweeps often among them: what is written, and who has won."""
    whole = total(variant, options, contract)
    sweep = drawn.choice([None, None, None, *SIDES])
    ns = drawn.randrange(whole + 1)
    if drawn.random() < 0.4:
        ns = min(whole, max(0, whole // 2 + drawn.choice([-50, -30, -20, -10, -1, 0, 0, 1, 10, 20, 30, 50])))
    if sweep is not None:
        ns = whole if sweep == "NS" else 0
    cards = {"NS": ns, "EW": whole - ns}
    last = sweep or drawn.choice([side for side in SIDES if cards[side] >= 10])
    belotes = {"NS": 0, "EW": 0}
    if variant != "two-player" and contract["kind"] != "notrump":
        for _ in range(drawn.randrange(5) if contract["kind"] == "alltrump" else drawn.randrange(2)):
            belotes[drawn.choice(SIDES)] += 1
    told = {"NS": 0, "EW": 0}
    if variant == "luxembourg" or options.get("announcements"):
        told[drawn.choice(SIDES)] = drawn.choice([0, 20, 40, 50, 100, 110, 150, 200, 240])
    holds = variant in ("classic", "house", "luxembourg") or options.get("litige")
    carried = drawn.choice([0, 0, 8, 13, 81, 162, 240]) if holds else 0
    takers = "NS" if contract["by"] == "N" or (contract["by"] == "S" and variant != "two-player") else "EW"
    mine = scoring.score(variant, options, contract, takers, cards, belotes, told, sweep, carried)
    theirs = score_deal(
        rules,
        engine_contract(contract),
        cards=(cards["NS"] - 10 * (last == "NS"), cards["EW"] - 10 * (last == "EW")),
        last_trick=SIDES.index(last),
        belote=(20 * belotes["NS"], 20 * belotes["EW"]),
        melds=pair(told),
        sweep=None if sweep is None else SIDES.index(sweep),
        pot=carried,
    )
    yield from differing(
        f"{variant} {options} {contract} {cards} {belotes} {told} {sweep} {carried}",
        written=(pair(mine["written"]), theirs.written),
        pot=(mine["pot"], theirs.pot_out),
        outcome=(mine["outcome"], str(theirs.outcome)),
    )
    if "target" in options:
        totals = {side: options["target"] + drawn.choice([-200, -1, 0, 0, 1, 30]) for side in SIDES}
        winner = engine_won(rules, pair(totals))
        yield from differing(
            f"{variant} {options} {totals}",
            won=(scoring.has_won(options, totals), None if winner is None else SIDES[winner]),
        )
