"""Awari."""

from __future__ import annotations

from typing import Any

from .base import MAX, MIN, Bounds, Game, matched, number, options, require


class Awari(Game):
    """A position is (the stones in the pits A to F and a to f, captured by South, by North, player to move)."""

    returns = True

    def __init__(self, spelling: str, rules: int) -> None:
        found = options(spelling, ["grandslam", "rest", "score"])
        self.slam = found.get("grandslam")
        require(self.slam in (None, "forbidden", "empty"), "there is no such grandslam")
        require(found.get("rest", "divided") == "divided", "there is no such rest")
        require(found.get("score", "result") == "result", "there is no such score")
        self.divided, self.result = "rest" in found, "score" in found
        if not self.result:
            self.names = [str(v) for v in range(-48, 49)]

    def parse(self, text: str) -> Any:
        match = matched(r"([0-9,]+)/([0-9,]+) ([0-9]+)-([0-9]+) ([SN])", text, "the position is malformed")
        south, north = ([number(n, 0, 48) for n in match[i].split(",")] for i in (1, 2))
        require(len(south) == len(north) == 6, "each row has six pits")
        captured = number(match[3], 0, 48), number(match[4], 0, 48)
        require(sum(south) + sum(north) + sum(captured) <= 48, "there are at most 48 stones")
        return tuple(south + north), *captured, "SN".index(match[5])

    def turn(self, p: Any) -> int:
        return p[3]

    def index(self, difference: int) -> int:
        return (difference > 0) - (difference < 0) + 1 if self.result else difference + 48

    def moves(self, p: Any) -> list[Any]:
        pits, south, north, turn = p
        theirs = range(6, 12) if turn == MAX else range(0, 6)
        found = []  # (starves the opponent, captures all, position)
        for pit in range(0, 6) if turn == MAX else range(6, 12):
            stones = pits[pit]
            if stones == 0:
                continue
            after, at = list(pits), pit
            after[pit] = 0
            while stones:
                at = (at + 1) % 12
                if at != pit:
                    after[at] += 1
                    stones -= 1
            sown, taken = list(after), 0
            while at in theirs and after[at] in (2, 3):
                taken += after[at]
                after[at] = 0
                at = (at - 1) % 12
            slam = taken > 0 and not any(after[i] for i in theirs)
            if slam and self.slam == "empty":
                after, taken, slam = sown, 0, False
            starves = not any(after[i] for i in theirs)
            captured = (south + taken, north) if turn == MAX else (south, north + taken)
            found.append((starves, slam, (tuple(after), *captured, 1 - turn)))
        feeding = any(not starves for starves, _, _ in found)
        other = self.slam == "forbidden" and any(not slam for _, slam, _ in found)
        return [after for starves, slam, after in found if not (starves and feeding) and not (slam and other)]

    def bounds(self, p: Any) -> Bounds:
        pits, south, north, turn = p
        n, d = sum(pits), south - north
        if self.result and 2 * max(south, north) > n + south + north:
            return self.over(2 if south > north else 0)
        if not any(pits[0:6] if turn == MAX else pits[6:12]):
            rest = 0 if self.divided else n
            return self.over(self.index(d - rest if turn == MAX else d + rest))
        return self.index(d - n), self.index(d + n), False

    def infinite(self, p: Any) -> int:
        return self.index(p[1] - p[2])
