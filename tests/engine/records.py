"""Golden matches and perft numbers: what they are, and how to write them anew.

    python -m tests.engine.records

Do so only when a change of behaviour is meant; the diff then shows what it changes.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from engine.deal import commitment, deal_seed, first_dealer, permutation
from engine.match import Match, apply, new_match, play_trusted, start_deal, to_act
from engine.notation import DealLine, Entry, Fact, Record, ScoreLine, format_record
from engine.observation import legal_actions, observation
from engine.players import LEVELS
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.play import pack_of

DATA: Final = Path(__file__).parent.parent / "data"
GOLDEN: Final = DATA / "golden"
PERFT: Final = DATA / "perft.json"
SECRET: Final = bytes(range(2, 34))
"""With these packs every outcome occurs."""
MOST_DEALS: Final = 30


class Golden(NamedTuple):
    """One golden match: a rule set with at most one option changed."""

    variant: str
    label: str
    rules: Rules

    @property
    def path(self) -> Path:
        return GOLDEN / f"{self.variant}.{self.label}.txt"


def goldens() -> Iterator[Golden]:
    """Every rule set as it is, with each option's every other value, and with all options at once."""
    for variant, rules in VARIANTS.items():
        yield Golden(variant, "default", rules)
        everything = rules
        for option in OPTIONS[variant]:
            for value in option.values[1:]:
                label = f"{option.name}-{str(value).lower()}"
                yield Golden(variant, label, with_option(rules, option, value))
            everything = with_option(everything, option, option.values[-1])
        if everything != rules:
            yield Golden(variant, "everything", everything)


def played(rules: Rules, number: int) -> Record:
    """A match between novices, who now and then do something else."""
    secret = SECRET[1:] + bytes([number])
    cuts = {SEAT_LETTERS[seat]: 0 for seat in seats_in_play(rules)}
    match = new_match(rules, first_dealer(deal_seed(secret, 1, cuts), rules))
    entries: list[Entry] = []
    while match.winner is None and match.deal_no <= MOST_DEALS:
        seed = deal_seed(secret, match.deal_no, cuts)
        entries.append(DealLine(match.deal_no, match.dealer, permutation(seed)))
        match, _ = start_deal(match, permutation(seed))
        entries.extend(_facts(match, seed))
        match = _end(match, entries)
        if match.finished is not None:
            number, score = match.finished.deal_no, match.finished.score
            entries.append(ScoreLine(number, score.outcome, score.written, score.pot_out, score.totals))
    over = match.winner is not None
    return Record(rules, commitment(secret), tuple(cuts.items()), secret if over else b"", tuple(entries))


def _facts(match: Match, seed: bytes) -> Iterator[Fact]:
    while match.deal is not None:
        obs = observation(match, to_act(match))
        actions, odd = legal_actions(obs), (seed[match.ply % 32] + match.ply) % 256
        strays = odd < 40
        action = actions[odd % len(actions)] if strays else LEVELS["novice"](obs, 0, seed)
        yield Fact(7 * match.ply, obs.seat or 0, action, "person" if strays else "computer:novice")
        match, _ = apply(match, action)


def _end(match: Match, entries: list[Entry]) -> Match:
    last_deal = max(index for index, entry in enumerate(entries) if isinstance(entry, DealLine))
    for entry in entries[last_deal + 1 :]:
        if isinstance(entry, Fact):
            match = play_trusted(match, entry.action)
    return match


# --- perft: how many ways are there? ---

POSITIONS: Final = {"first call": (1, 0), "first card": (2, 4), "third trick": (3, 15)}
"""By name: the number of a pack, and how many plies the novices play before counting."""
DEPTH: Final = 5


def position(rules: Rules, name: str) -> Match:
    """One of the fixed positions."""
    number, plies = POSITIONS[name]
    while True:
        match, _ = start_deal(new_match(rules, seats_in_play(rules)[0]), pack_of(number))
        for _ in range(plies):
            if match.deal is not None:
                action = LEVELS["novice"](observation(match, to_act(match)), 0, number)
                match, _ = apply(match, action)
        if match.deal is not None:
            return match
        # Passed out: the next pack.
        number += len(POSITIONS)


def perft(match: Match, depth: int) -> int:
    """The number of sequences of `depth` legal actions; a deal that ends sooner counts as one."""
    if depth == 0 or match.deal is None:
        return 1
    actions = legal_actions(observation(match, to_act(match)))
    if depth == 1:
        return len(actions)
    return sum(perft(play_trusted(match, action), depth - 1) for action in actions)


def depth_for(rules: Rules) -> int:
    """Bidding has some sixty calls at each ply: three plies are enough."""
    return 3 if rules.auction.value == "bidding" else DEPTH


def perft_numbers() -> dict[str, dict[str, list[int]]]:
    """By rule set and position: the counts at depth 1, 2, ..."""
    return {
        variant: {
            name: [perft(position(rules, name), depth) for depth in range(1, depth_for(rules) + 1)]
            for name in POSITIONS
        }
        for variant, rules in VARIANTS.items()
    }


def main() -> None:
    """Write all of it."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for number, golden in enumerate(goldens()):
        golden.path.write_text(format_record(played(golden.rules, number)), encoding="utf-8")
    PERFT.write_text(json.dumps(perft_numbers(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
