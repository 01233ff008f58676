"""Two checkers that share nothing agree: the native one, and foregone.checker."""

from __future__ import annotations

import random

import pytest

import foregone as fg
from foregone import checker
from foregone.checker import container

QUESTIONS = [
    ("tictactoe", {}), ("mnk:4,3,3", {"algorithm": "dfpn"}), ("mnk:4,4,3", {"algorithm": "mopns"}),
    ("connect4:4x4", {}), ("connect4:4x4", {"certificate": "small", "algorithm": "dfpn"}), ("connect4:4x4", {"certificate": "canonical"}),
    ("connect4:5x4,score=pons", {}), ("connect4:5x5", {"at_least": "draw"}),
    ("breakthrough:3x4", {}), ("breakthrough:3x5", {"algorithm": "dfpn"}), ("breakthrough:4x4", {"algorithm": "pn2"}),
    ("woodpush:5,2", {}), ("woodpush:6,2,ko=previous", {}), ("woodpush:6,2,ko=previous,loop=-1", {}),
    ("hounds", {}), ("torere", {"at_least": "draw"}),
]


def certificate_of(game, asked):
    return fg.solve(game, **{"certificate": True, **asked}).certificate()


def verdict_here(data):
    try:
        return checker.check(bytes(data))
    except checker.Rejected:
        return None


def verdict_there(data):
    try:
        accepted = fg.check(bytes(data))
        return f"{' and '.join(accepted.claims)}, {accepted.records} records"
    except fg.Rejected:
        return None


@pytest.mark.parametrize("game, asked", QUESTIONS)
def test_both_accept_what_is_proved_and_refuse_mutants(game, asked):
    certificate = certificate_of(game, asked)
    assert verdict_here(certificate) == verdict_there(certificate) is not None
    rng = random.Random(3)
    for _ in range(20):
        mutant = bytearray(certificate)
        mutant[rng.randrange(len(mutant))] ^= 1 << rng.randrange(8)
        assert verdict_here(mutant) is None and verdict_there(mutant) is None
    for end in (0, 1, 30, len(certificate) // 2, len(certificate) - 1):
        assert verdict_here(certificate[:end]) is None and verdict_there(certificate[:end]) is None


def rewritten(certificate, change):
    """The certificate with other integers in its first part, and a hash that fits."""
    zstandard = pytest.importorskip("zstandard")
    parsed = checker.Certificate(bytes(certificate))
    head = certificate[: sum(len(line) + 1 for line in certificate.split(b"\n", 2)[:2])]
    chunks = [chunk for part in parsed.parts for chunk in part]
    marks = [place > 0 for part in parsed.parts for place, _ in enumerate(part)]
    change(chunks[0])
    out = [head]
    for chunk, mark in zip(chunks, marks):
        frame = zstandard.ZstdCompressor().compress(b"".join(map(leb128, chunk)))
        out += [(len(frame) | mark << 31).to_bytes(4, "little"), frame]
    body = b"".join(out) + bytes(4) + parsed.count.to_bytes(8, "little")
    return body + container.blake3_hash(body)


def leb128(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


@pytest.mark.parametrize("game, asked", [QUESTIONS[0], QUESTIONS[1], QUESTIONS[11], QUESTIONS[12]])
def test_both_judge_changed_records_alike(game, asked):
    certificate = certificate_of(game, asked)
    assert rewritten(certificate, lambda records: None)[-32:] and verdict_here(rewritten(certificate, lambda records: None))
    rng, refused = random.Random(5), 0
    for _ in range(60):
        def change(records):
            place = rng.randrange(len(records))
            records[place] = max(0, records[place] + rng.choice([-4, -1, 1, 4, 8]))

        mutant = rewritten(certificate, change)
        here, there = verdict_here(mutant), verdict_there(mutant)
        assert here == there
        refused += here is None
    assert refused > 30


def test_without_packages(monkeypatch):
    """The native half stands in for zstandard and blake3."""
    from foregone._foregone import blake3_hash, unzstd

    certificate = certificate_of("tictactoe", {})
    expected = verdict_here(certificate)
    monkeypatch.setattr(container, "zstandard", None)
    monkeypatch.setattr(container, "blake3_hash", blake3_hash)
    monkeypatch.setattr(container, "unzstd", unzstd, raising=False)
    assert verdict_here(certificate) == expected
    mutant = bytearray(certificate)
    mutant[-40] ^= 1
    assert verdict_here(mutant) is None


def test_the_program_of_the_checker(tmp_path, capsys):
    file = tmp_path / "p.fgc"
    certificate_of("tictactoe", {}).save(file)
    assert checker.main([str(file)]) == 0 and "accepted" in capsys.readouterr().out
    assert fg.check(file).value == "draw" and fg.Certificate.load(file).hash == fg.check(file).hash


def test_limits_are_no_rejections():
    accepted = fg.check(certificate_of("connect4:4x4", {}), memory=1000)
    assert not accepted and accepted.verdict == "undecided" and accepted.undecided == "memory"
