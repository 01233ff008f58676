//! The analysis of a game without chance for people.

use foregone::{Analysis, Judged, Ply};

use crate::colour;
use crate::output::{counted, in_thousands, printable};
use crate::table::{Align, Table};

/// The whole page.
pub(super) fn page(analysis: &Analysis) -> String {
    let mut table = Table::new(&[
        ("move", Align::Right),
        ("", Align::Left),
        ("value after", Align::Left),
        ("", Align::Left),
        ("better", Align::Left),
        ("nodes", Align::Right),
    ]);
    table.add(row(analysis, ["", "start"], &analysis.judged[0], None));
    for (index, ply) in analysis.plies.iter().enumerate() {
        let (before, after) = (&analysis.judged[index], &analysis.judged[index + 1]);
        table.add(row(analysis, [&ply.number, &ply.mv], after, Some((ply, before))));
    }
    let (game, moves) =
        (analysis.positions[0].game(), counted(analysis.plies.len() as u64, "move"));
    let name = game.spelling();
    let mut text = format!("{name}, {moves}; values are those of the first player\n\n{table}\n");
    let turns = analysis.turning_points().filter_map(|(index, _)| analysis.sentence(index));
    let turns: Vec<String> = turns.collect();
    match (turns.is_empty(), analysis.is_complete()) {
        (true, true) => text.push_str("no move changed the result\n"),
        (true, false) => text.push_str("no move is known to have changed the result\n"),
        (false, _) => {
            turns.iter().for_each(|turn| text.push_str(&format!("{}\n", printable(turn))));
        }
    }
    if !analysis.is_complete() {
        let open = analysis.judged.iter().filter(|judged| !judged.is_known()).count();
        let open = counted(open as u64, "position");
        text.push_str(&format!("{open} not settled: allow more --nodes, --time or --memory\n"));
    }
    if let Some(trusted) = game.trusted() {
        text.push_str(&format!("values are on trust in {trusted}\n"));
    }
    text
}

/// A move with what was found before and after it.
fn row(
    analysis: &Analysis,
    [number, mv]: [&str; 2],
    after: &Judged,
    ply: Option<(&Ply, &Judged)>,
) -> [String; 6] {
    let wrong = ply.filter(|(ply, _)| ply.mark.is_wrong());
    let value = match after.bounds {
        (low, high) if low == high => colour::value(analysis.scale(), low),
        bounds => analysis.words(bounds),
    };
    [
        number.to_owned(),
        mv.to_owned(),
        value,
        wrong.map_or("", |(ply, _)| ply.mark.sign()).to_owned(),
        wrong.and_then(|(_, before)| before.best.clone()).unwrap_or_default(),
        in_thousands(after.nodes),
    ]
}
