//! `auto`: which algorithm a game and a question call for, and why.

use foregone_catalogue::Kind;
use foregone_game::Scale;
use foregone_solve::options::{Algorithm, Goal};

use super::question::{AlgorithmName, QuestionArguments};

/// An algorithm, and why it was chosen if nobody asked for it.
pub(crate) struct Choice {
    pub(crate) algorithm: Algorithm,
    pub(crate) why: Option<String>,
}

impl Choice {
    /// The one that was asked for, or the one that fits.
    pub(crate) fn new(
        arguments: &QuestionArguments,
        scale: &Scale,
        goal: Goal,
        kind: Kind,
    ) -> Choice {
        let count = questions(scale, goal);
        match arguments.algorithm {
            Some(AlgorithmName::One(algorithm)) => return Choice { algorithm, why: None },
            // What a fleet has found is proved by the searches that its workers make.
            Some(AlgorithmName::Fleet(_)) => {
                let algorithm = if count > 1 { Algorithm::Dfmopns } else { Algorithm::Dfpn };
                return Choice { algorithm, why: None };
            }
            Some(AlgorithmName::Auto) | None => {}
        }
        let several = arguments.strategy.is_none() && count > 1;
        let asks = match (several, count) {
            (true, count) => format!("{count} questions at once"),
            (false, 1) => "one question".to_owned(),
            (false, count) => format!("{count} questions in turn"),
        };
        let (algorithm, why) = if let Some(option) = arguments.tree_option() {
            let nested = arguments.second.is_some();
            let algorithm = match (several, nested) {
                (true, false) => Algorithm::Mopns,
                (true, true) => Algorithm::Mopn2,
                (false, false) => Algorithm::Pns,
                (false, true) => Algorithm::Pn2,
            };
            (algorithm, format!("{option} belongs to searches that keep a tree; {asks}"))
        } else if usual(scale, kind) == Algorithm::AlphaBetaTable
            && !arguments.asks_for_proof_numbers()
        {
            (Algorithm::AlphaBetaTable, nature(kind).to_owned())
        } else {
            let algorithm = if several { Algorithm::Dfmopns } else { Algorithm::Dfpn };
            (algorithm, format!("{}; {asks}", nature(kind)))
        };
        Choice { algorithm, why: Some(why) }
    }
}

/// The algorithm for the value of a position where nothing else has been said.
pub(crate) fn usual(scale: &Scale, kind: Kind) -> Algorithm {
    Algorithm::usual(scale, kind == Kind::Keyed)
}

/// Two-valued questions that the answer may take.
fn questions(scale: &Scale, goal: Goal) -> usize {
    match goal {
        Goal::Value => scale.len() - 1,
        Goal::AtLeast(_) => 1,
        Goal::Range(low, high) => usize::from(high.0.saturating_sub(low.0)),
    }
}

fn nature(kind: Kind) -> &'static str {
    match kind {
        Kind::Keyed => "play never returns, and positions have exact codes for a table",
        Kind::Path => "positions carry their line, which a table finds by a hash",
        Kind::Cyclic => "play can return, which needs a search that knows its line",
        Kind::Undecided => "the rules leave the value open",
    }
}
