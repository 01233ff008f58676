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


class ConnectFour(fg.PythonGame):
    """The native game is connect4. A state is the stones of the player to move, all stones (a column takes one bit more than it has rows), and
    whether somebody has won."""

    outcomes = ("loss", "draw", "win")

    def __init__(self, columns: int = 5, rows: int = 4) -> None:
        height = rows + 1
        self.shifts = (1, height, height - 1, height + 1)
        self.columns = [(str(x + 1), 1 << (x * height), ((1 << rows) - 1) << (x * height)) for x in range(columns)]
        self.full = sum(column for _, _, column in self.columns)

    def start(self):
        return 0, 0, False

    def expand(self, state):
        own, taken, is_won = state
        if is_won:
            return "loss" if self.player(state) == 0 else "win"
        if taken == self.full:
            return "draw"
        found, other = [], own ^ taken
        for name, bottom, column in self.columns:
            if taken & column != column:
                after = taken | (taken + bottom) & column
                mine = after ^ other
                found.append((name, (other, after, self.has_line(mine))))
        return found

    def has_line(self, stones):
        for shift in self.shifts:
            pairs = stones & (stones >> shift)
            if pairs & (pairs >> (2 * shift)):
                return True
        return False

    def player(self, state):
        return state[1].bit_count() & 1
