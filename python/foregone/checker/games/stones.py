"""Connect Four and m,n,k-games: what both have in common, and the latter."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from .base import MAX, MIN, Bounds, Game, has_line, number, require, rows_of


class Stones(Game):
    """What connect4 and mnk have in common. A position is (stones of Max, stones of Min). There is an empty row or column between the lines of
    the board, so that no straight line of bits goes on in another one."""

    columns: int
    rows: int
    #: So many in a line win.
    length: int
    #: From one cell to the next one of a line.
    shifts: tuple[int, ...]

    @abstractmethod
    def bit(self, x: int, y: int) -> int:
        """The cell of a column and a row, which are numbered from 0."""

    def read(self, text: str) -> tuple[int, int]:
        """The stones of a board that can come about."""
        sets = {"x": 0, "o": 0, ".": 0}
        for y, row in enumerate(rows_of(text, self.rows, self.columns, "xo.")):
            for x, letter in enumerate(row):
                sets[letter] |= self.bit(x, y)
        p = (sets["x"], sets["o"])
        require(p[0].bit_count() - p[1].bit_count() in (0, 1), "the numbers of stones are wrong")
        require(not self.line(p[self.turn(p)]), "the player to move has a line")
        return p

    def turn(self, p: Any) -> int:
        return MAX if p[0].bit_count() == p[1].bit_count() else MIN

    def line(self, cells: int) -> bool:
        """Whether a set of cells has a line that wins."""
        return has_line(cells, self.length, self.shifts)

    def put(self, p: Any, bit: int) -> tuple[int, int]:
        """The position with one more stone."""
        return (p[0] | bit, p[1]) if self.turn(p) == MAX else (p[0], p[1] | bit)


class Mnk(Stones):
    """Who has so many in a row wins."""

    def __init__(self, spelling: str, rules: int) -> None:
        parts = spelling.split(",")
        require(len(parts) == 3, "mnk has three numbers")
        self.columns, self.rows = number(parts[0], 1, 26), number(parts[1], 1, 128)
        self.length = number(parts[2], 1, 10**9)
        require(self.columns * self.rows <= 128, "the board is too large")
        w = self.columns + 1
        self.shifts = (1, w, w - 1, w + 1)
        self.cells = [1 << (y * w + x) for y in range(self.rows) for x in range(self.columns)]

    def bit(self, x: int, y: int) -> int:
        return 1 << (y * (self.columns + 1) + x)

    def parse(self, text: str) -> Any:
        return self.read(text)

    def moves(self, p: Any) -> list[Any]:
        return [self.put(p, cell) for cell in self.cells if not (p[0] | p[1]) & cell]

    def bounds(self, p: Any) -> Bounds:
        turn = self.turn(p)
        if self.line(p[1 - turn]):
            return self.over(2 if turn == MIN else 0)
        return self.over(1) if (p[0] | p[1]).bit_count() == len(self.cells) else self.open()
