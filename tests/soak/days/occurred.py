"""What happened in a fortnight, in a short table: a proof is worth what it has met."""

from collections import Counter

from tests.soak.days.life import Life
from tests.soak.days.watch import Watch

Line = tuple[str, str]
WISHES = {
    "Leave": "left",
    "Return": "came back",
    "TakeOver": "took a seat over",
    "Oust": "votes to replace",
    "Swap": "votes to swap",
    "Resign": "offers to give up",
    "StopAfter": "votes to stop",
    "Cancel": "votes to break off",
    "Pause": "votes to pause",
    "Resume": "ended a pause",
    "Nudge": "nudges",
    "SetPlan": "plans",
    "Claim": "claims",
    "TakeBack": "taken back",
}
"""Kinds of wishes that are counted, in words."""


def occurred(house: Life, watch: Watch) -> list[Line]:
    """In lines of a name and what there was of it."""
    counted = {
        "tables": watch.seen,
        "moves": watch.authors,
        "turns with a clock": _turns(house, watch),
        "reminders": Counter(sent=sum(map(len, watch.turns.sent.values()))) + watch.turns.points,
        "messages": _messages(house),
        "wishes": Counter({words: house.wishes[kind] for kind, words in WISHES.items()}),
        "people": _people(house),
        "groups": Counter({"became supergroups": len(house.migrations)}),
    }
    return [(name, ", ".join(f"{n} {what}" for what, n in one.items())) for name, one in counted.items()]


def _turns(house: Life, watch: Watch) -> Counter[str]:
    """Those that are over, and what lay over them."""
    found: Counter[str] = Counter({"in all": 0})
    found["whose time was over"] = watch.lapses.total()
    for turn, several in watch.turns.turns.items():
        human = house.people[turn[2]]
        for one in several:
            ended = min(one.ended, house.now)
            shifted = human.local(one.begun).utcoffset() != human.local(ended).utcoffset()
            found["in all"] += 1
            found["over a change of clocks"] += shifted
            found["over a leap"] += any(
                one.begun <= leap.start and leap.end <= ended for leap in watch.turns.leaps
            )
            found["that stood still meanwhile"] += any(
                span.start < ended for span in watch.turns.still(turn, one)
            )
    return found


def _messages(house: Life) -> Counter[str]:
    found: Counter[str] = Counter({"new": len(house.sent)})
    found["rings in private"] = sum(sent.ring and sent.chat > 0 for sent in house.sent)
    found["calls in a group"] = sum(sent.calls > 0 for sent in house.sent)
    found["without a sound"] = sum(not sent.ring for sent in house.sent)
    return found


def _people(house: Life) -> Counter[str]:
    people = house.people.values()
    return Counter(
        {
            "in all": len(people),
            "zones": len({str(human.zone) for human in people}),
            "gone for days": sum(len(human.gone) - (human.holiday is not None) for human in people),
            "blocked the bot": sum(len(human.blocks) for human in people),
            "on holiday": sum(human.holiday is not None for human in people),
            "home before its end": sum(
                human.holiday is not None and human.home < human.holiday.end for human in people
            ),
            "forgotten": sum(human.forgotten > 0 for human in people),
        }
    )
