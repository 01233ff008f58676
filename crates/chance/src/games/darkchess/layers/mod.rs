//! Chinese dark chess by layers.
//!
//! A layer has the positions with a given number of dark pieces and of revealed pieces alive. Flips and captures lead to
//! lower layers, all other turns stay. A number is the value for the player to move minus that of a draw, times the factorial
//! of the number of dark pieces: so a flip is a sum without a division. Mirror images share a number, and so do
//! positions in which the players are exchanged, if a win gains as much as a loss costs.

mod board;
mod open;
mod start;
mod table;

use std::collections::HashMap;

use foregone_game::{InvalidGame, Player};
use num_traits::ToPrimitive;

use super::piece::{RANKS, owner, rank_on};
use super::{CELLS_MAX, DARK as DARK_CELL, DarkChess, EMPTY, NONE, PIECE, Position};
use crate::fraction;
use crate::game::ChanceGame;
use crate::layers::{Layered, Number};
use crate::utility::Utility;

use board::Board;
use open::OpenDark;
pub use start::StartValues;
use table::{Cells, Class, DARK, KINDS, Table};

/// A table of one class and one view: whose wins and losses the player to move counts.
struct Placed {
    table: Table,
    /// 0 if the player to move counts as Max does, 1 if as Min does.
    view: usize,
    /// The first index of the layer that belongs to it.
    base: usize,
    /// The table of the positions after a quiet turn.
    partner: usize,
}

/// The positions of one layer.
struct Layer {
    dark: u8,
    /// The tables from `first` on.
    first: usize,
    tables: usize,
    size: usize,
}

/// Chinese dark chess without a limit, numbered in layers.
pub struct DarkLayers<N> {
    game: DarkChess,
    name: String,
    board: Board,
    tables: Vec<Placed>,
    layers: Vec<Layer>,
    /// The table of every class and view, and its layer.
    places: HashMap<(Class, usize), (usize, usize)>,
    /// What outcomes are worth, times the common denominator.
    worths: Vec<i128>,
    common: i128,
    /// What a loss and a win count for the player to move, by view, if a draw counts 0.
    stakes: [(N, N); 2],
    views: usize,
    /// The factorials up to the number of cells.
    factorials: Vec<N>,
}

impl<N: Number> DarkLayers<N> {
    /// Numbers the positions of a game for a utility. Refuses boards whose values or indices do not fit.
    pub fn new(game: &DarkChess, utility: &Utility) -> Result<DarkLayers<N>, InvalidGame> {
        let refused = |why: String| InvalidGame(format!("{}: {why}", game.spelling()));
        let cells = u32::from(game.cells());
        if cells > board::CELLS_MAX {
            return Err(refused(format!(
                "only boards of at most {} cells are solved by layers",
                board::CELLS_MAX
            )));
        }
        let wide = || refused(format!("values do not fit into {} bits", 8 * N::BYTES));
        let (worths, common) = whole(utility).ok_or_else(wide)?;
        let factorials = factorials(cells).ok_or_else(wide)?;
        let most = N::from(worths[2] - worths[0]).ok_or_else(wide)?;
        most.checked_mul(factorials.last().unwrap_or(&most)).ok_or_else(wide)?;
        let stake = |from: usize| N::from(worths[from] - worths[1]).ok_or_else(wide);
        let (loss, win) = (stake(0)?, stake(2)?);
        let stakes = [(loss, win), (-win, -loss)];
        let board = Board::new(game.columns.into(), game.rows.into());
        let mut layers = DarkLayers {
            game: game.clone(),
            name: format!("{} utility={}", game.spelling(), utility.name()),
            board,
            tables: Vec::new(),
            layers: Vec::new(),
            places: HashMap::new(),
            worths,
            common,
            stakes,
            views: if stakes[0] == stakes[1] { 1 } else { 2 },
            factorials,
        };
        layers.number().ok_or_else(|| refused("a layer has too many positions".to_owned()))?;
        Ok(layers)
    }

    /// Gives every class its tables, and every table its place. Nothing if indices do not fit.
    fn number(&mut self) -> Option<()> {
        let mut classes = classes(&self.game);
        let key = |class: &Class| (class.dark_count(), class.alive_count());
        classes.sort_by_key(|class| (key(class), *class));
        let mut last = None;
        for class in classes {
            if last != Some(key(&class)) {
                last = Some(key(&class));
                let (dark, first) = (class.dark_count(), self.tables.len());
                self.layers.push(Layer { dark, first, tables: 0, size: 0 });
            }
            for view in 0..self.views {
                let table = Table::new(&self.board, class)?;
                let (number, at) = (self.layers.len() - 1, self.tables.len());
                let layer = &mut self.layers[number];
                let base = layer.size;
                layer.size += table.size();
                layer.tables += 1;
                self.places.insert((class, view), (at, number));
                self.tables.push(Placed { table, view, base, partner: at });
            }
        }
        for at in 0..self.tables.len() {
            let Placed { table, view, .. } = &self.tables[at];
            let partner = self.find(&table.class.exchanged(), self.other_view(*view))?.0;
            self.tables[at].partner = partner;
        }
        self.layers.iter().all(|layer| u32::try_from(layer.size).is_ok()).then_some(())
    }

    /// The view of the opponent.
    fn other_view(&self, view: usize) -> usize {
        self.views - 1 - view
    }

    fn find(&self, class: &Class, view: usize) -> Option<(usize, usize)> {
        self.places.get(&(*class, view)).copied()
    }

    /// The table of an index of a layer, and the index there.
    #[inline]
    fn split(&self, layer: usize, index: usize) -> (usize, usize) {
        let Layer { first, tables, .. } = self.layers[layer];
        let tables = &self.tables[first..first + tables];
        let at = tables.partition_point(|table| table.base <= index) - 1;
        (first + at, index - tables[at].base)
    }

    /// The same position with the names of the players exchanged.
    pub fn exchanged(position: &Position) -> Position {
        let mut other = *position;
        other.player = position.player.other();
        other.dark.rotate_left(RANKS);
        for cell in other.cells.iter_mut().filter(|cell| **cell >= PIECE) {
            let kind = usize::from(*cell - PIECE);
            *cell = PIECE + ((kind + RANKS) % (2 * RANKS)) as u8;
        }
        other
    }

    /// The player to move in the positions of a view.
    fn player(view: usize) -> Player {
        if view == 0 { Player::Max } else { Player::Min }
    }
}

/// Worths as whole numbers over a common denominator.
fn whole(utility: &Utility) -> Option<(Vec<i128>, i128)> {
    let common = fraction::common_denominator(utility.worths());
    let scaled = |worth: &fraction::Fraction| fraction::floor(worth, &common).to_i128();
    let worths = utility.worths().iter().map(scaled).collect::<Option<Vec<_>>>()?;
    Some((worths, common.to_i128()?))
}

fn factorials<N: Number>(most: u32) -> Option<Vec<N>> {
    let mut factorials = vec![N::one()];
    for factor in 1..=most {
        let last = *factorials.last()?;
        factorials.push(last.checked_mul(&N::from(factor)?)?);
    }
    Some(factorials)
}

/// All classes in which both players have pieces and something is revealed, and the start.
fn classes(game: &DarkChess) -> Vec<Class> {
    let of = |side: usize, kind: usize| game.pieces[(side ^ kind & 1) * RANKS + kind / 2];
    let mut all = Vec::new();
    for side in [0, 1] {
        let most: [u8; KINDS] = core::array::from_fn(|kind| of(side, kind));
        let mut class = Class { dark: [0; KINDS], alive: [0; KINDS] };
        each_class(&most, &mut class, 0, &mut |class| {
            let is_start = class.dark == most;
            let has_pieces = class.pieces_of(0) > 0 && class.pieces_of(1) > 0;
            if has_pieces && (is_start || class.alive_count() > 0) {
                all.push(*class);
            }
        });
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn each_class(most: &[u8; KINDS], class: &mut Class, kind: usize, each: &mut impl FnMut(&Class)) {
    let Some(&pieces) = most.get(kind) else { return each(class) };
    for dark in 0..=pieces {
        for alive in 0..=pieces - dark {
            (class.dark[kind], class.alive[kind]) = (dark, alive);
            each_class(most, class, kind + 1, each);
        }
    }
}

impl<N: Number> Layered for DarkLayers<N> {
    type Number = N;
    type Game = DarkChess;
    type Open<'a> = OpenDark<'a, N>;

    fn game(&self) -> &DarkChess {
        &self.game
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn size(&self, layer: usize) -> usize {
        self.layers[layer].size
    }

    /// Captures lead to the layer before; flips to layers with one dark piece less.
    fn lowest_needed(&self, layer: usize) -> usize {
        let dark = self.layers[layer].dark;
        let is_needed = |other: &Layer| other.dark + 1 >= dark;
        self.layers.iter().position(is_needed).unwrap_or(layer).min(layer)
    }

    fn open<'a>(&'a self, layer: usize, lower: &'a [Vec<N>]) -> OpenDark<'a, N> {
        OpenDark::new(self, layer, lower)
    }

    fn position(&self, layer: usize, index: usize) -> Option<Position> {
        let (at, index) = self.split(layer, index);
        let Placed { table, view, .. } = &self.tables[at];
        let cells = table.cells(&self.board, index)?;
        let player = Self::player(*view);
        let class = &table.class;
        // The rules let the first player flip first.
        if class.alive_count() == 0 && player == Player::Min {
            return None;
        }
        let mut position = self.game.start();
        position.player = player;
        let rules_kind = |kind: usize| {
            let side = usize::from(player == Player::Min) ^ (kind & 1);
            side * RANKS + kind / 2
        };
        for kind in 0..KINDS {
            position.dark[rules_kind(kind)] = class.dark[kind];
        }
        for cell in 0..usize::from(self.game.cells()) {
            let on = |set: u16| set >> cell & 1 == 1;
            position.cells[cell] = match (0..KINDS).find(|&kind| on(cells[kind])) {
                Some(kind) => PIECE + rules_kind(kind) as u8,
                None if on(cells[DARK]) => DARK_CELL,
                None => EMPTY,
            };
        }
        Some(position)
    }

    fn locate(&self, position: &Position) -> Option<(usize, usize)> {
        if position.flipped != NONE {
            return None;
        }
        let mut class = Class { dark: [0; KINDS], alive: [0; KINDS] };
        let mut cells: Cells = [0; KINDS + 2];
        let is_min = position.player == Player::Min;
        for (kind, &count) in position.dark.iter().enumerate() {
            let theirs = (kind >= RANKS) != is_min;
            class.dark[2 * (kind % RANKS) + usize::from(theirs)] = count;
        }
        for (cell, &content) in position.cells.iter().enumerate().take(CELLS_MAX) {
            if content == DARK_CELL {
                cells[DARK] |= 1 << cell;
            } else if let Some(owner) = owner(content) {
                let theirs = owner != position.player;
                let kind = 2 * usize::from(rank_on(content)) + usize::from(theirs);
                class.alive[kind] += 1;
                cells[kind] |= 1 << cell;
            }
        }
        cells[DARK + 1] = cells[DARK];
        let view = if is_min { self.views - 1 } else { 0 };
        let (at, layer) = self.find(&class, view)?;
        let Placed { table, base, .. } = &self.tables[at];
        Some((layer, base + table.index(&self.board, &cells, 0)))
    }

    fn for_max(&self, position: &Position, number: N) -> i128 {
        let below: N = self.factorials[position.dark_count() as usize];
        let draw = self.worths[1] * below.as_();
        match position.player {
            Player::Max => draw + number.as_(),
            Player::Min => draw - number.as_(),
        }
    }

    fn worths(&self) -> &[i128] {
        &self.worths
    }

    fn common(&self) -> i128 {
        self.common
    }
}
