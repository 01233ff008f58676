"""Certificates that are changed a little."""

from __future__ import annotations

import random

from foregone import checker as cc

from .parsed import Parsed


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
