//! The games of a tournament, several at a time. Each depends on its number and the seed alone, so the result does not
//! depend on the threads.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use foregone::models::ModelQuestion;
use foregone::{Game, Position};
use foregone_game::random::Random;
use foregone_game::{Outcome, Player};
use foregone_solve::limits::Limits;
use foregone_solve::play::{Reason, Style, winner};

use super::{Contestant, Effort};
use crate::commands::play::result;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::ContestLine;

/// Openings that end the game are drawn again, so often at most.
const DRAWS: usize = 1000;

/// A tournament between two.
pub(super) struct Match<'m> {
    pub(super) game: &'m Game,
    /// The position that was given, if one was, and the moves from there.
    pub(super) base: Option<String>,
    pub(super) given: Vec<String>,
    pub(super) players: [&'m Contestant; 2],
    /// What the players by an evaluation ask.
    pub(super) questions: [Option<ModelQuestion>; 2],
    pub(super) opening_plies: u32,
    pub(super) seed: u64,
}

/// A game that was played.
pub(super) struct Played {
    /// Whom the first contestant played for.
    pub(super) one: Player,
    pub(super) moves: Vec<String>,
    /// How many of the moves were given or random.
    pub(super) opening: usize,
    pub(super) outcome: Outcome,
    pub(super) repeated: bool,
    /// For the first contestant: 1 a win, 0 a draw, -1 a loss.
    pub(super) points: i32,
    pub(super) efforts: [Effort; 2],
}

impl<'m> Match<'m> {
    /// Plays this many games; fewer if it is interrupted.
    pub(super) fn play_all(
        &self,
        games: u64,
        threads: usize,
        line: &ContestLine,
    ) -> Result<Vec<Played>, Failure> {
        let next = AtomicU64::new(0);
        let done: Mutex<Vec<(u64, Result<Played, Failure>)>> = Mutex::default();
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games || interrupt::asked() {
                    return;
                }
                let Some(played) = self.play(number).transpose() else { return };
                line.advance();
                let failed = played.is_err();
                done.lock().expect("no thread panics").push((number, played));
                if failed {
                    next.store(games, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            (0..threads).for_each(|_| {
                scope.spawn(work);
            });
        });
        let mut done = done.into_inner().expect("no thread panics");
        done.sort_by_key(|&(number, _)| number);
        done.into_iter().map(|(_, played)| played).collect()
    }

    /// Plays the game of that number; nothing if it is interrupted. Two games have the same opening.
    fn play(&self, number: u64) -> Result<Option<Played>, Failure> {
        let one = if number.is_multiple_of(2) { Player::Max } else { Player::Min };
        let mut moves = self.opening(number / 2)?;
        let opening = moves.len();
        let mut efforts = [Effort::default(); 2];
        let mut foreseen = [HashMap::new(), HashMap::new()];
        loop {
            let placed = self.at(&moves)?;
            if let Some((outcome, repeated)) = result(&placed) {
                let points = match winner(self.game.scale(), outcome) {
                    Some(player) if player == one => 1,
                    Some(_) => -1,
                    None => 0,
                };
                return Ok(Some(Played {
                    one,
                    moves,
                    opening,
                    outcome,
                    repeated,
                    points,
                    efforts,
                }));
            }
            let side = usize::from(placed.player() != one);
            let known = moves.last().and_then(|last| foreseen[side].remove(last));
            let Some(mv) = self.choose(side, &placed, known, &mut efforts[side])? else {
                return Ok(None);
            };
            moves.push(mv);
            foreseen[side] = self.ponder(side, &moves, &mut efforts[side])?;
            if interrupt::asked() {
                return Ok(None);
            }
        }
    }

    /// The move of a player; nothing if a player who looks ahead to a fixed depth is interrupted.
    fn choose(
        &self,
        side: usize,
        placed: &Position,
        known: Option<String>,
        effort: &mut Effort,
    ) -> Result<Option<String>, Failure> {
        effort.moves += 1;
        if let Some(mv) = known {
            effort.foreseen += 1;
            return Ok(Some(mv));
        }
        if let Some(question) = &self.questions[side] {
            let report = placed.against_model(question, question.methods()[0], limits())?;
            effort.nodes += report.visited.nodes;
            effort.seconds += report.elapsed.as_secs_f64();
            return Ok(report.found.map(|found| found.best));
        }
        let choice = placed.choose(&self.players[side].style, limits())?;
        effort.nodes += choice.nodes;
        effort.seconds += choice.elapsed.as_secs_f64();
        effort.vetoed += choice.vetoed.len() as u64;
        let replaced = choice.reason == Reason::BestScore && !choice.vetoed.is_empty();
        effort.replaced += u64::from(replaced);
        effort.lost += u64::from(choice.reason == Reason::AllLost);
        effort.proved += u64::from(choice.reason == Reason::Proved);
        Ok(Some(choice.mv))
    }

    /// What Lithidion did in the opponent's time (Allis et al. 1994 §7.3): winning answers, by what they answer.
    fn ponder(
        &self,
        side: usize,
        moves: &[String],
        effort: &mut Effort,
    ) -> Result<HashMap<String, String>, Failure> {
        let &Contestant { style, ponder, .. } = self.players[side];
        let placed = self.at(moves)?;
        if ponder == 0 || result(&placed).is_some() {
            return Ok(HashMap::new());
        }
        let found = placed.ponder(&Style { veto: ponder, time: None, ..style }, limits())?;
        effort.nodes += found.nodes;
        Ok(found.wins.into_iter().collect())
    }

    fn at(&self, moves: &[String]) -> Result<Position, Failure> {
        Ok(self.game.play(self.base.as_deref(), moves)?)
    }

    /// The random moves of an opening that does not end the game, after those that were given.
    fn opening(&self, number: u64) -> Result<Vec<String>, Failure> {
        let mut random = Random::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..DRAWS {
            let mut moves = self.given.clone();
            for _ in 0..self.opening_plies {
                let mut legal = self.at(&moves)?.legal_moves();
                if legal.is_empty() {
                    break;
                }
                moves.push(legal.swap_remove(random.below(legal.len())));
            }
            if result(&self.at(&moves)?).is_none() {
                return Ok(moves);
            }
        }
        Err(Failure::bad(format!(
            "no opening of {} random moves was found that does not end the game; take fewer --opening-plies",
            self.opening_plies
        )))
    }
}

fn limits() -> Limits<'static> {
    Limits { interrupt: Some(interrupt::flag()), ..Limits::default() }
}
