//! An analysis for people.

use foregone::Analysis;
use foregone::analysis::{Judged, Mark, Ply};
use foregone_game::Player;

use crate::colour;
use crate::output::{counted, in_thousands, printable};
use crate::table::{Align, Table};

/// An analysis as it is shown.
pub(super) struct Page<'a>(pub(super) &'a Analysis);

impl Page<'_> {
    /// The whole page.
    pub(super) fn text(&self) -> String {
        let mut table = Table::new(&[
            ("move", Align::Right),
            ("", Align::Left),
            ("value after", Align::Left),
            ("", Align::Left),
            ("better", Align::Left),
            ("nodes", Align::Right),
        ]);
        table.add(self.row(String::new(), "start".to_owned(), &self.0.before, None));
        for ply in &self.0.plies {
            table.add(self.row(ply.number.clone(), ply.mv.clone(), &ply.after, Some(ply)));
        }
        let moves = counted(self.0.plies.len() as u64, "move");
        let mut text = format!(
            "{}, {moves}; values are those of {}\n\n{table}\n",
            self.0.game().spelling(),
            self.0.game().player_name(Player::Max)
        );
        let turns: Vec<String> = self.0.plies.iter().filter_map(|ply| self.sentence(ply)).collect();
        match (turns.is_empty(), self.0.is_complete()) {
            (true, true) => text.push_str("no move changed the result\n"),
            (true, false) => text.push_str("no move is known to have changed the result\n"),
            (false, _) => {
                turns.iter().for_each(|turn| text.push_str(&format!("{}\n", printable(turn))));
            }
        }
        if !self.0.is_complete() {
            let open = self.0.judged().filter(|judged| !judged.is_settled()).count();
            let open = counted(open as u64, "position");
            text.push_str(&format!("{open} not settled: allow more --nodes, --time or --memory\n"));
        }
        if let Some(trusted) = self.0.game().trusted() {
            text.push_str(&format!("values are on trust in {trusted}\n"));
        }
        text
    }

    fn row(&self, number: String, mv: String, judged: &Judged, ply: Option<&Ply>) -> [String; 6] {
        let mark = ply.map_or(Mark::Sound, |ply| ply.mark);
        let wrong = mark.is_wrong();
        let better = ply.filter(|_| wrong).and_then(|ply| ply.before.best.clone());
        [
            number,
            mv,
            match judged.bounds {
                (low, high) if low == high => colour::value(self.0.game().scale(), low),
                bounds => self.0.words(bounds),
            },
            mark.sign().to_owned(),
            better.unwrap_or_default(),
            in_thousands(judged.nodes),
        ]
    }

    /// A sentence about a move that has lost something.
    fn sentence(&self, ply: &Ply) -> Option<String> {
        let mark = ply.mark;
        if !mark.is_wrong() {
            return None;
        }
        let (before, after) = (self.0.words(ply.before.bounds), self.0.words(ply.after.bounds));
        let better =
            ply.before.best.as_ref().map_or(String::new(), |mv| format!("; {mv} was better"));
        let (number, mv, sign, player) = (&ply.number, &ply.mv, mark.sign(), ply.player.name());
        Some(format!(
            "{number} {mv}{sign} by the {player} player: from {before} to {after}{better}"
        ))
    }
}
