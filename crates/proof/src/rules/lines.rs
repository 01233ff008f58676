//! Static bounds of games in which K stones in a straight line win: `docs/certificate.md`, *Static bounds* of `mnk`.
//!
//! Everything is counted anew from the cells of the board wherever it is needed.

use std::collections::HashSet;

use super::grid::Cell;

/// The most positions that are examined for a win by fours. If more were needed, nothing is known. This number is part of the
/// format.
const EXAMINED_MAX: usize = 1_024;

/// The lowest and the highest value that is possible for the player to move: -1 a loss, 0 a draw, 1 a win.
type Bounds = (i8, i8);

/// The lines of a board, each a list of cells.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    length: usize,
    lines: Vec<Vec<usize>>,
}

/// The opponent of a player.
fn other(player: Cell) -> Cell {
    match player {
        Cell::Max => Cell::Min,
        Cell::Min => Cell::Max,
        Cell::Empty => Cell::Empty,
    }
}

impl Lines {
    /// The lines of a board on which lines of that length win.
    pub(super) fn new(lines: Vec<Vec<usize>>, length: usize) -> Lines {
        Lines { length, lines }
    }

    /// Whether the player has all cells of a line.
    pub(super) fn is_complete(&self, cells: &[Cell], player: Cell) -> bool {
        self.lines.iter().any(|line| line.iter().all(|&at| cells[at] == player))
    }

    /// What is known about a position that is not over, for the player to move.
    fn bounds(&self, cells: &[Cell], mover: Cell) -> Bounds {
        let (low, high) = self.bounds_by_threats(cells, mover);
        let is_empty = cells.iter().all(|&cell| cell == Cell::Empty);
        if is_empty { (low.max(0), high) } else { (low, high) }
    }

    /// The same as ranks of `loss`, `draw`, `win`, stated for Max.
    pub(super) fn ranks(&self, cells: &[Cell], max_moves: bool) -> (usize, usize) {
        let rank = |value: i8| (1 + value) as usize;
        match max_moves {
            true => {
                let (low, high) = self.bounds(cells, Cell::Max);
                (rank(low), rank(high))
            }
            false => {
                let (low, high) = self.bounds(cells, Cell::Min);
                (rank(-high), rank(-low))
            }
        }
    }

    fn bounds_by_threats(&self, cells: &[Cell], mover: Cell) -> Bounds {
        if !self.completions(cells, mover).is_empty() {
            return (1, 1);
        }
        match self.completions(cells, other(mover))[..] {
            [] => {}
            [forced] => {
                let mut after = cells.to_vec();
                after[forced] = mover;
                if !after.contains(&Cell::Empty) {
                    return (0, 0);
                }
                let (low, high) = self.bounds_by_threats(&after, other(mover));
                return (-high, -low);
            }
            _ => return (-1, -1),
        }
        let mut attack = Attack { lines: self, attacker: mover, examined: HashSet::new() };
        if attack.wins(&mut cells.to_vec()) == Some(true) {
            return (1, 1);
        }
        let low = if self.has_line_left(cells, other(mover)) { -1 } else { 0 };
        let high = if self.has_line_left(cells, mover) { 1 } else { 0 };
        (low, high)
    }

    /// How many cells of a line have stones of the player, if the opponent has none there.
    fn stones(&self, line: &[usize], cells: &[Cell], player: Cell) -> Option<usize> {
        let mut count = 0;
        for &at in line {
            match cells[at] {
                Cell::Empty => {}
                stone if stone == player => count += 1,
                _ => return None,
            }
        }
        Some(count)
    }

    /// The lines with so many stones of the player and none of the opponent.
    fn with_stones<'l>(
        &'l self,
        cells: &'l [Cell],
        player: Cell,
        count: usize,
    ) -> impl Iterator<Item = &'l Vec<usize>> {
        self.lines.iter().filter(move |line| self.stones(line, cells, player) == Some(count))
    }

    /// The player's completions, each once: the empty cells of lines whose other cells all have stones of the player.
    fn completions(&self, cells: &[Cell], player: Cell) -> Vec<usize> {
        let mut found = Vec::new();
        for line in self.with_stones(cells, player, self.length - 1) {
            found.extend(empty(line, cells).filter(|at| !found.contains(at)).collect::<Vec<_>>());
        }
        found
    }

    /// Whether the player can still complete a line.
    fn has_line_left(&self, cells: &[Cell], player: Cell) -> bool {
        self.lines.iter().any(|line| self.stones(line, cells, player).is_some())
    }
}

/// The empty cells of a line.
fn empty<'l>(line: &'l [usize], cells: &'l [Cell]) -> impl Iterator<Item = usize> + 'l {
    line.iter().copied().filter(|&at| cells[at] == Cell::Empty)
}

/// The search for a win by fours.
struct Attack<'l> {
    lines: &'l Lines,
    attacker: Cell,
    examined: HashSet<Vec<Cell>>,
}

impl Attack<'_> {
    /// Whether the attacker, who is to move and has no completion, wins by fours; nothing if that takes too many positions.
    fn wins(&mut self, cells: &mut Vec<Cell>) -> Option<bool> {
        let defender = other(self.attacker);
        let threats = self.lines.completions(cells, defender);
        if threats.len() > 1 {
            return Some(false);
        }
        let fours = self.fours(cells, threats.first().copied());
        let mut answers = vec![None; cells.len()];
        for &(four, answer) in &fours {
            // A second answer that is another cell: the attacker has two completions.
            if answers[four].is_some_and(|known| known != answer) {
                return Some(true);
            }
            answers[four] = Some(answer);
        }
        if fours.is_empty() || self.examined.contains(cells) {
            return Some(false);
        }
        if self.examined.len() == EXAMINED_MAX {
            return None;
        }
        self.examined.insert(cells.clone());
        for (four, answer) in answers.into_iter().enumerate() {
            let Some(answer) = answer else { continue };
            cells[four] = self.attacker;
            cells[answer] = defender;
            let won = self.wins(cells);
            cells[four] = Cell::Empty;
            cells[answer] = Cell::Empty;
            if won? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The fours of the attacker: the cell, and the completion that the attacker then has. If the defender threatens to complete
    /// a line, only fours on that cell count.
    fn fours(&self, cells: &[Cell], threat: Option<usize>) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let Some(count) = self.lines.length.checked_sub(2) else { return found };
        for line in self.lines.with_stones(cells, self.attacker, count) {
            let pair: Vec<usize> = empty(line, cells).collect();
            for (four, answer) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if threat.is_none_or(|threat| threat == four) {
                    found.push((four, answer));
                }
            }
        }
        found
    }
}
