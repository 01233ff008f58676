"""A checker of certificates in Python, which shares nothing with the one of the program. Written from docs/certificate.md alone; the words are
those of that page.

It knows versions 1 and 2 of the format and all games of that page, and games that are written in Python. It refuses certificates that cite
a tablebase, because it has no tables, and those of games with chance (version 3), which docs/certificate-chance.md describes.

    python3 -m foregone.checker FILE... [--game-file FILE]
    python3 python/foregone/checker FILE...      (without the package: needs only zstandard and blake3)

>>> import foregone as fg
>>> from foregone import checker
>>> checker.check(fg.solve("connect4:4x4").certificate())
'at least draw and at most draw, 462 records'

`container` is the file, `walk` the walk through a proof, `verdict` what a certificate proves, and `games` has the rules. Begin to read there.
"""

from .container import Certificate
from .games import game_of
from .games.base import MAX, MIN, Game, Rejected
from .verdict import check, check_file, check_rules, main
from .walk import Walk

__all__ = ["MAX", "MIN", "Certificate", "Game", "Rejected", "Walk", "check", "check_file", "check_rules", "game_of", "main"]
