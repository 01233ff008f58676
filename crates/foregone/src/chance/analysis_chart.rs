//! The value of a game with chance over its moves, as a chart.

use foregone_chance::Turn;
use foregone_chance::fraction::Fraction;

use super::analysis::{Analysis, Mark};
use super::position::Position;
use crate::chart::{Chart, Column, Level};

/// Lines across.
const LEVELS: i64 = 4;

impl Analysis {
    /// The value over the game. `link` is where the point of a position leads to.
    pub fn chart(&self, link: &dyn Fn(&Position) -> Option<String>) -> Chart {
        let (least, greatest) = (self.utility.least(), self.utility.greatest());
        let range = greatest - least;
        // Where a value stands between the levels is for the eye only.
        let place = |value: &Fraction| {
            let share = (value - least) / &range * Fraction::from_integer(1_000_000.into());
            let share = share.to_integer().to_string().parse::<f64>().unwrap_or(0.0);
            share / 1e6 * LEVELS as f64
        };
        let positions = self.end.along();
        let column = |index: usize, label: String, marked: bool, chance: bool| Column {
            label,
            low: place(&self.judged[index].low),
            high: match &self.judged[index] {
                judged if judged.is_known => place(&judged.low),
                judged => place(&judged.high),
            },
            marked,
            chance,
            link: link(&positions[index]),
        };
        let mut columns = vec![column(0, "start".to_owned(), false, false)];
        columns.extend(self.plies.iter().enumerate().map(|(index, ply)| {
            let marked = matches!(ply.mark, Mark::Blunder | Mark::Mistake);
            let label = format!("{} {}", index + 1, ply.mv);
            column(index + 1, label, marked, ply.turn == Turn::Chance)
        }));
        let level = |number: i64| {
            let share = Fraction::new(number.into(), LEVELS.into());
            Level { at: number as f64, name: (least + &range * share).to_string() }
        };
        Chart {
            title: format!("{}: value after every move", self.end.game().spelling()),
            note: "for the first player; diamonds are chance, bars are bounds, red moves gave value up"
                .to_owned(),
            levels: (0..=LEVELS).map(level).collect(),
            columns,
        }
    }
}
