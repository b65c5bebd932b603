"""The named rule sets, and the options each offers. A new rule set is one entry in each mapping.

Field values follow the rule pages in docs/rules; the AMB names there mark readings of sentences that allow more
than one.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from engine.rules import (
    AllTrumpValues,
    AuctionKind,
    BeloteRule,
    CannotOverruff,
    DealPattern,
    Direction,
    MeldRanking,
    MeldTable,
    PartnerExempt,
    Rules,
    ScoringKind,
    TieRule,
    ToutBelote,
    TurnedTo,
)

OptionValue: TypeAlias = str | int | bool


class Option(NamedTuple):
    """One thing the people at a table may agree on before a match."""

    name: str
    """Its public name, as in `beloteKeptInLitige`."""
    field: str
    """The field of `Rules` it sets."""
    values: tuple[OptionValue, ...]
    """What may be chosen; the first is the default."""


VARIANTS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "classic": Rules(direction=Direction.COUNTER_CLOCKWISE),
        "two-player": Rules(
            players=2,
            deal=DealPattern.COLUMNS,
            turned_to=TurnedTo.STAYS,
            turned_to_round_2=TurnedTo.STAYS,
            belote=BeloteRule.NEVER,
            litige=False,
            target=0,
        ),
        "luxembourg": Rules(
            auction=AuctionKind.TOPPING,
            no_trump=True,
            all_trump=True,
            silent_take=True,
            no_voluntary_underruff=True,
            tout_belote=ToutBelote.TRICK,
            announcements=True,
            meld_table=MeldTable.TENFOLD,
            meld_choice=True,
            tie_rule=TieRule.STRIKE,
            scoring=ScoringKind.TENTHS,
            target=201,
        ),
        "coinche": Rules(
            deal=DealPattern.ALL,
            auction=AuctionKind.BIDDING,
            no_trump=True,
            all_trump=True,
            no_trump_ace=19,
            all_trump_values=AllTrumpValues.EVEN,
            cannot_overruff=CannotOverruff.FREE,
            scoring=ScoringKind.CONTRACT,
            litige=False,
            capot_transfers_melds=True,
            rounding=True,
        ),
        "beginner": Rules(
            turned_to=TurnedTo.DEALER,
            turned_to_round_2=TurnedTo.DEALER,
            lays_aside=True,
            rise_on_trump_lead=False,
            partner_exempt=PartnerExempt.TRUMP,
            litige=False,
            capot_against_bonus=False,
            target=501,
        ),
        "house": Rules(no_trump=True, no_trump_ace=19),
    }
)

_OFF_ON: Final = (False, True)
_ON_OFF: Final = (True, False)

OPTIONS: Final[Mapping[str, tuple[Option, ...]]] = MappingProxyType(
    {
        "classic": (
            Option("target", "target", (1000, 501)),
            Option("announcements", "announcements", _OFF_ON),
            Option("beloteKeptInLitige", "belote_kept_in_litige", _OFF_ON),
            Option("capotTransfersMelds", "capot_transfers_melds", _OFF_ON),
            Option("tieRule", "tie_rule", (TieRule.NONE, TieRule.STRIKE)),
        ),
        "two-player": (),
        "luxembourg": (
            Option("force", "force", _OFF_ON),
            Option("valetForce", "valet_force", _OFF_ON),
            Option("meldsCountForWinning", "melds_count_for_winning", _ON_OFF),
            Option("silentTake", "silent_take", _ON_OFF),
            Option("autoShowMelds", "auto_show_melds", _ON_OFF),
            Option("meldRanking", "meld_ranking", (MeldRanking.POINTS, MeldRanking.KIND)),
            Option("tieRule", "tie_rule", (TieRule.STRIKE, TieRule.NONE)),
            Option("toutBelote", "tout_belote", (ToutBelote.TRICK, ToutBelote.LED)),
            Option("target", "target", (201, 101)),
            Option("partnerSansMeansTout", "partner_sans_means_tout", _OFF_ON),
        ),
        "coinche": (
            Option("target", "target", (1000, 501, 2000)),
            Option("announcements", "announcements", _OFF_ON),
            Option("litige", "litige", _OFF_ON),
            Option("rounding", "rounding", _ON_OFF),
            Option("direction", "direction", (Direction.CLOCKWISE, Direction.COUNTER_CLOCKWISE)),
        ),
        "beginner": (
            Option("target", "target", (501, 1000)),
            Option("announcements", "announcements", _OFF_ON),
            Option("riseOnTrumpLead", "rise_on_trump_lead", _OFF_ON),
            Option("partnerExempt", "partner_exempt", (PartnerExempt.TRUMP, PartnerExempt.ANY)),
            Option("capot252", "capot_bonus", _ON_OFF),
            Option("turnedCardRound2", "turned_to_round_2", (TurnedTo.DEALER, TurnedTo.STOCK)),
        ),
        "house": (
            Option("target", "target", (1000, 501)),
            Option("noTrumpAce", "no_trump_ace", (19, 11)),
        ),
    }
)


def with_option(rules: Rules, option: Option, value: OptionValue) -> Rules:
    """The same rules with one option chosen; `ValueError` when the option does not offer the value."""
    for offered in option.values:
        # True == 1: an option of numbers must not take a truth value, nor the reverse.
        if offered == value and isinstance(offered, bool) == isinstance(value, bool):
            changes: dict[str, OptionValue] = {option.field: offered}
            return replace(rules, **changes)  # type: ignore[arg-type]
    raise ValueError(f"{option.name} cannot be {value!r}")
