//! What is asked: our evaluation, the depth, the types of the opponent, how ties are broken, and the method.

use foregone_game::Evaluation;

use super::one_pass::LEVELS;
use crate::report::Refusal;

/// The largest depth; it also bounds the recursion.
const DEEPEST: u32 = 200;

/// The largest limit of an evaluation.
const MOST: i32 = 1 << 30;

/// The largest denominator of a value, so that values fit their numbers.
const LARGEST: u128 = 1 << 94;

/// A question about a position: what it is worth against these opponents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelQuestion {
    /// The index of our evaluation in the list of the game.
    pub evaluation: u8,
    /// How many plies we look ahead.
    pub depth: u32,
    /// The types of the opponent. None: the opponent plays by our evaluation, and the value is the minimax value.
    pub opponents: Vec<OpponentType>,
    /// How ties of an opponent are broken.
    pub ties: Ties,
}

/// A type of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentType {
    /// The index of its evaluation, then that of the evaluation by which it thinks we play, then that by which it thinks we
    /// think it plays, and so on. The last one is believed to be that of both players.
    pub evaluations: Vec<u8>,
    /// How many plies it looks ahead from each of its positions; as far as we do if nothing is said.
    pub depth: Option<u32>,
    /// Its probability is this weight divided by the sum of all weights.
    pub weight: u64,
}

/// How ties of an opponent are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// It picks the first of its best moves, in the canonical order.
    First,
    /// It picks the one of its best moves that is worst for the player who models it.
    #[default]
    Worst,
}

impl Ties {
    /// Both.
    pub const ALL: [Ties; 2] = [Ties::First, Ties::Worst];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Ties::First => "first",
            Ties::Worst => "worst",
        }
    }

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Ties> {
        Ties::ALL.into_iter().find(|ties| ties.name() == name)
    }
}

/// How a value against a model is computed. All methods find the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// One pass for all values, with cuts ("beta pruning"; Donkers et al. 2001).
    OnePass,
    /// Alpha-beta finds what a type picks, and only that is searched.
    TwoPass,
    /// By definition, without a cut.
    Plain,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 3] = [Method::OnePass, Method::TwoPass, Method::Plain];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Method::OnePass => "one-pass",
            Method::TwoPass => "two-pass",
            Method::Plain => "plain",
        }
    }

    /// The method of that name.
    pub fn named(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

impl ModelQuestion {
    /// The methods that can answer the question, the usual one first. A type with a depth of its own needs two passes, because
    /// its values belong to no position of ours. A type that models us leaves nothing to cut.
    pub fn methods(&self) -> &'static [Method] {
        if self.opponents.iter().any(|it| it.depth.is_some()) {
            &[Method::TwoPass, Method::Plain]
        } else if self.opponents.iter().any(|it| it.evaluations.len() > 1) {
            &[Method::Plain]
        } else {
            &Method::ALL
        }
    }

    /// The sum of the weights.
    pub(super) fn total(&self) -> u64 {
        self.opponents.iter().map(|it| it.weight).sum::<u64>().max(1)
    }

    /// Refuses what cannot be searched.
    pub(super) fn check(&self, evaluations: &[Evaluation]) -> Result<(), Refusal> {
        let refuse = |sentence: String| Err(Refusal(sentence));
        let depths = self.opponents.iter().filter_map(|it| it.depth).chain([self.depth]);
        if let Some(depth) = depths.into_iter().find(|depth| !(1..=DEEPEST).contains(depth)) {
            return refuse(format!(
                "a depth of {depth} is not possible; take 1 to {DEEPEST} plies"
            ));
        }
        let named = self.opponents.iter().flat_map(|it| it.evaluations.iter());
        if named.chain([&self.evaluation]).any(|&index| usize::from(index) >= evaluations.len()) {
            return refuse("the game has no evaluation of that number".to_owned());
        }
        if let Some(large) = evaluations.iter().find(|it| !(1..=MOST).contains(&it.limit)) {
            return refuse(format!("the limit of {} is not between 1 and {MOST}", large.name));
        }
        if self.opponents.iter().any(|it| it.evaluations.is_empty()) {
            return refuse("a type of the opponent needs an evaluation".to_owned());
        }
        if self.opponents.iter().any(|it| it.depth.is_some() && it.evaluations.len() > 1) {
            return refuse(
                "an opponent with a model of us looks as far ahead as we do; leave its depth out"
                    .to_owned(),
            );
        }
        let levels: usize = self.opponents.iter().map(|it| it.evaluations.len()).sum();
        if levels > LEVELS {
            return refuse(format!(
                "a model has at most {LEVELS} evaluations of opponents, and this one has {levels}"
            ));
        }
        let total = self.opponents.iter().try_fold(0u64, |sum, it| sum.checked_add(it.weight));
        let scale = total.and_then(|total| u128::from(total).checked_pow(self.depth));
        match (total, scale) {
            (Some(0), _) if !self.opponents.is_empty() => {
                refuse("some type of the opponent must have a positive probability".to_owned())
            }
            (_, Some(scale)) if scale <= LARGEST => Ok(()),
            _ => refuse(format!(
                "the denominator of these probabilities, to the power of the depth {}, is too large to count exactly; take \
                 simpler probabilities or a smaller depth",
                self.depth
            )),
        }
    }
}
