"""A player of rules of thumb, as one meets in a club: counts the trumps, keeps his masters, minds his partner."""

from engine.actions import Action, ActionKind
from engine.observation import Observation, legal_actions
from engine.players.club.announcing import announce
from engine.players.club.calling import call
from engine.players.club.playing import play
from engine.players.ties import in_order
from engine.state import Phase


def choose(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """A legal action; `ValueError` when it is not this seat's turn. `budget` is ignored: nothing is searched."""
    del budget
    actions = legal_actions(observation)
    if not actions:
        raise ValueError("nothing to do for this seat")
    if len(actions) == 1:
        return actions[0]
    if observation.phase is Phase.CALLING:
        return call(observation, actions, seed)
    if observation.phase is Phase.LAYING_ASIDE:
        # It comes back to him for certain: any card will do.
        return in_order(observation, actions)[0]
    said = announce(observation, actions)
    if said is not None:
        return said
    return play(observation, tuple(action for action in actions if action.kind is ActionKind.PLAY), seed)
