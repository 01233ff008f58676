"""Games in Python: values, certificates, mistakes, speed."""

from __future__ import annotations

import json
import pickle
import traceback

import pytest
from games import Chase, Listed, Nim, TicTacToe
from hypothesis import given, settings, strategies as st

import foregone as fg


def test_values():
    assert fg.solve(Nim()).value == "win"
    assert fg.solve(Nim(1, 2, 3)).value == "loss"
    assert fg.solve(TicTacToe()).value == "draw"
    assert fg.solve(Chase()).value == fg.solve(graph_of(Chase())).value


@pytest.mark.parametrize("algorithm", ["pns", "mopns", "pn2", "dfpn", "dfmopns", "alphabeta-tt", "alphabeta", "minimax"])
def test_all_algorithms(algorithm):
    result = fg.solve(Nim(1, 2, 4), algorithm=algorithm)
    assert result.value == "win" and result.best_move in ("2-1", "0-1", "1-1", "2-2")


def test_threads():
    assert fg.solve(TicTacToe(), algorithm="dfpn", threads=4).value == "draw"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def graph_of(rules, name="g.json"):
    fg.export_graph(rules, name)
    return fg.Game(f"graph:{name}")


def test_positions():
    game = fg.Game(TicTacToe())
    position = game.start().play("b2", "a1")
    assert str(position) == "o...x...." and position.state == "o...x...." and position.player == 0
    assert game.position("o...x....") == position and hash(game.position("o...x....")) == hash(position)
    assert position.moves[0] == "b1" and "o...x...." in position.text
    assert pickle.loads(pickle.dumps(position)).line == ["b2", "a1"]
    with pytest.raises(fg.NotationError, match="nine cells"):
        game.position("o")
    nim = fg.Game(Nim())
    assert nim.position("((0, 1, 0), 1)").moves == ("1-1",)
    assert len(fg.children(TicTacToe(), nodes=100_000)) == 9


def test_a_game_keeps_what_it_knows():
    rules = Nim(3, 4)
    game = fg.Game(rules)
    fg.solve(game)
    known = game.states
    assert known and known > 10
    fg.solve(game.start())
    assert game.states == known, "nothing is asked twice"
    assert fg.Game(rules) == game and hash(fg.Game(rules)) == hash(game) and fg.Game(Nim(3, 4)) != game
    assert fg.Game(rules).start() == game.start()


def test_exceptions_come_out_with_their_traceback():
    class Broken(Nim):
        def expand(self, state):
            if sum(state[0]) == 3:
                raise ZeroDivisionError("in the middle of a search")
            return super().expand(state)

    with pytest.raises(ZeroDivisionError, match="in the middle") as raised:
        fg.solve(Broken())
    assert "expand" in "".join(traceback.format_tb(raised.tb))

    class Mended(Nim):
        broken = True

        def expand(self, state):
            if self.broken and sum(state[0]) == 3:
                raise OSError("not now")
            return super().expand(state)

    rules = Mended()
    game = fg.Game(rules)
    with pytest.raises(OSError, match="not now"):
        fg.solve(game)
    rules.broken = False
    assert fg.solve(game).value == "win", "an exception is forgotten"


class Odd(fg.PythonGame):
    """Gives whatever it is told to."""

    def __init__(self, answer, player=0):
        self.answer, self.who = answer, player

    def start(self):
        return "start"

    def expand(self, state):
        return self.answer if state == "start" else "win"

    def player(self, state):
        return self.who


@pytest.mark.parametrize("rules, words", [
    (Odd("checkmate"), "checkmate"),
    (Odd([]), "no moves"),
    (Odd(None), "None"),
    (Odd([("a", 1), ("a", 2)]), "two moves named \"a\""),
    (Odd([("a b", 1)]), "spaces"),
    (Odd([("", 1)]), "empty"),
    (Odd([("a", 1, 2)]), "pairs"),
    (Odd([(1, 1)]), "pairs"),
    (Odd(["win"]), "pairs"),
    (Odd([("a", 1)], player=2), "0 for the first player"),
    (Odd([("a", 1)], player="first"), "0 for the first player"),
    (Odd([("a", "start")]), "play returns to a state"),
])
def test_wrong_games_are_named(rules, words):
    with pytest.raises(fg.GameError, match="start") as raised:
        fg.solve(rules)
    assert words in str(raised.value)
    assert not fg.conform(rules)


def test_states_that_cannot_be_hashed():
    with pytest.raises(TypeError, match="unhashable"):
        fg.solve(Odd([("a", [1])]))
    assert "hashed" in fg.conform(Odd([("a", [1])])).problems[0]


@pytest.mark.parametrize("change, words", [
    ({"outcomes": "win"}, "tuple of names"), ({"outcomes": ()}, "outcome"), ({"outcomes": ("win", "win")}, "win"), ({"outcomes": (1, 2)}, "texts"),
    ({"infinite": "never"}, "never"), ({"name": "a b"}, "spaces"), ({"expand": None}, "no method expand"),
])
def test_wrong_facts(change, words):
    rules = type("Wrong", (Nim,), change)()
    with pytest.raises(fg.GameError, match=words):
        fg.Game(rules)


def test_conform_is_content_with_good_games():
    for rules in (Nim(), TicTacToe(), Chase()):
        report = fg.conform(rules)
        assert report and report.states > 10, report
    assert fg.conform(Chase()).returns and not fg.conform(Nim()).returns


def test_limits_are_results():
    result = fg.solve(TicTacToe(), algorithm="pns", nodes=50)
    assert result.value is None and result.stop == "nodes"
    result = fg.solve(Nim(20, 30, 40), algorithm="dfpn", memory="2MB")
    assert result.value is None and result.stop == "memory"


def test_a_long_line_of_play():
    class Countdown(fg.PythonGame):
        def start(self):
            return 30_000

        def expand(self, n):
            return "win" if n == 0 else [("down", n - 1)]

        def player(self, n):
            return n % 2

    assert fg.solve(Countdown(), algorithm="dfpn").value == "win"


def test_certificates_and_graphs():
    for rules in (Nim(), TicTacToe(), Chase()):
        certificate = fg.solve(rules).certificate()
        accepted = fg.check(certificate, type(rules)())
        assert accepted.value == fg.solve(rules).value and accepted.verdict == "accepted"
        for place in range(0, len(certificate), 7):
            mutant = bytearray(certificate)
            mutant[place] ^= 4
            with pytest.raises(fg.Rejected):
                fg.check(bytes(mutant), rules)
        graph = graph_of(rules)
        native = fg.solve(graph).certificate()
        assert fg.check(native, game_file="g.json").value == accepted.value
    with pytest.raises(fg.Rejected, match="about"):
        fg.check(fg.solve(Nim()).certificate(), TicTacToe())
    with pytest.raises(fg.Refused):
        fg.export_graph(TicTacToe(), most=100)
    assert json.loads(fg.export_graph(Chase()))["repetition"] == "draw"


OUTCOMES = ("loss", "draw", "win")


@st.composite
def graphs(draw, loops):
    count = draw(st.integers(2, 14))
    nodes = []
    for number in range(count):
        low = 0 if loops else number + 1
        if number == count - 1 or (number and draw(st.integers(0, 3)) == 0):
            nodes.append(draw(st.sampled_from(OUTCOMES)))
        else:
            targets = draw(st.lists(st.integers(low, count - 1), min_size=1, max_size=4))
            nodes.append((draw(st.integers(0, 1)), targets))
    return nodes


def compare(rules, folder):
    graph = graph_of(rules, str(folder / "random.json"))
    own, native = fg.solve(rules), fg.solve(graph)
    assert own.value == native.value and own.value is not None
    for algorithm in ("dfpn", "dfmopns"):
        assert fg.solve(rules, algorithm=algorithm).value == own.value
    accepted = fg.check(own.certificate(), Listed(rules.nodes, rules.infinite))
    assert accepted.value == own.value


@given(graphs(loops=False))
@settings(max_examples=40, deadline=None)
def test_random_graphs(tmp_path_factory, nodes):
    compare(Listed(nodes), tmp_path_factory.getbasetemp())


@given(graphs(loops=True), st.sampled_from(OUTCOMES))
@settings(max_examples=40, deadline=None)
def test_random_graphs_with_loops(tmp_path_factory, nodes, infinite):
    compare(Listed(nodes, infinite), tmp_path_factory.getbasetemp())


def test_merit_and_pictures():
    class Drawn(TicTacToe):
        def svg(self, board):
            return f"<svg xmlns='http://www.w3.org/2000/svg'><text>{board}</text></svg>"

        def merit(self, board, move):
            return 1 if move == "b2" else 0

    game = fg.Game(Drawn())
    assert "....x...." in game.start().play("b2")._repr_svg_()
    assert fg.solve(game.start()).value == "draw"
