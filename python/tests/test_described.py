"""Everything public is described, and what is called has an example."""

from __future__ import annotations

import doctest
import inspect

import pytest

import foregone as fg

#: What `foregone` has without being imported from it: these need OpenSpiel.
OPENSPIEL = ("as_bot", "openspiel", "values")
PUBLIC = [name for name in fg.__all__ if name != "__version__" and name not in OPENSPIEL]
#: What users get, but do not make: the examples of what makes these show them.
MADE_ELSEWHERE = {"Accepted", "Analysis", "ChancePosition", "Conformance", "Counters", "Effort", "MoveValue", "Moves", "Picture", "Proof", "ProofNode", "Rules",
                  "Search", "Snapshot"}


def members(thing):
    return [(name, member) for name, member in inspect.getmembers(thing) if not name.startswith("_") and (callable(member) or isinstance(member, property)
            or inspect.isgetsetdescriptor(member))]


@pytest.mark.parametrize("name", PUBLIC)
def test_is_described(name):
    thing = getattr(fg, name)
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        for member_name, member in members(thing):
            if (thing, member_name) not in {(fg.Picture, member_name), (fg.Certificate, member_name)} or member_name in vars(thing):
                assert inspect.getdoc(member), f"{name}.{member_name}"
    is_called = not (inspect.isclass(thing) and (issubclass(thing, Exception) or name in MADE_ELSEWHERE))
    assert not is_called or ">>>" in (thing.__doc__ or ""), f"{name} has no example"


def test_examples_of_the_native_half_are_run():
    found = {test.name for test in doctest.DocTestFinder(exclude_empty=True).find(fg, "foregone") if test.examples}
    assert {"foregone.Game", "foregone.Game.position", "foregone.Position", "foregone.Position.perft", "foregone.ChanceGame"} <= found


def test_names_are_listed():
    assert set(dir(fg)) == set(fg.__all__)
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        fg.solv
