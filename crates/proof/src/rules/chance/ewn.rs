//! EinStein würfelt nicht!

use super::super::spelling::{bad_value, nothing_left, number_from, take_option};
use super::{ChanceRules, Side, Turn, only_text, size};
use crate::failure::quote;

/// The most stones of a player.
const STONES: usize = 6;

/// `ewn:`.
#[derive(Clone, Debug)]
pub struct Ewn {
    columns: usize,
    rows: usize,
    stones: usize,
    die: usize,
    /// The stones of Max and of Min, from 0, on their squares.
    orders: [Vec<usize>; 2],
}

/// A cell: row and column, from the top left corner.
type Cell = (u8, u8);

/// Where the stones are, who is to move, and what was thrown.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EwnPosition {
    /// The cells of the stones of Max and of Min; nothing for a stone that is gone.
    stones: [[Option<Cell>; STONES]; 2],
    side: Side,
    /// The lowest face of the outcome of chance.
    thrown: Option<u8>,
}

impl EwnPosition {
    fn own(&self) -> &[Option<Cell>; STONES] {
        &self.stones[index(self.side)]
    }
}

fn index(side: Side) -> usize {
    match side {
        Side::Max => 0,
        Side::Min => 1,
    }
}

impl Ewn {
    /// The game with the parameters after the colon.
    pub fn open(parameters: &str) -> Result<Ewn, String> {
        let (columns, rows, mut pieces) = size(parameters, "ewn")?;
        if !(1..=26).contains(&columns) || !(1..=26).contains(&rows) || columns * rows > 250 {
            return Err("ewn has 1 to 26 columns and rows, and at most 250 cells".to_owned());
        }
        let stones = match take_option(&mut pieces, "stones") {
            None => STONES,
            Some("1") => 1,
            Some("3") => 3,
            Some(other) => {
                return Err(bad_value("stones", other, "it is 1 or 3, or left out for 6"));
            }
        };
        let die = match take_option(&mut pieces, "die") {
            None => stones,
            Some(text) => match number_from(text, "the number of faces of the die", 1, 60)? {
                default if default == stones => {
                    return Err(bad_value(
                        "die",
                        text,
                        "it is left out if it is the number of stones",
                    ));
                }
                die => die,
            },
        };
        let max = order(take_option(&mut pieces, "max"), "max", stones)?;
        let min = order(take_option(&mut pieces, "min"), "min", stones)?;
        nothing_left(&pieces)?;
        let game = Ewn { columns, rows, stones, die, orders: [max, min] };
        let squares = game.squares();
        if squares.len() < stones
            || squares.iter().any(|&cell| squares.contains(&game.turned(cell)))
        {
            return Err(format!(
                "a board of {columns}x{rows} has no room for {stones} stones a side"
            ));
        }
        Ok(game)
    }

    /// Max's squares.
    fn squares(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.cells().collect();
        cells.sort_by_key(|&(row, column)| (row + column, row));
        cells.truncate(self.stones);
        cells
    }

    /// All cells, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns as u8;
        (0..self.rows as u8).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The cell after half a turn of the board.
    fn turned(&self, (row, column): Cell) -> Cell {
        (self.rows as u8 - 1 - row, self.columns as u8 - 1 - column)
    }

    /// The position where the game begins.
    pub fn start(&self) -> EwnPosition {
        let mut stones = [[None; STONES]; 2];
        for (place, cell) in self.squares().into_iter().enumerate() {
            stones[0][self.orders[0][place]] = Some(cell);
            stones[1][self.orders[1][place]] = Some(self.turned(cell));
        }
        EwnPosition { stones, side: Side::Max, thrown: None }
    }

    fn winner(&self, position: &EwnPosition) -> Option<Side> {
        let [max, min] = &position.stones;
        let is_gone = |stones: &[Option<Cell>; STONES]| stones.iter().all(Option::is_none);
        if max.contains(&Some(self.turned((0, 0)))) || is_gone(min) {
            Some(Side::Max)
        } else if min.contains(&Some((0, 0))) || is_gone(max) {
            Some(Side::Min)
        } else {
            None
        }
    }

    /// The stones, from 0, that a face allows.
    fn allowed(&self, position: &EwnPosition, face: u8) -> Vec<usize> {
        let rolled = usize::from(face) - 1;
        let alive: Vec<usize> =
            (0..self.stones).filter(|&stone| position.own()[stone].is_some()).collect();
        if alive.contains(&rolled) {
            return vec![rolled];
        }
        let lower = alive.iter().rev().find(|&&stone| stone < rolled);
        let higher = alive.iter().find(|&&stone| stone > rolled);
        lower.into_iter().chain(higher).copied().collect()
    }

    /// The outcomes of the die: the lowest face of each, and the number of its faces.
    fn outcomes_of_die(&self, position: &EwnPosition) -> Vec<(u8, u64)> {
        let mut outcomes: Vec<(u8, u64, Vec<usize>)> = Vec::new();
        for face in 1..=self.die as u8 {
            let allowed = self.allowed(position, face);
            match outcomes.iter_mut().find(|(_, _, known)| *known == allowed) {
                Some((_, faces, _)) => *faces += 1,
                None => outcomes.push((face, 1, allowed)),
            }
        }
        outcomes.into_iter().map(|(face, faces, _)| (face, faces)).collect()
    }

    /// The cell after a step of a stone: along the row, along the column or both. Nothing if the board ends there.
    fn step(&self, side: Side, cell: Cell, (along_column, along_row): (u8, u8)) -> Option<Cell> {
        // Min walks as Max does on the board after half a turn.
        let (row, column) = if side == Side::Max { cell } else { self.turned(cell) };
        let to = (row + along_column, column + along_row);
        let inside = usize::from(to.0) < self.rows && usize::from(to.1) < self.columns;
        inside.then(|| if side == Side::Max { to } else { self.turned(to) })
    }

    fn moved(&self, position: &EwnPosition, stone: usize, to: Cell) -> EwnPosition {
        let mut next = position.clone();
        for place in next.stones.iter_mut().flatten() {
            if *place == Some(to) {
                *place = None;
            }
        }
        next.stones[index(position.side)][stone] = Some(to);
        (next.side, next.thrown) = (position.side.other(), None);
        next
    }

    /// Puts the stone of a symbol on a cell; the error is a sentence.
    fn put(&self, position: &mut EwnPosition, symbol: char, cell: Cell) -> Result<(), String> {
        let (side, stone) = match symbol {
            '.' => return Ok(()),
            '1'..='6' => (0, symbol as usize - '1' as usize),
            'a'..='f' => (1, symbol as usize - 'a' as usize),
            other => return Err(format!("{other:?} is no stone; stones are 1 to 6 and a to f")),
        };
        if stone >= self.stones {
            return Err(format!("there is no stone {symbol:?} among {} a side", self.stones));
        }
        match position.stones[side][stone].replace(cell) {
            None => Ok(()),
            Some(_) => Err(format!("the stone {symbol:?} stands twice")),
        }
    }

    fn parse(&self, text: &str) -> Result<EwnPosition, String> {
        let mut words = text.split(' ');
        let board = words.next().unwrap_or_default();
        let side = Side::read(words.next())?;
        let mut position = EwnPosition { stones: [[None; STONES]; 2], side, thrown: None };
        let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.len() != self.columns) {
            return Err(format!(
                "the position is not {} rows of {} cells",
                self.rows, self.columns
            ));
        }
        for (symbol, cell) in rows.concat().into_iter().zip(self.cells()) {
            self.put(&mut position, symbol, cell)?;
        }
        let is_bare = position.stones.iter().any(|stones| stones.iter().all(Option::is_none));
        if is_bare && self.winner(&position) == Some(side) {
            return Err("the player to move has captured the last stone, but it is the turn of the other one".to_owned());
        }
        if let Some(word) = words.next() {
            let is_chance = self.turn(&position) == Turn::Chance;
            let known = if is_chance { self.outcomes_of_die(&position) } else { Vec::new() };
            let thrown = known.iter().find(|(face, _)| face.to_string() == word);
            let Some(&(face, _)) = thrown else {
                return Err(format!("{} is not an outcome of the die here", quote(word)));
            };
            position.thrown = Some(face);
        }
        Ok(position)
    }
}

/// The stones on the squares of a player; the error is a sentence.
fn order(text: Option<&str>, name: &str, stones: usize) -> Result<Vec<usize>, String> {
    let ascending: Vec<usize> = (0..stones).collect();
    let Some(text) = text else { return Ok(ascending) };
    let digits: Vec<usize> =
        text.bytes().map(|digit| usize::from(digit).wrapping_sub(49)).collect();
    let mut sorted = digits.clone();
    sorted.sort_unstable();
    if sorted != ascending || digits == ascending {
        return Err(bad_value(
            name,
            text,
            "it has every stone once, and is left out if they ascend",
        ));
    }
    Ok(digits)
}

impl ChanceRules for Ewn {
    type Position = EwnPosition;

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "win"]
    }

    fn read(&self, text: &str) -> Result<EwnPosition, String> {
        let position = self.parse(text)?;
        let written = self.write(&position);
        only_text(text, position, &written)
    }

    fn write(&self, position: &EwnPosition) -> String {
        let symbol = |cell: Cell| {
            let of = |side: usize| position.stones[side].iter().position(|at| *at == Some(cell));
            match (of(0), of(1)) {
                (Some(stone), _) => char::from(b'1' + stone as u8),
                (_, Some(stone)) => char::from(b'a' + stone as u8),
                _ => '.',
            }
        };
        let symbols: Vec<char> = self.cells().map(symbol).collect();
        let rows: Vec<String> =
            symbols.chunks(self.columns).map(|row| row.iter().collect()).collect();
        let thrown = position.thrown.map_or_else(String::new, |face| format!(" {face}"));
        format!("{} {}{thrown}", rows.join("/"), position.side.name())
    }

    fn turn(&self, position: &EwnPosition) -> Turn {
        match self.winner(position) {
            Some(Side::Max) => Turn::Over(1),
            Some(Side::Min) => Turn::Over(0),
            None if position.thrown.is_some() => position.side.turn(),
            None if self.outcomes_of_die(position).len() == 1 => position.side.turn(),
            None => Turn::Chance,
        }
    }

    fn successors(&self, position: &EwnPosition, list: &mut Vec<(EwnPosition, u64)>) {
        if self.turn(position) == Turn::Chance {
            let after =
                |(face, faces)| (EwnPosition { thrown: Some(face), ..position.clone() }, faces);
            list.extend(self.outcomes_of_die(position).into_iter().map(after));
            return;
        }
        // Without a throw all faces allow the same.
        for stone in self.allowed(position, position.thrown.unwrap_or(1)) {
            let Some(cell) = position.own()[stone] else { continue };
            let ways = [(0, 1), (1, 0), (1, 1)];
            let targets = ways.into_iter().filter_map(|way| self.step(position.side, cell, way));
            list.extend(targets.map(|to| (self.moved(position, stone, to), 1)));
        }
    }
}
