"""What is known of a person or a chat: written field by field, and lost only with the store."""

from typing import Any

from service.table.model import Document


class Person(Document):
    """A Telegram user. Times are milliseconds by the store's clock, 0 = never."""

    id: int
    name: str = ""
    username: str = ""
    language: str = ""
    """Two letters; empty = not known, the chat's or English is used."""
    started: bool = False
    """Pressed Start: the bot may write first."""
    blocked: bool = False
    games: int = 0
    """The message with the list of his matches."""
    board: bool = False
    """Stands on the boards of his groups (`/stats` there)."""
    replay: int = 0
    """The message in which a match that is over is told again."""
    helped: int = 0
    """When he was last told that his words mean nothing here."""
    drafts: int = 0
    """How many of the tables that inline mode offered him he has chosen."""
    last_tap: int = 0
    """Last tap on a button in the private chat."""
    last_message: int = 0
    """Highest message id seen in the private chat, the bot's own included."""
    last_ring: int = 0
    last_hand_tap: int = 0
    """Last tap in a group on a hand that he alone sees, or for one."""
    suits: str = ""
    """The row of suit signs, by its key in `service.telegram.texts.ROWS`; empty = never asked.

    Words here and below are read by `service.telegram.tastes`: one that a later release writes is the usual one here.
    """
    letters: str = ""
    """Two letters of the language whose card letters are used; empty = the own one's."""
    words: bool = False
    """Cards in words, for screen readers above all."""
    order: str = ""
    """How the hand is ordered: "suit"; empty = trump first."""
    refused: str = ""
    """How cards that may not be played look: "grey"; empty = tappable, and saying why."""
    confirm: bool = False
    """A second tap confirms."""
    auto: str = ""
    """Whether his only legal card plays itself; "on", "off", or empty = only where all cards lie open."""
    at_once: bool = False
    """Where days pass between moves: a card counts at once, and cannot be taken back."""
    ring: str = ""
    """"always" or "never"; empty = when it helps."""
    quiet: str = ""
    """Hours in which nothing rings, by his own clock: `22-8`, "off"; empty = the usual ones."""
    hushed: int = 0
    """Until then he wants quiet, whatever the hour."""
    remind: str = ""
    """How often he is reminded of his turn (`service.telegram.notices`); empty = once."""
    pictures: bool = False
    colours: str = ""
    """Of pictures: "dark"; empty = light."""
    zone: str = ""
    """The IANA name of the time zone; empty = not known."""
    vacation_until: int = 0
    """Until when he is on holiday; 0: he is not."""
    vacation_year: int = 0
    vacation_used: int = 0
    """Days of that year's allowance that are used up."""
    zone_asked: bool = False
    """He was asked for it, and is not asked again."""

    @property
    def known(self) -> bool:
        """False for who never was here, or is forgotten: whoever writes to the bot, or taps, has left his name."""
        return bool(self.name or self.username or self.started)

    @property
    def reachable(self) -> bool:
        """Whether the bot may write to the person in private."""
        return self.started and not self.blocked

    @property
    def habits(self) -> dict[str, Any]:
        """What his seats must know of him, as `Sit` and `Prefer` have it."""
        return {"auto": self.auto if self.auto in ("on", "off") else "", "at_once": self.at_once}


class Chat(Document):
    """A group."""

    id: int
    title: str = ""
    language: str = ""
    supergroup: bool = False
    forum: bool = False
    agreed: str = ""
    """The rules it last played by (`service.table.agreement`); empty: none yet."""
    clock: str = ""
    """The clock it last played by, as a table's head keeps it."""
    night: str = ""
    """Hours in which clocks of days rest, `22-8` in its zone, at every table opened from then on; empty: none."""
    moved_to: int = 0
    """The supergroup it has become."""
    moved_from: int = 0
    """The group this supergroup was: its tables are kept under that id."""
    last_message: int = 0
    """Highest message id seen in a supergroup, the bot's own included: there ids count every message, also those the
    bot does not get to see. In a plain group they count over all chats of an account and say nothing; it stays 0."""
    suits: str = ""
    """As of a person; empty = the usual row."""
    pictures: bool = False
    colours: str = ""
    """As of a person."""
    admin: bool = False
    """The bot administers it, so it may show a hand to its player at any time."""
    hands: bool = True
    """On his turn a player's hand comes by itself, for his eyes only, where the bot is an administrator."""
    zone: str = ""
