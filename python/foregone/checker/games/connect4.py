"""Connect Four."""

from __future__ import annotations

from typing import Any

from .base import MAX, MIN, Bounds, matched, number, options, require
from .stones import Stones


class Connect4(Stones):
    length = 4

    def __init__(self, spelling: str, rules: int) -> None:
        match = matched(r"([0-9]+)x([0-9]+)((?:,.*)?)", spelling, "connect4 has no such board")
        self.columns, self.rows = number(match[1], 1, 128), number(match[2], 1, 128)
        require(self.columns * (self.rows + 1) <= 128, "the board is too large")
        score = options(match[3][1:], ["score"]).get("score")
        require(match[3] == "" or score == "pons", "there is no such score")
        self.pons, self.rules, self.cells = score == "pons", rules, self.columns * self.rows
        h = self.rows + 1
        self.shifts, self.all = (1, h, h - 1, h + 1), 0
        self.column = [((1 << self.rows) - 1) << (x * h) for x in range(self.columns)]
        for column in self.column:
            self.all |= column
        upper = sum(1 << y for y in range(self.rows) if (self.rows - 1 - y) % 2 == 0)
        self.upper = sum(upper << (x * h) for x in range(self.columns))
        self.best = max(1, (self.cells - 5) // 2) if self.pons else 1
        if self.pons:
            self.names = [str(v) for v in range(-self.best, self.best + 1)]

    def bit(self, x: int, y: int) -> int:
        return 1 << (x * (self.rows + 1) + y)

    def parse(self, text: str) -> Any:
        p = self.read(text)
        for x, column in enumerate(self.column):
            stones = ((p[0] | p[1]) & column) >> (x * (self.rows + 1))
            require(stones & (stones + 1) == 0, "a stone rests on nothing")
        return p

    def open_cells(self, taken: int) -> list[int]:
        empty = self.all & ~taken
        return [cell & -cell for column in self.column if (cell := empty & column)]

    def moves(self, p: Any) -> list[Any]:
        return [self.put(p, cell) for cell in self.open_cells(p[0] | p[1])]

    def bounds(self, p: Any) -> Bounds:
        turn, n = self.turn(p), (p[0] | p[1]).bit_count()
        if self.line(p[1 - turn]):
            worth = (self.cells + 2 - n) // 2 if self.pons else 1
            return self.over(self.best + (worth if turn == MIN else -worth))
        if n == self.cells:
            return self.over(self.best)
        if self.rules == 1:
            return self.open()
        low, high = self.static(p[turn], p[1 - turn], n)
        if turn == MIN:
            low, high = -high, -low
        return self.best + low, self.best + high, False

    def worth(self, k: int) -> int:
        """w(k)"""
        if k > self.cells:
            return 0
        return max(0, (self.cells + 2 - max(k, 7)) // 2) if self.pons else 1

    def static(self, mover: int, opponent: int, n: int) -> tuple[int, int]:
        """The bounds of the mover's score."""
        opened = self.open_cells(mover | opponent)
        if any(self.line(mover | cell) for cell in opened):
            return (self.worth(n + 1),) * 2
        wins = [cell for cell in opened if self.line(opponent | cell)]
        safe = []
        for cell in opened:
            top = (cell << 1) & self.all
            if not (top and self.line(opponent | top)) and all(other == cell for other in wins):
                safe.append(cell)
        if not safe:
            return (-self.worth(n + 2),) * 2
        if len(safe) == 1:
            if n + 1 == self.cells:
                return 0, 0
            low, high = self.static(opponent, mover | safe[0], n + 1)
            return -high, -low
        low, high = -self.worth(n + 4), self.worth(n + 3)
        empty = self.all & ~(mover | opponent)
        if not self.line(opponent | empty):
            low = max(low, 0)
        if not self.line(mover | empty):
            high = min(high, 0)
        upper, lower = empty & self.upper, empty & ~self.upper
        single = [cell for cell in opened if cell & upper]
        paired = upper & ~sum(single)
        if len(single) % 2 == 0:
            if self.held(mover | lower, single):
                high = min(high, -1 if self.line(opponent | paired) else 0)
            return low, high
        for s in single:
            if self.held(opponent | lower, [c for c in single if c != s]):
                low = max(low, 1 if self.line(mover | s | paired) else 0)
                break
        for s in single:
            column = next(c for c in self.column if c & s)
            threats = [1 << i for i in range(self.all.bit_length())
                       if (lower & column) >> i & 1 and self.line(opponent | 1 << i)]
            if threats:
                a = mover | (lower & ~column) | (upper & column & (threats[0] - 1))
                if self.held(a, [c for c in single if c != s]):
                    high = min(high, -1)
        return low, high

    def held(self, a: int, single: list[int]) -> bool:
        if not self.line(a | sum(single)):
            return True
        if len(single) == 2:
            return not any(self.line(a | s) for s in single)
        if len(single) == 4:
            k, l, m, n = single
            return any(not any(self.line(a | x | y) for x in one for y in two)
                       for one, two in (((k, l), (m, n)), ((k, m), (l, n)), ((k, n), (l, m))))
        return False

    def representative(self, p: Any) -> Any:
        if self.rules == 1:
            return p
        h, text, mirrored = self.rows + 1, [], []
        for y in reversed(range(self.rows)):
            row = [2 * (p[0] >> i & 1) + (p[1] >> i & 1) for i in range(y, self.columns * h, h)]
            text += row
            mirrored += row[::-1]
        return tuple(min(text, mirrored))
