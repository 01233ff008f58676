"""Certificates as numbers, which can be changed and written again."""

from __future__ import annotations

import json

import zstandard
from blake3 import blake3

from foregone import checker as cc


class Parsed:
    """A certificate as numbers: `parts` is a list of parts, a part a list of chunks, a chunk a list of integers. `graph` is the content of the graph
    file, if there is one."""

    def __init__(self, version, header, parts, graph):
        self.version, self.header, self.parts, self.graph = version, header, parts, graph

    @staticmethod
    def read(data, graph=None):
        found = cc.Certificate(data)
        header = json.loads(data.split(b"\n", 2)[1])
        parts = [[found.records]] if found.version == 1 else found.parts
        return Parsed(found.version, header, parts, graph)

    def copy(self):
        return Parsed(self.version, dict(self.header), [[list(chunk) for chunk in part] for part in self.parts], self.graph)

    def head_length(self, part):
        """The number of integers before the records, or None if the game is needed and does not say."""
        ints = part[0]
        if len(ints) < 3:
            return None
        try:
            game, p = self.game_root()
            owner = cc.MAX if "at_least" in self.header and ints[0] == 0 else cc.MIN
            at = 3
            for _ in range(ints[2]):
                moves = game.moves(p)
                if game.turn(p) != owner:
                    p = moves[ints[at]]
                    at += 1
                else:
                    p = moves[ints[at] >> 2]
                    at += 2 if ints[at] & 3 == 2 else 1
            return at
        except (IndexError, TypeError, cc.Rejected):
            return None

    def game_root(self):
        game = cc.game_of(self.header["game"], str(self.header["rules"]), self.graph)
        return game, game.parse(self.header["position"])

    def records(self):
        if self.version == 1:
            return sum(len(part[0]) for part in self.parts)
        total = 0
        for part in self.parts:
            head = self.head_length(part)
            total += sum(len(chunk) for chunk in part) - (3 if head is None else head)
        return total

    def encode(self, count=None):
        out = [b"foregone certificate %d\n" % self.version,
               json.dumps(self.header, separators=(",", ":"), ensure_ascii=False).encode(), b"\n"]
        for part in self.parts:
            for i, chunk in enumerate(part):
                for piece in [chunk] if self.version == 2 else [chunk[k: k + 300_000] for k in range(0, len(chunk), 300_000)]:
                    data = b"".join(leb128(max(0, n) & (1 << 64) - 1) for n in piece)
                    if data:
                        frame = zstandard.ZstdCompressor(level=3).compress(data)
                        out += [(len(frame) | (1 << 31 if i else 0)).to_bytes(4, "little"), frame]
        out.append(bytes(4) + (self.records() if count is None else count).to_bytes(8, "little"))
        body = b"".join(out)
        return body + blake3(body).digest()


def leb128(n):
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)
