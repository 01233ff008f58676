"""Games of one's own: what a class has to have, a check of it, and its export as a graph file."""

from __future__ import annotations

import json
import os
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Hashable, Iterable, Protocol, Sequence, runtime_checkable

from . import _own
from .errors import GameError, Refused


@runtime_checkable
class Rules(Protocol):
    """What an object needs to be a game. `PythonGame` says what each part means."""

    outcomes: Sequence[str]

    def start(self) -> Any: ...
    def expand(self, state: Any) -> str | Iterable[tuple[str, Any]]: ...
    def player(self, state: Any) -> int: ...


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

    These are optional: `name`; `infinite`, the outcome of a play that never ends, for games in which play can return; `text(state)` and
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


@dataclass(frozen=True)
class Conformance:
    """What `conform` has seen. It is true if nothing is wrong."""

    states: int
    lines: int
    longest: int
    returns: bool
    problems: tuple[str, ...] = field(default=())

    def __bool__(self) -> bool:
        return not self.problems


def conform(rules: Any, *, lines: int = 100, longest: int = 1000, seed: int = 0) -> Conformance:
    """Plays at random and looks for the usual mistakes: states that change or compare wrongly, moves that are named twice or come in
    another order the second time, outcomes that are not on the scale, play that returns without `infinite`.

    >>> import foregone as fg
    >>> class Broken(fg.PythonGame):
    ...     def start(self): return 2
    ...     def expand(self, state): return [("a", state - 1), ("a", state - 2)] if state > 1 else "win"
    ...     def player(self, state): return 0
    >>> fg.conform(Broken()).problems
    ("expand(2) gave two moves named 'a'",)
    """
    name, outcomes, infinite = _own.facts(rules)
    seen = _Seen(rules, set(outcomes))
    rng, played, most, returns = random.Random(seed), 0, 0, False
    if rules.start() != rules.start():
        seen.problem(f"two calls of start of {name} give states that are not equal")
    for _ in range(lines):
        state = rules.start()
        line: list[str] = []
        on_line: set[Any] = set()
        while len(line) < longest and not seen.problems:
            moves = seen.look(state)
            if seen.problems:
                break
            if state in on_line:
                returns = True
                if infinite is None:
                    seen.problem(f"play returns to {state!r} after {' '.join(line)}; say what that is worth, such as infinite = 'draw'")
                break
            on_line.add(state)
            if not moves:
                break
            move, state = rng.choice(moves)
            line.append(move)
        played, most = played + 1, max(most, len(line))
        if seen.problems:
            break
    return Conformance(len(seen.texts), played, most, returns, tuple(seen.problems))


class _Seen:
    """Looks at states, each of them twice."""

    def __init__(self, rules: Any, outcomes: set[str]) -> None:
        self.rules, self.outcomes = rules, outcomes
        self.texts: dict[Any, str] = {}
        self.by_text: dict[str, Any] = {}
        self.problems: list[str] = []

    def problem(self, sentence: str) -> None:
        if sentence not in self.problems:
            self.problems.append(sentence)

    def look(self, state: Any) -> list[tuple[str, Any]]:
        """The moves of a state; none where play is over or something is wrong."""
        try:
            hash(state)
        except TypeError:
            self.problem(f"the state {state!r} cannot be hashed; use tuples instead of lists, and frozen dataclasses")
            return []
        before = hash(state)
        first, second = self.rules.expand(state), self.rules.expand(state)
        if hash(state) != before:
            self.problem(f"expand({state!r}) has changed the state")
        self.name(state)
        if isinstance(first, str):
            if first not in self.outcomes or second != first:
                self.problem(f"expand({state!r}) gave {first!r} and then {second!r}; outcomes are {', '.join(sorted(self.outcomes))}")
            return []
        try:
            both = list(first), list(second)
        except TypeError:
            self.problem(f"expand({state!r}) gave {first!r}; it should give the name of an outcome, or a list of pairs (name of a move, next state)")
            return []
        return self.moves(state, *both)

    def name(self, state: Any) -> None:
        text = _own.written(self.rules, state)
        self.texts[state] = text
        other = self.by_text.setdefault(text, state)
        if other != state:
            self.problem(f"two states that are not equal are both written {text!r}; compare them by value, and write all of them in text")

    def moves(self, state: Any, first: list[Any], second: list[Any]) -> list[tuple[str, Any]]:
        for move in first:
            if not (isinstance(move, tuple) and len(move) == 2 and isinstance(move[0], str)):
                self.problem(f"expand({state!r}) gave {move!r}; a move is a pair (name, next state)")
                return []
        names = [name for name, _ in first]
        spaced = next((name for name in names if not name or "," in name or any(c.isspace() for c in name)), None)
        twice = next((name for name in names if names.count(name) > 1), None)
        if not first:
            self.problem(f"expand({state!r}) gave no moves; where play is over it should give the name of an outcome")
        elif spaced is not None:
            self.problem(f"expand({state!r}) gave a move named {spaced!r}; names have no spaces and commas, and are not empty")
        elif twice is not None:
            self.problem(f"expand({state!r}) gave two moves named {twice!r}")
        elif first != second:
            self.problem(f"two calls of expand({state!r}) differ: {names} and {[name for name, _ in second]}, or in the next states")
        elif self.rules.player(state) not in (0, 1):
            self.problem(f"player({state!r}) gave {self.rules.player(state)!r}; it should give 0 or 1")
        else:
            return first
        return []


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
    name, outcomes, infinite = _own.facts(rules)
    start = rules.start()
    names = {start: _own.written(rules, start)}
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
                names[after] = _own.written(rules, after)
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
