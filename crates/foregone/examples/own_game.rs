//! A game of one's own, solved and certified, with the certificate checked by rules that share nothing with the game.
//!
//! Subtract a square: from a heap of stones the players take 1, 4, 9, … in turn; whoever takes the last stone wins.

use foregone::prelude::*;
use foregone::proof::rules;

/// The game, with the size of the heap.
pub struct Squares(pub u32);

impl Rules for Squares {
    type Position = (u32, Player);
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        (self.0, Player::Max)
    }
    fn player(&self, position: &(u32, Player)) -> Player {
        position.1
    }
    fn outcome(&self, position: &(u32, Player)) -> Option<Outcome> {
        (position.0 == 0).then_some(Outcome(u8::from(position.1 == Player::Min)))
    }
    fn moves(&self, position: &(u32, Player), moves: &mut Vec<u32>) {
        moves.extend((1..).map(|side| side * side).take_while(|&square| square <= position.0));
    }
    fn play(&self, position: &mut (u32, Player), taken: u32) {
        *position = (position.0 - taken, position.1.other());
    }
}

impl Plain for Squares {}

/// Solves the game, and has the proof checked.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::own("squares", Squares(99));
    let answer = Solver::new(&game).certifying().value(&game.start())?;
    println!("99 stones are a {} for the first player", answer.value().unwrap_or("mystery"));

    let accepted = answer.certificate().ok_or("no proof was made")?.check_with(&Again)?;
    println!("{} records prove {}", accepted.records, accepted.claims.join(" and "));
    Ok(())
}

/// The rules once more, for the checker: a mistake in the game cannot hide behind the same mistake here. A position is the
/// number of stones and whether the first player is to move.
struct Again;

impl rules::Rules for Again {
    type Position = (u32, bool);

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "win"]
    }
    fn read(&self, text: &str) -> Result<(u32, bool), String> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let (stones, player) = inner.and_then(|text| text.split_once(", ")).ok_or("no position")?;
        let stones = stones.parse().map_err(|_| format!("{stones} is not a number of stones"))?;
        Ok((stones, player == "Max"))
    }
    fn outcome(&self, &(stones, first): &(u32, bool)) -> Option<usize> {
        (stones == 0).then_some(usize::from(!first))
    }
    fn max_to_move(&self, &(_, first): &(u32, bool)) -> bool {
        first
    }
    fn successor(&self, &(stones, first): &(u32, bool), index: usize) -> Option<(u32, bool)> {
        Some((stones.checked_sub((index as u32 + 1).pow(2))?, !first))
    }
}
