"""Games in Python that the tests share."""

from __future__ import annotations

import foregone as fg


class Nim(fg.PythonGame):
    """Whoever takes the last stone wins."""

    def __init__(self, *piles: int) -> None:
        self.piles = piles or (1, 3, 5)

    def start(self):
        return self.piles, 0

    def expand(self, state):
        piles, player = state
        if not any(piles):
            return "loss" if player == 0 else "win"
        return [(f"{i}-{n}", (piles[:i] + (pile - n,) + piles[i + 1:], 1 - player)) for i, pile in enumerate(piles) for n in range(1, pile + 1)]

    def player(self, state):
        return state[1]


class TicTacToe(fg.PythonGame):
    """The native game is tictactoe."""

    outcomes = ("loss", "draw", "win")
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self):
        return "." * 9

    def expand(self, board):
        for a, b, c in self.lines:
            if board[a] == board[b] == board[c] != ".":
                return "win" if board[a] == "x" else "loss"
        if "." not in board:
            return "draw"
        mark = "xo"[self.player(board)]
        return [(f"{'abc'[i % 3]}{i // 3 + 1}", board[:i] + mark + board[i + 1:]) for i in range(9) if board[i] == "."]

    def player(self, board):
        return board.count("x") - board.count("o")

    def text(self, board):
        return board

    def parse(self, text):
        if len(text) != 9:
            raise ValueError("a board has nine cells")
        return text


class Chase(fg.PythonGame):
    """Two pieces on a ring of six cells: who moves onto the other one wins. Play can go round for ever."""

    outcomes = ("loss", "draw", "win")
    infinite = "draw"

    def start(self):
        return 0, 3, 0

    def expand(self, state):
        first, second, player = state
        if first == second:
            return "loss" if player == 0 else "win"
        mine = (first, second)[player]
        moves = [("left", (mine - 1) % 6), ("right", (mine + 1) % 6), ("stay", mine)]
        return [(name, (to, second, 1) if player == 0 else (first, to, 0)) for name, to in moves]

    def player(self, state):
        return state[2]


class Listed(fg.PythonGame):
    """A graph that is written down: for each state the player and the moves, or the outcome."""

    outcomes = ("loss", "draw", "win")

    def __init__(self, nodes, infinite=None):
        self.nodes, self.infinite = nodes, infinite

    def start(self):
        return 0

    def expand(self, state):
        node = self.nodes[state]
        return node if isinstance(node, str) else [(f"m{place}", to) for place, to in enumerate(node[1])]

    def player(self, state):
        node = self.nodes[state]
        return 0 if isinstance(node, str) else node[0]
