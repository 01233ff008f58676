"""The evaluation of calm positions of Breakthrough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

from .base import MAX

if TYPE_CHECKING:
    from .breakthrough import Breakthrough


#: So many steps an evaluation takes at most.
STEPS = 131_072


def bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


class Race:
    """The evaluation of calm positions of Breakthrough (version 2), for one position in question."""

    stored: dict[tuple[int, int, int, int], bool] = {}  # answers to wins, by width and sets

    def __init__(self, game: Breakthrough, viewer: int) -> None:
        self.game, self.viewer, self.steps = game, viewer, 0

    def seen(self, cell: int) -> int:
        """The place of a cell in the order that the mover of the position in question sees."""
        return cell if self.viewer == MAX else self.game.w * self.game.h - 1 - cell

    def step(self) -> bool:
        """Counts a step; False if no more may be counted."""
        self.steps += 1
        return self.steps <= STEPS

    def rows(self, p: Any, player: int) -> tuple[int, int, int]:
        """E, N and G of a player, as sets of columns."""
        g, other = self.game, p[1 - player]
        entry, near, goal = (g.h - 3, g.h - 2, g.h - 1) if player == MAX else (2, 1, 0)
        return tuple(cells >> (y * g.w) & ((1 << g.w) - 1) for cells, y in ((p[player], entry), (other, near), (other, goal)))

    def around(self, x: int, straight: int) -> list[int]:
        return [c for c in ((x, x - 1, x + 1) if straight else (x - 1, x + 1)) if 0 <= c < self.game.w]

    def wins_sets(self, e: int, n: int, g: int) -> bool:
        key = (self.game.w, e, n, g)
        if key not in self.stored:
            self.stored[key] = any(
                all(self.wins_sets(e ^ 1 << f, n | 1 << t, g ^ 1 << s) for s in self.around(t, False) if g >> s & 1)
                for f in bits(e) for t in self.around(f, not n >> f & 1))
        return self.stored[key]

    def wins(self, p: Any, player: int) -> bool:
        return self.wins_sets(*self.rows(p, player))

    def holds(self, p: Any, player: int) -> bool:
        e, n, g = self.rows(p, player)
        return (self.wins_sets(e, n, g)
                and all(self.wins_sets(e, n ^ 1 << c, g) for c in bits(n))
                and all(self.wins_sets(e ^ 1 << f, n ^ 1 << c, g)
                        for c in bits(n) for f in self.around(c, False) if e >> f & 1)
                and all(self.wins_sets(e, n | 1 << c, g ^ 1 << s)
                        for s in bits(g) for c in self.around(s, True) if not n >> c & 1))

    def gains(self, p: Any, player: int) -> bool:
        e, n, g = self.rows(p, player)
        return any(self.wins_sets(e | 1 << c, n, g) for c in range(self.game.w))

    def tried(self, p: Any, threats: bool) -> Iterator[tuple[int, int, Any]]:
        """(cell that is left, cell that is entered, position after) of the moves that are threats or are none."""
        near = self.game.near_row(p[2])
        side = 1 if self.viewer == MAX else -1
        found = [((0, -1, 1).index(d * side), self.seen(to), cell, to) for cell, d, to in self.game.steps(p)
                 if bool(near >> to & 1) == threats]
        for _, _, cell, to in sorted(found):
            yield cell, to, self.game.play(p, cell, to)

    def home(self, player: int) -> int:
        g = self.game
        return g.row(0) | g.row(1) if player == MAX else g.row(g.h - 1) | g.row(g.h - 2)

    def prepares(self, p: Any, d: int) -> bool:
        me, other = p[2], 1 - p[2]
        holds = self.holds(p, me)
        if not holds and not self.gains(p, me) or not self.step():
            return False
        entry = self.game.row(self.game.h - 3 if me == MAX else 2)
        only_home = self.wins(p, other)
        for cell, to, after in self.tried(p, False):
            if not holds and not entry >> to & 1 or only_home and not self.home(me) >> cell & 1:
                continue
            if self.wins(after, me) and not self.wins(after, other) and (
                    self.holds(after, me) or d > 1 and self.collapses(after, d - 1)):
                return True
        return False

    def collapses(self, p: Any, d: int) -> bool:
        return self.defenceless(p, self.home(p[2]), d)

    def defenceless(self, p: Any, where: int, d: int) -> bool:
        other = 1 - p[2]
        for cell, _, after in self.tried(p, False):
            if where >> cell & 1 and not (self.wins(after, other) or self.prepares(after, d)):
                return False
        return all(self.refutes(after, to, d) for _, to, after in self.tried(p, True))

    def refutes(self, p: Any, near: int, d: int) -> bool:
        """The player to move captures the pawn on the cell `near`."""
        me, other = p[2], 1 - p[2]
        if not self.step():
            return False
        captures = [cell for cell, _, to in self.game.steps(p) if to == near]
        for cell in sorted(captures, key=self.seen):
            after = self.game.play(p, cell, near)
            if not self.wins(after, other) and (
                    self.holds(after, me) or self.wins(after, me) and self.collapses(after, d)):
                return True
        return False

    def calm(self, p: Any) -> int | None:
        me, other = p[2], 1 - p[2]
        if self.wins(p, me):
            return me
        if self.holds(p, other):
            return other
        if self.game.runner(p, me) or self.prepares(p, 2):
            return me
        if self.wins(p, other):
            if self.collapses(p, 2):
                return other
        elif self.prepares((p[0], p[1], other), 1) and self.defenceless(p, ~0, 1):
            return other
        return other if self.game.runner(p, other) else None
