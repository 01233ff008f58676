"""Tables: the value of every position of a game, in a folder."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _work
from ._foregone import Position, Tables, start_build
from ._places import as_position


class Tablebase:
    """The tables of a folder. `tables[position]` is the value for the first player; `KeyError` if the tables do not have it.

    >>> import tempfile, foregone as fg
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tables = fg.Tablebase.build("breakthrough:3x4", folder)
    ...     tables[fg.Game("breakthrough:3x4").start()], len(tables) > 1000
    ('loss', True)
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self._tables = Tables(folder)

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Tablebase:
        """Opens the tables of a folder."""
        return cls(folder)

    @classmethod
    def build(cls, game: str, folder: str | os.PathLike[str], *, memory: int | str | None = None, threads: int = 1) -> Tablebase:
        """Builds the tables of a game in a folder; layers that are there already are kept. After Ctrl-C another call goes on."""
        _work.finish(start_build(game, folder, _work.memory(memory), _work.count("threads", threads)))
        return cls(folder)

    @property
    def game(self) -> str:
        """The spelling of the game."""
        return self._tables.game

    def probe(self, position: Position | str) -> dict[str, Any]:
        """All that the tables tell of a position: `layer`, `index`, `value` (for the player to move), `meaning` and `outcome`."""
        text = self._tables.probe(str(position))
        if text is None:
            raise KeyError(str(position))
        found: dict[str, Any] = json.loads(text)
        return found

    def __getitem__(self, position: Position | str) -> str:
        if isinstance(position, Position) and position.game.spelling.split(":")[0] != self.game.split(":")[0]:
            raise KeyError(str(position))
        outcome: str | None = self.probe(position)["outcome"]
        if outcome is None:
            raise KeyError(f"{position}: only a board is given, which has no outcome; probe tells its value")
        return outcome

    def __contains__(self, position: object) -> bool:
        try:
            return isinstance(position, (Position, str)) and bool(self[position])
        except (KeyError, ValueError):
            return False

    def get(self, position: Any, default: str | None = None) -> str | None:
        """The value, or something else if the tables do not have it."""
        return self[as_position(position)] if position in self else default

    def __len__(self) -> int:
        return sum(self._tables.layers)

    def __repr__(self) -> str:
        return f"foregone.Tablebase({self.folder!r})"
