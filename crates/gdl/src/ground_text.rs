//! The instances of the rules of a file as a rule file without variables, which is the same game.

use std::fmt::Write;

use crate::check::check;
use crate::error::Error;
use crate::ground::{Ground, Limits, TermId, ground};
use crate::read::read;
use crate::rules::{RuleSet, Symbol};

/// The instances of the rules of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundRules {
    /// The facts about roles and the start, sorted by bytes.
    pub facts: Vec<String>,
    /// For each rule of the file that has instances the line on which it stands, and its instances, sorted by bytes.
    pub rules: Vec<(u32, Vec<String>)>,
}

impl GroundRules {
    /// Grounds the rules of a file.
    pub fn new(bytes: &[u8], limits: Limits<'_>) -> Result<GroundRules, Error> {
        let set = read(bytes)?;
        check(&set)?;
        let ground = ground(&set, limits)?;
        let writer = Writer { set: &set, ground: &ground, part: unused(&set) };
        let fact = |name: &str, term: TermId| format!("({name} {})", writer.term(term));
        let mut facts: Vec<String> =
            ground.initial.iter().map(|&term| fact("init", term)).collect();
        facts.sort_unstable();
        // The order of roles says who is Max.
        let roles = ground.roles.iter().map(|&term| fact("role", term));
        let facts = roles.chain(facts).collect();
        let mut rules: Vec<(u32, Vec<String>)> = Vec::new();
        let mut from = 0;
        while let Some(first) = ground.instances.get(from) {
            let end =
                ground.instances[from..].iter().take_while(|one| one.rule == first.rule).count();
            let instances = &ground.instances[from..from + end];
            let mut lines: Vec<String> =
                instances.iter().map(|instance| writer.instance(instance)).collect();
            lines.sort_unstable();
            lines.dedup();
            rules.push((ground.places[first.rule as usize].line, lines));
            from += end;
        }
        Ok(GroundRules { facts, rules })
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.rules.iter().map(|(_, lines)| lines.len()).sum()
    }

    /// Whether no rule has an instance.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The rule file.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for fact in &self.facts {
            out.push_str(fact);
            out.push('\n');
        }
        for (line, instances) in &self.rules {
            writeln!(out, "\n; line {line}").expect("writing to a string");
            for instance in instances {
                out.push_str(instance);
                out.push('\n');
            }
        }
        out
    }
}

struct Writer<'g> {
    set: &'g RuleSet,
    ground: &'g Ground,
    /// What the names of split parts begin with; no word of the file does.
    part: String,
}

impl Writer<'_> {
    fn instance(&self, instance: &crate::ground::Instance) -> String {
        let sentence = |number: u32| self.term(self.ground.sentences[number as usize]);
        let head = sentence(instance.head);
        let conditions = self.ground.conditions(instance);
        if conditions.is_empty() && head.starts_with('(') {
            return head;
        }
        let mut out = format!("(<= {head}");
        for condition in conditions {
            let text = sentence(condition >> 1);
            match condition & 1 == 1 {
                false => write!(out, " {text}"),
                true => write!(out, " (not {text})"),
            }
            .expect("writing to a string");
        }
        out.push(')');
        out
    }

    fn term(&self, term: TermId) -> String {
        let terms = &self.ground.terms;
        let symbol = terms.symbol(term);
        let name = match (symbol.0 as usize) < self.set.symbols.len() {
            true => self.set.symbols.name(symbol).to_owned(),
            // A part of a rule with many instances that the grounder has split off.
            false => format!("{}{}", self.part, symbol.0),
        };
        if terms.arguments(term).is_empty() {
            return name;
        }
        let inner: Vec<String> =
            terms.arguments(term).iter().map(|&inner| self.term(inner)).collect();
        format!("({name} {})", inner.join(" "))
    }
}

/// The beginning of names that no word of the file has.
fn unused(set: &RuleSet) -> String {
    let mut name = "part".to_owned();
    while (0..set.symbols.len())
        .any(|word| set.symbols.name(Symbol(word as u32)).starts_with(&name))
    {
        name.push('_');
    }
    name
}
