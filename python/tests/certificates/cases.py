"""Certificates made by hand around the edges of the format, with the verdict that the page gives."""

from __future__ import annotations

import json
import re

import zstandard
from blake3 import blake3

from .parsed import Parsed


YES, NO, OPEN = "accepted", "rejected", None  # OPEN: the page does not say


def graph(nodes, outcomes=("loss", "win"), repetition=None, start=None):
    """`nodes`: {"a": "max b c", "won": "= win"}"""
    out = {}
    for name, text in nodes.items():
        kind, *rest = text.split()
        out[name] = {"value": rest[0]} if kind == "=" else {"player": kind, "moves": [["m%d" % i, t] for i, t in enumerate(rest)]}
    content = {"outcomes": list(outcomes), "start": start or next(iter(nodes)), "nodes": out}
    if repetition:
        content["repetition"] = repetition
    return content


ENDS = {"won": "= win", "lost": "= loss"}
EXAMPLE = {"a": "max b c", "b": "min won lost", "c": "min d e", "d": "max won lost", "e": "max lost f", "f": "min d won", **ENDS}


class Cases:
    """Certificates with names, the verdict that is expected, and the files of their games."""

    def __init__(self):
        self.list, self.files = [], {}

    def add(self, name, expected, data):
        self.list.append((name, expected, data))

    def graph_file(self, content):
        """The name that a graph file gets, and its hash."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        digest = blake3(data).hexdigest()
        self.files[digest[:16] + ".json"] = data
        return digest[:16] + ".json", digest

    def file_of(self, data):
        """The graph file that a certificate names."""
        found = re.search(rb'"game": ?"graph:(?:[^"\\]*/)?([0-9a-f]{16}\.json)"', data)
        return found and self.files[found[1].decode()]

    def graph(self, name, expected, content, parts, position=None, at_least="win", at_most=None, version=2, count=None, infinite=None):
        """`parts`: lists of integers, or lists of such lists where a part has several chunks."""
        file, digest = self.graph_file(content)
        header = {"game": f"graph:{file}", "rules": 1, "position": position or content["start"]}
        if at_least:
            header["at_least"] = at_least
        if at_most:
            header["at_most"] = at_most
        if infinite or content.get("repetition"):
            header["infinite"] = infinite or content["repetition"]
        header["graph"] = digest
        parts = [part if part and isinstance(part[0], list) else [part] for part in parts]
        self.add(name, expected, Parsed(version, header, parts, self.files[file]).encode(count))

    def plain(self, name, expected, header, records=b"", count=None, version=2):
        """A header (a dict, or bytes) and no records, or one chunk of bytes."""
        if isinstance(header, dict):
            header = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
        self.raw(name, expected, header, [records] if records else [], count, version)

    def raw(self, name, expected, header, frames, count=0, version=2, marks=(), compress=True, first=None):
        out = [first or b"foregone certificate %d\n" % version, header, b"\n"]
        for i, content in enumerate(frames):
            frame = zstandard.ZstdCompressor().compress(content) if compress else content
            out += [(len(frame) | (1 << 31 if i in marks else 0)).to_bytes(4, "little"), frame]
        body = b"".join(out) + bytes(4) + (count or 0).to_bytes(8, "little")
        self.add(name, expected, body + blake3(body).digest())
