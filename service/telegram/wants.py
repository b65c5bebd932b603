"""What should stand in a chat for one surface, and what of it is worth an edit or a ring."""

import hashlib
from typing import NamedTuple

from service.telegram.limits import Call
from service.telegram.messages import Message
from service.telegram.notices import Called, Notice
from service.telegram.pictures.wanted import Picture


class Scene(NamedTuple):
    """What a hand card is about. It is remembered in the row's digest, in front of the fingerprint, so that the next
    look can tell a new deal from a further card without knowing what happened in between."""

    turn: int = -1
    """The ply at which the viewer is on turn; -1: somebody else is."""
    major: str = ""
    """A change of this is shown to everybody, looking or not."""
    minor: str = ""
    """A change of this is shown only to who is looking."""
    vote: bool = False
    """The viewer is asked something: worth a message of its own."""

    def text(self) -> str:
        return f"{self.turn};{self.major};{self.minor};{int(self.vote)}"

    @classmethod
    def of(cls, digest: str) -> "Scene | None":
        """The scene in a row's digest, if there is one."""
        parts = digest.partition("|")[0].split(";")
        if len(parts) != 4 or not parts[0].lstrip("-").isdigit():
            return None
        return cls(int(parts[0]), parts[1], parts[2], parts[3] == "1")


class Want(NamedTuple):
    """One surface as it should be now."""

    chat: int
    message: Message | None
    """None: nothing shall stand there."""
    picture: Picture | None = None
    """Below the text, which is complete without it."""
    thread: int | None = None
    rings: int | None = None
    """The ply for which this surface rings, once; 0 for what is announced once in its life; None: never."""
    own: bool = False
    """It came about by the viewer's own tap, which needs no ring."""
    insists: bool = False
    """Rings though the viewer looks at the card: he wants it so."""
    called: Called | None = None
    """The reader's turn: by when, and when nothing may ring; None: it is not his turn, or nobody's."""
    gone: Called | None = None
    """He has just been set down as away, and is told so once: when nothing may ring. Nothing waits for him."""
    nudge: int | None = None
    """The ply at which others nudge the reader, whose card rings again for it, once."""
    reminder: Notice | None = None
    """The message is a reminder, due now."""
    look_at: int | None = None
    """When the next reminder is to be thought of."""
    told: dict[str, int] | None = None
    """Of a digest: by table the ply of the turn that it tells of."""
    create: bool = True
    """It may be sent where nothing stands yet. If not, it only keeps up what stands."""
    scene: Scene | None = None
    """For hand cards; without one every change is shown."""
    generation: int = 0
    """The deal a table card belongs to."""
    heir: bool = False
    """The message that stands passes to its deal's score sheet when the generation moves on."""
    inline: str = ""
    """The inline message that it is: no message of a chat, and only to be edited."""
    call: Call = Call.MERGED
    """How its edits are counted."""
    newest: int = 0
    """Highest message id known of the chat, where ids count every message; 0: nothing is known. What stands far above
    it has scrolled away."""
    moment: str = ""
    """What a card that has scrolled away is posted afresh for: another deal, another turn."""
    receiver: int | None = None
    """An ephemeral message: the member of the group who alone sees it."""
    anytime: bool = False
    """An ephemeral message may be sent without its receiver's tap."""
    below: str = ""
    """What an older message of it says that is too old to be deleted."""
    lasting: bool = True
    """What stands when nothing shall stand any more keeps standing without buttons; otherwise it is deleted."""

    @property
    def digest(self) -> str:
        """Fingerprint of the message, with the scene, or else the moment, in front."""
        if self.message is None:
            return ""
        parts = [self.message.text, *(f"{b!r}" for row in self.message.rows for b in (*row, "/"))]
        if self.picture is not None:
            parts.append(self.picture.key)
        fingerprint = hashlib.blake2b("\n".join(parts).encode(), digest_size=10).hexdigest()
        return f"{self.scene.text() if self.scene else self.moment}|{fingerprint}"
