//! Grounding: from rules with variables to their instances, bottom-up.
//!
//! First the static relations, group by group; then one fixpoint over everything that can ever hold. There a negated sentence
//! that depends on the state counts as possible, `does` is what was ever `legal`, and `true` what was ever `init` or `next`.
//! Then all instances are written down, rule by rule.

mod database;
mod fixpoint;
mod instances;
mod join;
mod limits;
mod pattern;
mod plan;
mod split;
mod strata;
mod terms;

pub use limits::Limits;
pub(crate) use terms::{TermId, Terms};

use database::Database;
use join::Budget;
use limits::Excess;
use pattern::Pattern;
use plan::{CompiledRule, Condition};

use crate::error::{Error, Place, Stage};
use crate::rules::{INIT, Literal, NEXT, ROLE, RuleSet, Symbol, Symbols};

/// How deep terms may be. Terms of games have three levels or four.
pub(crate) const DEPTH: usize = 60;

/// One instance of a rule: the head holds if all conditions do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    /// The sentence, as an index into [`Ground::sentences`].
    pub head: u32,
    pub rule: u32,
    first: u32,
    end: u32,
}

/// All instances of the rules of a file.
pub(crate) struct Ground {
    pub terms: Terms,
    pub roles: Vec<TermId>,
    /// The state at the start: arguments of `init`.
    pub initial: Vec<TermId>,
    /// All sentences that depend on the state and can hold: `true`, `does`, and what follows from them.
    pub sentences: Vec<TermId>,
    pub instances: Vec<Instance>,
    literals: Vec<u32>,
    /// Where the rules stand.
    pub places: Vec<Place>,
}

impl Ground {
    /// The conditions of an instance: twice the index of a sentence, and one more if it must not hold.
    pub(crate) fn conditions(&self, instance: &Instance) -> &[u32] {
        &self.literals[instance.first as usize..instance.end as usize]
    }
}

/// Grounding at work.
struct Grounder<'a> {
    set: &'a RuleSet,
    terms: Terms,
    database: Database,
    rules: Vec<CompiledRule>,
    budget: Budget<'a>,
    /// How many heads or instances each rule has made.
    made: Vec<usize>,
    /// The rule that is at work.
    current: usize,
    /// The symbols of the file and those of parts of rules.
    part_names: Symbols,
}

/// Grounds a rule set that was checked.
pub(crate) fn ground(set: &RuleSet, limits: Limits<'_>) -> Result<Ground, Error> {
    let mut grounder = Grounder {
        set,
        terms: Terms::default(),
        database: Database::default(),
        rules: Vec::new(),
        budget: Budget { limits, steps: 0 },
        made: vec![0; set.rules.len()],
        current: 0,
        part_names: set.symbols.clone(),
    };
    let strata = strata::strata(set);
    grounder.compile(&strata);
    grounder.run(&strata).map_err(|excess| grounder.error(excess))
}

impl Grounder<'_> {
    fn compile(&mut self, strata: &strata::Strata) {
        for rule in &self.set.rules {
            let terms = &mut self.terms;
            let database = &mut self.database;
            let body = rule.body.iter().map(|literal| match literal {
                Literal::Holds(sentence) => Condition::Holds {
                    pattern: Pattern::of(sentence, terms),
                    relation: database.relation(sentence.relation()),
                    open: strata.open.contains(&sentence.relation()),
                },
                Literal::Fails(sentence) => Condition::Fails {
                    pattern: Pattern::of(sentence, terms),
                    open: strata.open.contains(&sentence.relation()),
                },
                Literal::Distinct(one, other, _) => Condition::Distinct(
                    Pattern::of_term(one, terms),
                    Pattern::of_term(other, terms),
                ),
                Literal::Same(one, other, _) => {
                    Condition::Same(Pattern::of_term(one, terms), Pattern::of_term(other, terms))
                }
            });
            let body = body.collect();
            self.rules.push(CompiledRule {
                head: Pattern::of(&rule.head, &mut self.terms),
                relation: self.database.relation(rule.head.relation()),
                body,
                variables: rule.variables.len(),
                place: rule.head.place,
            });
        }
    }

    fn run(&mut self, strata: &strata::Strata) -> Result<Ground, Excess> {
        for group in &strata.groups {
            self.fixpoint(&|relation| group.contains(&relation))?;
        }
        let initial = self.arguments((INIT, 1));
        for &term in &initial {
            self.hold(crate::rules::TRUE, &[term]);
        }
        self.fixpoint(&|relation| strata.open.contains(&relation))?;
        let roles = self.arguments((ROLE, 1));
        let (sentences, instances, literals) = self.instances(strata)?;
        Ok(Ground {
            terms: core::mem::take(&mut self.terms),
            roles,
            initial,
            sentences,
            instances,
            literals,
            places: self.rules.iter().map(|rule| rule.place).collect(),
        })
    }

    /// The only arguments of the sentences of a relation.
    fn arguments(&self, relation: (Symbol, u32)) -> Vec<TermId> {
        let sentences = self.database.sentences(relation);
        sentences.iter().map(|&sentence| self.terms.arguments(sentence)[0]).collect()
    }

    /// Adds a sentence that follows without a rule.
    fn hold(&mut self, symbol: Symbol, arguments: &[TermId]) {
        let sentence = self.terms.intern(symbol, arguments);
        let relation = self.database.relation((symbol, arguments.len() as u32));
        self.database.add(relation, sentence);
    }

    /// The sentence for a person about why grounding stopped.
    fn error(&self, excess: Excess) -> Error {
        let limits = &self.budget.limits;
        let at = |rule: usize, message: String| {
            Error::at(Stage::Grounding, self.rules[rule].place, message)
        };
        let most = (0..self.made.len()).max_by_key(|&rule| self.made[rule]).unwrap_or(0);
        let name = self.set.symbols.name(self.set.rules[most].head.symbol);
        match excess {
            Excess::Depth => {
                let rule = &self.set.rules[self.current];
                let head = self.set.write(rule, &rule.head);
                let grown = self.deepest();
                at(
                    self.current,
                    format!(
                        "terms grow for ever: {head} made {grown}; bound them by a relation that lists what can occur"
                    ),
                )
            }
            Excess::Instances => at(
                most,
                format!(
                    "the rules have more than {} instances, and this rule for '{name}' has most of them, {}; make its conditions narrower or raise the limit",
                    limits.instances, self.made[most]
                ),
            ),
            Excess::Terms => at(
                most,
                format!(
                    "more than {} terms and sentences can occur, and this rule for '{name}' makes most of them, {}; make its conditions narrower or raise the limit",
                    limits.terms, self.made[most]
                ),
            ),
            Excess::Steps | Excess::Stopped => at(
                self.current,
                format!(
                    "instances of the rules were not found within the limit of {}; this rule was at work; make its conditions narrower or raise the limit",
                    if excess == Excess::Steps { "steps" } else { "time" }
                ),
            ),
        }
    }

    /// The beginning of a term that is too deep.
    fn deepest(&self) -> String {
        let deepest =
            (0..self.terms.len() as u32).map(TermId).max_by_key(|&term| self.terms.depth(term));
        let text =
            deepest.map(|term| self.terms.write(&self.set.symbols, term)).unwrap_or_default();
        match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

/// The relation that a sentence with this symbol makes hold as well.
fn follows(symbol: Symbol) -> Option<Symbol> {
    match symbol {
        NEXT => Some(crate::rules::TRUE),
        crate::rules::LEGAL => Some(crate::rules::DOES),
        _ => None,
    }
}
