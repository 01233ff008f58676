"""What goes wrong, as exceptions. A limit is none: it is a result whose `stop` names the limit."""

from __future__ import annotations


class ForegoneError(Exception):
    """Something could not be done: one sentence that names the place and the remedy."""


class NotationError(ForegoneError, ValueError):
    """A text that is not what it should be: `text`, and in `place` what it should have been."""

    def __init__(self, sentence: str, text: str = "", place: str = "") -> None:
        super().__init__(sentence, text, place)
        self.text = text
        self.place = place

    def __str__(self) -> str:
        return str(self.args[0])


class IllegalMove(NotationError):
    """A move that is not legal: `text` are the moves that were given, `place` says which one it is."""


class UnknownGame(ForegoneError, LookupError):
    """There is no game of that name."""


class SettingError(ForegoneError, ValueError):
    """A setting that does not exist, or has a value that it cannot have."""


class Refused(ForegoneError):
    """What was asked for makes sense, but not for this game or question; the sentence says why."""


class GameError(ForegoneError):
    """A game that is written in Python contradicts itself; the sentence names the state."""


class Rejected(ForegoneError):
    """A certificate does not prove what it claims: `place` and `reason`."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


class CheckpointError(ForegoneError, OSError):
    """A checkpoint cannot be written, or cannot be gone on from."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""
