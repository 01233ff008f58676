"""Certificates that are written here, without the program: version 1, older rules, parts of one record, searches."""

from __future__ import annotations

from blake3 import blake3

from foregone import checker as cc

from .parsed import Parsed


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
    game = cc.game_of(spelling, str(rules), graph)
    root = game.parse(position)
    table = solve_here(game, root)
    if table is None:
        return None
    header = {"game": spelling, "rules": rules, "position": position}
    if game.returns:
        header["infinite"] = game.names[game.infinite(root)]
    if graph:
        header["graph"] = blake3(graph).hexdigest()
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
