"""Woodpush."""

from __future__ import annotations

from typing import Any, Iterator

from .base import MAX, MIN, Bounds, Game, matched, number, options, require


class Woodpush(Game):
    """A position is (cells, player to move, set of earlier boards)."""

    def __init__(self, spelling: str, rules: int) -> None:
        match = matched(r"([0-9]+),([0-9]+)((?:,.*)?)", spelling, "woodpush has no such board")
        self.length, self.pieces = number(match[1], 2, 30), number(match[2], 1, 15)
        require(2 * self.pieces <= self.length, "there are too many pieces")
        found = options(match[3][1:], ["ko", "loop", "score", "scale"])
        require(found.get("ko", "previous") == "previous", "there is no such ko")
        require(found.get("score", "moves") == "moves", "there is no such score")
        self.returns, self.by_moves = "ko" in found, "score" in found
        scale = self.pieces
        if self.by_moves:
            require("scale" not in found, "scale is not allowed with score=moves")
            scale = self.pieces * self.length - self.pieces * (self.pieces - 1) // 2
        elif "scale" in found:
            scale = number(found["scale"], self.pieces + 1, 64)
        require(scale <= 64, "the scale is too large")
        loop = 0
        if "loop" in found:
            require(self.returns, "loop is refused without ko=previous")
            loop = number(found["loop"].removeprefix("-"), 1, scale) * (-1 if found["loop"][0] == "-" else 1)
        scores = [v for v in range(-scale, scale + 1) if v or (self.returns and loop == 0)]
        require(len(scores) <= 128, "where 0 is an outcome the scale must not exceed 63")
        self.names = [str(v) for v in scores]
        self.index, self.loop = {v: i for i, v in enumerate(scores)}, loop

    def parse(self, text: str) -> Any:
        parts = text.split(" ")
        require(len(parts) in (2, 3) and parts[1] in ("L", "R"), "the position is malformed")
        boards = [parts[0]] + (parts[2].split(",") if len(parts) == 3 else [])
        require(all(len(b) == self.length and set(b) <= set("LR.") for b in boards), "a board is malformed")
        counts = {(b.count("L"), b.count("R")) for b in boards}
        left, right = counts.pop()
        require(not counts and 0 < max(left, right) <= self.pieces, "the numbers of pieces are wrong")
        require(len(set(boards)) == len(boards), "a board occurs twice")
        if self.returns and len(boards) > 1:
            require(len(boards) == 2 and boards[1] in self.steps(boards[0], parts[1]), "the earlier board has no consequences")
        return boards[0], MAX if parts[1] == "L" else MIN, frozenset(boards[1:])

    def turn(self, p: Any) -> int:
        return p[1]

    def steps(self, board: str, mover: str) -> list[str]:
        """The boards after the moves of a player, without regard to earlier boards."""
        seen = -1 if mover == "R" else 1  # R's pieces move to the right on the board that is seen from the other side
        found = sorted(self.steps_right(board[::seen], mover), key=lambda step: step[0] * seen)
        return [after[::seen] for _, after in found]

    def steps_right(self, board: str, mover: str) -> Iterator[tuple[int, str]]:
        for i, piece in enumerate(board):
            if piece != mover:
                continue
            to = board.find(".", i + 1)
            away = board[:i] + "." + board[i + 1:]
            yield i, away if to < 0 else away[:to] + mover + away[to + 1:]
            if i > 0 and board[i - 1] not in (mover, "."):
                gap = board.rfind(".", 0, i)  # the block behind goes down to the cell after this one
                start = max(gap, 0)
                yield i, board[:start] + board[start + 1: i + 1] + "." + board[i + 1:]

    def moves(self, p: Any) -> list[Any]:
        board, turn, earlier = p
        found = []
        for after in self.steps(board, "LR"[turn]):
            if after in earlier:
                continue
            same = after.count("L") == board.count("L") and after.count("R") == board.count("R")
            before = (earlier | {board}) if same else frozenset()
            if self.returns:
                before = frozenset([board]) if board in self.steps(after, "RL"[turn]) else frozenset()
            found.append((after, 1 - turn, before))
        return found

    def bounds(self, p: Any) -> Bounds:
        board, turn, _ = p
        left, right = board.count("L"), board.count("R")
        if left and right:
            if self.moves(p):
                return self.open()
            winner = 1 - turn
        else:
            winner = MAX if left else MIN
        letter, score = "LR"[winner], 0
        for i, piece in enumerate(board):
            if piece == letter:
                score += 1 if not self.by_moves else self.length - i if winner == MAX else i + 1
        return self.over(self.index[score if winner == MAX else -score])

    def infinite(self, p: Any) -> int:
        return self.index[self.loop]
