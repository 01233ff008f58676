//! Questions about an Awari position as Lithidion put them in 1990 (Allis et al. 1994 §6 and §7): how much more than the
//! opponent does the player to move at the root gain of the stones that are left, or does it gain at least a number?
//!
//! This is for comparison with the tables of the paper only, and kept apart from [`super::Awari`]. Lithidion's conventions
//! that show in the node counts: an endgame database ends the search; captures so far end it when they decide; a move that
//! starves the opponent is counted as a node and then rejected; moves are tried by the size of their captures. And one
//! quirk: a starving *capture* that lands in the database is not rejected, but takes its value from there, although another
//! move would feed the opponent. [`Feeding::Correct`] does without the quirk.

use foregone_game::{Acyclic, Game, Outcome, Player, Scale, TableKeyed};

use super::board::{Board, ROW, Sown, Variant};
use super::index::TableValues;

/// Which moves that starve the opponent are rejected where another one feeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feeding {
    /// Those that do not land in the database, as in Lithidion.
    Lithidion,
    /// All, as the rules say.
    Correct,
}

/// The question.
pub struct Lithidion {
    scale: Scale,
    endgames: TableValues,
    feeding: Feeding,
    root: Board,
    /// Two-valued: is it at least this? Otherwise the value is asked for.
    at_least: Option<i8>,
}

/// A position below the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    /// What the root's player has captured more than the opponent.
    gained: i8,
    /// Moves since the root.
    ply: u32,
    /// The move that led here starves the opponent and is rejected.
    rejected: bool,
}

impl Lithidion {
    /// Whether the player to move on that board gains at least so much more than the opponent.
    pub fn question(root: Board, at_least: i8, feeding: Feeding, endgames: TableValues) -> Self {
        let scale = Scale::new(["no", "yes"]);
        Lithidion { scale, endgames, feeding, root, at_least: Some(at_least) }
    }

    /// How much more than the opponent the player to move on that board gains.
    pub fn value(root: Board, feeding: Feeding, endgames: TableValues) -> Self {
        let stones = root.stones() as i8;
        let scale = Scale::new((-stones..=stones).map(|gain| gain.to_string()));
        Lithidion { scale, endgames, feeding, root, at_least: None }
    }

    /// Whether a move takes away all replies although it need not, and is not kept by the quirk.
    fn is_rejected(&self, board: &Board, pit: usize, sown: &Sown) -> bool {
        if sown.board.can_move() || board.legal(Variant::default()) >> pit & 1 == 1 {
            return false;
        }
        match self.feeding {
            Feeding::Lithidion => sown.board.stones() > self.endgames.most(),
            Feeding::Correct => true,
        }
    }

    /// The outcome for the root's player of a gain.
    fn outcome_of(&self, gained: i8) -> Outcome {
        match self.at_least {
            Some(least) => Outcome(u8::from(gained >= least)),
            None => Outcome((gained + self.root.stones() as i8) as u8),
        }
    }

    /// What the root's player has gained at least and at most in the end.
    fn reach(&self, position: &Position) -> (Outcome, Outcome) {
        let rest = position.board.stones() as i8;
        (self.outcome_of(position.gained - rest), self.outcome_of(position.gained + rest))
    }
}

impl Game for Lithidion {
    type Position = Position;
    /// The pit.
    type Move = u8;

    const OUTCOMES_MAX: usize = 97;

    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        Position { board: self.root, gained: 0, ply: 0, rejected: false }
    }

    /// The root's player is Max.
    #[inline]
    fn player(&self, position: &Position) -> Player {
        if position.ply.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let Position { board, gained, .. } = *position;
        let max_moves = self.player(position) == Player::Max;
        if position.rejected {
            return Some(if max_moves { self.scale.best() } else { self.scale.worst() });
        }
        let stones = board.stones();
        let value = if let Some(value) = self.endgames.value(&board) {
            value
        } else if !board.can_move() {
            -(stones as i8)
        } else {
            // Captures so far may have decided already.
            let (least, most) = self.reach(position);
            return (least == most).then_some(least);
        };
        Some(self.outcome_of(gained + if max_moves { value } else { -value }))
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.extend((0..ROW as u8).filter(|&pit| position.board.0[usize::from(pit)] > 0));
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u8) {
        let sown = position.board.sow(usize::from(mv), Variant::default());
        let captured = sown.captured as i8;
        position.rejected = self.is_rejected(&position.board, usize::from(mv), &sown);
        position.gained += match self.player(position) {
            Player::Max => captured,
            Player::Min => -captured,
        };
        position.board = sown.board;
        position.ply += 1;
    }

    /// Largest captures first.
    #[inline]
    fn order_moves(&self, position: &Position, moves: &mut [u8]) {
        let captured = |mv: u8| position.board.sow(usize::from(mv), Variant::default()).captured;
        moves.sort_by_key(|&mv| core::cmp::Reverse(captured(mv)));
    }

    #[inline]
    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        self.reach(position)
    }
}

/// Positions know how many moves led to them.
impl Acyclic for Lithidion {}

impl TableKeyed for Lithidion {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        84
    }

    /// How many moves led to a position does not change its worth.
    fn table_key(&self, position: &Position) -> u128 {
        let pits =
            position.board.0.iter().fold(0, |table_key, &pit| table_key << 6 | u128::from(pit));
        let flags = u128::from(position.rejected) << 1 | u128::from(position.ply & 1);
        pits << 12 | u128::from(position.gained as u8) << 4 | flags
    }
}
