"""Sentences and reasons that several rule sets share."""

from service.telegram.option_words import mark
from service.telegram.rulebook.examples import Section

CARDS = mark("rules", "Cards")
DEAL = mark("rules", "Dealing")
AUCTION = mark("rules", "Auction")
PLAY = mark("rules", "Play")
BELOTE = mark("rules", "Belote")
MELDS = mark("rules", "Melds")
SCORE = mark("rules", "Score")
END = mark("rules", "End")

TRUMPS = mark("rules", "Trumps, the strongest first: J 20, 9 14, A 11, 10 10, K 4, Q 3; 8 and 7 nothing.")
PLAIN = mark("rules", "Any other suit: A 11, 10 10, K 4, Q 3, J 2; 9, 8 and 7 nothing.")
LAST_TRICK = mark("rules", "The last trick brings 10 more: 162 points in a deal.")
CARDS_162 = Section("cards", CARDS, (TRUMPS, PLAIN, LAST_TRICK))

COUNTER_CLOCKWISE = mark("rules", "Four players, partners opposite. Everything goes round counter-clockwise.")
CLOCKWISE = mark("rules", "Four players, partners opposite. Everything goes round clockwise.")
TURN_UP = mark(
    "rules",
    "Everybody gets five cards, and one is turned up. Who takes gets it and two more, the others three: eight each.",
)
ROUND_1 = mark("rules", "Round 1: take the turned suit as trumps, or pass.")
ROUND_2 = mark(
    "rules", "Round 2: name one of the three other suits, or pass. The first to take ends the auction."
)
PASSED_OUT = mark("rules", "All pass twice: nothing is written, and the next player deals.")

LEADS = mark("rules", "The player after the dealer leads, whoever took; then whoever won the trick.")
FOLLOW = mark("rules", "Follow suit if you can; in a plain suit any card will do.")
RISE = mark("rules", "If trumps are led, go higher if you can, even over your partner.")
PARTNER = mark("rules", "You cannot follow and your partner is winning: play what you like.")
RUFF = mark("rules", "You cannot follow and an opponent is winning: trump, and higher than any trump there.")
UNDER = mark("rules", "None is high enough: a lower trump must be played all the same.")

BELOTE_RULE = mark(
    "rules",
    "King and queen of trumps in one hand bring 20 points: “belote” with the first of them, “rebelote” with "
    "the second. The game says it for you.",
)
BELOTE_KEPT = mark("rules", "They are kept even when the deal is lost, or without a trick.")
BELOTE_SECTION = Section("belote", BELOTE, (BELOTE_RULE, BELOTE_KEPT))

OPTIONAL = mark("rules", "Melds are an option of the lobby; they are found and announced for you.")
RUNS = mark("rules", "Three, four, five or more of a suit in a row (7 8 9 10 J Q K A): 20, 50, 100.")
FOURS = mark("rules", "Four jacks 200, four nines 150, four aces, tens, kings or queens 100.")
BEST = mark("rules", "Only the side with the best single meld writes, and it writes all of its own.")
BETTER = mark(
    "rules",
    "Better is what has more points; then four of a kind before a run, the longer run, the higher one, the one "
    "in trumps. Equal still: nobody writes.",
)
SHOWN = mark("rules", "They are told with the first card and shown with the second; beaten ones stay hidden.")

MADE = mark("rules", "The takers need more than the others. Then both sides write what they have.")
DEDANS = mark(
    "rules", "Otherwise they are dedans: the others write 162 and all melds, the takers only their belote."
)
LITIGE = mark(
    "rules",
    "A tie is a litige: the others write theirs, and the takers’ points wait in the pot for the side that wins "
    "the next deal.",
)
CAPOT = mark("rules", "All eight tricks, a capot: 252 instead of 162, whoever takes them.")
TARGET = mark("rules", "Whoever has {target} points after a deal wins; if both have, the higher total.")
TIED_END = mark("rules", "Equal totals: play on. A pot that is still open then is void.")
PLAY_ON = mark("rules", "Equal totals: play on.")

WHY_RISE = mark(
    "example", "Trumps are led. The nine beats the eight, and must be played, even over the partner."
)
WHY_ANY_CLUB = mark("example", "A plain lead: follow with any club; there is no need to go higher.")
WHY_RUFF = mark("example", "No club, and an opponent is winning: trump, with any one.")
WHY_FREE = mark("example", "No club, but the partner’s ace is winning: free.")
WHY_OVER = mark("example", "An opponent has trumped with the eight: only the nine is higher.")
WHY_UNDER = mark(
    "example",
    "An opponent has trumped with the jack: nothing is higher, and a trump must be played all the same.",
)
WHY_NEITHER = mark("example", "Neither a club nor a trump: any card.")
WHY_TAKES = mark("example", "The third to speak takes: he gets the turned card.")
WHY_REFUSED = mark("example", "Nobody wanted hearts: now one of the other suits, or nothing.")
WHY_MORE = mark("example", "More than half: each side writes its own.")
WHY_TIE = mark("example", "Equal: the others write, the takers’ points are held over.")
WHY_DEDANS = mark("example", "Not enough: the others write everything.")
WHY_CAPOT = mark("example", "All tricks for the takers. The others keep their belote.")
WHY_NO_TRUMP_LEGAL = mark("example", "No trump: follow suit, with any card of it. Nobody ruffs.")
WHY_NO_TRUMP_WINS = mark(
    "example", "No trump: the highest card of the suit led; the king is only thrown away."
)
WHY_ALL_TRUMP_WINS = mark("example", "All trump: jack before nine before ace. Another suit never wins.")
WHY_ALL_TRUMP_RISE = mark("example", "All trump: the ace is above the ten, so it must go over.")
WHY_ALL_TRUMP_PARTNER = mark("example", "All trump: over the partner too.")
WHY_ALL_TRUMP_FREE = mark("example", "All trump, and no club: any card, for nothing else can win.")
