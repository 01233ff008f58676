//! The answer for programs: one JSON object, schema 2. Plain numbers; an infinite proof number is `null`.

use foregone_game::Outcome;
use foregone_solve::effort::ProofNumbers;
use foregone_solve::limits::Stop;
use foregone_solve::options::{OPTIONS, OptionRow, Values};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Answer, Status};

/// The version of the object.
const SCHEMA: u32 = 2;

/// What an answer says, as [`Answer::object`] makes it.
#[derive(Serialize, Debug)]
pub struct AnswerObject<'a> {
    schema: u32,
    game: &'a str,
    position: String,
    to_move: &'static str,
    algorithm: &'static str,
    /// Why, if the algorithm was left open.
    chosen: Option<&'a str>,
    /// What was asked.
    goal: String,
    /// The options that the algorithm takes, by the names of the option table.
    options: Map<String, Value>,
    status: &'static str,
    value: Option<&'a str>,
    bounds: [&'a str; 2],
    best_move: Option<&'a str>,
    line: &'a [String],
    most_proving: &'a [String],
    efforts: Vec<Efforts<'a>>,
    counters: Map<String, Value>,
    stop: &'static str,
    seconds: f64,
    /// Why a wanted proof is missing.
    unproved: Option<&'static str>,
    /// What values rest on that was never verified here.
    trusted: Vec<&'a str>,
    /// What was found by knowledge that is not sound.
    believed: Option<Belief<'a>>,
    /// What workers from elsewhere report and nobody here has established.
    reported: Option<Belief<'a>>,
}

/// Bounds that are not proved.
#[derive(Serialize, Debug)]
struct Belief<'a> {
    bounds: [&'a str; 2],
    why: &'a str,
}

#[derive(Serialize, Debug)]
struct Efforts<'a> {
    at_least: &'a str,
    proof: Option<u32>,
    disproof: Option<u32>,
}

/// Why what was found with unsound knowledge is not proved.
pub const BELIEF: &str = "uses a knowledge level that is not sound: not a proof";

impl Answer {
    /// The answer for programs.
    ///
    /// ```
    /// use foregone::{Game, Solver};
    /// let game = Game::open("mnk:3,3,3").unwrap();
    /// let answer = Solver::new(&game).value(&game.start()).unwrap();
    /// let object = serde_json::to_value(answer.object()).unwrap();
    /// assert_eq!(object["value"], "draw");
    /// assert_eq!(object["algorithm"], "alphabeta-tt");
    /// ```
    pub fn object(&self) -> AnswerObject<'_> {
        let game = self.position.game();
        let named = |(low, high)| [self.scale().name(low), self.scale().name(high)];
        let is_believed = self.is_believed();
        AnswerObject {
            schema: SCHEMA,
            game: game.spelling(),
            position: self.position.to_string(),
            to_move: self.to_move().name(),
            algorithm: self.algorithm(),
            chosen: self.decided.chosen.as_deref(),
            goal: game.goal_name(self.question().goal),
            options: self.options(),
            status: self.status().name(),
            value: self.value(),
            bounds: named(self.bounds()),
            best_move: self.best_move(),
            line: self.line(),
            most_proving: &self.report.most_proving,
            efforts: if is_believed { Vec::new() } else { self.efforts() },
            counters: self.report.counters.named().map(number).collect(),
            stop: self.stop(),
            seconds: self.report.elapsed.as_secs_f64(),
            unproved: self.report.unproved.map(Stop::name),
            trusted: game
                .tables()
                .and_then(|tables| tables.trusted.as_deref())
                .into_iter()
                .collect(),
            believed: is_believed
                .then(|| Belief { bounds: named(self.report.bounds), why: BELIEF }),
            reported: self
                .reported
                .as_ref()
                .map(|reported| Belief { bounds: named(reported.bounds), why: &reported.why }),
        }
    }

    /// Every option; `null` if the search does not take it, or if its value is the usual one and has no name.
    fn options(&self) -> Map<String, Value> {
        let is_taken = |row: &OptionRow| match self.decided.policy {
            Some(_) => row.fleets,
            None => row.is_taken_by(self.question()),
        };
        let value = |row: &OptionRow| {
            let text = row.get(self.question(), self.position.game().names());
            text.filter(|_| is_taken(row)).map_or(Value::Null, |text| typed(row.values, text))
        };
        OPTIONS.iter().map(|row| (row.json_name(), value(row))).collect()
    }

    fn efforts(&self) -> Vec<Efforts<'_>> {
        let pair = |&(outcome, numbers): &(Outcome, ProofNumbers)| Efforts {
            at_least: self.scale().name(outcome),
            proof: numbers.proof.finite(),
            disproof: numbers.disproof.finite(),
        };
        self.report.efforts.iter().map(pair).collect()
    }

    fn stop(&self) -> &'static str {
        match self.status() {
            status @ (Status::Believed | Status::Reported) => status.name(),
            _ if self.is_answered() && self.is_contradicted() => Stop::Contradicted.name(),
            _ => self.report.stop.name(),
        }
    }
}

fn number((name, value): (&'static str, u64)) -> (String, Value) {
    (name.to_owned(), Value::from(value))
}

/// A value with its JSON type.
fn typed(values: Values, text: String) -> Value {
    let number = || text.parse::<u64>().map(Value::from).ok();
    match values {
        Values::Switch => Some(Value::from(text == "on")),
        Values::Count { .. } | Values::Bytes => number(),
        Values::Share(_) => text.parse::<f64>().map(Value::from).ok(),
        Values::Choice(_) | Values::Knowledge | Values::Strategy | Values::Second => None,
    }
    .unwrap_or(Value::from(text))
}
