"""What users write, for `mypy --strict`: the types of the package fit its examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Tuple

import foregone as fg

State = Tuple[Tuple[int, ...], int]


class Nim:
    """A game need not derive from anything."""

    outcomes = ("loss", "win")

    def start(self) -> State:
        return (1, 3, 5), 0

    def expand(self, state: State) -> str | list[tuple[str, State]]:
        piles, player = state
        if not any(piles):
            return "loss" if player == 0 else "win"
        return [(f"{i}-{n}", (piles[:i] + (pile - n,) + piles[i + 1:], 1 - player)) for i, pile in enumerate(piles) for n in range(1, pile + 1)]

    def player(self, state: State) -> int:
        return state[1]


def typed() -> None:
    result: fg.Result = fg.solve("connect4:6x5", nodes=10**6, memory="1GB", epsilon=0.5)
    value: str | None = result.value
    low, high = result.bounds
    created: int = result.counters.created
    print(value, low.upper(), high.upper(), created, result.proved("draw"))
    position: fg.Position = fg.Game(Nim()).start().play("0-1")
    print(position.moves[0].upper(), fg.solve(Nim()).best_move, fg.solve(position).line)
    chance: Fraction | None = fg.solve(fg.ChanceGame("pig:10")).value
    print(chance)
    certificate: fg.Certificate = result.certificate()
    print(fg.check(certificate).claims, fg.check(certificate, Nim()).value)
    for row in fg.children(position):
        print(row.move.upper(), row.plies)
    with fg.search(position) as running:
        for snapshot in running.progress(every=0.1):
            print(snapshot.created + 1)
    print(running.result.stop, fg.conform(Nim()).problems, fg.export_graph(Nim()))
