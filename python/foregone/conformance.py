"""A check of games of one's own by random play, which finds the usual mistakes."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from .own import facts, written


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
    name, outcomes, infinite = facts(rules)
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
        text = written(self.rules, state)
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
