"""The two checkers, which share nothing, agree: on certificates of the program, on others that are written here, on changed ones, and on hostile ones.

With FOREGONE_THOROUGH there are many more of the changed and the random ones.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import sys

import pytest

pytest.importorskip("zstandard")
pytest.importorskip("blake3")

from certificates import files, rules, walks
from certificates.cases import Cases
from certificates.mutations import mutate
from certificates.parsed import Parsed
from certificates.questions import COMMANDS, ladder, random_commands, random_graph
from certificates.writer import WRITTEN, written

import foregone as fg
from foregone import checker

THOROUGH = bool(os.environ.get("FOREGONE_THOROUGH"))
#: Larger certificates take too long in Python.
LARGEST = 100_000 if THOROUGH else 1_500


@pytest.fixture(autouse=True)
def deep_recursion():
    """What writes certificates here follows whole lines of play."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(usual)


def here(data, file=None):
    """The verdict of the checker in Python."""
    try:
        checker.check(bytes(data), file)
    except checker.Rejected as why:
        return "rejected", str(why)
    return "accepted", ""


def there(data, file=None):
    """The verdict of the native checker."""
    try:
        accepted = fg.check(bytes(data), game_file=file, time=60)
    except fg.Rejected as why:
        return "rejected", str(why)
    except fg.ForegoneError as error:
        return "unreadable", str(error)
    return accepted.verdict, ""


def compare(data, file=None):
    """The verdict that both give."""
    ours, theirs = here(data, file), there(data, file)
    # The page refuses a part without records of a claim that needs none; the native checker reads over it.
    if theirs[0] == "accepted" and "part without records" in ours[1]:
        return "accepted"
    if theirs[0] == "unreadable" and "is missing" in ours[1]:
        return "unreadable"
    assert ours[0] == theirs[0], f"here {ours}, there {theirs}"
    return ours[0]


def certificate_of(command, folder, nodes=None):
    """The certificate of a question that is written as for the program; nothing if it is too large."""
    spelling, *options = shlex.split(command)
    given = dict(zip(options[::2], options[1::2]))
    game = fg.Game(f"graph:{folder}/{spelling[6:]}" if spelling.startswith("graph:") else spelling)
    position = game.position(given.pop("--position", None), given.pop("--moves", None))
    asked = {name.removeprefix("--").replace("-", "_"): value for name, value in given.items()}
    certificate = fg.solve(position, certificate=True, nodes=nodes, threads=1, **asked).certificate()
    return bytes(certificate) if len(certificate) <= LARGEST else None


def mutants_agree(data, file, number, seed):
    """Changes a certificate, and counts the verdicts."""
    rng, original, verdicts = random.Random(seed), Parsed.read(data, file), {"accepted": 0, "rejected": 0}
    for _ in range(number):
        mutant, count = mutate(original, rng)
        try:
            changed = mutant.encode(count)
        except checker.Rejected:
            continue
        if changed != original.encode():
            verdicts[compare(changed, file)] += 1
    return verdicts


@pytest.mark.parametrize("command", COMMANDS.strip().splitlines())
def test_certificates_of_the_program(command):
    data = certificate_of(command, None)
    if data is not None:
        assert compare(data) == "accepted"
        mutants_agree(data, None, 300 if THOROUGH else 4, command)


def test_random_positions():
    for command in random_commands(random.Random(1), 300 if THOROUGH else 56):
        try:
            data = certificate_of(command, None, 200_000)
        except fg.Refused:  # nothing was proved with so many nodes, or play is over
            continue
        if data is not None:
            assert compare(data) == "accepted", command
            mutants_agree(data, None, 100 if THOROUGH else 2, command)


def random_graphs():
    rng = random.Random(1)
    for place in range(16):
        outcomes = ["loss", "win"] if place % 3 == 0 else ["loss", "draw", "win"] if place % 3 == 1 else ["-2", "-1", "0", "1", "2"]
        yield random_graph(rng, rng.choice([8, 20, 60, 200]), place % 2 == 1, outcomes, outcomes[place // 3 % len(outcomes)])
    yield ladder(40)


def test_graphs(tmp_path):
    seen = {"accepted": 0, "rejected": 0}
    for place, content in enumerate(random_graphs()):
        file = json.dumps(content).encode()
        (tmp_path / "g.json").write_bytes(file)
        certificate = certificate_of("graph:g.json" + ["", " --position n1", " --position n2"][place % 3], tmp_path)
        assert compare(certificate, file) == "accepted"
        for verdict, number in mutants_agree(certificate, file, 300 if THOROUGH else 30, place).items():
            seen[verdict] += number
    assert min(seen.values()) > 0, seen


@pytest.mark.parametrize("spelling, rules_version, position", WRITTEN)
def test_certificates_that_are_written_here(spelling, rules_version, position):
    for version, cut, search in ((1, 0, 0), (2, 10**9, 0), (2, 7, 0.3), (2, 1, 0)):
        parsed = written(spelling, rules_version, position, version, cut, search, random.Random(spelling), None)
        data = parsed and parsed.encode()
        assert not data or len(data) > LARGEST or compare(data) == "accepted"


def test_certificates_of_graphs_that_are_written_here():
    for place, content in enumerate(list(random_graphs())[:-1]):
        file = json.dumps(content).encode()
        for version, cut, search in ((1, 0, 0), (2, 3, 0.2), (2, 1, 0)):
            data = written("graph:g.json", 1, f"n{place % 3}", version, cut, search, random.Random(place), file).encode()
            assert compare(data, file) == "accepted"


@pytest.mark.parametrize("make", [walks.searches, walks.parts, walks.cycles, files.headers, files.frames, files.graph_files, rules.statics, rules.wide_statics])
def test_edges_of_the_format(make):
    if make is rules.wide_statics and not THOROUGH:
        pytest.skip("takes a minute")
    cases = Cases()
    make(cases)
    for name, expected, data in cases.list:
        verdict = compare(data, cases.file_of(data)) if expected is not None else None
        assert verdict == expected, name


def test_texts():
    cases = Cases()
    rules.texts(cases, random.Random(7), 3000 if THOROUGH else 300)
    verdicts = [compare(data) for _, _, data in cases.list]
    assert {"accepted", "rejected"} <= set(verdicts)


def test_bounds_of_random_positions():
    cases = Cases()
    rules.bounds_of_random_positions(cases, random.Random(7), 3000 if THOROUGH else 150)
    for name, expected, data in cases.list:
        verdict = compare(data)
        assert expected in (None, verdict), name


@pytest.mark.skipif(not THOROUGH, reason="takes minutes")
def test_symmetric_positions():
    cases = Cases()
    rules.symmetric(cases, random.Random(7))
    for _, _, data in cases.list:
        compare(data)


RULE_FILES = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "gdl")


@pytest.mark.parametrize("name, options", [
    ("nim", ""), ("nim", ",role=o"), ("nim-misere", ""), ("chomp", ""), ("hexapawn", ""), ("hex-3x3", ""), ("chase-limit", ""), ("tictactoe", ""),
    ("chase", ",infinite=loss"), ("dodgem", ",infinite=win"), ("domineering", ""), ("connect3-4x4", ""),
])
def test_rule_files(name, options):
    path = os.path.join(RULE_FILES, f"{name}.kif")
    with open(path, "rb") as file:
        content = file.read()
    data = bytes(fg.solve(f"gdl:{path}{options}", certificate=True, threads=1).certificate())
    assert compare(data, content) == "accepted"
    assert compare(data, b"\xef\xbb\xbf" + content) == "rejected"
    assert compare(data, content + b"\n") == "rejected"
    mutants_agree(data, content, 200 if THOROUGH else 4, name)
