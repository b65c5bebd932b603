"""What all commands share: who asks, and which of them cannot wait side by side."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class OneCommand(BaseModel):
    """One wish of one person. Stored as JSON, told apart by its `kind`."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    waits: ClassVar[str]
    """What it waits for, its own fields in braces. Two commands that wait for the same cannot stand in one inbox: the
    second is told that the first is on its way."""

    person: int
    """The Telegram user who asks; 0 for the house itself."""

    @property
    def slot(self) -> str:
        """`waits` with this command's fields in it."""
        return self.waits.format_map(vars(self))
