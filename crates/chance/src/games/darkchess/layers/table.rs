//! The numbering of all positions with the same pieces: which are dark, and which are revealed and alive.
//!
//! The first component, the dark cells or the pieces of one kind, is placed in one of the ways that no symmetry turns
//! into another; the others follow on the cells that are left. If symmetries leave the first component as it is, the
//! smallest of the numbers counts, and the others belong to no position.

use super::board::Board;
use crate::games::darkchess::piece::RANKS;

/// Kinds of pieces as the player to move sees them: twice the rank, plus 1 for the opponent's.
pub(super) const KINDS: usize = 2 * RANKS;
/// The place of the dark cells among the sets of cells. It is there twice, so that exchanging the players is `^ 1`.
pub(super) const DARK: usize = KINDS;

/// The cells of every kind, and the dark ones.
pub(super) type Cells = [u16; KINDS + 2];

/// How many pieces of each kind are dark, and how many are revealed and alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Class {
    pub(super) dark: [u8; KINDS],
    pub(super) alive: [u8; KINDS],
}

impl Class {
    /// The same for the other player.
    pub(super) fn exchanged(&self) -> Class {
        let exchange = |counts: &[u8; KINDS]| core::array::from_fn(|kind| counts[kind ^ 1]);
        Class { dark: exchange(&self.dark), alive: exchange(&self.alive) }
    }

    /// How many dark pieces there are.
    pub(super) fn dark_count(&self) -> u8 {
        self.dark.iter().sum()
    }

    /// How many revealed pieces are alive.
    pub(super) fn alive_count(&self) -> u8 {
        self.alive.iter().sum()
    }

    /// How many pieces the player to move (0) or the opponent (1) has.
    pub(super) fn pieces_of(&self, side: usize) -> u8 {
        let kinds = (side..KINDS).step_by(2);
        kinds.map(|kind| self.dark[kind] + self.alive[kind]).sum()
    }
}

/// A part of a position.
#[derive(Clone, Copy)]
struct Component {
    /// The kind of the pieces, or `DARK`.
    kind: u8,
    size: u8,
    /// In how many ways it can be placed on the cells that are left.
    ways: u32,
}

/// The numbering of a class.
pub(super) struct Table {
    pub(super) class: Class,
    first: Component,
    others: Vec<Component>,
    /// In how many ways the others can be placed.
    rest: u32,
}

fn binomial(n: u32, k: u32) -> u64 {
    (0..k).fold(1, |product, at| product * u64::from(n - at) / u64::from(at + 1))
}

impl Table {
    /// The numbering, if its numbers fit.
    pub(super) fn new(board: &Board, class: Class) -> Option<Table> {
        let dark = (DARK as u8, class.dark_count());
        let kinds = (0..KINDS as u8).zip(class.alive);
        let mut parts: Vec<(u8, u8)> = [dark].into_iter().chain(kinds).collect();
        parts.retain(|&(_, size)| size > 0);
        let orbits = |size: u8| board.smallest[usize::from(size)].len();
        let most = (0..parts.len()).max_by_key(|&at| (orbits(parts[at].1), parts.len() - at))?;
        parts.swap(0, most);
        let mut free = board.full.count_ones();
        let mut components = Vec::new();
        let mut rest = 1u64;
        for (at, &(kind, size)) in parts.iter().enumerate() {
            let ways = match at {
                0 => orbits(size) as u64,
                _ => binomial(free, size.into()),
            };
            rest = if at == 0 { 1 } else { rest.checked_mul(ways)? };
            components.push(Component { kind, size, ways: u32::try_from(ways).ok()? });
            free -= u32::from(size);
        }
        let (first, others) = (components[0], components[1..].to_vec());
        let table = Table { class, first, others, rest: u32::try_from(rest).ok()? };
        (rest * u64::from(first.ways) <= u64::from(u32::MAX)).then_some(table)
    }

    /// How many numbers there are.
    pub(super) fn size(&self) -> usize {
        self.first.ways as usize * self.rest as usize
    }

    /// The number of a position; with `exchange` 1 the players are exchanged first.
    #[inline]
    pub(super) fn index(&self, board: &Board, cells: &Cells, exchange: usize) -> usize {
        let first = cells[usize::from(self.first.kind) ^ exchange];
        let orbit = board.orbits[usize::from(first)];
        let mut symmetries = orbit.to_smallest;
        let mut rest = u32::MAX;
        while symmetries != 0 {
            let symmetry = symmetries.trailing_zeros() as usize;
            rest = rest.min(self.rest_index(board, cells, exchange, symmetry));
            symmetries &= symmetries - 1;
        }
        usize::from(orbit.index) * self.rest as usize + rest as usize
    }

    /// The number of the other components after a symmetry.
    #[inline]
    fn rest_index(&self, board: &Board, cells: &Cells, exchange: usize, symmetry: usize) -> u32 {
        let map = &board.maps[symmetry];
        let image = |part: &Component| map[usize::from(cells[usize::from(part.kind) ^ exchange])];
        let mut free = board.full & !image(&self.first);
        let mut index = 0;
        for part in &self.others {
            let set = image(part);
            index = index * part.ways + board.rank_among(set, free);
            free &= !set;
        }
        index
    }

    /// The position of a number, unless the number belongs to none because a mirror image has a smaller one.
    pub(super) fn cells(&self, board: &Board, index: usize) -> Option<Cells> {
        let (first, rest) = (index / self.rest as usize, index % self.rest as usize);
        let mut rest = rest as u32;
        let mut ranks = [0u32; KINDS + 1];
        for (rank, part) in ranks.iter_mut().zip(&self.others).rev() {
            *rank = rest % part.ways;
            rest /= part.ways;
        }
        let mut cells = [0; KINDS + 2];
        let set = board.smallest[usize::from(self.first.size)][first];
        cells[usize::from(self.first.kind)] = set;
        let mut free = board.full & !set;
        for (&rank, part) in ranks.iter().zip(&self.others) {
            let set = board.set_among(rank, part.size, free);
            cells[usize::from(part.kind)] = set;
            free &= !set;
        }
        cells[DARK + 1] = cells[DARK];
        let is_rigid = board.orbits[usize::from(set)].stabilizer == 1;
        (is_rigid || self.index(board, &cells, 0) == index).then_some(cells)
    }

    /// How many symmetries leave a position as it is.
    #[inline]
    pub(super) fn stabilizer(&self, board: &Board, cells: &Cells, exchange: usize) -> u16 {
        let first = cells[usize::from(self.first.kind) ^ exchange];
        let mut symmetries = board.orbits[usize::from(first)].stabilizer;
        if symmetries == 1 {
            return 1;
        }
        let mut count = 0;
        while symmetries != 0 {
            let map = &board.maps[symmetries.trailing_zeros() as usize];
            let stays = |part: &Component| {
                let set = cells[usize::from(part.kind) ^ exchange];
                map[usize::from(set)] == set
            };
            count += u16::from(self.others.iter().all(stays));
            symmetries &= symmetries - 1;
        }
        count
    }
}
