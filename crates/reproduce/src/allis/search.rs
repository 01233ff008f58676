//! The searches behind the table. Lithidion's questions are no game of the registry, so they are put to the searches directly.

use foregone_catalogue::awari::{ask, ask_lithidion};
use foregone_game::{EndgameTable, Game, Player};
use foregone_games::awari::board::{Board, Variant};
use foregone_games::awari::index::TableValues;
use foregone_games::awari::lithidion::{Feeding, Lithidion};
use foregone_games::awari::{Awari, Position, Score};
use foregone_solve::limits::{Counters, Limits, Stop};
use foregone_solve::options::{Algorithm, Question, Techniques, When};

use crate::error::Error;

/// Visits after which alpha-beta without and with a table is given up, so that the table takes minutes. The paper went on to
/// 500 and 100 million counted nodes.
const PLAIN_NODES: u64 = 30_000_000;
const TABLE_NODES: u64 = 10_000_000;
/// The entries of Lithidion's table, a quarter of a million, take about this much here.
const TABLE_BYTES: u64 = 250_000 * 24;

/// The nodes of a search, and whether it was given up.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) nodes: u64,
    pub(super) stopped: bool,
}

/// The columns of pn-search.
pub(super) struct ProofNumbers {
    pub(super) sum: Cost,
    pub(super) max_pos: Cost,
    pub(super) max_tree: Cost,
}

/// Searches boards with the values of endgames at hand.
pub(super) struct Searcher<'l> {
    known: TableValues,
    awari: Awari,
    limits: Limits<'l>,
}

impl<'l> Searcher<'l> {
    pub(super) fn new(
        known: TableValues,
        lookup: EndgameTable,
        limits: Limits<'l>,
    ) -> Searcher<'l> {
        let awari = Awari::new(Variant::default(), Score::Difference);
        let awari = awari.with_tablebase(lookup).expect("Awari looks values up");
        Searcher { known, awari, limits }
    }

    /// One two-valued search after the other, halving what is left (Allis et al. 1994 §3.5 and §7.1), solved subtrees deleted.
    pub(super) fn proof_numbers(
        &self,
        board: &Board,
        feeding: Feeding,
    ) -> Result<ProofNumbers, Error> {
        let techniques = Techniques { delete_solved: When::AtOnce, ..Techniques::default() };
        let question = Question { techniques, ..Question::value(Algorithm::Pns) };
        let stones = board.stones() as i8;
        let (mut low, mut high) = (-stones, stones);
        let (mut sum, mut max_pos, mut max_tree) = (0, 0, 0);
        let mut stopped = false;
        while low < high && !stopped {
            // The middle, rounded up.
            let middle = low + (high - low + 1) / 2;
            let game = Lithidion::question(*board, middle, feeding, self.known.clone());
            let report = ask_lithidion(&game, &question, self.limits)?;
            let Counters { created, peak_unsettled, .. } = report.counters;
            let created = created.max(1); // the root of a question that is answered at once
            sum += created;
            if created > max_pos {
                (max_pos, max_tree) = (created, peak_unsettled.max(1));
            }
            stopped = report.stop != Stop::Solved;
            if report.bounds.0 == game.scale().best() {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        let cost = |nodes| Cost { nodes, stopped };
        Ok(ProofNumbers { sum: cost(sum), max_pos: cost(max_pos), max_tree: cost(max_tree) })
    }

    fn value(
        &self,
        board: &Board,
        question: &Question,
        nodes: Option<u64>,
    ) -> Result<(Counters, bool), Error> {
        let game = Lithidion::value(*board, Feeding::Lithidion, self.known.clone());
        let limits = Limits { nodes, ..self.limits };
        let report = ask_lithidion(&game, question, limits)?;
        Ok((report.counters, report.stop != Stop::Solved))
    }

    /// Iterative deepening without a table.
    pub(super) fn alpha_beta(&self, board: &Board) -> Result<Cost, Error> {
        let question = Question::value(Algorithm::AlphaBeta);
        let (counters, stopped) = self.value(board, &question, Some(PLAIN_NODES))?;
        Ok(Cost { nodes: counters.counted.max(1), stopped })
    }

    /// Iterative deepening with a table of about the size that Lithidion had.
    pub(super) fn alpha_beta_table(&self, board: &Board) -> Result<Cost, Error> {
        let techniques = Techniques { deepening: Some(true), ..Techniques::default() };
        let table = Some(TABLE_BYTES);
        let question = Question { techniques, table, ..Question::value(Algorithm::AlphaBetaTable) };
        let (counters, stopped) = self.value(board, &question, Some(TABLE_NODES))?;
        Ok(Cost { nodes: counters.counted.max(1), stopped })
    }

    /// All questions at once.
    pub(super) fn mopns(&self, board: &Board) -> Result<Cost, Error> {
        let (counters, stopped) = self.value(board, &Question::value(Algorithm::Mopns), None)?;
        Ok(Cost { nodes: counters.created, stopped })
    }

    /// The searches that know repetitions and transpositions, on the game itself.
    pub(super) fn on_tables(&self, board: &Board) -> Result<Vec<(&'static str, Cost)>, Error> {
        let position = Position { board: *board, captured: [0, 0], player: Player::Max };
        [Algorithm::Dfpn, Algorithm::Dfmopns]
            .into_iter()
            .map(|algorithm| {
                let question = Question::value(algorithm);
                let limits = Limits { nodes: Some(PLAIN_NODES), ..self.limits };
                let report = ask(&self.awari, &position, &question, limits)?;
                let nodes = report.counters.created.max(1);
                Ok((algorithm.name(), Cost { nodes, stopped: report.stop != Stop::Solved }))
            })
            .collect()
    }
}
