"""Who made a fact. Stored as one letter, since a match has hundreds; spelt out where people read it."""

PERSON, PLAN, CLOCK = "p", "a", "t"
_WORDS = {PERSON: "person", PLAN: "plan", CLOCK: "clock"}


def computer(level: str) -> str:
    """The token of a computer's action. Levels begin with different letters (a test sees to it)."""
    return level[0]


def spelt(token: str, levels: tuple[str, ...]) -> str:
    """`person`, `plan`, `clock` or `computer:novice`, as `engine.notation` names authors; itself if it is unknown."""
    words = _WORDS | {computer(level): f"computer:{level}" for level in levels}
    return words.get(token, token)
