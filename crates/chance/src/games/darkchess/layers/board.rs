//! The board as sets of cells: ranks of sets, and sets that symmetries of the board turn into each other.

/// The most cells: tables have an entry for every set of cells.
pub(super) const CELLS_MAX: u32 = 16;
/// Bits that tables compress at once.
const CHUNK: u32 = 4;
const CHUNK_SETS: usize = 1 << CHUNK;

/// What symmetries do to a set of cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Orbit {
    /// The number of its smallest image among those of sets of the same size.
    pub(super) index: u16,
    /// The symmetries that lead to that image, as a set.
    pub(super) to_smallest: u8,
    /// The symmetries that leave the set as it is.
    pub(super) stabilizer: u8,
}

/// The board.
pub(super) struct Board {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// All cells.
    pub(super) full: u16,
    /// The cells beside each cell.
    pub(super) neighbours: Vec<u16>,
    /// The image of every set under every symmetry; the first one is the identity.
    pub(super) maps: Vec<Vec<u16>>,
    pub(super) orbits: Vec<Orbit>,
    /// The sets of each size that are the smallest of their images.
    pub(super) smallest: Vec<Vec<u16>>,
    /// The place of every set among those of the same size, in the order of numbers.
    rank: Vec<u16>,
    /// The sets of each size.
    sets: Vec<Vec<u16>>,
    /// For parts of `CHUNK` cells: the cells of a set counted among those of another one, and back.
    compressed: [[u8; CHUNK_SETS]; CHUNK_SETS],
    expanded: [[u8; CHUNK_SETS]; CHUNK_SETS],
}

impl Board {
    /// The board of that size, which has at most `CELLS_MAX` cells.
    pub(super) fn new(columns: u32, rows: u32) -> Board {
        let cells = columns * rows;
        let sets_count = 1usize << cells;
        let mut board = Board {
            columns,
            rows,
            full: (sets_count - 1) as u16,
            neighbours: (0..cells).map(|cell| neighbours(columns, rows, cell)).collect(),
            maps: symmetries(columns, rows).iter().map(|cells| images(cells)).collect(),
            orbits: vec![Orbit::default(); sets_count],
            smallest: vec![Vec::new(); cells as usize + 1],
            rank: vec![0; sets_count],
            sets: vec![Vec::new(); cells as usize + 1],
            compressed: [[0; CHUNK_SETS]; CHUNK_SETS],
            expanded: [[0; CHUNK_SETS]; CHUNK_SETS],
        };
        for set in 0..=board.full {
            let sets = &mut board.sets[set.count_ones() as usize];
            board.rank[usize::from(set)] = sets.len() as u16;
            sets.push(set);
            board.find_orbit(set);
        }
        for among in 0..CHUNK_SETS {
            for set in 0..CHUNK_SETS {
                let (compressed, expanded) = (compress(set, among), expand(set, among));
                board.compressed[among][set] = compressed;
                board.expanded[among][set] = expanded;
            }
        }
        board
    }

    fn find_orbit(&mut self, set: u16) {
        let image = |map: &Vec<u16>| map[usize::from(set)];
        let least = self.maps.iter().map(image).min().unwrap_or(set);
        let those = |wanted: u16| {
            let maps = self.maps.iter().enumerate();
            maps.filter(|(_, map)| image(map) == wanted)
                .fold(0, |all, (number, _)| all | 1 << number)
        };
        let (to_smallest, stabilizer) = (those(least), those(set));
        let smallest = &mut self.smallest[set.count_ones() as usize];
        let index = match smallest.binary_search(&least) {
            Ok(index) => index,
            Err(_) => {
                smallest.push(set);
                smallest.len() - 1
            }
        };
        self.orbits[usize::from(set)] = Orbit { index: index as u16, to_smallest, stabilizer };
    }

    /// The number of symmetries.
    pub(super) fn symmetries(&self) -> u16 {
        self.maps.len() as u16
    }

    /// The place of a set of free cells among all sets of as many free cells.
    #[inline]
    pub(super) fn rank_among(&self, set: u16, free: u16) -> u32 {
        let (mut result, mut shift) = (0u32, 0);
        let (mut set, mut free) = (usize::from(set), usize::from(free));
        while set != 0 {
            let (low, among) = (set % CHUNK_SETS, free % CHUNK_SETS);
            result |= u32::from(self.compressed[among][low]) << shift;
            shift += COUNTS[among];
            set >>= CHUNK;
            free >>= CHUNK;
        }
        self.rank[result as usize].into()
    }

    /// The set of `size` free cells with that place.
    pub(super) fn set_among(&self, rank: u32, size: u8, free: u16) -> u16 {
        let mut packed = usize::from(self.sets[usize::from(size)][rank as usize]);
        let (mut result, mut shift, mut free) = (0, 0, usize::from(free));
        while packed != 0 {
            let among = free % CHUNK_SETS;
            let low = packed & ((1 << COUNTS[among]) - 1);
            result |= u16::from(self.expanded[among][low]) << shift;
            packed >>= COUNTS[among];
            shift += CHUNK;
            free >>= CHUNK;
        }
        result
    }
}

/// How many cells the sets of a part have.
const COUNTS: [u32; CHUNK_SETS] = {
    let mut counts = [0; CHUNK_SETS];
    let mut set = 0;
    while set < CHUNK_SETS {
        counts[set] = set.count_ones();
        set += 1;
    }
    counts
};

/// The bits of `set` at the places of the bits of `among`, moved together.
fn compress(set: usize, among: usize) -> u8 {
    let places = (0..CHUNK).filter(|place| among >> place & 1 == 1).enumerate();
    places.fold(0, |all, (to, from)| all | ((set >> from & 1) << to) as u8)
}

/// The lowest bits of `packed`, moved to the places of the bits of `among`.
fn expand(packed: usize, among: usize) -> u8 {
    let places = (0..CHUNK).filter(|place| among >> place & 1 == 1).enumerate();
    places.fold(0, |all, (from, to)| all | ((packed >> from & 1) << to) as u8)
}

fn neighbours(columns: u32, rows: u32, cell: u32) -> u16 {
    let (column, row) = (cell % columns, cell / columns);
    let mut set = 0;
    for (is_there, other) in [
        (row > 0, cell.wrapping_sub(columns)),
        (column > 0, cell.wrapping_sub(1)),
        (column + 1 < columns, cell + 1),
        (row + 1 < rows, cell + columns),
    ] {
        if is_there {
            set |= 1 << other;
        }
    }
    set
}

/// The different symmetries of a board, each as the image of every cell; the identity first.
fn symmetries(columns: u32, rows: u32) -> Vec<Vec<u32>> {
    let turned = |across: bool, along: bool, swapped: bool| -> Vec<u32> {
        let image = |cell: u32| {
            let (mut column, mut row) = (cell % columns, cell / columns);
            if across {
                column = columns - 1 - column;
            }
            if along {
                row = rows - 1 - row;
            }
            if swapped { column * columns + row } else { row * columns + column }
        };
        (0..columns * rows).map(image).collect()
    };
    let mut found: Vec<Vec<u32>> = Vec::new();
    for swapped in [false, true] {
        for (across, along) in [(false, false), (true, false), (false, true), (true, true)] {
            if swapped && columns != rows {
                continue;
            }
            let cells = turned(across, along, swapped);
            if !found.contains(&cells) {
                found.push(cells);
            }
        }
    }
    found
}

/// The image of every set of cells.
fn images(cells: &[u32]) -> Vec<u16> {
    let mut images = vec![0u16; 1 << cells.len()];
    for set in 1..images.len() {
        let lowest = set.trailing_zeros() as usize;
        images[set] = images[set & (set - 1)] | 1 << cells[lowest];
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_symmetries() {
        for (columns, rows, expected) in [(1, 1, 1), (1, 4, 2), (2, 2, 8), (2, 3, 4), (3, 3, 8)] {
            assert_eq!(Board::new(columns, rows).symmetries(), expected, "{columns}x{rows}");
        }
    }

    #[test]
    fn ranks_of_sets_and_back() {
        let board = Board::new(3, 3);
        for free in 0..=board.full {
            let mut next = [0u32; 10];
            for set in (0..=board.full).filter(|set| set & !free == 0) {
                let size = set.count_ones() as u8;
                let rank = board.rank_among(set, free);
                assert_eq!(rank, next[usize::from(size)], "{set} among {free}");
                next[usize::from(size)] += 1;
                assert_eq!(board.set_among(rank, size, free), set);
            }
        }
    }

    #[test]
    fn images_of_a_set_share_its_orbit() {
        let board = Board::new(2, 3);
        for set in 0..=board.full {
            let orbit = board.orbits[usize::from(set)];
            for map in &board.maps {
                let image = board.orbits[usize::from(map[usize::from(set)])];
                assert_eq!(image.index, orbit.index);
                assert_eq!(image.stabilizer.count_ones(), orbit.stabilizer.count_ones());
            }
            let smallest = board.smallest[set.count_ones() as usize][usize::from(orbit.index)];
            let symmetry = orbit.to_smallest.trailing_zeros() as usize;
            assert_eq!(board.maps[symmetry][usize::from(set)], smallest);
        }
    }
}
