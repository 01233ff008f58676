"""Ctrl-C, other threads, memory, the end of the interpreter, and the program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from games import Nim, TicTacToe

import foregone as fg

LONG = "connect4:7x6"


def interrupted(seconds):
    """Sends a Ctrl-C later."""
    moment = []

    def send():
        moment.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, send)
    timer.start()
    return moment


def delay(moment):
    return time.monotonic() - moment[0]


def test_ctrl_c_returns_what_is_proved():
    moment = interrupted(0.4)
    result = fg.solve(LONG, algorithm="pns", on_interrupt="return")
    assert delay(moment) < slack(0.2)
    assert (result.stop, result.value) == ("interrupted", None) and result.counters.created > 0


def slack(seconds):
    """More time where the machine has other work, as much as a short sleep takes too long."""
    begun = time.monotonic()
    for _ in range(5):
        time.sleep(0.01)
    return seconds * max(1.0, (time.monotonic() - begun) / 0.06) + 0.1 * (os.getloadavg()[0] > os.cpu_count())


@pytest.mark.parametrize("call", [
    lambda: fg.solve(LONG, algorithm="pns"),
    lambda: fg.children(LONG, algorithm="dfpn"),
    lambda: fg.analyse(LONG, "4 4 4"),
    lambda: fg.solve(Nim(20, 30, 40, 50)),
])
def test_ctrl_c_raises(call):
    moment = interrupted(0.4)
    with pytest.raises(KeyboardInterrupt) as raised:
        call()
    assert delay(moment) < slack(0.3)
    assert raised.value.args, "the result so far"


def test_other_threads_run_on():
    counted = [0]
    ends = threading.Event()

    def count():
        while not ends.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    fg.solve(LONG, algorithm="pns", time=0.5)
    ends.set()
    thread.join()
    assert counted[0] > 20


def test_background():
    with fg.search(LONG, algorithm="pns") as running:
        seen = []
        for snapshot in running.progress(every=0.1):
            seen.append(snapshot.created)
            assert snapshot.bounds == ("loss", "win")
            if len(seen) == 3:
                running.stop()
    assert seen == sorted(seen) and running.done and running.result.stop == "interrupted"
    with fg.search("connect4:4x4") as running:
        assert running.result.value == "draw"
    assert running.result is running.result
    with fg.search(TicTacToe()) as running:
        assert running.result.value == "draw"


def test_searches_from_many_threads():
    found = []
    rules = Nim(2, 3, 4)

    def ask():
        found.append(fg.solve(rules).value)
        found.append(fg.solve("connect4:4x4").value)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["draw"] * 4 + ["win"] * 4


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="only Linux tells")
def test_memory_stays_flat():
    solves = 10_000 if os.environ.get("FOREGONE_THOROUGH") else 1_000
    game = fg.Game("tictactoe").position(moves="b2 a1 c3")
    place = fg.Game(TicTacToe()).position(moves="b2 a1 c3")

    def work(times):
        for _ in range(times):
            fg.solve(game, algorithm="pns", certificate=True).certificate()
            fg.solve(place, algorithm="pns")
            fg.solve(Nim(2, 2))

    work(solves // 10)
    before = resident()
    work(solves)
    assert resident() - before < 20 << 20


def run(code, **more):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, **more)


def test_the_interpreter_can_end_while_searches_run():
    code = ("import foregone as fg, sys; sys.path.insert(0, %r); from games import Nim\n"
            "a = fg.search('connect4:7x6', algorithm='pns'); b = fg.search(Nim(20, 30, 40, 50)); e = fg.explore('connect4:4x4')\n"
            "import time; time.sleep(0.3)") % os.path.dirname(__file__)
    ended = run(code)
    assert (ended.returncode, ended.stderr) == (0, "")


def program(*arguments, **more):
    return subprocess.run([sys.executable, "-m", "foregone", *arguments], capture_output=True, text=True, timeout=60, **more)


def test_the_program():
    assert program("--version").stdout.strip() == f"foregone {fg.__version__}"
    assert json.loads(program("solve", "tictactoe", "--json").stdout)["value"] == "draw"
    bad = program("solve", "conect4")
    assert bad.returncode == 2 and "connect4" in bad.stderr and bad.stderr.count("\n") == 1
    assert program("solve", "connect4:7x6", "--nodes", "10").returncode == 3


def test_rates():
    """New positions a second of a game in Python, as a ratio to an empty method that is called as often."""

    class Empty(fg.PythonGame):
        """A long line: almost nothing but the call."""

        def start(self):
            return 0

        def expand(self, n):
            return "win" if n == 20_000 else [("on", n + 1)]

        def player(self, n):
            return 0

    def rate(rules):
        game = fg.Game(rules)
        begun = time.process_time()
        fg.solve(game.start(), algorithm="dfpn", nodes=60_000)
        return game.states / (time.process_time() - begun)

    empty, nim, tictactoe = rate(Empty()), rate(Nim(5, 6, 7, 8)), rate(TicTacToe())
    print(f"new positions a second: empty {empty:,.0f}, Nim {nim / empty:.3f} of it, tic-tac-toe {tictactoe / empty:.3f} of it")
    assert nim / empty > 0.01 and tictactoe / empty > 0.01
