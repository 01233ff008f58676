#!/usr/bin/env python3
"""Compares foregone/checker.py with `foregone check`, on certificates that the program makes, on certificates that are
written here, and on mutants of both.

    python3 compare.py PROGRAM FOLDER [--mutants N] [--seed S] [--only WORD]

Exit code 0 if all verdicts agree.

It is longer than other files because the certificate writer in it must share nothing with the checker or the program.
"""

import argparse
import glob
import json
import os
import random
import subprocess
import sys
import time

import zstandard
from blake3 import blake3

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "foregone"))

import checker as cc

COMMANDS = """
tictactoe
tictactoe --moves "b2 a1"
tictactoe --at-least draw
mnk:3,3,3 --algorithm dfpn
mnk:4,3,3 --algorithm pns
mnk:4,4,3
mnk:4,4,4
mnk:2,7,3 --algorithm mopns
mnk:3,3,9
mnk:1,1,1
mnk:1,1,2
mnk:5,2,1
mnk:5,3,3 --position "..o../..x../....." --algorithm alphabeta-tt
connect4:4x4
connect4:4x5
connect4:4x4,score=pons
connect4:5x4,score=pons --algorithm mopns
connect4:5x4 --algorithm dfpn
connect4:5x5 --at-least draw
connect4:5x5 --knowledge 0 --algorithm dfpn
connect4:4x6,score=pons --algorithm alphabeta-tt
connect4:6x4 --algorithm dfpn
connect4:7x4,score=pons
connect4:6x6 --moves "3333336666"
connect4:7x6 --moves 44444411117777
connect4:7x6,score=pons --moves 4444441111777722
connect4:1x1,score=pons
connect4:3x3
connect4:4x1,score=pons
connect4:7x1
connect4:10x2,score=pons
connect4:1x9
connect4 --moves 44444422222 --at-least draw
breakthrough:2x3
breakthrough:3x3
breakthrough:4x3
breakthrough:5x3
breakthrough:2x4
breakthrough:3x4
breakthrough:4x4
breakthrough:5x4
breakthrough:6x4 --algorithm dfpn
breakthrough:9x4
breakthrough:3x5
breakthrough:3x6 --algorithm dfpn
breakthrough:4x5 --algorithm alphabeta-tt
breakthrough:5x5
breakthrough:2x8
breakthrough:4x6,walls=b3,c4
breakthrough:4x6,walls=b3,c3
breakthrough:5x5,walls=a3,d3
breakthrough:3x7,walls=b4
breakthrough:9x4 --moves "a2xb3"
breakthrough:3x5 --position "bb./..b/..w/w../.ww b"
woodpush:2,1
woodpush:5,2
woodpush:6,2
woodpush:6,2,score=moves
woodpush:7,3 --algorithm dfpn
woodpush:6,2,ko=previous
woodpush:6,2,ko=previous,loop=1
woodpush:6,2,ko=previous,loop=-2
woodpush:5,2,ko=previous,score=moves
woodpush:5,2,ko=previous,loop=3,score=moves
woodpush:5,2,scale=7
woodpush:6,3,ko=previous,loop=-1,scale=5
woodpush:8,3 --moves "f1 f8"
woodpush:7,2 --position "L.RL..R R"
woodpush:7,2,ko=previous --position "L.RL..R R"
hounds
hounds --moves "b1c1 e2d2"
hounds --position "x.x/..x.o/... o"
hounds --position "xxx/...../.o. o"
torere
torere --at-least draw
torere --position "xxxooo.o/x x"
torere --position "xoxoxo.x/o o"
awari --position "1,3,1,1,1,0/0,0,0,2,2,2 15-20 N"
awari --position "0,0,0,1,0,1/1,0,0,0,0,1 0-0 S"
awari --position "0,0,0,1,0,1/1,0,0,0,0,1 20-21 N"
awari --position "0,0,0,0,2,1/1,1,0,0,0,1 0-0 S"
awari:grandslam=empty --position "0,0,0,0,2,2/1,1,0,0,0,1 0-0 S"
awari:grandslam=forbidden --position "0,0,0,0,2,2/1,1,0,0,0,1 0-0 S"
awari:rest=divided --position "0,0,0,0,2,2/1,1,0,0,0,1 1-0 S"
awari:score=result --position "0,1,0,0,2,2/1,1,0,2,0,1 3-4 N"
awari:grandslam=forbidden,rest=divided,score=result --position "0,1,0,0,2,2/1,1,0,2,0,1 3-4 N"
awari:grandslam=empty,score=result --position "0,1,0,0,2,1/1,1,0,0,0,1 19-20 S"
awari --position "0,0,0,0,0,0/1,1,0,0,0,1 0-0 S"
awari:score=result --position "13,0,0,0,0,0/0,1,0,0,0,0 18-10 S"
"""



def random_commands(rng, number):
    """Positions after random moves, by the rules of foregone/checker.py."""
    spellings = ["woodpush:5,2", "woodpush:6,2", "woodpush:6,3", "woodpush:6,2,ko=previous", "woodpush:7,2,ko=previous,loop=-1", "woodpush:5,2,score=moves",
                 "woodpush:6,3,ko=previous,loop=2", "hounds", "torere", "awari", "awari:grandslam=forbidden", "awari:grandslam=empty",
                 "awari:rest=divided", "awari:score=result", "awari:grandslam=forbidden,rest=divided,score=result",
                 "awari:grandslam=empty,rest=divided", "mnk:4,3,3", "mnk:4,4,4", "connect4:5x5", "connect4:6x5,score=pons", "breakthrough:4x5",
                 "breakthrough:5x4", "breakthrough:3x7", "breakthrough:4x6,walls=b3,d4"]
    found = []
    while len(found) < number:
        spelling = spellings[len(found) % len(spellings)]
        name = spelling.split(":")[0]
        game = cc.game_of(spelling, "2" if name in ("connect4", "breakthrough") else "1", None)
        if name == "awari":
            most = rng.choice([3, 5, 8])
            stones = [0] * 12
            for _ in range(most):
                stones[rng.randrange(12)] += 1
            if rng.random() < 0.1:
                stones = [rng.choice([0, 0, 1]) for _ in range(12)]
                stones[rng.randrange(12)] = 12
                if sum(stones) > 16:
                    continue
            text = (",".join(map(str, stones[:6])) + "/" + ",".join(map(str, stones[6:])) + f" {rng.randrange(16)}-{rng.randrange(16)} " + rng.choice("SN"))
            found.append(f'{spelling} --position "{text}"')
            continue
        if name == "woodpush":
            length, pieces = game.length, game.pieces
            p = game.parse("L" * pieces + "." * (length - 2 * pieces) + "R" * pieces + " L")
        elif name == "hounds":
            p = game.parse("x../x...o/x.. x")
        elif name == "torere":
            p = game.parse("xxxxoooo/. x")
        elif name == "breakthrough":
            rows = [["b" if y >= game.h - game.start else "w" if y < game.start else "#" if game.walls >> (y * game.w + x) & 1 else "."
                     for x in range(game.w)] for y in reversed(range(game.h))]
            p = game.parse("/".join("".join(row) for row in rows) + " w")
        else:
            p = (0, 0)
        for _ in range(rng.randrange(2, 12 if name not in ("connect4", "mnk") else 9)):
            if game.bounds(p)[2]:
                break
            p = rng.choice(game.moves(p))
        if name == "woodpush":
            text = p[0] + " " + "LR"[p[1]] + (" " + ",".join(sorted(p[2])) if p[2] else "")
        elif name == "hounds":
            cells = {**{c: "x" for c in p[0]}, p[1]: "o"}
            text = "/".join("".join(cells.get(c, ".") for c in row.split()) for row in ("b3 c3 d3", "a2 b2 c2 d2 e2", "b1 c1 d1")) + " " + "xo"[p[2]]
        elif name == "torere":
            text = p[0][:8] + "/" + p[0][8] + " " + "xo"[p[1]]
        elif name == "breakthrough":
            text = "/".join("".join("#" if game.walls >> i & 1 else "w" if p[0] >> i & 1 else "b" if p[1] >> i & 1 else "."
                                    for i in range(y * game.w, y * game.w + game.w)) for y in reversed(range(game.h))) + " " + "wb"[p[2]]
        else:
            text = "/".join("".join("x" if p[0] & game.bit(x, y) else "o" if p[1] & game.bit(x, y) else "." for x in range(game.columns))
                            for y in reversed(range(game.rows)))
        found.append(f'{spelling} --position "{text}"')
    return found


# ------------------------------------------------------------------------------------------------------ reading, writing


class Parsed:
    """A certificate as numbers: `parts` is a list of parts, a part a list of chunks, a chunk a list of integers."""

    def __init__(self, version, header, parts, graph):
        self.version, self.header, self.parts, self.graph = version, header, parts, graph

    @staticmethod
    def read(path):
        data = open(path, "rb").read()
        found = cc.Certificate(data)
        header = json.loads(data.split(b"\n", 2)[1])
        parts = [[found.records]] if found.version == 1 else found.parts
        graph = os.path.join(os.path.dirname(path), header["game"][6:]) if header["game"].startswith("graph:") else None
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
        graph = open(self.graph, "rb").read() if self.graph else None
        game = cc.game_of(self.header["game"], str(self.header["rules"]), graph)
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


# -------------------------------------------------------------------------------------- certificates that are written here


def solve_here(game, root):
    """All positions that can be reached, or None if there are too many, as {position: moves, or None if the outcome is known}."""
    table, todo = {}, [root]
    while todo:
        p = todo.pop()
        if p in table:
            continue
        low, high, _ = game.bounds(p)
        table[p] = None if low == high else game.moves(p)
        todo += table[p] or []
        if len(table) > 60_000:
            return None
    return table


def strategy(game, table, owner, outcome):
    """{position of the owner: choice} for the positions where the owner can force the claim, and the set of all of these.
    Infinite play must be worth the same everywhere."""
    good = (lambda o: o >= outcome) if owner == cc.MAX else (lambda o: o <= outcome)
    loops = game.returns and good(game.infinite(next(iter(table))))
    won, choice = set(), {}
    if loops:  # the opponent's least fixed point, and the complement of it
        lost, changed = {p for p, m in table.items() if m is None and not good(game.bounds(p)[0])}, True
        while changed:
            changed = False
            for p, moves in table.items():
                if moves is not None and p not in lost:
                    some = any if game.turn(p) != owner else all
                    if some(m in lost for m in moves):
                        lost.add(p)
                        changed = True
        won = set(table) - lost
    else:
        changed = True
        won = {p for p, m in table.items() if m is None and good(game.bounds(p)[0])}
        while changed:  # in rounds, so that a choice leads to a position of an earlier round
            fresh = []
            for p, moves in table.items():
                if moves is not None and p not in won:
                    if (any if game.turn(p) == owner else all)(m in won for m in moves):
                        fresh.append(p)
                        if game.turn(p) == owner:
                            choice[p] = [i for i, m in enumerate(moves) if m in won]
            won.update(fresh)
            changed = bool(fresh)
    if loops:
        for p in won:
            if table[p] is not None and game.turn(p) == owner:
                choice[p] = [i for i, m in enumerate(table[p]) if m in won]
    return choice, won


class Writer:
    """Writes the proof of a claim with a strategy, cut into parts of so many records."""

    def __init__(self, game, version, owner, outcome, choice, cut, search, rng):
        self.game, self.version, self.owner, self.outcome, self.choice = game, version, owner, outcome, choice
        self.cut, self.search, self.rng = cut, search, rng
        self.key = game.representative if version == 2 else lambda p: p
        self.walk = cc.Walk(game, 0, owner, outcome, None, [])

    def parts(self, root, claim):
        records = []  # [choice or None, kind]; kinds 0 to 2, or ("cite", number), or "search"
        heads, line, on_line = [], [], set()
        kept, established, at_part = {}, {}, 0
        game = self.game

        def meet(p):
            nonlocal at_part
            low, high, over = game.bounds(p)
            if self.walk.satisfied(low if self.owner == cc.MAX else high):
                return
            mine, key = game.turn(p) == self.owner, self.key(p)
            if (mine or game.returns) and key in kept:
                if kept[key] is not None and records[kept[key]][1] == 0 and not game.returns:
                    records[kept[key]][1] = 1
                return
            if game.returns and p in on_line:
                return
            if mine:
                if self.version == 2 and (not heads or len(records) - at_part >= self.cut):
                    heads.append((len(records), list(line) if heads else []))
                    kept.clear()
                    at_part = len(records)
                if key in established and self.version == 2:
                    number = established[key]
                    records[number][1] = 2
                    records.append([None, ("cite", number)])
                    kept[key] = None
                    return
                if self.version == 2 and self.search and self.rng.random() < self.search and self.searches(p):
                    records.append([None, "search"])
                    kept[key] = None
                    return
                number, chosen = len(records), self.rng.choice(self.choice[p])
                records.append([chosen, 0])
                follow(p, [(chosen, game.moves(p)[chosen])], number)
                kept[key] = established[key] = number
            else:
                follow(p, list(enumerate(game.moves(p))), None)
                if game.returns:
                    kept[key] = None

        def follow(p, replies, number):
            on_line.add(p)
            for i, after in replies:
                line.append((i, number))
                meet(after)
                line.pop()
            on_line.discard(p)

        meet(root)
        if self.version == 1:
            return [[chosen << 1 | kind for chosen, kind in records]]
        values = []
        for i, (chosen, kind) in enumerate(records):
            values.append(3 if kind == "search" else (i - kind[1]) << 2 | 3 if chosen is None else chosen << 2 | kind)
        out = []
        for k, (start, moves) in enumerate(heads):
            ints = [claim, start, len(moves)]
            for i, number in moves:
                ints += [i] if number is None else [values[number], number] if values[number] & 3 == 2 else [values[number]]
            out.append([ints + values[start: heads[k + 1][0] if k + 1 < len(heads) else None]])
        return out

    def searches(self, p):
        self.walk.visits = 0
        try:
            return self.walk.search(p)
        except cc.Rejected:
            return False


def written(spelling, rules, position, version, cut, search, rng, graph=None):
    """A certificate of the value of a position, or None if there are too many positions."""
    content = open(graph, "rb").read() if graph else None
    game = cc.game_of(spelling, str(rules), content)
    root = game.parse(position)
    table = solve_here(game, root)
    if table is None:
        return None
    header = {"game": spelling, "rules": rules, "position": position}
    if game.returns:
        header["infinite"] = game.names[game.infinite(root)]
    if graph:
        header["graph"] = blake3(content).hexdigest()
    value, last = None, len(game.names) - 1
    for outcome in range(1, last + 2):  # the highest outcome that Max can force
        value = outcome - 1
        if outcome > last or root not in strategy(game, table, cc.MAX, outcome)[1]:
            break
    parts, claims = [], 0
    for member, owner, useless in (("at_least", cc.MAX, 0), ("at_most", cc.MIN, last)):
        if value != useless:
            choice, won = strategy(game, table, owner, value)
            assert root in won, (spelling, position, value)
            header[member] = game.names[value]
            parts += Writer(game, version, owner, value, choice, cut, search, rng).parts(root, claims)
            claims += 1
    if version == 1:
        parts = [[[record for part in parts for record in part]]]
    return Parsed(version, header, parts, graph)


WRITTEN = [
    ("tictactoe", 1, ".../.../..."), ("mnk:3,3,3", 1, "x../.o./..."), ("mnk:4,2,3", 1, "..../...."),
    ("connect4:4x3", 1, "..../..../...."), ("connect4:4x3", 2, "..../..../...."), ("connect4:4x4", 2, "..../o.../x.ox/xoxo"),
    ("connect4:4x4", 1, "..../o.../x.ox/xoxo"), ("connect4:4x3,score=pons", 2, "..../..../...."),
    ("connect4:4x4,score=pons", 1, "..../o.../x.ox/xoxo"), ("connect4:4x4,score=pons", 2, "..../..../..xo/..ox"),
    ("connect4:5x3", 2, "...../...../....."), ("connect4:5x3", 1, "...../...../xo..."),
    ("breakthrough:3x3", 1, "bbb/.../www w"), ("breakthrough:3x3", 2, "bbb/.../www w"), ("breakthrough:2x4", 1, "bb/bb/ww/ww w"),
    ("breakthrough:3x4", 1, "bbb/bbb/www/www w"), ("breakthrough:3x4", 2, "bbb/bbb/www/www w"),
    ("breakthrough:4x3", 2, "bbbb/..../wwww w"), ("breakthrough:2x5", 1, "bb/bb/../ww/ww w"), ("breakthrough:2x5", 2, "bb/bb/../ww/ww w"),
    ("breakthrough:2x6,walls=a3", 1, "bb/bb/../#./ww/ww w"), ("breakthrough:2x6,walls=a3", 2, "bb/bb/../#./ww/ww w"),
    ("breakthrough:3x5,walls=b3", 2, "bbb/bbb/.#./www/www w"), ("breakthrough:3x5", 1, "bb./..b/..w/w../.ww b"),
    ("woodpush:5,2", 1, "LL.RR L"), ("woodpush:6,2", 1, "LL..RR L"), ("woodpush:4,2,ko=previous", 1, "LLRR L"),
    ("woodpush:5,2,ko=previous", 1, "LL.RR L"), ("woodpush:5,2,ko=previous,loop=-1", 1, "LL.RR L"),
    ("woodpush:6,2,ko=previous,loop=2", 1, "LL..RR L"), ("woodpush:4,2,score=moves", 1, "LLRR L"),
    ("hounds", 1, "x../x...o/x.. x"), ("torere", 1, "xxxxoooo/. x"), ("torere", 1, "xxxooo.o/x x"),
]

# --------------------------------------------------------------------------------------------------------------- graphs


def random_graph(rng, size, cyclic, outcomes, repetition):
    nodes = {}
    for i in range(size):
        if i > size // 2 and rng.random() < 0.35 or i == size - 1:
            nodes[f"n{i}"] = {"value": rng.choice(outcomes)}
            continue
        targets = [rng.randrange(0 if cyclic else i + 1, size) for _ in range(rng.randint(1, 4))]
        targets = list(dict.fromkeys(targets))
        moves = [f"n{t}" if rng.random() < 0.8 else [f"to {t}", f"n{t}"] for t in targets]
        nodes[f"n{i}"] = {"player": rng.choice(["max", "min"]), "moves": moves}
    content = {"outcomes": outcomes, "start": "n0", "nodes": nodes}
    if cyclic:
        content["repetition"] = repetition
    return content


def ladder(length):
    """The opponent moves many times in a row: the number of lines is exponential in the number of positions."""
    nodes = {"won": {"value": "win"}, "d": {"player": "max", "moves": ["won"]}}
    for i in range(length):
        to = f"n{i + 1}" if i + 1 < length else "d"
        nodes[f"n{i}"] = {"player": "min", "moves": [["a", to], ["b", to]]}
    return {"outcomes": ["loss", "win"], "start": "n0", "nodes": nodes}


# ------------------------------------------------------------------------------------------------------------- mutations


def mutate(original, rng):
    """An altered copy, with the number of records to write (None: the right one)."""
    m, count = original.copy(), None
    parts = m.parts
    for _ in range(1 if rng.random() < 0.8 else 2):
        kind = rng.choice(["integer", "integer", "record", "record", "record", "record", "drop", "insert", "swap", "part", "part",
                           "claim", "header", "count", "position", "chunk", "cut", "search", "cite"])
        if not parts and kind not in ("claim", "header", "count", "position"):
            parts.append([[0, 0, 0]])
        if parts:
            p = rng.randrange(len(parts))
            c = rng.randrange(len(parts[p]))
            chunk = parts[p][c]
            first = (m.head_length(parts[p]) or 3) if m.version == 2 and c == 0 else 0
            r = rng.randrange(first, len(chunk)) if first < len(chunk) else None
        if kind == "integer" and chunk:
            i = rng.randrange(min(len(chunk), max(first, 3)))
            chunk[i] += rng.choice([-2, -1, 1, 2, 4, -4, 8, 1 << 40])
        elif kind == "record" and r is not None:
            chunk[r] = rng.choice([chunk[r] ^ 1, chunk[r] ^ 2, chunk[r] ^ 3, chunk[r] + 4, max(0, chunk[r] - 4), rng.randrange(40), 0])
        elif kind == "search" and r is not None:
            chunk[r] = 3
            if rng.random() < 0.5:
                del chunk[r + 1: r + 1 + rng.randrange(4)]
        elif kind == "cite" and r is not None:
            chunk[r] = 4 * rng.randint(1, max(1, r + 3)) + 3
        elif kind == "drop" and r is not None:
            del chunk[r: r + rng.choice([1, 1, 2, 5])]
        elif kind == "insert" and r is not None:
            chunk.insert(r, rng.choice([0, 1, 2, 3, 4, 7, 8, 11]))
        elif kind == "swap" and r is not None:
            k = rng.randrange(first, len(chunk))
            chunk[r], chunk[k] = chunk[k], chunk[r]
        elif kind == "chunk":  # one more chunk of the same part, which changes nothing, or of a new part
            if len(chunk) > 1:
                k = rng.randrange(1, len(chunk)) if r is None else rng.randrange(first, len(chunk)) or 1
                parts[p][c: c + 1] = [chunk[:k], chunk[k:]] if chunk[:k] else [chunk]
        elif kind == "cut" and m.version == 2 and r is not None:
            parts[p: p + 1] = [[*parts[p][:c], chunk[:r]], [[*parts[p][0][:first], *chunk[r:]], *parts[p][c + 1:]]]
        elif kind == "part":
            do = rng.randrange(6)
            if do == 0:
                del parts[p]
            elif do == 1:
                parts.insert(rng.randrange(len(parts) + 1), [list(chunk) for chunk in parts[p]])
            elif do == 2:
                q = rng.randrange(len(parts))
                parts[p], parts[q] = parts[q], parts[p]
            elif do == 3 and p + 1 < len(parts):
                parts[p: p + 2] = [[*parts[p], *parts[p + 1]]]
            elif do == 4:
                parts.insert(p, [parts[p][0][:first or 3]])
            elif do == 5:
                parts.append([[rng.randrange(2), 0, 0]])
        elif kind == "claim":
            names = list(original.game_root()[0].names)
            member = rng.choice(["at_least", "at_most"])
            if member in m.header and rng.random() < 0.2:
                del m.header[member]
            else:
                if member in m.header:
                    i = names.index(m.header[member]) + rng.choice([-1, 1])
                    m.header[member] = names[i % len(names)]
                else:
                    m.header[member] = rng.choice(names)
        elif kind == "header":
            member = rng.choice(["rules", "infinite", "graph", "game", "rules"])
            if member == "rules":
                m.header["rules"] = 3 - m.header["rules"] if rng.random() < 0.8 else rng.choice([0, 3, 11])
            elif member == "infinite":
                if rng.random() < 0.3:
                    m.header.pop("infinite", None)
                else:
                    m.header["infinite"] = rng.choice(list(original.game_root()[0].names))
            elif member == "game" and m.header["game"] in ("tictactoe", "mnk:3,3,3"):
                m.header["game"] = rng.choice(["tictactoe", "mnk:3,3,3", "mnk:3,3,2", "mnk:3,3,03"])
            elif member == "graph" and "graph" in m.header:
                m.header["graph"] = m.header["graph"][:-1] + rng.choice("0123456789abcdefA")
        elif kind == "count":
            count = max(0, m.records() + rng.choice([-1, 1, 0]))
        elif kind == "position":
            text = list(m.header["position"])
            i, k = rng.randrange(len(text)), rng.randrange(len(text))
            if rng.random() < 0.7:
                text[i], text[k] = text[k], text[i]
            else:
                text[i] = rng.choice(m.header["position"])
            m.header["position"] = "".join(text)
    return m, count


# ------------------------------------------------------------------------------------------------------------ comparison


class Comparison:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.agree, self.different, self.undecided, self.here, self.there = {}, [], [], 0.0, 0.0
        self.known = 0

    def program_says(self, paths):
        """{path: (verdict, reason)}"""
        said = {}
        for start in range(0, len(paths), 200):
            some = paths[start: start + 200]
            begin = time.perf_counter()
            out = subprocess.run([self.program, "check", "--json", "--threads", "1", "--time", "20s", *some],
                                 capture_output=True, text=True).stdout
            self.there += time.perf_counter() - begin
            for line in out.splitlines():
                found = json.loads(line)
                said[found["file"]] = (found["verdict"], found.get("reason") or found.get("message") or "")
        return said

    def here_says(self, path):
        begin = time.perf_counter()
        try:
            return "accepted", cc.check_file(path)
        except cc.Rejected as why:
            return "rejected", str(why)
        finally:
            self.here += time.perf_counter() - begin

    def compare(self, paths, what):
        said = self.program_says(paths)
        for path in paths:
            there, here = said.get(path, ("nothing", "")), self.here_says(path)
            game = open(path, "rb").read(60).split(b'"game":"')[-1].split(b":")[0].split(b'"')[0].decode(errors="replace")
            if there[0] == here[0]:
                key = (what, game, here[0])
                self.agree[key] = self.agree.get(key, 0) + 1
            elif there[0] == "accepted" and "part without records" in here[1]:
                self.known += 1
            elif there[0] in ("undecided", "unreadable", "nothing"):
                self.undecided.append((path, there, here))
            else:
                self.different.append((path, there, here))
                print(f"DIFFERENT {path}: program {there}, here {here}", flush=True)
        return {path: said.get(path, ("nothing",))[0] for path in paths}

    def report(self):
        totals = {}
        for (what, game, verdict), n in sorted(self.agree.items()):
            print(f"  {what:10} {game:14} {verdict:9} {n}")
            totals[what, verdict] = totals.get((what, verdict), 0) + n
        for (what, verdict), n in totals.items():
            print(f"{what}: {n} {verdict} by both")
        for path, there, here in self.undecided:
            print(f"not compared: {path}: program {there}, here {here}")
        print(f"{self.known} certificates with a part where no record is needed: refused by the page, accepted by the program")
        print(f"{len(self.different)} different verdicts; {self.here:.1f} s here, {self.there:.1f} s by the program")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--mutants", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--largest", type=int, default=6000, help="mutants are made of certificates of so many bytes at most")
    parser.add_argument("--mutants-only", action="store_true", help="the other certificates are there and were compared before")
    arguments = parser.parse_args()
    sys.setrecursionlimit(100_000)
    rng = random.Random(arguments.seed)
    folder = os.path.abspath(arguments.folder)
    os.makedirs(folder, exist_ok=True)
    comparison = Comparison(arguments.program, folder)

    graphs, made = [], []
    for i in range(16):
        outcomes = ["loss", "win"] if i % 3 == 0 else ["loss", "draw", "win"] if i % 3 == 1 else ["-2", "-1", "0", "1", "2"]
        path = os.path.join(folder, f"graph{i}.json")
        with open(path, "w") as file:
            json.dump(random_graph(rng, rng.choice([8, 20, 60, 200]), i % 2 == 1, outcomes, outcomes[i // 3 % len(outcomes)]), file)
        graphs.append(path)
    graphs.append(os.path.join(folder, "ladder.json"))
    with open(graphs[-1], "w") as file:
        json.dump(ladder(40), file)

    commands = [line for line in COMMANDS.strip().splitlines()]
    for i, graph in enumerate(graphs):
        commands.append(f"graph:{os.path.basename(graph)}" + ["", " --position n1", " --position n2"][i % 3])
    commands += random_commands(random.Random(arguments.seed), 144)
    for i, command in enumerate(commands):
        if arguments.only not in command:
            continue
        path = os.path.join(folder, f"made{i:03}.fgc")
        if not os.path.exists(path):
            done = subprocess.run(f"nice {arguments.program} solve {command} --quiet --time 20s --threads 1 --certificate {path}",
                                  shell=True, capture_output=True, text=True, cwd=folder)
            if not os.path.exists(path):
                print(f"no certificate: {command}: {done.stderr.strip()[:200]}")
                continue
        made.append(path)
    made = [path for path in made if os.path.getsize(path) < 100_000]
    comparison.compare([] if arguments.mutants_only else made, "made")

    here = []
    for spelling, rules, position in WRITTEN:
        if arguments.only in spelling:
            for version, cut, search in ((1, 0, 0), (2, 10**9, 0), (2, 7, 0.3), (2, 1, 0)):
                here.append((spelling, rules, position, version, cut, search, None))
    for i, graph in enumerate(graphs[:-1]):
        if arguments.only in "graph":
            for version, cut, search in ((1, 0, 0), (2, 3, 0.2), (2, 1, 0)):
                here.append((f"graph:{os.path.basename(graph)}", 1, f"n{i % 3}", version, cut, search, graph))
    paths = []
    for i, (spelling, rules, position, version, cut, search, graph) in enumerate(here):
        path = os.path.join(folder, f"written{i:03}.fgc")
        if not os.path.exists(path):
            parsed = written(spelling, rules, position, version, cut, search, rng, graph)
            if parsed is None:
                print(f"too large: {spelling} {position}")
                continue
            with open(path, "wb") as file:
                file.write(parsed.encode())
        paths.append(path)
    for path, verdict in comparison.compare([] if arguments.mutants_only else paths, "written").items():
        if verdict != "accepted":
            print(f"written here, but {verdict}: {path}")

    sources = [path for path in made + paths if os.path.getsize(path) <= arguments.largest]
    parsed = [Parsed.read(path) for path in sources]
    by_game = {}
    for one in parsed:
        by_game.setdefault(one.header["game"].split(":")[0], []).append(one)
    mutants = []
    for old in glob.glob(os.path.join(folder, "mutant*.fgc")):
        os.unlink(old)
    while len(mutants) < arguments.mutants:
        original = rng.choice(by_game[rng.choice(list(by_game))])
        mutant, count = mutate(original, rng)
        path = os.path.join(folder, f"mutant{len(mutants):05}.fgc")
        try:
            data = mutant.encode(count)
        except cc.Rejected:
            continue
        if data == original.encode():
            continue
        with open(path, "wb") as file:
            file.write(data)
        mutants.append(path)
    comparison.compare(mutants, "mutants")
    comparison.report()
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(main())
