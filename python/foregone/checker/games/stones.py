"""What Connect Four, m,n,k-games and Qubic have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from .base import MAX, MIN, Game, has_line, require, rows_of


class Stones(Game):
    """What connect4, mnk and qubic have in common. A position is (stones of Max, stones of Min). There is an empty row or column between the lines of
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
