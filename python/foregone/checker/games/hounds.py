"""Hare and Hounds."""

from __future__ import annotations

from typing import Any

from .base import MAX, MIN, Bounds, Game, matched, require


class Hounds(Game):
    """A position is (sorted cells of the hounds, cell of the hare, player to move)."""

    returns, names = True, ("loss", "win")
    cells = "a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2".split()
    table = """a2 b1 b2 b3|b1 a2 b2 c1 c2|b2 a2 b1 b3 c2|b3 a2 b2 c2 c3|c1 b1 c2 d1|c2 b1 b2 b3 c1 c3 d1 d2 d3|c3 b3 c2 d3
               |d1 c1 c2 d2 e2|d2 c2 d1 d3 e2|d3 c2 c3 d2 e2|e2 d1 d2 d3"""
    near = {row.split()[0]: row.split()[1:] for row in table.split("|")}

    def __init__(self, spelling: str, rules: int) -> None:
        require(not spelling, "hounds has no options")

    def parse(self, text: str) -> Any:
        match = matched(r"([xo.]{3})/([xo.]{5})/([xo.]{3}) ([xo])", text, "the position is malformed")
        found = dict(zip("b3 c3 d3 a2 b2 c2 d2 e2 b1 c1 d1".split(), match[1] + match[2] + match[3]))
        hounds = tuple(c for c in self.cells if found[c] == "x")
        hare = [c for c in self.cells if found[c] == "o"]
        require(len(hounds) == 3 and len(hare) == 1, "there are three hounds and one hare")
        return hounds, hare[0], "xo".index(match[4])

    def turn(self, p: Any) -> int:
        return p[2]

    def moves(self, p: Any) -> list[Any]:
        hounds, hare, turn = p
        free = [c for c in self.cells if c not in hounds and c != hare]
        if turn == MIN:
            return [(hounds, c, MAX) for c in free if c in self.near[hare]]
        return [(tuple(sorted(set(hounds) - {h} | {c})), hare, MIN)
                for h in hounds for c in free if c in self.near[h] and c[0] >= h[0]]

    def bounds(self, p: Any) -> Bounds:
        hounds, hare, turn = p
        if all(h[0] >= hare[0] for h in hounds):
            return self.over(0)
        return self.open() if self.moves(p) else self.over(0 if turn == MAX else 1)

    def infinite(self, p: Any) -> int:
        return 0
