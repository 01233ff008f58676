//! What random play shows about a game: how long it is, how many choices there are, and what is wrong with the rules. It proves
//! nothing.

use std::sync::Arc;

use foregone_game::Game;
use foregone_game::random::Random;

use super::compiled::Compiled;
use super::keys::Keys;
use super::random_play::RandomPlay;
use super::rule_game::RuleGame;
use crate::ends::Returns;
use crate::error::Error;

/// What was seen in games that were played at random.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Games that came to an end.
    pub games: u64,
    /// Games that were given up because they were too long.
    pub unfinished: u64,
    /// Moves of the shortest game that ended.
    pub shortest: u64,
    /// Moves of the longest game that ended.
    pub longest: u64,
    /// Moves in all games.
    pub moves: u64,
    /// Choices at all positions together.
    pub choices: u64,
    /// The most choices at a position.
    pub most_choices: usize,
    /// How often each outcome was met, in the order of the scale.
    pub outcomes: Vec<u64>,
    /// The first position at which the rules do not say what a game of two players needs, as a sentence.
    pub finding: Option<String>,
}

/// The moves after which a game is given up.
const LONGEST: u64 = 2_000;

impl Compiled {
    /// Plays so many games at random, unless it is told to stop.
    pub fn play_at_random(
        self: &Arc<Self>,
        games: u64,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Statistics, Error> {
        match self.words() {
            2 => play::<2>(self.clone(), games, seed, stop),
            4 => play::<4>(self.clone(), games, seed, stop),
            8 => play::<8>(self.clone(), games, seed, stop),
            _ => play::<16>(self.clone(), games, seed, stop),
        }
    }

    /// Judges positions of random play until it is told to stop. Gives back how many.
    pub fn judge_at_random(&self, stop: &dyn Fn() -> bool) -> u64 {
        let mut play = RandomPlay::<'_, 4>::new(self, 1);
        let mut positions = 0;
        while !stop() {
            play.step();
            positions += 64 * 4;
        }
        positions
    }

    /// The bits of a key of a position; nothing if a key is a hash of the whole position.
    pub fn key_bits(&self) -> Option<u32> {
        Keys::guess(self).bits()
    }

    /// How many sentences hold in every state.
    pub fn constant_sentences(&self) -> usize {
        self.network.always.len()
    }

    /// How many moves each role can make.
    pub fn move_counts(&self) -> [usize; 2] {
        [self.network.moves[0].len(), self.network.moves[1].len()]
    }

    /// The goals that each role can get, lowest first.
    pub fn goal_values(&self) -> [Vec<i64>; 2] {
        self.values.clone().map(|mut values| {
            values.sort_unstable();
            values.dedup();
            values
        })
    }
}

fn play<const N: usize>(
    compiled: Arc<Compiled>,
    games: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Statistics, Error> {
    let infinite = compiled.scale().worst();
    let game = RuleGame::<N, _>::new(compiled, Returns { infinite })?;
    let mut found = Statistics { outcomes: vec![0; game.scale().len()], ..Statistics::default() };
    let mut random = Random::new(seed);
    let mut moves = Vec::new();
    while found.games + found.unfinished < games && game.finding().is_none() && !stop() {
        let (mut position, mut length) = (game.start(), 0);
        let outcome = loop {
            if let Some(outcome) = game.outcome(&position) {
                break Some(outcome);
            }
            if length == LONGEST || game.finding().is_some() {
                break None;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            found.choices += moves.len() as u64;
            found.most_choices = found.most_choices.max(moves.len());
            found.moves += 1;
            length += 1;
            game.play(&mut position, moves[random.below(moves.len())]);
        };
        match outcome {
            Some(outcome) => {
                found.shortest = if found.games == 0 { length } else { found.shortest.min(length) };
                found.longest = found.longest.max(length);
                found.games += 1;
                found.outcomes[usize::from(outcome.0)] += 1;
            }
            None => found.unfinished += 1,
        }
    }
    found.finding = game.finding().map(|finding| finding.message.clone());
    Ok(found)
}
