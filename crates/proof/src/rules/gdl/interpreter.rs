//! The plain interpreter: what holds at a position, and the position after moves, by the rules as they stand in the file.

use std::collections::BTreeSet;
use std::sync::Arc;

use foldhash::HashSet;

use super::evaluate::{Budget, DOES, Part, Program, TRUE};
use super::facts::{Facts, Relation};
use super::goals::Known;
use super::read::{Rule, pattern, rules, sexps};
use super::terms::{Name, Pattern, Term, Terms};

/// A rule file that is interpreted. Positions are texts: their sentences, sorted by bytes, with a space between two.
#[derive(Clone, Debug)]
pub struct Interpreter {
    terms: Terms,
    facts: Facts,
    program: Arc<Program>,
    roles: Vec<Term>,
    start: String,
    relations: Relations,
    /// For each role the goals that it may get, where that is known.
    goals: Vec<Option<BTreeSet<Term>>>,
}

/// The relations that the game is asked for.
#[derive(Clone, Copy, Debug)]
struct Relations {
    truth: Relation,
    does: Relation,
    next: Relation,
    legal: Relation,
    goal: Relation,
    terminal: Relation,
}

/// What holds at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Whether play is over.
    pub terminal: bool,
    /// For each role, its legal moves, sorted by bytes.
    pub legal: Vec<Vec<String>>,
    /// For each role, its goals, sorted by bytes.
    pub goals: Vec<Vec<String>>,
}

/// The most sentences that an evaluation may look at: of what holds always, and of what holds at a position.
const FIXED_STEPS: u64 = 1_000_000_000;
const POSITION_STEPS: u64 = 20_000_000;

impl Interpreter {
    /// Reads a rule file; the error is a sentence.
    pub fn read(bytes: &[u8]) -> Result<Interpreter, String> {
        Interpreter::read_until(bytes, &|| false)
    }

    /// Reads a rule file, unless it is told to stop.
    pub(super) fn read_until(bytes: &[u8], stop: &dyn Fn() -> bool) -> Result<Interpreter, String> {
        let (mut terms, mut facts) = (Terms::default(), Facts::default());
        // These are the first two names, whatever the file says.
        for name in ["true", "does"] {
            terms.name(name);
        }
        let rules = rules(bytes, &mut terms)?;
        let mut number = |name: &str, arguments| {
            let name: Name = terms.name(name);
            facts.relation((name, arguments))
        };
        let relations = Relations {
            truth: number("true", 1),
            does: number("does", 2),
            next: number("next", 1),
            legal: number("legal", 2),
            goal: number("goal", 2),
            terminal: number("terminal", 0),
        };
        let (init, role) = (number("init", 1), number("role", 1));
        let given = (relations.truth, relations.does);
        let program = Program::new(&rules, given, &terms, &mut facts)?;
        refuse_dependence(&program, &relations, (init, role))?;
        let mut interpreter = Interpreter {
            terms,
            facts,
            program: program.into(),
            roles: Vec::new(),
            start: String::new(),
            relations,
            goals: Vec::new(),
        };
        let mut budget = Budget { steps: FIXED_STEPS, stop };
        interpreter.evaluate(Part::Fixed, &mut budget)?;
        interpreter.roles = interpreter.arguments(role);
        let initial = interpreter.arguments(init);
        interpreter.start = interpreter.text(&initial);
        interpreter.goals = interpreter.possible_goals(&rules);
        Ok(interpreter)
    }

    /// The names of the roles, in the order of their declaration.
    pub fn roles(&self) -> Vec<String> {
        (0..self.roles.len()).map(|role| self.role(role)).collect()
    }

    /// Where the game begins.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// What holds at a position.
    pub fn judge(&mut self, position: &str) -> Result<Judged, String> {
        let sentences = self.ground(position)?;
        self.enter(&sentences)?;
        let of = |interpreter: &Interpreter, relation: Relation| {
            let roles = 0..interpreter.roles.len();
            let texts = |role| {
                let terms = interpreter.of_role(relation, role).into_iter();
                let mut texts: Vec<String> =
                    terms.map(|term| interpreter.terms.write(term)).collect();
                texts.sort_unstable();
                texts
            };
            roles.map(texts).collect()
        };
        Ok(Judged {
            terminal: self.is_over(),
            legal: of(self, self.relations.legal),
            goals: of(self, self.relations.goal),
        })
    }

    /// The position after one move of each role.
    pub fn next(&mut self, position: &str, moves: &[String]) -> Result<String, String> {
        let sentences = self.ground(position)?;
        self.enter(&sentences)?;
        let mut made = Vec::new();
        for mv in moves {
            let [mv] = self.ground(mv)?[..] else {
                return Err(format!("\"{moves:?}\" is not one move for each role"));
            };
            made.push(mv);
        }
        let next = self.advance(&made)?;
        Ok(self.text(&next))
    }

    /// Takes sentences as what is true, and finds what follows.
    pub(super) fn enter(&mut self, sentences: &[Term]) -> Result<(), String> {
        self.facts.clear(self.relations.truth);
        for &sentence in sentences {
            let sentence = self.terms.term(TRUE, &[sentence]);
            self.facts.add(self.relations.truth, sentence, &self.terms);
        }
        self.evaluate_position(Part::State)
    }

    /// What will be true after one move of each role at the position that was entered last.
    pub(super) fn advance(&mut self, moves: &[Term]) -> Result<Vec<Term>, String> {
        self.facts.clear(self.relations.does);
        for (&role, &mv) in self.roles.iter().zip(moves) {
            let sentence = self.terms.term(DOES, &[role, mv]);
            self.facts.add(self.relations.does, sentence, &self.terms);
        }
        self.evaluate_position(Part::Moves)?;
        Ok(self.arguments(self.relations.next))
    }

    /// Whether play is over at the position that was entered last.
    pub(super) fn is_over(&self) -> bool {
        !self.facts.all(self.relations.terminal).is_empty()
    }

    /// The moves of a role at the position that was entered last.
    pub(super) fn moves(&self, role: usize) -> Vec<Term> {
        self.of_role(self.relations.legal, role)
    }

    /// The goals of a role at the position that was entered last.
    pub(super) fn goals(&self, role: usize) -> Vec<Term> {
        self.of_role(self.relations.goal, role)
    }

    /// The name of a role.
    pub(super) fn role(&self, role: usize) -> String {
        self.write(self.roles[role])
    }

    /// The goals that a role may get, where that is known.
    pub(super) fn goals_of(&self, role: usize) -> Option<Vec<String>> {
        let goals = self.goals[role].as_ref()?;
        Some(goals.iter().map(|&goal| self.write(goal)).collect())
    }

    /// How many terms are known.
    pub(super) fn size(&self) -> usize {
        self.terms.len()
    }

    /// An estimate of the bytes that it has on the heap.
    pub(super) fn bytes(&self) -> u64 {
        // A term with its arguments is kept twice, and stands in some lists and indexes.
        256 * self.terms.len() as u64
    }

    /// A term as text.
    pub(super) fn write(&self, term: Term) -> String {
        self.terms.write(term)
    }

    /// The terms of a text.
    pub(super) fn ground(&mut self, text: &str) -> Result<Vec<Term>, String> {
        let mut found = Vec::new();
        for sexp in sexps(text)? {
            match pattern(&sexp, &mut Vec::new(), &mut self.terms)? {
                Pattern::Ground(term) => found.push(term),
                _ => return Err("a position has no variables".to_owned()),
            }
        }
        Ok(found)
    }

    /// Evaluates one part of the rules anew.
    fn evaluate(&mut self, part: Part, budget: &mut Budget<'_>) -> Result<(), String> {
        let program = self.program.clone();
        program.evaluate(part, &mut self.facts, &mut self.terms, budget)
    }

    /// The same for what depends on a position.
    fn evaluate_position(&mut self, part: Part) -> Result<(), String> {
        self.evaluate(part, &mut Budget { steps: POSITION_STEPS, stop: &|| false })
    }

    fn possible_goals(&mut self, rules: &[Rule]) -> Vec<Option<BTreeSet<Term>>> {
        let [goal, init, legal, next] =
            ["goal", "init", "legal", "next"].map(|name| self.terms.name(name));
        let groups = self.program.groups.iter().filter(|group| group.part == Part::Fixed);
        let fixed: HashSet<Relation> =
            groups.flat_map(|group| group.relations.iter().copied()).collect();
        let fixed = self.facts.names().filter(|(_, number)| fixed.contains(number)).collect();
        let (facts, terms) = (&self.facts, &self.terms);
        let known = Known { rules, facts, terms, fixed, goal, init, legal, next };
        self.roles.iter().map(|&role| known.of(role)).collect()
    }

    /// The only arguments of the sentences of a relation.
    fn arguments(&self, relation: Relation) -> Vec<Term> {
        self.facts.all(relation).iter().map(|&sentence| self.terms.parts(sentence).1[0]).collect()
    }

    /// The second arguments of the sentences of a relation whose first one is the role.
    fn of_role(&self, relation: Relation, role: usize) -> Vec<Term> {
        let sentences =
            self.facts.all(relation).iter().map(|&sentence| self.terms.parts(sentence).1);
        let own = sentences.filter(|arguments| arguments[0] == self.roles[role]);
        own.map(|arguments| arguments[1]).collect()
    }

    /// Sentences as the text of a position.
    fn text(&self, sentences: &[Term]) -> String {
        let mut texts: Vec<String> =
            sentences.iter().map(|&sentence| self.terms.write(sentence)).collect();
        texts.sort_unstable();
        texts.join(" ")
    }
}

/// Refuses rules whose relations depend on what comes later: then it would matter in which order they are evaluated.
fn refuse_dependence(
    program: &Program,
    relations: &Relations,
    (init, role): (Relation, Relation),
) -> Result<(), String> {
    for group in &program.groups {
        for relation in &group.relations {
            let is = |others: &[Relation]| others.contains(relation);
            if is(&[relations.truth, relations.does]) {
                return Err("'true' and 'does' cannot be concluded".to_owned());
            }
            if is(&[relations.legal, relations.goal, relations.terminal])
                && group.part == Part::Moves
            {
                return Err("'legal', 'goal' and 'terminal' must not depend on 'does'".to_owned());
            }
            if is(&[init, role]) && group.part != Part::Fixed {
                return Err("'init' and 'role' must not depend on 'true' or 'does'".to_owned());
            }
        }
    }
    Ok(())
}
