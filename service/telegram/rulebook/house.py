"""House rules with no trump, in sentences and examples."""

from service.telegram.option_words import mark
from service.telegram.rulebook import common as c
from service.telegram.rulebook.examples import Calls, Legal, Page, Section, Sum, Wins

ACE_11 = (("noTrumpAce", 11),)

PAGE = Page(
    mark("rules", "Classic Belote, clockwise, with the call “no trump”."),
    (
        Section(
            "cards",
            c.CARDS,
            (
                c.TRUMPS,
                c.PLAIN,
                mark("rules", "No trump: all suits in the plain order, and an ace counts 19."),
                c.LAST_TRICK,
            ),
            (
                Wins(c.WHY_NO_TRUMP_WINS, "NT", "N:9D E:TD S:KH W:AD", "W", 33),
                Wins(
                    mark("example", "With this option an ace stays at 11."),
                    "NT",
                    "N:9D E:TD S:KH W:AD",
                    "W",
                    25,
                    ACE_11,
                ),
            ),
        ),
        Section("deal", c.DEAL, (c.CLOCKWISE, c.TURN_UP)),
        Section(
            "auction",
            c.AUCTION,
            (
                mark("rules", "Round 1: take the turned suit as trumps, say “no trump”, or pass."),
                mark("rules", "Round 2: one of the three other suits, “no trump”, or pass."),
                mark("rules", "The first to take ends the auction."),
                c.PASSED_OUT,
            ),
            (
                Calls(
                    mark("example", "No trump may be said at once."),
                    "N",
                    "9H",
                    "pass",
                    may="pass take NT",
                    may_not="C D S",
                ),
                Calls(
                    mark("example", "The first to take ends it: no trump, and the nine goes with it."),
                    "N",
                    "9H",
                    "pass NT",
                    taker="S",
                    contract="NT",
                    picks_up="S",
                ),
            ),
        ),
        Section(
            "play",
            c.PLAY,
            (
                c.LEADS,
                c.FOLLOW,
                c.RISE,
                c.RUFF,
                c.UNDER,
                c.PARTNER,
                mark("rules", "No trump: follow suit; without it play what you like."),
            ),
            (
                Legal(c.WHY_RISE, "D", "N:8D E:9C", "S", "QS 9D 7D TH", "9D"),
                Legal(c.WHY_RUFF, "H", "E:AC", "S", "8H QH KS 9D", "8H QH"),
                Legal(c.WHY_FREE, "H", "N:AC E:7C", "S", "8H QH KS 9D", "8H QH KS 9D"),
                Legal(c.WHY_OVER, "S", "W:AD N:8S", "E", "9S 7S KH", "9S"),
                Legal(c.WHY_UNDER, "S", "W:AD N:JS", "E", "9S 7S KH QC", "9S 7S"),
                Legal(c.WHY_NO_TRUMP_LEGAL, "NT", "S:KD", "W", "7D AS AC", "7D"),
                Wins(
                    mark("example", "The jack of trumps takes the ace and the ten."),
                    "H",
                    "S:AS W:TS N:7S E:JH",
                    "E",
                    41,
                ),
            ),
        ),
        Section(
            "belote",
            c.BELOTE,
            (c.BELOTE_RULE, c.BELOTE_KEPT, mark("rules", "Without trumps there is no belote.")),
        ),
        Section(
            "score",
            c.SCORE,
            (
                c.MADE,
                mark(
                    "rules", "Otherwise they are dedans: the others write 162, the takers only their belote."
                ),
                c.LITIGE,
                c.CAPOT,
            ),
            (
                Sum(
                    mark("example", "No trump is worth 162 too: 82 are enough."),
                    (82, 80),
                    "made",
                    (82, 80),
                    contract="NT",
                ),
                Sum(c.WHY_TIE, (81, 81), "litige", (0, 81), held=81),
                Sum(
                    mark("example", "With this option a no-trump deal is worth 130: 66 are enough."),
                    (66, 64),
                    "made",
                    (66, 64),
                    contract="NT",
                    options=ACE_11,
                ),
                Sum(
                    mark("example", "And dedans gives the others 130."),
                    (60, 70),
                    "dedans",
                    (0, 130),
                    contract="NT",
                    options=ACE_11,
                ),
            ),
        ),
        Section("end", c.END, (c.TARGET, c.TIED_END)),
    ),
)
