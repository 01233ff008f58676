"""Searches, parts and cycles."""

from __future__ import annotations

from .cases import ENDS, EXAMPLE, NO, OPEN, YES, Cases, graph


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
