"""Games, positions, questions and results."""

from __future__ import annotations

import copy
import json
import pickle
import xml.dom.minidom

import pytest

import foregone as fg


def test_games_are_values():
    game = fg.Game("connect4")
    assert game.spelling == "connect4:7x6" and game.kind == "never returns"
    assert game == fg.Game("connect4:7x6") != fg.Game("connect4:6x5")
    assert len({game, fg.Game("connect4:7x6")}) == 1
    assert pickle.loads(pickle.dumps(game)) == game
    assert eval(repr(game), {"foregone": fg}) == game
    assert any(entry["name"] == "connect4" for entry in fg.games())
    assert "auto" in fg.algorithms() and "dfpn" in fg.algorithms()


def test_positions_are_values():
    start = fg.Game("connect4:6x5").start()
    position = start.play("3").play("3")
    assert start.line == [] and position.line == ["3", "3"]
    assert position == start.play("3", "3") == start.play("33")
    assert position == fg.Game("connect4:6x5").position(str(position))
    assert len({position, start.play("33"), start}) == 2
    assert position.undo() == start.play("3")
    assert (position.player, start.play("3").to_move) == (0, "second")
    for place in (start, position, fg.Game("connect4:6x5").position(str(position)).play("1")):
        assert pickle.loads(pickle.dumps(place)) == place == copy.deepcopy(place)
        assert pickle.loads(pickle.dumps(place)).line == place.line
        assert eval(repr(place), {"foregone": fg}) == place
    assert start.perft(3) == 6**3
    with pytest.raises(AttributeError):
        position.line = []
    over = fg.Game("tictactoe").position("xxx/oo./...")
    assert over.is_over and over.outcome == "win" and over.moves == ()


def test_pictures_do_not_share_names():
    position = fg.Game("breakthrough:4x4").start()
    svg = position.svg(fg.children(position, nodes=100_000))
    xml.dom.minidom.parseString(svg)
    assert "mark" in svg and "<svg" in position._repr_svg_()
    assert "mark win" in fg.svg(fg.Game("tictactoe").start(), {"b2": "win"})


@pytest.mark.parametrize("algorithm", ["auto", "pns", "mopns", "pn2", "dfpn", "dfmopns", "alphabeta-tt"])
def test_algorithms_agree(algorithm):
    result = fg.solve("connect4:4x4", algorithm=algorithm)
    assert (result.value, result.status, result.stop) == ("draw", "solved", "solved")
    assert result.counters.created > 0


def test_results_are_honest():
    result = fg.solve("connect4:6x5", algorithm="pns", nodes=1000)
    assert (result.value, result.bounds, result.stop, result.status) == (None, ("loss", "win"), "nodes", "unknown")
    assert not any(ask(outcome) for ask in (result.proved, result.refuted) for outcome in ("draw", "win"))
    assert result.proved("loss"), "everything is at least a loss"
    asked = fg.solve("connect4:4x4", at_least="draw")
    assert (asked.holds, asked.value, asked.bounds) == (True, None, ("draw", "win"))
    assert fg.solve("connect4:4x4", at_least="win").holds is False
    assert fg.solve("connect4:4x4", within=("draw", "win")).bounds[1] == "draw"
    with pytest.raises(ValueError):
        result.proved("checkmate")


def test_dictionaries_are_those_of_the_page():
    result = fg.solve("tictactoe", threads=1)
    assert result.to_dict() == json.loads(result.to_json())
    members = {"schema", "game", "position", "to_move", "algorithm", "chosen", "goal", "options", "status", "value", "bounds", "best_move",
               "line", "most_proving", "efforts", "counters", "stop", "seconds", "unproved", "trusted", "believed", "reported"}
    assert set(result.to_dict()) == members and result.to_dict()["schema"] == 2
    assert pickle.loads(pickle.dumps(result)) == result
    assert "draw" in repr(result) and "draw" in result._repr_html_()


def test_options():
    result = fg.solve("connect4:4x4", algorithm="dfpn", epsilon=0.5, threads=1)
    assert result.to_dict()["options"]["epsilon"] == 0.5
    result = fg.solve("connect4:4x4", algorithm="pns", dag=True, delete_solved="at-once")
    assert result.to_dict()["options"]["dag"] is True


@pytest.mark.parametrize("call, error, words", [
    (lambda: fg.Game("conect4"), fg.UnknownGame, "connect4"),
    (lambda: fg.Game("conect4"), LookupError, "unknown game"),
    (lambda: fg.Game("connect4:0x0"), fg.NotationError, ""),
    (lambda: fg.Game("pig"), fg.NotationError, "chance"),
    (lambda: fg.Game("connect4").position("nonsense"), fg.NotationError, ""),
    (lambda: fg.Game("connect4").start().play("9"), fg.IllegalMove, "9"),
    (lambda: fg.Game("connect4").start().play("9"), ValueError, ""),
    (lambda: fg.Game("connect4").start().undo(), fg.IllegalMove, "no move"),
    (lambda: fg.solve("connect4", algorithm="magic"), fg.SettingError, "auto, pns"),
    (lambda: fg.solve("connect4", algorithm="dfpn", dag=True), fg.Refused, "dag"),
    (lambda: fg.solve("connect4", colour="red"), fg.SettingError, "colour"),
    (lambda: fg.solve("connect4", nodes=-1), fg.SettingError, "nodes"),
    (lambda: fg.solve("connect4", nodes=2.5), fg.SettingError, "nodes"),
    (lambda: fg.solve("connect4", memory="lots"), fg.SettingError, "1GB"),
    (lambda: fg.solve("connect4", time=float("nan")), fg.SettingError, "seconds"),
    (lambda: fg.solve("connect4", threads=0), fg.SettingError, "threads"),
    (lambda: fg.solve("connect4", at_least="checkmate"), fg.SettingError, "checkmate"),
    (lambda: fg.solve("connect4", certificate="huge"), fg.SettingError, "certificate"),
    (lambda: fg.solve("connect4:4x4", on_interrupt="panic"), fg.SettingError, "return"),
    (lambda: fg.solve("woodpush:5,2,ko=previous", algorithm="pns"), fg.Refused, ""),
    (lambda: fg.resume("/nowhere/at.all"), fg.CheckpointError, "not there"),
    (lambda: fg.resume("/nowhere/at.all"), OSError, ""),
    (lambda: fg.Tablebase("/nowhere"), fg.ForegoneError, "nowhere"),
    (lambda: fg.analyse("tictactoe", "b2 b2"), fg.IllegalMove, "move 2"),
    (lambda: fg.check(b"no certificate"), fg.Rejected, ""),
    (lambda: fg.proof(b"no certificate"), fg.Rejected, "header"),
    (lambda: fg.solve(7), fg.GameError, "start"),
    (lambda: fg.children(fg.ChanceGame("pig")), TypeError, "chance"),
])
def test_bad_input(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value)


def test_places_of_errors():
    with pytest.raises(fg.IllegalMove) as raised:
        fg.Game("connect4:4x4").start().play("1 2 9")
    assert (raised.value.text, raised.value.place) == ("1 2 9", "move 3")
    with pytest.raises(fg.NotationError) as raised:
        fg.Game("connect4:4x4").position("xx")
    assert (raised.value.text, raised.value.place) == ("xx", "position")


def test_moves_and_analyses(tmp_path):
    moves = fg.children(fg.Game("tictactoe").position(moves="b2 a2"))
    assert moves.value == "win" and moves[0].best and len(moves) == 7 and moves.by_name("c2").value == "draw"
    assert str(moves).splitlines()[0].split() == ["move", "value", "bounds", "plies", "nodes", "best"]
    assert "<table>" in moves._repr_html_() and len(moves[:2]) == 2
    assert moves.to_dict()["moves"][0]["move"] == moves[0].move
    analysis = fg.analyse(fg.Game("connect4:6x5"), "3 3 4 4 5")
    assert [(ply.number, ply.move) for ply in analysis.turning_points] == [("2...", "4")]
    xml.dom.minidom.parseString(analysis.chart())
    analysis.chart().save(tmp_path / "chart.svg")
    pandas = pytest.importorskip("pandas")
    assert list(analysis.to_pandas()["mark"]) == [ply.mark for ply in analysis]
    assert isinstance(moves.to_pandas(), pandas.DataFrame)


def test_chance():
    from fractions import Fraction

    result = fg.solve(fg.ChanceGame("ewn:3x3"), certificate=True)
    assert result.value == Fraction(170, 243) and result.bounds == (result.value, result.value)
    assert fg.check(result.certificate()).value == "170/243"
    assert fg.solve("ewn:3x3", at_least=Fraction(7, 10)).holds is False
    moves = fg.solve("piglet:3", every_move=True).moves
    assert moves and all(value is not None for value in moves.values())
    position = fg.ChanceGame("pig:10").start().play("4 hold")
    assert pickle.loads(pickle.dumps(position)) == position and position.to_move == "chance"
    with pytest.raises(fg.SettingError):
        fg.solve("piglet:3", epsilon=1)


def test_checkpoints(tmp_path):
    file, copy_of_it = tmp_path / "c.ckpt", tmp_path / "copy.ckpt"
    whole = fg.solve("connect4:5x4", algorithm="dfpn", threads=1)
    part = fg.solve("connect4:5x4", algorithm="dfpn", threads=1, nodes=whole.counters.created // 2, checkpoint=file)
    assert part.stop == "nodes" and part.checkpoint == str(file)
    part.save_checkpoint(copy_of_it)
    with pytest.raises(fg.CheckpointError):
        fg.solve("connect4:5x4", algorithm="dfpn", threads=1, checkpoint=file)
    rest = fg.resume(copy_of_it)
    assert rest.value == whole.value and rest.counters.created == whole.counters.created
    assert not copy_of_it.exists(), "nothing is left to go on with"
    with pytest.raises(fg.CheckpointError):
        rest.save_checkpoint(file)


def test_proofs():
    tree = fg.proof(fg.solve("connect4:4x4").certificate())
    assert tree.claims == ["at least draw", "at most draw"] and tree.root.place == "answer"
    node = tree.root.replies()[0]
    replies = node.replies(order="hardest")
    sizes = [reply.positions for reply in replies]
    assert node.place == "replies" and sizes == sorted(sizes, reverse=True) and len(replies) == 4
    assert "<details" in tree._repr_html_() and "<script" not in tree._repr_html_()
    assert fg.proof(fg.solve("connect4:4x4").certificate(), claim=1).root.position == tree.position


def test_tables(tmp_path):
    tables = fg.Tablebase.build("breakthrough:3x4", tmp_path / "t")
    start = fg.Game("breakthrough:3x4").start()
    assert tables[start] == fg.solve(start).value
    assert start in tables and fg.Game("tictactoe").start() not in tables
    assert tables.probe(start)["outcome"] == tables[start]
    with pytest.raises(KeyError):
        tables[fg.Game("tictactoe").start()]
    assert fg.solve(fg.Game("breakthrough:3x4", tablebase=tmp_path / "t")).value == tables[start]


def test_explorer():
    import urllib.request

    address = fg.explore(fg.Game("connect4:4x4").start().play("2"))
    assert address.startswith("http://127.0.0.1:")
    assert b"connect4:4x4" in urllib.request.urlopen(address).read()
    address.stop()
