//! The history of a number since the start, in as many columns as fit into a line.

use std::time::Duration;

/// The columns of a drawing. When all are in use, two become one.
const COLUMNS: usize = 24;
/// The heights of a column.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// One number over time.
#[derive(Default)]
pub(super) struct History {
    /// The last value in each span of time.
    columns: Vec<f64>,
    /// How often two spans have become one. The first spans are half a second long.
    doubled: u32,
}

impl History {
    /// Adds the value of the number at this time after the start.
    pub(super) fn add(&mut self, since: Duration, value: f64) {
        let mut column = self.column(since);
        while column >= COLUMNS {
            self.columns = self.columns.chunks(2).map(|pair| pair[pair.len() - 1]).collect();
            self.doubled += 1;
            column = self.column(since);
        }
        let before = self.columns.last().copied().unwrap_or(value);
        self.columns.resize(column + 1, before);
        self.columns[column] = value;
    }

    fn column(&self, since: Duration) -> usize {
        ((since.as_millis() / 500) >> self.doubled.min(100)) as usize
    }

    /// A drawing from the least to the greatest value on a logarithmic scale, because these numbers grow by factors.
    pub(super) fn drawing(&self) -> String {
        let heights = || self.columns.iter().map(|value| value.max(0.0).ln_1p());
        let (least, most) = heights().fold((f64::MAX, f64::MIN), |(least, most), height| {
            (least.min(height), most.max(height))
        });
        let steps = (HEIGHTS.len() - 1) as f64;
        let scaled = |height: f64| match most > least {
            true => ((height - least) / (most - least) * steps).round() as usize,
            false => 0,
        };
        heights().map(|height| HEIGHTS[scaled(height)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_drawn_from_the_least_to_the_greatest() {
        let mut history = History::default();
        assert_eq!(history.drawing(), "");
        for (second, value) in [1.0, 10.0, 100.0, 1.0].into_iter().enumerate() {
            history.add(Duration::from_secs(second as u64), value);
        }
        assert_eq!(history.drawing(), "▁▁▄▄██▁");
    }

    #[test]
    fn a_long_run_has_as_much_room_as_a_short_one() {
        let mut history = History::default();
        for minute in 0..=600 {
            history.add(Duration::from_secs(60 * minute), minute as f64);
        }
        let drawing: Vec<char> = history.drawing().chars().collect();
        assert!(drawing.len() <= COLUMNS && drawing.len() > COLUMNS / 3, "{drawing:?}");
        assert!(drawing.is_sorted() && drawing[drawing.len() - 1] == '█', "{drawing:?}");
    }
}
