"""What a search has found."""

from __future__ import annotations

import html
import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable

from .certificates import Certificate
from .errors import CheckpointError, Refused

if TYPE_CHECKING:
    import os

    from ._foregone import Position


class Counters:
    """What a search has cost: the counters of docs/json.md by name, such as `created` and `peak_bytes`."""

    def __init__(self, counters: dict[str, int]) -> None:
        self.__dict__.update(counters)

    def __getattr__(self, name: str) -> int:
        raise AttributeError(f"there is no counter {name}; there are {', '.join(self.__dict__)}")

    def __repr__(self) -> str:
        return f"Counters({', '.join(f'{name}={number}' for name, number in self.__dict__.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counters) and self.__dict__ == other.__dict__

    def __reduce__(self) -> tuple[Any, ...]:
        return Counters, (dict(self.__dict__),)


@dataclass(frozen=True)
class Effort:
    """The efforts to prove and to refute "at least this outcome?"; None is infinite."""

    at_least: str
    proof: int | None
    disproof: int | None


class Facts:
    """What results of all kinds have in common: they hold an object of docs/json.md."""

    _members: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The object that docs/json.md describes."""
        found: dict[str, Any] = json.loads(json.dumps(self._members))
        return found

    def to_json(self) -> str:
        """The same as text."""
        return json.dumps(self._members, ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Facts) and self._members == other._members

    def __hash__(self) -> int:
        return hash(self.to_json())


class Result(Facts):
    """The answer to a question about a position. Values are those of the first player.

    >>> import foregone as fg
    >>> result = fg.solve("connect4:4x4")
    >>> result.value, result.bounds, result.status, result.stop
    ('draw', ('draw', 'draw'), 'solved', 'solved')
    >>> result.proved("draw"), result.proved("win"), result.refuted("win")
    (True, False, True)
    """

    def __init__(self, position: Position, text: str, certificate: bytes | None = None, *, outcomes: tuple[str, ...] = (),
                 checkpoint: str | None = None, warnings: tuple[str, ...] = (), again: Callable[[], Result] | None = None) -> None:
        self.position = position
        self._members: dict[str, Any] = json.loads(text)
        self._text = text
        self._certificate = None if certificate is None else Certificate(certificate)
        self._outcomes = outcomes or position.game.outcomes
        self.checkpoint = checkpoint
        #: What went wrong without ending the search, such as a checkpoint that could not be written.
        self.warnings = warnings
        self._again = again

    @property
    def value(self) -> str | None:
        """The value, if it is proved."""
        value: str | None = self._members["value"]
        return value

    @property
    def bounds(self) -> tuple[str, str]:
        """What is proved: at least, at most."""
        low, high = self._members["bounds"]
        return low, high

    @property
    def best_move(self) -> str | None:
        """A move that keeps what is proved for the player to move; None if there is none to name."""
        move: str | None = self._members["best_move"]
        return move

    @property
    def line(self) -> list[str]:
        """Best play, as far as the search still holds it."""
        return list(self._members["line"])

    @property
    def status(self) -> str:
        """'solved', 'bounded', 'unknown' or 'believed' (by knowledge that is not sound: nothing is proved)."""
        return str(self._members["status"])

    @property
    def stop(self) -> str:
        """Why the search ended: 'solved', or the limit 'nodes', 'memory' or 'time', or 'interrupted'."""
        return str(self._members["stop"])

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return str(self._members["algorithm"])

    @property
    def counters(self) -> Counters:
        """What the search has cost."""
        return Counters(self._members["counters"])

    @property
    def efforts(self) -> list[Effort]:
        """For each question the efforts at the position when the last run ended."""
        return [Effort(**effort) for effort in self._members["efforts"]]

    @property
    def most_proving(self) -> list[str]:
        """When stopped early, the line to the leaf that would have been next."""
        return list(self._members["most_proving"])

    @property
    def seconds(self) -> float:
        """Wall time."""
        return float(self._members["seconds"])

    @property
    def holds(self) -> bool | None:
        """The answer to "at least?", if that was asked and is proved."""
        goal = self._members["goal"]
        if not goal.startswith("at least "):
            return None
        outcome = goal.removeprefix("at least ")
        return True if self.proved(outcome) else False if self.refuted(outcome) else None

    def _rank(self, outcome: str) -> int:
        if outcome not in self._outcomes:
            raise ValueError(f"{outcome!r} is no outcome; there are {', '.join(self._outcomes)}")
        return self._outcomes.index(outcome)

    def proved(self, outcome: str) -> bool:
        """Whether it is proved that the first player gets this outcome or a better one."""
        return self._rank(self.bounds[0]) >= self._rank(outcome)

    def refuted(self, outcome: str) -> bool:
        """Whether it is proved that the first player does not get this outcome or a better one."""
        return self._rank(self.bounds[1]) < self._rank(outcome)

    def certificate(self) -> Certificate:
        """The proof of what was found. If it was not asked for, the question is answered once more with one."""
        if self._certificate is not None:
            return self._certificate
        if not self._members["unproved"] and self._again is not None:
            found = self._again()
            self._again = None
            if found._certificate is not None:
                self._certificate = found._certificate
                return self._certificate
        why = self._members["unproved"] or "nothing is proved"
        raise Refused(f"there is no certificate of this result ({why})")

    def save_checkpoint(self, path: str | os.PathLike[str]) -> None:
        """Copies the checkpoint that the search has left, for `foregone.resume`. The search must have been given a `checkpoint`."""
        if self.checkpoint is None:
            why = "the search is done" if self.stop == "solved" else "it was not given one: use solve(..., checkpoint=FILE)"
            raise CheckpointError(f"the search has left no checkpoint: {why}")
        shutil.copyfile(self.checkpoint, path)

    def to_json(self) -> str:
        """The object that docs/json.md describes, as text."""
        return self._text

    def __repr__(self) -> str:
        low, high = self.bounds
        worth = self.value or f"{low} to {high}, {self.stop}"
        moves = "".join(f" {move}" for move in self.position.line)
        after = f" after{moves}" if moves else ""
        return f"<foregone.Result: {self._members['game']}{after} is worth {worth}>"

    def _repr_html_(self) -> str:
        low, high = self.bounds
        rows = [("value", self.value or f"{low} to {high} ({self.stop})"), ("best move", self.best_move or ""),
                ("line", " ".join(self.line)), ("algorithm", self.algorithm), ("nodes", f"{self.counters.created:,}")]
        cells = "".join(f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{html.escape(text)}</td></tr>"
                        for name, text in rows if text)
        return f"<table><caption>{html.escape(self._members['game'])}, for the first player</caption>{cells}</table>"

    def __reduce__(self) -> tuple[Any, ...]:
        certificate = None if self._certificate is None else bytes(self._certificate)
        return _restored, (self.position, self._text, certificate, self.checkpoint, self.warnings)


def _restored(position: Position, text: str, certificate: bytes | None, checkpoint: str | None, warnings: tuple[str, ...]) -> Result:
    return Result(position, text, certificate, checkpoint=checkpoint, warnings=warnings)
