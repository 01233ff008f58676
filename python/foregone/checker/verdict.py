"""What a certificate proves."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from typing import Any

from .container import Certificate, blake3_hash
from .games import Game, Own, game_of
from .games.base import MAX, MIN, Rejected, require
from .texts import Digits, is_text
from .walk import Walk

MEMBERS = {"game", "rules", "position", "at_least", "at_most", "infinite", "graph", "gdl", "tablebase"}


@dataclass(frozen=True)
class Verdict:
    """What is proved."""

    #: Such as 'at least draw'.
    claims: list[str]
    #: The value, if the claims tell it.
    value: str | None
    records: int
    #: How many positions were met, each as often as it was met.
    positions: int

    def __str__(self) -> str:
        return f"{' and '.join(self.claims)}, {self.records} records"


def check(data: bytes, file: bytes | None = None) -> str:
    """Returns a text about what is proved, or raises `Rejected`. `file` is the content of the graph file or rule file of the game."""
    certificate = Certificate(data)
    header = header_of(certificate)
    name = header["game"].partition(":")[0]
    for member in ("graph", "gdl"):
        require((member in header) == (name == member), f"the header has {member} or lacks it")
        if member in header:
            require(file is not None, f"the file of {header['game']} is missing")
            require(header[member] == blake3_hash(file or b"").hex(), "the file of the game is another one")
    return str(examine(certificate, header, game_of(header["game"], str(header["rules"]), file)))


def check_rules(data: bytes, rules: Any) -> dict[str, Any]:
    """What a certificate proves about a game that is written in Python, as a dictionary like that of `foregone check --json`. Raises
    `foregone.Rejected`."""
    from foregone import errors
    try:
        certificate = Certificate(data)
        header = header_of(certificate)
        game = Own(rules)
        require(header["game"] == game.spelling, f"the certificate is about {header['game']}, not about {game.spelling}")
        require(header["rules"] == "1" and not {"graph", "gdl"} & set(header), "there is no such version of the rules")
        found = examine(certificate, header, game)
    except Rejected as why:
        raise errors.Rejected(why.place, str(why)) from None
    return {"game": header["game"], "position": header["position"], "claims": found.claims, "value": found.value, "positions": found.positions,
            "records": found.records, "bytes": len(data), "hash": data[-32:].hex(), "trusted": [], "rests_on": []}


def header_of(certificate: Certificate) -> dict[str, Any]:
    """The header, whose members are what they should be."""
    header = certificate.header
    require(isinstance(header, dict), "the header is no object")
    require({"game", "rules", "position"} <= set(header) <= MEMBERS, "the header has wrong members")
    require(all(is_text(v) for k, v in header.items() if k != "rules") and isinstance(header["rules"], Digits),
            "a member of the header has a wrong type")
    require("tablebase" not in header, "citations of a tablebase are not supported")
    return header


def claims_of(header: dict[str, Any], game: Game, root: Any) -> list[tuple[int, int]]:
    """The owner and the outcome of each claim."""
    require(("infinite" in header) == bool(game.returns), "the header has infinite or lacks it")
    members = [member for member in ("at_least", "at_most", "infinite") if member in header]
    outcomes = dict(zip(members, game.outcomes([header[member] for member in members])))
    if game.returns:
        require(outcomes.pop("infinite") == game.infinite(root), "infinite is not what the rules give")
    claims = [(MAX if member == "at_least" else MIN, outcome) for member, outcome in outcomes.items()]
    require(claims, "nothing is claimed")
    require(all(outcome != game.useless(owner) for owner, outcome in claims), "a claim is true of every position")
    require(len(claims) == 1 or claims[0][1] <= claims[1][1], "the claims contradict each other")
    return claims


def examine(certificate: Certificate, header: dict[str, Any], game: Game) -> Verdict:
    """Follows the proofs of all claims."""
    root = game.parse(header["position"])
    claims = claims_of(header, game, root)
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
    bounds = dict(claims)
    return Verdict(said, game.value(bounds.get(MAX), bounds.get(MIN)), total, met)


def file_beside(path: str, data: bytes) -> str | None:
    """The graph file or rule file of a certificate, which is looked for beside it."""
    try:
        kind, _, file = json.loads(data.split(b"\n", 2)[1])["game"].partition(":")
        if kind == "gdl":
            file = re.sub(",infinite=[^,]*$", "", re.sub(",role=[^,]*$", "", file))
        names = [name for name in file.split("/") if name not in ("", ".")] if kind in ("graph", "gdl") else []
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    beside = os.path.join(os.path.dirname(path), names[-1]) if names else ""
    return beside if os.path.isfile(beside) else None


def check_file(path: str, game_file: str | None = None) -> str:
    """Checks a file; `game_file` is the graph file or rule file, if it is not beside it."""
    with open(path, "rb") as file:
        data = file.read()
    game_file = file_beside(path, data) if game_file is None else game_file
    if game_file is None:
        return check(data)
    with open(game_file, "rb") as file:
        return check(data, file.read())


def main(arguments: list[str]) -> int:
    """The program: prints a verdict on each file; the exit code is 4 if one is rejected, and 1 if one cannot be read."""
    sys.setrecursionlimit(20_000)
    game_file: str | None = None
    files: list[str] = []
    code, arguments = 0, list(arguments)
    while arguments:
        argument = arguments.pop(0)
        if argument in ("--game-file", "--graph") and arguments:
            game_file = arguments.pop(0)
        else:
            files.append(argument)
    if not files:
        print("usage: checker FILE... [--game-file FILE]", file=sys.stderr)
        return 2
    for path in files:
        try:
            print(f"{path}: accepted: {check_file(path, game_file)}")
        except Rejected as why:
            print(f"{path}: rejected: {why}")
            code = 4
        except OSError as error:
            print(f"{path}: unreadable: {error.strerror}")
            code = code or 1
    return code
