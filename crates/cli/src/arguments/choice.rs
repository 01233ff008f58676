//! `auto`: which algorithm a game and a question call for, and why.

use catalogue::Kind;
use game::Scale;
use solve::options::{Algorithm, Goal};

use super::question::QuestionArguments;

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
        if let Some(algorithm) = arguments.algorithm.as_ref().and_then(|name| name.0) {
            return Choice { algorithm, why: None };
        }
        let several = arguments.strategy.is_none() && questions(scale, goal) > 1;
        let (algorithm, reason) = match arguments.tree_option() {
            Some(option) if arguments.second.is_some() => {
                (if several { Algorithm::Mopn2 } else { Algorithm::Pn2 }, belongs(option))
            }
            Some(option) => {
                (if several { Algorithm::Mopns } else { Algorithm::Pns }, belongs(option))
            }
            None => (
                if several { Algorithm::Dfmopns } else { Algorithm::Dfpn },
                nature(kind).to_owned(),
            ),
        };
        let asks = match (several, questions(scale, goal)) {
            (true, count) => format!("{count} questions at once"),
            (false, 1) => "one question".to_owned(),
            (false, count) => format!("{count} questions in turn"),
        };
        Choice { algorithm, why: Some(format!("{reason}, {asks}")) }
    }
}

/// Two-valued questions that the answer may take.
fn questions(scale: &Scale, goal: Goal) -> usize {
    match goal {
        Goal::Value => scale.len() - 1,
        Goal::AtLeast(_) => 1,
        Goal::Range(low, high) => usize::from(high.0.saturating_sub(low.0)),
    }
}

fn belongs(option: &str) -> String {
    format!("{option} belongs to searches that keep a tree")
}

fn nature(kind: Kind) -> &'static str {
    match kind {
        Kind::Keyed => "positions have exact codes for a table",
        Kind::Path => "positions carry their line, which a table finds by a hash",
        Kind::Cyclic(_) => "play can return, which needs a search that knows its line",
        Kind::Undecided => "the rules leave the value open",
    }
}
