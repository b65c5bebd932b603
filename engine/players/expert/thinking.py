"""From an observation to an action: renamed so that no name can matter, decided, and named back."""

import hashlib
import random

from engine.actions import Action, ActionKind
from engine.observation import Observation, legal_actions
from engine.players import club
from engine.players.expert.calling import choose_call
from engine.players.expert.playing import choose_card
from engine.players.renaming import back, names_for, renamed
from engine.state import Phase


def think(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """As `expert.choose`."""
    actions = legal_actions(observation)
    calls = observation.phase is Phase.CALLING
    if len(actions) < 2 or not (calls or observation.phase is Phase.PLAYING):
        # What is laid aside or announced is decided by rules of thumb.
        return club.choose(observation, budget, seed)
    if any(action.kind in (ActionKind.SHOW, ActionKind.MELD) for action in actions):
        said = club.choose(observation, budget, seed)
        if said.kind is not ActionKind.PLAY:
            return said
    names = names_for(observation)
    text = seed if isinstance(seed, bytes) else str(seed).encode("ascii")
    digest = hashlib.sha256(text + b"|expert|%d" % observation.ply).digest()
    rng = random.Random(digest)  # noqa: S311 (a draw, no secret)
    decide = choose_call if calls else choose_card
    return back(names).action(decide(renamed(observation, names), budget, rng))
