#!/usr/bin/env python3
"""How many new positions of games in Python, and of games of OpenSpiel, a search asks about in a second of processor time, also as a
share of what is left of it if the game does nothing.

    python3 rates.py             the mean of three runs each
    python3 rates.py --runs 10
"""

from __future__ import annotations

import argparse
import os
import sys
import time

# Not the folder of this file, which has the sources of the package without their native half.
sys.path[0] = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tests")

from games import ConnectFour, Nim, TicTacToe

import foregone as fg


class Empty(fg.PythonGame):
    """A line of play: almost nothing but the calls."""

    outcomes = ("loss", "draw", "win")
    moves = [[("on", n + 1)] for n in range(200_000)]

    def start(self):
        return 0

    def expand(self, n):
        return self.moves[n] if n < 200_000 else "win"

    def player(self, n):
        return 0


def measured(make, runs):
    """New positions a second, on average, and how many there were in a run."""
    met, seconds = 0, 0.0
    for _ in range(runs):
        game = fg.Game(make())
        begun = time.process_time()
        fg.solve(game.start(), algorithm="dfpn", nodes=300_000)
        seconds += time.process_time() - begun
        met += game.states
    return met / seconds, met // runs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    games = [("nothing", Empty), ("Connect Four 6x5", lambda: ConnectFour(6, 5)), ("tic-tac-toe", TicTacToe), ("Nim 5, 6, 7, 8", lambda: Nim(5, 6, 7, 8))]
    try:
        import pyspiel  # noqa: F401

        for spelling in ("connect_four(rows=5,columns=6)", "tic_tac_toe", "breakthrough(rows=6,columns=4)", "hex(board_size=4)", "mnk(m=4,n=4,k=4)", "clobber(rows=4,columns=4)"):
            games.append((f"OpenSpiel: {spelling}", lambda spelling=spelling: fg.openspiel(spelling)))
    except ImportError:
        print("OpenSpiel is not installed; `pip install open_spiel` does that", file=sys.stderr)
    empty = None
    print(f"{'game':<46} {'new positions':>13} {'a second':>9} {'share':>6}")
    for name, make in games:
        rate, met = measured(make, runs)
        empty = empty or rate
        print(f"{name:<46} {met:>13,} {rate:>9,.0f} {rate / empty:>6.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
