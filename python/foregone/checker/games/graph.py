"""Games that are written down as graphs."""

from __future__ import annotations

from typing import Any

from ..texts import is_text, read_json
from .base import MAX, MIN, Bounds, Game, require


class Graph(Game):
    """A position is the name of a node."""

    remembers = True

    def __init__(self, data: bytes) -> None:
        content = read_json(data, "the graph file")
        require(isinstance(content, dict), "the graph file is not an object")
        require({"outcomes", "start", "nodes"} <= set(content) <= {"outcomes", "start", "nodes", "repetition", "about"},
                "the graph file has wrong members")
        self.names = content["outcomes"]
        #: The player to move and the nodes after the moves, or else the outcome.
        self.nodes: dict[str, tuple[int, list[str]] | int] = {}
        require(isinstance(self.names, list) and 2 <= len(self.names) <= 128 and all(is_text(n) for n in self.names)
                and len(set(self.names)) == len(self.names), "the outcomes of the graph are wrong")
        require(isinstance(content["nodes"], dict), "the nodes of the graph are no object")
        for name, node in content["nodes"].items():
            require(isinstance(node, dict) and set(node) in ({"value"}, {"player", "moves"}), f"node {name!r} is malformed")
            if "value" in node:
                require(is_text(node["value"]) and node["value"] in self.names, f"node {name!r} has no outcome")
                self.nodes[name] = self.names.index(node["value"])
                continue
            moves = node["moves"]
            require(node["player"] in ("max", "min") and isinstance(moves, list) and moves, f"node {name!r} is malformed")
            named = [[m, m] if is_text(m) else m for m in moves]
            require(all(isinstance(m, list) and len(m) == 2 and all(is_text(s) for s in m) for m in named),
                    f"a move of {name!r} is malformed")
            require(len({m[0] for m in named}) == len(named), f"two moves of {name!r} have one name")
            require(all(m[1] in content["nodes"] for m in named), f"a move of {name!r} leads nowhere")
            self.nodes[name] = (MAX if node["player"] == "max" else MIN, [m[1] for m in named])
        require(is_text(content["start"]) and content["start"] in self.nodes, "the start is no node")
        require(is_text(content.get("about", "")), "about is no text")
        self.repetition = 0
        self.returns = self.has_cycle()
        repetition = content.get("repetition")
        require(not self.returns or repetition is not None, "the graph has a cycle and no repetition")
        if "repetition" in content:
            require(is_text(repetition) and repetition in self.names, "repetition is no outcome")
            self.repetition = self.names.index(repetition)

    def has_cycle(self) -> bool:
        incoming = dict.fromkeys(self.nodes, 0)
        for name in self.nodes:
            for to in self.moves(name):
                incoming[to] += 1
        ready, removed = [n for n, k in incoming.items() if k == 0], 0
        while ready:
            removed += 1
            for to in self.moves(ready.pop()):
                incoming[to] -= 1
                if incoming[to] == 0:
                    ready.append(to)
        return removed < len(self.nodes)

    def parse(self, text: str) -> Any:
        require(text in self.nodes, "there is no such node")
        return text

    def turn(self, p: Any) -> int:
        node = self.nodes[p]
        return MAX if isinstance(node, int) else node[0]

    def moves(self, p: Any) -> list[Any]:
        node = self.nodes[p]
        return [] if isinstance(node, int) else node[1]

    def bounds(self, p: Any) -> Bounds:
        node = self.nodes[p]
        return self.over(node) if isinstance(node, int) else self.open()

    def infinite(self, p: Any) -> int:
        return self.repetition
