"""Certificates, and the independent checker."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _work
from ._foregone import Game, start_check
from .errors import Rejected
from .own import Rules


class Certificate(bytes):
    """The bytes of a certificate: a proof that anybody can check. docs/certificate.md describes them.

    >>> import foregone as fg
    >>> certificate = fg.solve("connect4:4x4", certificate=True).certificate()
    >>> certificate.claims, certificate.game
    (['at least draw', 'at most draw'], 'connect4:4x4')
    >>> fg.check(certificate).value
    'draw'
    """

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a file."""
        with open(path, "rb") as file:
            return cls(file.read())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file."""
        with open(path, "wb") as file:
            file.write(self)

    @property
    def header(self) -> dict[str, Any]:
        """What the certificate says it is about, unchecked."""
        try:
            found: dict[str, Any] = json.loads(self.split(b"\n", 2)[1])
            if not isinstance(found, dict):
                raise ValueError("it is no object")
        except (IndexError, ValueError) as error:
            raise Rejected("header", f"it cannot be read: {error}") from None
        return found

    @property
    def game(self) -> str:
        """The spelling of the game."""
        return str(self.header.get("game"))

    @property
    def position(self) -> str:
        """The position in the game's notation."""
        return str(self.header.get("position"))

    @property
    def claims(self) -> list[str]:
        """What is claimed, in words."""
        header = self.header
        words = {"at_least": "at least", "at_most": "at most"}
        return [f"{word} {header[member]}" for member, word in words.items() if member in header]

    @property
    def hash(self) -> str:
        """The hash at the end, in hexadecimal digits."""
        return self[-32:].hex()

    def __repr__(self) -> str:
        try:
            return f"<foregone.Certificate of {self.game}: {', '.join(self.claims)}; {len(self):,} bytes>"
        except Rejected:
            return f"<foregone.Certificate, unreadable; {len(self):,} bytes>"


class Accepted:
    """What the checker says of a certificate that it does not reject. The members are those of docs/json.md, such as `claims`, `value`,
    `positions`, `records`, `hash` and `trusted`. `verdict` is 'accepted', 'accepted on trust', or 'undecided' if a limit came first.
    """

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members
        self.undecided: str | None = members.get("undecided")
        self.claims: list[str] = list(members.get("claims", []))
        self.value: str | None = members.get("value")
        self.trusted: list[str] = list(members.get("trusted", []))

    @property
    def verdict(self) -> str:
        """'accepted', 'accepted on trust' or 'undecided'."""
        if self.undecided:
            return "undecided"
        return "accepted on trust" if self.trusted else "accepted"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._members:
            raise AttributeError(name)
        return self._members[name]

    def to_dict(self) -> dict[str, Any]:
        """What the checker says, as docs/json.md describes it."""
        return dict(self._members)

    def __bool__(self) -> bool:
        return not self.undecided

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Accepted) and self._members == other._members

    def __hash__(self) -> int:
        return hash(json.dumps(self._members, sort_keys=True))

    def __repr__(self) -> str:
        if self.undecided:
            return f"<undecided: {self._members['reason']}>"
        return f"<{self.verdict}: {self._members['game']} at {self._members['position']}: {', '.join(self.claims)}>"


def check(certificate: bytes | str | os.PathLike[str], game: Rules | Game | None = None, *,
          game_file: bytes | str | os.PathLike[str] | None = None, tablebase: str | os.PathLike[str] | None = None, strict: bool = False,
          threads: int = 1, memory: int | str | None = None, time: float | None = None) -> Accepted:
    """Checks a certificate, which is given as bytes or as the name of a file. The checker plays the game by rules of its own.

    A certificate of a game that is written in Python needs the game; the checker is then `foregone.checker`, which is written in Python
    and shares nothing with the search. A certificate of a `graph:` or `gdl:` game needs the file as `game_file`.

    Raises `Rejected` with the place and the reason. A limit of memory or time is no rejection: then the result is false, and `undecided`
    names the limit.

    >>> import foregone as fg
    >>> broken = bytearray(fg.solve("connect4:4x4").certificate())
    >>> broken[-1] ^= 1
    >>> fg.check(bytes(broken))
    Traceback (most recent call last):
        ...
    foregone.errors.Rejected: byte 375: the hash is not that of the file; the file is damaged: get it again
    """
    data = Certificate(certificate) if isinstance(certificate, (bytes, bytearray)) else Certificate.load(certificate)
    rules = game.rules if isinstance(game, Game) else game
    if rules is not None:
        from . import checker

        return Accepted(checker.check_rules(data, rules))
    if isinstance(game_file, (str, os.PathLike)):
        with open(game_file, "rb") as file:
            game_file = file.read()
    allowed = {"game_file": game_file, "tablebase": tablebase, "strict": strict, "threads": _work.count("threads", threads),
               "memory": None if memory is None else _work.memory(memory), "time": _work.time(time)}
    found: str = _work.finish(start_check(data, allowed))
    return Accepted(json.loads(found))
