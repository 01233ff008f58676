//! Rules version 2: what the checker knows by threats and by moves that prepare them (`docs/certificate.md`, *Version 2*, which
//! also says why all of it is true).
//!
//! The order in which moves are tried, and what counts as a step, are part of the format: an evaluation ends after a number of
//! steps, and a certificate has no records for exactly those positions where the checker knows the winner.

use std::cell::Cell;

use super::board::{Board, Cells, each};
use super::threat_table::{Rows, ThreatTable};
use super::{Breakthrough, Position};

/// The number of steps that one evaluation may take.
const STEPS_MAX: u32 = 131_072;

/// The number of moves in a row that may prepare threats.
const DEPTH: u32 = 2;

impl Breakthrough {
    /// Whether the player to move wins or loses as version 2 knows it, and the number of steps that this took. The game is not
    /// over.
    pub fn examine_attacks(&self, position: &Position) -> (Option<bool>, u32) {
        let board = &self.board;
        let white = position.white_to_move;
        let (own, other) = position.pawns(white);
        if own & board.near(white) != 0 {
            return (Some(true), 0);
        }
        let danger = other & board.near(!white);
        let captors = board.diagonal(!white, danger) & own;
        if danger.count_ones() > 1 || danger != 0 && captors == 0 {
            return (Some(false), 0);
        }
        let Some(threats) = &self.threats else {
            return (board.race(position), 0);
        };
        let attack = Attack { board, threats, white, steps: Cell::new(0) };
        let wins = match danger {
            0 => attack.calm(position),
            _ => attack.capture(position, danger, captors),
        };
        (wins, attack.steps.get())
    }
}

/// The evaluation of one position on a board that has a table of threats.
struct Attack<'g> {
    board: &'g Board,
    threats: &'g ThreatTable,
    /// Whether White is to move in the position in question. Moves of both players are tried in the order in which this player
    /// sees the board.
    white: bool,
    /// The number of steps so far.
    steps: Cell<u32>,
}

/// In all positions here except for the first argument of `capture` and of `refutes`, no pawn is on the row before its goal.
impl Attack<'_> {
    /// Whether the player to move wins, who must capture the one pawn that is about to arrive.
    fn capture(&self, position: &Position, pawn: Cells, captors: Cells) -> Option<bool> {
        let mut is_lost = true;
        for from in self.in_order(captors) {
            match self.calm(&position.after(from, pawn)) {
                Some(false) => return Some(true),
                Some(true) => {}
                None => is_lost = false,
            }
        }
        if is_lost { Some(false) } else { self.board.race(position) }
    }

    /// Whether the player to move wins.
    fn calm(&self, position: &Position) -> Option<bool> {
        let white = position.white_to_move;
        let decided = self.decided(position);
        if decided.is_some() {
            return decided;
        }
        if self.board.mover_runs(position) || self.prepares(position, DEPTH) {
            return Some(true);
        }
        let is_lost = if self.wins(position, !white) {
            self.collapses(position, DEPTH)
        } else {
            self.prepares(&position.passed(), 1) && self.has_no_defence(position, Cells::MAX, 1)
        };
        (is_lost || self.board.opponent_runs(position)).then_some(false)
    }

    /// Whether the player to move wins, or loses, by threats alone.
    fn decided(&self, position: &Position) -> Option<bool> {
        let white = position.white_to_move;
        if self.wins(position, white) {
            return Some(true);
        }
        self.threats.holds(self.rows(position, !white)).then_some(false)
    }

    /// Whether the player to move has a move that is no threat and after which the opponent loses. At most `depth` such moves
    /// follow one another.
    fn prepares(&self, position: &Position, depth: u32) -> bool {
        let (board, white) = (self.board, position.white_to_move);
        let rows = self.rows(position, white);
        let holds = self.threats.holds(rows);
        if !holds && !self.threats.gains(rows) || !self.may_go_on() {
            return false;
        }
        let is_threatened = self.wins(position, !white);
        let from = if is_threatened { self.home(white) } else { Cells::MAX };
        let to = if holds { !board.near(white) } else { self.entry(white) };
        self.moves(position, from, to).any(|(next, _)| {
            self.wins(&next, white)
                && !self.wins(&next, !white)
                && (self.threats.holds(self.rows(&next, white))
                    || depth > 1 && self.collapses(&next, depth - 1))
        })
    }

    /// Whether the player to move, who does not win by threats while the opponent would, loses with every move that could change
    /// that. Other moves leave the opponent's threats as they are.
    fn collapses(&self, position: &Position, depth: u32) -> bool {
        self.has_no_defence(position, self.home(position.white_to_move), depth)
    }

    /// Whether the player to move loses with every threat, and with every other move of the pawns on some cells.
    fn has_no_defence(&self, position: &Position, from: Cells, depth: u32) -> bool {
        let white = position.white_to_move;
        let near = self.board.near(white);
        let loses = |next: &Position| self.wins(next, !white) || self.prepares(next, depth);
        self.moves(position, from, !near).all(|(next, _)| loses(&next))
            && self
                .moves(position, self.entry(white), near)
                .all(|(next, pawn)| self.refutes(&next, pawn, depth))
    }

    /// Whether the player to move can capture the pawn that is about to arrive so that the opponent then loses.
    fn refutes(&self, position: &Position, pawn: Cells, depth: u32) -> bool {
        let white = position.white_to_move;
        let captors = self.board.diagonal(!white, pawn) & position.pawns(white).0;
        self.may_go_on()
            && self.in_order(captors).any(|from| {
                let next = position.after(from, pawn);
                match self.decided(&next) {
                    Some(wins) => !wins,
                    None => self.wins(&next, white) && self.collapses(&next, depth),
                }
            })
    }

    /// Counts a step, unless all steps have been taken.
    fn may_go_on(&self) -> bool {
        let steps = self.steps.get();
        self.steps.set((steps + 1).min(STEPS_MAX));
        steps < STEPS_MAX
    }

    /// Whether a player, if to move, wins by threats alone.
    fn wins(&self, position: &Position, white: bool) -> bool {
        self.threats.wins(self.rows(position, white))
    }

    /// What the threats of a player depend on.
    fn rows(&self, position: &Position, white: bool) -> Rows {
        let (own, other) = position.pawns(white);
        let height = self.board.height;
        let columns = |set: Cells, row: usize| {
            self.board.columns(set, if white { row } else { height - 1 - row }) as usize
        };
        Rows {
            entry: columns(own, height - 3),
            near: columns(other, height - 2),
            goal: columns(other, height - 1),
        }
    }

    /// The row two rows before the goal.
    fn entry(&self, white: bool) -> Cells {
        self.board.row_of(white, self.board.height - 3)
    }

    /// The first two rows of a player.
    fn home(&self, white: bool) -> Cells {
        self.board.row_of(white, 0) | self.board.row_of(white, 1)
    }

    /// The positions after the moves from some cells to some others, with the cell that is entered: straight moves first,
    /// then those to the left, then those to the right, as the player in question sees it; in this order each by the cell
    /// that is entered.
    fn moves(
        &self,
        position: &Position,
        from: Cells,
        to: Cells,
    ) -> impl Iterator<Item = (Position, Cells)> {
        let (board, white, position) = (self.board, position.white_to_move, *position);
        let (own, other) = position.pawns(white);
        let left = if self.white { -1 } else { 1 };
        [0, left, -left].into_iter().flat_map(move |aside| {
            let blocked = if aside == 0 { own | other } else { own };
            let targets = board.ahead(white, own & from, aside) & to & !blocked;
            self.in_order(targets).map(move |target| {
                (position.after(board.origin(white, target, aside), target), target)
            })
        })
    }

    /// The cells of a set in the order a1, b1, … as the player in question sees the board, with the first row of this player
    /// below: White from the first cell to the last, Black from the last to the first.
    fn in_order(&self, set: Cells) -> impl Iterator<Item = Cells> {
        let white = self.white;
        each(if white { set } else { set.reverse_bits() })
            .map(move |cell| if white { cell } else { cell.reverse_bits() })
    }
}
