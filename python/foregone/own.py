"""Games of one's own: what a class has to have, what the native half asks about it, and its export as a graph file."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections import deque
from typing import Any, Hashable, Iterable, Protocol, Sequence, runtime_checkable

from .errors import GameError, Refused


@runtime_checkable
class Rules(Protocol):
    """What an object needs to be a game. `PythonGame` says what each part means."""

    @property
    def outcomes(self) -> Sequence[str]:
        """The outcomes, worst for the first player first."""

    def start(self) -> Any:
        """Where the game begins."""

    def expand(self, state: Any) -> str | Iterable[tuple[str, Any]]:
        """The name of the outcome if the game is over, or else every legal move with the state after it."""

    def player(self, state: Any) -> int:
        """Whose turn it is."""


class PythonGame:
    """A game that is written in Python. To derive from this class is optional; any object with these methods will do.

    A state is anything that can be a key of a dictionary. Equal states are the same position, whatever moves led there.

    >>> import foregone as fg
    >>> class Nim(fg.PythonGame):
    ...     outcomes = ("loss", "win")
    ...     def start(self):
    ...         return (1, 3, 5), 0
    ...     def expand(self, state):
    ...         piles, player = state
    ...         if not any(piles):
    ...             return "loss" if player == 0 else "win"
    ...         return [(f"{i}-{n}", (piles[:i] + (pile - n,) + piles[i + 1:], 1 - player))
    ...                 for i, pile in enumerate(piles) for n in range(1, pile + 1)]
    ...     def player(self, state):
    ...         return state[1]
    >>> fg.solve(Nim()).value
    'win'

    These are optional: `name`; `bytes_per_state`, if the game keeps something for each state; `infinite`, the outcome of a play that never ends, for games in which play can return; `text(state)` and
    `parse(text)`; `svg(state)`; and `merit(state, move)`, a whole number that is higher for moves that should be tried first.
    """

    #: The outcomes, worst for the first player first.
    outcomes: Sequence[str] = ("loss", "win")

    def start(self) -> Hashable:
        """Where the game begins, the first player to move."""
        raise NotImplementedError

    def expand(self, state: Any) -> str | Iterable[tuple[str, Any]]:
        """The name of the outcome if the game is over, or else every legal move with the state after it, always in the same order."""
        raise NotImplementedError

    def player(self, state: Any) -> int:
        """Whose turn it is where the game is not over: 0 for the first player, 1 for the second."""
        raise NotImplementedError


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
    if isinstance(outcomes, str) or not isinstance(outcomes, Iterable):
        raise GameError(f"{name} has no outcomes; they are a tuple of names, worst for the first player first")
    outcomes = list(outcomes)
    if not all(isinstance(outcome, str) for outcome in outcomes):
        raise GameError(f"the outcomes of {name} are not all texts: {outcomes!r}")
    kept = getattr(rules, "bytes_per_state", 0)
    if not isinstance(kept, int) or kept < 0:
        raise GameError(f"bytes_per_state of {name} is a number of bytes, not {kept!r}")
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


def size(rules: Any, state: Any) -> int:
    """The bytes that a state takes, about: the state itself, and what the game says that it keeps for each of them."""
    kept: int = getattr(rules, "bytes_per_state", 0)
    return _bytes(state, 3) + kept


def _bytes(state: Any, depth: int) -> int:
    total = sys.getsizeof(state)
    if depth and isinstance(state, (tuple, list, set, frozenset)):
        total += sum(_bytes(part, depth - 1) for part in state)
    elif depth and isinstance(state, dict):
        total += sum(_bytes(key, 0) + _bytes(value, depth - 1) for key, value in state.items())
    elif depth and hasattr(state, "__dict__"):
        total += _bytes(vars(state), depth - 1)
    return total


def export_graph(rules: Any, path: str | os.PathLike[str] | None = None, *, most: int = 1_000_000) -> str:
    """All states that can be reached, as the text of a graph file; with `path`, the file is written, too. `graph:PATH` is the same game
    for the program, the explorer and the checkers, which need no Python for it.

    >>> import json, foregone as fg
    >>> class Two(fg.PythonGame):
    ...     def start(self): return 2
    ...     def expand(self, n): return [(str(k), n - k) for k in (1, 2) if k <= n] or "loss"
    ...     def player(self, n): return n % 2
    >>> json.loads(fg.export_graph(Two()))["nodes"]["1"]
    {'player': 'min', 'moves': [['1', '0']]}
    """
    name, outcomes, infinite = facts(rules)
    start = rules.start()
    names = {start: written(rules, start)}
    nodes: dict[str, Any] = {}
    open_states = deque([start])
    while open_states:
        state = open_states.popleft()
        answer = rules.expand(state)
        if isinstance(answer, str):
            nodes[names[state]] = {"value": answer}
            continue
        moves = []
        for move, after in answer:
            if after not in names:
                names[after] = written(rules, after)
                open_states.append(after)
            moves.append([move, names[after]])
        nodes[names[state]] = {"player": ("max", "min")[rules.player(state)], "moves": moves}
        if len(names) > most:
            raise Refused(f"{name} has more than {most:,} states; raise most, or export a smaller game")
    if len(nodes) < len(names):
        raise GameError(f"different states of {name} are written alike; write all of a state in text(state)")
    graph: dict[str, Any] = {"outcomes": outcomes, "start": names[start], "nodes": nodes}
    if infinite is not None:
        graph["repetition"] = infinite
    text = json.dumps(graph, ensure_ascii=False, indent=0) + "\n"
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return text
