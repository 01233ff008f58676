//! Rule files, read and interpreted in a plain way: no instances, no gates, nothing that the solver does.

mod evaluate;
mod facts;
mod read;
mod terms;

use evaluate::{DOES, Group, Program, TRUE};
use facts::{Facts, Relation};
use read::{pattern, rules, sexps};
use terms::{Name, Pattern, Term, Terms};

/// A rule file that is interpreted. Positions are texts: their sentences, sorted by bytes, with a space between two.
#[derive(Clone, Debug)]
pub struct Interpreter {
    terms: Terms,
    facts: Facts,
    program: Program,
    roles: Vec<Term>,
    start: String,
    relations: Relations,
    /// The part that each group of the program belongs to.
    parts: Vec<Part>,
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

/// Which part of the rules an evaluation is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// What holds always.
    Fixed,
    /// What depends on the state.
    State,
    /// What depends on the moves.
    Moves,
}

impl Interpreter {
    /// Reads a rule file; the error is a sentence.
    pub fn read(bytes: &[u8]) -> Result<Interpreter, String> {
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
        let program = Program::new(&rules, &terms, &mut facts)?;
        let parts = program.groups.iter().map(|group| part(&program, group, &relations)).collect();
        let (roles, start) = (Vec::new(), String::new());
        let mut interpreter = Interpreter { terms, facts, program, roles, start, relations, parts };
        interpreter.evaluate(Part::Fixed)?;
        interpreter.roles = interpreter.arguments(role);
        let initial = interpreter.arguments(init);
        interpreter.start = interpreter.text(&initial);
        Ok(interpreter)
    }

    /// The names of the roles, in the order of their declaration.
    pub fn roles(&self) -> Vec<String> {
        self.roles.iter().map(|&role| self.terms.write(role)).collect()
    }

    /// Where the game begins.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// What holds at a position.
    pub fn judge(&mut self, position: &str) -> Result<Judged, String> {
        self.enter(position)?;
        self.evaluate(Part::State)?;
        let relations = self.relations;
        Ok(Judged {
            terminal: !self.facts.all(relations.terminal).is_empty(),
            legal: self.by_role(relations.legal),
            goals: self.by_role(relations.goal),
        })
    }

    /// The position after one move of each role.
    pub fn next(&mut self, position: &str, moves: &[String]) -> Result<String, String> {
        self.enter(position)?;
        self.evaluate(Part::State)?;
        self.facts.clear(self.relations.does);
        for (role, mv) in self.roles.clone().into_iter().zip(moves) {
            let mv = self.ground(mv)?;
            let [mv] = mv[..] else {
                return Err(format!("\"{moves:?}\" is not one move for each role"));
            };
            let sentence = self.terms.term(DOES, vec![role, mv]);
            self.facts.add(self.relations.does, sentence, &self.terms);
        }
        self.evaluate(Part::Moves)?;
        let next = self.arguments(self.relations.next);
        Ok(self.text(&next))
    }

    /// Takes the sentences of a position as what is true.
    fn enter(&mut self, position: &str) -> Result<(), String> {
        let sentences = self.ground(position)?;
        self.facts.clear(self.relations.truth);
        for sentence in sentences {
            let sentence = self.terms.term(TRUE, vec![sentence]);
            self.facts.add(self.relations.truth, sentence, &self.terms);
        }
        Ok(())
    }

    /// The terms of a text.
    fn ground(&mut self, text: &str) -> Result<Vec<Term>, String> {
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
    fn evaluate(&mut self, part: Part) -> Result<(), String> {
        let groups = self.program.groups.iter().zip(&self.parts).filter(|(_, own)| **own == part);
        let groups: Vec<&Group> = groups.map(|(group, _)| group).collect();
        for relation in groups.iter().flat_map(|group| &group.relations) {
            self.facts.clear(*relation);
        }
        self.program.evaluate(&groups, &mut self.facts, &mut self.terms)
    }

    /// The only arguments of the sentences of a relation.
    fn arguments(&self, relation: Relation) -> Vec<Term> {
        self.facts.all(relation).iter().map(|&sentence| self.terms.parts(sentence).1[0]).collect()
    }

    /// The second arguments of the sentences of a relation, by the role that is the first.
    fn by_role(&self, relation: Relation) -> Vec<Vec<String>> {
        let of = |role: &Term| {
            let sentences =
                self.facts.all(relation).iter().map(|&sentence| &self.terms.parts(sentence).1);
            let own = sentences.filter(|arguments| arguments[0] == *role);
            let mut texts: Vec<String> =
                own.map(|arguments| self.terms.write(arguments[1])).collect();
            texts.sort_unstable();
            texts
        };
        self.roles.iter().map(of).collect()
    }

    /// Sentences as the text of a position.
    fn text(&self, sentences: &[Term]) -> String {
        let mut texts: Vec<String> =
            sentences.iter().map(|&sentence| self.terms.write(sentence)).collect();
        texts.sort_unstable();
        texts.join(" ")
    }
}

/// The part of the rules that a group belongs to.
fn part(program: &Program, group: &Group, relations: &Relations) -> Part {
    let needs = |wanted: Relation| {
        let mut below = group.relations.iter().filter_map(|one| program.needs.get(one));
        below.any(|below| below.contains(&wanted))
    };
    match () {
        () if needs(relations.does) => Part::Moves,
        () if needs(relations.truth) => Part::State,
        () => Part::Fixed,
    }
}
