//! The answer about a game with chance for programs: one JSON object. Exact numbers are texts such as `170/243`.

use foregone_chance::fraction::{Fraction, Rounded, decimal};
use serde::Serialize;
use serde_json::{Map, Value};

use super::answer::{Answer, MoveValue};

/// The version of the object.
const SCHEMA: u32 = 1;
/// Decimal places of the numbers that are rounded.
const PLACES: usize = 15;

/// What an answer says, as [`Answer::object`] makes it.
#[derive(Serialize, Debug)]
pub struct AnswerObject<'a> {
    schema: u32,
    chance: bool,
    game: &'a str,
    position: String,
    to_move: &'static str,
    algorithm: &'static str,
    /// Why, if the algorithm was left open.
    chosen: Option<&'a str>,
    goal: String,
    /// What every outcome is worth.
    utility: Map<String, Value>,
    status: &'static str,
    value: Option<String>,
    bounds: [String; 2],
    /// The bounds as decimals, rounded outward.
    decimals: [String; 2],
    holds: Option<bool>,
    best_move: Option<&'a str>,
    /// The value of every move, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveObject<'a>>>,
    counters: Counters,
    counted_in: Option<&'static str>,
    stop: &'static str,
    seconds: f64,
}

#[derive(Serialize, Debug)]
struct Counters {
    nodes: u64,
    leaves: u64,
    positions: Option<u64>,
}

#[derive(Serialize, Debug)]
struct MoveObject<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u64>,
    value: Option<String>,
    bounds: [String; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<MoveObject<'a>>,
}

impl<'a> MoveObject<'a> {
    fn new(value: &'a MoveValue) -> MoveObject<'a> {
        MoveObject {
            mv: &value.mv,
            weight: value.weight,
            value: value.value().map(Fraction::to_string),
            bounds: [value.low.to_string(), value.high.to_string()],
            outcomes: value.outcomes.iter().map(MoveObject::new).collect(),
        }
    }
}

impl Answer {
    /// The answer for programs.
    ///
    /// ```
    /// use foregone::chance::{Game, Question, Solver};
    /// let game = Game::open("piglet:3").unwrap();
    /// let answer = Solver::new(&game).ask(&game.start(), &Question::value()).unwrap();
    /// let object = serde_json::to_value(answer.object()).unwrap();
    /// assert_eq!(object["value"], "6/11");
    /// assert_eq!(object["algorithm"], "graph");
    /// ```
    pub fn object(&self) -> AnswerObject<'_> {
        let names = self.position.game().scale().names().iter();
        let worths = self.utility.worths().iter().map(|worth| Value::from(worth.to_string()));
        AnswerObject {
            schema: SCHEMA,
            chance: true,
            game: self.position.game().spelling(),
            position: self.position.to_string(),
            to_move: self.position.to_move(),
            algorithm: self.method.name(),
            chosen: self.chosen.as_deref(),
            goal: self.goal(),
            utility: names.cloned().zip(worths).collect(),
            status: self.status(),
            value: self.value().map(Fraction::to_string),
            bounds: [self.low.to_string(), self.high.to_string()],
            decimals: [
                decimal(&self.low, PLACES, Rounded::Down),
                decimal(&self.high, PLACES, Rounded::Up),
            ],
            holds: self.holds(),
            best_move: self.best_move.as_deref(),
            moves: self.moves.as_ref().map(|all| all.iter().map(MoveObject::new).collect()),
            counters: Counters {
                nodes: self.tally.nodes,
                leaves: self.tally.leaves,
                positions: self.positions,
            },
            counted_in: self.counted_in,
            stop: self.stop.name(),
            seconds: self.elapsed.as_secs_f64(),
        }
    }
}
