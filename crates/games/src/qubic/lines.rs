//! The 76 lines of Qubic, and whether a player has one of them.

/// The cells along an axis, and from a cell to the next one along columns, rows and layers.
const SIDE: i64 = 4;
const STEPS: [i64; 3] = [1, 4, 16];

/// The cells of each line: for each of the 13 directions, the lines that begin at an edge of the board.
pub(super) fn lines() -> Vec<u128> {
    let mut lines = Vec::new();
    for direction in 0..27 {
        let step = [direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1];
        // Of a direction and its opposite, the one whose last part that is not 0 is positive.
        if step.into_iter().rfind(|&part| part != 0) != Some(1) {
            continue;
        }
        for start in 0..SIDE * SIDE * SIDE {
            let start = [start % SIDE, start / SIDE % SIDE, start / SIDE / SIDE];
            let begins = start.iter().zip(step).all(|(&place, part)| match part {
                1 => place == 0,
                -1 => place == SIDE - 1,
                _ => true,
            });
            if begins {
                let cell = |number: i64| -> i64 {
                    (0..3).map(|axis| (start[axis] + number * step[axis]) * STEPS[axis]).sum()
                };
                lines.push((0..SIDE).map(|number| 1u128 << cell(number)).sum());
            }
        }
    }
    lines
}

/// The cells in the first of four places along an axis.
const COLUMN_0: u64 = 0x1111_1111_1111_1111;
const ROW_0: u64 = 0x000f_000f_000f_000f;
const LAYER_0: u64 = 0xffff;

/// For each direction: the distance from a cell to the next one, and the cells at which a line begins.
const DIRECTIONS: [(u32, u64); 13] = [
    (1, COLUMN_0),
    (4, ROW_0),
    (16, LAYER_0),
    (5, COLUMN_0 & ROW_0),
    (3, COLUMN_0 << 3 & ROW_0),
    (17, COLUMN_0 & LAYER_0),
    (15, COLUMN_0 << 3 & LAYER_0),
    (20, ROW_0 & LAYER_0),
    (12, ROW_0 << 12 & LAYER_0),
    (21, COLUMN_0 & ROW_0 & LAYER_0),
    (19, COLUMN_0 << 3 & ROW_0 & LAYER_0),
    (13, COLUMN_0 & ROW_0 << 12 & LAYER_0),
    (11, COLUMN_0 << 3 & ROW_0 << 12 & LAYER_0),
];

/// Whether the stones have a line.
#[inline]
pub(super) fn has_line(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&(step, starts)| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) & starts != 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Silverman's count for cubes of side n: ((n + 2)^3 - n^3) / 2.
    #[test]
    fn there_are_76_lines_and_each_is_recognised() {
        let lines = lines();
        assert_eq!(lines.len(), 76);
        for (index, &line) in lines.iter().enumerate() {
            assert_eq!(line.count_ones(), 4);
            assert!(!lines[..index].contains(&line));
            assert!(has_line(line as u64));
        }
        let found: usize = (0..13).map(|at| DIRECTIONS[at].1.count_ones() as usize).sum();
        assert_eq!(found, 76, "a line begins at every start");
    }
}
