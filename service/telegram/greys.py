"""Whether a server knows disabled buttons: found out once, by trying, and true of every call from then on."""

from service.telegram.messages import Message


class Greys:
    """What one server has shown of itself so far."""

    def __init__(self) -> None:
        self.known = True
        """As far as it has been tried."""

    def fitted(self, message: Message) -> Message:
        """The message as this server takes it."""
        return message if self.known else message.without_grey()

    def learned(self, message: Message) -> Message:
        """It is older than disabled buttons: to it they do nothing, which it does not allow."""
        self.known = False
        return message.without_grey()
