//! A rule file that has become a game: names, outcomes, moves, and code.

use foregone_game::Scale;

use super::code::Code;
use crate::check::check;
use crate::error::{Error, Stage, Warning};
use crate::ground::{Limits, ground};
use crate::network::Network;
use crate::read::read;
use crate::rules::{RANDOM, ROLE, RuleSet, Symbol, Term};
use crate::symmetry::symmetries;

/// A game of two roles, read, checked, grounded and compiled.
pub struct Compiled {
    /// The names of the roles. The first is Max, whoever begins: the role that was asked about, or else the one that is declared
    /// first.
    pub roles: [String; 2],
    /// Whether the goals of Max alone count, because the game was opened for that role. Otherwise each end must have one goal
    /// for each role, and all ends the same sum.
    pub one_sided: bool,
    /// What looks wrong in the file and is none the less a rule.
    pub warnings: Vec<Warning>,
    pub(crate) network: Network,
    pub(crate) code: Code,
    pub(crate) scale: Scale,
    /// For each goal of the first role, in the order of the network: its rank on the scale.
    pub(crate) ranks: Vec<u8>,
    /// The values of the goals of each role, in the order of the network; none of a role whose goals do not count.
    pub(crate) values: [Vec<i64>; 2],
    /// Symmetries of the rules: for each one, the image of each part of the state.
    pub(crate) symmetries: Vec<Vec<u32>>,
    /// All sentences that can hold, in the order of their text: the number of a part of the state, or none if the sentence
    /// holds always.
    pub(crate) texts: Vec<(String, Option<u32>)>,
}

impl core::fmt::Debug for Compiled {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Compiled").field("roles", &self.roles).finish_non_exhaustive()
    }
}

/// How large a compiled game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Sentences of the state that vary.
    pub states: usize,
    /// Moves of both roles.
    pub moves: usize,
    /// Gates of the code for what holds in a state.
    pub status_gates: usize,
    /// Gates of the code for the next state.
    pub next_gates: usize,
}

impl Compiled {
    /// Makes a game of a rule file, in which what one role wins the other one loses: the goals of each end add up to one sum,
    /// which is looked at wherever play ends.
    pub fn new(bytes: &[u8], limits: Limits<'_>) -> Result<Compiled, Error> {
        Compiled::for_role(bytes, None, limits)
    }

    /// The same, or what a role can force against an opponent who only wants to harm it: Max is that role, the outcomes are its
    /// goals, and nobody looks at the goals of the other role. That is a question about any game of two roles in which one
    /// at a time has a choice.
    pub fn for_role(
        bytes: &[u8],
        role: Option<&str>,
        limits: Limits<'_>,
    ) -> Result<Compiled, Error> {
        let set = read(bytes)?;
        let warnings = check(&set)?;
        declared_roles(&set)?;
        let mut ground = ground(&set, limits)?;
        let names: Vec<String> =
            ground.roles.iter().map(|&role| ground.terms.write(&set.symbols, role)).collect();
        let Ok(mut roles) = <[String; 2]>::try_from(names) else {
            return Err(number_of_roles(&set, ground.roles.len()));
        };
        if let Some(role) = role {
            let found = roles.iter().position(|name| role.eq_ignore_ascii_case(name));
            let max = found.ok_or_else(|| no_such_role(role, &roles))?;
            roles.swap(0, max);
            ground.roles.swap(0, max);
        }
        let network = Network::new(&ground, &set)?;
        let other = if role.is_some() { Vec::new() } else { goal_values(&network.goals[1])? };
        let values = [goal_values(&network.goals[0])?, other];
        let (scale, ranks) = scale(&values[0])?;
        let states = (0..).zip(&network.states).map(|(at, text)| (text.clone(), Some(at)));
        let always = network.always.iter().map(|text| (text.clone(), None));
        let mut texts: Vec<(String, Option<u32>)> = states.chain(always).collect();
        texts.sort();
        if network.states.len() > 1024 {
            return Err(Error::whole(
                Stage::Opening,
                format!(
                    "a state has {} sentences that vary; games with up to 1024 can be played",
                    network.states.len()
                ),
            ));
        }
        let mut game = Compiled {
            roles,
            one_sided: role.is_some(),
            warnings,
            symmetries: symmetries(&set, &ground, &network.states, &network.always),
            code: Code::general(&network),
            network,
            scale,
            ranks,
            values,
            texts,
        };
        game.code.sides = Code::sides(&game);
        Ok(game)
    }

    /// The sentences that hold in a state, in the order of their bytes.
    pub(crate) fn text(&self, words: &[u64]) -> String {
        let holds = |state: u32| words[state as usize / 64] >> (state % 64) & 1 == 1;
        let held = self.texts.iter().filter(|(_, state)| state.is_none_or(holds));
        held.map(|(text, _)| text.as_str()).collect::<Vec<&str>>().join(" ")
    }

    /// How many words of 64 bits a position takes: 4 or 16.
    pub fn words(&self) -> usize {
        if self.network.states.len() <= 256 { 4 } else { 16 }
    }

    /// The goals that Max can get, lowest first.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// How many roles have goals that count.
    pub(crate) fn roles_with_goals(&self) -> usize {
        if self.one_sided { 1 } else { 2 }
    }

    /// How many symmetries of the rules were found, the identity among them.
    pub fn symmetries(&self) -> usize {
        1 + self.symmetries.len()
    }

    /// How large the game is.
    pub fn size(&self) -> Size {
        Size {
            states: self.network.states.len(),
            moves: self.network.moves.iter().map(Vec::len).sum(),
            status_gates: self.network.status.gate_count(),
            next_gates: self.network.next.gate_count(),
        }
    }
}

/// The symbol of a rule for a role, if it is a name.
fn declared(set: &RuleSet) -> impl Iterator<Item = (Symbol, crate::error::Place)> {
    let rules = set.rules.iter().filter(|rule| rule.head.symbol == ROLE);
    rules.filter_map(|rule| match rule.head.arguments.first() {
        Some(Term::Compound(name)) => Some((name.symbol, rule.head.place)),
        _ => None,
    })
}

/// Errors about roles that can be seen before grounding.
fn declared_roles(set: &RuleSet) -> Result<(), Error> {
    if let Some((_, place)) = declared(set).find(|(name, _)| *name == RANDOM) {
        let sentence = "the role 'random' stands for chance (GDL-II), which is not supported";
        return Err(Error::at(Stage::Opening, place, sentence));
    }
    let is_fact = |rule: &crate::rules::Rule| rule.body.is_empty();
    let all_facts = set.rules.iter().filter(|rule| rule.head.symbol == ROLE).all(is_fact);
    let mut names: Vec<Symbol> = declared(set).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    match all_facts && names.len() != 2 {
        true => Err(number_of_roles(set, names.len())),
        false => Ok(()),
    }
}

fn number_of_roles(set: &RuleSet, count: usize) -> Error {
    let mut seen: Vec<Symbol> = Vec::new();
    let mut third = None;
    for (name, place) in declared(set) {
        if !seen.contains(&name) {
            seen.push(name);
            if seen.len() == 3 {
                third = Some(place);
            }
        }
    }
    let roles = if count == 1 { "one role".to_owned() } else { format!("{count} roles") };
    let message =
        format!("{roles}: not a game of two players; games with exactly two roles can be solved");
    Error { stage: Stage::Opening, place: third, message }
}

fn no_such_role(role: &str, [one, other]: &[String; 2]) -> Error {
    let message = format!("there is no role '{role}'; the roles are {one} and {other}");
    Error::whole(Stage::Opening, message)
}

fn goal_values(texts: &[String]) -> Result<Vec<i64>, Error> {
    let value = |text: &String| {
        let value = text.parse::<i64>().ok().filter(|value| value.abs() <= 1_000_000_000);
        value.ok_or_else(|| {
            let message = format!("the goal '{text}' is not a whole number of at most nine digits");
            Error::whole(Stage::Opening, message)
        })
    };
    texts.iter().map(value).collect()
}

/// The scale of the goals of the first role, and the rank of each.
fn scale(values: &[i64]) -> Result<(Scale, Vec<u8>), Error> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    // A scale has two outcomes at least.
    match sorted[..] {
        [] => sorted = vec![0, 100],
        [0] => sorted.push(100),
        [single] => sorted.insert(if single > 0 { 0 } else { 1 }, 0),
        _ => {}
    }
    let names: Vec<String> = match sorted[..] {
        [0, 100] => vec!["loss".to_owned(), "win".to_owned()],
        [0, 50, 100] => vec!["loss".to_owned(), "draw".to_owned(), "win".to_owned()],
        _ => sorted.iter().map(i64::to_string).collect(),
    };
    let scale = Scale::try_new(names).map_err(|error| {
        Error::whole(Stage::Opening, format!("the goals of Max make no scale: {error}"))
    })?;
    let rank = |value: &i64| sorted.partition_point(|other| other < value) as u8;
    Ok((scale, values.iter().map(rank).collect()))
}
