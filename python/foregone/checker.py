#!/usr/bin/env python3
"""Checks certificates of Foregone. Written from docs/certificate.md alone; the words are those of that page.

    python3 checker.py FILE... [--graph FILE]

Both versions of the format, all games in all versions of their rules, and games that are written in Python. Certificates that cite a
tablebase are refused. Needs the packages zstandard and blake3, or else takes these two from the package that it is part of.

It is one long file on purpose: whoever wants to trust it reads it from front to back beside the page, whose order it has, and
copies it as it is. About 320 lines are the format and the walk, the rest are the games, one after the other.
"""

import ast
import itertools
import json
import os
import re
import sys

try:
    import zstandard
    from blake3 import blake3

    def blake3_hash(data):
        return blake3(data).digest()
except ImportError:
    zstandard = None
    from foregone._foregone import blake3_hash, unzstd

CHUNK_BYTES, CHUNK_CONTENT, HEADER_BYTES = 1_114_112, 1 << 20, 1 << 20
SEARCH_VISITS, THREAT_POSITIONS, STEPS = 256, 32_768, 131_072
MAX, MIN = 0, 1


class Rejected(Exception):
    """The certificate does not prove what it claims; the text says why."""


def require(condition, why):
    if not condition:
        raise Rejected(why)


# ---------------------------------------------------------------------------------------------------------------- games
#
# A game has `names` (the outcomes, worst for Max first), `returns` (whether play can return to a position), and for
# positions, which are hashable and equal exactly if they are the same:
#   parse(text)        the position, or Rejected
#   turn(p)            MAX or MIN
#   bounds(p)          (low, high, over): indices of outcomes; equal if play is over
#   moves(p)           the positions after the legal moves, in the canonical order; only asked if play is not over
#   representative(p)  equal for positions that a symmetry makes equal
#   infinite(p)        the index of the outcome of infinite play


class Game:
    returns = False
    remembers = False  # whether positions of the opponent are remembered that needed no record
    names = ("loss", "draw", "win")

    def representative(self, p):
        return p

    def over(self, outcome):
        return outcome, outcome, True

    def open(self):
        return 0, len(self.names) - 1, False


def number(text, low, high):
    """A number in decimal digits without a sign or leading zeros."""
    require(re.fullmatch("0|[1-9][0-9]{0,9}", text, re.ASCII), f"{text!r} is not a number")
    require(low <= int(text) <= high, f"{text} is not between {low} and {high}")
    return int(text)


def options(text, allowed):
    """`name=value,...`, each at most once and in the order of `allowed`."""
    found, rest = {}, list(allowed)
    for item in text.split(",") if text else []:
        name, equals, value = item.partition("=")
        require(equals and name in rest, f"option {item!r} is unknown, repeated or out of order")
        del rest[: rest.index(name) + 1]
        found[name] = value
    return found


def rows_of(text, rows, columns, letters):
    """The rows of a board, the lowest first."""
    found = text.split("/")
    require(len(found) == rows, "the number of rows is wrong")
    require(all(len(row) == columns and set(row) <= set(letters) for row in found), "a row is wrong")
    return found[::-1]


def has_line(cells, length, shifts):
    """Whether a set of bits has so many in a straight line; the board has an empty row or column between the lines."""
    for shift in shifts:
        run = cells
        for _ in range(length - 1):
            run = cells & (run >> shift)
            if not run:
                break
        if run:
            return True
    return False


class Stones(Game):
    """What connect4 and mnk have in common. A position is (stones of Max, stones of Min)."""

    def read(self, text):
        sets = {"x": 0, "o": 0, ".": 0}
        for y, row in enumerate(rows_of(text, self.rows, self.columns, "xo.")):
            for x, letter in enumerate(row):
                sets[letter] |= self.bit(x, y)
        p = (sets["x"], sets["o"])
        require(p[0].bit_count() - p[1].bit_count() in (0, 1), "the numbers of stones are wrong")
        require(not self.line(p[self.turn(p)]), "the player to move has a line")
        return p

    def turn(self, p):
        return MAX if p[0].bit_count() == p[1].bit_count() else MIN

    def line(self, cells):
        return has_line(cells, self.length, self.shifts)

    def put(self, p, bit):
        return (p[0] | bit, p[1]) if self.turn(p) == MAX else (p[0], p[1] | bit)


class Connect4(Stones):
    length = 4

    def __init__(self, spelling, rules):
        match = re.fullmatch(r"([0-9]+)x([0-9]+)((?:,.*)?)", spelling, re.ASCII)
        require(match, "connect4 has no such board")
        self.columns, self.rows = number(match[1], 1, 128), number(match[2], 1, 128)
        require(self.columns * (self.rows + 1) <= 128, "the board is too large")
        score = options(match[3][1:], ["score"]).get("score")
        require(match[3] == "" or score == "pons", "there is no such score")
        self.pons, self.rules, self.cells = score == "pons", rules, self.columns * self.rows
        h = self.rows + 1
        self.shifts, self.all = (1, h, h - 1, h + 1), 0
        self.column = [((1 << self.rows) - 1) << (x * h) for x in range(self.columns)]
        for column in self.column:
            self.all |= column
        upper = sum(1 << y for y in range(self.rows) if (self.rows - 1 - y) % 2 == 0)
        self.upper = sum(upper << (x * h) for x in range(self.columns))
        self.best = max(1, (self.cells - 5) // 2) if self.pons else 1
        if self.pons:
            self.names = [str(v) for v in range(-self.best, self.best + 1)]

    def bit(self, x, y):
        return 1 << (x * (self.rows + 1) + y)

    def parse(self, text):
        p = self.read(text)
        for x, column in enumerate(self.column):
            stones = ((p[0] | p[1]) & column) >> (x * (self.rows + 1))
            require(stones & (stones + 1) == 0, "a stone rests on nothing")
        return p

    def open_cells(self, taken):
        empty = self.all & ~taken
        return [cell & -cell for column in self.column if (cell := empty & column)]

    def moves(self, p):
        return [self.put(p, cell) for cell in self.open_cells(p[0] | p[1])]

    def bounds(self, p):
        turn, n = self.turn(p), (p[0] | p[1]).bit_count()
        if self.line(p[1 - turn]):
            worth = (self.cells + 2 - n) // 2 if self.pons else 1
            return self.over(self.best + (worth if turn == MIN else -worth))
        if n == self.cells:
            return self.over(self.best)
        if self.rules == 1:
            return self.open()
        low, high = self.static(p[turn], p[1 - turn], n)
        if turn == MIN:
            low, high = -high, -low
        return self.best + low, self.best + high, False

    def worth(self, k):
        """w(k)"""
        if k > self.cells:
            return 0
        return max(0, (self.cells + 2 - max(k, 7)) // 2) if self.pons else 1

    def static(self, mover, opponent, n):
        """The bounds of the mover's score."""
        opened = self.open_cells(mover | opponent)
        if any(self.line(mover | cell) for cell in opened):
            return (self.worth(n + 1),) * 2
        wins = [cell for cell in opened if self.line(opponent | cell)]
        safe = []
        for cell in opened:
            top = (cell << 1) & self.all
            if not (top and self.line(opponent | top)) and all(other == cell for other in wins):
                safe.append(cell)
        if not safe:
            return (-self.worth(n + 2),) * 2
        if len(safe) == 1:
            if n + 1 == self.cells:
                return 0, 0
            low, high = self.static(opponent, mover | safe[0], n + 1)
            return -high, -low
        low, high = -self.worth(n + 4), self.worth(n + 3)
        empty = self.all & ~(mover | opponent)
        if not self.line(opponent | empty):
            low = max(low, 0)
        if not self.line(mover | empty):
            high = min(high, 0)
        upper, lower = empty & self.upper, empty & ~self.upper
        single = [cell for cell in opened if cell & upper]
        paired = upper & ~sum(single)
        if len(single) % 2 == 0:
            if self.held(mover | lower, single):
                high = min(high, -1 if self.line(opponent | paired) else 0)
            return low, high
        for s in single:
            if self.held(opponent | lower, [c for c in single if c != s]):
                low = max(low, 1 if self.line(mover | s | paired) else 0)
                break
        for s in single:
            column = next(c for c in self.column if c & s)
            threats = [1 << i for i in range(self.all.bit_length())
                       if (lower & column) >> i & 1 and self.line(opponent | 1 << i)]
            if threats:
                a = mover | (lower & ~column) | (upper & column & (threats[0] - 1))
                if self.held(a, [c for c in single if c != s]):
                    high = min(high, -1)
        return low, high

    def held(self, a, single):
        if not self.line(a | sum(single)):
            return True
        if len(single) == 2:
            return not any(self.line(a | s) for s in single)
        if len(single) == 4:
            k, l, m, n = single
            return any(not any(self.line(a | x | y) for x in one for y in two)
                       for one, two in (((k, l), (m, n)), ((k, m), (l, n)), ((k, n), (l, m))))
        return False

    def representative(self, p):
        if self.rules == 1:
            return p
        h, text, mirrored = self.rows + 1, [], []
        for y in reversed(range(self.rows)):
            row = [2 * (p[0] >> i & 1) + (p[1] >> i & 1) for i in range(y, self.columns * h, h)]
            text += row
            mirrored += row[::-1]
        return tuple(min(text, mirrored))


class Lined(Stones):
    """What mnk (version 2) and qubic have in common: `lines`, each a list of bits, `cells`, all bits in the canonical order, `length`, and
    `maps`, each the images of `cells`."""

    def by_lines(self, p):
        """The static bounds as indices of outcomes."""
        turn = self.turn(p)
        low, high = self.known(p[turn], p[1 - turn])
        if not p[0] | p[1]:
            low = max(low, 0)
        return (1 + low, 1 + high) if turn == MAX else (1 - high, 1 - low)

    def lines_with(self, count, own, other):
        """The empty cells of the lines with so many own stones and no other ones."""
        for line in self.lines:
            if not any(other & cell for cell in line) and sum(own & cell != 0 for cell in line) == count:
                yield [cell for cell in line if not own & cell]

    def completions(self, own, other):
        return {cell for empty in self.lines_with(self.length - 1, own, other) for cell in empty}

    def known(self, mover, opponent):
        """The lowest and the highest value for the mover: -1, 0 or 1."""
        if self.completions(mover, opponent):
            return 1, 1
        forced = self.completions(opponent, mover)
        if len(forced) > 1:
            return -1, -1
        if forced:
            mover |= forced.pop()
            if (mover | opponent).bit_count() == len(self.cells):
                return 0, 0
            low, high = self.known(opponent, mover)
            return -high, -low
        self.examined = set()
        if self.by_fours(mover, opponent):
            return 1, 1
        left = [any(not any(other & cell for cell in line) for line in self.lines) for other in (mover, opponent)]
        return -1 if left[0] else 0, 1 if left[1] else 0

    def by_fours(self, attacker, defender):
        """Whether the attacker wins by fours; nothing if the question is given up."""
        danger = self.completions(defender, attacker)
        if len(danger) > 1:
            return False
        answers = {}
        for x, y in self.lines_with(self.length - 2, attacker, defender):
            answers.setdefault(x, set()).add(y)
            answers.setdefault(y, set()).add(x)
        fours = [cell for cell in self.cells if cell in (danger or answers) and cell in answers]
        if any(len(answers[four]) > 1 for four in fours):
            return True
        if not fours or (attacker, defender) in self.examined:
            return False
        if len(self.examined) == 1024:
            return None
        self.examined.add((attacker, defender))
        for four in fours:
            won = self.by_fours(attacker | four, defender | min(answers[four]))
            if won or won is None:
                return won
        return False

    def first_image(self, p):
        """The least of all images. Rows are written from the top, cells from the left, and `.` comes before `o` and `x`."""
        contents = {cell: 2 * (p[0] & cell != 0) + (p[1] & cell != 0) for cell in self.cells}
        return min(tuple(contents[image[at]] for at in self.written) for image in self.maps)


class Mnk(Lined):
    def __init__(self, spelling, rules):
        self.rules = rules
        parts = spelling.split(",")
        require(len(parts) == 3, "mnk has three numbers")
        self.columns, self.rows = number(parts[0], 1, 26), number(parts[1], 1, 128)
        self.length = number(parts[2], 1, 10**9)
        require(self.columns * self.rows <= 128, "the board is too large")
        w = self.columns + 1
        self.shifts = (1, w, w - 1, w + 1)
        self.cells = [1 << (y * w + x) for y in range(self.rows) for x in range(self.columns)]
        require(rules == 1 or self.length >= 4, f"there is no version {rules} of the rules of this board")
        if rules == 2:
            self.draw_lines()

    def draw_lines(self):
        m, n, k = self.columns, self.rows, self.length
        inside = lambda x, y: 0 <= x < m and 0 <= y < n
        self.lines = [
            [self.bit(x + i * dx, y + i * dy) for i in range(k)]
            for y in range(n) for x in range(m) for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
            if inside(x + (k - 1) * dx, y + (k - 1) * dy)
        ]
        self.written = [y * m + x for y in reversed(range(n)) for x in range(m)]
        self.maps = []
        for turned in (False, True) if m == n else (False,):
            for mirrored in (False, True):
                for flipped in (False, True):
                    places = [(m - 1 - x if mirrored else x, n - 1 - y if flipped else y) for y in range(n) for x in range(m)]
                    self.maps.append([self.bit(y, x) if turned else self.bit(x, y) for x, y in places])

    def bit(self, x, y):
        return 1 << (y * (self.columns + 1) + x)

    def parse(self, text):
        return self.read(text)

    def moves(self, p):
        return [self.put(p, cell) for cell in self.cells if not (p[0] | p[1]) & cell]

    def bounds(self, p):
        turn = self.turn(p)
        if self.line(p[1 - turn]):
            return self.over(2 if turn == MIN else 0)
        if (p[0] | p[1]).bit_count() == len(self.cells):
            return self.over(1)
        return self.open() if self.rules == 1 else (*self.by_lines(p), False)

    def representative(self, p):
        return p if self.rules == 1 else self.first_image(p)


class Qubic(Mnk):
    """Cell (column, row, layer), each from 0, has the bit 16 layer + 4 row + column."""

    def __init__(self, spelling, rules):
        require(spelling is None, "qubic has no parameters")
        self.columns, self.rows, self.length, self.rules = 4, 16, 4, 2
        self.cells = [1 << at for at in range(64)]
        cell = lambda places: places[0] + 4 * places[1] + 16 * places[2]
        three = list(itertools.product(range(4), repeat=3))
        lines = set()
        for start in three:
            for step in itertools.product((-1, 0, 1), repeat=3):
                line = [[a + i * b for a, b in zip(start, step)] for i in range(4)]
                if any(step) and all(0 <= place < 4 for place in line[3]):
                    lines.add(frozenset(map(cell, line)))
        self.lines = [[1 << at for at in sorted(line)] for line in sorted(map(sorted, lines))]
        self.written = [4 * row + column for row in reversed(range(16)) for column in range(4)]
        self.maps = []
        for places in ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3), (1, 3, 0, 2)):
            for order in itertools.permutations(range(3)):
                for mirrored in itertools.product((False, True), repeat=3):
                    image = [
                        cell([3 - places[at[a]] if m else places[at[a]] for a, m in zip(order, mirrored)])
                        for at in ((at % 4, at // 4 % 4, at // 16) for at in range(64))
                    ]
                    require({frozenset(image[at] for at in line) for line in lines} == lines, "a symmetry breaks a line")
                    self.maps.append([1 << at for at in image])

    def bit(self, x, y):
        return 1 << (4 * y + x)

    def line(self, cells):
        return any(all(cells & cell for cell in line) for line in self.lines)


class Woodpush(Game):
    """A position is (cells, player to move, set of earlier boards)."""

    def __init__(self, spelling, rules):
        match = re.fullmatch(r"([0-9]+),([0-9]+)((?:,.*)?)", spelling, re.ASCII)
        require(match, "woodpush has no such board")
        self.length, self.pieces = number(match[1], 2, 30), number(match[2], 1, 15)
        require(2 * self.pieces <= self.length, "there are too many pieces")
        found = options(match[3][1:], ["ko", "loop", "score", "scale"])
        require(found.get("ko", "previous") == "previous", "there is no such ko")
        require(found.get("score", "moves") == "moves", "there is no such score")
        self.returns, self.by_moves = "ko" in found, "score" in found
        scale = self.pieces
        if self.by_moves:
            require("scale" not in found, "scale is not allowed with score=moves")
            scale = self.pieces * self.length - self.pieces * (self.pieces - 1) // 2
        elif "scale" in found:
            scale = number(found["scale"], self.pieces + 1, 64)
        require(scale <= 64, "the scale is too large")
        loop = 0
        if "loop" in found:
            require(self.returns, "loop is refused without ko=previous")
            loop = number(found["loop"].removeprefix("-"), 1, scale) * (-1 if found["loop"][0] == "-" else 1)
        scores = [v for v in range(-scale, scale + 1) if v or (self.returns and loop == 0)]
        require(len(scores) <= 128, "where 0 is an outcome the scale must not exceed 63")
        self.names = [str(v) for v in scores]
        self.index, self.loop = {v: i for i, v in enumerate(scores)}, loop

    def parse(self, text):
        parts = text.split(" ")
        require(len(parts) in (2, 3) and parts[1] in ("L", "R"), "the position is malformed")
        boards = [parts[0]] + (parts[2].split(",") if len(parts) == 3 else [])
        require(all(len(b) == self.length and set(b) <= set("LR.") for b in boards), "a board is malformed")
        counts = {(b.count("L"), b.count("R")) for b in boards}
        left, right = counts.pop()
        require(not counts and 0 < max(left, right) <= self.pieces, "the numbers of pieces are wrong")
        require(len(set(boards)) == len(boards), "a board occurs twice")
        if self.returns and len(boards) > 1:
            require(len(boards) == 2 and boards[1] in self.steps(boards[0], parts[1]), "the earlier board has no consequences")
        return boards[0], MAX if parts[1] == "L" else MIN, frozenset(boards[1:])

    def turn(self, p):
        return p[1]

    def steps(self, board, mover):
        """The boards after the moves of a player, without regard to earlier boards."""
        seen = -1 if mover == "R" else 1  # R's pieces move to the right on the board that is seen from the other side
        found = sorted(self.steps_right(board[::seen], mover), key=lambda step: step[0] * seen)
        return [after[::seen] for _, after in found]

    def steps_right(self, board, mover):
        for i, piece in enumerate(board):
            if piece != mover:
                continue
            to = board.find(".", i + 1)
            away = board[:i] + "." + board[i + 1:]
            yield i, away if to < 0 else away[:to] + mover + away[to + 1:]
            if i > 0 and board[i - 1] not in (mover, "."):
                gap = board.rfind(".", 0, i)  # the block behind goes down to the cell after this one
                start = max(gap, 0)
                yield i, board[:start] + board[start + 1: i + 1] + "." + board[i + 1:]

    def moves(self, p):
        board, turn, earlier = p
        found = []
        for after in self.steps(board, "LR"[turn]):
            if after in earlier:
                continue
            same = after.count("L") == board.count("L") and after.count("R") == board.count("R")
            before = (earlier | {board}) if same else frozenset()
            if self.returns:
                before = frozenset([board]) if board in self.steps(after, "RL"[turn]) else frozenset()
            found.append((after, 1 - turn, before))
        return found

    def bounds(self, p):
        board, turn, _ = p
        left, right = board.count("L"), board.count("R")
        if left and right:
            if self.moves(p):
                return self.open()
            winner = 1 - turn
        else:
            winner = MAX if left else MIN
        letter, score = "LR"[winner], 0
        for i, piece in enumerate(board):
            if piece == letter:
                score += 1 if not self.by_moves else self.length - i if winner == MAX else i + 1
        return self.over(self.index[score if winner == MAX else -score])

    def infinite(self, p):
        return self.index[self.loop]


class Hounds(Game):
    """A position is (sorted cells of the hounds, cell of the hare, player to move)."""

    returns, names = True, ("loss", "win")
    cells = "a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2".split()
    table = """a2 b1 b2 b3|b1 a2 b2 c1 c2|b2 a2 b1 b3 c2|b3 a2 b2 c2 c3|c1 b1 c2 d1|c2 b1 b2 b3 c1 c3 d1 d2 d3|c3 b3 c2 d3
               |d1 c1 c2 d2 e2|d2 c2 d1 d3 e2|d3 c2 c3 d2 e2|e2 d1 d2 d3"""
    near = {row.split()[0]: row.split()[1:] for row in table.split("|")}

    def __init__(self, spelling, rules):
        require(spelling is None, "hounds has no options")

    def parse(self, text):
        match = re.fullmatch(r"([xo.]{3})/([xo.]{5})/([xo.]{3}) ([xo])", text)
        require(match, "the position is malformed")
        found = dict(zip("b3 c3 d3 a2 b2 c2 d2 e2 b1 c1 d1".split(), match[1] + match[2] + match[3]))
        hounds = tuple(c for c in self.cells if found[c] == "x")
        hare = [c for c in self.cells if found[c] == "o"]
        require(len(hounds) == 3 and len(hare) == 1, "there are three hounds and one hare")
        return hounds, hare[0], "xo".index(match[4])

    def turn(self, p):
        return p[2]

    def moves(self, p):
        hounds, hare, turn = p
        free = [c for c in self.cells if c not in hounds and c != hare]
        if turn == MIN:
            return [(hounds, c, MAX) for c in free if c in self.near[hare]]
        return [(tuple(sorted(set(hounds) - {h} | {c})), hare, MIN)
                for h in hounds for c in free if c in self.near[h] and c[0] >= h[0]]

    def bounds(self, p):
        hounds, hare, turn = p
        if all(h[0] >= hare[0] for h in hounds):
            return self.over(0)
        return self.open() if self.moves(p) else self.over(0 if turn == MAX else 1)

    def infinite(self, p):
        return 0


class Torere(Game):
    """A position is (the points 1 to 8 and c, player to move)."""

    returns = True

    def __init__(self, spelling, rules):
        require(spelling is None, "torere has no options")

    def parse(self, text):
        match = re.fullmatch(r"([xo.]{8})/([xo.]) ([xo])", text)
        require(match and text.count(".") == 1, "the position is malformed")
        board = match[1] + match[2]
        require(board.count("x") == board.count("o") == 4, "each player has four pieces")
        return board, "xo".index(match[3])

    def turn(self, p):
        return p[1]

    def moves(self, p):
        board, turn = p
        own, other, empty, found = "xo"[turn], "ox"[turn], p[0].index("."), []
        for i in range(9):
            beside = ((i - 1) % 8, (i + 1) % 8)
            legal = i == 8 or (empty in beside if empty < 8 else any(board[b] == other for b in beside))
            if board[i] == own and legal:
                after = list(board)
                after[i], after[empty] = ".", own
                found.append(("".join(after), 1 - turn))
        return found

    def bounds(self, p):
        return self.open() if self.moves(p) else self.over(0 if p[1] == MAX else 2)

    def infinite(self, p):
        return 1


class Awari(Game):
    """A position is (the stones in the pits A to F and a to f, captured by South, by North, player to move)."""

    returns = True

    def __init__(self, spelling, rules):
        require(spelling != "", "there is no option behind the colon")
        found = options(spelling or "", ["grandslam", "rest", "score"])
        self.slam = found.get("grandslam")
        require(self.slam in (None, "forbidden", "empty"), "there is no such grandslam")
        require(found.get("rest", "divided") == "divided", "there is no such rest")
        require(found.get("score", "result") == "result", "there is no such score")
        self.divided, self.result = "rest" in found, "score" in found
        if not self.result:
            self.names = [str(v) for v in range(-48, 49)]

    def parse(self, text):
        match = re.fullmatch(r"([0-9,]+)/([0-9,]+) ([0-9]+)-([0-9]+) ([SN])", text, re.ASCII)
        require(match, "the position is malformed")
        south, north = ([number(n, 0, 48) for n in match[i].split(",")] for i in (1, 2))
        require(len(south) == len(north) == 6, "each row has six pits")
        captured = number(match[3], 0, 48), number(match[4], 0, 48)
        require(sum(south) + sum(north) + sum(captured) <= 48, "there are at most 48 stones")
        return tuple(south + north), *captured, "SN".index(match[5])

    def turn(self, p):
        return p[3]

    def index(self, difference):
        return (difference > 0) - (difference < 0) + 1 if self.result else difference + 48

    def moves(self, p):
        pits, south, north, turn = p
        theirs = range(6, 12) if turn == MAX else range(0, 6)
        found = []  # (starves the opponent, captures all, position)
        for pit in range(0, 6) if turn == MAX else range(6, 12):
            stones = pits[pit]
            if stones == 0:
                continue
            after, at = list(pits), pit
            after[pit] = 0
            while stones:
                at = (at + 1) % 12
                if at != pit:
                    after[at] += 1
                    stones -= 1
            sown, taken = list(after), 0
            while at in theirs and after[at] in (2, 3):
                taken += after[at]
                after[at] = 0
                at = (at - 1) % 12
            slam = taken > 0 and not any(after[i] for i in theirs)
            if slam and self.slam == "empty":
                after, taken, slam = sown, 0, False
            starves = not any(after[i] for i in theirs)
            captured = (south + taken, north) if turn == MAX else (south, north + taken)
            found.append((starves, slam, (tuple(after), *captured, 1 - turn)))
        feeding = any(not starves for starves, _, _ in found)
        other = self.slam == "forbidden" and any(not slam for _, slam, _ in found)
        return [after for starves, slam, after in found if not (starves and feeding) and not (slam and other)]

    def bounds(self, p):
        pits, south, north, turn = p
        n, d = sum(pits), south - north
        if self.result and 2 * max(south, north) > n + south + north:
            return self.over(2 if south > north else 0)
        if not any(pits[0:6] if turn == MAX else pits[6:12]):
            rest = 0 if self.divided else n
            return self.over(self.index(d - rest if turn == MAX else d + rest))
        return self.index(d - n), self.index(d + n), False

    def infinite(self, p):
        return self.index(p[1] - p[2])


class Graph(Game):
    """A position is the name of a node."""

    remembers = True

    def __init__(self, data):
        content = read_json(data, "the graph file")
        require(isinstance(content, dict), "the graph file is not an object")
        require({"outcomes", "start", "nodes"} <= set(content) <= {"outcomes", "start", "nodes", "repetition", "about"},
                "the graph file has wrong members")
        self.names, self.nodes = content["outcomes"], {}
        require(isinstance(self.names, list) and 2 <= len(self.names) <= 128 and all(is_text(n) for n in self.names)
                and len(set(self.names)) == len(self.names), "the outcomes of the graph are wrong")
        require(isinstance(content["nodes"], dict), "the nodes of the graph are no object")
        for name, node in content["nodes"].items():
            require(isinstance(node, dict) and set(node) in ({"value"}, {"player", "moves"}), f"node {name!r} is malformed")
            if "value" in node:
                require(is_text(node["value"]) and node["value"] in self.names, f"node {name!r} has no outcome")
                self.nodes[name] = (None, self.names.index(node["value"]))
                continue
            moves = node["moves"]
            require(node["player"] in ("max", "min") and isinstance(moves, list) and moves, f"node {name!r} is malformed")
            named = [[m, m] if is_text(m) else m for m in moves]
            require(all(isinstance(m, list) and len(m) == 2 and all(is_text(s) for s in m) for m in named),
                    f"a move of {name!r} is malformed")
            require(len({m[0] for m in named}) == len(named), f"two moves of {name!r} have one name")
            require(all(m[1] in content["nodes"] for m in named), f"a move of {name!r} leads nowhere")
            self.nodes[name] = (MAX if node["player"] == "max" else MIN, [m[1] for m in named])
        require(is_text(content["start"]) and content["start"] in self.nodes, "the start is no node")
        require(is_text(content.get("about", "")), "about is no text")
        self.returns = self.has_cycle()
        repetition = content.get("repetition")
        require(not self.returns or repetition is not None, "the graph has a cycle and no repetition")
        if "repetition" in content:
            require(is_text(repetition) and repetition in self.names, "repetition is no outcome")
            self.repetition = self.names.index(repetition)

    def has_cycle(self):
        incoming = dict.fromkeys(self.nodes, 0)
        for player, moves in self.nodes.values():
            for to in moves if player is not None else ():
                incoming[to] += 1
        ready, removed = [n for n, k in incoming.items() if k == 0], 0
        while ready:
            player, moves = self.nodes[ready.pop()]
            removed += 1
            for to in moves if player is not None else ():
                incoming[to] -= 1
                if incoming[to] == 0:
                    ready.append(to)
        return removed < len(self.nodes)

    def parse(self, text):
        require(text in self.nodes, "there is no such node")
        return text

    def turn(self, p):
        return self.nodes[p][0]

    def moves(self, p):
        return self.nodes[p][1]

    def bounds(self, p):
        player, value = self.nodes[p]
        return self.over(value) if player is None else self.open()

    def infinite(self, p):
        return self.repetition


class Breakthrough(Game):
    """A position is (pawns of White, pawns of Black, player to move); cell (x, y) is the bit y·W + x."""

    names = ("loss", "win")

    def __init__(self, spelling, rules):
        match = re.fullmatch(r"([0-9]+)x([0-9]+)((?:,walls=.*)?)", spelling, re.ASCII)
        require(match, "breakthrough has no such board")
        self.w, self.h = number(match[1], 2, 64), number(match[2], 3, 64)
        require(self.w * self.h <= 64, "the board is too large")
        self.rules, self.walls, self.start = rules, 0, 1 if self.h == 3 else 2
        last = -1
        for name in match[3].removeprefix(",walls=").split(",") if match[3] else []:
            cell = re.fullmatch("([a-z])([1-9][0-9]?)", name, re.ASCII)
            require(cell, "a wall is no cell")
            x, y = ord(cell[1]) - ord("a"), int(cell[2]) - 1
            require(x < self.w and self.start <= y < self.h - self.start, "a wall is not where it may be")
            require(y * self.w + x > last, "the walls are not in ascending order")
            last = y * self.w + x
            self.walls |= 1 << last
        self.cell_xy = [(i % self.w, i // self.w) for i in range(self.w * self.h)]
        self.symmetric = rules == 2 and self.mirror(self.walls) == self.walls
        self.memory = {}

    def row(self, y):
        return ((1 << self.w) - 1) << (y * self.w)

    def goal(self, player):
        return self.row(self.h - 1 if player == MAX else 0)

    def near_row(self, player):
        return self.row(self.h - 2 if player == MAX else 1)

    def parse(self, text):
        board, space, mover = text.rpartition(" ")
        require(space and mover in ("w", "b"), "the position is malformed")
        sets = dict.fromkeys("wb#.", 0)
        for y, row in enumerate(rows_of(board, self.h, self.w, "wb#.")):
            for x, letter in enumerate(row):
                sets[letter] |= 1 << (y * self.w + x)
        p = (sets["w"], sets["b"], "wb".index(mover))
        require(sets["#"] == self.walls, "the walls are not those of the game")
        require(max(p[0].bit_count(), p[1].bit_count()) <= self.start * self.w, "there are too many pawns")
        require(p[1 - p[2]], "the player who is not to move has no pawn")
        require(not p[p[2]] & self.goal(p[2]), "the player to move has won already")
        require((p[1 - p[2]] & self.goal(1 - p[2])).bit_count() <= 1, "two pawns have arrived")
        return p

    def turn(self, p):
        return p[2]

    def ahead(self, cell, player):
        """(direction, cell) of the cells ahead that are no walls, by column: -1 left, 0 straight, 1 right."""
        x, y = self.cell_xy[cell]
        y += 1 if player == MAX else -1
        if 0 <= y < self.h:
            for d in (-1, 0, 1):
                if 0 <= x + d < self.w and not self.walls >> (y * self.w + x + d) & 1:
                    yield d, y * self.w + x + d

    def steps(self, p):
        """(cell that is left, direction, cell that is entered) of the legal moves, in the canonical order."""
        own, other = p[p[2]], p[1 - p[2]]
        for cell in bits(own):
            for d, to in self.ahead(cell, p[2]):
                if not own >> to & 1 and (d or not other >> to & 1):
                    yield cell, d, to

    def play(self, p, cell, to):
        own, other = p[p[2]] ^ (1 << cell) | 1 << to, p[1 - p[2]] & ~(1 << to)
        return (own, other, MIN) if p[2] == MAX else (other, own, MAX)

    def moves(self, p):
        return [self.play(p, cell, to) for cell, _, to in self.steps(p)]

    def bounds(self, p):
        for player in (MAX, MIN):
            if p[player] & self.goal(player):
                return self.over(1 - player)
        if next(self.steps(p), None) is None:
            return self.over(p[2])
        if p not in self.memory:
            if len(self.memory) > 200_000:
                self.memory.clear()
            self.memory[p] = self.winner1(p) if self.rules == 1 else self.winner2(p)
        winner = self.memory[p]
        return self.open() if winner is None else (1 - winner, 1 - winner, False)

    def mirror(self, cells):
        return sum(1 << (i + self.w - 1 - 2 * (i % self.w)) for i in bits(cells))

    def representative(self, p):
        if not self.symmetric:
            return p
        def text(white, black):
            return [(white >> i & 1) * 2 + (black >> i & 1) for y in reversed(range(self.h))
                    for i in range(y * self.w, y * self.w + self.w)]
        image = (self.mirror(p[0]), self.mirror(p[1]), p[2])
        return min(p, image, key=lambda q: text(q[0], q[1]))

    # Static bounds: None, or the player who is known to win.

    def winner1(self, p):
        if self.threats1(p):
            return p[2]
        return next((player for player in (MAX, MIN) if self.runner(p, player)), None)

    def near(self, p, player):
        return p[player] & self.near_row(player)

    def threats1(self, start):
        attacker, answers, examined = start[2], {}, 0

        class Ended(Exception):
            pass

        def look(p):
            nonlocal examined
            if self.near(p, p[2]):
                return p[2] == attacker
            if p in answers:
                return answers[p]
            if examined == THREAT_POSITIONS:
                raise Ended
            examined += 1
            dangers = self.near(p, 1 - attacker)
            answer = p[2] != attacker
            for cell, _, to in self.steps(p):
                after = self.play(p, cell, to)
                if p[2] != attacker:
                    if not look(after):
                        answer = False
                        break
                elif (dangers >> to & 1 if dangers else self.near(after, attacker)) and look(after):
                    answer = True
                    break
            answers[p] = answer
            return answer

        try:
            return look(start)
        except Ended:
            return False

    def spread(self, cells, player, directions=(-1, 0, 1)):
        """The cells ahead of a set, walls left out."""
        found = 0
        for cell in bits(cells):
            for d, to in self.ahead(cell, player):
                if d in directions:
                    found |= 1 << to
        return found

    def runner(self, p, player):
        other = 1 - player
        d = min((self.h - 1 - c // self.w if other == MAX else c // self.w for c in bits(p[other])), default=self.h)
        o, s = p[other], p[player]
        if p[2] == other:
            s &= ~self.spread(o, other, (-1, 1))
            o |= self.spread(o, other)
            d -= 1
        for _ in range(d):
            s = (self.spread(s, player, (-1, 1)) | self.spread(s, player, (0,)) & ~o) & ~p[player]
            if s & self.goal(player):
                return True
            s &= ~self.spread(o, other, (-1, 1))
            o |= self.spread(o, other)
        return False

    def winner2(self, p):
        mover, opponent = p[2], 1 - p[2]
        if self.near(p, mover):
            return mover
        near = [*bits(self.near(p, opponent))]
        captures = [(cell, to) for cell, _, to in self.steps(p) if to in near]
        if len(near) > 1 or near and not captures:
            return opponent
        if self.w <= 8 and self.h > 3:
            race = Race(self, mover)
            if not near:
                return race.calm(p)
            answers = []
            for cell, to in sorted(captures, key=lambda c: race.seen(c[0])):
                answers.append(race.calm(self.play(p, cell, to)))
                if answers[-1] == mover:
                    return mover
            if all(answer == opponent for answer in answers):
                return opponent
        return next((player for player in (mover, opponent) if self.runner(p, player)), None)


def bits(cells):
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


class Race:
    """The evaluation of calm positions of Breakthrough (version 2), for one position in question."""

    stored = {}  # answers to wins, by width and sets

    def __init__(self, game, viewer):
        self.game, self.viewer, self.steps = game, viewer, 0

    def seen(self, cell):
        """The place of a cell in the order that the mover of the position in question sees."""
        return cell if self.viewer == MAX else self.game.w * self.game.h - 1 - cell

    def step(self):
        """Counts a step; False if no more may be counted."""
        self.steps += 1
        return self.steps <= STEPS

    def rows(self, p, player):
        """E, N and G of a player, as sets of columns."""
        g, other = self.game, p[1 - player]
        entry, near, goal = (g.h - 3, g.h - 2, g.h - 1) if player == MAX else (2, 1, 0)
        return tuple(cells >> (y * g.w) & ((1 << g.w) - 1) for cells, y in ((p[player], entry), (other, near), (other, goal)))

    def around(self, x, straight):
        return [c for c in ((x, x - 1, x + 1) if straight else (x - 1, x + 1)) if 0 <= c < self.game.w]

    def wins_sets(self, e, n, g):
        key = (self.game.w, e, n, g)
        if key not in self.stored:
            self.stored[key] = any(
                all(self.wins_sets(e ^ 1 << f, n | 1 << t, g ^ 1 << s) for s in self.around(t, False) if g >> s & 1)
                for f in bits(e) for t in self.around(f, not n >> f & 1))
        return self.stored[key]

    def wins(self, p, player):
        return self.wins_sets(*self.rows(p, player))

    def holds(self, p, player):
        e, n, g = self.rows(p, player)
        return (self.wins_sets(e, n, g)
                and all(self.wins_sets(e, n ^ 1 << c, g) for c in bits(n))
                and all(self.wins_sets(e ^ 1 << f, n ^ 1 << c, g)
                        for c in bits(n) for f in self.around(c, False) if e >> f & 1)
                and all(self.wins_sets(e, n | 1 << c, g ^ 1 << s)
                        for s in bits(g) for c in self.around(s, True) if not n >> c & 1))

    def gains(self, p, player):
        e, n, g = self.rows(p, player)
        return any(self.wins_sets(e | 1 << c, n, g) for c in range(self.game.w))

    def tried(self, p, threats):
        """(cell that is left, cell that is entered, position after) of the moves that are threats or are none."""
        near = self.game.near_row(p[2])
        side = 1 if self.viewer == MAX else -1
        found = [((0, -1, 1).index(d * side), self.seen(to), cell, to) for cell, d, to in self.game.steps(p)
                 if bool(near >> to & 1) == threats]
        for _, _, cell, to in sorted(found):
            yield cell, to, self.game.play(p, cell, to)

    def home(self, player):
        g = self.game
        return g.row(0) | g.row(1) if player == MAX else g.row(g.h - 1) | g.row(g.h - 2)

    def prepares(self, p, d):
        me, other = p[2], 1 - p[2]
        holds = self.holds(p, me)
        if not holds and not self.gains(p, me) or not self.step():
            return False
        entry = self.game.row(self.game.h - 3 if me == MAX else 2)
        only_home = self.wins(p, other)
        for cell, to, after in self.tried(p, False):
            if not holds and not entry >> to & 1 or only_home and not self.home(me) >> cell & 1:
                continue
            if self.wins(after, me) and not self.wins(after, other) and (
                    self.holds(after, me) or d > 1 and self.collapses(after, d - 1)):
                return True
        return False

    def collapses(self, p, d):
        return self.defenceless(p, self.home(p[2]), d)

    def defenceless(self, p, where, d):
        other = 1 - p[2]
        for cell, _, after in self.tried(p, False):
            if where >> cell & 1 and not (self.wins(after, other) or self.prepares(after, d)):
                return False
        return all(self.refutes(after, to, d) for _, to, after in self.tried(p, True))

    def refutes(self, p, near, d):
        """The player to move captures the pawn on the cell `near`."""
        me, other = p[2], 1 - p[2]
        if not self.step():
            return False
        captures = [cell for cell, _, to in self.game.steps(p) if to == near]
        for cell in sorted(captures, key=self.seen):
            after = self.game.play(p, cell, near)
            if not self.wins(after, other) and (
                    self.holds(after, me) or self.wins(after, me) and self.collapses(after, d)):
                return True
        return False

    def calm(self, p):
        me, other = p[2], 1 - p[2]
        if self.wins(p, me):
            return me
        if self.holds(p, other):
            return other
        if self.game.runner(p, me) or self.prepares(p, 2):
            return me
        if self.wins(p, other):
            if self.collapses(p, 2):
                return other
        elif self.prepares((p[0], p[1], other), 1) and self.defenceless(p, ~0, 1):
            return other
        return other if self.game.runner(p, other) else None


class Own(Game):
    """A game that is written in Python: an object with `outcomes`, `start`, `expand` and `player`. A position is a state."""

    remembers = True

    def __init__(self, rules):
        self.rules, self.names = rules, tuple(rules.outcomes)
        self.spelling = f"python:{getattr(rules, 'name', None) or type(rules).__name__}"
        self.loop = getattr(rules, "infinite", None)
        self.returns = self.loop is not None
        self.last = None, None

    def write(self, p):
        return self.rules.text(p) if hasattr(self.rules, "text") else repr(p)

    def parse(self, text):
        start = self.rules.start()
        if self.write(start) == text:
            return start
        try:
            p = self.rules.parse(text) if hasattr(self.rules, "parse") else ast.literal_eval(text)
        except (ValueError, SyntaxError) as error:
            raise Rejected(f"the position cannot be read: {error}") from None
        require(self.write(p) == text, "the position is not written like that")
        return p

    def expand(self, p):
        if self.last[0] != p or self.last[1] is None:
            answer = self.rules.expand(p)
            self.last = p, answer if isinstance(answer, str) else [after for _, after in answer]
        return self.last[1]

    def turn(self, p):
        return self.rules.player(p)

    def bounds(self, p):
        answer = self.expand(p)
        return self.over(self.names.index(answer)) if isinstance(answer, str) else self.open()

    def moves(self, p):
        return self.expand(p)

    def infinite(self, p):
        return self.names.index(self.loop)


def game_of(spelling, rules, graph):
    name, colon, rest = spelling.partition(":")
    rest = rest if colon else None
    if spelling == "tictactoe":
        name, rest = "mnk", "3,3,3"
    found = {"connect4": Connect4, "mnk": Mnk, "woodpush": Woodpush, "hounds": Hounds, "torere": Torere,
             "awari": Awari, "breakthrough": Breakthrough, "qubic": Qubic, "graph": None}
    require(name in found, f"there is no game {spelling!r}")
    require(rest is not None or name in ("hounds", "torere", "awari", "qubic"), f"{name} needs a size")
    versions = ("1", "2") if name in ("connect4", "breakthrough", "mnk") else ("1",)
    require(rules in versions, f"there is no version {rules} of the rules of {name}")
    if name == "graph":
        require(graph is not None, "the graph file is missing")
        return Graph(graph)
    return found[name](rest, int(rules))


# ----------------------------------------------------------------------------------------------------------------- file


class Digits(str):
    """An integer of a JSON text as it is written."""


def read_json(data, what):
    def members(pairs):
        require(len(dict(pairs)) == len(pairs), f"{what} has a member twice")
        return dict(pairs)
    try:
        content = json.loads(data.decode("utf-8"), object_pairs_hook=members, parse_int=Digits, parse_float=float)
        json.dumps(content, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair
        return content
    except (ValueError, RecursionError) as error:
        raise Rejected(f"{what} is not JSON: {error}") from None


def is_text(value):
    return isinstance(value, str) and not isinstance(value, Digits)


def decompress(frame):
    require(frame[:4] == b"\x28\xb5\x2f\xfd", "a chunk is no zstd frame")
    if zstandard is None:
        try:
            content = unzstd(frame, CHUNK_CONTENT)
        except Exception as error:
            raise Rejected(str(error)) from None
        require(content, "a chunk is empty")
        return content
    try:
        require(zstandard.get_frame_parameters(frame).dict_id == 0, "a chunk needs a dictionary")
        decoder, content = zstandard.ZstdDecompressor(max_window_size=1 << 31).decompressobj(), []
        size = 0
        for start in range(0, len(frame), 64):
            require(not decoder.eof, "a chunk has bytes after its frame")
            content.append(decoder.decompress(frame[start: start + 64]))
            size += len(content[-1])
            require(size <= CHUNK_CONTENT, "a chunk is too large")
        require(decoder.eof and not decoder.unused_data, "a chunk is not exactly one frame")
    except zstandard.ZstdError as error:
        raise Rejected(f"a chunk cannot be decompressed: {error}") from None
    require(size > 0, "a chunk is empty")
    return b"".join(content)


def integers(data):
    found, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            require(byte or shift == 7, "an integer is not in its shortest form")
            require(value < 1 << 64, "an integer is too large")
            found.append(value)
            value = shift = 0
        require(shift <= 63, "an integer is too large")
    require(shift == 0, "an integer has no end")
    return found


class Certificate:
    """The content of a file: version, header, and either the records (1) or the chunks of the parts (2)."""

    def __init__(self, data):
        require(len(data) >= 40 and blake3_hash(data[:-32]) == data[-32:], "the hash is wrong")
        first, _, rest = data.partition(b"\n")
        require(first in (b"foregone certificate 1", b"foregone certificate 2"), "the first line is wrong")
        self.version = int(first[-1:])
        end = rest.find(b"\n", 0, HEADER_BYTES)
        require(end >= 0 and rest[:1] == b"{", "the header is too long or no object")
        self.header = read_json(rest[:end], "the header")
        at, chunks = len(first) + 1 + end + 1, []
        while True:
            length = int.from_bytes(data[at: at + 4], "little")
            require(at + 4 <= len(data) - 40, "the end of chunks is missing")
            at += 4
            if length == 0:
                break
            mark = self.version == 2 and length >> 31
            length &= (1 << 31) - 1 if self.version == 2 else -1
            require(1 <= length <= CHUNK_BYTES and at + length <= len(data) - 40, "the length of a chunk is wrong")
            chunks.append((mark, decompress(data[at: at + length])))
            at += length
        require(at == len(data) - 40, "bytes follow the trailer")
        self.count = int.from_bytes(data[at: at + 8], "little")
        self.parts = []
        if self.version == 1:
            self.records = integers(b"".join(content for _, content in chunks))
            return
        for mark, content in chunks:
            require(not mark or self.parts, "the first chunk goes on with a part before it")
            if not mark:
                self.parts.append([])
            self.parts[-1].append(integers(content))


# ----------------------------------------------------------------------------------------------------------------- walk


class Frame:
    """A position on the line: what is still to be followed there."""

    __slots__ = ("position", "replies", "next", "record", "number", "read")

    def __init__(self, position, replies, record, number, read):
        self.position, self.replies, self.next = position, replies, 0
        self.record, self.number, self.read = record, number, read


class Walk:
    """The proof of one claim. `records1` are the records of version 1, `parts` the parts of version 2, both from the end."""

    def __init__(self, game, claim, owner, outcome, records1, parts):
        self.game, self.claim, self.owner, self.outcome = game, claim, owner, outcome
        self.records1, self.parts = records1, parts
        self.key = game.representative if parts is not None else lambda p: p
        self.line, self.on_line = [], set()
        self.met = 0  # positions, each as often as it was met
        self.read, self.part, self.left = 0, -1, []  # records read; number of the part; its records, from the end
        self.kept = {}  # True where the position must still be met again
        self.exported, self.cited = {}, set()  # number of the record -> (position, part that established it)
        self.again = set()  # the opponent's positions of this part that were established without a record

    def satisfied(self, outcome):
        return outcome >= self.outcome if self.owner == MAX else outcome <= self.outcome

    def prove(self, root):
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

    def meet(self, p):
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
        if game.returns:
            if p in self.on_line:
                require(self.satisfied(game.infinite(p)), "the line returns, and infinite play does not satisfy the claim")
                return
        if not mine:
            self.push(Frame(p, game.moves(p), None, None, self.read))
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
            self.push(Frame(p, [moves[x]], record, self.read - 1, None))

    def push(self, frame):
        self.line.append(frame)
        if self.game.returns:
            self.on_line.add(frame.position)

    def leave(self, frame):
        p = frame.position
        self.on_line.discard(p)
        if frame.record is None:
            if self.game.returns:
                self.kept.setdefault(self.key(p), False)
            elif frame.read == self.read and self.game.remembers:
                self.again.add(p)
            return
        kind = frame.record & 3
        if kind == 2:
            self.exported[frame.number] = (self.key(p), self.part)
        if kind or self.game.returns:
            self.kept[self.key(p)] = kind == 1

    def next_record(self):
        if self.parts is None:
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

    def begin_part(self):
        require(self.parts, "a record is missing")
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

    def end_part(self):
        require(not any(self.kept.values()), "a kept position is not met again")
        self.kept.clear()
        self.again.clear()

    def search(self, p):
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


def check(data, graph=None):
    """Returns a text about what is proved, or raises Rejected. `graph` is the content of the graph file."""
    certificate = Certificate(data)
    header = header_of(certificate)
    game = game_of(header["game"], str(header["rules"]), graph)
    require(("graph" in header) == isinstance(game, Graph), "the header has a graph or lacks one")
    if "graph" in header:
        require(header["graph"] == blake3_hash(graph).hex(), "the graph file is another one")
    claims, _, total, _ = examine(certificate, header, game)
    return f"{' and '.join(claims)}, {total} records"


def check_rules(data, rules):
    """What a certificate proves about a game that is written in Python, as a dictionary like that of `foregone check --json`. Raises
    `foregone.Rejected`."""
    from foregone import errors
    try:
        certificate = Certificate(data)
        header = header_of(certificate)
        game = Own(rules)
        require(header["game"] == game.spelling, f"the certificate is about {header['game']}, not about {game.spelling}")
        require(header["rules"] == "1" and "graph" not in header, "there is no such version of the rules")
        claims, value, total, met = examine(certificate, header, game)
    except Rejected as why:
        raise errors.Rejected(getattr(why, "place", "header"), str(why)) from None
    return {"game": header["game"], "position": header["position"], "claims": claims, "value": value, "positions": met,
            "records": total, "bytes": len(data), "hash": data[-32:].hex(), "trusted": [], "rests_on": []}


def header_of(certificate):
    header = certificate.header
    require(isinstance(header, dict), "the header is no object")
    require({"game", "rules", "position"} <= set(header)
            <= {"game", "rules", "position", "at_least", "at_most", "infinite", "graph", "tablebase"}, "the header has wrong members")
    require(all(is_text(v) for k, v in header.items() if k != "rules") and isinstance(header["rules"], Digits),
            "a member of the header has a wrong type")
    require("tablebase" not in header, "citations of a tablebase are not supported")
    return header


def examine(certificate, header, game):
    """The claims in words, the value if they tell it, the number of records, and how many positions were met."""
    root = game.parse(header["position"])
    require(("infinite" in header) == game.returns, "the header has infinite or lacks it")
    if game.returns:
        require(header["infinite"] == game.names[game.infinite(root)], "infinite is not what the rules give")
    claims = []
    for member, owner, useless in (("at_least", MAX, 0), ("at_most", MIN, len(game.names) - 1)):
        if member in header:
            require(header[member] in game.names, f"{member} is no outcome")
            claims.append((owner, list(game.names).index(header[member])))
            require(claims[-1][1] != useless, f"{member} is true of every position")
    require(claims, "nothing is claimed")
    require(len(claims) == 1 or claims[0][1] <= claims[1][1], "the claims contradict each other")
    said = [f"{m.replace('_', ' ')} {header[m]}" for m in ("at_least", "at_most") if m in header]
    records = certificate.records[::-1] if certificate.version == 1 else None
    parts = certificate.parts[::-1] if certificate.version == 2 else None
    total = met = 0
    for number_of_claim, (owner, outcome) in enumerate(claims):
        walk = Walk(game, number_of_claim, owner, outcome, records, parts)
        try:
            walk.prove(root)
            require(walk.read or not parts or parts[-1] != [[number_of_claim, 0, 0]], "a part without records, of a claim that needs none")
        except Rejected as why:
            why.place = f'claim "{said[number_of_claim]}", record {walk.read}'
            raise
        total, met = total + walk.read, met + walk.met
    require(not records, "records are left")
    require(not parts, "parts are left")
    require(total == certificate.count, "the number of records is not the one in the trailer")
    least = claims[0][1] if claims[0][0] == MAX else 0
    most = claims[-1][1] if claims[-1][0] == MIN else len(game.names) - 1
    return said, game.names[least] if least == most else None, total, met


def check_file(path, graph=None):
    with open(path, "rb") as file:
        data = file.read()
    if graph is None:
        try:
            game = json.loads(data.split(b"\n", 2)[1])["game"]
            names = [name for name in game.partition(":")[2].split("/") if name not in ("", ".")] if game.startswith("graph:") else []
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            names = []
        beside = os.path.join(os.path.dirname(path), names[-1]) if names else ""
        graph = beside if os.path.isfile(beside) else None
    content = open(graph, "rb").read() if graph else None
    return check(data, content)


def main(arguments):
    sys.setrecursionlimit(20_000)
    graph, files, code = None, [], 0
    while arguments:
        argument = arguments.pop(0)
        if argument == "--graph" and arguments:
            graph = arguments.pop(0)
        else:
            files.append(argument)
    for path in files:
        try:
            print(f"{path}: accepted: {check_file(path, graph)}")
        except Rejected as why:
            print(f"{path}: rejected: {why}")
            code = 4
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
