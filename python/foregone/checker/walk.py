"""The walk through a proof."""

from __future__ import annotations

from typing import Any

from .games.base import MAX, Game, Rejected, require


SEARCH_VISITS = 256


class Frame:
    """A position on the line: what is still to be followed there."""

    __slots__ = ("position", "replies", "next", "record", "number")

    def __init__(self, position: Any, replies: list[Any], record: int | None, number: int) -> None:
        self.position, self.replies, self.next = position, replies, 0
        #: The record of the choice, if the owner moves here; and the number of records of the claim that were read before.
        self.record, self.number = record, number


class Walk:
    """The proof of one claim. `records1` are the records of version 1, `parts` the parts of version 2, both from the end."""

    def __init__(self, game: Game, claim: int, owner: int, outcome: int, records1: list[int] | None, parts: list[list[list[int]]] | None) -> None:
        self.game, self.claim, self.owner, self.outcome = game, claim, owner, outcome
        self.records1, self.parts = records1, parts
        self.key = game.representative if parts is not None else lambda p: p
        self.watches_line = game.returns is not False
        self.line: list[Frame] = []
        self.on_line: set[Any] = set()
        self.met = 0  # positions, each as often as it was met
        self.read, self.part = 0, -1  # records read; number of the part
        self.left: list[int] = []  # its records, from the end
        self.kept: dict[Any, bool] = {}  # True where the position must still be met again
        self.exported: dict[int, tuple[Any, int]] = {}  # number of the record -> (position, part that established it)
        self.cited: set[int] = set()
        self.again: set[Any] = set()  # the opponent's positions of this part that were established without a record

    def satisfied(self, outcome: int) -> bool:
        return outcome >= self.outcome if self.owner == MAX else outcome <= self.outcome

    def prove(self, root: Any) -> None:
        self.meet(root)
        while self.line:
            top = self.line[-1]
            if top.next < len(top.replies):
                top.next += 1
                self.meet(top.replies[top.next - 1])
            else:
                self.leave(self.line.pop())
        require(not self.left, "a record is left in the last part of a claim")
        self.end_part()
        require(self.cited == set(self.exported), "an exported position is never cited")

    def meet(self, p: Any) -> None:
        game = self.game
        self.met += 1
        low, high, over = game.bounds(p)
        if self.satisfied(low if self.owner == MAX else high):
            return
        require(not over, "play ends with an outcome that does not satisfy the claim")
        mine = game.turn(p) == self.owner
        if mine or game.returns:
            key = self.key(p)
            if key in self.kept:
                self.kept[key] = False
                return
        elif p in self.again:
            return
        if self.watches_line and p in self.on_line:
            require(game.returns, "the line returns, and nothing is known about infinite play")
            require(self.satisfied(game.infinite(p)), "the line returns, and infinite play does not satisfy the claim")
            return
        if not mine:
            self.push(Frame(p, game.moves(p), None, self.read))
            return
        record = self.next_record()
        kind, x = record & 3, record >> 2
        if kind == 3 and x == 0:
            self.visits = 0
            require(self.search(p), "a search does not find that the owner can force the claim")
            self.kept[key] = False
        elif kind == 3:
            cited = self.read - 1 - x
            require(cited in self.exported, "a citation is of no exported choice that was established")
            position, part = self.exported[cited]
            require(position == key and part < self.part, "a citation is of another position or of the same part")
            self.cited.add(cited)
            self.kept[key] = False
        else:
            require(not (game.returns and kind == 1), "a keep mark where play can return")
            moves = game.moves(p)
            require(x < len(moves), "a choice is no legal move")
            self.push(Frame(p, [moves[x]], record, self.read - 1))

    def push(self, frame: Frame) -> None:
        self.line.append(frame)
        if self.watches_line:
            self.on_line.add(frame.position)

    def leave(self, frame: Frame) -> None:
        p = frame.position
        self.on_line.discard(p)
        if frame.record is None:
            if self.game.returns:
                self.kept.setdefault(self.key(p), False)
            elif frame.number == self.read and self.game.remembers:
                self.again.add(p)
            return
        kind = frame.record & 3
        if kind == 2:
            self.exported[frame.number] = (self.key(p), self.part)
        if kind or self.game.returns:
            self.kept[self.key(p)] = kind == 1

    def next_record(self) -> int:
        if self.records1 is not None:
            require(self.records1, "a record is missing")
            record = self.records1.pop()
            record = (record >> 1) << 2 | record & 1
        else:
            if not self.left:
                self.begin_part()
            require(self.left, "a part has no records")
            record = self.left.pop()
        self.read += 1
        return record

    def begin_part(self) -> None:
        if not self.parts:
            raise Rejected("a record is missing")
        self.end_part()
        self.part += 1
        head = [self.claim, self.read, 0]
        if self.part > 0:
            head[2] = len(self.line)
            for frame in self.line:
                if frame.record is None:
                    head.append(frame.next - 1)
                else:
                    head += [frame.record, frame.number] if frame.record & 3 == 2 else [frame.record]
        chunks = self.parts.pop()
        require(chunks[0][: len(head)] == head, "a part does not begin where the one before it ended")
        self.left = [*chunks[0][len(head):], *(record for chunk in chunks[1:] for record in chunk)][::-1]

    def end_part(self) -> None:
        require(not any(self.kept.values()), "a kept position is not met again")
        self.kept.clear()
        self.again.clear()

    def search(self, p: Any) -> bool:
        """Whether the owner can force the claim."""
        self.visits += 1
        require(self.visits <= SEARCH_VISITS, "a search visits too many positions")
        low, high, over = self.game.bounds(p)
        if self.satisfied(low) and self.satisfied(high):
            return True
        if not (self.satisfied(low) or self.satisfied(high)):
            return False
        mine = self.game.turn(p) == self.owner
        return mine == any(self.search(after) == mine for after in self.game.moves(p))
