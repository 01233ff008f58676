//! Table 1 of Allis et al. 1994, to the node, and the same positions by searches that were found since.

mod figure_13;
mod published;
mod search;

use foregone_game::notation::read_line;
use foregone_game::{EndgameTable, Game};
use foregone_games::awari::board::{Board, Variant};
use foregone_games::awari::index::{Endgames, TableValues};
use foregone_games::awari::lithidion::Feeding;
use foregone_games::awari::{Awari, MARCO_LITHIDION_5};
use foregone_tablebase::retro::{Control, Values, analyse};

use crate::context::{Context, cores};
use crate::error::Error;
use crate::figures::{Figure, Section};
use crate::table::Selection;
pub use figure_13::{Curve, figure_13};
use published::{FIRST_PLY, Row, TABLE, Tree};
use search::{Cost, Searcher};

/// The stones of Lithidion's endgame databases (Allis et al. 1994 §6.2).
const STONES: u8 = 13;
/// Rows that take seconds.
const QUICK: usize = 10;

/// The parts of the table.
const PARTS: [(&str, Part); 4] = [
    ("pn-search as Lithidion did it, with endgames of up to 13 stones", lithidion),
    ("alpha-beta, nodes counted as in Allis et al. 1994 §6.4", alpha_beta),
    ("pn-search with the correct feeding rule", correct),
    ("the same positions today, node creations", today),
];

/// The table in parts, as far as the caller did not stop it.
pub(crate) fn reproduce(
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let rows = if selection.quick { &TABLE[..QUICK] } else { &TABLE[..] };
    let boards = boards()?;
    let Some(values) = endgames(context)? else { return Ok(Vec::new()) };
    let lookup = EndgameTable::new(values, false);
    let known = TableValues::new(Variant::default(), lookup.clone());
    let searcher = Searcher::new(known, lookup, context.search_limits());
    // Each row is a ply earlier in the game than the row before it.
    let rows: Vec<(&Row, &Board)> = rows.iter().zip(boards[..=FIRST_PLY].iter().rev()).collect();
    let mut sections = Vec::new();
    for (title, part) in PARTS.into_iter().take(if selection.lithidion { 1 } else { 4 }) {
        sections.extend(context.section(title, &rows, |(row, board)| part(&searcher, row, board))?);
    }
    Ok(sections)
}

/// What is measured of a position for one part of the table.
type Part = fn(&Searcher<'_>, &Row, &Board) -> Result<Vec<Figure>, Error>;

/// The boards of the game of Allis et al. 1994, appendix B, from the start on, as the player to move sees them.
fn boards() -> Result<Vec<Board>, Error> {
    let game = Awari::default();
    let start = game.start();
    let (_, moves) = read_line(&game, start, MARCO_LITHIDION_5)
        .map_err(|error| Error::failed(format!("the game cannot be replayed: {error}")))?;
    let mut position = start;
    let mut boards = vec![position.board];
    for mv in moves {
        game.play(&mut position, mv);
        boards.push(position.board);
    }
    Ok(boards)
}

/// All values of endgames; `None` if the caller stopped the computation.
fn endgames(context: &Context<'_>) -> Result<Option<Values>, Error> {
    let game = Endgames::new(Variant::default(), STONES);
    let control = Control { threads: cores(), stop: context.stop.flag(), report: &|_| {} };
    let mut values = Values::new();
    for layer in 0..=usize::from(STONES) {
        match analyse(&game, layer, &values, &control) {
            Ok(layer) => values.push(layer),
            Err(_) if context.is_stopped() => return Ok(None),
            Err(halt) => return Err(Error::failed(halt.to_string())),
        }
    }
    Ok(Some(values))
}

fn cell(row: &Row, what: &str, published: Option<u64>, cost: Cost) -> Figure {
    Figure::in_row(row.position, what, published, cost.nodes, cost.stopped)
}

fn lithidion(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Error> {
    let found = searcher.proof_numbers(board, Feeding::Lithidion)?;
    let (tree, about) = match row.max_tree {
        Tree::Exactly(nodes) => (nodes, ""),
        Tree::About(nodes) => (nodes, "~"),
    };
    Ok(vec![
        cell(row, "sum", Some(row.sum), found.sum),
        cell(row, "max pos", Some(row.max_pos), found.max_pos),
        cell(row, "max tree", Some(tree), found.max_tree).with_mark(about),
    ])
}

fn correct(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Error> {
    let found = searcher.proof_numbers(board, Feeding::Correct)?;
    Ok(vec![
        cell(row, "sum", None, found.sum),
        cell(row, "max pos", None, found.max_pos),
        cell(row, "max tree", None, found.max_tree),
    ])
}

fn alpha_beta(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Error> {
    let (plain, table) = (searcher.alpha_beta(board)?, searcher.alpha_beta_table(board)?);
    Ok(vec![
        cell(row, "alpha-beta", row.alpha_beta, plain),
        cell(row, "with table", row.with_table, table),
    ])
}

fn today(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Error> {
    let mut figures = vec![cell(row, "mopns", None, searcher.mopns(board)?)];
    for (what, cost) in searcher.on_tables(board)? {
        figures.push(cell(row, what, None, cost));
    }
    Ok(figures)
}
