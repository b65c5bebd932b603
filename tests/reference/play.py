"""Who wins a trick and which cards may be played. Rules: shared core, trick winner and legal cards."""

from tests.reference.cards import Contract, Options, Trick, partner_of, table


def power(variant: str, options: Options, led: str, contract: Contract, card: str) -> int:
    """The greater, the stronger; -1 never wins. Rules: trick winner."""
    ranks = [rank for rank, _ in table(variant, options, contract, card[1])]
    strength = 8 - ranks.index(card[0])
    if contract["kind"] == "trump" and card[1] == contract["trump"]:
        return 100 + strength
    if card[1] == led:
        return strength
    return -1


def winner(variant: str, options: Options, contract: Contract, trick: Trick) -> str:
    """The seat that wins, or is winning, a trick. Rules: trick winner."""
    led = trick[0][1][1]
    best_seat, best_card = trick[0]
    for seat, card in trick:
        here = power(variant, options, led, contract, card)
        if here > power(variant, options, led, contract, best_card):
            best_seat, best_card = seat, card
    return best_seat


def switches(variant: str, options: Options) -> dict[str, object]:
    """The switches of the table in the rules, legal cards."""
    row: dict[str, object] = {
        "riseOnTrumpLead": True,
        "partnerExempt": "any",
        "cannotOverruff": "underruff",
        "noVoluntaryUnderruff": False,
    }
    if variant == "luxembourg":
        row["noVoluntaryUnderruff"] = True
    if variant == "coinche":
        row["cannotOverruff"] = "free"
    if variant == "beginner":
        row["riseOnTrumpLead"] = options["riseOnTrumpLead"]
        row["partnerExempt"] = options["partnerExempt"]
    return row


def legal_cards(
    variant: str, options: Options, contract: Contract, trick: Trick, seat: str, hand: list[str]
) -> list[str]:
    """The cards of a hand that may be played. Rules: legal cards, steps 1 to 5."""
    if not trick:
        return list(hand)
    led = trick[0][1][1]
    follow = [card for card in hand if card[1] == led]
    if contract["kind"] == "notrump":
        return follow or list(hand)
    if contract["kind"] == "alltrump":
        if not follow:
            return list(hand)
        return stronger(variant, options, contract, trick, follow) or follow
    if led == contract["trump"]:
        if not follow:
            return list(hand)
        if not switches(variant, options)["riseOnTrumpLead"]:
            return follow
        return stronger(variant, options, contract, trick, follow) or follow
    if follow:
        return follow
    return void(variant, options, contract, trick, seat, hand)


def void(
    variant: str, options: Options, contract: Contract, trick: Trick, seat: str, hand: list[str]
) -> list[str]:
    """A plain suit was led and the hand has none of it. Rules: legal cards, steps 5c to 5h."""
    trumps = [card for card in hand if card[1] == contract["trump"]]
    if not trumps:
        return list(hand)
    row = switches(variant, options)
    over = stronger(variant, options, contract, trick, trumps)
    leader = winner(variant, options, contract, trick)
    by_trump = dict(trick)[leader][1] == contract["trump"]
    if partner_of(variant, seat) == leader and (row["partnerExempt"] == "any" or by_trump):
        if row["noVoluntaryUnderruff"] and over:
            return [card for card in hand if card not in trumps] + over
        return list(hand)
    if over:
        return over
    if row["cannotOverruff"] == "free":
        return list(hand)
    return trumps


def stronger(variant: str, options: Options, contract: Contract, trick: Trick, cards: list[str]) -> list[str]:
    """Those of `cards`, all of one suit, that beat every card of that suit in the trick."""
    suit = cards[0][1]
    ranks = [rank for rank, _ in table(variant, options, contract, suit)]
    lying = [ranks.index(card[0]) for _, card in trick if card[1] == suit]
    return [card for card in cards if all(ranks.index(card[0]) < place for place in lying)]
