//! Chinese dark chess on small boards: values of the start, of its moves, and with limits.

use foregone_chance::cyclic::solve;
use foregone_chance::games::DarkChess;
use foregone_chance::notation::read_line;
use foregone_chance::{ChanceGame, Turn};
use foregone_game::InvalidGame;

use super::{Stated, chosen, stated};
use crate::context::Context;
use crate::error::Error;
use crate::figures::Section;
use crate::findings::{Finding, solved};
use crate::table::Selection;

/// Boards with the pieces of both sides, and the expected score of some lines of play; the empty line is the start.
struct Board {
    size: (u32, u32),
    pieces: &'static str,
    lines: &'static [(&'static str, &'static str)],
    is_quick: bool,
}

const fn board(
    size: (u32, u32),
    pieces: &'static str,
    lines: &'static [(&'static str, &'static str)],
    is_quick: bool,
) -> Board {
    Board { size, pieces, lines, is_quick }
}

const BOARDS: [Board; 9] = [
    board((2, 2), "KP", &[("", "-1")], true),
    board((2, 2), "KC", &[("", "-1/3")], true),
    board((2, 3), "KCP", &[("", "-23/360"), ("flip-a2", "-23/360"), ("flip-a1", "-11/60")], true),
    board((2, 3), "GCP", &[("", "-1/60")], true),
    board((2, 3), "KGM", &[("", "13/45")], true),
    board((2, 3), "PPP", &[("", "3/5")], true),
    board((2, 3), "CCP", &[("", "0")], true),
    board((2, 4), "KPPP", &[("", "-9/40")], false),
    board((2, 4), "CPPP", &[("", "-17/560")], false),
];

const LIMITED: [Stated; 6] = [
    stated("darkchess:2x3,pieces=KCP,limit=1", "-1/30"),
    stated("darkchess:2x3,pieces=KCP,limit=2", "-2/45"),
    stated("darkchess:2x3,pieces=KCP,limit=4", "-11/180"),
    stated("darkchess:2x3,pieces=KCP,limit=6", "-5/72"),
    stated("darkchess:2x3,pieces=KCP,limit=7", "-23/360"),
    stated("darkchess:2x3,pieces=KCP,limit=8", "-23/360"),
];

/// The tables.
pub(super) fn reproduce(
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let boards = chosen(&BOARDS, selection, |board| board.is_quick);
    let title = "dark chess, endless play is a draw: expected score";
    let endless = context.findings(title, &boards, |board| board.find(context))?;
    let title = "dark chess, a draw after as many turns without a flip or a capture";
    let limited = context.findings(title, &LIMITED, |row| Ok(vec![row.find(context)?]))?;
    Ok([endless, limited].into_iter().flatten().collect())
}

impl Board {
    fn find(&self, context: &Context<'_>) -> Result<Vec<Finding>, Error> {
        let (columns, rows) = self.size;
        let game = DarkChess::new(columns, rows, self.pieces, self.pieces);
        let game = game.map_err(|InvalidGame(sentence)| Error::failed(sentence))?;
        let solution = solve(&game, &game.start(), &game.utility(), context.chance_limits());
        let solution = solved(&game.spelling(), solution)?;
        let mut findings = Vec::new();
        for &(line, value) in self.lines {
            let (after, _) = read_line(&game, game.start(), line)
                .map_err(|error| Error::failed(error.to_string()))?;
            let found = solution
                .value(&after)
                .ok_or_else(|| Error::failed(format!("{line} leads out of {}", game.spelling())))?;
            let name = if line.is_empty() { String::new() } else { format!(" after {line}") };
            findings
                .push(Finding::new(format!("{}{name}", game.spelling()), found).reference(value));
        }
        let graph = solution.graph();
        let chance = (0..graph.len()).filter(|&node| graph.turn(node) == Turn::Chance).count();
        let count = format!("{} and {chance} of chance", graph.len() - chance);
        findings.push(Finding::new(format!("{}, positions", game.spelling()), count));
        Ok(findings)
    }
}
