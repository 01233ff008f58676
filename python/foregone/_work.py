"""Waiting for work on native threads, and what settings are called there."""

from __future__ import annotations

import atexit
import json
import re
import weakref
from time import monotonic
from typing import Any, Callable

from ._foregone import Task
from .errors import SettingError

#: So long a Ctrl-C may go unheard, in seconds.
HEARD = 0.05
#: So long work may take to end after it was asked to, in seconds. Code of a game in Python may not return at all.
PATIENCE = 5.0
UNITS = {"": 1, "B": 1, "K": 10**3, "KB": 10**3, "M": 10**6, "MB": 10**6, "G": 10**9, "GB": 10**9, "T": 10**12, "TB": 10**12,
         "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}
USUAL_MEMORY = 2**30

_running: "weakref.WeakSet[Task]" = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """Threads that go on while Python ends would have nothing to ask."""
    tasks = list(_running)
    for task in tasks:
        task.stop()
    for task in tasks:
        task.wait(PATIENCE)


def begun(task: Task) -> Task:
    """Work that is stopped when Python ends."""
    _running.add(task)
    return task


def stop(task: Task) -> bool:
    """Asks work to end, and waits for it; false if it does not end."""
    task.stop()
    until = monotonic() + PATIENCE
    while not task.wait(HEARD):
        if monotonic() > until:
            return False
    return True


def finish(task: Task, on_interrupt: str = "raise", seen: Callable[[Any], None] | None = None) -> Any:
    """Waits for work. Other Python threads run on meanwhile. Ctrl-C ends the work; then KeyboardInterrupt has the result so far in
    its `args`, or the result is returned if that is wished."""
    if on_interrupt not in ("raise", "return"):
        raise SettingError(f'on_interrupt is "raise" or "return", not {on_interrupt!r}')
    begun(task)
    looks = 0
    try:
        while not task.wait(HEARD):
            if seen is not None:
                now, snapshot = task.snapshot()
                if now > looks and snapshot is not None:
                    looks = now
                    seen(json.loads(snapshot))
        return task.result()
    except KeyboardInterrupt:
        if not stop(task):
            raise
        found = task.result()
        if on_interrupt == "return":
            return found
        raise KeyboardInterrupt(found) from None
    except BaseException:
        task.stop()
        raise


def memory(size: int | str | None) -> int:
    """A number of bytes: 1000000, '1GB', '512 MiB'. Usually 1 GiB."""
    if size is None:
        return USUAL_MEMORY
    if isinstance(size, str):
        found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([A-Za-z]*)\s*", size)
        if not found or found[2].upper() not in UNITS:
            raise SettingError(f"{size!r} is no size of memory; write it like '1GB' or '512 MiB'")
        size = int(float(found[1]) * UNITS[found[2].upper()])
    return count("memory", size)


def count(name: str, number: int) -> int:
    """A number that is not negative."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise SettingError(f"{name} is a whole number, not {number!r}")
    if not 0 <= number < 2**63:
        raise SettingError(f"{name} is a number from 0 to 2^63 - 1, not {number}")
    return number


def time(seconds: float | None) -> float | None:
    """A number of seconds."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < 1e9:
        raise SettingError(f"time is a number of seconds, not {seconds!r}")
    return float(seconds)


def word(value: Any) -> str:
    """A value of the option table."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


