//! The examples of Hsu's lecture on games with chance: the bounds of a chance node of which one outcome is known, and the
//! choice between a flip and a move.

use foregone_chance::cyclic::{Explored, solve_graph};
use foregone_chance::games::DarkChess;
use foregone_chance::graph::ChanceGraphBuilder;
use foregone_chance::limits::Limits;
use foregone_chance::notation::read_line;
use foregone_chance::search::{Options, solve};
use foregone_chance::{ChanceGame, ChanceNotation, Turn, Utility};
use foregone_game::{InvalidGame, Outcome, Scale};

use crate::context::Context;
use crate::error::Error;
use crate::figures::Section;
use crate::findings::{Finding, solved};
use crate::table::Selection;

/// The range of scores, and how many pieces a flip can show.
const MOST: i64 = 10;
const OUTCOMES: usize = 7;

/// The score of the first outcome, and the bounds after it.
const BOUNDS: [(i64, &str, &str); 2] = [(-2, "-62/7", "58/7"), (3, "-57/7", "9")];

/// The pattern of the lecture on a board of 3x4.
const BOARD: (u32, u32, &str) = (3, 4, "KGMCPP");
const POSITION: &str = "xgc/p../.M./x.. CK max";
/// The values of the moves, and of what the first flip shows.
const LINES: [(&str, &str); 8] = [
    ("flip-a1", "1/2"),
    ("flip-a1 C", "1"),
    ("flip-a1 K", "0"),
    ("b2-a2", "0"),
    ("b2-c2", "-1/2"),
    ("b2-b1", "-1"),
    ("b2-b3", "-1"),
    ("flip-a4", "-1"),
];
/// Utilities with the value of the position.
const UTILITIES: [(&str, &str); 3] = [("score", "1/2"), ("win", "1/2"), ("not-lose", "1")];

/// The tables.
pub(super) fn reproduce(
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let title = "Hsu's lecture: seven outcomes between -10 and 10, bounds after the first";
    let mut sections = Vec::new();
    sections.extend(context.findings(title, &BOUNDS, after_the_first)?);
    if !selection.quick {
        let title = "Hsu's lecture, its example on 3x4: to flip or to move at xgc/p../.M./x.. CK?";
        sections.extend(context.findings(title, &[()], |()| flips_and_moves(context))?);
    }
    Ok(sections)
}

/// The search is stopped when it has entered the chance node and its first outcome; what is certain then are the bounds.
fn after_the_first(
    &(score, low, high): &(i64, &'static str, &'static str),
) -> Result<Vec<Finding>, Error> {
    let outcome = |score: i64| Outcome((score + MOST) as u8);
    let mut builder = ChanceGraphBuilder::new(Scale::scores(MOST as u8));
    let flip = builder.node("flip", Turn::Chance);
    let ends = [-MOST, MOST].map(|end| builder.over(&format!("over {end}"), outcome(end)));
    let known = builder.over("known", outcome(score));
    builder.outcome(flip, known, 1);
    for index in 2..=OUTCOMES {
        let unknown = builder.node(&format!("unknown {index}"), Turn::Max);
        ends.iter().for_each(|&end| builder.edge(unknown, end));
        builder.outcome(flip, unknown, 1);
    }
    let graph = builder.build(flip).map_err(|InvalidGame(sentence)| Error::failed(sentence))?;
    let graph = graph.acyclic().map_err(|_| Error::failed("the example has a cycle"))?;
    let options = Options { probe: false, ..Options::default() };
    let limits = Limits { nodes: Some(2), ..Limits::default() };
    let answer = solve(&graph, &graph.start(), &graph.utility(), options, limits);
    let name = |bound: &str| format!("{bound} after {score}");
    Ok(vec![
        Finding::new(name("lower bound"), &answer.low).published(low),
        Finding::new(name("upper bound"), &answer.high).published(high),
    ])
}

fn flips_and_moves(context: &Context<'_>) -> Result<Vec<Finding>, Error> {
    let (columns, rows, pieces) = BOARD;
    let game = DarkChess::new(columns, rows, pieces, pieces)
        .map_err(|InvalidGame(sentence)| Error::failed(sentence))?;
    let failed = |error: &dyn core::fmt::Display| Error::failed(error.to_string());
    let position = game.read_position(POSITION).map_err(|error| failed(&error))?;
    let limits = context.chance_limits();
    let mut graph = solved("the example", Explored::new(&game, &position, limits))?;
    let mut findings = Vec::new();
    for (name, value) in UTILITIES {
        let utility = Utility::read(name, game.scale()).map_err(|error| failed(&error))?;
        let solution = solve_graph(&game, graph, &utility, limits);
        let solution = solved("the example", solution.map_err(|unsolved| unsolved.stop))?;
        let lines = if name == "score" { &LINES[..] } else { &[] };
        for &(line, value) in [("", value)].iter().chain(lines) {
            let (after, _) = read_line(&game, position, line).map_err(|error| failed(&error))?;
            let found = solution.value(&after);
            let found = found.ok_or_else(|| Error::failed(format!("{line} leads nowhere")))?;
            let what = if line.is_empty() { name.to_owned() } else { format!("{name} of {line}") };
            findings.push(Finding::new(what, found).reference(value));
        }
        graph = solution.into_graph();
    }
    Ok(findings)
}
