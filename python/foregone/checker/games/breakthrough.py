"""Breakthrough."""

from __future__ import annotations

from typing import Any, Iterator

from .base import MAX, MIN, Bounds, Game, matched, number, require, rows_of
from .race import Race, bits


#: So many positions a search for threats examines at most.
THREAT_POSITIONS = 32_768


class Breakthrough(Game):
    """A position is (pawns of White, pawns of Black, player to move); cell (x, y) is the bit y·W + x."""

    names = ("loss", "win")

    def __init__(self, spelling: str, rules: int) -> None:
        match = matched(r"([0-9]+)x([0-9]+)((?:,walls=.*)?)", spelling, "breakthrough has no such board")
        self.w, self.h = number(match[1], 2, 64), number(match[2], 3, 64)
        require(self.w * self.h <= 64, "the board is too large")
        self.rules, self.walls, self.start = rules, 0, 1 if self.h == 3 else 2
        last = -1
        for name in match[3].removeprefix(",walls=").split(",") if match[3] else []:
            cell = matched("([a-z])([1-9][0-9]?)", name, "a wall is no cell")
            x, y = ord(cell[1]) - ord("a"), int(cell[2]) - 1
            require(x < self.w and self.start <= y < self.h - self.start, "a wall is not where it may be")
            require(y * self.w + x > last, "the walls are not in ascending order")
            last = y * self.w + x
            self.walls |= 1 << last
        self.cell_xy = [(i % self.w, i // self.w) for i in range(self.w * self.h)]
        self.symmetric = rules == 2 and self.mirror(self.walls) == self.walls
        self.memory: dict[Any, int | None] = {}

    def row(self, y: int) -> int:
        return ((1 << self.w) - 1) << (y * self.w)

    def goal(self, player: int) -> int:
        return self.row(self.h - 1 if player == MAX else 0)

    def near_row(self, player: int) -> int:
        return self.row(self.h - 2 if player == MAX else 1)

    def parse(self, text: str) -> Any:
        board, space, mover = text.rpartition(" ")
        require(space and mover in ("w", "b"), "the position is malformed")
        sets = dict.fromkeys("wb#.", 0)
        for y, row in enumerate(rows_of(board, self.h, self.w, "wb#.")):
            for x, letter in enumerate(row):
                sets[letter] |= 1 << (y * self.w + x)
        p = (sets["w"], sets["b"], "wb".index(mover))
        require(sets["#"] == self.walls, "the walls are not those of the game")
        require(max(p[0].bit_count(), p[1].bit_count()) <= self.start * self.w, "there are too many pawns")
        require(p[1 - p[2]], "the player who is not to move has no pawn")
        require(not p[p[2]] & self.goal(p[2]), "the player to move has won already")
        require((p[1 - p[2]] & self.goal(1 - p[2])).bit_count() <= 1, "two pawns have arrived")
        return p

    def turn(self, p: Any) -> int:
        return p[2]

    def ahead(self, cell: int, player: int) -> Iterator[tuple[int, int]]:
        """(direction, cell) of the cells ahead that are no walls, by column: -1 left, 0 straight, 1 right."""
        x, y = self.cell_xy[cell]
        y += 1 if player == MAX else -1
        if 0 <= y < self.h:
            for d in (-1, 0, 1):
                if 0 <= x + d < self.w and not self.walls >> (y * self.w + x + d) & 1:
                    yield d, y * self.w + x + d

    def steps(self, p: Any) -> Iterator[tuple[int, int, int]]:
        """(cell that is left, direction, cell that is entered) of the legal moves, in the canonical order."""
        own, other = p[p[2]], p[1 - p[2]]
        for cell in bits(own):
            for d, to in self.ahead(cell, p[2]):
                if not own >> to & 1 and (d or not other >> to & 1):
                    yield cell, d, to

    def play(self, p: Any, cell: int, to: int) -> Any:
        own, other = p[p[2]] ^ (1 << cell) | 1 << to, p[1 - p[2]] & ~(1 << to)
        return (own, other, MIN) if p[2] == MAX else (other, own, MAX)

    def moves(self, p: Any) -> list[Any]:
        return [self.play(p, cell, to) for cell, _, to in self.steps(p)]

    def bounds(self, p: Any) -> Bounds:
        for player in (MAX, MIN):
            if p[player] & self.goal(player):
                return self.over(1 - player)
        if next(self.steps(p), None) is None:
            return self.over(p[2])
        if p not in self.memory:
            if len(self.memory) > 200_000:
                self.memory.clear()
            self.memory[p] = self.winner1(p) if self.rules == 1 else self.winner2(p)
        winner = self.memory[p]
        return self.open() if winner is None else (1 - winner, 1 - winner, False)

    def mirror(self, cells: int) -> int:
        return sum(1 << (i + self.w - 1 - 2 * (i % self.w)) for i in bits(cells))

    def representative(self, p: Any) -> Any:
        if not self.symmetric:
            return p
        def text(white: int, black: int) -> list[int]:
            return [(white >> i & 1) * 2 + (black >> i & 1) for y in reversed(range(self.h))
                    for i in range(y * self.w, y * self.w + self.w)]
        image = (self.mirror(p[0]), self.mirror(p[1]), p[2])
        return min(p, image, key=lambda q: text(q[0], q[1]))

    # Static bounds: None, or the player who is known to win.

    def winner1(self, p: Any) -> int | None:
        if self.threats1(p):
            return p[2]
        return next((player for player in (MAX, MIN) if self.runner(p, player)), None)

    def near(self, p: Any, player: int) -> int:
        return p[player] & self.near_row(player)

    def threats1(self, start: Any) -> bool:
        attacker, examined = start[2], 0
        answers: dict[Any, bool] = {}

        class Ended(Exception):
            pass

        def look(p: Any) -> bool:
            nonlocal examined
            if self.near(p, p[2]):
                return p[2] == attacker
            if p in answers:
                return answers[p]
            if examined == THREAT_POSITIONS:
                raise Ended
            examined += 1
            dangers = self.near(p, 1 - attacker)
            answer = p[2] != attacker
            for cell, _, to in self.steps(p):
                after = self.play(p, cell, to)
                if p[2] != attacker:
                    if not look(after):
                        answer = False
                        break
                elif (dangers >> to & 1 if dangers else self.near(after, attacker)) and look(after):
                    answer = True
                    break
            answers[p] = answer
            return answer

        try:
            return look(start)
        except Ended:
            return False

    def spread(self, cells: int, player: int, directions: tuple[int, ...] = (-1, 0, 1)) -> int:
        """The cells ahead of a set, walls left out."""
        found = 0
        for cell in bits(cells):
            for d, to in self.ahead(cell, player):
                if d in directions:
                    found |= 1 << to
        return found

    def runner(self, p: Any, player: int) -> bool:
        other = 1 - player
        d = min((self.h - 1 - c // self.w if other == MAX else c // self.w for c in bits(p[other])), default=self.h)
        o, s = p[other], p[player]
        if p[2] == other:
            s &= ~self.spread(o, other, (-1, 1))
            o |= self.spread(o, other)
            d -= 1
        for _ in range(d):
            s = (self.spread(s, player, (-1, 1)) | self.spread(s, player, (0,)) & ~o) & ~p[player]
            if s & self.goal(player):
                return True
            s &= ~self.spread(o, other, (-1, 1))
            o |= self.spread(o, other)
        return False

    def winner2(self, p: Any) -> int | None:
        mover, opponent = p[2], 1 - p[2]
        if self.near(p, mover):
            return mover
        near = [*bits(self.near(p, opponent))]
        captures = [(cell, to) for cell, _, to in self.steps(p) if to in near]
        if len(near) > 1 or near and not captures:
            return opponent
        if self.w <= 8 and self.h > 3:
            race = Race(self, mover)
            if not near:
                return race.calm(p)
            answers = []
            for cell, to in sorted(captures, key=lambda c: race.seen(c[0])):
                answers.append(race.calm(self.play(p, cell, to)))
                if answers[-1] == mover:
                    return mover
            if all(answer == opponent for answer in answers):
                return opponent
        return next((player for player in (mover, opponent) if self.runner(p, player)), None)
