"""Belote for two, in sentences and examples."""

from service.telegram.option_words import mark
from service.telegram.rulebook import common as c
from service.telegram.rulebook.examples import Calls, Legal, Page, Section, Sum

PAGE = Page(
    mark("rules", "Belote for two: sixteen open cards, sixteen hidden ones, one deal a match."),
    (
        c.CARDS_162,
        Section(
            "deal",
            c.DEAL,
            (
                mark("rules", "Two players, eight columns each: an open card on a hidden one."),
                mark(
                    "rules",
                    "Both see all sixteen open cards. Nobody looks at a hidden one, not even at his own.",
                ),
                mark(
                    "rules",
                    "Four hidden cards to each, four open ones on them, and the same again; the dealer comes second. "
                    "His last open card is the proposed one.",
                ),
            ),
        ),
        Section(
            "auction",
            c.AUCTION,
            (
                mark(
                    "rules", "The other player speaks first. Round 1: take the proposed card’s suit, or pass."
                ),
                c.ROUND_2,
                mark("rules", "The proposed card stays with the dealer, whoever takes."),
                mark("rules", "Four passes: the other player deals."),
            ),
            (
                Calls(
                    mark("example", "The dealer takes what the other refused. The card lies where it lies."),
                    "S",
                    "TH",
                    "pass take",
                    taker="S",
                    contract="H",
                ),
                Calls(c.WHY_REFUSED, "S", "TH", "pass pass", may="pass C D S", may_not="take H"),
            ),
        ),
        Section(
            "play",
            c.PLAY,
            (
                mark(
                    "rules", "The dealer’s opponent leads; then whoever won the trick. There are 16 tricks."
                ),
                mark(
                    "rules",
                    "Only open cards are played, and only they bind you: follow; over a trump lead go higher; "
                    "without the suit, trump; without a trump, play what you like.",
                ),
                mark(
                    "rules", "After the trick the hidden cards that came free are turned up, on both sides."
                ),
            ),
            (
                Legal(
                    mark("example", "No open club: trump, whatever may lie hidden."),
                    "H",
                    "N:AC",
                    "S",
                    "8H QH KS 9D",
                    "8H QH",
                ),
                Legal(
                    mark("example", "Trumps are led: the jack beats the nine, and must."),
                    "H",
                    "N:9H",
                    "S",
                    "JH 7H KC",
                    "JH",
                ),
                Legal(
                    mark("example", "Trumps are led and nothing is higher: any trump."),
                    "H",
                    "N:JH",
                    "S",
                    "9H 7H KC",
                    "9H 7H",
                ),
                Legal(
                    mark("example", "No diamond and no trump is open: any open card."),
                    "S",
                    "N:AD",
                    "S",
                    "KC 7H",
                    "KC 7H",
                ),
            ),
        ),
        Section(
            "score",
            c.SCORE,
            (
                mark("rules", "The taker needs 82. Then each writes his own points."),
                mark("rules", "With less, also at 81 each, he writes nothing and the other 162."),
                mark("rules", "All sixteen tricks: 252, for either player."),
                mark("rules", "There are no melds and no belote."),
            ),
            (
                Sum(mark("example", "82 are enough."), (82, 80), "made", (82, 80)),
                Sum(mark("example", "81 each: the taker has lost."), (81, 81), "dedans", (0, 162)),
                Sum(mark("example", "Sixteen tricks for the taker."), (162, 0), "made", (252, 0), sweep="N"),
                Sum(mark("example", "Sixteen tricks against him."), (0, 162), "dedans", (0, 252), sweep="S"),
            ),
        ),
        Section(
            "end",
            c.END,
            (
                mark(
                    "rules", "A deal is a whole match. The next one comes when both want it; the other deals."
                ),
            ),
        ),
    ),
)
