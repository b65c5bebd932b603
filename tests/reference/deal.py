"""Who gets which card of the shuffled pack. Rules: the deal of each rule set."""

from typing import Any

from tests.reference.cards import Options, from_left


def first_deal(variant: str, options: Options, dealer: str, pack: list[str]) -> dict[str, Any]:
    """{"hands", "turned", "stock"}; for two {"columns": {seat: [[open, hidden], ...]}, "turned"}."""
    order = from_left(variant, options, dealer)
    stock = list(pack)
    if variant == "two-player":
        other, dealing = order
        columns: dict[str, list[list[str]]] = {other: [], dealing: []}
        turned = ""
        for _ in range(2):
            hidden = {other: [stock.pop(0) for _ in range(4)], dealing: [stock.pop(0) for _ in range(4)]}
            for seat in (other, dealing):
                for place in range(4):
                    turned = stock.pop(0)
                    columns[seat].append([turned, hidden[seat][place]])
        return {"columns": columns, "turned": turned, "stock": []}
    hands: dict[str, list[str]] = {seat: [] for seat in order}
    for packet in [3, 2, 3] if variant == "coinche" else [3, 2]:
        for seat in order:
            hands[seat] += [stock.pop(0) for _ in range(packet)]
    turned_up = None if variant == "coinche" else stock.pop(0)
    return {"hands": hands, "turned": turned_up, "stock": stock}


def receiver(variant: str, options: Options, dealer: str, taker: str, auction_round: int) -> str | None:
    """Who gets the turned card; None: it goes back on the stock (or, for two, stays where it lies)."""
    if variant in ("coinche", "two-player"):
        return None
    if variant == "beginner":
        if auction_round == 2 and options["turnedCardRound2"] == "stock":
            return None
        return dealer
    return taker


def second_deal(
    variant: str,
    options: Options,
    dealer: str,
    hands: dict[str, list[str]],
    turned: str,
    stock: list[str],
    to: str | None,
) -> dict[str, list[str]]:
    """Everybody's hand filled to eight. The beginners' card laid aside returns to the dealer, so it never left."""
    stock = list(stock)
    result = {seat: list(hand) for seat, hand in hands.items()}
    if to is None:
        stock.insert(0, turned)
    else:
        result[to].append(turned)
    for seat in from_left(variant, options, dealer):
        while len(result[seat]) < 8:
            result[seat].append(stock.pop(0))
    assert not stock
    return result
