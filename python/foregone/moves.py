"""The value of every move of a position, and its picture."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping

from . import _work
from ._foregone import Position, start_view
from ._places import Playable, as_position
from .results import Result
from .solving import asked
from .tables import Picture, Table


@dataclass(frozen=True)
class MoveValue:
    """A move, and what the position after it is worth to the first player."""

    move: str
    #: The value, if it is proved.
    value: str | None
    #: What is proved: at least, at most.
    bounds: tuple[str, str]
    #: How many plies play lasts after the move, if the rules, a table or a checked proof tell.
    plies: int | None
    #: Nodes that searches of the position after the move have created.
    nodes: int
    #: Whether the move certainly keeps the value of the position for the player to move.
    best: bool
    #: Where the bounds come from: 'rules', 'table', 'proof' or 'search'; None if nothing is known.
    source: str | None


class Moves(Table[MoveValue]):
    """The moves of a position, best for the player to move first. `position`, `value` and `bounds` are those of the position itself."""

    columns = ("move", "value", "bounds", "plies", "nodes", "best")

    def __init__(self, position: Position, members: dict[str, Any]) -> None:
        self.position = position
        self.value: str | None = members["value"]
        self.bounds: tuple[str, str] = tuple(members["bounds"])
        self._members = members
        super().__init__([_row(move) for move in members["moves"]])

    def to_dict(self) -> dict[str, Any]:
        """The object as docs/json.md describes it."""
        found: dict[str, Any] = json.loads(json.dumps(self._members))
        return found

    def by_name(self, move: str) -> MoveValue:
        """The value of a move."""
        for row in self:
            if row.move == move:
                return row
        raise KeyError(move)

    def svg(self) -> Picture:
        """The position with a mark on every move."""
        return svg(self.position, self)


def _row(move: dict[str, Any]) -> MoveValue:
    low, high = move["bounds"]
    plies = move["plies"]
    return MoveValue(move["move"], move["value"], (low, high), plies and next(iter(plies.values())), move["nodes"], move["best"], move["source"])


def children(position: Playable, *, nodes: int | None = None, memory: int | str | None = None, time: float | None = None,
             threads: int | None = None, algorithm: str = "auto", on_interrupt: str = "raise", **options: Any) -> Moves:
    """What every move of a position is worth. The limits hold for all moves together; what they leave open has the bounds that are proved.

    >>> import foregone as fg
    >>> moves = fg.children(fg.Game("tictactoe").position(moves="b2 a2"))
    >>> moves.value, moves[0].value, moves.by_name("c2").value
    ('win', 'win', 'draw')
    """
    at = as_position(position)
    settings = asked(at, algorithm=algorithm, memory=memory, threads=threads, options=options)
    limit = None if nodes is None else _work.count("nodes", nodes)
    task = start_view(at, settings, limit, _work.time(time))
    try:
        return Moves(at, json.loads(_work.finish(task, on_interrupt)))
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(*(Moves(at, json.loads(text)) for text in interrupt.args)) from None


def svg(position: Position, marks: Moves | Result | Mapping[str, str] | None = None) -> Picture:
    """The picture of a position. `marks` puts a mark on moves: the values of `children`, the best move of a result, or a dictionary from moves
    to 'win', 'draw', 'loss' or 'open' for the player who moves.

    >>> import foregone as fg
    >>> position = fg.Game("tictactoe").start()
    >>> "<svg" in fg.svg(position), "mark draw" in fg.svg(position, {"b2": "draw"})
    (True, True)
    """
    if marks is None:
        return Picture(position._svg())
    if isinstance(marks, Result):
        best = marks.best_move
        marks = {} if best is None else {best: _kind(position, marks.bounds)}
    elif isinstance(marks, Moves):
        marks = {row.move: _kind(position, row.bounds) for row in marks}
    return Picture(position._svg([(move, kind, "") for move, kind in marks.items()]))


def _kind(position: Position, bounds: tuple[str, str]) -> str:
    """What bounds mean for the player to move, if they say who wins."""
    outcomes = position.game.outcomes
    signs = {_sign(outcomes, bound) for bound in bounds}
    if len(signs) != 1:
        return "open"
    sign = signs.pop() * (1 if position.player == 0 else -1)
    return ("loss", "draw", "win")[sign + 1]


def _sign(outcomes: tuple[str, ...], outcome: str) -> int:
    """Who wins with an outcome: numbers by their sign, names by their place on the scale."""
    try:
        number = float(outcome)
    except ValueError:
        number = 2 * outcomes.index(outcome) - (len(outcomes) - 1)
    return (number > 0) - (number < 0)
