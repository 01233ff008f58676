"""What can stand for a game or a position: objects, spellings, and rules that are written in Python."""

from __future__ import annotations

import json
from typing import Any, Union

from ._foregone import ChanceGame, ChancePosition, Game, Position, game_list
from .own import Rules

Playable = Union[Position, Game, str, Rules]


def games() -> list[dict[str, Any]]:
    """All games that can be opened by name, as dictionaries with `name`, `about`, `spelling`, `examples` and more.

    >>> import foregone as fg
    >>> [game["name"] for game in fg.games()][:3]
    ['connect4', 'mnk', 'woodpush']
    """
    found: list[dict[str, Any]] = json.loads(game_list())
    return found


def as_game(made_of: Any, tablebase: str | None = None) -> Game:
    """The game of a spelling, of a position, or of rules in Python."""
    if isinstance(made_of, Game):
        return made_of
    if isinstance(made_of, Position):
        return made_of.game
    if isinstance(made_of, str):
        return Game(made_of, tablebase=tablebase)
    return Game(made_of)


def as_position(place: Any) -> Position:
    """A position, or the start of a game."""
    if isinstance(place, Position):
        return place
    if isinstance(place, (ChanceGame, ChancePosition)):
        raise TypeError(f"{place!r} is of a game with chance; only solve takes these")
    return as_game(place).start()
