"""Questions about positions: answered at once, or in the background."""

from __future__ import annotations

import json
import os
import time as clock
from typing import Any, Iterator, Mapping, overload

from . import _work
from ._foregone import Answer, ChanceGame, ChancePosition, Position, Task, start_resume, start_solve
from .chance import ChanceResult, solve_chance
from .errors import SettingError
from ._places import Playable, as_position
from .results import Effort, Result


def asked(position: Position | None, *, algorithm: str = "auto", at_least: str | None = None, within: tuple[str, str] | None = None,
          nodes: int | None = None, memory: int | str | None = None, time: float | None = None, certificate: bool | str = False,
          threads: int | None = None, checkpoint: str | os.PathLike[str] | None = None, every: float | None = None,
          replace: bool = False, watched: bool = False, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The settings as the native half takes them."""
    if at_least is not None and within is not None:
        raise SettingError("at_least and within are different questions; give one of them")
    if within is not None and not (isinstance(within, (tuple, list)) and len(within) == 2 and all(isinstance(end, str) for end in within)):
        raise SettingError(f'within is a pair of outcomes, such as ("draw", "win"), not {within!r}')
    if at_least is not None and not isinstance(at_least, str):
        raise SettingError(f"at_least is the name of an outcome, not {at_least!r}")
    if certificate not in (True, False, "small", "canonical"):
        raise SettingError(f'certificate is True, False, "small" or "canonical", not {certificate!r}')
    goal = "value"
    if at_least is not None:
        goal = f"at least {at_least}"
    elif within is not None:
        goal = f"range {within[0]}..{within[1]}"
    if threads is None and position is not None and position.game.rules is not None:
        threads = 1  # Python code runs on one thread at a time
    given = {name.replace("_", "-"): _work.word(value) for name, value in (options or {}).items() if value is not None}
    if threads is not None:
        given["threads"] = str(_work.count("threads", threads))
    return {"algorithm": algorithm, "goal": goal, "nodes": None if nodes is None else _work.count("nodes", nodes),
            "memory": _work.memory(memory), "time": _work.time(time), "certificate": bool(certificate),
            "canonical": certificate == "canonical", "small": certificate == "small", "options": list(given.items()),
            "checkpoint": checkpoint, "every": _work.time(every), "replace": replace, "watched": watched}


def _result(answer: Answer, settings: dict[str, Any] | None) -> Result:
    again = None
    position = answer.position
    if settings is not None and not settings["certificate"]:
        def again() -> Result:
            once_more = {**settings, "certificate": True, "checkpoint": None}
            return _result(_work.finish(start_solve(position, once_more)), None)
    return Result(position, answer.to_json(), answer.certificate(), checkpoint=answer.checkpoint, warnings=tuple(answer.warnings), again=again)


@overload
def solve(position: ChanceGame | ChancePosition, **settings: Any) -> ChanceResult: ...
@overload
def solve(position: Playable, *, algorithm: str = ..., at_least: str | None = ..., within: tuple[str, str] | None = ...,
          nodes: int | None = ..., memory: int | str | None = ..., time: float | None = ..., certificate: bool | str = ...,
          threads: int | None = ..., checkpoint: str | os.PathLike[str] | None = ..., every: float | None = ..., replace: bool = ...,
          on_interrupt: str = ..., progress: bool = ..., **options: Any) -> Result: ...


def solve(position: Any, *, on_interrupt: str = "raise", progress: bool = False, **settings: Any) -> Any:
    """What a position is worth to the first player. `position` may also be a game, the spelling of one, or rules in Python.

    `algorithm` is one of `foregone.algorithms()`. `at_least="draw"` asks only whether the value is at least that, `within=("loss", "draw")`
    only where it is in that range. `nodes`, `memory` (bytes, or '1GB') and `time` (seconds) are limits: when one is reached, the result has
    the bounds that are proved, and `stop` names the limit. `certificate` may be True, "small" or "canonical". `checkpoint` is a file
    in which the search is saved, `every` so many seconds. All other names are those of the option table (docs/algorithms.md), such as
    `epsilon=0.5`. Ctrl-C ends the search within a fifth of a second: KeyboardInterrupt has the result in its `args`, or, with
    `on_interrupt="return"`, the result is returned.

    >>> import foregone as fg
    >>> result = fg.solve("connect4:6x5", algorithm="pns", nodes=1000)
    >>> result.value, result.bounds, result.stop
    (None, ('loss', 'win'), 'nodes')
    >>> fg.solve("ewn:3x3").value
    Fraction(170, 243)
    """
    chance = _chance(position)
    if chance is not None:
        return solve_chance(chance, on_interrupt=on_interrupt, **settings)
    at = as_position(position)
    known, options = _split(settings)
    every = asked(at, watched=progress, options=options, **known)
    shown = _shown(progress)
    task = start_solve(at, every)
    try:
        return _result(_work.finish(task, on_interrupt, shown), every)
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(*(_result(answer, every) for answer in interrupt.args)) from None


SETTINGS = ("algorithm", "at_least", "within", "nodes", "memory", "time", "certificate", "threads", "checkpoint", "every", "replace")


def _split(settings: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of every search, and options of the option table."""
    known = {name: value for name, value in settings.items() if name in SETTINGS}
    return known, {name: value for name, value in settings.items() if name not in SETTINGS}


def _chance(position: Any) -> ChancePosition | None:
    if isinstance(position, str):
        from ._places import games

        names = {game["name"] for game in games() if game["chance"]}
        if position.split(":")[0].strip() not in names:
            return None
        position = ChanceGame(position)
    if isinstance(position, ChanceGame):
        return position.start()
    return position if isinstance(position, ChancePosition) else None


def _shown(progress: bool) -> Any:
    """Shows snapshots by tqdm if it is there, or else hands them to the logger."""
    if not progress:
        return None
    import logging

    log = logging.getLogger("foregone")
    return lambda snapshot: log.info("%.1f s, %s nodes, %s to %s", snapshot["seconds"], snapshot["counters"]["created"], *snapshot["bounds"])


class Snapshot:
    """A look at a running search: the members that docs/json.md describes for one, as attributes."""

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members
        self.seconds: float = members["seconds"]
        self.created: int = members["counters"]["created"]
        self.bounds: tuple[str, str] = tuple(members["bounds"])
        self.most_proving: list[str] = members["most_proving"]
        self.efforts = [Effort(**effort) for effort in members["efforts"]]
        self.moves: list[dict[str, Any]] = members["moves"]
        self.nodes: int = members["nodes"]
        self.bytes: int = members["bytes"]
        self.table: float | None = members["table"]
        self.share: float | None = members["share"]

    def to_dict(self) -> dict[str, Any]:
        """The object as it is."""
        return dict(self._members)

    def __repr__(self) -> str:
        return f"<foregone.Snapshot: {self.seconds:.1f} s, {self.created:,} nodes, {self.bounds[0]} to {self.bounds[1]}>"


class Search:
    """A search in the background. It ends with the block of `with`, or when Python ends."""

    def __init__(self, task: Task, settings: dict[str, Any] | None) -> None:
        self._task = _work.begun(task)
        self._settings = settings
        self._result: Result | None = None

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._task.is_done

    def stop(self) -> None:
        """Asks it to end with what is proved, from any thread."""
        self._task.stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until it has ended, at most that many seconds; says whether it has."""
        until = None if seconds is None else clock.monotonic() + seconds
        while not self._task.wait(_work.HEARD):
            if until is not None and clock.monotonic() >= until:
                return False
        return True

    @property
    def snapshot(self) -> Snapshot | None:
        """The last look at it."""
        _, text = self._task.snapshot()
        return None if text is None else Snapshot(json.loads(text))

    def progress(self, every: float = 0.5) -> Iterator[Snapshot]:
        """A look at it, every so many seconds, until it ends. A break of the loop leaves it running."""
        seen = 0
        while not self.wait(every):
            looks, text = self._task.snapshot()
            if looks > seen and text is not None:
                seen = looks
                yield Snapshot(json.loads(text))

    @property
    def result(self) -> Result:
        """What was found; waits for it."""
        if self._result is None:
            self.wait()
            self._result = _result(self._task.result(), self._settings)
        return self._result

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.wait(_work.PATIENCE)


def search(position: Playable, **settings: Any) -> Search:
    """Begins a search in the background, with the settings of `solve`.

    >>> import foregone as fg
    >>> with fg.search("connect4:7x6", algorithm="pns") as running:
    ...     for snapshot in running.progress(every=0.1):
    ...         running.stop()
    >>> running.result.stop
    'interrupted'
    """
    at = as_position(position)
    known, options = _split(settings)
    every = asked(at, watched=True, options=options, **known)
    return Search(start_solve(at, every), every)


def resume(checkpoint: str | os.PathLike[str], *, nodes: int | None = None, memory: int | str | None = None, time: float | None = None,
           every: float | None = None, on_interrupt: str = "raise") -> Result:
    """Goes on with a search that was saved. It ends like one that was never stopped. The limits are new; the nodes count from the
    beginning of the search.

    >>> import os, tempfile, foregone as fg
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "c.ckpt")
    ...     part = fg.solve("connect4:5x4", algorithm="dfpn", nodes=1000, checkpoint=file)
    ...     part.stop, fg.resume(file).value
    ('nodes', 'draw')
    """
    settings = asked(None, nodes=nodes, memory=0 if memory is None else memory, time=time, every=every)
    task = start_resume(checkpoint, settings)
    try:
        return _result(_work.finish(task, on_interrupt), None)
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(*(_result(answer, None) for answer in interrupt.args)) from None
