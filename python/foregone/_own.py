"""What the native half asks Python: about games that are written in Python, and how to make objects from pickles."""

from __future__ import annotations

import ast
import sys
from typing import Any

from .errors import GameError

METHODS = {
    "start": "start() gives the state where the game begins",
    "expand": "expand(state) gives the name of an outcome, or a list of pairs (name of a move, next state)",
    "player": "player(state) gives 0 for the first player, 1 for the second",
}


def facts(rules: Any) -> tuple[str, list[str], str | None]:
    """The name of a game, its outcomes, and what infinite play is worth, if it can happen."""
    for method, meaning in METHODS.items():
        if not callable(getattr(rules, method, None)):
            raise GameError(f"{rules!r} is no game: it has no method {method}; {meaning}")
    name = getattr(rules, "name", None) or type(rules).__name__
    if not isinstance(name, str) or any(c.isspace() for c in name):
        raise GameError(f"the name of a game is a text without spaces, not {name!r}")
    outcomes = getattr(rules, "outcomes", None)
    if isinstance(outcomes, str) or outcomes is None:
        raise GameError(f"{name} has no outcomes; they are a tuple of names, worst for the first player first")
    outcomes = list(outcomes)
    if not all(isinstance(outcome, str) for outcome in outcomes):
        raise GameError(f"the outcomes of {name} are not all texts: {outcomes!r}")
    infinite = getattr(rules, "infinite", None)
    if infinite is not None and infinite not in outcomes:
        raise GameError(f"infinite play of {name} is worth {infinite!r}, which is none of {', '.join(outcomes)}")
    return name, outcomes, infinite


def written(rules: Any, state: Any) -> str:
    """A state as text."""
    text = getattr(rules, "text", None)
    return repr(state) if text is None else text(state)


def read(rules: Any, text: str) -> Any:
    """The state that is written there; a `ValueError` says what is wrong."""
    parse = getattr(rules, "parse", None)
    if parse is not None:
        return parse(text)
    start = rules.start()
    if written(rules, start) == text:
        return start
    how = "give the game a method parse(text), or play the moves that lead there"
    if getattr(rules, "text", None) is not None:
        raise ValueError(f"this game reads no positions but its start; {how}")
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"{text!r} is no state; {how}") from None


def size(state: Any, depth: int = 3) -> int:
    """The bytes of a state, about."""
    total = sys.getsizeof(state)
    if depth and isinstance(state, (tuple, list, set, frozenset)):
        total += sum(size(part, depth - 1) for part in state)
    elif depth and isinstance(state, dict):
        total += sum(size(key, 0) + size(value, depth - 1) for key, value in state.items())
    elif depth and hasattr(state, "__dict__"):
        total += size(vars(state), depth - 1)
    return total


def open_game(made_of: Any, tablebase: str | None = None) -> Any:
    """A game, from a pickle: the same one for the same rules."""
    from ._games import as_game

    return as_game(made_of, tablebase)


def place(game: Any, base: str | None, line: list[str]) -> Any:
    """A position, from a pickle."""
    return game.position(base).play(*line)


def place_chance(spelling: str, base: str | None, line: list[str]) -> Any:
    """A position of a game with chance, from a pickle."""
    from ._foregone import ChanceGame

    return ChanceGame(spelling).position(base).play(*line)
