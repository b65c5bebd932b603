"""Belote for beginners, in sentences and examples."""

from service.telegram.option_words import mark
from service.telegram.rulebook import common as c
from service.telegram.rulebook.examples import Calls, Legal, Page, Section, Sum

PAGE = Page(
    mark("rules", "Belote with the gentlest rules: follow, trump, count to 501."),
    (
        c.CARDS_162,
        Section(
            "deal",
            c.DEAL,
            (
                c.CLOCKWISE,
                mark("rules", "Everybody gets five cards, and one is turned up."),
                mark(
                    "rules",
                    "When somebody has taken, the dealer picks that card up and lays one of his own aside, face down. "
                    "Then he deals until all have eight; the card laid aside comes back to him as his last.",
                ),
            ),
        ),
        Section(
            "auction",
            c.AUCTION,
            (
                mark("rules", "Round 1: “I take” (the turned suit becomes trumps) or “next”."),
                c.ROUND_2,
                c.PASSED_OUT,
            ),
            (
                Calls(
                    mark("example", "West takes, and still the dealer picks up the nine."),
                    "N",
                    "9H",
                    "pass pass take",
                    taker="W",
                    contract="H",
                    picks_up="N",
                ),
                Calls(
                    mark("example", "In round 2 the turned card is the dealer’s too."),
                    "N",
                    "9H",
                    "pass pass pass pass S",
                    taker="E",
                    contract="S",
                    picks_up="N",
                ),
                Calls(
                    mark("example", "With this option it goes back onto the stock, and nobody picks it up."),
                    "N",
                    "9H",
                    "pass pass pass pass S",
                    taker="E",
                    contract="S",
                    options=(("turnedCardRound2", "stock"),),
                ),
            ),
        ),
        Section(
            "play",
            c.PLAY,
            (
                c.LEADS,
                mark("rules", "Follow suit if you can, with any card of it, also when trumps are led."),
                c.RUFF,
                c.UNDER,
                mark("rules", "Your partner is winning with a trump: play what you like."),
                mark("rules", "Neither the suit nor a trump: play what you like."),
            ),
            (
                Legal(
                    mark("example", "Trumps are led: following is enough."),
                    "D",
                    "N:8D E:9C",
                    "S",
                    "QS 9D 7D TH",
                    "9D 7D",
                ),
                Legal(
                    mark("example", "With this option the nine must go over the eight."),
                    "D",
                    "N:8D E:9C",
                    "S",
                    "QS 9D 7D TH",
                    "9D",
                    (("riseOnTrumpLead", True),),
                ),
                Legal(
                    mark("example", "The partner is winning, but with a plain ace: trump."),
                    "H",
                    "N:AC E:7C",
                    "S",
                    "8H QH KS",
                    "8H QH",
                ),
                Legal(
                    mark("example", "With this option any winning card of the partner’s sets you free."),
                    "H",
                    "N:AC E:7C",
                    "S",
                    "8H QH KS",
                    "8H QH KS",
                    (("partnerExempt", "any"),),
                ),
                Legal(
                    mark("example", "The partner is winning with a trump: free."),
                    "H",
                    "W:AC N:9H E:7C",
                    "S",
                    "8H KD",
                    "8H KD",
                ),
                Legal(
                    mark("example", "An opponent has trumped with the eight: the queen must go over."),
                    "H",
                    "W:AC N:7C E:8H",
                    "S",
                    "QH 7H KD",
                    "QH",
                ),
            ),
        ),
        c.BELOTE_SECTION,
        Section("announcements", c.MELDS, (c.OPTIONAL, c.RUNS, c.FOURS, c.BEST, c.BETTER, c.SHOWN)),
        Section(
            "score",
            c.SCORE,
            (
                c.MADE,
                mark(
                    "rules",
                    "Otherwise, also when it is equal, the others write 162 and the takers their belote.",
                ),
                mark("rules", "A capot of the takers is 252; against them it is still 162."),
            ),
            (
                Sum(c.WHY_MORE, (96, 66), "made", (96, 66)),
                Sum(mark("example", "Equal is lost."), (81, 81), "dedans", (0, 162)),
                Sum(
                    mark("example", "Lost, and the belote is kept."),
                    (60, 102),
                    "dedans",
                    (20, 162),
                    belote=(20, 0),
                ),
                Sum(mark("example", "All tricks for the takers."), (162, 0), "made", (252, 0), sweep="N"),
                Sum(
                    mark("example", "With this option a capot has no bonus."),
                    (162, 0),
                    "made",
                    (162, 0),
                    sweep="N",
                    options=(("capot252", False),),
                ),
                Sum(
                    mark("example", "All tricks against them: 162."), (0, 162), "dedans", (0, 162), sweep="E"
                ),
            ),
        ),
        Section("end", c.END, (c.TARGET, c.PLAY_ON)),
    ),
)
