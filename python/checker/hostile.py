#!/usr/bin/env python3
"""Certificates made by hand around the edges of the format, with the verdict that the page gives, compared with
foregone/checker.py and with `foregone check`.

    python3 hostile.py PROGRAM FOLDER

It is a long list of cases, in the order of the page; there is nothing to split but the list.
"""

import json
import os
import random
import sys

import zstandard
from blake3 import blake3

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "foregone"))

import checker as cc
from compare import Comparison, Parsed, leb128, written

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
    def __init__(self, folder):
        self.folder, self.list = folder, []
        os.makedirs(folder, exist_ok=True)

    def add(self, name, expected, data):
        path = os.path.join(self.folder, f"{len(self.list):04}-{name.replace(' ', '_').replace('/', '-')[:80]}.fgc")
        with open(path, "wb") as file:
            file.write(data)
        self.list.append((path, expected))

    def graph_file(self, content):
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        name = blake3(data).hexdigest()[:16] + ".json"
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)
        return name, blake3(data).hexdigest()

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
        self.add(name, expected, Parsed(version, header, parts, os.path.join(self.folder, file)).encode(count))

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


def searches(cases):
    for losing, expected in ((253, YES), (254, YES), (255, NO), (256, NO)):
        nodes = {"r": "max " + "lost " * losing + "won", **ENDS}
        cases.graph(f"search visits {losing + 2}", expected, graph(nodes), [[0, 0, 0, 3]])
        nodes = {"r": "max q " + "lost " * (losing - 1), "q": "min won", **ENDS}
        cases.graph(f"search decided early with {losing} moves", YES, graph(nodes), [[0, 0, 0, 3]])
        nodes = {"r": "max q", "q": "min " + "won " * losing, **ENDS}
        cases.graph(f"search of replies visits {losing + 2}", expected, graph(nodes), [[0, 0, 0, 3]])
        chain = {f"n{i}": ("max" if i % 2 == 0 else "min") + (f" n{i + 1}" if i < losing else " won") for i in range(losing + 1)}
        cases.graph(f"search of a chain of {losing + 2}", expected, graph({**chain, **ENDS}), [[0, 0, 0, 3]])
        cases.graph(f"search of a chain, min, of {losing + 2}", expected,
                    graph({**{k: v.replace("max", "?").replace("min", "max").replace("?", "min") for k, v in chain.items()},
                           "won": "= loss"}), [[0, 0, 0, 3]], at_least=None, at_most="loss")
    for infinite in ("loss", "win"):
        g = graph({"A": "max B won", "B": "min A", **ENDS}, repetition=infinite)
        cases.graph(f"search runs round a cycle, infinite {infinite}", NO, g, [[0, 0, 0, 3]])
        g = graph({"A": "max won B", "B": "min A", **ENDS}, repetition=infinite)
        cases.graph(f"search ends before the cycle, infinite {infinite}", YES, g, [[0, 0, 0, 3]])
        g = graph({"A": "max B won", "B": "min A C", "C": "max won", **ENDS}, repetition=infinite)
        cases.graph(f"search below a line, infinite {infinite}", YES if infinite == "win" else NO, g, [[0, 0, 0, 0, 3]])
        g = graph({"A": "max B won", "B": "min C A", "C": "max won", **ENDS}, repetition=infinite)
        cases.graph(f"search, then the line returns, infinite {infinite}", YES if infinite == "win" else NO, g, [[0, 0, 0, 0, 3]])
        g = graph({"A": "max B", "B": "min C A", "C": "max A won", **ENDS}, repetition=infinite)
        cases.graph(f"search does not look at the line, infinite {infinite}", NO, g, [[0, 0, 0, 0, 3]])
        g = graph({"A": "max B won", "B": "min C D", "C": "max won", "D": "max C2", "C2": "min C", "Z": "max Z", **ENDS}, repetition=infinite)
        cases.graph(f"a search keeps its position, infinite {infinite}", YES, g, [[0, 0, 0, 0, 3, 0]])
        cases.graph(f"a search keeps nothing below it, infinite {infinite}", YES, g, [[0, 0, 0, 0, 0, 3]])
    g = graph(EXAMPLE)
    cases.graph("page: search at e", YES, g, [[0, 0, 0, 4, 0, 3]])
    cases.graph("page: search at e, d kept in vain", NO, g, [[0, 0, 0, 4, 1, 3]])
    cases.graph("page: one part", YES, g, [[0, 0, 0, 4, 1, 4]])
    cases.graph("page: two parts", YES, g, [[0, 0, 0, 4, 2], [0, 2, 2, 4, 1, 4, 11]])
    cases.graph("a search that fails", NO, graph({"a": "max lost", **ENDS}), [[0, 0, 0, 3]])
    g = graph({"a": "max b", "b": "min c d", "c": "max won", "d": "max e", "e": "min c", **ENDS})
    cases.graph("a position that was searched is kept", YES, g, [[0, 0, 0, 0, 3, 0]])
    cases.graph("a position that was searched cannot be cited", NO, g, [[0, 0, 0, 0, 3], [0, 2, 2, 0, 1, 0, 11]])
    cases.graph("a position that was cited cannot be cited", NO,
                graph({"a": "max b", "b": "min c d f", "c": "max won", "d": "max e", "e": "min c", "f": "max e", **ENDS}),
                [[0, 0, 0, 0, 2], [0, 2, 2, 0, 1, 0, 7 + 4], [0, 4, 2, 0, 2, 0, 7 + 4]])
    cases.graph("cited twice", YES,
                graph({"a": "max b", "b": "min c d f", "c": "max won", "d": "max e", "e": "min c", "f": "max e", **ENDS}),
                [[0, 0, 0, 0, 2], [0, 2, 2, 0, 1, 0, 7 + 4], [0, 4, 2, 0, 2, 0, 19]])


def parts(cases):
    g = graph(EXAMPLE)
    one, two = [0, 0, 0, 4, 2], [0, 2, 2, 4, 1, 4, 11]
    cases.graph("an empty part first", NO, g, [[0, 0, 0], one, two])
    cases.graph("an empty part between", NO, g, [one, [0, 2, 2, 4, 1], two])
    cases.graph("an empty part last", NO, g, [one, two, [0, 4, 0]])
    cases.graph("an empty part of another claim", NO, g, [one, two, [1, 0, 0]])
    cases.graph("records only in the second chunk", YES, g, [[[0, 0, 0], [4, 2]], two])
    cases.graph("the head goes on in the second chunk", OPEN, g, [[[0, 0], [0, 4, 2]], two])
    cases.graph("the line goes on in the second chunk", OPEN, g, [one, [[0, 2, 2, 4], [1, 4, 11]]])
    cases.graph("each record in a chunk", YES, g, [[[0, 0, 0, 4], [2]], [[0, 2, 2, 4, 1, 4], [11]]])
    cases.graph("the last part is missing", NO, g, [one])
    cases.graph("the first part is missing", NO, g, [two])
    cases.graph("the parts are swapped", NO, g, [two, one])
    cases.graph("a part twice", NO, g, [one, two, two])
    cases.graph("a part in the middle twice", NO, g, [one, one, two])
    cases.graph("another claim", NO, g, [[1, *one[1:]], [1, *two[1:]]])
    cases.graph("the number of records is too small", NO, g, [one, two], count=3)
    cases.graph("the number of records counts integers", NO, g, [one, two], count=12)
    cases.graph("a line where none is", NO, g, [one, [0, 2, 3, 4, 1, 0, 4, 11]])
    cases.graph("a shorter line", NO, g, [one, [0, 2, 1, 4, 4, 11]])
    cases.graph("another reply in the line", NO, g, [one, [0, 2, 2, 4, 0, 4, 11]])
    cases.graph("a reply in the line that is no move", NO, g, [one, [0, 2, 2, 4, 2, 4, 11]])
    cases.graph("a kept mark in the line only", NO, g, [one, [0, 2, 2, 5, 1, 4, 11]])
    cases.graph("an export mark in the line only", NO, g, [one, [0, 2, 2, 6, 0, 1, 4, 11]])
    cases.graph("bits 3 in the line", NO, g, [one, [0, 2, 2, 7, 1, 4, 11]])
    cases.graph("records of another number before it", NO, g, [one, [0, 1, 2, 4, 1, 4, 11]])
    cases.graph("the citation is of a choice that is kept", NO, g, [[0, 0, 0, 4, 1], two])
    cases.graph("the citation is of a plain choice", NO, g, [[0, 0, 0, 4, 0], two])
    cases.graph("the citation is of another position", NO, g, [[0, 0, 0, 6, 2], [0, 2, 2, 6, 0, 1, 4, 15]])
    cases.graph("the citation goes before the first record", NO, g, [one, [0, 2, 2, 4, 1, 4, 4 * 4 + 3]])
    cases.graph("a citation of itself or later: very large", NO, g, [one, [0, 2, 2, 4, 1, 4, (1 << 64) - 1]])
    cases.graph("an export that nobody cites", NO, g, [[0, 0, 0, 4, 2, 4]])
    cases.graph("an export at the root that nobody can cite", NO, g, [[0, 0, 0, 6, 2], [0, 2, 2, 6, 0, 1, 4, 11]])
    # The owner's position k is exported on the line; established in a later part; cited after that.
    g = graph({"a": "max b", "b": "min k x", "k": "max l", "l": "min m n", "m": "max won", "n": "max won", "x": "max y", "y": "min k",
               **ENDS})
    k = [0, 0, 0, 0, 2]  # a, k
    cases.graph("exported on a line, cited after it", YES, g,
                [k, [0, 2, 4, 0, 0, 2, 1, 0, 0], [0, 3, 4, 0, 0, 2, 1, 1, 0], [0, 4, 2, 0, 1, 0, 19]])
    cases.graph("exported on a line, met again in the part that establishes it, never cited", NO, g,
                [k, [0, 2, 4, 0, 0, 2, 1, 0, 0], [0, 3, 4, 0, 0, 2, 1, 1, 0, 0]])
    cases.graph("kept on a line, met again in the part that establishes it", YES, g,
                [[0, 0, 0, 0, 1], [0, 2, 4, 0, 0, 1, 0, 0], [0, 3, 4, 0, 0, 1, 1, 0, 0]])
    cases.graph("kept on a line, not met again in the part that establishes it", NO, g,
                [[0, 0, 0, 0, 1], [0, 2, 4, 0, 0, 1, 0, 0], [0, 3, 4, 0, 0, 1, 1, 0], [0, 4, 2, 0, 1, 0, 0, 0, 0]])
    cases.graph("the number of an exported record in the line is wrong", NO, g,
                [k, [0, 2, 4, 0, 0, 2, 0, 0, 0], [0, 3, 4, 0, 0, 2, 0, 1, 0], [0, 4, 2, 0, 1, 0, 19]])
    cases.graph("the number of an exported record in the line is missing", NO, g,
                [k, [0, 2, 4, 0, 0, 2, 0, 0], [0, 3, 4, 0, 0, 2, 1, 0], [0, 4, 2, 0, 1, 0, 19]])
    # One position exported by two records.
    g = graph({"a": "max b", "b": "min c d e f", "c": "max won", "d": "max g", "e": "max g", "f": "max g", "g": "min c", **ENDS})
    first, second = [0, 0, 0, 0, 2], [0, 2, 2, 0, 1, 0, 2]
    cases.graph("one position exported twice, both cited", YES, g,
                [first, second, [0, 4, 2, 0, 2, 0, 19], [0, 6, 2, 0, 3, 0, 19]])
    cases.graph("one position exported twice, only the first cited", OPEN, g,
                [first, second, [0, 4, 2, 0, 2, 0, 19], [0, 6, 2, 0, 3, 0, 27]])
    cases.graph("one position exported twice, only the second cited", OPEN, g,
                [first, second, [0, 4, 2, 0, 2, 0, 11], [0, 6, 2, 0, 3, 0, 19]])
    # The root is the opponent's.
    g = graph({"b": "min c d", "c": "max won", "d": "max won", **ENDS})
    cases.graph("the root is the opponent's", YES, g, [[0, 0, 0, 0, 0]])
    cases.graph("the root is the opponent's, with a line", NO, g, [[0, 0, 1, 0, 0, 0]])
    cases.graph("the root is the opponent's, two parts", YES, g, [[0, 0, 0, 0], [0, 1, 1, 1, 0]])
    cases.graph("the root is the opponent's, an empty part first", NO, g, [[0, 0, 0], [0, 0, 1, 0, 0, 0]])
    # Claims without records.
    g = graph({"b": "min won won2", "won2": "= win", **ENDS})
    cases.graph("no record is needed", YES, g, [])
    cases.graph("no record is needed, and a part", NO, g, [[0, 0, 0]])  # the program accepts it
    cases.graph("no record is needed, and a record", NO, g, [[0, 0, 0, 0]])
    cases.graph("play is over at once", YES, graph(ENDS), [], position="won")
    cases.graph("play is over at once, wrongly", NO, graph(ENDS), [], position="lost")
    # Two claims.
    g = graph({"a": "max b lost", "b": "min c won", "c": "max even lost", "even": "= draw", **ENDS}, ("loss", "draw", "win"))
    both = {"at_least": "draw", "at_most": "draw"}
    cases.graph("two claims", YES, g, [[0, 0, 0, 0, 0], [1, 0, 0, 0]], **both)
    cases.graph("two claims in one part", NO, g, [[0, 0, 0, 0, 0, 0]], **both)
    cases.graph("two claims in the wrong order", NO, g, [[1, 0, 0, 0], [0, 0, 0, 0, 0]], **both)
    cases.graph("the second claim goes on counting", NO, g, [[0, 0, 0, 0, 0], [1, 2, 0, 0]], **both)
    cases.graph("only at most, number 0", YES, g, [[0, 0, 0, 0]], at_least=None, at_most="draw")
    cases.graph("only at most, number 1", NO, g, [[1, 0, 0, 0]], at_least=None, at_most="draw")
    g = graph({"a": "max b", "b": "min c c2", "c": "max d", "c2": "max d", "d": "min e", "e": "max f", "f": "min even even2", "even": "= draw", "even2": "= draw"},
              ("loss", "draw", "win"))
    good = [[0, 0, 0, 0, 0, 2], [0, 3, 2, 0, 1, 0, 11]]
    cases.graph("two claims, a citation in the first", YES, g, [*good, [1, 0, 0, 0, 0, 0]], **both)
    for x in range(1, 8):
        cases.graph(f"the second claim cites {x} records back", NO, g, [*good, [1, 0, 0, 4 * x + 3]], **both)
    # The opponent moves twice, kept sets at a part's end, and the owner twice in a row.
    g = graph({"a": "max b", "b": "max c", "c": "min d e", "d": "min f", "e": "min f", "f": "max won", **ENDS})
    cases.graph("both move twice", YES, g, [[0, 0, 0, 0, 0, 1]])
    cases.graph("both move twice, three parts", YES, g, [[0, 0, 0, 0], [0, 1, 1, 0, 0], [0, 2, 4, 0, 0, 0, 0, 1]])
    cases.graph("both move twice, the kept position is exported", NO, g, [[0, 0, 0, 0, 0, 2]])


def cycles(cases):
    for infinite in ("loss", "win"):
        good = YES if infinite == "win" else NO
        g = graph({"A": "max B", "B": "min A won", **ENDS}, repetition=infinite)
        cases.graph(f"page: the line returns, infinite {infinite}", good, g, [[0, 0, 0, 0]])
        cases.graph(f"the line returns, version 1, infinite {infinite}", good, g, [[0]], version=1)
        cases.graph(f"the line returns, with a keep mark, infinite {infinite}", NO, g, [[0, 0, 0, 1]])
        cases.graph(f"the line returns, version 1 with a keep mark, infinite {infinite}", NO, g, [[1]], version=1)
        cases.graph(f"the line returns to the root, infinite {infinite}, root B", good, g, [[0, 0, 0, 0]], position="B")
        g = graph({"A": "max A won", **ENDS}, repetition=infinite)
        cases.graph(f"a move to itself, infinite {infinite}", good, g, [[0, 0, 0, 0]])
        g = graph({"A": "min A won", **ENDS}, repetition=infinite)
        cases.graph(f"the opponent's move to itself, infinite {infinite}", good, g, [])
        # The position on the line is exported and cited below itself.
        g = graph({"A": "max B", "B": "min C won", "C": "max A D", "D": "min won", **ENDS}, repetition=infinite)
        cases.graph(f"the root cites itself, infinite {infinite}", NO, g, [[0, 0, 0, 2], [0, 1, 2, 2, 0, 0, 0, 7]])
        cases.graph(f"a position below cites the root, infinite {infinite}", NO, g, [[0, 0, 0, 2], [0, 1, 2, 2, 0, 0, 7]])
        cases.graph(f"the line returns in the second part, infinite {infinite}", good, g, [[0, 0, 0, 0], [0, 1, 2, 0, 0, 0]])
        cases.graph(f"no return, infinite {infinite}", YES, g, [[0, 0, 0, 0], [0, 1, 2, 0, 0, 4]])
        # Kept positions: C is left before it is met again. E leads back to C, which is not on the line any more.
        g = graph({"A": "max B", "B": "min C E", "C": "max F", "F": "min won", "E": "max G", "G": "min C F", **ENDS, "Z": "max Z"},
                  repetition=infinite)
        cases.graph(f"met again in the same part, infinite {infinite}", YES, g, [[0, 0, 0, 0, 0, 0]])
        cases.graph(f"met again in the next part, by citation, infinite {infinite}", YES, g, [[0, 0, 0, 0, 2], [0, 2, 2, 0, 1, 0, 11]])
        cases.graph(f"met again in the next part, by a record, infinite {infinite}", YES, g, [[0, 0, 0, 0, 0], [0, 2, 2, 0, 1, 0, 0]])
        cases.graph(f"met again in the same part, but a record is there, infinite {infinite}", NO, g, [[0, 0, 0, 0, 0, 0, 0]])
        cases.graph(f"exported, but met in the same part only, infinite {infinite}", NO, g, [[0, 0, 0, 0, 2, 0]])
        cases.graph(f"a choice with bits 1, met again, infinite {infinite}", NO, g, [[0, 0, 0, 0, 1, 0]])
        # The opponent's position is met again in the next part, where it is not kept: it is walked again.
        g = graph({"A": "max B", "B": "min C E", "C": "max F", "F": "min H won", "H": "max won", "E": "max F", **ENDS, "Z": "max Z"},
                  repetition=infinite)
        cases.graph(f"the opponent's position is kept, infinite {infinite}", YES, g, [[0, 0, 0, 0, 0, 0, 0]])
        cases.graph(f"the opponent's position is walked again, infinite {infinite}", YES, g, [[0, 0, 0, 0, 0, 2], [0, 3, 2, 0, 1, 0, 11]])
        # A false claim: C cites E's record and E cites C's. One of the two is not established.
        g = graph({"A": "max B", "B": "min C E", "C": "max D", "D": "min E", "E": "max F", "F": "min C", **ENDS}, repetition=infinite)
        cases.graph(f"two positions that need each other, infinite {infinite}", good, g, [[0, 0, 0, 0, 0, 0]])
        cases.graph(f"citing a record on the line, infinite {infinite}", NO, g,
                    [[0, 0, 0, 0, 2], [0, 2, 4, 0, 0, 2, 1, 0, 0], [0, 3, 2, 0, 1, 7]])
        cases.graph(f"citing a record that is read later, infinite {infinite}", NO, g, [[0, 0, 0, 0, 3 + 4 * ((1 << 62) - 1)]])
        # A position twice on a line.
        g = graph({"A": "max B", "B": "min A C", "C": "max won", **ENDS}, repetition=infinite)
        cases.graph(f"a position twice on the line, infinite {infinite}", NO, g, [[0, 0, 0, 0], [0, 1, 4, 0, 0, 0, 1, 0]])
        cases.graph(f"the line returns between parts, infinite {infinite}", good, g, [[0, 0, 0, 0], [0, 1, 2, 0, 1, 0]])
        # Outcomes between: infinite play satisfies the one claim and not the other one.
        g = graph({"A": "max B lost", "B": "min A won", "even": "= draw", **ENDS}, ("loss", "draw", "win"),
                  repetition="draw" if infinite == "win" else "loss")
        for least, most in (("draw", "draw"), ("draw", None), ("win", None), (None, "draw"), (None, "loss")):
            value = 1 if infinite == "win" else 0
            true = (not least or value >= ["loss", "draw", "win"].index(least)) and (not most or value <= ["loss", "draw", "win"].index(most))
            if value == 0 and most:
                continue  # Max must not choose the cycle there; another proof
            need = [[i, 0, 0, 0] for i, claim in enumerate(c for c in (least, most) if c)]
            if most:
                need[-1:] = [[len(need) - 1, 0, 0, 0]]
            cases.graph(f"infinite {g['repetition']}, at least {least}, at most {most}", YES if true else NO, g, need, at_least=least, at_most=most)
    g = graph({"a": "max won", "x": "max x", **ENDS}, repetition="loss")
    cases.graph("a cycle that cannot be reached", YES, g, [[0, 0, 0, 0]])
    cases.graph("a cycle that cannot be reached, keep mark", NO, g, [[0, 0, 0, 1]])
    cases.graph("a wrong infinite", NO, g, [[0, 0, 0, 0]], infinite="win")
    g = graph({"a": "max won", **ENDS}, repetition="loss")
    cases.graph("infinite where play never returns", NO, g, [[0, 0, 0, 0]])


def headers(cases):
    good = {"game": "mnk:1,1,1", "rules": 1, "position": "x", "at_least": "win"}
    text = json.dumps(good, separators=(",", ":"))
    for name, expected, header in (
            ("plain", YES, text), ("another order", YES, json.dumps(dict(reversed(good.items())))), ("spaces", YES, json.dumps(good)),
            ("tabs", YES, text.replace(',"', ',\t "')), ("a space behind", OPEN, text + " "), ("carriage return behind", OPEN, text + "\r"),
            ("a space before", NO, " " + text), ("rubbish behind", NO, text + "x"), ("two objects", NO, text + text),
            ("an escape", YES, text.replace("win", "w\\u0069n")), ("an escaped name", YES, text.replace("rules", "rule\\u0073")),
            ("a member twice", NO, text[:-1] + ',"rules":1}'), ("twice by an escape", NO, text[:-1] + ',"rule\\u0073":1}'),
            ("unknown member", NO, text[:-1] + ',"note":"x"}'), ("null", NO, text[:-1] + ',"at_most":null}'),
            ("null infinite", NO, text[:-1] + ',"infinite":null}'), ("infinite", NO, text[:-1] + ',"infinite":"draw"}'),
            ("graph", NO, text[:-1] + ',"graph":"' + "0" * 64 + '"}'), ("rules 1.0", NO, text.replace(":1,\"pos", ":1.0,\"pos")),
            ("rules 1e0", NO, text.replace(":1,\"pos", ":1e0,\"pos")), ("rules text", NO, text.replace(":1,\"pos", ":\"1\",\"pos")),
            ("rules -1", NO, text.replace(":1,\"pos", ":-1,\"pos")), ("rules 01", NO, text.replace(":1,\"pos", ":01,\"pos")),
            ("rules 2", NO, text.replace(":1,\"pos", ":2,\"pos")), ("rules 0", NO, text.replace(":1,\"pos", ":0,\"pos")),
            ("rules huge", NO, text.replace(":1,\"pos", ":18446744073709551617,\"pos")),
            ("rules true", NO, text.replace(":1,\"pos", ":true,\"pos")),
            ("no rules", NO, text.replace('"rules":1,', "")), ("no claim", NO, text.replace(',"at_least":"win"', "")),
            ("at least the worst", NO, text.replace("win", "loss")), ("at most the best", NO, text[:-1] + ',"at_most":"win"}'),
            ("contradiction", NO, text[:-1] + ',"at_most":"draw"}'), ("no outcome", NO, text.replace("win", "Win")),
            ("claim is a number", NO, text.replace('"win"', "1")), ("an array", NO, "[" + text + "]"), ("half a surrogate", NO, text.replace("win", "\\ud800")),
            ("trailing comma", NO, text[:-1] + ",}"), ("comment", NO, text[:-1] + "/**/}"), ("single quotes", NO, text.replace('"', "'")),
            ("tablebase", NO, text[:-1] + ',"tablebase":"1:' + "0" * 64 + '"}'), ("empty object", NO, "{}"), ("empty", NO, ""),
            ("longest", YES, "{" + " " * (1_048_575 - len(text)) + text[1:]), ("one too long", NO, "{" + " " * (1_048_576 - len(text)) + text[1:]),
            ("deep", NO, text[:-1] + ',"at_most":' + "[" * 5000 + "]" * 5000 + "}"),
            ("NaN", NO, text[:-1] + ',"at_most":NaN}'), ("vertical tab", NO, text.replace(",", ",\v")), ("no-break space", NO, text.replace(",", ",\u00a0"))):
        cases.plain("header: " + name, expected, header.encode("utf-8", "surrogatepass"))
    cases.plain("header: not UTF-8", NO, text.encode().replace(b"win", b"w\xffn"))
    cases.plain("header: BOM", NO, b"\xef\xbb\xbf" + text.encode())
    for first in (b"foregone certificate 1\n", b"foregone certificate 2\n"):
        cases.raw("first line", YES, text.encode(), [], first=first)
    for first in (b"foregone certificate 3\n", b"foregone certificate 0\n", b"foregone certificate 02\n", b"Foregone certificate 2\n",
                  b"foregone certificate 2 \n", b"foregone certificate 2\r\n", b"\n", b"foregone certificate 12\n"):
        cases.raw("first line " + repr(first), NO, text.encode(), [], first=first)


def frames(cases):
    g = graph(EXAMPLE)
    file, digest = cases.graph_file(g)
    header = json.dumps({"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest}).encode()
    records = {1: bytes([2, 1, 2]), 2: bytes([0, 0, 0, 4, 1, 4])}
    z = zstandard.ZstdCompressor
    for version in (1, 2):
        data = records[version]
        def add(name, expected, frame, marks=(), count=3):
            frames = frame if isinstance(frame, list) else [frame]
            cases.raw(f"frame: {name}, version {version}", expected, header, frames, count, version, marks, compress=False)
        add("plain", YES, z().compress(data))
        add("checksum", YES, z(write_checksum=True).compress(data))
        bad = bytearray(z(write_checksum=True).compress(data))
        bad[-1] ^= 1
        add("wrong checksum", NO, bytes(bad))
        add("no content size", YES, z(write_content_size=False).compress(data))
        add("level 19", YES, z(level=19).compress(data))
        add("two frames", NO, z().compress(data[:-1]) + z().compress(data[-1:]))
        add("skippable behind", NO, z().compress(data) + b"\x50\x2a\x4d\x18\x01\x00\x00\x00x")
        add("skippable before", NO, b"\x50\x2a\x4d\x18\x01\x00\x00\x00x" + z().compress(data))
        add("skippable alone", NO, [b"\x50\x2a\x4d\x18\x01\x00\x00\x00x", z().compress(data)])
        add("empty frame", NO, [z().compress(b""), z().compress(data)])
        add("empty frame behind", NO, [z().compress(data), z().compress(b"")], marks=(1,) if version == 2 else ())
        add("a byte behind", NO, z().compress(data) + b"\0")
        add("truncated", NO, z().compress(data)[:-1])
        add("rubbish", NO, b"rubbish!")
        raw = len(data).to_bytes(1, "little")
        block = ((len(data) << 3) | 1).to_bytes(3, "little") + data
        add("by hand", YES, b"\x28\xb5\x2f\xfd\x20" + raw + block)
        add("by hand, wrong size", NO, b"\x28\xb5\x2f\xfd\x20" + bytes([len(data) + 1]) + block)
        add("dictionary 7", NO, b"\x28\xb5\x2f\xfd\x21\x07" + raw + block)
        add("dictionary 0 in a field", OPEN, b"\x28\xb5\x2f\xfd\x21\x00" + raw + block)
        add("reserved bit", NO, b"\x28\xb5\x2f\xfd\x28" + raw + block)
        add("unused bit", OPEN, b"\x28\xb5\x2f\xfd\x30" + raw + block)
        for log in (10, 20, 21, 23, 24, 25, 27, 28, 30, 31, 32, 41):
            add(f"window 2^{log}", YES if log <= 20 else OPEN, b"\x28\xb5\x2f\xfd\x00" + bytes([(log - 10) << 3]) + block)
        add("several blocks", YES, b"\x28\xb5\x2f\xfd\x20" + raw + b"".join(
            ((1 << 3) | (i == len(data) - 1)).to_bytes(3, "little") + data[i: i + 1] for i in range(len(data))))
        add("an empty block behind", YES, b"\x28\xb5\x2f\xfd\x20" + raw + (len(data) << 3).to_bytes(3, "little") + data + b"\x01\0\0")
        add("marked chunk", NO, z().compress(data), marks=(0,))
        add("a record too many", NO, z().compress(data + b"\0"), count=4)
        add("not the shortest form", NO, z().compress(data[:-1] + bytes([data[-1] | 128, 0])))
        add("an integer without an end", NO, z().compress(data + b"\x80"), count=3)
        add("2^64 - 1", NO, z().compress(data[:-1] + b"\xff" * 9 + b"\x01"))
        add("2^64", NO, z().compress(data[:-1] + b"\x80" * 9 + b"\x02"))
        add("eleven bytes", NO, z().compress(data[:-1] + b"\xff" * 10 + b"\x01"))
        add("nothing", NO, [], count=0)
        add("bomb", NO, z().compress(bytes(50_000_000)))
        whole = z().compress(data)
        for name, expected, bytes_, count in (("length 0 with a mark", NO, (1 << 31).to_bytes(4, "little"), 3),):
            body = b"foregone certificate %d\n" % version + header + b"\n" + len(whole).to_bytes(4, "little") + whole + bytes_ + count.to_bytes(8, "little")
            cases.add(f"frame: {name}, version {version}", expected, body + blake3(body).digest())
        body = b"foregone certificate %d\n" % version + header + b"\n" + len(whole).to_bytes(4, "little") + whole + bytes(4) + (3).to_bytes(8, "little")
        cases.add(f"a byte follows the trailer, version {version}", NO, body + blake3(body).digest() + b"\0")
        cases.add(f"a byte before the hash, version {version}", NO, body + b"\0" + blake3(body + b"\0").digest())
        cases.add(f"wrong hash, version {version}", NO, body + bytes(32))
        cases.add(f"no end of chunks, version {version}", NO, (b := body[:-12] + body[-8:]) + blake3(b).digest())
        for cut in (1, 31, 32, 33, 40, 44, 60):
            cases.add(f"truncated by {cut}, version {version}", NO, (body + blake3(body).digest())[:-cut])
    # A record that begins in one chunk and ends in the next.
    many = graph({"a": "max " + "lost " * 200 + "won", **ENDS})
    file, digest = cases.graph_file(many)
    header = json.dumps({"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest}).encode()
    one, two = leb128(400), leb128(800)
    cases.raw("a record in two chunks, version 1", YES, header, [one[:1], one[1:]], 1, 1)
    cases.raw("a record in two chunks, version 2", NO, header, [bytes(3) + two[:1], two[1:]], 1, 2, marks=(1,))
    cases.raw("a record in the second chunk, version 2", YES, header, [bytes(3), two], 1, 2, marks=(1,))
    cases.raw("one chunk, version 2", YES, header, [bytes(3) + two], 1, 2)
    cases.raw("choice 201 of 201", NO, header, [bytes(3) + leb128(804)], 1, 2)


def graph_files(cases):
    good = {"outcomes": ["loss", "win"], "start": "a", "nodes": {"a": {"player": "max", "moves": ["w"]}, "w": {"value": "win"}}}
    text = json.dumps(good)
    def add(name, expected, content, position="a", at_least="win", part=b"\0\0\0\0", infinite=None):
        content = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        file, digest = cases.graph_file(content)
        header = {"game": f"graph:{file}", "rules": 1, "position": position, "at_least": at_least, "graph": digest}
        if infinite:
            header["infinite"] = infinite
        cases.plain("graph file: " + name, expected, header, part, 1 if part else 0)
    add("plain", YES, text)
    add("about", YES, text[:-1] + ',"about":"x"}')
    add("about is a number", NO, text[:-1] + ',"about":1}')
    add("about is null", OPEN, text[:-1] + ',"about":null}')
    add("unknown member", NO, text[:-1] + ',"note":"x"}')
    add("start twice", NO, text[:-1] + ',"start":"a"}')
    add("a node twice", NO, text.replace('"w":', '"a": {"value": "win"}, "w":'))
    add("unknown member of a node", NO, text.replace('{"value"', '{"note": "x", "value"'))
    add("value and player", NO, text.replace('{"value"', '{"player": "max", "value"'))
    add("repetition without a cycle", YES, text[:-1] + ',"repetition":"loss"}')
    add("repetition that is no outcome, without a cycle", OPEN, text[:-1] + ',"repetition":"x"}')
    add("repetition null, without a cycle", OPEN, text[:-1] + ',"repetition":null}')
    cyclic = text.replace('"w": {', '"x": {"player": "min", "moves": ["x"]}, "w": {')
    add("cycle without repetition", NO, cyclic)
    add("cycle with repetition null", NO, cyclic[:-1] + ',"repetition":null}', infinite="loss")
    add("cycle with repetition", YES, cyclic[:-1] + ',"repetition":"loss"}', infinite="loss")
    add("no moves", NO, text.replace('"w": {', '"x": {"player": "min", "moves": []}, "w": {'))
    add("a move to nowhere", NO, text.replace('"w": {', '"x": {"player": "min", "moves": ["y"]}, "w": {'))
    add("player Max", NO, text.replace('"max"', '"Max"'))
    add("one outcome", NO, text.replace('["loss", "win"]', '["win"]'))
    add("128 outcomes", YES, text.replace('["loss", "win"]', json.dumps([*map(str, range(127)), "win"])))
    add("129 outcomes", NO, text.replace('["loss", "win"]', json.dumps([*map(str, range(128)), "win"])))
    add("an outcome twice", NO, text.replace('["loss", "win"]', '["loss", "loss", "win"]'))
    add("an outcome is a number", NO, text.replace('["loss", "win"]', '[1, "loss", "win"]'))
    add("start is no node", NO, text.replace('"start": "a"', '"start": "b"'))
    add("two moves of one name", NO, text.replace('["w"]', '["w", "w"]'))
    add("two moves to one node", YES, text.replace('["w"]', '["w", ["v", "w"]]'))
    add("a move named like another one's node", NO, text.replace('["w"]', '["w", ["w", "w"]]'))
    add("a move of one name only", NO, text.replace('["w"]', '[["w"]]'))
    add("a move of three names", NO, text.replace('["w"]', '[["w", "w", "w"]]'))
    add("a move is an object", NO, text.replace('["w"]', '[{"name": "w"}]'))
    add("the empty name", OPEN, text.replace('"a"', '""'), position="")
    add("an empty outcome", OPEN, text.replace('"loss"', '""'))
    add("a name with a line feed", OPEN, text.replace('"a"', '"a\\n"'), position="a\n")
    add("a name with a zero", OPEN, text.replace('"a"', '"a\\u0000"'), position="a\0")
    add("a name in Greek", YES, text.replace('"a"', '"\u03b1"'), position="\u03b1")
    add("a name with a direction mark", OPEN, text.replace('"a"', '"\\u202e"'), position="\u202e")
    add("the same letter composed in another way", NO, text.replace('"a"', '"\u00e9"'), position="e\u0301")
    add("half a surrogate", NO, text.replace('"a"', '"a\\ud800"'))
    add("half a surrogate in about", OPEN, text[:-1] + ',"about":"\\ud800"}')
    add("white space around", YES, "\n\t " + text + "\r\n ")
    add("BOM", NO, b"\xef\xbb\xbf" + text.encode())
    add("UTF-16", NO, text.encode("utf-16"))
    add("not UTF-8", NO, text[:-1].encode() + b',"about":"\xff"}')
    add("rubbish behind", NO, text + "x")
    add("an array", NO, "[" + text + "]")
    add("trailing comma", NO, text[:-1] + ",}")
    add("deep", NO, text[:-1] + ',"about":' + "[" * 3000 + "]" * 3000 + "}")
    add("only ends", YES, '{"outcomes":["loss","win"],"start":"w","nodes":{"w":{"value":"win"}}}', position="w", part=b"")
    add("no nodes", NO, '{"outcomes":["loss","win"],"start":"w","nodes":{}}', position="w", part=b"")
    add("nodes is an array", NO, '{"outcomes":["loss","win"],"start":"w","nodes":[]}', position="w", part=b"")
    add("value is no outcome", NO, text.replace('"value": "win"', '"value": "draw"'))
    file, digest = cases.graph_file(text.encode())
    for spelling, expected in (("sub/dir/" + file, YES), ("/" + file, YES), ("../" + file, YES), ("sub/", "unreadable"), ("", "unreadable"), (".", "unreadable"), ("..", "unreadable"),
                               ("sub\\" + file, "unreadable"), ("./" + file, YES), (file + "/", OPEN), (file + "/.", OPEN), (file + "//", OPEN), ("other.json", "unreadable")):
        cases.plain(f"graph:{spelling}", expected, {"game": f"graph:{spelling}", "rules": 1, "position": "a", "at_least": "win", "graph": digest},
                    b"\0\0\0\0", 1)
    cases.plain("graph hash in capitals", NO, {"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest.upper()},
                b"\0\0\0\0", 1)
    cases.plain("graph hash too short", NO, {"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win", "graph": digest[:-1]},
                b"\0\0\0\0", 1)
    cases.plain("graph hash missing", NO, {"game": f"graph:{file}", "rules": 1, "position": "a", "at_least": "win"}, b"\0\0\0\0", 1)


OVER = [  # spelling, position, a claim that needs no record
    ("mnk:1,1,1", "x", "at_least", "win"), ("tictactoe", "xxx/oo./...", "at_least", "win"), ("mnk:26,4,1", "/".join(["." * 26] * 3 + ["x" + "." * 25]), "at_least", "win"),
    ("connect4:4x4", "..../..../ooo./xxxx", "at_least", "win"), ("connect4:7x1", "xxxxooo", "at_least", "win"),
    ("connect4:4x4,score=pons", "..../..../ooo./xxxx", "at_least", "5"), ("connect4:1x4", "o/x/o/x", "at_least", "draw"),
    ("woodpush:8,3", "....L... R", "at_least", "1"), ("woodpush:8,3,ko=previous", "R......R L", "at_most", "-2"),
    ("woodpush:8,3,ko=previous,loop=-2", "R......R L", "at_most", "-2"), ("woodpush:5,2,score=moves", "L.... L", "at_least", "5"),
    ("woodpush:5,2,scale=7", "L.... L", "at_least", "1"), ("woodpush:5,2,ko=previous,loop=3,score=moves", "L.... L", "at_least", "5"),
    ("woodpush:6,3,ko=previous,loop=-1,scale=5", "L..... R", "at_least", "1"), ("woodpush:5,2", "L.... L ..L..,...L.", "at_least", "1"),
    ("hounds", "xxx/...../.o. o", "at_least", "win"), ("hounds", "x.x/o..x./... x", "at_most", "loss"),
    ("torere", "xoxoxo.x/o o", "at_least", "draw"), ("torere", "xxxxoooo/. x", "at_least", "draw"),
    ("awari", "0,0,0,0,0,0/1,1,0,0,0,1 0-0 S", "at_most", "-3"), ("awari:rest=divided", "0,0,0,0,0,0/1,1,0,0,0,1 2-0 S", "at_least", "2"),
    ("awari:grandslam=empty,score=result", "0,0,0,0,0,0/0,0,0,0,0,0 2-0 S", "at_least", "win"), ("awari:score=result", "1,1,0,0,0,0/0,0,2,0,0,0 5-0 N", "at_least", "win"),
    ("awari:grandslam=forbidden,rest=divided", "0,0,0,0,0,0/1,1,0,0,0,1 2-0 S", "at_least", "2"), ("awari", "10,0,0,0,0,0/0,0,0,0,0,10 14-14 N", "at_least", "-20"),
    ("breakthrough:3x4", "bw./.../.../... b", "at_least", "win"), ("breakthrough:3x6,walls=b3,a4", "bw./.../#../.#./.../... b", "at_least", "win"),
    ("breakthrough:3x3", "w.b/.../.w. b", "at_least", "win"), ("breakthrough:2x4", "../../bw/bb w", "at_most", "loss"),
    ("breakthrough:2x5", ".w/../../b./.. b", "at_least", "win"),
]


def texts(cases, rng, number):
    """Spellings and positions with a letter or a word changed."""
    words = ["x", "o", ".", "/", ",", "-", "0", "1", "2", "3", "10", " ", "S", "N", "L", "R", "w", "b", "#", "a3", "ko=path", "ko=previous", "loop=0",
             "loop=1", "loop=-1", "loop=+1", "loop=-0", "score=pons", "score=moves", "score=pieces", "score=result", "score=difference", "scale=3",
             "scale=8", "scale=64", "scale=65", "rest=divided", "rest=opponent", "grandslam=legal", "grandslam=empty", "walls=a3", "walls=c3", ":",
             "01", "128", "\u0663", "=", "\t"]
    seen = set()
    while len(seen) < number:
        spelling, position, claim, outcome = rng.choice(OVER)
        for _ in range(rng.choice([1, 1, 2])):
            text = spelling if (first := rng.random() < 0.5) else position
            if not first and text and rng.random() < 0.6:
                letters = list(text)
                i, k = rng.randrange(len(text)), rng.randrange(len(text))
                letters[i], letters[k] = letters[k], letters[i]
                text = "".join(letters)
            elif first and rng.random() < 0.4 and any(c.isdigit() for c in text):
                i = rng.choice([i for i, c in enumerate(text) if c.isdigit()])
                text = text[:i] + rng.choice("0123456789") + text[i + 1:]
            elif rng.random() < 0.3 and "," in text:
                items = text.split(",")
                i, k = rng.randrange(len(items)), rng.randrange(len(items))
                do = rng.randrange(4)
                if do == 0:
                    items[i], items[k] = items[k], items[i]
                elif do == 1:
                    del items[i]
                elif do == 2:
                    items.insert(i, items[k])
                else:
                    items.insert(i, rng.choice(words))
                text = ",".join(items)
            else:
                i = rng.randrange(len(text) + 1)
                do = rng.randrange(4)
                text = (text[:i] + rng.choice(words) + text[i:] if do == 0 else text[:i] + text[i + 1:] if do == 1
                        else text[:i] + rng.choice(words) + text[i + 1:] if do == 2 else text + "," + rng.choice(words))
            if first:
                spelling = text
            else:
                position = text
        if (spelling, position) in seen:
            continue
        seen.add((spelling, position))
        rules = 2 if rng.random() < 0.5 and spelling[:1] in "cb" else 1
        header = {"game": spelling, "rules": rules, "position": position, claim: outcome}
        try:
            game = cc.game_of(spelling, str(rules), None)
            root = game.parse(position)
            if game.returns:
                header["infinite"] = game.names[game.infinite(root)]
            low, high, _ = game.bounds(root)  # a claim that the bounds prove, if there is one
            header.pop(claim)
            if low > 0:
                header["at_least"] = game.names[low]
            elif high < len(game.names) - 1:
                header["at_most"] = game.names[high]
            else:
                continue
        except cc.Rejected:
            if "infinite" not in header and ("awari" in spelling or "ko=previous" in spelling or "hounds" in spelling or "torere" in spelling):
                header["infinite"] = {"h": "loss", "t": "draw"}.get(spelling[:1], "0")
        cases.plain(f"text {spelling} {position}", OPEN, header)


def symmetric(cases, rng):
    """connect4: a position is kept, and only its mirror image is met again: with the same bounds, and with other ones."""
    found = {"same": 0, "other": 0}
    game = cc.game_of("connect4:6x4", "2", None)
    for _ in range(60_000):
        columns = []
        for _ in range(3):
            columns.append([rng.choice("xo") for _ in range(rng.randrange(5))])
        columns += columns[::-1]
        rows = ["".join(c[y] if y < len(c) else "." for c in columns) for y in reversed(range(4))]
        text = "/".join(rows)
        if text.count("x") != text.count("o"):
            continue
        try:
            root = game.parse(text)
        except cc.Rejected:
            continue
        if game.line(root[0]) or game.line(root[1]):
            continue
        root_low, root_high, over = game.bounds(root)
        moves = game.moves(root)
        if over or len(moves) % 2:
            continue
        for i in range(len(moves) // 2):  # Max, the opponent, moves; Min owns `at most`
            p, q = moves[i], moves[-1 - i]
            bounds = game.bounds(p), game.bounds(q)
            if bounds[0][2] or game.representative(p) != game.representative(q):
                continue
            for outcome in (0, 1):
                if bounds[0][1] > outcome and root_high > outcome:
                    kind = "other" if bounds[1][1] <= outcome else "same"
                    if found[kind] < 4:
                        other = [k for k in range(len(moves)) if k not in (i, len(moves) - 1 - i)]
                        made = symmetric_proof(game, text, root, outcome, moves, i, other)
                        if made:
                            found[kind] += 1
                            for mark, parts in made:
                                header = {"game": "connect4:6x4", "rules": 2, "position": text, "at_most": game.names[outcome]}
                                for version in (2, 1):
                                    if version == 1:
                                        ints = [record >> 2 << 1 | record & 1 for record in parts[3:]]
                                    cases.add(f"symmetric {kind} bounds {mark} version {version} {text}", OPEN,
                                              Parsed(version, header, [[parts if version == 2 else ints]], None).encode())
    print("symmetric positions:", found)


def symmetric_proof(game, text, root, outcome, moves, i, other):
    """The proof by Min, with p = moves[i] not kept and kept."""
    from compare import Writer, solve_here, strategy
    table = solve_here(game, root)
    if table is None:
        return None
    choice, won = strategy(game, table, cc.MIN, outcome)
    if root not in won:
        return None
    parts = Writer(game, 2, cc.MIN, outcome, choice, 10**9, 0, random.Random(1)).parts(root, 0)
    ints = parts[0][0]
    walk = cc.Walk(game, 0, cc.MIN, outcome, None, [[ints]])
    # find the record of p
    numbers = {}
    original = walk.push
    def push(frame):
        if frame.record is not None:
            numbers.setdefault(frame.position, frame.number)
        original(frame)
    walk.push = push
    walk.prove(root)
    if moves[i] not in numbers:
        return None
    at = 3 + numbers[moves[i]]
    out = []
    for mark in (0, 1):
        changed = list(ints)
        changed[at] = changed[at] & ~3 | mark
        out.append((f"mark {mark}", changed))
    return out


def statics(cases):
    """The examples of static bounds of the page, as claims that need no record."""
    for spelling, rules, position, claim, outcome, expected in (
            ("connect4:4x4", 2, "..../..o./..x./o.x.", "at_most", "loss", YES), ("connect4:4x4", 1, "..../..o./..x./o.x.", "at_most", "loss", NO),
            ("connect4:4x3", 2, ".o../xxx./oox.", "at_least", "win", YES), ("connect4:4x3", 1, ".o../xxx./oox.", "at_least", "win", NO),
            ("breakthrough:3x5", 2, ".../.../.b./.w./ww. w", "at_least", "win", YES), ("breakthrough:3x5", 2, ".../b../.b./..w/.w. w", "at_most", "loss", YES),
            ("breakthrough:8x5", 2, "bbbbbbbb/bb.bbbbb/bwwwwwww/w.ww.w.w/..w.ww.w b", "at_most", "loss", YES),
            ("breakthrough:8x5", 2, "bbbbbbb./bbbbbbb./wwww..bw/w..www.w/.w.ww... w", "at_most", "loss", YES),
            ("breakthrough:7x5", 2, "bbbbbbb/bbbbb.b/wwwwbww/.ww..w./..ww.w. w", "at_most", "loss", YES),
            ("breakthrough:7x5", 2, "bbbbbbb/bbbbb.b/wwwwbww/.ww..w./..ww.w. w", "at_least", "win", NO),
            ("breakthrough:8x4", 1, "bbbbbbbb/bwbbbbbb/.wwwwwww/wwwwwwww b", "at_most", "loss", YES),
            ("breakthrough:9x4", 1, "bbbbbbbbb/bwbbbbbbb/.wwwwwwww/wwwwwwwww b", "at_most", "loss", NO)):
        cases.plain(f"static {spelling} {position} {claim}", expected, {"game": spelling, "rules": rules, "position": position, claim: outcome})


def bounds_of_random_positions(cases, rng, number):
    """Claims without records about random positions: they are accepted exactly if the static bounds prove them."""
    games = [("connect4:%dx%d%s" % (c, r, s), rules) for c, r in ((4, 4), (5, 4), (6, 5), (7, 6), (6, 7), (9, 5), (5, 5), (8, 4)) for s in ("", ",score=pons")
             for rules in (2,)]
    games += [(f"breakthrough:{w}x{h}{walls}", rules) for w, h, walls in
              ((3, 4, ""), (4, 4, ""), (5, 4, ""), (4, 5, ""), (5, 5, ""), (3, 6, ""), (6, 4, ""), (2, 7, ""), (9, 4, ""), (4, 3, ""), (4, 6, ""), (7, 4, ""),
               (4, 6, ",walls=b3,c3"), (4, 6, ",walls=b4"), (5, 7, ",walls=a3,b4,c5"), (3, 5, ",walls=a3,b3"), (3, 5, ",walls=a3,b3,c3"), (2, 6, ",walls=a3,b4"),
               (4, 5, ",walls=a3,b3,c3"))
              for rules in (1, 2)]
    made = 0
    while made < number:
        spelling, rules = rng.choice(games)
        game = cc.game_of(spelling, str(rules), None)
        if isinstance(game, cc.Connect4):
            p = (0, 0)
            for _ in range(rng.randrange(game.cells)):
                if game.line(p[0]) or game.line(p[1]):
                    break
                p = rng.choice(game.moves(p)) if game.moves(p) else p
            text = "/".join("".join("x" if p[0] & game.bit(x, y) else "o" if p[1] & game.bit(x, y) else "." for x in range(game.columns))
                            for y in reversed(range(game.rows)))
        else:
            share = rng.random() * 0.6
            text = "/".join("".join("#" if game.walls >> (y * game.w + x) & 1 else rng.choice("wb") if rng.random() < share else "." for x in range(game.w))
                            for y in reversed(range(game.h))) + " " + rng.choice("wb")
            if rng.random() < 0.8:  # pawns nearer to where they come from
                rows = text[:-2].split("/")
                rows[0], rows[-1] = rows[0].replace("w", "b"), rows[-1].replace("b", "w")
                rows[1], rows[-2] = rows[1].replace("w", rng.choice("b.")), rows[-2].replace("b", rng.choice("w."))
                text = "/".join(rows) + text[-2:]
        try:
            p = game.parse(text)
        except cc.Rejected:
            continue
        low, high, over = game.bounds(p)
        header = {"game": spelling, "rules": rules, "position": text}
        names = game.names
        if low > 0:
            cases.plain(f"bounds {spelling} low", YES, {**header, "at_least": names[low]})
        if low < len(names) - 1:
            cases.plain(f"bounds {spelling} above low", NO if game.turn(p) == cc.MAX else OPEN, {**header, "at_least": names[low + 1]})
        if high < len(names) - 1:
            cases.plain(f"bounds {spelling} high", YES, {**header, "at_most": names[high]})
        if high > 0:
            cases.plain(f"bounds {spelling} below high", NO if game.turn(p) == cc.MIN else OPEN, {**header, "at_most": names[high - 1]})
        made += 1


def main():
    sys.setrecursionlimit(100_000)
    program, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    only = sys.argv[3] if len(sys.argv) > 3 else ""
    cases, rng = Cases(folder), random.Random(7)
    for make in (searches, parts, cycles, headers, frames, graph_files, statics):
        if only in make.__name__:
            make(cases)
    if only in "texts":
        texts(cases, rng, 3000)
    if only in "symmetric":
        symmetric(cases, rng)
    if only in "bounds":
        bounds_of_random_positions(cases, rng, 3000)
    comparison = Comparison(program, folder)
    said = comparison.compare([path for path, _ in cases.list], "hostile")
    wrong = 0
    for path, expected in cases.list:
        here = comparison.here_says(path) if expected is None or said[path] != expected else (expected, "")
        if expected is not None and (said[path] != expected or here[0].replace("rejected", expected if expected == "unreadable" else "rejected") != expected):
            wrong += 1
            print(f"EXPECTED {expected}: {path}: program {said[path]}, here {here}")
        elif expected is None and not any(word in path for word in ("text", "symmetric", "bounds")):
            print(f"open: {os.path.basename(path)}: program {said[path]}, here {here[0]}: {here[1]}")
    comparison.report()
    print(f"{wrong} verdicts are not the expected ones")
    return 1 if comparison.different or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
