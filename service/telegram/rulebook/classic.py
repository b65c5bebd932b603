"""Classic Belote, in sentences and examples."""

from service.telegram.option_words import mark
from service.telegram.rulebook import common as c
from service.telegram.rulebook.examples import Best, Calls, Found, Legal, Page, Section, Sum, Wins

MELDS_ON = (("announcements", True),)

PAGE = Page(
    mark("rules", "French Belote with a turned-up card: take it, or name another suit."),
    (
        c.CARDS_162,
        Section("deal", c.DEAL, (c.COUNTER_CLOCKWISE, c.TURN_UP)),
        Section(
            "auction",
            c.AUCTION,
            (c.ROUND_1, c.ROUND_2, c.PASSED_OUT),
            (
                Calls(c.WHY_TAKES, "N", "9H", "pass pass take", taker="E", contract="H", picks_up="E"),
                Calls(c.WHY_REFUSED, "N", "9H", "pass pass pass pass", may="pass C D S", may_not="take H"),
            ),
        ),
        Section(
            "play",
            c.PLAY,
            (c.LEADS, c.FOLLOW, c.RISE, c.RUFF, c.UNDER, c.PARTNER),
            (
                Legal(c.WHY_RISE, "D", "N:8D W:9C", "S", "QS 9D 7D TH", "9D"),
                Legal(c.WHY_ANY_CLUB, "H", "W:KC", "S", "AC 7C JH", "AC 7C"),
                Legal(c.WHY_RUFF, "H", "E:AC", "N", "8H QH KS 9D", "8H QH"),
                Legal(c.WHY_FREE, "H", "N:AC W:7C", "S", "8H QH KS 9D", "8H QH KS 9D"),
                Legal(c.WHY_OVER, "S", "N:AD W:8S", "S", "9S 7S KH", "9S"),
                Legal(c.WHY_UNDER, "S", "N:AD W:JS", "S", "9S 7S KH", "9S 7S"),
                Legal(c.WHY_NEITHER, "H", "E:AC", "N", "KS 7D", "KS 7D"),
                Wins(
                    mark("example", "The trump wins. Aces of other suits are only thrown away."),
                    "H",
                    "N:7C W:AS S:8H E:AD",
                    "S",
                    22,
                ),
            ),
        ),
        c.BELOTE_SECTION,
        Section(
            "announcements",
            c.MELDS,
            (c.OPTIONAL, c.RUNS, c.FOURS, c.BEST, c.BETTER, c.SHOWN),
            (
                Found(
                    mark(
                        "example", "A card serves one meld only: the four aces, and what is left of the run."
                    ),
                    "S",
                    "AC AD AS AH KH QH JH TH",
                    (("carre", 100), ("cinquante", 50)),
                ),
                Found(
                    mark("example", "Ten, king and ace are neighbours in strength, not in a run."),
                    "S",
                    "AC TC KC 7D 8H QS JS 9D",
                    (),
                ),
                Best(
                    mark("example", "Both have a run of three: the higher one counts."),
                    "S",
                    (("N", "9C TC JC"), ("E", "QD KD AD")),
                    "EW",
                    20,
                ),
                Best(
                    mark("example", "A hundred each: four of a kind goes before a run."),
                    "S",
                    (("N", "QC QD QH QS"), ("E", "7D 8D 9D TD JD")),
                    "NS",
                    100,
                ),
                Best(
                    mark("example", "Equal, and neither in trumps."),
                    "S",
                    (("N", "9C TC JC"), ("E", "9D TD JD")),
                    "",
                    0,
                ),
            ),
        ),
        Section(
            "score",
            c.SCORE,
            (c.MADE, c.DEDANS, c.LITIGE, c.CAPOT),
            (
                Sum(c.WHY_MORE, (96, 66), "made", (96, 66)),
                Sum(
                    mark("example", "72 and the belote’s 20 are more than 90."),
                    (72, 90),
                    "made",
                    (92, 90),
                    belote=(20, 0),
                ),
                Sum(c.WHY_DEDANS, (80, 82), "dedans", (0, 162)),
                Sum(
                    mark("example", "The tie is of totals: the belote counts, and is held with the rest."),
                    (71, 91),
                    "litige",
                    (0, 91),
                    belote=(20, 0),
                    held=91,
                ),
                Sum(
                    mark("example", "With this option the belote is written at once."),
                    (71, 91),
                    "litige",
                    (20, 91),
                    belote=(20, 0),
                    held=71,
                    options=(("beloteKeptInLitige", True),),
                ),
                Sum(
                    mark("example", "East and West make the next deal, and get the 91 that were held."),
                    (70, 92),
                    "made",
                    (70, 183),
                    taker="E",
                    pot=91,
                ),
                Sum(c.WHY_CAPOT, (162, 0), "made", (252, 20), belote=(0, 20), sweep="N"),
                Sum(
                    mark("example", "A side without a trick loses its melds."),
                    (162, 0),
                    "made",
                    (252, 0),
                    melds=(0, 50),
                    sweep="N",
                    options=MELDS_ON,
                ),
                Sum(
                    mark("example", "With this option the takers write them."),
                    (162, 0),
                    "made",
                    (302, 0),
                    melds=(0, 50),
                    sweep="N",
                    options=(*MELDS_ON, ("capotTransfersMelds", True)),
                ),
                Sum(
                    mark("example", "Dedans: the takers’ melds go to the others."),
                    (60, 102),
                    "dedans",
                    (0, 182),
                    melds=(20, 0),
                    options=MELDS_ON,
                ),
            ),
        ),
        Section("end", c.END, (c.TARGET, c.TIED_END)),
    ),
)
