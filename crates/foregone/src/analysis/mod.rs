//! What a recorded game was worth from position to position, and which moves changed the result.

mod json;
mod judge;

use foregone_game::{Outcome, Player, Scale};
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::play::winner;

pub use self::judge::Judged;
use self::judge::{is_mistake, is_sound, judge};
use crate::chart::{Chart, Column, Level};
use crate::error::Error;
use crate::position::Position;

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It has lost a win or a draw.
    Blunder,
    /// It has lost something, but not changed who wins.
    Mistake,
    /// It has certainly lost nothing.
    Sound,
    /// The bounds do not say.
    Unknown,
}

impl Mark {
    /// As it is written behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Blunder => "??",
            Mark::Mistake => "?",
            Mark::Sound | Mark::Unknown => "",
        }
    }

    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Blunder => "blunder",
            Mark::Mistake => "mistake",
            Mark::Sound => "sound",
            Mark::Unknown => "unknown",
        }
    }

    /// Whether the move has certainly lost something.
    pub fn is_wrong(self) -> bool {
        matches!(self, Mark::Blunder | Mark::Mistake)
    }
}

/// A move of the game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// `7.` or `7...`.
    pub number: String,
    /// Who made it.
    pub player: Player,
    /// The move.
    pub mv: String,
    /// How good it was.
    pub mark: Mark,
}

/// A recorded game with what was found about it.
///
/// ```
/// use foregone::{Analysis, Game, Limits};
/// let game = Game::open("mnk:3,3,3").unwrap();
/// let end = game.replay(None, "1. b2 a2 2. a1 c2").unwrap();
/// let analysis = Analysis::of(&end, &mut Limits::default, &mut |_| ()).unwrap();
/// assert!(analysis.is_complete());
/// let turns: Vec<&str> = analysis.turning_points().map(|(_, ply)| ply.mv.as_str()).collect();
/// assert_eq!(turns, ["a2"], "after the edge every move loses");
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The positions, the first one included.
    pub positions: Vec<Position>,
    /// What was found about each of them.
    pub judged: Vec<Judged>,
    /// The moves; one less.
    pub plies: Vec<Ply>,
    algorithm: Algorithm,
}

impl Analysis {
    /// Judges every position from where the last one was placed, from the last to the first. `limits` gives those of each
    /// search, and `done` is told how many positions are judged.
    pub fn of<'l>(
        end: &Position,
        limits: &mut dyn FnMut() -> Limits<'l>,
        done: &mut dyn FnMut(usize),
    ) -> Result<Analysis, Error> {
        let game = end.game();
        let question = Question::value(game.class().usual_algorithm(game.scale()));
        let positions = along(end);
        let judged = judge(&positions, question, limits, done)?;
        let offset = usize::from(positions[0].player() == Player::Min);
        let plies = end.line().into_iter().enumerate().map(|(index, mv)| {
            let ply = index + offset;
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            let player = positions[index].player();
            let mark = mark(game.scale(), player, &judged[index], &judged[index + 1]);
            Ply { number: format!("{}{dots}", ply / 2 + 1), player, mv, mark }
        });
        let plies = plies.collect();
        Ok(Analysis { positions, judged, plies, algorithm: question.algorithm })
    }

    /// The outcomes of the game.
    pub fn scale(&self) -> &Scale {
        self.positions[0].game().scale()
    }

    /// Whether all values were found.
    pub fn is_complete(&self) -> bool {
        self.judged.iter().all(Judged::is_known)
    }

    /// The moves that have certainly lost something, with their numbers from 0.
    pub fn turning_points(&self) -> impl Iterator<Item = (usize, &Ply)> {
        self.plies.iter().enumerate().filter(|(_, ply)| ply.mark.is_wrong())
    }

    /// A value, or what is known about it.
    pub fn words(&self, (low, high): (Outcome, Outcome)) -> String {
        let scale = self.scale();
        let name = |outcome| scale.name(outcome);
        match (low == scale.worst(), high == scale.best()) {
            _ if low == high => name(low).to_owned(),
            (true, true) => "?".to_owned(),
            (true, false) => format!("≤ {}", name(high)),
            (false, true) => format!("≥ {}", name(low)),
            (false, false) => format!("{} to {}", name(low), name(high)),
        }
    }

    /// A sentence about a move that has lost something.
    pub fn sentence(&self, index: usize) -> Option<String> {
        let ply = self.plies.get(index).filter(|ply| ply.mark.is_wrong())?;
        let (before, after) = (&self.judged[index], &self.judged[index + 1]);
        let better = before.best.as_ref().map_or(String::new(), |mv| format!("; {mv} was better"));
        let (before, after) = (self.words(before.bounds), self.words(after.bounds));
        let (number, mv, sign, player) = (&ply.number, &ply.mv, ply.mark.sign(), ply.player.name());
        Some(format!(
            "{number} {mv}{sign} by the {player} player: from {before} to {after}{better}"
        ))
    }

    /// The value over the game. `link` is where the point of a position leads to.
    pub fn chart(&self, link: &dyn Fn(&Position) -> Option<String>) -> Chart {
        let rank = |outcome: Outcome| f64::from(outcome.0);
        let label = |index: usize| match index.checked_sub(1) {
            None => "start".to_owned(),
            Some(before) => format!("{} {}", self.plies[before].number, self.plies[before].mv),
        };
        let column = |(index, judged): (usize, &Judged)| Column {
            label: label(index),
            low: rank(judged.bounds.0),
            high: rank(judged.bounds.1),
            marked: index > 0 && self.plies[index - 1].mark.is_wrong(),
            chance: false,
            link: link(&self.positions[index]),
        };
        let names = self.scale().names();
        Chart {
            title: format!("{}: value after every move", self.positions[0].game().spelling()),
            note: "for the first player; bars are bounds, red moves lost value".to_owned(),
            levels: (0..).zip(names).map(|(rank, name)| Level::new(rank, name)).collect(),
            columns: self.judged.iter().enumerate().map(column).collect(),
        }
    }
}

/// The positions from where one was placed to itself.
fn along(end: &Position) -> Vec<Position> {
    let mut here = end.clone();
    let mut positions = vec![end.clone()];
    while here.undo() {
        positions.push(here.clone());
    }
    positions.reverse();
    positions
}

fn mark(scale: &Scale, player: Player, before: &Judged, after: &Judged) -> Mark {
    if is_sound(player, before, after) {
        return Mark::Sound;
    }
    if !is_mistake(player, before, after) {
        return Mark::Unknown;
    }
    // What could be had at least, and what is left at most.
    let (had, left) = match player {
        Player::Max => (before.bounds.0, after.bounds.1),
        Player::Min => (before.bounds.1, after.bounds.0),
    };
    if winner(scale, had) == winner(scale, left) { Mark::Mistake } else { Mark::Blunder }
}
