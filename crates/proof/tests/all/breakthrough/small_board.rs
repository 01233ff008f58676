//! The value of every position of a small board, found in the plainest way: with coordinates, one move at a time, and with all
//! values stored by number.

/// A board, with the values that are known so far.
pub struct SmallBoard {
    width: usize,
    height: usize,
    is_wall: Vec<bool>,
    /// What a pawn on a cell adds to the number of a position, for White and for Black; 0 if none can stand there before
    /// the game is over.
    places: Vec<[usize; 2]>,
    /// By the number of the position: 0 not known, 1 the player to move loses, 2 wins.
    values: [Vec<u8>; 2],
}

/// The most cells that a small board has.
const CELLS: usize = 16;

/// The cells by row from the bottom, each `.`, `w` or `b`, and whether White is to move.
pub type Pawns = ([u8; CELLS], bool);

impl SmallBoard {
    /// The board with a spelling such as `3x5` or `3x5,walls=b3`.
    pub fn new(spelling: &str) -> SmallBoard {
        let (size, walls) = spelling.split_once(",walls=").unwrap_or((spelling, ""));
        let (width, height) = size.split_once('x').unwrap();
        let (width, height): (usize, usize) = (width.parse().unwrap(), height.parse().unwrap());
        let mut is_wall = vec![false; width * height];
        for name in walls.split(',').filter(|name| !name.is_empty()) {
            let column = usize::from(name.as_bytes()[0] - b'a');
            is_wall[(name[1..].parse::<usize>().unwrap() - 1) * width + column] = true;
        }
        let mut size = 1;
        let places: Vec<[usize; 2]> = (0..width * height)
            .map(|cell| {
                let place = size;
                let (choices, places) = match cell / width {
                    _ if is_wall[cell] => (1, [0, 0]),
                    0 => (2, [place, 0]),
                    row if row == height - 1 => (2, [0, place]),
                    _ => (3, [place, 2 * place]),
                };
                size *= choices;
                places
            })
            .collect();
        SmallBoard { width, height, is_wall, places, values: [vec![0; size], vec![0; size]] }
    }

    /// All positions in which no pawn has arrived.
    pub fn positions(&self) -> Vec<Pawns> {
        let sides = self.values[0].len();
        (0..2 * sides).map(|number| (self.cells(number / 2), number % 2 == 0)).collect()
    }

    fn cells(&self, number: usize) -> [u8; CELLS] {
        let cell = |[white, black]: &[usize; 2]| match (white, black) {
            (0, 0) => b'.',
            (0, place) => [b'.', b'b'][number / place % 2],
            (place, 0) => [b'.', b'w'][number / place % 2],
            (place, _) => [b'.', b'w', b'b'][number / place % 3],
        };
        let mut cells = [b'.'; CELLS];
        for (symbol, places) in cells.iter_mut().zip(&self.places) {
            *symbol = cell(places);
        }
        cells
    }

    fn number(&self, cells: &[u8]) -> usize {
        let pawns = cells.iter().zip(&self.places);
        pawns
            .map(|(&symbol, place)| match symbol {
                b'w' => place[0],
                b'b' => place[1],
                _ => 0,
            })
            .sum()
    }

    /// Whether the player to move wins.
    pub fn mover_wins(&mut self, (cells, white): &Pawns) -> bool {
        let (side, number) = (usize::from(*white), self.number(cells));
        match self.values[side][number] {
            0 => {
                let wins = self.some_move_wins(cells, *white);
                self.values[side][number] = if wins { 2 } else { 1 };
                wins
            }
            known => known == 2,
        }
    }

    fn some_move_wins(&mut self, cells: &[u8; CELLS], white: bool) -> bool {
        let (own, ahead) = if white { (b'w', 1) } else { (b'b', -1) };
        for from in (0..cells.len()).filter(|&cell| cells[cell] == own) {
            for aside in [-1, 0, 1] {
                let column = (from % self.width) as i32 + aside;
                let row = (from / self.width) as i32 + ahead;
                if column < 0 || column >= self.width as i32 {
                    continue;
                }
                let to = row as usize * self.width + column as usize;
                if self.is_wall[to] || cells[to] == own || aside == 0 && cells[to] != b'.' {
                    continue;
                }
                if row == 0 || row == self.height as i32 - 1 {
                    return true;
                }
                let mut next = *cells;
                (next[from], next[to]) = (b'.', own);
                if !self.mover_wins(&(next, !white)) {
                    return true;
                }
            }
        }
        false
    }

    /// The position as certificates write it, if they can: no player has more pawns than at the start, and both have some.
    pub fn text(&self, (cells, white): &Pawns) -> Option<String> {
        let most = if self.height == 3 { 1 } else { 2 } * self.width;
        let count = |pawn: u8| cells.iter().filter(|&&symbol| symbol == pawn).count();
        if [b'w', b'b'].iter().any(|&pawn| count(pawn) == 0 || count(pawn) > most) {
            return None;
        }
        let mut text = String::new();
        for row in (0..self.height).rev() {
            let cell = |column| row * self.width + column;
            text.extend((0..self.width).map(cell).map(|cell| match self.is_wall[cell] {
                true => '#',
                false => char::from(cells[cell]),
            }));
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(if *white { 'w' } else { 'b' });
        Some(text)
    }
}
