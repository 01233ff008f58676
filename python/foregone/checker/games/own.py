"""Games that are written in Python."""

from __future__ import annotations

import ast
from typing import Any

from .base import MAX, MIN, Bounds, Game, Rejected, require


class Own(Game):
    """A game that is written in Python: an object with `outcomes`, `start`, `expand` and `player`. A position is a state."""

    remembers = True

    def __init__(self, rules: Any) -> None:
        self.rules, self.names = rules, tuple(rules.outcomes)
        self.spelling = f"python:{getattr(rules, 'name', None) or type(rules).__name__}"
        self.loop = getattr(rules, "infinite", None)
        self.returns = self.loop is not None
        self.last: tuple[Any, Any] = None, None

    def write(self, p: Any) -> str:
        return self.rules.text(p) if hasattr(self.rules, "text") else repr(p)

    def parse(self, text: str) -> Any:
        start = self.rules.start()
        if self.write(start) == text:
            return start
        try:
            p = self.rules.parse(text) if hasattr(self.rules, "parse") else ast.literal_eval(text)
        except (ValueError, SyntaxError) as error:
            raise Rejected(f"the position cannot be read: {error}") from None
        require(self.write(p) == text, "the position is not written like that")
        return p

    def expand(self, p: Any) -> Any:
        if self.last[0] != p or self.last[1] is None:
            answer = self.rules.expand(p)
            self.last = p, answer if isinstance(answer, str) else [after for _, after in answer]
        return self.last[1]

    def turn(self, p: Any) -> int:
        player: int = self.rules.player(p)
        require(player in (MAX, MIN), f"player({p!r}) gave {player!r}")
        return player

    def bounds(self, p: Any) -> Bounds:
        answer = self.expand(p)
        if not isinstance(answer, str):
            return self.open()
        require(answer in self.names, f"expand({p!r}) gave {answer!r}, which is no outcome")
        return self.over(self.names.index(answer))

    def moves(self, p: Any) -> list[Any]:
        return self.expand(p)

    def infinite(self, p: Any) -> int:
        return self.names.index(self.loop)
