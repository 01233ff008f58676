"""The games of OpenSpiel agree with ours, and those that are no games for us are refused."""

from __future__ import annotations

import time

import pytest

pyspiel = pytest.importorskip("pyspiel")

import foregone as fg

PAIRS = [
    ("connect_four(rows=4,columns=4)", "connect4:4x4"),
    ("tic_tac_toe", "tictactoe"),
    ("mnk(m=3,n=3,k=3)", "mnk:3,3,3"),
    ("mnk(m=4,n=3,k=3)", "mnk:4,3,3"),
    # On boards of fewer than six rows OpenSpiel begins with one row of pawns, and Foregone with two.
    ("breakthrough(rows=6,columns=2)", "breakthrough:2x6"),
    ("breakthrough(rows=6,columns=3)", "breakthrough:3x6"),
]


@pytest.mark.parametrize("theirs, ours", PAIRS)
def test_rules_agree(theirs, ours):
    native, game = fg.Game(ours).start(), fg.Game(fg.openspiel(theirs)).start()
    assert [native.perft(depth) for depth in range(1, 5)] == [game.perft(depth) for depth in range(1, 5)]


@pytest.mark.parametrize("theirs, ours", PAIRS[:1] + PAIRS[2:5])
def test_values_agree(theirs, ours):
    rules = fg.openspiel(theirs)
    result = fg.solve(rules)
    assert result.value == fg.solve(ours).value
    assert fg.check(result.certificate(), fg.openspiel(theirs)).value == result.value


@pytest.mark.parametrize("theirs, ours", [PAIRS[1], PAIRS[4]])
def test_numbers_of_positions_agree(theirs, ours):
    start = fg.Game(ours).start()
    seen, todo = {start}, [start]
    while todo:
        position = todo.pop()
        for move in position.moves:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len(fg.values(theirs)) == len(seen)


def test_exact_values():
    values = fg.values("tic_tac_toe")
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    assert values[state] == 0 and len(values) == 5478
    for action in (4, 1):
        state.apply_action(action)
    assert values[state] == 1 and state in values and values.key_of(state) in values
    with pytest.raises(KeyError):
        values["no such state"]


def test_theory():
    assert fg.solve(fg.openspiel("hex(board_size=3)")).value == "win"
    assert fg.solve(fg.openspiel("nim(pile_sizes=1;2;3)")).value == ("win" if nim_misere_or_not((1, 2, 3)) else "loss")


def nim_misere_or_not(piles):
    """The first player wins by plain search of the rules of OpenSpiel."""
    game = pyspiel.load_game(f"nim(pile_sizes={';'.join(map(str, piles))})")

    def best(state):
        if state.is_terminal():
            return state.returns()[0]
        pick = max if state.current_player() == 0 else min
        return pick(best(state.child(action)) for action in state.legal_actions())

    return best(game.new_initial_state()) > 0


@pytest.mark.parametrize("game, words", [
    ("kuhn_poker", "chance"), ("backgammon", "chance"), ("goofspiel", "same time"), ("matrix_pd", "same time"), ("dark_hex", "not perfect"),
    ("chinese_checkers(players=3)", "3 players"), ("phantom_ttt", "not perfect"),
])
def test_refusals_by_type(game, words):
    with pytest.raises(fg.Refused, match=words):
        fg.openspiel(game)


def test_other_refusals():
    with pytest.raises(fg.UnknownGame, match="nothing_like_it"):
        fg.openspiel("nothing_like_it")
    with pytest.raises(fg.SettingError):
        fg.openspiel("tic_tac_toe", key="hash")
    with pytest.raises(fg.Refused, match="more than 10 states"):
        fg.values("tic_tac_toe", most=10)


def test_keys():
    assert fg.openspiel("tic_tac_toe").key == "str"
    by_history = fg.openspiel("tic_tac_toe", key="serialize")
    assert by_history.key == "serialize" and fg.solve(by_history).value == "draw"
    assert fg.conform(fg.openspiel("tic_tac_toe"), lines=20)


def test_all_games_that_fit_are_taken_or_refused_with_a_sentence():
    taken = 0
    for kind in pyspiel.registered_games():
        if not kind.default_loadable:
            continue
        if kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION \
                and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC and kind.min_num_players <= 2 <= kind.max_num_players:
            rules = fg.openspiel(kind.short_name, key="str")
            moves = fg.Game(rules).start().moves
            assert moves
            taken += 1
    assert taken >= 30


def test_a_bot_that_plays_proved_moves():
    game = pyspiel.load_game("tic_tac_toe")
    bot = fg.as_bot("tic_tac_toe")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state) if state.current_player() == 1 else state.legal_actions()[-1])
    assert state.returns()[1] >= 0


def test_rates():
    rules = fg.openspiel("connect_four(rows=5,columns=5)")
    game = fg.Game(rules)
    begun = time.process_time()
    fg.solve(game.start(), algorithm="dfpn", nodes=40_000)
    rate = game.states / (time.process_time() - begun)
    print(f"new positions of Connect Four by OpenSpiel: {rate:,.0f} a second")
    assert rate > 1000
