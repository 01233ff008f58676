"""Games with chance: values are exact fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from . import _work
from ._foregone import ChancePosition, start_chance
from .certificates import Certificate
from .errors import Refused, SettingError
from .results import Facts


class ChanceResult(Facts):
    """What a position of a game with chance is worth on average under best play, to the first player.

    >>> import foregone as fg
    >>> result = fg.solve(fg.ChanceGame("piglet:3"))
    >>> result.value, result.bounds, result.utility
    (Fraction(6, 11), (Fraction(6, 11), Fraction(6, 11)), {'loss': Fraction(0, 1), 'win': Fraction(1, 1)})
    """

    def __init__(self, position: ChancePosition, text: str, certificate: bytes | None = None) -> None:
        self.position = position
        self._members: dict[str, Any] = json.loads(text)
        self._text = text
        self._certificate = None if certificate is None else Certificate(certificate)

    @property
    def value(self) -> Fraction | None:
        """The value, if it is known exactly."""
        value = self._members["value"]
        return None if value is None else Fraction(value)

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        """What is certain: at least, at most."""
        low, high = self._members["bounds"]
        return Fraction(low), Fraction(high)

    @property
    def utility(self) -> dict[str, Fraction]:
        """What every outcome is worth."""
        return {name: Fraction(worth) for name, worth in self._members["utility"].items()}

    @property
    def holds(self) -> bool | None:
        """The answer to "at least?", if that was asked and is known."""
        holds: bool | None = self._members["holds"]
        return holds

    @property
    def best_move(self) -> str | None:
        """A move that keeps the value for the player to move."""
        move: str | None = self._members["best_move"]
        return move

    @property
    def status(self) -> str:
        """'solved', 'bounded' or 'unknown'."""
        return str(self._members["status"])

    @property
    def stop(self) -> str:
        """Why the search ended."""
        return str(self._members["stop"])

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return str(self._members["algorithm"])

    @property
    def moves(self) -> dict[str, Fraction | None] | None:
        """The value of every move or outcome of chance, if `every_move` was asked for."""
        moves = self._members.get("moves")
        if moves is None:
            return None
        return {move["move"]: None if move["value"] is None else Fraction(move["value"]) for move in moves}

    def certificate(self) -> Certificate:
        """The proof of what was found; the question must have been asked with `certificate=True`."""
        if self._certificate is None:
            raise Refused("there is no certificate of this result; ask with certificate=True")
        return self._certificate

    def to_json(self) -> str:
        """The object that docs/json.md describes, as text."""
        return self._text

    def __repr__(self) -> str:
        low, high = self.bounds
        worth = self.value if self.value is not None else f"{low} to {high}, {self.stop}"
        return f"<foregone.ChanceResult: {self._members['game']} is worth {worth}>"

    def __reduce__(self) -> tuple[Any, ...]:
        certificate = None if self._certificate is None else bytes(self._certificate)
        return ChanceResult, (self.position, self._text, certificate)


def solve_chance(position: ChancePosition, *, on_interrupt: str = "raise", algorithm: str = "auto", nodes: int | None = None,
                 memory: int | str | None = None, time: float | None = None, certificate: bool = False,
                 at_least: Fraction | int | str | None = None, utility: str | None = None, every_move: bool = False,
                 **others: Any) -> ChanceResult:
    """What `solve` does with a game with chance."""
    if others:
        raise SettingError(f"{', '.join(others)} is not for games with chance; leave it out")
    asked = {"algorithm": algorithm, "nodes": None if nodes is None else _work.count("nodes", nodes), "memory": _work.memory(memory),
             "time": _work.time(time), "certificate": bool(certificate), "at_least": None if at_least is None else str(at_least),
             "utility": utility, "every_move": every_move}

    def made(found: tuple[str, bytes | None]) -> ChanceResult:
        text, proof = found
        return ChanceResult(position, text, proof)

    try:
        return made(_work.finish(start_chance(position, asked), on_interrupt))
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(*(made(found) for found in interrupt.args)) from None
