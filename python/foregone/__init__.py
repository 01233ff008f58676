"""Foregone proves what two-player games of perfect information are worth, and hands out certificates that an independent checker accepts.

>>> import foregone as fg
>>> fg.solve("connect4:4x4").value
'draw'

Values are always those of the first player. docs/python.md is the guide.
"""

from ._foregone import ChanceGame, ChancePosition, Game, Position, algorithm_names as algorithms
from ._foregone import __version__
from .analysis import Analysis, analyse
from .certificates import Accepted, Certificate, check
from .chance import ChanceResult
from .conformance import Conformance, conform
from .errors import (
    CheckpointError,
    ForegoneError,
    GameError,
    IllegalMove,
    NotationError,
    Refused,
    Rejected,
    SettingError,
    UnknownGame,
)
from .explorer import explore
from ._places import games
from .moves import Moves, MoveValue, children, svg
from .own import PythonGame, Rules, export_graph
from .proofs import Proof, ProofNode, proof
from .results import Counters, Effort, Result
from .solving import Search, Snapshot, resume, search, solve
from .tablebases import Tablebase
from .tables import Picture

__all__ = [
    "Accepted", "Analysis", "Certificate", "ChanceGame", "ChancePosition", "ChanceResult", "CheckpointError", "Conformance",
    "Counters", "Effort", "ForegoneError", "Game", "GameError", "IllegalMove", "MoveValue", "Moves", "NotationError", "Picture",
    "Position", "Proof", "ProofNode", "PythonGame", "Refused", "Rejected", "Result", "Rules", "Search", "SettingError", "Snapshot",
    "Tablebase", "UnknownGame", "__version__", "algorithms", "analyse", "as_bot", "check", "children", "conform", "explore",
    "export_graph", "games", "openspiel", "proof", "resume", "search", "solve", "svg", "values",
]


def __getattr__(name: str) -> object:
    """OpenSpiel is imported only when it is used."""
    if name in ("openspiel", "as_bot", "values"):
        from . import _openspiel

        return getattr(_openspiel, name)
    raise AttributeError(f"module 'foregone' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
