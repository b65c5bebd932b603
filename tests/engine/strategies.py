"""Hypothesis strategies: every set of rules that holds together, and seeds."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from engine.cards import CARDS
from engine.rules import (
    AllTrumpValues,
    AuctionKind,
    BadRules,
    BeloteRule,
    CannotOverruff,
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
from engine.variants import VARIANTS

_FREE: dict[str, st.SearchStrategy[Any]] = {
    "direction": st.sampled_from(Direction),
    "turned_to": st.sampled_from(TurnedTo),
    "turned_to_round_2": st.sampled_from(TurnedTo),
    "lays_aside": st.booleans(),
    "no_trump": st.booleans(),
    "force": st.booleans(),
    "valet_force": st.booleans(),
    "silent_take": st.booleans(),
    "no_trump_ace": st.sampled_from((11, 19)),
    "all_trump_values": st.sampled_from(AllTrumpValues),
    "rise_on_trump_lead": st.booleans(),
    "partner_exempt": st.sampled_from(PartnerExempt),
    "cannot_overruff": st.sampled_from(CannotOverruff),
    "no_voluntary_underruff": st.booleans(),
    "belote": st.sampled_from(BeloteRule),
    "tout_belote": st.sampled_from(ToutBelote),
    "announcements": st.booleans(),
    "meld_table": st.sampled_from(MeldTable),
    "meld_choice": st.booleans(),
    "auto_show_melds": st.booleans(),
    "meld_ranking": st.sampled_from(MeldRanking),
    "tie_rule": st.sampled_from(TieRule),
    "litige": st.booleans(),
    "belote_kept_in_litige": st.booleans(),
    "capot_bonus": st.booleans(),
    "capot_against_bonus": st.booleans(),
    "capot_transfers_melds": st.booleans(),
    "melds_count_for_winning": st.booleans(),
    "rounding": st.booleans(),
    "target": st.sampled_from((0, 101, 501, 1000)),
}


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """A named rule set with any number of fields changed, as far as they go together."""
    rules = draw(st.sampled_from(list(VARIANTS.values())))
    if rules.auction is not AuctionKind.BIDDING:
        scoring = draw(st.sampled_from((ScoringKind.POINTS, ScoringKind.TENTHS)))
        rules = replace(rules, scoring=scoring)
    for name in draw(st.lists(st.sampled_from(sorted(_FREE)), unique=True, max_size=12)):
        try:
            rules = replace(rules, **{name: draw(_FREE[name])})
        except BadRules:
            continue
    return rules


seeds = st.integers(min_value=0, max_value=2**40)
packs = st.permutations(list(CARDS)).map(tuple)
