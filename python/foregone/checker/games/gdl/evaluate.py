"""Which sentences hold: the well-founded semantics (Van Gelder 1989), one group of relations that depend on each other after the other."""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, Iterable, Iterator, Mapping, Set

from ..base import require
from .rules import Condition, Relation, Rule, relation_of
from .text import DEEPEST_TERM, Term, depth, is_variable

#: The most sentences that are looked at for one position.
MOST_LOOKS = 20_000_000

Facts = Dict[Relation, Set[Term]]
Known = Mapping[str, Term]


def matched(pattern: Term, term: Term, known: Known) -> Known | None:
    """What variables are if a pattern is a term, or nothing if it cannot be."""
    if isinstance(pattern, str):
        if not is_variable(pattern):
            return known if pattern == term else None
        if pattern not in known:
            return {**known, pattern: term}
        return known if known[pattern] == term else None
    if isinstance(term, str) or len(term) != len(pattern):
        return None
    found: Known | None = known
    for one, other in zip(pattern, term):
        if found is None:
            return None
        found = matched(one, other, found)
    return found


def replaced(term: Term, known: Known) -> Term:
    """A term with its variables replaced by what is known."""
    if isinstance(term, str):
        return known.get(term, term) if is_variable(term) else term
    return tuple(replaced(part, known) for part in term)


class Group:
    """Relations that depend on each other, and their rules."""

    def __init__(self, relations: set[Relation], rules: list[Rule]) -> None:
        self.relations, self.rules = relations, rules
        inside = [condition.kind for rule in rules for condition in rule.conditions
                  if condition.kind in ("holds", "fails") and relation_of(condition.terms[0]) in relations]
        self.is_recursive, self.negates_itself = bool(inside), "fails" in inside


class Evaluation:
    """Finds what holds, and counts what it looks at."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.looks = facts, 0
        self.believed: Facts = {}

    def add(self, group: Group) -> None:
        """Finds what holds in a group, after the groups that it depends on."""
        if not group.negates_itself:
            self.facts.update(self.least(group, {}))
            return
        # What certainly holds grows and what may hold shrinks, until nothing changes.
        certain: Facts = {}
        while True:
            possible = self.least(group, certain)
            more = self.least(group, possible)
            if more == certain:
                break
            certain = more
        require(certain == possible, "the rules leave open whether a sentence holds")
        self.facts.update(certain)

    def least(self, group: Group, believed: Facts) -> Facts:
        """The least facts of a group, if of its sentences under `not` those hold that are believed."""
        found: Facts = {relation: set() for relation in group.relations}
        before = {relation: self.facts.get(relation, set()) for relation in group.relations}
        self.facts.update(found)
        self.believed = {relation: believed.get(relation, set()) for relation in group.relations} if group.negates_itself else {}
        grows = True
        while grows:
            grows = False
            for rule in group.rules:
                heads = found[relation_of(rule.head)]
                fresh = {replaced(rule.head, known) for known in self.ways(rule.conditions, 0, {})} - heads
                require(all(depth(head) <= DEEPEST_TERM + 1 for head in fresh), "a term is nested too deep")
                heads |= fresh
                grows = grows or bool(fresh) and group.is_recursive
        self.believed = {}
        for relation, facts in before.items():
            self.facts[relation] = facts
        return found

    def ways(self, conditions: tuple[Condition, ...], at: int, known: Known) -> Iterator[Known]:
        """What variables can be so that all conditions hold."""
        if at == len(conditions):
            yield known
            return
        for more in self.one(conditions[at], known):
            yield from self.ways(conditions, at + 1, more)

    def one(self, condition: Condition, known: Known) -> Iterable[Known]:
        """The same for one condition."""
        self.looks += 1
        require(self.looks <= MOST_LOOKS, "the rules of a position take too long")
        terms = [replaced(term, known) for term in condition.terms]
        if condition.kind == "holds":
            return self.facts_like(condition.terms[0], terms[0], known)
        if condition.kind == "fails":
            relation = relation_of(terms[0])
            facts = self.believed.get(relation, self.facts.get(relation, set()))
            return () if terms[0] in facts else (known,)
        if condition.kind == "differ":
            return (known,) if terms[0] != terms[1] else ()
        found = matched(terms[0], terms[1], known) if not any(map(is_variable, _parts(terms[1]))) else matched(terms[1], terms[0], known)
        return () if found is None else (found,)

    def facts_like(self, pattern: Term, sentence: Term, known: Known) -> Iterable[Known]:
        """The facts that a sentence with variables can be."""
        facts = self.facts.get(relation_of(pattern), set())
        if not any(map(is_variable, _parts(sentence))):
            return (known,) if sentence in facts else ()
        self.looks += len(facts)
        found = (matched(pattern, fact, known) for fact in list(facts))
        return [one for one in found if one is not None]


def _parts(term: Term) -> Iterator[Term]:
    """The words of a term."""
    if isinstance(term, str):
        yield term
    else:
        for part in term:
            yield from _parts(part)


def depends_on(rules: Iterable[Rule]) -> dict[Relation, set[Relation]]:
    """The relations that each relation depends on directly."""
    found: dict[Relation, set[Relation]] = defaultdict(set)
    for rule in rules:
        found[relation_of(rule.head)].update(relation_of(condition.terms[0]) for condition in rule.conditions if condition.kind in ("holds", "fails"))
    return found


def below(relations: Iterable[Relation], depends: Mapping[Relation, set[Relation]]) -> set[Relation]:
    """The relations that some depend on in the end, themselves included."""
    found, todo = set(relations), list(relations)
    while todo:
        for other in depends.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def groups_of(rules: list[Rule]) -> list[Group]:
    """The groups, each after those that it depends on."""
    depends = depends_on(rules)
    members: dict[frozenset[Relation], set[Relation]] = defaultdict(set)
    for relation in list(depends):
        members[frozenset(below([relation], depends))].add(relation)
    # Whatever depends on a group, but is not in it, has more below it.
    ordered = sorted(members.items(), key=lambda item: len(item[0]))
    return [Group(group, [rule for rule in rules if relation_of(rule.head) in group]) for _, group in ordered]
