//! Which sentences hold: relations group by group, bottom-up, each group until nothing new follows.
//!
//! A group that depends on its own negation (as in "0 points unless 100") is evaluated by the alternating fixpoint of Van Gelder
//! 1989: with the negations judged by too few sentences, then by too many, and so on. If the two meet, the rules have one
//! meaning; if not, the file is refused.

use foldhash::{HashMap, HashSet};

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

/// Relations that depend on each other, with their rules.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub relations: Vec<Relation>,
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
    /// What each relation depends on, itself included.
    pub needs: HashMap<Relation, HashSet<Relation>>,
}

/// How deep terms may be, and how many terms and steps one evaluation may make.
const DEPTH: usize = 60;
const TERMS: usize = 4_000_000;
const STEPS: u64 = 1_000_000_000;

/// Sentences for which a negation counts as refuted, where a group is judged by its own negations.
type Assumed = Option<HashSet<Term>>;

impl Program {
    pub(super) fn new(rules: &[Rule], terms: &Terms, facts: &mut Facts) -> Result<Program, String> {
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
        let mut needs: HashMap<Relation, HashSet<Relation>> = HashMap::default();
        for &(one, other, _) in &edges {
            needs.entry(one).or_default().insert(other);
        }
        close(&mut needs);
        let reaches = |one: Relation, other: Relation| {
            needs.get(&one).is_some_and(|below| below.contains(&other))
        };
        let mut heads: Vec<Relation> =
            compiled.iter().map(|rule: &Compiled| rule.relation).collect();
        heads.sort_unstable();
        heads.dedup();
        let mut groups: Vec<Group> = Vec::new();
        // What depends on less comes first; of two that depend on the same, that which depends on itself.
        heads.sort_by_key(|&head| (needs.get(&head).map_or(0, HashSet::len), !reaches(head, head)));
        for &head in &heads {
            if groups.iter().any(|group| group.relations.contains(&head)) {
                continue;
            }
            let same =
                |other: &Relation| *other == head || reaches(head, *other) && reaches(*other, head);
            let relations: Vec<Relation> = heads.iter().copied().filter(same).collect();
            let inside = |one: &Relation| relations.contains(one);
            groups.push(Group {
                rules: (0..compiled.len())
                    .filter(|&rule| inside(&compiled[rule].relation))
                    .collect(),
                depends_on_itself: reaches(head, head),
                on_its_negation: edges
                    .iter()
                    .any(|(one, other, not)| *not && inside(one) && inside(other)),
                relations,
            });
        }
        Ok(Program { rules: compiled, groups, needs })
    }

    /// Evaluates groups, lowest first, whose relations are empty before.
    pub(super) fn evaluate(
        &self,
        groups: &[&Group],
        facts: &mut Facts,
        terms: &mut Terms,
    ) -> Result<(), String> {
        let mut steps = 0;
        for &group in groups {
            match group.on_its_negation {
                false => self.saturate(group, &None, facts, terms, &mut steps)?,
                true => self.alternate(group, facts, terms, &mut steps)?,
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
        steps: &mut u64,
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
                    found: &mut found,
                    steps,
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
        steps: &mut u64,
    ) -> Result<(), String> {
        let mut certain: HashSet<Term> = HashSet::default();
        loop {
            let possible = self.judged_by(group, certain.clone(), facts, terms, steps)?;
            let now = self.judged_by(group, possible.clone(), facts, terms, steps)?;
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
        steps: &mut u64,
    ) -> Result<HashSet<Term>, String> {
        group.relations.iter().for_each(|&relation| facts.clear(relation));
        self.saturate(group, &Some(assumed), facts, terms, steps)?;
        Ok(group.relations.iter().flat_map(|&relation| facts.all(relation)).copied().collect())
    }
}

/// What each relation depends on in any number of steps.
fn close(needs: &mut HashMap<Relation, HashSet<Relation>>) {
    loop {
        let mut changed = false;
        let all: Vec<Relation> = needs.keys().copied().collect();
        for one in all {
            let below: Vec<Relation> = needs[&one].iter().copied().collect();
            let more: Vec<Relation> =
                below.iter().filter_map(|other| needs.get(other)).flatten().copied().collect();
            let own = needs.entry(one).or_default();
            let before = own.len();
            own.extend(more);
            changed |= own.len() > before;
        }
        if !changed {
            return;
        }
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
struct Search<'a> {
    rule: &'a Compiled,
    facts: &'a Facts,
    terms: &'a mut Terms,
    group: &'a Group,
    assumed: &'a Assumed,
    binding: Vec<Term>,
    found: &'a mut Vec<Term>,
    steps: &'a mut u64,
}

impl Search<'_> {
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
                    *self.steps += 1;
                    if *self.steps > STEPS {
                        return Err("the rules take too long to evaluate".to_owned());
                    }
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

    /// Goes on where a term has the form.
    fn matched(&mut self, pattern: &Pattern, term: Term, at: usize) -> Result<(), String> {
        let mut trail = Vec::new();
        let matched = pattern.matches(term, &mut self.binding, &mut trail, self.terms);
        let result = if matched { self.run(at + 1) } else { Ok(()) };
        trail.iter().for_each(|&variable| self.binding[variable] = FREE);
        result
    }
}
