"""m,n,k-games and Qubic: the bounds that lines give, with wins by fours, and symmetries that take lines to lines."""

from __future__ import annotations

import itertools
from typing import Any, Iterator

from .base import MAX, MIN, Bounds, number, require
from .stones import Stones

#: So many positions a question about fours examines at most.
FOUR_POSITIONS = 1024


class Lined(Stones):
    """What mnk (version 2) and qubic have in common."""

    #: Each line as a list of bits.
    lines: list[list[int]]
    #: All bits in the canonical order.
    cells: list[int]
    #: The places in `cells` of the cells in the order in which a position is written.
    written: list[int]
    #: The images of `cells` under each symmetry.
    maps: list[list[int]]
    #: Positions that the question about fours has examined.
    examined: set[tuple[int, int]]

    def by_lines(self, p: Any) -> tuple[int, int]:
        """The static bounds as indices of outcomes."""
        turn = self.turn(p)
        low, high = self.known(p[turn], p[1 - turn])
        if not p[0] | p[1]:
            low = max(low, 0)
        return (1 + low, 1 + high) if turn == MAX else (1 - high, 1 - low)

    def lines_with(self, count: int, own: int, other: int) -> Iterator[list[int]]:
        """The empty cells of the lines with so many own stones and no other ones."""
        for line in self.lines:
            if not any(other & cell for cell in line) and sum(own & cell != 0 for cell in line) == count:
                yield [cell for cell in line if not own & cell]

    def completions(self, own: int, other: int) -> set[int]:
        return {cell for empty in self.lines_with(self.length - 1, own, other) for cell in empty}

    def known(self, mover: int, opponent: int) -> tuple[int, int]:
        """The lowest and the highest value for the mover: -1, 0 or 1."""
        if self.completions(mover, opponent):
            return 1, 1
        forced = self.completions(opponent, mover)
        if len(forced) > 1:
            return -1, -1
        if forced:
            mover |= forced.pop()
            if (mover | opponent).bit_count() == len(self.cells):
                return 0, 0
            low, high = self.known(opponent, mover)
            return -high, -low
        self.examined = set()
        if self.by_fours(mover, opponent):
            return 1, 1
        left = [any(not any(other & cell for cell in line) for line in self.lines) for other in (mover, opponent)]
        return -1 if left[0] else 0, 1 if left[1] else 0

    def by_fours(self, attacker: int, defender: int) -> bool | None:
        """Whether the attacker wins by fours; None if the question is given up."""
        danger = self.completions(defender, attacker)
        if len(danger) > 1:
            return False
        answers: dict[int, set[int]] = {}
        for x, y in self.lines_with(self.length - 2, attacker, defender):
            answers.setdefault(x, set()).add(y)
            answers.setdefault(y, set()).add(x)
        fours = [cell for cell in self.cells if cell in (danger or answers) and cell in answers]
        if any(len(answers[four]) > 1 for four in fours):
            return True
        if not fours or (attacker, defender) in self.examined:
            return False
        if len(self.examined) == FOUR_POSITIONS:
            return None
        self.examined.add((attacker, defender))
        for four in fours:
            won = self.by_fours(attacker | four, defender | min(answers[four]))
            if won or won is None:
                return won
        return False

    def first_image(self, p: Any) -> tuple[int, ...]:
        """The least of all images. Rows are written from the top, cells from the left, and `.` comes before `o` and `x`."""
        contents = {cell: 2 * (p[0] & cell != 0) + (p[1] & cell != 0) for cell in self.cells}
        return min(tuple(contents[image[at]] for at in self.written) for image in self.maps)


class Mnk(Lined):
    """Who has so many in a row wins."""

    def __init__(self, spelling: str, rules: int) -> None:
        self.rules = rules
        parts = spelling.split(",")
        require(len(parts) == 3, "mnk has three numbers")
        self.columns, self.rows = number(parts[0], 1, 26), number(parts[1], 1, 128)
        self.length = number(parts[2], 1, 10**9)
        require(self.columns * self.rows <= 128, "the board is too large")
        require(rules == 1 or self.length >= 4, f"there is no version {rules} of the rules of this board")
        w = self.columns + 1
        self.shifts = (1, w, w - 1, w + 1)
        self.cells = [1 << (y * w + x) for y in range(self.rows) for x in range(self.columns)]
        if rules == 2:
            self.draw_lines()

    def draw_lines(self) -> None:
        """The lines and the symmetries of the board."""
        m, n, k = self.columns, self.rows, self.length
        self.lines = [
            [self.bit(x + i * dx, y + i * dy) for i in range(k)]
            for y in range(n) for x in range(m) for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
            if 0 <= x + (k - 1) * dx < m and 0 <= y + (k - 1) * dy < n
        ]
        self.written = [y * m + x for y in reversed(range(n)) for x in range(m)]
        self.maps = []
        for turned in (False, True) if m == n else (False,):
            for mirrored, flipped in itertools.product((False, True), repeat=2):
                places = [(m - 1 - x if mirrored else x, n - 1 - y if flipped else y) for y in range(n) for x in range(m)]
                self.maps.append([self.bit(y, x) if turned else self.bit(x, y) for x, y in places])

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
        if (p[0] | p[1]).bit_count() == len(self.cells):
            return self.over(1)
        return self.open() if self.rules == 1 else (*self.by_lines(p), False)

    def representative(self, p: Any) -> Any:
        return p if self.rules == 1 else self.first_image(p)


class Qubic(Mnk):
    """Cell (column, row, layer), each from 0, has the bit 16 layer + 4 row + column."""

    def __init__(self, spelling: str, rules: int) -> None:
        require(not spelling, "qubic has no parameters")
        self.columns, self.rows, self.length, self.rules = 4, 16, 4, 2
        self.cells = [1 << at for at in range(64)]
        lines = set()
        for start in itertools.product(range(4), repeat=3):
            for step in itertools.product((-1, 0, 1), repeat=3):
                line = [[a + i * b for a, b in zip(start, step)] for i in range(4)]
                if any(step) and all(0 <= place < 4 for place in line[3]):
                    lines.add(frozenset(map(self.at, line)))
        self.lines = [[1 << at for at in line] for line in sorted(map(sorted, lines))]
        self.written = [4 * row + column for row in reversed(range(16)) for column in range(4)]
        self.maps = []
        for places in ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3), (1, 3, 0, 2)):
            for order in itertools.permutations(range(3)):
                for mirrored in itertools.product((False, True), repeat=3):
                    image = [
                        self.at([3 - places[cell[a]] if m else places[cell[a]] for a, m in zip(order, mirrored)])
                        for cell in ((at % 4, at // 4 % 4, at // 16) for at in range(64))
                    ]
                    require({frozenset(image[at] for at in line) for line in lines} == lines, "a symmetry breaks a line")
                    self.maps.append([1 << at for at in image])

    @staticmethod
    def at(places: list[int]) -> int:
        """The number of the cell of a column, a row and a layer."""
        return places[0] + 4 * places[1] + 16 * places[2]

    def bit(self, x: int, y: int) -> int:
        return 1 << (4 * y + x)

    def line(self, cells: int) -> bool:
        return any(all(cells & cell for cell in line) for line in self.lines)
