"""Othello."""

from __future__ import annotations

from typing import Any, Iterator

from .base import MAX, MIN, Bounds, Game, matched, number, options, require, rows_of

#: The eight directions, and the four axes, as steps of columns and rows.
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
DIRECTIONS = AXES + tuple((-x, -y) for x, y in AXES)


class Othello(Game):
    """A position is (discs of Max, discs of Min, player to move); the cell of column x and row y is the bit y·N + x."""

    def __init__(self, spelling: str, rules: int) -> None:
        match = matched(r"([0-9]+)x([0-9]+)((?:,.*)?)", spelling, "othello has no such board")
        self.n = number(match[1], 4, 8)
        require(match[1] == match[2] and self.n % 2 == 0, "the board is 4x4, 6x6 or 8x8")
        found = options(match[3][1:], ["start", "score"])
        require(match[3] == "" or found, "there is no option behind the comma")
        require(found.get("start", "parallel") == "parallel", "there is no such start")
        self.score = found.get("score", "")
        require(self.score in ("", "empties", "result"), "there is no such score")
        cells = self.n * self.n
        #: The differences of discs that are outcomes; of score=result their signs.
        self.worths = [-1, 0, 1]
        if self.score == "empties":
            self.worths = list(range(-cells, cells + 1, 2))
        elif not self.score:
            self.worths = [-cells, *range(2 - cells, cells - 1), cells]
        if self.score != "result":
            self.names = [str(worth) for worth in self.worths]
        self.index = {worth: place for place, worth in enumerate(self.worths)}
        middle = self.n // 2
        self.middle = sum(1 << (y * self.n + x) for y in (middle - 1, middle) for x in (middle - 1, middle))
        #: For each cell and direction the cells that follow, as far as the edge.
        self.rays = [[list(self.ray(cell, *step)) for step in DIRECTIONS] for cell in range(cells)]
        #: For each cell and axis: the two neighbours (None beyond the edge), and the whole line.
        self.lines = [[self.line(cell, *step) for step in AXES] for cell in range(cells)]

    def ray(self, cell: int, dx: int, dy: int) -> Iterator[int]:
        """The cells that follow one in a direction."""
        x, y = cell % self.n + dx, cell // self.n + dy
        while 0 <= x < self.n and 0 <= y < self.n:
            yield y * self.n + x
            x, y = x + dx, y + dy

    def line(self, cell: int, dx: int, dy: int) -> tuple[int | None, int | None, int]:
        """The neighbours of a cell along an axis, and all cells of the line."""
        ahead, behind = list(self.ray(cell, dx, dy)), list(self.ray(cell, -dx, -dy))
        return next(iter(ahead), None), next(iter(behind), None), sum(1 << one for one in [cell, *ahead, *behind])

    def parse(self, text: str) -> Any:
        board, space, mover = text.rpartition(" ")
        require(space and mover in ("x", "o"), "the position is malformed")
        sets = dict.fromkeys("xo.", 0)
        for y, row in enumerate(reversed(rows_of(board, self.n, self.n, "xo."))):  # row 1 is at the top
            for x, letter in enumerate(row):
                sets[letter] |= 1 << (y * self.n + x)
        require(not sets["."] & self.middle, "the four cells in the middle are occupied")
        return sets["x"], sets["o"], "xo".index(mover)

    def turn(self, p: Any) -> int:
        return p[2]

    def turned(self, own: int, other: int, cell: int) -> int:
        """The discs that are turned over if a player places a disc on a cell."""
        found = 0
        for ray in self.rays[cell]:
            between = 0
            for one in ray:
                if other >> one & 1:
                    between |= 1 << one
                    continue
                if own >> one & 1:
                    found |= between
                break
        return found

    def placings(self, own: int, other: int) -> Iterator[tuple[int, int]]:
        """The legal cells of a player, and the discs that are turned over there."""
        for cell in range(self.n * self.n):
            if not (own | other) >> cell & 1:
                turned = self.turned(own, other, cell)
                if turned:
                    yield cell, turned

    def moves(self, p: Any) -> list[Any]:
        own, other, turn = p[p[2]], p[1 - p[2]], p[2]
        found = []
        for cell, turned in self.placings(own, other):
            mine, theirs = own | turned | 1 << cell, other & ~turned
            found.append((mine, theirs, MIN) if turn == MAX else (theirs, mine, MAX))
        if not found and any(self.placings(other, own)):
            found.append((p[0], p[1], 1 - turn))
        return found

    def worth(self, difference: int) -> int:
        """The index of the outcome that a difference is."""
        return self.index[(difference > 0) - (difference < 0) if self.score == "result" else difference]

    def bounds(self, p: Any) -> Bounds:
        cells = self.n * self.n
        first, second = p[0].bit_count(), p[1].bit_count()
        if not self.moves(p):
            difference = first - second
            if self.score == "empties":
                difference += (cells - first - second) * ((difference > 0) - (difference < 0))
            elif not self.score and 0 in (first, second):
                difference = cells if first else -cells
            return self.over(self.worth(difference))
        stable = self.stable(p)
        low, high = (2 * (stable & p[0]).bit_count() - cells, cells - 2 * (stable & p[1]).bit_count())
        return self.least(low), self.most(high), False

    def least(self, difference: int) -> int:
        """The worst outcome that is no less than a difference."""
        if self.score == "result":
            return self.worth(difference)
        return next(place for place, worth in enumerate(self.worths) if worth >= difference)

    def most(self, difference: int) -> int:
        """The best outcome that is no more than a difference."""
        if self.score == "result":
            return self.worth(difference)
        return max(place for place, worth in enumerate(self.worths) if worth <= difference)

    def stable(self, p: Any) -> int:
        """The discs that are certainly never turned over."""
        taken, found, before = p[0] | p[1], 0, -1
        while found != before:
            before = found
            for cell in range(self.n * self.n):
                own = p[0] if p[0] >> cell & 1 else p[1]
                if taken >> cell & 1 and not found >> cell & 1 and all(
                        line & ~taken == 0 or ahead is None or behind is None or found & own & (1 << ahead | 1 << behind)
                        for ahead, behind, line in self.lines[cell]):
                    found |= 1 << cell
        return found
