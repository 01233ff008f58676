//! Which sentences hold: relations group by group, bottom-up, each group until nothing new follows.
//!
//! A group that depends on its own negation (as in "0 points unless 100") is evaluated by the alternating fixpoint of Van Gelder
//! 1989: with the negations judged by too few sentences, then by too many, and so on. If the two meet, the rules have one
//! meaning; if not, the file is refused.

use foldhash::HashSet;

use super::components::components;
use super::facts::{Facts, Path, Relation};
use super::read::{Condition, Rule};
use super::terms::{FREE, Name, Pattern, Term, Terms};

/// One step of a rule, in the order in which its conditions are looked at.
#[derive(Clone, Debug)]
enum Step {
    /// A sentence of a relation; if there is an index, those with this part at its path.
    Find(Pattern, Relation, Option<(usize, Pattern)>),
    Fails(Pattern, Relation),
    Distinct(Pattern, Pattern),
    /// The first term is known, and the second one is matched with it.
    Same(Pattern, Pattern),
}

#[derive(Clone, Debug)]
struct Compiled {
    head: Pattern,
    relation: Relation,
    steps: Vec<Step>,
    variables: usize,
}

/// Which part of the rules something belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// What holds always.
    Fixed,
    /// What depends on the state.
    State,
    /// What depends on the moves.
    Moves,
}

/// Relations that depend on each other, with their rules.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub relations: Vec<Relation>,
    pub part: Part,
    rules: Vec<usize>,
    depends_on_itself: bool,
    on_its_negation: bool,
}

/// The rules, ready for evaluation.
#[derive(Clone, Debug)]
pub(super) struct Program {
    rules: Vec<Compiled>,
    /// Lowest first.
    pub groups: Vec<Group>,
}

/// How much an evaluation may do: sentences that are looked at, and a question now and then whether to stop.
pub(super) struct Budget<'b> {
    pub steps: u64,
    pub stop: &'b dyn Fn() -> bool,
}

/// How deep terms may be, and how many there may be.
const DEPTH: usize = 60;
const TERMS: usize = 4_000_000;

/// The most conditions of a rule, whose order is looked for.
const CONDITIONS: usize = 5_000;

/// Sentences for which a negation counts as refuted, where a group is judged by its own negations.
type Assumed = Option<HashSet<Term>>;

impl Program {
    /// `truth` and `does` are the relations that are given.
    pub(super) fn new(
        rules: &[Rule],
        (truth, does): (Relation, Relation),
        terms: &Terms,
        facts: &mut Facts,
    ) -> Result<Program, String> {
        let mut compiled = Vec::new();
        let mut edges: Vec<(Relation, Relation, bool)> = Vec::new();
        for rule in rules {
            let relation = facts.relation(rule.head.relation(terms));
            for condition in &rule.body {
                if let Condition::Holds(pattern) | Condition::Fails(pattern) = condition {
                    let used = facts.relation(pattern.relation(terms));
                    edges.push((relation, used, matches!(condition, Condition::Fails(_))));
                }
            }
            compiled.push(Compiled::new(rule, relation, terms, facts)?);
        }
        let count = facts.names().count();
        let (mut needs, mut rules_of) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for &(one, other, _) in &edges {
            needs[one].push(other);
        }
        for (number, rule) in compiled.iter().enumerate() {
            rules_of[rule.relation].push(number);
        }
        let components = components(&needs);
        let mut group_of = vec![0; count];
        for (number, relations) in components.iter().enumerate() {
            relations.iter().for_each(|&relation| group_of[relation] = number);
        }
        let (mut itself, mut negated) = (vec![false; count], vec![false; count]);
        for &(one, other, not) in &edges {
            if group_of[one] == group_of[other] {
                itself[group_of[one]] = true;
                negated[group_of[one]] |= not;
            }
        }
        let mut parts = vec![Part::Fixed; count];
        let mut groups = Vec::new();
        for (number, relations) in components.into_iter().enumerate() {
            let below = || relations.iter().flat_map(|&relation| &needs[relation]);
            let has = |given: Relation, part: Part| {
                below().any(|&other| other == given || parts[other] == part)
            };
            let part = match () {
                () if has(does, Part::Moves) => Part::Moves,
                () if has(truth, Part::State) => Part::State,
                () => Part::Fixed,
            };
            relations.iter().for_each(|&relation| parts[relation] = part);
            let rules = relations.iter().flat_map(|&relation| rules_of[relation].clone()).collect();
            let (depends_on_itself, on_its_negation) = (itself[number], negated[number]);
            groups.push(Group { relations, part, rules, depends_on_itself, on_its_negation });
        }
        groups.retain(|group| !group.rules.is_empty());
        Ok(Program { rules: compiled, groups })
    }

    /// Evaluates a part of the rules, lowest groups first, whose relations are emptied before.
    pub(super) fn evaluate(
        &self,
        part: Part,
        facts: &mut Facts,
        terms: &mut Terms,
        budget: &mut Budget<'_>,
    ) -> Result<(), String> {
        for group in self.groups.iter().filter(|group| group.part == part) {
            group.relations.iter().for_each(|&relation| facts.clear(relation));
            match group.on_its_negation {
                false => self.saturate(group, &None, facts, terms, budget)?,
                true => self.alternate(group, facts, terms, budget)?,
            }
        }
        Ok(())
    }

    /// All that follows, with negations of the group itself judged by `assumed`.
    fn saturate(
        &self,
        group: &Group,
        assumed: &Assumed,
        facts: &mut Facts,
        terms: &mut Terms,
        budget: &mut Budget<'_>,
    ) -> Result<(), String> {
        loop {
            let mut any = false;
            for &number in &group.rules {
                let rule = &self.rules[number];
                let mut found = Vec::new();
                let binding = vec![FREE; rule.variables];
                let mut search = Search {
                    rule,
                    facts,
                    terms,
                    group,
                    assumed,
                    binding,
                    trail: Vec::new(),
                    found: &mut found,
                    budget,
                };
                search.run(0)?;
                for sentence in found {
                    if terms.depth(sentence) > DEPTH || terms.len() > TERMS {
                        return Err("the rules make ever more terms".to_owned());
                    }
                    any |= facts.add(rule.relation, sentence, terms);
                }
            }
            if !any || !group.depends_on_itself {
                return Ok(());
            }
        }
    }

    fn alternate(
        &self,
        group: &Group,
        facts: &mut Facts,
        terms: &mut Terms,
        budget: &mut Budget<'_>,
    ) -> Result<(), String> {
        let mut certain: HashSet<Term> = HashSet::default();
        loop {
            let possible = self.judged_by(group, certain.clone(), facts, terms, budget)?;
            let now = self.judged_by(group, possible.clone(), facts, terms, budget)?;
            if now == possible {
                return Ok(());
            }
            if now == certain {
                return Err("a relation depends on its own negation".to_owned());
            }
            certain = now;
        }
    }

    /// What follows when a negation of the group holds for whatever is not assumed. It is also what the facts are afterwards.
    fn judged_by(
        &self,
        group: &Group,
        assumed: HashSet<Term>,
        facts: &mut Facts,
        terms: &mut Terms,
        budget: &mut Budget<'_>,
    ) -> Result<HashSet<Term>, String> {
        group.relations.iter().for_each(|&relation| facts.clear(relation));
        self.saturate(group, &Some(assumed), facts, terms, budget)?;
        Ok(group.relations.iter().flat_map(|&relation| facts.all(relation)).copied().collect())
    }
}

impl Compiled {
    /// Puts the conditions into an order: what is bound first, then what has a bound part.
    fn new(
        rule: &Rule,
        relation: Relation,
        terms: &Terms,
        facts: &mut Facts,
    ) -> Result<Compiled, String> {
        if rule.body.len() > CONDITIONS {
            return Err(format!("a rule has more than {CONDITIONS} conditions"));
        }
        let mut bound = vec![false; rule.variables];
        let mut left: Vec<&Condition> = rule.body.iter().collect();
        let mut steps = Vec::new();
        while !left.is_empty() {
            let best = (0..left.len()).min_by_key(|&at| cost(left[at], &bound, terms));
            let Some(at) = best.filter(|&at| cost(left[at], &bound, terms) < UNSAFE) else {
                return Err("a variable is bound by no positive sentence".to_owned());
            };
            let condition = left.remove(at);
            let mut binds = Vec::new();
            steps.push(match condition {
                Condition::Holds(pattern) => {
                    pattern.variables(&mut binds);
                    let number = facts.relation(pattern.relation(terms));
                    let index = pattern.first_bound(&bound).map(|(path, part)| {
                        (facts.path(Path { relation: number, path }, terms), part)
                    });
                    Step::Find(pattern.clone(), number, index)
                }
                Condition::Fails(pattern) => {
                    Step::Fails(pattern.clone(), facts.relation(pattern.relation(terms)))
                }
                Condition::Distinct(one, other) => Step::Distinct(one.clone(), other.clone()),
                Condition::Same(one, other) => {
                    let (known, free) =
                        if one.is_bound(&bound) { (one, other) } else { (other, one) };
                    free.variables(&mut binds);
                    Step::Same(known.clone(), free.clone())
                }
            });
            binds.iter().for_each(|&variable| bound[variable] = true);
        }
        if !rule.head.is_bound(&bound) {
            return Err("a variable of a head is bound by no positive sentence".to_owned());
        }
        Ok(Compiled { head: rule.head.clone(), relation, steps, variables: rule.variables })
    }
}

/// The cost of a condition that cannot be looked at yet.
const UNSAFE: u32 = 9;

/// How early a condition should be looked at.
fn cost(condition: &Condition, bound: &[bool], terms: &Terms) -> u32 {
    let known = |pattern: &Pattern| pattern.is_bound(bound);
    match condition {
        Condition::Distinct(one, other) => {
            if known(one) && known(other) {
                0
            } else {
                UNSAFE
            }
        }
        Condition::Same(one, other) => {
            if known(one) || known(other) {
                0
            } else {
                UNSAFE
            }
        }
        Condition::Fails(pattern) => {
            if known(pattern) {
                1
            } else {
                UNSAFE
            }
        }
        Condition::Holds(pattern) if known(pattern) => 1,
        Condition::Holds(pattern) => {
            let name = pattern.relation(terms).0;
            // Moves are few, and so are the sentences of a state.
            let kind = if name == DOES {
                0
            } else if name == TRUE {
                1
            } else {
                2
            };
            if pattern.first_bound(bound).is_some() { 2 + kind } else { 5 + kind }
        }
    }
}

/// The names `true` and `does`, which are the first two of every file.
pub(super) const TRUE: Name = 0;
pub(super) const DOES: Name = 1;

/// One rule at work.
struct Search<'a, 'b> {
    rule: &'a Compiled,
    facts: &'a Facts,
    terms: &'a mut Terms,
    group: &'a Group,
    assumed: &'a Assumed,
    binding: Vec<Term>,
    /// The variables that are bound, in the order in which that happened.
    trail: Vec<usize>,
    found: &'a mut Vec<Term>,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    fn run(&mut self, at: usize) -> Result<(), String> {
        let rule = self.rule;
        let Some(step) = rule.steps.get(at) else {
            let head = rule.head.fill(&self.binding, self.terms);
            if !self.facts.holds(head) {
                self.found.push(head);
            }
            return Ok(());
        };
        match step {
            Step::Find(pattern, relation, index) => {
                let facts = self.facts;
                let sentences = match (pattern, index) {
                    (Pattern::Ground(sentence), _) => {
                        return if facts.holds(*sentence) { self.run(at + 1) } else { Ok(()) };
                    }
                    (_, Some((path, part))) => {
                        let term = part.fill(&self.binding, self.terms);
                        facts.at(*path, term)
                    }
                    (_, None) => facts.all(*relation),
                };
                for &sentence in sentences {
                    self.look()?;
                    self.matched(pattern, sentence, at)?;
                }
                Ok(())
            }
            Step::Fails(pattern, relation) => {
                let sentence = pattern.fill(&self.binding, self.terms);
                let holds = match self.assumed {
                    Some(assumed) if self.group.relations.contains(relation) => {
                        assumed.contains(&sentence)
                    }
                    _ => self.facts.holds(sentence),
                };
                if holds { Ok(()) } else { self.run(at + 1) }
            }
            Step::Distinct(one, other) => {
                let same =
                    one.fill(&self.binding, self.terms) == other.fill(&self.binding, self.terms);
                if same { Ok(()) } else { self.run(at + 1) }
            }
            Step::Same(known, free) => {
                let term = known.fill(&self.binding, self.terms);
                self.matched(free, term, at)
            }
        }
    }

    /// Counts a sentence that is looked at.
    fn look(&mut self) -> Result<(), String> {
        let budget = &mut *self.budget;
        let Some(left) = budget.steps.checked_sub(1) else {
            return Err("the rules take too long to evaluate".to_owned());
        };
        budget.steps = left;
        if left % 65_536 == 0 && (budget.stop)() {
            return Err("the evaluation of the rules was stopped".to_owned());
        }
        Ok(())
    }

    /// Goes on where a term has the form.
    fn matched(&mut self, pattern: &Pattern, term: Term, at: usize) -> Result<(), String> {
        let before = self.trail.len();
        let matched = pattern.matches(term, &mut self.binding, &mut self.trail, self.terms);
        let result = if matched { self.run(at + 1) } else { Ok(()) };
        for variable in self.trail.drain(before..) {
            self.binding[variable] = FREE;
        }
        result
    }
}
