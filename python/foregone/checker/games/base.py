"""What all games have in common, and what reads their spellings and positions."""

from __future__ import annotations

import re
from typing import Any, Iterable, Sequence, Tuple

MAX, MIN = 0, 1

#: Indices of the worst and the best outcome that is possible, and whether play is over.
Bounds = Tuple[int, int, bool]


class Rejected(Exception):
    """The certificate does not prove what it claims; the text says why, and `place` where."""

    place = "header"


def require(condition: object, why: str) -> None:
    """Rejects the certificate unless that holds."""
    if not condition:
        raise Rejected(why)


class Game:
    """The rules of a game. Positions can be hashed, and are equal exactly if they are the same."""

    #: Whether play can return to a position; None if nothing is known about that.
    returns: bool | None = False
    #: Whether positions of the opponent are remembered that needed no record.
    remembers = False
    #: The outcomes, worst for Max first.
    names: Sequence[str] = ("loss", "draw", "win")

    def parse(self, text: str) -> Any:
        """The position that is written there; raises `Rejected` if there is none."""
        raise NotImplementedError

    def turn(self, p: Any) -> int:
        """`MAX` or `MIN`."""
        raise NotImplementedError

    def bounds(self, p: Any) -> Bounds:
        """What the rules and the static bounds tell of a position."""
        raise NotImplementedError

    def moves(self, p: Any) -> list[Any]:
        """The positions after the legal moves, in the canonical order; only asked if play is not over."""
        raise NotImplementedError

    def infinite(self, p: Any) -> int:
        """The index of the outcome of infinite play that returns to a position."""
        raise NotImplementedError

    def outcomes(self, names: Sequence[str]) -> list[int]:
        """The indices of the outcomes of these names, which are all that a header has."""
        for name in names:
            require(name in self.names, f"{name!r} is no outcome")
        return [self.names.index(name) for name in names]

    def useless(self, owner: int) -> int:
        """The outcome of which a claim of this owner is true everywhere."""
        return 0 if owner == MAX else len(self.names) - 1

    def value(self, least: int | None, most: int | None) -> str | None:
        """The value, if the claims tell it."""
        low, high = 0 if least is None else least, len(self.names) - 1 if most is None else most
        return self.names[low] if low == high else None

    def representative(self, p: Any) -> Any:
        """Equal for positions that a symmetry makes equal."""
        return p

    def over(self, outcome: int) -> Bounds:
        """The bounds where play is over."""
        return outcome, outcome, True

    def open(self) -> Bounds:
        """The bounds where nothing is known."""
        return 0, len(self.names) - 1, False


def matched(pattern: str, text: str, why: str) -> re.Match[str]:
    """How all of a text matches a pattern, in which digits are those from 0 to 9."""
    match = re.fullmatch(pattern, text, re.ASCII)
    if match is None:
        raise Rejected(why)
    return match


def number(text: str, low: int, high: int) -> int:
    """A number in decimal digits without a sign or leading zeros."""
    matched("0|[1-9][0-9]{0,9}", text, f"{text!r} is not a number")
    require(low <= int(text) <= high, f"{text} is not between {low} and {high}")
    return int(text)


def options(text: str, allowed: Iterable[str]) -> dict[str, str]:
    """`name=value,...`, each at most once and in the order of `allowed`."""
    found: dict[str, str] = {}
    rest = list(allowed)
    for item in text.split(",") if text else []:
        name, equals, value = item.partition("=")
        require(equals and name in rest, f"option {item!r} is unknown, repeated or out of order")
        del rest[: rest.index(name) + 1]
        found[name] = value
    return found


def rows_of(text: str, rows: int, columns: int, letters: str) -> list[str]:
    """The rows of a board, the lowest first."""
    found = text.split("/")
    require(len(found) == rows, "the number of rows is wrong")
    require(all(len(row) == columns and set(row) <= set(letters) for row in found), "a row is wrong")
    return found[::-1]


def has_line(cells: int, length: int, shifts: Iterable[int]) -> bool:
    """Whether a set of bits has so many in a straight line; the board has an empty row or column between the lines."""
    for shift in shifts:
        run = cells
        for _ in range(length - 1):
            run = cells & (run >> shift)
            if not run:
                break
        if run:
            return True
    return False
