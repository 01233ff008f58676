"""The web explorer, on this machine only."""

from __future__ import annotations

from . import _work
from ._foregone import Explorer
from ._places import Playable, as_position

_running: list[Explorer] = []


class Address(str):
    """The address of an explorer; `stop()` ends it. It ends with Python in any case."""

    _explorer: Explorer

    def stop(self) -> None:
        """Ends the explorer."""
        self._explorer.stop()

    def _repr_html_(self) -> str:
        return f"<a href='{self}' target='_blank'>{self}</a>"


def explore(position: Playable, *, memory: int | str | None = None, open: bool = False) -> Address:
    """Starts the web explorer at a position and returns its address, which only this machine reaches. `open` opens a browser, too.

    >>> import urllib.request, foregone as fg
    >>> address = fg.explore("connect4:4x4")
    >>> urllib.request.urlopen(address).status
    200
    >>> address.stop()
    """
    explorer = Explorer(as_position(position), _work.memory(memory))
    _running.append(explorer)
    address = Address(explorer.address)
    address._explorer = explorer
    if open:
        import webbrowser

        webbrowser.open(address)
    return address
