//! An analysis for people, for programs, and as a chart.

use foregone::Game;
use foregone::Position;
use foregone_game::{Outcome, Player, Scale};
use foregone_solve::options::Algorithm;
use foregone_solve::play::winner;
use serde_json::{Value, json};

use super::judge::{Judged, is_mistake, is_sound};
use crate::chart::{Chart, Column, Level};
use crate::colour;
use crate::output::{counted, in_thousands, printable};
use crate::table::{Align, Table};

/// A game with what was found about it.
pub(super) struct Analysis<'a> {
    game: &'a str,
    scale: &'a Scale,
    algorithm: Algorithm,
    start: String,
    /// What was found before the first move.
    before: &'a Judged,
    plies: Vec<Ply<'a>>,
    /// What values rest on that nobody has verified.
    trusted: Option<&'a str>,
}

/// A move of the game.
struct Ply<'a> {
    /// `7.` or `7...`.
    number: String,
    player: Player,
    mv: String,
    before: &'a Judged,
    after: &'a Judged,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// It has lost a win or a draw.
    Blunder,
    /// It has lost something, but not changed who wins.
    Mistake,
    Sound,
    /// The bounds do not say.
    Unknown,
}

impl Mark {
    fn sign(self) -> &'static str {
        match self {
            Mark::Blunder => "??",
            Mark::Mistake => "?",
            Mark::Sound | Mark::Unknown => "",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Mark::Blunder => "blunder",
            Mark::Mistake => "mistake",
            Mark::Sound => "sound",
            Mark::Unknown => "unknown",
        }
    }
}

impl<'a> Analysis<'a> {
    pub(super) fn new(
        opened: &'a Game,
        positions: &[Position],
        judged: &'a [Judged],
        algorithm: Algorithm,
    ) -> Analysis<'a> {
        let words = positions[positions.len() - 1].words();
        let offset = usize::from(positions[0].player() == Player::Min);
        let plies = words.into_iter().enumerate().map(|(index, mv)| {
            let ply = index + offset;
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            Ply {
                number: format!("{}{dots}", ply / 2 + 1),
                player: positions[index].player(),
                mv,
                before: &judged[index],
                after: &judged[index + 1],
            }
        });
        Analysis {
            game: &opened.info().spec,
            scale: opened.scale(),
            algorithm,
            start: positions[0].position(),
            before: &judged[0],
            plies: plies.collect(),
            trusted: opened.trusted(),
        }
    }

    fn judged(&self) -> impl Iterator<Item = &Judged> {
        [self.before].into_iter().chain(self.plies.iter().map(|ply| ply.after))
    }

    /// Whether all values were found.
    pub(super) fn is_complete(&self) -> bool {
        self.judged().all(|judged| judged.bounds.0 == judged.bounds.1)
    }

    fn mark(&self, ply: &Ply<'_>) -> Mark {
        let (player, before, after) = (ply.player, ply.before, ply.after);
        if is_sound(player, before, after) {
            return Mark::Sound;
        }
        if !is_mistake(player, before, after) {
            return Mark::Unknown;
        }
        // What could be had at least, and what is left at most.
        let (had, left) = match player {
            Player::Max => (before.bounds.0, after.bounds.1),
            Player::Min => (before.bounds.1, after.bounds.0),
        };
        if winner(self.scale, had) == winner(self.scale, left) {
            Mark::Mistake
        } else {
            Mark::Blunder
        }
    }

    /// A value, or what is known about it.
    fn value(&self, (low, high): (Outcome, Outcome)) -> String {
        let name = |outcome| self.scale.name(outcome);
        match (low == self.scale.worst(), high == self.scale.best()) {
            _ if low == high => name(low).to_owned(),
            (true, true) => "?".to_owned(),
            (true, false) => format!("≤ {}", name(high)),
            (false, true) => format!("≥ {}", name(low)),
            (false, false) => format!("{} to {}", name(low), name(high)),
        }
    }

    /// The whole page.
    pub(super) fn page(&self) -> String {
        let mut table = Table::new(&[
            ("move", Align::Right),
            ("", Align::Left),
            ("value after", Align::Left),
            ("", Align::Left),
            ("better", Align::Left),
            ("nodes", Align::Right),
        ]);
        table.add(self.row(String::new(), "start".to_owned(), self.before, None));
        for ply in &self.plies {
            table.add(self.row(ply.number.clone(), ply.mv.clone(), ply.after, Some(ply)));
        }
        let moves = counted(self.plies.len() as u64, "move");
        let mut text =
            format!("{}, {moves}; values are those of the first player\n\n{table}\n", self.game);
        let turns: Vec<String> = self.plies.iter().filter_map(|ply| self.sentence(ply)).collect();
        match (turns.is_empty(), self.is_complete()) {
            (true, true) => text.push_str("no move changed the result\n"),
            (true, false) => text.push_str("no move is known to have changed the result\n"),
            (false, _) => {
                turns.iter().for_each(|turn| text.push_str(&format!("{}\n", printable(turn))));
            }
        }
        if !self.is_complete() {
            let open = self.judged().filter(|judged| judged.bounds.0 < judged.bounds.1).count();
            let open = counted(open as u64, "position");
            text.push_str(&format!("{open} not settled: allow more --nodes, --time or --memory\n"));
        }
        if let Some(trusted) = self.trusted {
            text.push_str(&format!("values are on trust in {trusted}\n"));
        }
        text
    }

    fn row(
        &self,
        number: String,
        mv: String,
        judged: &Judged,
        ply: Option<&Ply<'_>>,
    ) -> [String; 6] {
        let mark = ply.map_or(Mark::Sound, |ply| self.mark(ply));
        let wrong = matches!(mark, Mark::Blunder | Mark::Mistake);
        let better = ply.filter(|_| wrong).and_then(|ply| ply.before.best.clone());
        [
            number,
            mv,
            match judged.bounds {
                (low, high) if low == high => colour::value(self.scale, low),
                bounds => self.value(bounds),
            },
            mark.sign().to_owned(),
            better.unwrap_or_default(),
            in_thousands(judged.nodes),
        ]
    }

    /// A sentence about a move that has lost something.
    fn sentence(&self, ply: &Ply<'_>) -> Option<String> {
        let mark = self.mark(ply);
        if !matches!(mark, Mark::Blunder | Mark::Mistake) {
            return None;
        }
        let (before, after) = (self.value(ply.before.bounds), self.value(ply.after.bounds));
        let better =
            ply.before.best.as_ref().map_or(String::new(), |mv| format!("; {mv} was better"));
        let (number, mv, sign, player) = (&ply.number, &ply.mv, mark.sign(), ply.player.name());
        Some(format!(
            "{number} {mv}{sign} by the {player} player: from {before} to {after}{better}"
        ))
    }

    /// The same for programs.
    pub(super) fn object(&self) -> Value {
        let name = |outcome: Outcome| self.scale.name(outcome);
        let bounds = |judged: &Judged| {
            json!({
                "value": (judged.bounds.0 == judged.bounds.1).then(|| name(judged.bounds.0)),
                "bounds": [name(judged.bounds.0), name(judged.bounds.1)],
                "best_move": judged.best,
                "nodes": judged.nodes,
                "stop": judged.stop.name(),
            })
        };
        let ply = |ply: &Ply<'_>| {
            let mut object = bounds(ply.after);
            object["number"] = ply.number.as_str().into();
            object["player"] = ply.player.name().into();
            object["move"] = ply.mv.as_str().into();
            object["mark"] = self.mark(ply).name().into();
            object
        };
        json!({
            "schema": 1,
            "game": self.game,
            "position": self.start,
            "algorithm": self.algorithm.name(),
            "status": if self.is_complete() { "solved" } else { "bounded" },
            "start": bounds(self.before),
            "moves": self.plies.iter().map(ply).collect::<Vec<_>>(),
            "nodes": self.judged().map(|judged| judged.nodes).sum::<u64>(),
            "trusted": self.trusted.into_iter().collect::<Vec<_>>(),
        })
    }

    /// The value over the game.
    pub(super) fn chart(&self) -> Chart {
        let rank = |outcome: Outcome| f64::from(outcome.0);
        let column = |label: String, judged: &Judged, marked| Column {
            label,
            low: rank(judged.bounds.0),
            high: rank(judged.bounds.1),
            marked,
            chance: false,
        };
        let mut columns = vec![column("start".to_owned(), self.before, false)];
        columns.extend(self.plies.iter().map(|ply| {
            let marked = matches!(self.mark(ply), Mark::Blunder | Mark::Mistake);
            column(format!("{} {}", ply.number, ply.mv), ply.after, marked)
        }));
        Chart {
            title: format!("{}: value after every move", self.game),
            note: "for the first player; bars are bounds, red moves lost value".to_owned(),
            levels: (0..)
                .zip(self.scale.names())
                .map(|(rank, name)| Level::new(rank, name))
                .collect(),
            columns,
        }
    }
}
