"""The rules as the bot tells them: per rule set a page of sections, each of sentences and examples.

A new rule set gets its page here; without one, `/rules` names its options only.
"""

from collections.abc import Mapping

from service.telegram.rulebook import beginner, classic, coinche, house, luxembourg, two_player
from service.telegram.rulebook.examples import Page

PAGES: Mapping[str, Page] = {
    "classic": classic.PAGE,
    "two-player": two_player.PAGE,
    "luxembourg": luxembourg.PAGE,
    "coinche": coinche.PAGE,
    "beginner": beginner.PAGE,
    "house": house.PAGE,
}
