"""The connections of the bot: cut one, or refuse them all for a while. The page and the control API stay reachable."""

from typing import Protocol

from starlette.datastructures import Address


class Socket(Protocol):
    """What a server knows how to do to its connections."""

    def cut(self, peers: set[Address]) -> None:
        """End these peers' connections at once."""

    def shut(self) -> None:
        """Take no new connections."""

    async def open(self) -> None:
        """Take them again, on the same port."""


class Line:
    """Who talks to us as a bot, and what can be done to them. Without a server (an app in a test) nothing can."""

    def __init__(self) -> None:
        self._socket: Socket | None = None
        self._bots: set[Address] = set()
        self.refusing = False

    def attach(self, socket: Socket) -> None:
        self._socket = socket

    def is_bot(self, peer: Address | None) -> None:
        """A call of the Bot API came over this connection."""
        if peer is not None:
            self._bots.add(peer)

    def cut(self, peer: Address | None) -> None:
        if self._socket is not None and peer is not None:
            self._bots.discard(peer)
            self._socket.cut({peer})

    def refuse(self) -> None:
        """Nobody answers: bots lose their connections, and new ones are refused, whoever asks."""
        if self._socket is not None and not self.refusing:
            self.refusing = True
            self._socket.shut()
            self._socket.cut(self._bots)
            self._bots = set()

    async def answer(self) -> None:
        """Reachable again."""
        if self._socket is not None and self.refusing:
            self.refusing = False
            await self._socket.open()
