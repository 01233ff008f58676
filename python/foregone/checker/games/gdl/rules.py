"""The rules of a rule file, without `or`, each with its conditions in an order in which they can be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Tuple

from ..base import require
from .text import Term, is_variable, plain, variables

#: The most rules that one of them may become, and the most conditions and variables of a rule.
MOST_RULES, MOST_CONDITIONS, MOST_VARIABLES = 10_000, 5_000, 1_000

#: The name of a relation and the number of its arguments.
Relation = Tuple[str, int]


def relation_of(sentence: Term) -> Relation:
    """The relation of a sentence."""
    if isinstance(sentence, str):
        return sentence, 0
    return str(sentence[0]), len(sentence) - 1


@dataclass(frozen=True)
class Condition:
    """A sentence that holds or does not hold, or two terms that differ or are equal."""

    #: 'holds', 'fails', 'differ' or 'equal'.
    kind: str
    #: The sentence, or the two terms.
    terms: tuple[Term, ...]

    def bound(self, known: set[str]) -> bool:
        """Whether it can be looked at when these variables are known."""
        if self.kind == "holds":
            return True
        if self.kind == "equal":
            return any(variables(term) <= known for term in self.terms)
        return all(variables(term) <= known for term in self.terms)


@dataclass(frozen=True)
class Rule:
    """The head holds if all conditions do."""

    head: Term
    conditions: tuple[Condition, ...]


def rules_of(one: tuple[Term, ...]) -> Iterator[Rule]:
    """The rules that a list of the file stands for."""
    if one[0] != "<=":
        head: Term = plain(one)
        bodies: list[list[Condition]] = [[]]
    else:
        require(len(one) > 1, "a rule has no head")
        head, bodies = plain(one[1]), list(_alternatives([(condition, True) for condition in one[2:]]))
    require(not is_variable(head), "a rule has a variable as its head")
    require(relation_of(head)[0] not in ("not", "or", "and", "distinct", "<="), "a head has a name that stands for something else")
    for body in bodies:
        yield Rule(head, _ordered(head, body))


def _alternatives(conditions: list[tuple[Term, bool]]) -> list[list[Condition]]:
    """The lists of conditions one of which must hold, if these must all hold, or fail where the second member is false."""
    found: list[list[Condition]] = [[]]
    for condition, holds in conditions:
        more = _one(condition, holds)
        require(len(found) * len(more) <= MOST_RULES, "a rule has too many alternatives")
        found = [[*before, *after] for before in found for after in more]
    return found


def _one(condition: Term, holds: bool) -> list[list[Condition]]:
    """The same for one condition."""
    name = condition[0] if isinstance(condition, tuple) and len(condition) > 1 else None
    parts = condition[1:] if isinstance(condition, tuple) else ()
    if name == "not":
        require(len(parts) == 1, "not has one condition")
        return _one(parts[0], not holds)
    if name in ("and", "or"):
        if (name == "and") == holds:
            return _alternatives([(part, holds) for part in parts])
        found = [body for part in parts for body in _one(part, holds)]
        require(len(found) <= MOST_RULES, "a rule has too many alternatives")
        return found
    if name == "distinct":
        require(len(parts) == 2, "distinct has two terms")
        return [[Condition("differ" if holds else "equal", tuple(plain(part) for part in parts))]]
    require(not is_variable(condition), "a variable stands where a condition should")
    return [[Condition("holds" if holds else "fails", (plain(condition),))]]


def _ordered(head: Term, body: list[Condition]) -> tuple[Condition, ...]:
    """The conditions in an order in which each can be looked at: what only tests comes first, then what has the most variables known."""
    known: set[str] = set()
    left, found = list(body), []
    names = variables(head).union(*(variables(term) for condition in body for term in condition.terms))
    require(len(body) <= MOST_CONDITIONS and len(names) <= MOST_VARIABLES, "a rule is too large")
    while left:
        ready = [condition for condition in left if condition.bound(known)]
        require(ready, "a rule is not safe: a variable is bound by no sentence")
        best = min(ready, key=lambda condition: _cost(condition, known))
        left.remove(best)
        found.append(best)
        for term in best.terms:
            known |= variables(term)
    require(variables(head) <= known, "a rule is not safe: a variable of its head is bound by no sentence")
    return tuple(found)


def _cost(condition: Condition, known: set[str]) -> tuple[bool, int]:
    names = set().union(*(variables(term) for term in condition.terms))
    return condition.kind == "holds" and not names <= known, len(names - known)
