//! Three questions about one position side by side: the expected score, the probability of winning, and the probability of
//! not losing. Each asks for a strategy of its own.

use foregone_chance::Turn;
use foregone_chance::fraction::Fraction;
use serde_json::{Map, Value, json};

use super::answer::{Answer, MoveValue};
use super::position::Position;
use super::solver::{Question, Solver};
use crate::error::Error;

/// The utilities that are compared.
const NAMES: [&str; 3] = ["score", "win", "not-lose"];

/// The answer by one utility.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the utility.
    pub name: &'static str,
    /// The answer, with the value of every move.
    pub answer: Answer,
    /// All moves that certainly keep the value, best known first; none where nobody chooses.
    pub best: Vec<String>,
}

/// Play for the probability of winning first, and among equals for the probability of not losing, by both players.
#[derive(Clone, Debug)]
pub struct Lexicographic {
    /// The probability of winning.
    pub win: Fraction,
    /// The probability of not losing under such play.
    pub not_lose: Fraction,
    /// All moves that keep both.
    pub best: Vec<String>,
}

/// A position by all of these utilities.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The position.
    pub position: Position,
    /// One row for each utility.
    pub rows: Vec<Row>,
    /// Utilities that make no difference in this game, each with the reason.
    pub left_out: Vec<(&'static str, String)>,
    /// The lexicographic play, where the game has draws and its probabilities a known denominator.
    pub lexicographic: Option<Lexicographic>,
}

impl Solver {
    /// Asks for the value of a position and its moves by `score`, `win` and `not-lose`; the limits hold for each of them.
    ///
    /// ```
    /// use foregone::chance::{Game, Solver};
    /// let game = Game::open("darkchess:2x3,pieces=KCP").unwrap();
    /// let compared = Solver::new(&game).compare(&game.start()).unwrap();
    /// let values: Vec<String> =
    ///     compared.rows.iter().map(|row| row.answer.value().unwrap().to_string()).collect();
    /// assert_eq!(values, ["-23/360", "29/72", "193/360"]);
    /// ```
    pub fn compare(&self, position: &Position) -> Result<Compared, Error> {
        let (mut rows, mut left_out) = (Vec::new(), Vec::new());
        for name in NAMES {
            if let Err(error) = position.game().utility(Some(name)) {
                left_out.push((name, error.to_string()));
                continue;
            }
            let answer = self.ask(position, &Question::value().by(name).every_move())?;
            let best = best(&answer);
            rows.push(Row { name, answer, best });
        }
        let lexicographic = self.lexicographic(position, &rows)?;
        Ok(Compared { position: position.clone(), rows, left_out, lexicographic })
    }

    /// With D the denominator of all probabilities, a win counts D + 2 and a draw 1: then the smallest difference in the
    /// probability of winning outweighs every difference in that of not losing.
    fn lexicographic(
        &self,
        position: &Position,
        rows: &[Row],
    ) -> Result<Option<Lexicographic>, Error> {
        let value = |name: &str| rows.iter().find(|row| row.name == name)?.answer.value().cloned();
        let (Some(win), Some(_)) = (value("win"), value("not-lose")) else { return Ok(None) };
        let utilities = ["win", "not-lose"].map(|name| position.game().utility(Some(name)));
        let [Ok(by_win), Ok(by_not_lose)] = utilities else { return Ok(None) };
        let has_draws = by_win.worths() != by_not_lose.worths();
        let Some(denominator) = position.erased.denominator().filter(|_| has_draws) else {
            return Ok(None);
        };
        let factor = Fraction::from_integer((denominator.saturating_add(1)).into());
        let worths = by_win.worths().iter().zip(by_not_lose.worths());
        let worths: Vec<Fraction> = worths.map(|(win, other)| win * &factor + other).collect();
        let names = position.game().scale().names();
        let pairs: Vec<String> =
            names.iter().zip(&worths).map(|(name, worth)| format!("{name}={worth}")).collect();
        let question = Question::value().by(&pairs.join(",")).every_move();
        let answer = self.ask(position, &question)?;
        let best = best(&answer);
        Ok(answer.value().map(|value| {
            let not_lose = value - &win * &factor;
            Lexicographic { win, not_lose, best }
        }))
    }
}

/// The moves of a player that certainly keep the value.
fn best(answer: &Answer) -> Vec<String> {
    let moves = answer.moves.as_deref().unwrap_or_default();
    let keeps = |value: &&MoveValue| match answer.position.turn() {
        Turn::Max => {
            moves.iter().all(|other| core::ptr::eq(*value, other) || value.low >= other.high)
        }
        Turn::Min => {
            moves.iter().all(|other| core::ptr::eq(*value, other) || value.high <= other.low)
        }
        _ => false,
    };
    moves.iter().filter(keeps).map(|value| value.mv.clone()).collect()
}

impl Compared {
    /// What a player gives up by a utility who plays a best move by another one: the least and the most over all best moves
    /// of the other one. Nothing where it is not known.
    pub fn given_up(&self, playing: &Row, counting: &Row) -> Option<(Fraction, Fraction)> {
        let value = counting.answer.value()?;
        let moves = counting.answer.moves.as_deref()?;
        let after = |mv: &String| moves.iter().find(|other| other.mv == *mv)?.value().cloned();
        let after: Option<Vec<Fraction>> = playing.best.iter().map(after).collect();
        let after = after.filter(|after| !after.is_empty())?;
        let loss = |after: &Fraction| match self.position.turn() {
            Turn::Max => value - after,
            _ => after - value,
        };
        let losses = after.iter().map(loss);
        Some((losses.clone().min()?, losses.max()?))
    }

    /// Whether everything that was asked is known.
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.answer.is_complete())
    }

    /// The same for programs.
    pub fn object(&self) -> Value {
        let row = |row: &Row| {
            let mut object = serde_json::to_value(row.answer.object()).unwrap_or(Value::Null);
            if let Some(object) = object.as_object_mut() {
                ["schema", "chance", "game", "position", "to_move", "goal"]
                    .into_iter()
                    .for_each(|name| drop(object.remove(name)));
                object.insert("name".to_owned(), row.name.into());
                object.insert("best_moves".to_owned(), row.best.clone().into());
                object.insert("gives_up".to_owned(), self.gives_up(row));
            }
            object
        };
        let lexicographic = self.lexicographic.as_ref().map(|it| {
            json!({
                "win": it.win.to_string(),
                "not_lose": it.not_lose.to_string(),
                "best_moves": it.best,
            })
        });
        let left_out = self.left_out.iter();
        let left_out = left_out.map(|(name, why)| json!({ "name": name, "why": why }));
        json!({
            "schema": 1,
            "chance": true,
            "game": self.position.game().spelling(),
            "position": self.position.to_string(),
            "to_move": self.position.to_move(),
            "utilities": self.rows.iter().map(row).collect::<Vec<_>>(),
            "win_then_not_lose": lexicographic,
            "left_out": left_out.collect::<Vec<_>>(),
        })
    }

    /// What a player of this row gives up by each utility: the least and the most, or null.
    fn gives_up(&self, playing: &Row) -> Value {
        let pair = |counting: &Row| {
            let pair = self.given_up(playing, counting);
            let pair = pair.map(|(least, most)| json!([least.to_string(), most.to_string()]));
            (counting.name.to_owned(), pair.unwrap_or(Value::Null))
        };
        Value::Object(self.rows.iter().map(pair).collect::<Map<_, _>>())
    }
}
