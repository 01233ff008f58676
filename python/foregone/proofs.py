"""The proof of a certificate as a tree that is read as far as it is looked at."""

from __future__ import annotations

import html
import json
from typing import Any

from . import _work
from ._foregone import Game, Position, ProofTree
from .certificates import Certificate
from .errors import SettingError
from ._places import as_game

#: So many plies a notebook shows, and so many positions.
SHOWN_PLIES, SHOWN = 5, 400


class ProofNode:
    """A position of a proof, and what the proof does there: `place` is 'answer', 'replies', 'over', 'known', 'searched' or
    'not in the proof'; the other members are those of docs/json.md."""

    def __init__(self, proof: Proof, moves: tuple[str, ...]) -> None:
        self._proof, self.moves = proof, moves
        self._members: dict[str, Any] = json.loads(proof._tree.node(proof.claim_number, list(moves)))
        self.place: str = self._members["place"]
        #: The move that the owner of the claim makes here.
        self.answer: str | None = self._members.get("answer")
        #: The result, where play is over.
        self.outcome: str | None = self._members.get("outcome")
        #: How many positions are below, if the proof was measured.
        self.positions: int | None = self._members.get("positions")
        #: The moves of the longest line below, if the proof was measured.
        self.longest_line: int | None = self._members.get("longest_line")

    @property
    def position(self) -> Position:
        """The position."""
        return self._proof.position.play(*self.moves)

    def play(self, move: str) -> ProofNode:
        """What the proof does after a move."""
        return ProofNode(self._proof, (*self.moves, move))

    def replies(self, order: str = "canonical") -> list[ProofNode]:
        """What the proof does after every legal move of the opponent, or after its own answer. With `order="hardest"` those with the most
        positions below come first; then the proof is measured."""
        if order not in ("canonical", "hardest"):
            raise SettingError(f'order is "canonical" or "hardest", not {order!r}')
        if order == "hardest":
            self._proof.measure()
        moves = [self.answer] if self.answer is not None else [reply["move"] for reply in self._members.get("replies", [])]
        found = [self.play(move) for move in moves]
        return sorted(found, key=lambda node: -(node.positions or 0)) if order == "hardest" else found

    def to_dict(self) -> dict[str, Any]:
        """The object as docs/json.md describes it."""
        found: dict[str, Any] = json.loads(json.dumps(self._members))
        return found

    def __repr__(self) -> str:
        line = " ".join(self.moves) or "the root"
        return f"<foregone.ProofNode at {line}: {self.place}{'' if self.answer is None else ' ' + self.answer}>"

    def _repr_html_(self) -> str:
        return _html(self, SHOWN_PLIES, [SHOWN])


class Proof:
    """The proof of a claim of a certificate. What it says has not been checked: `foregone.check` does that."""

    def __init__(self, tree: ProofTree, claim: int, certificate: bytes) -> None:
        self._tree, self.claim_number, self._certificate = tree, claim, certificate
        self._measured = False

    @property
    def claims(self) -> list[str]:
        """The claims of the certificate, in words."""
        return self._tree.claims

    @property
    def claim(self) -> str:
        """The claim that this is the proof of."""
        return self.claims[self.claim_number]

    @property
    def records(self) -> int:
        """The number of records of the certificate."""
        return self._tree.records

    @property
    def position(self) -> Position:
        """The position that the certificate is about."""
        return self._tree.root

    @property
    def root(self) -> ProofNode:
        """What the proof does first."""
        return ProofNode(self, ())

    def measure(self) -> None:
        """Finds out how large the proof is below each position. It takes about as long as a check."""
        if not self._measured:
            _work.finish(self._tree.start_measure())
            self._measured = True

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._certificate, self.position.game, self.claim_number)

    def __repr__(self) -> str:
        return f"<foregone.Proof of {self.claim}: {self.position.game.spelling}, {self.records:,} records>"

    def _repr_html_(self) -> str:
        return self.root._repr_html_()


def proof(certificate: bytes, game: Game | str | None = None, *, claim: int = 0) -> Proof:
    """The proof of a certificate, to be walked through. `game` is needed only if its file is not where the certificate says.

    >>> import foregone as fg
    >>> tree = fg.proof(fg.solve("tictactoe", at_least="draw").certificate())
    >>> tree.claim, tree.root.place, tree.root.answer
    ('at least draw', 'answer', 'a1')
    >>> len(tree.root.replies()[0].replies(order="hardest"))
    8
    """
    opened = as_game(Certificate(certificate).game if game is None else game)
    tree = ProofTree(certificate, opened)
    if not 0 <= claim < len(tree.claims):
        raise SettingError(f"the certificate has the claims 0 to {len(tree.claims) - 1}, not {claim}")
    return Proof(tree, claim, bytes(certificate))


def _again(certificate: bytes, game: Game, claim: int) -> Proof:
    return proof(certificate, game, claim=claim)


def _html(node: ProofNode, plies: int, left: list[int]) -> str:
    """A list that unfolds, without a script."""
    left[0] -= 1
    move = html.escape(node.moves[-1]) if node.moves else "start"
    size = "" if node.positions is None else f", {node.positions:,} positions"
    words = {"answer": f"then {html.escape(node.answer or '')}", "replies": "every reply", "known": "known without moves",
             "searched": "searched by the checker", "over": html.escape(node.outcome or "")}.get(node.place, node.place)
    below = node.replies() if plies and left[0] > 0 and node.place in ("answer", "replies") else []
    inside = "".join(_html(reply, plies - 1, left) for reply in below if left[0] > 0)
    head = f"<b>{move}</b>: {words}{size}"
    if not inside:
        return f"<div style='margin-left:1.5em'>{head}</div>"
    unfolded = " open" if plies >= SHOWN_PLIES - 1 else ""
    return f"<details style='margin-left:1em'{unfolded}><summary>{head}</summary>{inside}</details>"
