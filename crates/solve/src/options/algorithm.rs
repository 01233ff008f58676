//! The algorithms, and the groups of them that an option can belong to.

use foregone_game::{Outcome, Scale};

/// The algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Proof-number search, one question at a time (Allis et al. 1994).
    Pns,
    /// Multiple-outcome proof-number search (Saffidine and Cazenave 2012).
    Mopns,
    /// PNS with a second search in each leaf.
    Pn2,
    /// MOPNS with a second search in each leaf.
    Mopn2,
    /// Depth-first proof-number search on a table, one question at a time (Nagai 2002).
    Dfpn,
    /// Depth-first multiple-outcome proof-number search on a table.
    Dfmopns,
    /// Alpha-beta search without a table (Knuth and Moore 1975; Allis et al. 1994 §6.3).
    AlphaBeta,
    /// Alpha-beta search with a table.
    AlphaBetaTable,
    /// Every line to its end.
    Minimax,
}

use Algorithm::{AlphaBeta, AlphaBetaTable, Dfmopns, Dfpn, Minimax, Mopn2, Mopns, Pn2, Pns};

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 9] =
        [Pns, Mopns, Pn2, Mopn2, Dfpn, Dfmopns, AlphaBeta, AlphaBetaTable, Minimax];

    /// The algorithm for the value of a position unless another is named. `is_keyed`: play never returns and positions have
    /// exact keys.
    pub fn usual(scale: &Scale, is_keyed: bool) -> Algorithm {
        match scale.len() {
            // It profits more from move scores and static bounds than proof numbers do: it solves Breakthrough boards
            // in a tenth of df-pn's time.
            _ if is_keyed => AlphaBetaTable,
            2 => Dfpn,
            _ => Dfmopns,
        }
    }

    /// The name on the command line, in JSON and in files.
    pub fn name(self) -> &'static str {
        match self {
            Pns => "pns",
            Mopns => "mopns",
            Pn2 => "pn2",
            Mopn2 => "mopn2",
            Dfpn => "dfpn",
            Dfmopns => "dfmopns",
            AlphaBeta => "alphabeta",
            AlphaBetaTable => "alphabeta-tt",
            Minimax => "minimax",
        }
    }

    /// The algorithm of that name.
    ///
    /// ```
    /// use foregone_solve::options::Algorithm;
    /// assert_eq!(Algorithm::named("dfpn"), Some(Algorithm::Dfpn));
    /// assert_eq!(Algorithm::named("magic"), None);
    /// ```
    pub fn named(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// The depth-first proof-number search for the outcomes from `low` to `high`: the one that workers of a fleet make.
    pub fn dfpn_for((low, high): (Outcome, Outcome)) -> Algorithm {
        if high.0.saturating_sub(low.0) > 1 { Dfmopns } else { Dfpn }
    }

    /// Whether its state can be saved and resumed.
    pub fn can_be_saved(self) -> bool {
        !matches!(self, AlphaBeta | Minimax)
    }

    /// Whether it answers all questions in one run, or knows no questions.
    pub fn is_multiple(self) -> bool {
        !self.asks_in_turn()
    }

    /// Whether it asks one question after the other, in the order of a [`Strategy`](super::Strategy).
    pub fn asks_in_turn(self) -> bool {
        Group::IN_TURN.contains(self)
    }

    /// Whether it is proof-number search on a table.
    pub fn is_dfpn(self) -> bool {
        Group::DFPN.contains(self)
    }

    /// Whether it keeps no tree.
    pub fn is_depth_first(self) -> bool {
        !Group::TREE.contains(self)
    }

    /// Whether it keeps a transposition table.
    pub fn keeps_table(self) -> bool {
        Group::TABLE.contains(self)
    }

    /// Whether it has a second level.
    pub fn is_nested(self) -> bool {
        Group::NESTED.contains(self)
    }
}

/// Algorithms that have something in common, which is why an option belongs to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The algorithms.
    pub algorithms: &'static [Algorithm],
    /// What they have in common, as a clause that follows "which".
    pub common: &'static str,
}

impl Group {
    /// Searches that hold a tree or a graph in memory.
    pub const TREE: Group = Group { algorithms: &[Pns, Mopns, Pn2, Mopn2], common: "keep a tree" };
    /// Searches that follow one line of play at a time.
    pub const DEPTH_FIRST: Group = Group {
        algorithms: &[Dfpn, Dfmopns, AlphaBeta, AlphaBetaTable, Minimax],
        common: "follow one line at a time",
    };
    /// Searches that ask one two-valued question after the other.
    pub const IN_TURN: Group =
        Group { algorithms: &[Pns, Pn2, Dfpn], common: "ask one question after the other" };
    /// Tree searches with several outcomes at once.
    pub const MULTIPLE: Group =
        Group { algorithms: &[Mopns, Mopn2], common: "tell several outcomes apart in one tree" };
    /// Searches with a second level.
    pub const NESTED: Group = Group { algorithms: &[Pn2, Mopn2], common: "have a second level" };
    /// Proof-number search on a table.
    pub const DFPN: Group =
        Group { algorithms: &[Dfpn, Dfmopns], common: "keep proof numbers in a table" };
    /// Df-pn, which asks its questions one after the other on a table.
    pub const DFPN_ALONE: Group =
        Group { algorithms: &[Dfpn], common: "asks one question after the other on a table" };
    /// Searches on a transposition table.
    pub const TABLE: Group =
        Group { algorithms: &[Dfpn, Dfmopns, AlphaBetaTable], common: "keep a table" };
    /// Searches that count proof numbers.
    pub const PROOF_NUMBERS: Group = Group {
        algorithms: &[Pns, Mopns, Pn2, Mopn2, Dfpn, Dfmopns],
        common: "count proof numbers",
    };
    /// Alpha-beta with and without a table.
    pub const ALPHA_BETA: Group =
        Group { algorithms: &[AlphaBeta, AlphaBetaTable], common: "search to a depth" };
    /// Searches that use what a game knows about positions.
    pub const INFORMED: Group = Group {
        algorithms: &[Pns, Mopns, Pn2, Mopn2, Dfpn, Dfmopns, AlphaBeta, AlphaBetaTable],
        common: "use what the game knows",
    };

    /// Whether the algorithm is one of them.
    pub fn contains(self, algorithm: Algorithm) -> bool {
        self.algorithms.contains(&algorithm)
    }

    /// The names as people list them: `a`, `a and b`, `a, b and c`.
    pub fn names(self) -> String {
        let names: Vec<&str> = self.algorithms.iter().map(|algorithm| algorithm.name()).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_algorithms() {
        for algorithm in Algorithm::ALL {
            assert_eq!(Algorithm::named(algorithm.name()), Some(algorithm));
            assert_ne!(algorithm.is_depth_first(), Group::TREE.contains(algorithm));
        }
        assert_eq!(Group::IN_TURN.names(), "pns, pn2 and dfpn");
        assert_eq!(Group::DFPN_ALONE.names(), "dfpn");
    }
}
