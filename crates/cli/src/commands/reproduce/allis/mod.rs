//! Table 1 of the paper on proof-number search, to the node, and the same positions with what has been found out since.

mod figure;
mod published;
mod search;

use std::time::Instant;

use foregone_game::notation::read_line;
use foregone_game::{EndgameTable, Game};
use foregone_games::awari::board::{Board, Variant};
use foregone_games::awari::index::{Endgames, TableValues};
use foregone_games::awari::{Awari, MARCO_LITHIDION_5};
use foregone_solve::limits::Limits;
use foregone_tablebase::retro::{Control, Values, analyse};

use super::figures::{Figure, Section};
use super::{Files, destination};
use crate::arguments::experiments::ReproduceArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::ContestLine;
use published::{FIRST_PLY, Row, TABLE, Tree};
use search::{Cost, Searcher};

/// The stones of Lithidion's endgame databases (001 section 6.2).
const STONES: u8 = 13;
/// Rows that take seconds.
const QUICK: usize = 10;

/// The table in parts, as far as it was not interrupted.
pub(super) fn repeat(
    arguments: &ReproduceArguments,
    limits: Limits<'_>,
    files: &mut Files,
) -> Result<Vec<Section>, Failure> {
    let folder = arguments.plot.as_deref().filter(|_| !arguments.lithidion);
    let drawing = folder
        .map(|folder| destination(folder, "allis-1-figure-13", "svg", arguments.force))
        .transpose()?;
    let rows = if arguments.quick { &TABLE[..QUICK] } else { &TABLE[..] };
    let boards = boards()?;
    let Some(values) = endgames()? else { return Ok(Vec::new()) };
    let lookup = EndgameTable::new(values, false);
    let searcher =
        Searcher::new(TableValues::new(Variant::default(), lookup.clone()), lookup, limits);
    let parts: [(&str, Part); 4] = [
        ("pn-search as Lithidion did it, with endgames of up to 13 stones", lithidion),
        ("alpha-beta, nodes counted as in 001 section 6.4", alpha_beta),
        ("pn-search with the correct feeding rule", correct),
        ("the same positions today, node creations", today),
    ];
    let wanted = arguments.shown.progress();
    let mut sections = Vec::new();
    for (title, part) in parts.into_iter().take(if arguments.lithidion { 1 } else { 4 }) {
        let began = Instant::now();
        let line = ContestLine::new(title, rows.len(), wanted);
        let (mut figures, mut done) = (Vec::new(), 0);
        for (index, row) in rows.iter().enumerate() {
            let found = part(&searcher, row, &boards[FIRST_PLY - index]);
            // A row that was interrupted is none.
            if interrupt::asked() {
                break;
            }
            figures.extend(found?);
            done += 1;
            line.advance();
        }
        line.clear();
        let seconds = began.elapsed().as_secs_f64();
        sections.extend(Section::of(title, figures, seconds, (done, rows.len())));
        if interrupt::asked() {
            return Ok(sections);
        }
    }
    if let (Some(drawing), [proof_numbers, alpha_beta, ..]) = (drawing, &sections[..]) {
        files.push((drawing, figure::draw(proof_numbers, alpha_beta).svg()));
    }
    Ok(sections)
}

/// What is measured of a position for one part of the table.
type Part = fn(&Searcher<'_>, &Row, &Board) -> Result<Vec<Figure>, Failure>;

/// The boards of the game from the start on, as the player to move sees them.
fn boards() -> Result<Vec<Board>, Failure> {
    let game = Awari::default();
    let start = game.start();
    let (_, moves) = read_line(&game, start, MARCO_LITHIDION_5)
        .map_err(|error| Failure::Failed(format!("the game of 001 cannot be replayed: {error}")))?;
    let mut position = start;
    let mut boards = vec![position.board];
    for mv in moves {
        game.play(&mut position, mv);
        boards.push(position.board);
    }
    Ok(boards)
}

/// All values of endgames, unless interrupted.
fn endgames() -> Result<Option<Values>, Failure> {
    let game = Endgames::new(Variant::default(), STONES);
    let control = Control {
        threads: crate::arguments::question::default_threads(),
        stop: interrupt::flag(),
        report: &|_| {},
    };
    let mut values = Values::new();
    for layer in 0..=usize::from(STONES) {
        match analyse(&game, layer, &values, &control) {
            Ok(layer) => values.push(layer),
            Err(_) if interrupt::asked() => return Ok(None),
            Err(halt) => return Err(Failure::Failed(halt.to_string())),
        }
    }
    Ok(Some(values))
}

fn cell(row: &Row, what: &str, published: Option<u64>, cost: Cost) -> Figure {
    Figure::in_row(row.position, what, published, cost.nodes, cost.stopped)
}

fn lithidion(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Failure> {
    let found = searcher.proof_numbers(board, true)?;
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

fn correct(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Failure> {
    let found = searcher.proof_numbers(board, false)?;
    Ok(vec![
        cell(row, "sum", None, found.sum),
        cell(row, "max pos", None, found.max_pos),
        cell(row, "max tree", None, found.max_tree),
    ])
}

fn alpha_beta(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Failure> {
    let (plain, table) = (searcher.alpha_beta(board)?, searcher.alpha_beta_table(board)?);
    Ok(vec![
        cell(row, "alpha-beta", row.alpha_beta, plain),
        cell(row, "with table", row.with_table, table),
    ])
}

fn today(searcher: &Searcher<'_>, row: &Row, board: &Board) -> Result<Vec<Figure>, Failure> {
    let mut figures = vec![cell(row, "mopns", None, searcher.mopns(board)?)];
    for (what, cost) in searcher.on_tables(board)? {
        figures.push(cell(row, what, None, cost));
    }
    Ok(figures)
}
