"""Recorded games: what the positions were worth, and which moves changed the result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _work
from ._foregone import start_analysis
from ._places import Playable, as_game
from .tables import Picture, Table


@dataclass(frozen=True)
class Ply:
    """A move of a recorded game, and what the position after it was worth to the first player."""

    number: str
    player: str
    move: str
    #: 'sound', 'mistake', 'blunder' (it changed who wins) or 'unknown'.
    mark: str
    value: str | None
    bounds: tuple[str, str]
    #: A move that keeps the value, if one is known.
    best_move: str | None
    nodes: int


class Analysis(Table[Ply]):
    """A recorded game with what was found about it, move by move."""

    columns = ("number", "player", "move", "mark", "value", "bounds", "best_move", "nodes")

    def __init__(self, members: dict[str, Any], chart: str) -> None:
        self._members, self._chart = members, chart
        #: What the position before the first move was worth.
        self.start_bounds: tuple[str, str] = tuple(members["start"]["bounds"])
        self.status: str = members["status"]
        super().__init__([_ply(ply) for ply in members["moves"]])

    @property
    def turning_points(self) -> list[Ply]:
        """The moves that have certainly lost something."""
        return [ply for ply in self if ply.mark in ("mistake", "blunder")]

    def chart(self) -> Picture:
        """The value after every move as a picture."""
        return Picture(self._chart)

    def to_dict(self) -> dict[str, Any]:
        """The object as docs/json.md describes it."""
        found: dict[str, Any] = json.loads(json.dumps(self._members))
        return found


def _ply(ply: dict[str, Any]) -> Ply:
    low, high = ply["bounds"]
    return Ply(ply["number"], ply["player"], ply["move"], ply["mark"], ply["value"], (low, high), ply["best_move"], ply["nodes"])


def analyse(game: Playable, record: str, *, position: str | None = None, nodes: int | None = None, memory: int | str | None = None,
            time: float | None = None, threads: int | None = None, on_interrupt: str = "raise") -> Analysis:
    """What the positions of a recorded game were worth. The record has moves in the game's notation, perhaps with numbers and comments; it
    begins at the start or at the written position. The limits hold for each position.

    >>> import foregone as fg
    >>> analysis = fg.analyse("tictactoe", "1. b2 a2 2. a1")
    >>> [(ply.move, ply.mark) for ply in analysis.turning_points]
    [('a2', 'blunder')]
    """
    opened = as_game(game)
    if threads is None and opened.rules is not None:
        threads = 1
    limit = None if nodes is None else _work.count("nodes", nodes)
    task = start_analysis(opened, record, position, limit, _work.memory(memory), _work.time(time), threads)

    def made(found: tuple[str, str]) -> Analysis:
        text, chart = found
        return Analysis(json.loads(text), chart)

    try:
        return made(_work.finish(task, on_interrupt))
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(*(made(found) for found in interrupt.args)) from None
