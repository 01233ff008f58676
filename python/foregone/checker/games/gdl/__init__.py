"""Games of rule files, in the Game Description Language."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Sequence

from ..base import MAX, MIN, Bounds, Game, Rejected, matched, require
from .evaluate import Evaluation, Facts, below, depends_on, groups_of, replaced
from .rules import Relation, Rule, relation_of, rules_of
from .text import Term, file_lists, position_of, written

#: The best goal that there can be.
BEST_GOAL = 1_000_000_000
TRUE, DOES = ("true", 1), ("does", 2)
#: The goals that names of outcomes stand for.
NAMED = {"loss": 0, "draw": 50, "win": 100}
#: So many positions are remembered with what was found about them.
REMEMBERED = 20_000


class Judged(NamedTuple):
    """What the rules say of a position."""

    #: What Max gets, if play is over.
    goal: int | None
    turn: int
    moves: list[Any]


class Gdl(Game):
    """A position is a set of terms. The index of an outcome is the goal."""

    remembers = True

    def __init__(self, spelling: str, data: bytes) -> None:
        rest, has_role, role = spelling.rpartition(",role=")
        _, has_infinite, infinite = (rest if has_role else spelling).rpartition(",infinite=")
        self.returns = True if has_infinite else None
        self.loop = infinite
        rules = [rule for one in file_lists(data) for rule in rules_of(one)]
        self.depends = depends_on(rules)
        self.refuse(rules)
        self.groups = [(group, below(group.relations, self.depends)) for group in groups_of(rules)]
        self.role_rules = [rule for rule in rules if relation_of(rule.head) == ("role", 1)]
        self.memory: dict[Any, Judged] = {}
        #: What holds whatever the position is.
        self.fixed = self.evaluate({}, lambda under: not under & {TRUE, DOES})
        self.roles = self.found_roles(role if has_role else None)

    def refuse(self, rules: list[Rule]) -> None:
        """Refuses rules that are about the wrong things."""
        require(all(relation_of(rule.head) not in (TRUE, DOES) for rule in rules), "a rule says what is true or what is done")
        for relations, forbidden in (([("legal", 2), ("goal", 2), ("terminal", 0)], {DOES}), ([("init", 1), ("role", 1)], {TRUE, DOES})):
            require(not below(relations, self.depends) & forbidden, f"{relations[0][0]} depends on what it must not")

    def evaluate(self, facts: Facts, fits: Callable[[set[Relation]], bool]) -> Facts:
        """What holds in the groups that fit, by the relations that they depend on, where these facts hold."""
        evaluation = Evaluation(facts)
        for group, under in self.groups:
            if fits(under):
                evaluation.add(group)
        return evaluation.facts

    def found_roles(self, chosen: str | None) -> list[Term]:
        """The two roles, that of Max first; in the order of their rules."""
        found: list[Term] = []
        for rule in self.role_rules:
            ways = Evaluation(dict(self.fixed)).ways(rule.conditions, 0, {})
            for head in sorted((replaced(rule.head, known) for known in ways), key=lambda head: written(head).encode()):
                if head[1] not in found:
                    found.append(head[1])
        require(len(found) == 2, "there are not two roles")
        if chosen is not None:
            require(chosen in map(written, found), f"there is no role {chosen!r}")
            found.sort(key=lambda role: written(role) != chosen)
        return found

    def parse(self, text: str) -> Any:
        return position_of(text)

    def judged(self, p: Any) -> Judged:
        """What the rules say of a position."""
        if p not in self.memory:
            if len(self.memory) >= REMEMBERED:
                self.memory.clear()
            self.memory[p] = self.judge(p)
        return self.memory[p]

    def judge(self, p: Any) -> Judged:
        """The same, found out."""
        now: Facts = {**self.fixed, TRUE: {("true", term) for term in p}}
        now = self.evaluate(now, lambda under: TRUE in under and DOES not in under)
        if now.get(("terminal", 0)):
            goals = {fact[2] for fact in now.get(("goal", 2), ()) if fact[1] == self.roles[0]}
            require(len(goals) == 1, "where play is over the player has no goal or several")
            return Judged(goal_of(goals.pop()), MAX, [])
        legal = [[fact[2] for fact in now.get(("legal", 2), ()) if fact[1] == role] for role in self.roles]
        require(all(legal), "a player has no move, and play is not over")
        choosing = [player for player in (MAX, MIN) if len(legal[player]) > 1]
        require(len(choosing) < 2, "both players choose at the same time")
        turn = choosing[0] if choosing else MAX
        after = []
        for move in sorted(legal[turn], key=lambda move: written(move).encode()):
            other = legal[1 - turn][0]
            does: set[Term] = {("does", self.roles[turn], move), ("does", self.roles[1 - turn], other)}
            then = self.evaluate({**now, DOES: does}, lambda under: DOES in under)
            after.append(frozenset(fact[1] for fact in then.get(("next", 1), ())))
        return Judged(None, turn, after)

    def turn(self, p: Any) -> int:
        return self.judged(p).turn

    def moves(self, p: Any) -> list[Any]:
        return self.judged(p).moves

    def bounds(self, p: Any) -> Bounds:
        goal = self.judged(p).goal
        return (0, BEST_GOAL, False) if goal is None else self.over(goal)

    def infinite(self, p: Any) -> int:
        goal = NAMED.get(self.loop)
        return goal_of(self.loop) if goal is None else goal

    def outcomes(self, names: Sequence[str]) -> list[int]:
        """The goals that names stand for."""
        if all(name in NAMED for name in names):
            return [NAMED[name] for name in names]
        return [goal_of(name) for name in names]

    def useless(self, owner: int) -> int:
        """Any goal may be in reach, as far as this checker knows, but none below 0."""
        return 0 if owner == MAX else BEST_GOAL

    def value(self, least: int | None, most: int | None) -> str | None:
        """Nothing is known of the goals beyond a claim."""
        return str(least) if least is not None and least == most else None


def goal_of(term: Term) -> int:
    """A goal as a number."""
    if not isinstance(term, str):
        raise Rejected("a goal is no number")
    matched("[0-9]{1,10}", term, f"the goal {term!r} is no whole number")
    require(int(term) <= BEST_GOAL, f"the goal {term} is too large")
    return int(term)
