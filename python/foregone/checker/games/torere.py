"""Mu Torere."""

from __future__ import annotations

from typing import Any

from .base import MAX, MIN, Bounds, Game, matched, require


class Torere(Game):
    """A position is (the points 1 to 8 and c, player to move)."""

    returns = True

    def __init__(self, spelling: str, rules: int) -> None:
        require(not spelling, "torere has no options")

    def parse(self, text: str) -> Any:
        match = matched(r"([xo.]{8})/([xo.]) ([xo])", text, "the position is malformed")
        require(text.count(".") == 1, "the position is malformed")
        board = match[1] + match[2]
        require(board.count("x") == board.count("o") == 4, "each player has four pieces")
        return board, "xo".index(match[3])

    def turn(self, p: Any) -> int:
        return p[1]

    def moves(self, p: Any) -> list[Any]:
        board, turn = p
        own, other, empty, found = "xo"[turn], "ox"[turn], p[0].index("."), []
        for i in range(9):
            beside = ((i - 1) % 8, (i + 1) % 8)
            legal = i == 8 or (empty in beside if empty < 8 else any(board[b] == other for b in beside))
            if board[i] == own and legal:
                after = list(board)
                after[i], after[empty] = ".", own
                found.append(("".join(after), 1 - turn))
        return found

    def bounds(self, p: Any) -> Bounds:
        return self.open() if self.moves(p) else self.over(0 if p[1] == MAX else 2)

    def infinite(self, p: Any) -> int:
        return 1
