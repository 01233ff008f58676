"""Spellings and positions, symmetries and static bounds."""

from __future__ import annotations

import random

from foregone import checker as cc
from foregone.checker.games import Connect4

from .cases import NO, OPEN, YES, Cases
from .parsed import Parsed
from .writer import Writer, solve_here, strategy


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
    assert min(found.values()) > 0, found


def symmetric_proof(game, text, root, outcome, moves, i, other):
    """The proof by Min, with p = moves[i] not kept and kept."""
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
            ("breakthrough:3x5", 2, ".../.../.b./.w./ww. w", "at_least", "win", YES), ("breakthrough:3x5", 2, ".../b../.b./..w/.w. w", "at_most", "loss", YES)):
        cases.plain(f"static {spelling} {position} {claim}", expected, {"game": spelling, "rules": rules, "position": position, claim: outcome})


def wide_statics(cases):
    """The same of wide boards, which take long in Python."""
    for spelling, rules, position, claim, outcome, expected in (
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
        if isinstance(game, Connect4):
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
