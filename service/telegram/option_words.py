"""The words of rule sets and options, by key. An entry that is missing here is shown by its key (`options`)."""

from typing import NamedTuple


class Words(NamedTuple):
    """A message to be looked up later."""

    context: str
    message: str


def mark(context: str, message: str) -> Words:
    """Mark a message for the catalogues; whoever shows it translates it."""
    return Words(context, message)


RULE_SETS = {
    "classic": mark("rule set", "classic"),
    "two-player": mark("rule set", "for two"),
    "luxembourg": mark("rule set", "Luxembourgish"),
    "coinche": mark("rule set", "coinche"),
    "beginner": mark("rule set", "for beginners"),
    "house": mark("rule set", "house rules"),
}

LEVEL_NAMES = {
    "novice": mark("level", "novice"),
    "club": mark("level", "club"),
    "expert": mark("level", "expert"),
}
"""How well computers play. At most nine cells."""

CHOICES = {
    "announcements=on": mark("option", "melds on"),
    "announcements=off": mark("option", "melds off"),
    "beloteKeptInLitige=on": mark("option", "belote counts at once in a litige"),
    "capotTransfersMelds=on": mark("option", "capot wins the melds"),
    "tieRule=strike": mark("option", "equal runs are struck out"),
    "tieRule=none": mark("option", "equal best: no melds count"),
    "force=on": mark("option", "forced game after 8 passes"),
    "valetForce=on": mark("option", "a turned jack forces Tout"),
    "meldsCountForWinning=off": mark("option", "only card points decide"),
    "silentTake=off": mark("option", "no silent taking"),
    "autoShowMelds=off": mark("option", "melds must be shown by hand"),
    "meldRanking=kind": mark("option", "any carré beats any run"),
    "toutBelote=led": mark("option", "Tout: belote once its suit was led"),
    "partnerSansMeansTout=on": mark("option", "computers: Sans asks for Tout"),
    "litige=on": mark("option", "litige on equal points"),
    "rounding=off": mark("option", "no rounding"),
    "direction=ccw": mark("option", "counter-clockwise"),
    "riseOnTrumpLead=on": mark("option", "trumps must go higher"),
    "partnerExempt=any": mark("option", "any winning partner frees"),
    "capot252=off": mark("option", "capot without bonus"),
    "turnedCardRound2=stock": mark("option", "round 2: turned card to the stock"),
    "noTrumpAce=11": mark("option", "no trump: aces count 11"),
}
"""By `name=value`, for the middle of a line."""

NAMES = {
    "target": mark("option name", "Target"),
    "announcements": mark("option name", "Melds"),
    "beloteKeptInLitige": mark("option name", "In a litige"),
    "capotTransfersMelds": mark("option name", "With a capot"),
    "tieRule": mark("option name", "Equal melds"),
    "force": mark("option name", "Forced game"),
    "valetForce": mark("option name", "Jack = Tout"),
    "meldsCountForWinning": mark("option name", "Who wins"),
    "silentTake": mark("option name", "Silent take"),
    "autoShowMelds": mark("option name", "Showing"),
    "meldRanking": mark("option name", "Best meld"),
    "toutBelote": mark("option name", "Tout belote"),
    "partnerSansMeansTout": mark("option name", "Partner Sans"),
    "litige": mark("option name", "Litige"),
    "rounding": mark("option name", "Rounding"),
    "direction": mark("option name", "Direction"),
    "riseOnTrumpLead": mark("option name", "Trump led"),
    "partnerExempt": mark("option name", "Partner"),
    "capot252": mark("option name", "Capot 252"),
    "turnedCardRound2": mark("option name", "Round 2"),
    "noTrumpAce": mark("option name", "No-trump ace"),
}

VALUES = {
    "beloteKeptInLitige=on": mark("option value", "Belote at once"),
    "beloteKeptInLitige=off": mark("option value", "Belote waits"),
    "capotTransfersMelds=on": mark("option value", "Melds inherited"),
    "capotTransfersMelds=off": mark("option value", "Melds are lost"),
    "meldsCountForWinning=on": mark("option value", "All points"),
    "meldsCountForWinning=off": mark("option value", "Cards only"),
    "silentTake=on": mark("option value", "Means Tout"),
    "silentTake=off": mark("option value", "Not allowed"),
    "autoShowMelds=on": mark("option value", "By the bot"),
    "autoShowMelds=off": mark("option value", "By hand"),
    "partnerSansMeansTout=on": mark("option value", "Sans asks Tout"),
    "partnerSansMeansTout=off": mark("option value", "Sans is Sans"),
    "riseOnTrumpLead=on": mark("option value", "Must go higher"),
    "riseOnTrumpLead=off": mark("option value", "Any trump"),
    "tieRule=none": mark("option value", "None counts"),
    "tieRule=strike": mark("option value", "Struck out"),
    "meldRanking=points": mark("option value", "Most points"),
    "meldRanking=kind": mark("option value", "Carré first"),
    "toutBelote=trick": mark("option value", "In its trick"),
    "toutBelote=led": mark("option value", "Suit was led"),
    "direction=cw": mark("option value", "Clockwise"),
    "direction=ccw": mark("option value", "Anti-clockwise"),
    "partnerExempt=trump": mark("option value", "Trump frees"),
    "partnerExempt=any": mark("option value", "Any card frees"),
    "turnedCardRound2=dealer": mark("option value", "Card → dealer"),
    "turnedCardRound2=stock": mark("option value", "Card → stock"),
    "noTrumpAce=19": mark("option value", "Ace 19"),
    "noTrumpAce=11": mark("option value", "Ace 11"),
}
"""By `name=value`, for buttons. What is on or off needs no entry where its name says enough."""

SENTENCES = {
    "target": mark(
        "about an option", "The match is won by the side that first reaches this total after a deal."
    ),
    "announcements": mark(
        "about an option",
        "Runs of three or more and four of a kind score extra for the side with the best one. Announced for you.",
    ),
    "beloteKeptInLitige": mark(
        "about an option",
        "{on}: in a litige the takers write their belote at once. {off}: it waits in the pot with their other points.",
    ),
    "capotTransfersMelds": mark(
        "about an option",
        "{on}: who wins all tricks also writes the losers’ melds. {off}: those melds are lost.",
    ),
    "tieRule": mark(
        "about an option",
        "Both sides hold an equal run: either these two are struck and the rest is compared, or, if they are the "
        "best, no meld counts.",
    ),
    "force": mark(
        "about an option",
        "On: after eight passes the first player must choose a game; the others may still top it.",
    ),
    "valetForce": mark(
        "about an option",
        "On: if a jack lies in the middle, the first player must play Tout and nobody bids.",
    ),
    "meldsCountForWinning": mark(
        "about an option",
        "{on}: belote and melds help to win the deal. {off}: only card points decide; melds are written all the same.",
    ),
    "silentTake": mark("about an option", "{on}: taking the middle card without a word means Tout."),
    "autoShowMelds": mark(
        "about an option",
        "{on}: melds that count are shown for you in trick 2. {off}: who forgets to show loses them for his side.",
    ),
    "meldRanking": mark(
        "about an option",
        "Which meld is the best: the one with the most points, or any carré before any run.",
    ),
    "toutBelote": mark(
        "about an option",
        "In Tout a belote counts if its first card falls in a trick of its suit, or once that suit has been led.",
    ),
    "partnerSansMeansTout": mark(
        "about an option",
        "A habit of computer players, no rule: who says Sans over his partner’s suit asks him for Tout.",
    ),
    "litige": mark(
        "about an option",
        "On: bid reached but points equal: the takers’ points wait for the next deal. Off: the bid is lost.",
    ),
    "rounding": mark("about an option", "On: scores are written in tens: 84 becomes 80, 85 becomes 90."),
    "direction": mark("about an option", "Which way deal, bids and play go round."),
    "riseOnTrumpLead": mark(
        "about an option",
        "{on}: when trumps are led you must beat the highest one if you can, even your partner’s.",
    ),
    "partnerExempt": mark(
        "about an option",
        "You cannot follow and your partner is winning: you need not ruff, either with any card of his or only if "
        "it is a trump.",
    ),
    "capot252": mark(
        "about an option",
        "On: all eight tricks bring the takers 252 points. Off: 162 as always.",
    ),
    "turnedCardRound2": mark(
        "about an option",
        "If trumps are found in round 2, the turned card goes to the dealer or back into the pack.",
    ),
    "noTrumpAce": mark(
        "about an option",
        "Without trumps an ace counts 19, so a deal is worth 162; or 11, so it is worth 130.",
    ),
}
