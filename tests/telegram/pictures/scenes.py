"""The pictures whose looks are kept: named, and drawn anew each time."""

from collections.abc import Callable, Mapping

from engine.cards import CARDS
from engine.match import FinishedDeal, Match, apply, new_match, resume, start_deal
from engine.observation import legal_actions, observation
from engine.seats import N
from engine.variants import VARIANTS
from service.table.model import DealNote
from service.telegram.pictures import course_picture, score_picture, table_picture
from service.telegram.texts import ROWS, tongue
from tests.telegram.views import scene
from tests.telegram.views.scene import ANNA, BEN, CHLOE, DAN, DE, after, deal_three, played, view
from tests.telegram.views.tables import at_table, two_at_table

TOTALS = ((0, 162), (110, 214), (262, 224), (262, 406), (424, 406), (512, 480))
LONG = scene.players("Maximiliane-Sophie", "Дмитрий", "Chloé 👑 de Lëtzebuerg", "張三李四")


def two(cards: int) -> Match:
    """Two players, the first possible call and card each time."""
    match = start_deal(new_match(VARIANTS["two-player"], N), tuple(CARDS))[0]
    return first_choices(match, cards)


def first_choices(match: Match, cards: int) -> Match:
    """Everybody takes or bids as soon as he may, then plays the last of his legal cards."""
    while (
        match.deal is not None
        and len(match.deal.tricks) * match.rules.players + len(match.deal.trick) < cards
    ):
        actions = legal_actions(observation(match, match.deal.turn))
        match = apply(match, actions[-1])[0]
    return match


def notes() -> tuple[DealNote, ...]:
    """A close match to 501."""
    return tuple(
        DealNote(no=n, dealer="N", facts_at=0, ply=0, outcome="made", written=(0, 0), totals=totals)
        for n, totals in enumerate(TOTALS, 1)
    )


def _finished() -> FinishedDeal:
    finished = after(32).finished
    assert finished is not None
    return finished


def _some(data: bytes | None) -> bytes:
    assert data is not None
    return data


def _coinche() -> Match:
    match = resume(VARIANTS["coinche"], deal_no=2, dealer=N, totals=(310, 420), pot=0, ply=9)
    pack = tuple(CARDS[(7 * n) % 32] for n in range(32))
    return played(start_deal(match, pack)[0], "pass 90:D 100:S")


SCENES: Mapping[str, Callable[[], bytes]] = {
    "group": lambda: _some(table_picture(view(after(14)), DE, dark=False, private=False)),
    "group-dark-full-trick": lambda: _some(table_picture(view(after(16)), DE, dark=True, private=False)),
    "hand": lambda: _some(table_picture(view(after(14), CHLOE), DE, dark=False, private=True)),
    "hand-dark-four-colours": lambda: _some(
        table_picture(view(after(2), BEN), tongue("lb", ROWS["four"]), dark=True, private=True)
    ),
    "belote-outlines": lambda: _some(
        table_picture(view(after(19), DAN), tongue("en", ROWS["dark"]), dark=False, private=True)
    ),
    "auction": lambda: _some(
        table_picture(view(played(deal_three(), "pass pass"), CHLOE), tongue("fr"), dark=False, private=True)
    ),
    "bids": lambda: _some(table_picture(at_table(_coinche(), ANNA), tongue("fr"), dark=True, private=True)),
    "long-names": lambda: _some(
        table_picture(view(after(15), players=LONG), tongue("lb"), dark=False, private=False)
    ),
    "two": lambda: _some(table_picture(two_at_table(two(9), DAN), DE, dark=False, private=True)),
    "score": lambda: _some(score_picture(view(after(32)), _finished(), DE, dark=False)),
    "score-dark": lambda: _some(score_picture(view(after(32)), _finished(), tongue("fr"), dark=True)),
    "course": lambda: _some(course_picture(view(after(32), deals=notes(), winner=0), DE, dark=False)),
}
