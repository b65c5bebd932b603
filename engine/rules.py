"""A rule set is data: every question the rules can be asked, answered by one frozen value.

`Rules` names no rule set. The named ones are entries of `variants.VARIANTS`; a table stores the value it plays by,
so that a stored game never changes when a default does. Each field is read by one module, named beside it.
"""

import dataclasses
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final


class Direction(StrEnum):
    """Which way deal, calls and play go round (seats)."""

    CLOCKWISE = "cw"
    COUNTER_CLOCKWISE = "ccw"


class DealPattern(StrEnum):
    """How the pack is handed out (dealing)."""

    TURN_UP = "turn-up"
    """Three, two, one card turned up; the rest after the auction."""
    ALL = "all"
    """Three, two, three; no card is turned up."""
    COLUMNS = "columns"
    """Two players, eight columns each: an open card on a hidden one."""


class TurnedTo(StrEnum):
    """Who picks up the turned card (dealing)."""

    TAKER = "taker"
    DEALER = "dealer"
    STOCK = "stock"
    """Nobody: it is dealt as the top card of the stock."""
    STAYS = "stays"
    """It is an open card of the dealer's and lies where it lies."""


class AuctionKind(StrEnum):
    """How the contract is found (auction)."""

    TWO_ROUNDS = "two-rounds"
    """The turned suit, then another; the first to take ends it."""
    TOPPING = "topping"
    """A game can be topped by a higher one until three pass in a row."""
    BIDDING = "bidding"
    """Points are bid, and doubled."""


class PartnerExempt(StrEnum):
    """When a seat void of the led suit need not trump because its partner is winning (trick)."""

    ANY = "any"
    TRUMP = "trump"
    """Only when the partner's winning card is itself a trump."""


class CannotOverruff(StrEnum):
    """What a void seat owes that holds trumps, but none high enough (trick)."""

    UNDERRUFF = "underruff"
    FREE = "free"


class AllTrumpValues(StrEnum):
    """Card points when every suit is trump (contracts)."""

    TRUMP = "trump"
    """As in a trump suit: 248 in the pack."""
    EVEN = "even"
    """Scaled so that the pack holds 152, as with one trump suit."""


class BeloteRule(StrEnum):
    """When king and queen of trump in one hand count (belote)."""

    NEVER = "never"
    ALWAYS = "always"


class ToutBelote(StrEnum):
    """What a belote needs when every suit is trump (belote)."""

    FREE = "free"
    TRICK = "trick"
    """Its first card must be played to a trick led in its suit."""
    LED = "led"
    """Its suit must have been led, in this trick or an earlier one."""


class MeldTable(StrEnum):
    """What four of a kind and long runs are worth (melds)."""

    FRENCH = "french"
    TENFOLD = "tenfold"
    """Tenfold card values; eights void the melds, sevens the deal; a cent is five cards."""


class MeldRanking(StrEnum):
    """Which meld is the best (melds)."""

    POINTS = "points"
    KIND = "kind"
    """Any four of a kind beats any run."""


class TieRule(StrEnum):
    """What becomes of equal runs of the two sides (melds)."""

    NONE = "none"
    """When the two best are equal, no meld counts."""
    STRIKE = "strike"
    """Equal runs are struck out, save one in trump; the rest is compared."""


class ScoringKind(StrEnum):
    """How points become a score (scoring)."""

    POINTS = "points"
    TENTHS = "tenths"
    CONTRACT = "contract"


class BadRules(ValueError):
    """Values that do not make a playable rule set together."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything a deal, an auction, a trick and a score sheet can ask. Units are points unless stated.

    Raises `BadRules` (a `ValueError`) naming the combination when the values do not fit together.
    """

    players: int = 4
    """4 in two partnerships, or 2."""
    direction: Direction = Direction.CLOCKWISE

    # dealing
    deal: DealPattern = DealPattern.TURN_UP
    turned_to: TurnedTo = TurnedTo.TAKER
    turned_to_round_2: TurnedTo = TurnedTo.TAKER
    """The same, when the contract was found in the second round."""
    lays_aside: bool = False
    """A dealer who picked up the turned card lays one card under the stock; it comes back as his last one."""

    # auction
    auction: AuctionKind = AuctionKind.TWO_ROUNDS
    no_trump: bool = False
    all_trump: bool = False
    force: bool = False
    """After two rounds of passes the first speaker must choose a game."""
    valet_force: bool = False
    """A turned jack makes the first speaker play all trump, without an auction."""
    silent_take: bool = False
    """Taking the turned card without a word means all trump."""
    partner_sans_means_tout: bool = False
    """A convention for computer players; no rule depends on it."""

    # card points
    no_trump_ace: int = 11
    """11, or 19 so that a no-trump deal is worth 162 as well."""
    all_trump_values: AllTrumpValues = AllTrumpValues.TRUMP

    # trick
    rise_on_trump_lead: bool = True
    partner_exempt: PartnerExempt = PartnerExempt.ANY
    cannot_overruff: CannotOverruff = CannotOverruff.UNDERRUFF
    no_voluntary_underruff: bool = False

    # belote and melds
    belote: BeloteRule = BeloteRule.ALWAYS
    tout_belote: ToutBelote = ToutBelote.FREE
    announcements: bool = False
    meld_table: MeldTable = MeldTable.FRENCH
    meld_choice: bool = False
    """A player may meld something else than what is proposed, or nothing."""
    auto_show_melds: bool = True
    """Off: a winner of the melds who does not show his at his second card loses them for his side."""
    meld_ranking: MeldRanking = MeldRanking.POINTS
    tie_rule: TieRule = TieRule.NONE

    # scoring
    scoring: ScoringKind = ScoringKind.POINTS
    litige: bool = True
    """Equal totals: the takers' points are held over. Off: the contract is lost."""
    belote_kept_in_litige: bool = False
    """The takers write their belote at once when their points are held over."""
    capot_bonus: bool = True
    """All tricks for the takers: 90 more."""
    capot_against_bonus: bool = True
    """All tricks for the defenders: 90 more."""
    capot_transfers_melds: bool = False
    """The melds of a side without a trick go to the takers who took them all; off: they are lost."""
    melds_count_for_winning: bool = True
    rounding: bool = False
    """Scores are written in tens, five up."""
    target: int = 1000
    """The total that wins the match. 0: a match is one deal."""

    memo: dict[str, Any] = field(init=False, repr=False, compare=False, default_factory=dict)
    """What other modules compile from these rules, by their own key; no part of the value."""
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        _validate(self)
        # Compiled tables are looked up by rules at every ply: hash 37 fields once, not each time.
        object.__setattr__(self, "_hash", hash(tuple(rules_to_dict(self).values())))

    def __hash__(self) -> int:
        return self._hash


FIELDS: Final = tuple(entry for entry in dataclasses.fields(Rules) if entry.init)
_VALUES: Final = "values"


def rules_to_dict(rules: Rules) -> dict[str, str | int | bool]:
    """Every field by name as a JSON value (enums as their strings)."""
    if _VALUES not in rules.memo:
        rules.memo[_VALUES] = {entry.name: _plain(getattr(rules, entry.name)) for entry in FIELDS}
    return dict(rules.memo[_VALUES])


def rules_from_dict(values: dict[str, str | int | bool]) -> Rules:
    """The inverse of `rules_to_dict`. A missing field takes its default; an unknown one raises `BadRules`.

    The same values give the very same object, so that what is compiled from rules is compiled once a process and not
    each time a table is read.
    """
    try:
        # The types are part of the key: True and 1 are equal, and only one of them is a switch.
        return _made(tuple(values.items()), tuple(map(type, values.values())))
    except (TypeError, ValueError) as error:
        raise BadRules(str(error)) from error


@lru_cache(maxsize=256)
def _made(values: tuple[tuple[str, str | int | bool], ...], _types: tuple[type, ...]) -> Rules:
    kinds = {entry.name: type(entry.default) for entry in FIELDS}
    unknown = sorted(name for name, _ in values if name not in kinds)
    if unknown:
        raise BadRules(f"unknown fields: {', '.join(unknown)}")
    return Rules(**{name: _typed(kinds[name], value) for name, value in values})


def _typed(kind: Any, value: str | int | bool) -> Any:
    # bool("false") is True and bool is an int: a stored value must already be of its field's kind.
    expected = str if issubclass(kind, StrEnum) else kind
    if type(value) is not expected:
        raise TypeError(f"{value!r} where {expected.__name__} is due")
    return kind(value)


def _plain(value: str | int | bool) -> str | int | bool:
    return value.value if isinstance(value, StrEnum) else value


def _validate(rules: Rules) -> None:
    for broken, message in _objections(rules):
        if broken:
            raise BadRules(message)


def _objections(rules: Rules) -> tuple[tuple[bool, str], ...]:
    columns = rules.deal is DealPattern.COLUMNS
    turn_up = rules.deal is DealPattern.TURN_UP
    bidding = rules.auction is AuctionKind.BIDDING
    topping = rules.auction is AuctionKind.TOPPING
    turned = (rules.turned_to, rules.turned_to_round_2)
    return (
        (rules.players not in (2, 4), f"a match of {rules.players} players"),
        (columns != (rules.players == 2), "columns are for two players, and two players need columns"),
        (columns and rules.auction is not AuctionKind.TWO_ROUNDS, "columns need the auction of two rounds"),
        (columns != all(to is TurnedTo.STAYS for to in turned), "the turned card stays in columns only"),
        (turn_up and TurnedTo.STAYS in turned, "a turned card must go to somebody"),
        (rules.turned_to is TurnedTo.STOCK, "in the first round the turned card goes to somebody"),
        (rules.lays_aside and rules.turned_to is not TurnedTo.DEALER, "only a dealer lays a card aside"),
        (
            bidding != (rules.deal is DealPattern.ALL),
            "points are bid when all cards are dealt, and only then",
        ),
        (bidding != (rules.scoring is ScoringKind.CONTRACT), "a bid is what contract scoring scores"),
        (topping and not (rules.no_trump and rules.all_trump), "topping needs no trump and all trump"),
        (rules.auction is AuctionKind.TWO_ROUNDS and rules.all_trump, "two rounds offer no all trump"),
        (not topping and (rules.force or rules.valet_force), "a forced game needs the topping auction"),
        (not topping and rules.silent_take, "taking in silence needs the topping auction"),
        (columns and rules.announcements, "columns have no announcements"),
        (columns and rules.belote is not BeloteRule.NEVER, "columns have no belote"),
        (not rules.announcements and rules.meld_choice, "there is no meld to choose without announcements"),
        (rules.no_trump_ace not in (11, 19), f"a no-trump ace worth {rules.no_trump_ace}"),
        (rules.target < 0, f"a target of {rules.target}"),
    )
