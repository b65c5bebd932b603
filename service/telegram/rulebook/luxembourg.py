"""Belote as it is played in Luxembourg, in sentences and examples."""

from service.telegram.option_words import mark
from service.telegram.rulebook import common as c
from service.telegram.rulebook.examples import Best, Calls, Found, Legal, Page, Section, Sum, Wins

TURNED = "9H"

PAGE = Page(
    mark("rules", "Belote as in Luxembourg: games top one another, everybody melds, tenths are written."),
    (
        Section(
            "cards",
            c.CARDS,
            (
                c.TRUMPS,
                c.PLAIN,
                mark(
                    "rules",
                    "Three games: normal with a trump suit, 162 points; Sans (no trump), 130; Tout (all trump), 258.",
                ),
                mark(
                    "rules",
                    "Sans: every suit in the plain order. Tout: every suit in the order of trumps.",
                ),
            ),
            (
                Wins(c.WHY_NO_TRUMP_WINS, "NT", "N:9C E:TC S:KH W:7C", "E", 14),
                Wins(c.WHY_ALL_TRUMP_WINS, "AT", "N:AC E:9C S:JH W:JC", "W", 65),
            ),
        ),
        Section(
            "deal",
            c.DEAL,
            (
                c.CLOCKWISE,
                mark(
                    "rules",
                    "Everybody gets five cards, and one is laid open in the middle. Who makes the game gets it and two "
                    "more, the others three.",
                ),
            ),
        ),
        Section(
            "auction",
            c.AUCTION,
            (
                mark(
                    "rules",
                    "Round 1: the middle card’s suit, Sans, Tout, or pass. Round 2: any other suit.",
                ),
                mark(
                    "rules",
                    "A game may be topped: suit, then Sans, then Tout, by everybody, also by who passed "
                    "before. Three passes end it, Tout at once.",
                ),
                mark("rules", "Taking the card without a word means Tout."),
                mark("rules", "All pass twice: the next player deals, the Stänner stays."),
                mark(
                    "rules",
                    "Options: Forcé (then the first player must choose), Valet forcé (a turned jack is Tout).",
                ),
            ),
            (
                Calls(
                    mark("example", "Hearts stand: only Sans and Tout are higher."),
                    "N",
                    TURNED,
                    "H",
                    may="pass sans tout silent_take",
                    may_not="C D H S",
                ),
                Calls(
                    mark("example", "East passed first, and tops the hearts all the same."),
                    "N",
                    TURNED,
                    "pass H pass pass sans pass pass pass",
                    taker="E",
                    contract="NT",
                    picks_up="E",
                ),
                Calls(
                    mark("example", "Topped twice. Nothing is above Tout: it ends the auction."),
                    "N",
                    TURNED,
                    "H sans tout",
                    taker="W",
                    contract="AT",
                    picks_up="W",
                ),
                Calls(
                    mark("example", "Forcé: eight passes, and East must choose a game, any game."),
                    "N",
                    TURNED,
                    "pass pass pass pass pass pass pass pass",
                    may="C D H S sans tout",
                    may_not="pass",
                    options=(("force", True),),
                ),
            ),
        ),
        Section(
            "play",
            c.PLAY,
            (
                c.LEADS,
                mark(
                    "rules",
                    "Normal: follow; go higher over a trump lead; trump, higher if you can, when an opponent wins.",
                ),
                mark(
                    "rules",
                    "Your partner is winning: play what you like, but no low trump while you hold one that is higher.",
                ),
                mark("rules", "Sans: follow, with any card of the suit."),
                mark("rules", "Tout: follow, and always go higher if you can, even over your partner."),
            ),
            (
                Legal(
                    mark("example", "The partner’s nine is winning: discard, or the jack; not the eight."),
                    "H",
                    "E:AC S:9H W:7C",
                    "N",
                    "JH 8H KD",
                    "JH KD",
                ),
                Legal(
                    mark(
                        "example",
                        "The partner’s jack is winning and nothing is higher: free, the low trump too.",
                    ),
                    "H",
                    "E:AC S:JH W:7C",
                    "N",
                    "9H 8H KD",
                    "9H 8H KD",
                ),
                Legal(c.WHY_NO_TRUMP_LEGAL, "NT", "E:TC", "S", "AC 7C KH", "AC 7C"),
                Legal(c.WHY_ALL_TRUMP_RISE, "AT", "E:TC", "S", "AC 8C JH", "AC"),
                Legal(c.WHY_ALL_TRUMP_PARTNER, "AT", "N:9C E:7C", "S", "JC 8C KD", "JC"),
                Legal(c.WHY_ALL_TRUMP_FREE, "AT", "E:TC", "S", "JH 8D", "JH 8D"),
            ),
        ),
        Section(
            "belote",
            c.BELOTE,
            (
                c.BELOTE_RULE,
                c.BELOTE_KEPT,
                mark("rules", "Without trumps there is no belote."),
                mark(
                    "rules",
                    "Tout: one in each suit, but only if its first card is played to a trick led in that suit.",
                ),
            ),
        ),
        Section(
            "announcements",
            c.MELDS,
            (
                mark(
                    "rules", "Three in a row 20, four 50, five 100; eight in a row are five and three: 120."
                ),
                mark(
                    "rules",
                    "Four aces 110, tens 100, kings 40, queens 30, jacks 20 (Tout 200), nines 0 (Tout 140).",
                ),
                mark(
                    "rules",
                    "You choose what to meld with your first card: what is proposed, less, or nothing.",
                ),
                c.BEST,
                mark("rules", "The same run on both sides: both are struck out, save one in trumps."),
                mark(
                    "rules",
                    "The highest four decides: of eights, all melds are void; of sevens, the deal is annulled.",
                ),
            ),
            (
                Found(
                    mark("example", "Eight in a row: a cent and a tierce."),
                    "S",
                    "7C 8C 9C TC JC QC KC AC",
                    (("cent", 100), ("tierce", 20)),
                ),
                Found(
                    mark("example", "Four jacks are a small thing in a normal game."),
                    "S",
                    "JC JD JH JS 7C 9D KH AS",
                    (("carre", 20),),
                ),
                Best(
                    mark("example", "The four kings are best, and the partner’s run counts with them."),
                    "S",
                    (("N", "7C 8C 9C"), ("E", "9D TD JD"), ("S", "KC KD KH KS")),
                    "NS",
                    60,
                ),
                Best(
                    mark("example", "The two equal runs are struck out, and the small one is left."),
                    "S",
                    (("N", "TC JC QC"), ("E", "TD JD QD"), ("S", "7H 8H 9H")),
                    "NS",
                    20,
                ),
                Best(
                    mark("example", "With this option equal best melds void all of them."),
                    "S",
                    (("N", "TC JC QC"), ("E", "TD JD QD"), ("S", "7H 8H 9H")),
                    "",
                    0,
                    (("tieRule", "none"),),
                ),
                Best(
                    mark("example", "Four eights, and no higher four: no meld counts."),
                    "S",
                    (("N", "8C 8D 8H 8S"), ("E", "JD QD KD AD")),
                    "",
                    0,
                ),
            ),
        ),
        Section(
            "score",
            c.SCORE,
            (
                mark("rules", "The makers need more than the others: cards, belote and melds."),
                mark(
                    "rules",
                    "Sans and Tout are doubled. Then points are divided by ten: a rest of 5 is dropped, one of 6 "
                    "counts as one more.",
                ),
                mark(
                    "rules", "Lost: the others write everything, melds of both; the makers only their belote."
                ),
                mark(
                    "rules",
                    "Equal: the others write; the makers’ points go to the Stänner, for who wins the next game.",
                ),
                mark(
                    "rules",
                    "All tricks: 9 more for the makers (capot), 19 for the others (capot à l’inverse). Doubled too.",
                ),
            ),
            (
                Sum(mark("example", "82 are enough; the rest of 2 is dropped."), (82, 80), "made", (8, 8)),
                Sum(
                    mark("example", "Both end in 6 and both round up: 17 are written."),
                    (96, 66),
                    "made",
                    (10, 7),
                ),
                Sum(mark("example", "Half each: 8 go to the Stänner."), (81, 81), "litige", (0, 8), held=8),
                Sum(
                    mark("example", "Lost, and the Stänner of 8 goes with it."),
                    (70, 92),
                    "dedans",
                    (0, 24),
                    pot=8,
                ),
                Sum(
                    mark("example", "Sans: 66 of 130, doubled."),
                    (66, 64),
                    "made",
                    (13, 13),
                    contract="NT",
                ),
                Sum(
                    mark("example", "Tout, lost: 258 doubled; the makers keep the belote."),
                    (110, 148),
                    "dedans",
                    (4, 52),
                    contract="AT",
                    belote=(20, 0),
                ),
                Sum(
                    mark("example", "Capot: 16 and 9."),
                    (162, 0),
                    "made",
                    (25, 0),
                    sweep="N",
                ),
                Sum(
                    mark("example", "Capot à l’inverse in Tout: 52 and 38."),
                    (0, 258),
                    "dedans",
                    (0, 90),
                    contract="AT",
                    sweep="E",
                ),
                Sum(
                    mark(
                        "example",
                        "With this option only card points decide: 80 are not enough, whatever was melded.",
                    ),
                    (80, 82),
                    "dedans",
                    (0, 21),
                    melds=(50, 0),
                    options=(("meldsCountForWinning", False),),
                ),
            ),
        ),
        Section("end", c.END, (c.TARGET, c.TIED_END)),
    ),
)
