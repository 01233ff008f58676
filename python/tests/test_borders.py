"""Whatever is passed in, what comes out is a result or an exception of the package: a panic of the native half never crosses the border."""

from __future__ import annotations

import os
import random

import pytest
from games import Chase, Nim
from hypothesis import given, settings, strategies as st

import foregone as fg

#: What input may raise. The exception that PyO3 makes of a panic is none of these, and a panic in work that runs in the background is named.
EXPECTED = (fg.ForegoneError, TypeError, ValueError, OverflowError, KeyError, OSError)
EXAMPLES = 2000 if os.environ.get("FOREGONE_THOROUGH") else 150


def harmless(call, *arguments, **more):
    """Calls something, and makes sure that nothing but an expected exception comes out."""
    try:
        return call(*arguments, **more)
    except EXPECTED as error:
        assert "mistake in foregone" not in str(error), error


SPELLINGS = [entry["spelling"] for entry in fg.games()] + ["connect4:6x5", "mnk:4,3,3", "woodpush:6,2,ko=previous", "othello:4x4,score=result", "ewn:3x3"]
PIECES = "0123456789,:=/.-xowb#LRSN abcdefgh\u0663\0\n\ud800"
odd_text = st.one_of(st.text(max_size=30), st.text(alphabet=PIECES, max_size=40))


@st.composite
def spellings(draw):
    text = draw(st.sampled_from(SPELLINGS))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.text(alphabet=PIECES, max_size=3)) + text[place + draw(st.integers(0, 2)):]
    return text


@given(st.one_of(spellings(), odd_text))
@settings(max_examples=EXAMPLES, deadline=None)
def test_spellings(text):
    harmless(fg.Game, text)
    harmless(fg.ChanceGame, text)


@given(st.sampled_from(["connect4:4x4", "tictactoe", "breakthrough:4x4", "woodpush:6,2,ko=previous", "hounds", "torere", "awari", "othello:4x4"]), odd_text, odd_text)
@settings(max_examples=EXAMPLES, deadline=None)
def test_positions_and_moves(spelling, position, moves):
    game = fg.Game(spelling)
    harmless(game.position, position)
    harmless(game.position, position, moves)
    harmless(game.start().play, moves)
    harmless(fg.analyse, game, moves, nodes=100)
    harmless(fg.svg, game.start(), {moves: position})


@given(st.sampled_from(["algorithm", "at_least", "within", "nodes", "memory", "time", "certificate", "threads", "every", "epsilon", "dag", "delete_solved",
                        "table", "knowledge", "order", "seed", "no_such_thing"]),
       st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10), st.tuples(st.text(max_size=5), st.text(max_size=5)), st.binary(max_size=5)))
@settings(max_examples=EXAMPLES, deadline=None)
def test_settings(name, value):
    if name == "threads" and isinstance(value, int) and 8 < value < 2**63:
        value = 3
    running = harmless(fg.search, "tictactoe", **{"nodes": 1000, "threads": 1, name: value})
    if running is not None:
        assert running.wait(30), "it does not end"
        harmless(lambda: running.result)


@given(st.binary(max_size=300))
@settings(max_examples=EXAMPLES, deadline=None)
def test_bytes(tmp_path_factory, data):
    file = tmp_path_factory.getbasetemp() / "bytes"
    for content in (data, b"foregone certificate 2\n" + data, b"foregone checkpoint 2\n" + data):
        harmless(fg.check, content)
        harmless(fg.proof, content)
        file.write_bytes(content)
        harmless(fg.resume, file)
        harmless(fg.check, file)


def test_damaged_certificates_and_checkpoints(tmp_path):
    certificate = fg.solve("connect4:4x4").certificate()
    file = tmp_path / "c"
    fg.solve("connect4:5x4", algorithm="dfpn", threads=1, nodes=2000, checkpoint=file)
    checkpoint, rng = file.read_bytes(), random.Random(1)
    for _ in range(EXAMPLES // 2):
        damaged = bytearray(certificate)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        tree = harmless(fg.proof, bytes(damaged))
        if tree is not None:
            node = harmless(lambda: tree.root)
            harmless(lambda: node and node.replies(order="hardest"))
        damaged = bytearray(checkpoint)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        other = tmp_path / "d"
        other.write_bytes(damaged)
        harmless(fg.resume, other, nodes=3000)


def test_folders_that_are_no_tables(tmp_path):
    harmless(fg.Tablebase, tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    harmless(fg.Tablebase, tmp_path)
    harmless(fg.Tablebase.build, "connect4", tmp_path / "t")
    harmless(fg.Tablebase.build, "no such game", tmp_path / "t")


@pytest.mark.parametrize("depth", [-1, 2**31, 2**40])
def test_depths(depth):
    with pytest.raises((OverflowError, fg.SettingError)):
        fg.Game("tictactoe").start().perft(depth)


def test_counting_lines_of_a_game_that_never_ends_can_be_stopped():
    import signal
    import threading

    for game in (fg.Game("torere"), fg.Game(Chase())):
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            game.start().perft(1000)


def test_rules_of_any_kind():
    """Rules that give anything at all where something else is expected."""
    odd = [None, True, -1, 10**30, 0.5, "", "win", b"win", (), [], [()], [("a",)], [("a", 1), 2], {"a": 1}, {("a", 1)}, object(), Nim, float("nan")]
    for expand in odd:
        for player in odd[:6]:
            rules = type("Odd", (), {"outcomes": ("loss", "win"), "start": lambda self: 0, "expand": lambda self, state, expand=expand: expand,
                                     "player": lambda self, state, player=player: player})()
            harmless(fg.solve, rules, nodes=100)
    for part in ("start", "outcomes", "name", "infinite", "text", "parse", "svg", "merit"):
        for value in odd:
            rules = type("Odd", (Nim,), {part: value})()
            game = harmless(fg.Game, rules)
            if game is not None:
                harmless(lambda: (str(game.start()), game.start()._repr_svg_(), fg.solve(game.start(), nodes=100), game.position("x")))


def test_other_interpreters_do_no_harm():
    """In another interpreter of the same process the package works, or is refused by an ordinary exception; this one goes on."""
    interpreters = pytest.importorskip("_xxsubinterpreters")
    other = interpreters.create()
    try:
        interpreters.run_string(other, "import foregone; assert foregone.solve('tictactoe').value == 'draw'")
    except interpreters.RunFailedError as error:
        assert "ImportError" in str(error)
    finally:
        interpreters.destroy(other)
    assert fg.solve("tictactoe").value == "draw"
