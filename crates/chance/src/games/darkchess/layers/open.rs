//! A layer of Chinese dark chess that is being solved: what flips and captures give, and where quiet turns come from.

use super::table::{Cells, DARK, KINDS, Table};
use super::{DarkLayers, Placed};
use crate::games::darkchess::piece::{CANNON, RANKS, takes};
use crate::layers::{Number, OpenLayer, Survey};

/// A table of a lower layer with its values.
#[derive(Clone, Copy)]
struct Known<'a, N> {
    table: &'a Table,
    values: &'a [N],
}

/// What a flipped piece may turn out to be.
struct Flip<'a, N> {
    kind: usize,
    weight: N,
    known: Known<'a, N>,
    /// 1 if the players are exchanged afterwards: always but at the first flip, which decides who has which colour.
    exchange: usize,
}

/// An own kind of pieces, with what it takes.
struct Attacker {
    kind: usize,
    is_cannon: bool,
    victims: Vec<usize>,
}

/// A table of the layer.
struct OpenTable<'a, N> {
    placed: &'a Placed,
    partner: &'a Placed,
    flips: Vec<Flip<'a, N>>,
    attackers: Vec<Attacker>,
    /// The positions after the capture of each kind; none if the game is over then.
    captures: [Option<Known<'a, N>>; KINDS],
    /// What the end of the game counts for the player to move, as a loss and as a win.
    loss: N,
    win: N,
}

/// A layer that is being solved.
pub struct OpenDark<'a, N> {
    layers: &'a DarkLayers<N>,
    number: usize,
    tables: Vec<OpenTable<'a, N>>,
    /// For every cell the cells in the four directions, the nearest first.
    rays: Vec<[Vec<u16>; 4]>,
}

/// Calls `each` with every cell of a set, as a set.
#[inline]
fn each_cell(mut set: u16, mut each: impl FnMut(u16)) {
    while set != 0 {
        each(set & set.wrapping_neg());
        set &= set - 1;
    }
}

impl<'a, N: Number> OpenDark<'a, N> {
    pub(super) fn new(
        layers: &'a DarkLayers<N>,
        number: usize,
        lower: &'a [Vec<N>],
    ) -> OpenDark<'a, N> {
        let layer = &layers.layers[number];
        let tables = &layers.tables[layer.first..layer.first + layer.tables];
        let tables = tables.iter().map(|placed| OpenTable::new(layers, placed, lower)).collect();
        let (columns, rows) = (layers.board.columns as i32, layers.board.rows as i32);
        let ray = |cell: i32, across: i32, up: i32| {
            let at = move |step: i32| (cell % columns + step * across, cell / columns + step * up);
            let inside = |&(column, row): &(i32, i32)| {
                (0..columns).contains(&column) && (0..rows).contains(&row)
            };
            let cells = (1..).map(at).take_while(inside);
            cells.map(|(column, row)| 1 << (row * columns + column)).collect()
        };
        let rays = (0..columns * rows)
            .map(|cell| [(0, -1), (-1, 0), (1, 0), (0, 1)].map(|(dx, dy)| ray(cell, dx, dy)));
        let rays = rays.collect();
        OpenDark { layers, number, tables, rays }
    }

    /// The table of an index, and the position there.
    #[inline]
    fn find(&self, index: usize) -> (&OpenTable<'a, N>, Option<Cells>) {
        let (at, index) = self.layers.split(self.number, index);
        let table = &self.tables[at - self.layers.layers[self.number].first];
        (table, table.placed.table.cells(&self.layers.board, index))
    }

    /// The best flip.
    fn flips(&self, table: &OpenTable<'a, N>, cells: &Cells, best: &mut Option<N>) {
        let mut after = *cells;
        each_cell(cells[DARK], |cell| {
            after[DARK] ^= cell;
            after[DARK + 1] ^= cell;
            let mut sum = N::zero();
            for flip in &table.flips {
                after[flip.kind] ^= cell;
                let index = flip.known.table.index(&self.layers.board, &after, flip.exchange);
                after[flip.kind] ^= cell;
                sum = sum - flip.weight * flip.known.values[index];
            }
            after[DARK] ^= cell;
            after[DARK + 1] ^= cell;
            *best = (*best).max(Some(sum));
        });
    }

    /// What a capture gives.
    fn capture(
        &self,
        table: &OpenTable<'a, N>,
        cells: &Cells,
        (own, from): (usize, u16),
        (victim, to): (usize, u16),
    ) -> N {
        let Some(known) = &table.captures[victim] else { return table.win };
        let mut after = *cells;
        after[own] ^= from | to;
        after[victim] ^= to;
        -known.values[known.table.index(&self.layers.board, &after, 1)]
    }

    /// What a cannon captures: the second piece in each direction, if it is a revealed enemy.
    fn jumps(&self, cells: &Cells, occupied: u16, from: u16, mut each: impl FnMut(usize, u16)) {
        for ray in &self.rays[from.trailing_zeros() as usize] {
            let second = ray.iter().filter(|&&cell| occupied & cell != 0).nth(1);
            if let Some(&cell) = second
                && let Some(kind) = (1..KINDS).step_by(2).find(|&kind| cells[kind] & cell != 0)
            {
                each(kind, cell);
            }
        }
    }

    /// The best capture, and the number of quiet turns.
    fn turns(
        &self,
        table: &OpenTable<'a, N>,
        cells: &Cells,
        occupied: u16,
        best: &mut Option<N>,
    ) -> u32 {
        let board = &self.layers.board;
        let mut quiet = 0;
        for attacker in &table.attackers {
            each_cell(cells[attacker.kind], |from| {
                let beside = board.neighbours[from.trailing_zeros() as usize];
                quiet += (beside & !occupied).count_ones();
                let own = (attacker.kind, from);
                for &victim in &attacker.victims {
                    each_cell(beside & cells[victim], |to| {
                        let value = self.capture(table, cells, own, (victim, to));
                        *best = (*best).max(Some(value));
                    });
                }
                if attacker.is_cannon {
                    self.jumps(cells, occupied, from, |victim, to| {
                        let value = self.capture(table, cells, own, (victim, to));
                        *best = (*best).max(Some(value));
                    });
                }
            });
        }
        quiet
    }
}

fn occupied(cells: &Cells) -> u16 {
    cells.iter().fold(0, |all, set| all | set)
}

impl<'a, N: Number> OpenTable<'a, N> {
    fn new(layers: &'a DarkLayers<N>, placed: &'a Placed, lower: &'a [Vec<N>]) -> OpenTable<'a, N> {
        let class = placed.table.class;
        let view = layers.other_view(placed.view);
        let known = |class| {
            let (at, layer) = layers.find(&class, view)?;
            let Placed { table, base, .. } = &layers.tables[at];
            Some(Known { table, values: &lower[layer][*base..*base + table.size()] })
        };
        let is_start = class.alive_count() == 0;
        let flip = |kind: usize| {
            let weight = N::from(class.dark[kind]).filter(|weight| !weight.is_zero())?;
            let mut after = class;
            after.dark[kind] -= 1;
            after.alive[kind] += 1;
            // The first flip shows a piece of the player who flips, whatever it is.
            let exchange = usize::from(!is_start || kind.is_multiple_of(2));
            let after = if exchange == 1 { after.exchanged() } else { after };
            Some(Flip { kind, weight, known: known(after)?, exchange })
        };
        let capture = |kind: usize| {
            let mut after = class;
            after.alive[kind] = after.alive[kind].checked_sub(1)?;
            if kind % 2 == 1 && after.pieces_of(1) > 0 { known(after.exchanged()) } else { None }
        };
        let attacker = |rank: usize| Attacker {
            kind: 2 * rank,
            is_cannon: rank == usize::from(CANNON),
            victims: (0..RANKS)
                .filter(|&other| takes(rank as u8, other as u8) && class.alive[2 * other + 1] > 0)
                .map(|other| 2 * other + 1)
                .collect(),
        };
        let below = layers.factorials[usize::from(class.dark_count())];
        let (loss, win) = layers.stakes[placed.view];
        OpenTable {
            placed,
            partner: &layers.tables[placed.partner],
            flips: (0..KINDS).filter_map(flip).collect(),
            attackers: (0..RANKS).filter(|&rank| class.alive[2 * rank] > 0).map(attacker).collect(),
            captures: core::array::from_fn(capture),
            loss: loss * below,
            win: win * below,
        }
    }
}

impl<N: Number> OpenLayer<N> for OpenDark<'_, N> {
    const HAS_QUIET: bool = true;

    fn unit(&self) -> u16 {
        self.layers.board.symmetries()
    }

    fn survey(&self, index: usize) -> Survey<N> {
        let (table, cells) = self.find(index);
        let Some(cells) = cells else { return Survey::Absent };
        let mut exit = None;
        self.flips(table, &cells, &mut exit);
        let quiet = self.turns(table, &cells, occupied(&cells), &mut exit);
        if quiet == 0 && exit.is_none() {
            exit = Some(table.loss);
        }
        Survey::Open { exit, quiet }
    }

    /// An orbit of positions has as many members as there are symmetries, divided by those that leave a position as it is.
    /// The turns from one orbit to another are counted once from either side, so the turns of one position from here
    /// to there are those from there to here times the quotient of the two orbits.
    fn each_before(&self, index: usize, mut each: impl FnMut(usize, u16)) {
        let (table, cells) = self.find(index);
        let Some(mut cells) = cells else { return };
        let board = &self.layers.board;
        let unit = self.unit() / table.placed.table.stabilizer(board, &cells, 0);
        let (partner, free) = (table.partner, !occupied(&cells));
        for kind in (1..KINDS).step_by(2) {
            each_cell(cells[kind], |to| {
                let beside = board.neighbours[to.trailing_zeros() as usize];
                each_cell(beside & free, |from| {
                    cells[kind] ^= from | to;
                    let before = partner.base + partner.table.index(board, &cells, 1);
                    each(before, unit * partner.table.stabilizer(board, &cells, 1));
                    cells[kind] ^= from | to;
                });
            });
        }
    }
}
