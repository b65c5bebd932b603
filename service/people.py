"""What is known of a person or a chat: written field by field, and lost only with the store."""

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
    last_tap: int = 0
    """Last tap on a button in the private chat."""
    last_message: int = 0
    """Highest message id seen in the private chat, the bot's own included."""
    last_ring: int = 0

    @property
    def reachable(self) -> bool:
        """Whether the bot may write to the person in private."""
        return self.started and not self.blocked


class Chat(Document):
    """A group."""

    id: int
    title: str = ""
    language: str = ""
    supergroup: bool = False
    forum: bool = False
    agreed: str = ""
    """The rules it last played by (`service.table.agreement`); empty: none yet."""
    moved_to: int = 0
