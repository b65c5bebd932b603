"""Coinche, in sentences and examples."""

from service.telegram.option_words import mark
from service.telegram.rulebook import common as c
from service.telegram.rulebook.examples import Calls, Found, Legal, Page, Section, Sum, Wins

MELDS_ON = (("announcements", True),)

PAGE = Page(
    mark("rules", "Belote with bids: points are promised, and may be doubled."),
    (
        Section(
            "cards",
            c.CARDS,
            (
                c.TRUMPS,
                c.PLAIN,
                mark("rules", "No trump: all suits in the plain order, and an ace counts 19."),
                mark(
                    "rules", "All trump: every suit in the order of trumps; J 13, 9 9, A 6, 10 5, K 3, Q 2."
                ),
                c.LAST_TRICK,
            ),
            (
                Wins(c.WHY_NO_TRUMP_WINS, "NT", "N:9D E:TD S:KH W:AD", "W", 33),
                Wins(c.WHY_ALL_TRUMP_WINS, "AT", "N:AC E:9C S:JH W:JC", "W", 41),
            ),
        ),
        Section(
            "deal",
            c.DEAL,
            (
                c.CLOCKWISE,
                mark("rules", "All cards are dealt at once, three, two and three. None is turned up."),
            ),
        ),
        Section(
            "auction",
            c.AUCTION,
            (
                mark(
                    "rules", "Bid 80 to 160 by tens, or capot (all tricks), in a suit, no trump or all trump."
                ),
                mark(
                    "rules",
                    "Each bid is higher than the last. Who passed may bid later; three passes end it.",
                ),
                mark(
                    "rules",
                    "Opponents of the last bid may double it (coinche); then its side may only redouble (surcoinche).",
                ),
                mark("rules", "Four passes at the start: the next player deals."),
            ),
            (
                Calls(
                    mark("example", "East bids 80. South, an opponent, may pass, bid more, or double."),
                    "N",
                    "",
                    "80:H",
                    may="pass 90:H 160:NT capot:AT coinche",
                    may_not="80:S surcoinche",
                ),
                Calls(
                    mark("example", "West is East’s partner: he may bid more, not double."),
                    "N",
                    "",
                    "80:H pass",
                    may="pass 90:C capot:H",
                    may_not="coinche",
                ),
                Calls(
                    mark("example", "Doubled: bidding is over, one may only redouble."),
                    "N",
                    "",
                    "80:H coinche",
                    may="pass surcoinche",
                    may_not="90:H coinche",
                ),
                Calls(
                    mark("example", "West raises, North doubles, all pass: 100 in hearts, doubled."),
                    "N",
                    "",
                    "80:H pass 100:H coinche pass pass pass",
                    taker="W",
                    contract="100:H",
                    double=2,
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
                mark("rules", "None is high enough: play what you like. Here nobody must undertrump."),
                c.PARTNER,
                mark("rules", "No trump: follow suit; without it play what you like."),
                mark("rules", "All trump: follow, and always go higher if you can, even over your partner."),
            ),
            (
                Legal(c.WHY_OVER, "S", "W:AD N:8S", "E", "9S 7S KH", "9S"),
                Legal(
                    mark("example", "An opponent has trumped with the jack and nothing is higher: any card."),
                    "S",
                    "W:AD N:JS",
                    "E",
                    "7S 9S KH QC",
                    "7S 9S KH QC",
                ),
                Legal(c.WHY_RISE, "D", "N:8D E:9C", "S", "QS 9D 7D TH", "9D"),
                Legal(c.WHY_NO_TRUMP_LEGAL, "NT", "S:KD", "W", "7D AS AC", "7D"),
                Legal(c.WHY_ALL_TRUMP_RISE, "AT", "E:TC", "S", "AC 8C JH", "AC"),
                Legal(c.WHY_ALL_TRUMP_PARTNER, "AT", "N:9C E:7C", "S", "JC 8C KD", "JC"),
            ),
        ),
        Section(
            "belote",
            c.BELOTE,
            (
                c.BELOTE_RULE,
                c.BELOTE_KEPT,
                mark("rules", "Without trumps there is no belote."),
                mark("rules", "All trump: one in each suit, without a condition."),
            ),
        ),
        Section(
            "announcements",
            c.MELDS,
            (
                c.OPTIONAL,
                c.RUNS,
                c.FOURS,
                mark("rules", "No trump: four aces 200, tens 150, kings, queens, jacks or nines 100."),
                c.BEST,
                c.BETTER,
            ),
            (
                Found(
                    mark("example", "Four aces without trumps."),
                    "NT",
                    "AC AD AH AS 7C 9D JH QS",
                    (("carre", 200),),
                    MELDS_ON,
                ),
                Found(
                    mark("example", "And with a trump suit."),
                    "S",
                    "AC AD AH AS 7C 9D JH QS",
                    (("carre", 100),),
                    MELDS_ON,
                ),
            ),
        ),
        Section(
            "score",
            c.SCORE,
            (
                mark(
                    "rules",
                    "The bidders need what they bid, and more than the others: cards, belote and melds. Then they "
                    "write that and the bid; the others write theirs.",
                ),
                mark(
                    "rules",
                    "Lost: the others write 160, the bid and all melds; the bidders only their belote.",
                ),
                mark(
                    "rules",
                    "Doubled, the winners write twice 160, the bid and their melds and belote, redoubled four times; "
                    "the losers only their belote.",
                ),
                mark(
                    "rules",
                    "All tricks: 252 instead of 162, and the others’ melds. A capot bid is worth 250.",
                ),
                mark("rules", "Everything is rounded to tens, 5 up; an option turns that off."),
            ),
            (
                Sum(
                    mark("example", "80 bid, 82 made: 162, rounded."),
                    (82, 80),
                    "made",
                    (160, 80),
                    contract="80:H",
                ),
                Sum(
                    mark("example", "80 bid and 81 made, but the others have as many: lost."),
                    (81, 81),
                    "dedans",
                    (0, 240),
                    contract="80:H",
                ),
                Sum(
                    mark("example", "96 and the belote reach the 100."),
                    (96, 66),
                    "made",
                    (220, 70),
                    contract="100:H",
                    belote=(20, 0),
                ),
                Sum(
                    mark("example", "Doubled and made: twice 160 and 100."),
                    (110, 52),
                    "made",
                    (520, 0),
                    contract="100:H",
                    double=2,
                ),
                Sum(
                    mark("example", "Redoubled and lost: four times 160 and 100. The belote is kept."),
                    (70, 92),
                    "dedans",
                    (20, 1040),
                    contract="100:H",
                    double=4,
                    belote=(20, 0),
                ),
                Sum(
                    mark("example", "Capot bid and made: 252 and 250."),
                    (162, 0),
                    "made",
                    (500, 0),
                    contract="capot:H",
                    sweep="N",
                ),
                Sum(
                    mark("example", "Capot bid, doubled, and one trick lost: twice 160 and 250."),
                    (152, 10),
                    "dedans",
                    (0, 820),
                    contract="capot:H",
                    double=2,
                ),
                Sum(
                    mark("example", "With this option the tie is held over, rounded."),
                    (81, 81),
                    "litige",
                    (0, 80),
                    contract="80:H",
                    held=80,
                    options=(("litige", True),),
                ),
            ),
        ),
        Section("end", c.END, (c.TARGET, c.PLAY_ON)),
    ),
)
