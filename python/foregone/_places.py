"""What can stand for a game or a position: objects, spellings, rules that are written in Python, and pickles."""

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


def open_game(made_of: Any, tablebase: str | None = None) -> Any:
    """A game, from a pickle: the same one for the same rules."""
    return as_game(made_of, tablebase)


def place(game: Any, base: str | None, line: list[str]) -> Any:
    """A position, from a pickle."""
    return game.position(base).play(*line)


def place_chance(spelling: str, base: str | None, line: list[str]) -> Any:
    """A position of a game with chance, from a pickle."""
    return ChanceGame(spelling).position(base).play(*line)
