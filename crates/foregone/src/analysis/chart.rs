//! The value over a recorded game, in words and as a chart.

use foregone_game::Outcome;

use super::Analysis;
use crate::chart::{Chart, Column, Level};

impl Analysis {
    /// A value, or what is known about it.
    pub fn words(&self, (low, high): (Outcome, Outcome)) -> String {
        let scale = self.game().scale();
        let name = |outcome| scale.name(outcome);
        match (low == scale.worst(), high == scale.best()) {
            _ if low == high => name(low).to_owned(),
            (true, true) => "?".to_owned(),
            (true, false) => format!("≤ {}", name(high)),
            (false, true) => format!("≥ {}", name(low)),
            (false, false) => format!("{} to {}", name(low), name(high)),
        }
    }

    /// The value over the game. `link` is where the point of a position leads to, by its number from 0.
    pub fn chart(&self, link: &dyn Fn(usize) -> Option<String>) -> Chart {
        let rank = |outcome: Outcome| f64::from(outcome.0);
        let columns = self.judged().enumerate().map(|(index, judged)| {
            let ply = index.checked_sub(1).map(|before| &self.plies[before]);
            Column {
                label: ply.map_or("start".to_owned(), |ply| format!("{} {}", ply.number, ply.mv)),
                low: rank(judged.bounds.0),
                high: rank(judged.bounds.1),
                marked: ply.is_some_and(|ply| ply.mark.is_wrong()),
                chance: false,
                link: link(index),
            }
        });
        let names = self.game().scale().names();
        Chart {
            title: format!("{}: value after every move", self.game().spelling()),
            note: "for the first player; bars are bounds, red moves lost value".to_owned(),
            levels: (0..).zip(names).map(|(rank, name)| Level::new(rank, name)).collect(),
            columns: columns.collect(),
        }
    }
}
