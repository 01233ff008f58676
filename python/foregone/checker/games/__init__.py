"""The games: one file for each."""

from __future__ import annotations

from typing import Callable

from .awari import Awari
from .base import Game, require
from .breakthrough import Breakthrough
from .connect4 import Connect4
from .gdl import Gdl
from .graph import Graph
from .hounds import Hounds
from .lines import Mnk, Qubic
from .othello import Othello
from .own import Own
from .torere import Torere
from .woodpush import Woodpush

__all__ = ["Breakthrough", "Connect4", "Game", "Gdl", "Graph", "Own", "game_of"]

#: How a game is made of what stands behind its name and the version of its rules.
GAMES: dict[str, Callable[[str, int], Game]] = {
    "connect4": Connect4, "mnk": Mnk, "woodpush": Woodpush, "hounds": Hounds, "torere": Torere, "awari": Awari, "breakthrough": Breakthrough,
    "othello": Othello, "qubic": Qubic,
}
#: Games whose spelling may be the name alone.
WITHOUT_SIZE = ("hounds", "torere", "awari", "qubic")
OF_FILES = ("graph", "gdl")
TWO_VERSIONS = ("connect4", "mnk", "breakthrough")


def game_of(spelling: str, rules: str, file: bytes | None) -> Game:
    """The game of a spelling and a version of its rules; `file` is the content of its graph file or rule file."""
    name, colon, rest = spelling.partition(":")
    if spelling == "tictactoe":
        name, colon, rest = "mnk", ":", "3,3,3"
    require(name in GAMES or name in OF_FILES, f"there is no game {spelling!r}")
    require(colon or name in WITHOUT_SIZE, f"{name} needs a size")
    require(not colon or rest or name not in WITHOUT_SIZE, "there is no option behind the colon")
    require(rules in (("1", "2") if name in TWO_VERSIONS else ("1",)), f"there is no version {rules} of the rules of {name}")
    if name in OF_FILES:
        require(file is not None, f"the file of {spelling} is missing")
        return Graph(file or b"") if name == "graph" else Gdl(rest, file or b"")
    return GAMES[name](rest, int(rules))
