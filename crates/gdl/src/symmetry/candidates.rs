//! Guesses of symmetries: arguments that rules connect form a kind, such as "columns"; the constants of a kind are turned round
//! or exchanged in pairs, and two kinds may change places, such as columns and rows.

use foldhash::HashMap;

use crate::ground::{Ground, TermId};
use crate::rules::{
    Compound, DOES, GOAL, INIT, LEGAL, Literal, NEXT, Relation, RuleSet, Symbol, TERMINAL, TRUE,
    Term,
};

/// An argument: the symbol with the number of its arguments, and which one it is.
pub(super) type Slot = (Symbol, u32, usize);

/// An exchange of constants where they stand, and of arguments.
#[derive(Clone, Default)]
pub(super) struct Candidate {
    /// What becomes of each constant in an argument.
    pub constants: HashMap<Slot, HashMap<Symbol, Symbol>>,
    /// Where each argument of a symbol goes.
    pub places: HashMap<Relation, Vec<usize>>,
}

/// Arguments that rules connect, and the constants that stand in them.
struct Kind {
    slots: Vec<Slot>,
    constants: Vec<Symbol>,
}

/// Kinds with more constants are only turned round.
const EXCHANGED: usize = 6;

/// All guesses.
pub(super) fn candidates(set: &RuleSet, ground: &Ground) -> Vec<Candidate> {
    let kinds = kinds(set, ground);
    let turned: Vec<Option<Candidate>> = kinds.iter().map(|kind| turn(set, kind)).collect();
    let mut found: Vec<Candidate> = turned.iter().flatten().cloned().collect();
    for (number, kind) in kinds.iter().enumerate() {
        for (other, second) in kinds.iter().enumerate().skip(number + 1) {
            if let (Some(one), Some(two)) = (&turned[number], &turned[other]) {
                let mut both = one.clone();
                both.constants.extend(two.constants.clone());
                found.push(both);
            }
            found.extend(exchange_kinds(kind, second));
        }
        if kind.constants.len() <= EXCHANGED {
            for (at, &one) in kind.constants.iter().enumerate() {
                for &other in &kind.constants[at + 1..] {
                    found.push(exchange(kind, |symbol| match symbol {
                        _ if symbol == one => other,
                        _ if symbol == other => one,
                        _ => symbol,
                    }));
                }
            }
        }
    }
    found
}

fn exchange(kind: &Kind, image: impl Fn(Symbol) -> Symbol) -> Candidate {
    let images: HashMap<Symbol, Symbol> =
        kind.constants.iter().map(|&symbol| (symbol, image(symbol))).collect();
    let constants = kind.slots.iter().map(|&slot| (slot, images.clone()));
    Candidate { constants: constants.collect(), places: HashMap::default() }
}

/// The constants in the reverse order, if they are numbers or single letters.
fn turn(set: &RuleSet, kind: &Kind) -> Option<Candidate> {
    let name = |symbol: &Symbol| set.symbols.name(*symbol);
    let by_number = |symbol: &Symbol| name(symbol).parse::<i64>().ok();
    let by_letter = |symbol: &Symbol| {
        name(symbol).bytes().next().map(i64::from).filter(|_| name(symbol).len() == 1)
    };
    let ranks = |rank: &dyn Fn(&Symbol) -> Option<i64>| {
        kind.constants.iter().map(rank).collect::<Option<Vec<i64>>>()
    };
    let ranks = ranks(&by_number).or_else(|| ranks(&by_letter))?;
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&at| ranks[at]);
    let sorted: Vec<Symbol> = order.iter().map(|&at| kind.constants[at]).collect();
    let place = |symbol| sorted.iter().position(|&other| other == symbol).unwrap_or(0);
    (sorted.len() > 1).then(|| exchange(kind, |symbol| sorted[sorted.len() - 1 - place(symbol)]))
}

/// Two kinds with the same constants change places, if each symbol has as many arguments of the one as of the other.
fn exchange_kinds(one: &Kind, other: &Kind) -> Option<Candidate> {
    let mut sorted = [one.constants.clone(), other.constants.clone()];
    sorted.iter_mut().for_each(|list| list.sort_unstable());
    if sorted[0] != sorted[1] {
        return None;
    }
    let of = |kind: &Kind| {
        let mut by_symbol: HashMap<Relation, Vec<usize>> = HashMap::default();
        for &(symbol, arity, place) in &kind.slots {
            by_symbol.entry((symbol, arity)).or_default().push(place);
        }
        by_symbol.values_mut().for_each(|places| places.sort_unstable());
        by_symbol
    };
    let (first, second) = (of(one), of(other));
    if first.len() != second.len() {
        return None;
    }
    let mut places = HashMap::default();
    for (relation, from) in first {
        let to = second.get(&relation).filter(|to| to.len() == from.len())?;
        let mut order: Vec<usize> = (0..relation.1 as usize).collect();
        for (&from, &to) in from.iter().zip(to) {
            order.swap(from, to);
        }
        places.insert(relation, order);
    }
    Some(Candidate { constants: HashMap::default(), places })
}

/// The kinds of arguments. Only sentences that depend on the state connect them: columns and rows may be counted by one
/// relation.
fn kinds(set: &RuleSet, ground: &Ground) -> Vec<Kind> {
    let mut slots = Slots::default();
    let mut dynamic: Vec<Relation> = ground
        .sentences
        .iter()
        .map(|&sentence| {
            (ground.terms.symbol(sentence), ground.terms.arguments(sentence).len() as u32)
        })
        .chain([(TRUE, 1), (DOES, 2), (NEXT, 1), (LEGAL, 2), (GOAL, 2), (TERMINAL, 0), (INIT, 1)])
        .collect();
    dynamic.sort_unstable();
    dynamic.dedup();
    let is_dynamic = |sentence: &Compound| dynamic.binary_search(&sentence.relation()).is_ok();
    for rule in &set.rules {
        let mut first = vec![None; rule.variables.len()];
        let body = rule.body.iter().filter_map(Literal::sentence);
        for sentence in body.chain([&rule.head]).filter(|sentence| is_dynamic(sentence)) {
            slots.connect(sentence, &mut first);
        }
    }
    let mut constants: HashMap<usize, Vec<Symbol>> = HashMap::default();
    for &sentence in &ground.sentences {
        slots.gather(ground, sentence, &mut constants);
    }
    let mut by_root: HashMap<usize, Vec<Slot>> = HashMap::default();
    let all: Vec<(Slot, usize)> =
        slots.numbers.iter().map(|(slot, number)| (*slot, *number)).collect();
    for (slot, number) in all {
        by_root.entry(slots.root(number)).or_default().push(slot);
    }
    let mut kinds: Vec<Kind> = by_root
        .into_iter()
        .filter_map(|(root, mut slots)| {
            slots.sort_unstable();
            let mut constants = constants.remove(&root)?;
            constants.sort_unstable();
            constants.dedup();
            (constants.len() > 1).then_some(Kind { slots, constants })
        })
        .collect();
    kinds.sort_unstable_by(|one, other| one.slots.cmp(&other.slots));
    kinds
}

/// Arguments with numbers, and what they are connected to.
#[derive(Default)]
struct Slots {
    numbers: HashMap<Slot, usize>,
    above: Vec<usize>,
}

impl Slots {
    fn number(&mut self, slot: Slot) -> usize {
        let next = self.above.len();
        let number = *self.numbers.entry(slot).or_insert(next);
        if number == next {
            self.above.push(next);
        }
        number
    }

    fn root(&self, mut number: usize) -> usize {
        while self.above[number] != number {
            number = self.above[number];
        }
        number
    }

    /// Connects arguments in which one variable stands.
    fn connect(&mut self, compound: &Compound, first: &mut [Option<usize>]) {
        for (place, argument) in compound.arguments.iter().enumerate() {
            let number = self.number((compound.symbol, compound.arguments.len() as u32, place));
            match argument {
                Term::Compound(inner) => self.connect(inner, first),
                Term::Variable(variable) => match first[*variable as usize] {
                    None => first[*variable as usize] = Some(number),
                    Some(other) => {
                        let (one, other) = (self.root(number), self.root(other));
                        self.above[one] = other;
                    }
                },
            }
        }
    }

    /// Gathers the constants of each kind.
    fn gather(
        &mut self,
        ground: &Ground,
        term: TermId,
        constants: &mut HashMap<usize, Vec<Symbol>>,
    ) {
        let arguments = ground.terms.arguments(term);
        for (place, &argument) in arguments.iter().enumerate() {
            let number = self.number((ground.terms.symbol(term), arguments.len() as u32, place));
            match ground.terms.arguments(argument) {
                [] => {
                    let list = constants.entry(self.root(number)).or_default();
                    let symbol = ground.terms.symbol(argument);
                    if !list.contains(&symbol) {
                        list.push(symbol);
                    }
                }
                _ => self.gather(ground, argument, constants),
            }
        }
    }
}
