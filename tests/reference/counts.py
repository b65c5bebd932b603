"""In how many ways a deal can go on from fixed positions, counted by both.

    python -m tests.reference.counts

draws the positions anew and writes what the second opinion counts; do so only when the rules are meant to change.
"""

import json
import random
from pathlib import Path
from typing import Any

from engine.actions import parse_action
from engine.match import new_match, play_trusted, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.seats import parse_seat
from engine.state import Match
from tests.reference.bridge import engine_pack, engine_rules
from tests.reference.cards import OPTIONS, Options, defaults, seats_of
from tests.reference.deals import pick, random_pack
from tests.reference.table import Table

FILE = Path(__file__).parent.parent / "data" / "perft_second_opinion.json"
STAGES = ("first call", "first card", "third trick")
DEEPEST = 5
MOST = 4000


def reference_count(table: Table, depth: int) -> int:
    """The sequences of `depth` legal actions; a deal that ends sooner counts as one."""
    legal = table.legal()
    if depth == 0 or not legal:
        return 1
    if depth == 1:
        return len(legal)
    found = 0
    for text in legal:
        after = table.copy()
        after.act(text)
        found += reference_count(after, depth - 1)
    return found


def engine_count(match: Match, depth: int) -> int:
    """The same by the engine."""
    if depth == 0 or match.deal is None:
        return 1
    actions = legal_actions(observation(match, to_act(match)))
    if depth == 1:
        return len(actions)
    return sum(engine_count(play_trusted(match, action), depth - 1) for action in actions)


def reference_position(entry: dict[str, Any]) -> Table:
    """The table of a stored position."""
    table = Table(entry["variant"], entry["options"], entry["dealer"])
    table.start(entry["pack"].split())
    for text in entry["actions"].split():
        table.act(text)
    return table


def engine_position(entry: dict[str, Any]) -> Match:
    """The match of a stored position."""
    match = new_match(engine_rules(entry["variant"], entry["options"]), parse_seat(entry["dealer"]))
    match, _ = start_deal(match, engine_pack(entry["pack"].split()))
    for text in entry["actions"].split():
        match = play_trusted(match, parse_action(text))
    return match


def reached(table: Table, stage: str) -> bool:
    """Whether a deal has come to a stage."""
    if stage == "first call":
        return True
    return table.phase == "playing" and len(table.tricks) == (0 if stage == "first card" else 2)


def draw(variant: str, options: Options, stage: str, drawn: random.Random) -> dict[str, Any]:
    """A position at a stage, and what the second opinion counts there."""
    while True:
        dealer = drawn.choice(seats_of(variant, options))
        table, said = Table(variant, options, dealer), []
        pack = random_pack(variant, options, dealer, drawn)
        table.start(pack)
        while table.phase not in ("dealing", "over") and not reached(table, stage):
            said.append(pick(table.legal(), drawn))
            table.act(said[-1])
        if table.phase in ("dealing", "over"):
            continue
        counts: list[int] = []
        while len(counts) < DEEPEST and (not counts or counts[-1] * counts[0] < MOST):
            counts.append(reference_count(table, len(counts) + 1))
        return {
            "variant": variant,
            "stage": stage,
            "options": options,
            "dealer": dealer,
            "pack": " ".join(pack),
            "actions": " ".join(said),
            "counts": counts,
        }


def main() -> None:
    """Three positions of each rule set as it is, and one for each other value of each option."""
    drawn, entries = random.Random(7), []
    for variant, choices in OPTIONS.items():
        usual = defaults(variant)
        entries += [draw(variant, usual, stage, drawn) for stage in STAGES]
        for name, values in choices.items():
            for value in values[1:]:
                stage = "first call" if name in ("force", "valetForce", "silentTake") else "first card"
                entries.append(draw(variant, {**usual, name: value}, stage, drawn))
    FILE.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
