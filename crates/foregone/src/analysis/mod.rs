//! What the positions of a recorded game were worth, and which moves changed the result.

mod chart;
mod judge;

use foregone_game::{Outcome, Player, Scale};
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::play::winner;
use serde_json::{Value, json};

pub use self::judge::Judged;
use self::judge::{is_mistake, is_sound, judge};
use crate::error::Error;
use crate::game::Game;
use crate::position::Position;

/// A recorded game with what was found about it.
///
/// ```
/// use foregone::{Analysis, Game, Limits};
///
/// let game = Game::open("mnk:3,3,3")?;
/// let positions = Analysis::positions(&game, None, "1. b2 a2 2. a1")?;
/// let question = Analysis::question(&game);
/// let analysis = Analysis::of(&positions, question, Limits::default(), &mut || ())?;
/// assert_eq!(analysis.object()["moves"][1]["mark"], "blunder");
/// # Ok::<(), foregone::Error>(())
/// ```
#[derive(Clone)]
pub struct Analysis {
    game: Game,
    algorithm: Algorithm,
    start: String,
    /// What was found before the first move.
    pub before: Judged,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// `7.` or `7...`.
    pub number: String,
    /// Who made it.
    pub player: Player,
    /// The move.
    pub mv: String,
    /// What was found before it.
    pub before: Judged,
    /// What was found after it.
    pub after: Judged,
    /// How good it was.
    pub mark: Mark,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It has lost a win or a draw.
    Blunder,
    /// It has lost something, but not changed who wins.
    Mistake,
    /// It has lost nothing.
    Sound,
    /// The bounds do not say.
    Unknown,
}

impl Mark {
    /// The sign of annotated games.
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

    fn of(scale: &Scale, player: Player, before: &Judged, after: &Judged) -> Mark {
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
}

impl Analysis {
    /// The positions of a record, from the written position, or from the start, to the last; at least one.
    pub fn positions(
        game: &Game,
        position: Option<&str>,
        record: &str,
    ) -> Result<Vec<Position>, Error> {
        let words = game.replay(position, record)?.words();
        (0..=words.len()).map(|moves| game.play(position, &words[..moves])).collect()
    }

    /// What every position is asked: its value, by the algorithm that fits the game.
    pub fn question(game: &Game) -> Question {
        Question::value(game.class().usual_algorithm(game.scale()))
    }

    /// Judges positions that follow each other, each within the limits; `done` is called after each of them.
    ///
    /// # Panics
    /// If there is no position.
    pub fn of(
        positions: &[Position],
        question: Question,
        limits: Limits<'_>,
        done: &mut dyn FnMut(),
    ) -> Result<Analysis, Error> {
        let (first, last) = (&positions[0], &positions[positions.len() - 1]);
        let judged = judge(positions, question, limits, done)?;
        let (game, offset) = (first.game(), usize::from(first.player() == Player::Min));
        let plies = last.words().into_iter().enumerate().map(|(index, mv)| {
            let ply = index + offset;
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            let (player, before, after) =
                (positions[index].player(), judged[index].clone(), judged[index + 1].clone());
            Ply {
                number: format!("{}{dots}", ply / 2 + 1),
                mark: Mark::of(game.scale(), player, &before, &after),
                player,
                mv,
                before,
                after,
            }
        });
        Ok(Analysis {
            game: game.clone(),
            algorithm: question.algorithm,
            start: first.to_string(),
            plies: plies.collect(),
            before: judged[0].clone(),
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was found about the positions, one after the other.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> {
        [&self.before].into_iter().chain(self.plies.iter().map(|ply| &ply.after))
    }

    /// Whether all values were found.
    pub fn is_complete(&self) -> bool {
        self.judged().all(Judged::is_settled)
    }

    /// The analysis for programs.
    pub fn object(&self) -> Value {
        let name = |outcome: Outcome| self.game.scale().name(outcome);
        let bounds = |judged: &Judged| {
            json!({
                "value": judged.is_settled().then(|| name(judged.bounds.0)),
                "bounds": [name(judged.bounds.0), name(judged.bounds.1)],
                "best_move": judged.best,
                "nodes": judged.nodes,
                "stop": judged.stop.name(),
            })
        };
        let ply = |ply: &Ply| {
            let mut object = bounds(&ply.after);
            object["number"] = ply.number.as_str().into();
            object["player"] = ply.player.name().into();
            object["move"] = ply.mv.as_str().into();
            object["mark"] = ply.mark.name().into();
            object
        };
        json!({
            "schema": 1,
            "game": self.game.spelling(),
            "position": self.start,
            "algorithm": self.algorithm.name(),
            "status": if self.is_complete() { "solved" } else { "bounded" },
            "start": bounds(&self.before),
            "moves": self.plies.iter().map(ply).collect::<Vec<_>>(),
            "nodes": self.judged().map(|judged| judged.nodes).sum::<u64>(),
            "trusted": self.game.trusted().into_iter().collect::<Vec<_>>(),
        })
    }
}
