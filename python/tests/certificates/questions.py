"""Questions whose certificates both checkers are asked about."""

from __future__ import annotations

import random

from foregone import checker as cc


COMMANDS = """
tictactoe
tictactoe --moves "b2 a1"
tictactoe --at-least draw
mnk:3,3,3 --algorithm dfpn
mnk:4,3,3 --algorithm pns
mnk:4,4,3
mnk:4,4,4
mnk:6,5,4
mnk:2,7,3 --algorithm mopns
mnk:3,3,9
mnk:1,1,1
mnk:1,1,2
mnk:5,2,1
mnk:5,3,3 --position "..o../..x../....." --algorithm alphabeta-tt
connect4:4x4
connect4:4x5
connect4:4x4,score=pons
connect4:4x4,score=pons --algorithm mopns
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
othello:4x4
othello:4x4,start=parallel --at-least 0
othello:4x4,score=empties
othello:4x4,score=result
othello:4x4,start=parallel,score=result --algorithm dfpn
othello:4x4 --moves "b1 a1"
awari --position "0,0,0,0,0,0/1,1,0,0,0,1 0-0 S"
"""


def random_commands(rng, number):
    """Positions after random moves, by the rules of foregone/checker.py."""
    spellings = ["woodpush:5,2", "woodpush:6,2", "woodpush:6,3", "woodpush:6,2,ko=previous", "woodpush:7,2,ko=previous,loop=-1", "woodpush:5,2,score=moves",
                 "woodpush:6,3,ko=previous,loop=2", "hounds", "torere", "awari", "awari:grandslam=forbidden", "awari:grandslam=empty",
                 "awari:rest=divided", "awari:score=result", "awari:grandslam=forbidden,rest=divided,score=result",
                 "awari:grandslam=empty,rest=divided", "mnk:4,3,3", "mnk:4,4,4", "connect4:5x5", "connect4:6x5,score=pons", "breakthrough:4x5",
                 "breakthrough:5x4", "breakthrough:3x7", "breakthrough:4x6,walls=b3,d4",
                 "othello:4x4", "othello:4x4,start=parallel,score=empties", "othello:6x6", "othello:6x6,score=result"]
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
        elif name == "othello":
            p = game.parse({"4": "..../.ox./.xo./.... x", "6": "....../....../..ox../..xo../....../...... x"}[spelling[8]])
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
        for _ in range(26 if spelling.startswith("othello:6x6") else rng.randrange(2, 12 if name not in ("connect4", "mnk") else 9)):
            if game.bounds(p)[2]:
                break
            p = rng.choice(game.moves(p))
        if name == "woodpush":
            text = p[0] + " " + "LR"[p[1]] + (" " + ",".join(sorted(p[2])) if p[2] else "")
        elif name == "hounds":
            cells = {**{c: "x" for c in p[0]}, p[1]: "o"}
            text = "/".join("".join(cells.get(c, ".") for c in row.split()) for row in ("b3 c3 d3", "a2 b2 c2 d2 e2", "b1 c1 d1")) + " " + "xo"[p[2]]
        elif name == "othello":
            text = "/".join("".join("x" if p[0] >> i & 1 else "o" if p[1] >> i & 1 else "." for i in range(y * game.n, y * game.n + game.n))
                            for y in range(game.n)) + " " + "xo"[p[2]]
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
