//! One question while it is being answered. What every search needs is here: the question, the limits, the observer, what has
//! been proved so far. What one kind of search needs besides is its state `S`, see `best_first/driver.rs` and
//! `depth_first/driver.rs`.

use foregone_game::{Game, Outcome, Player};

use crate::certify::{Claim, LeafLimits, Proof, ProofLimits};
use crate::effort::ProofNumbers;
use crate::limits::{Limits, Meter, Stop};
use crate::observe::{Observer, Snapshot};
use crate::options::Question;
use crate::proof_tables::ProofTables;
use crate::report::Report;

/// A question while it is being answered.
pub(crate) struct Session<'a, G: Game, S = ()> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::Position,
    pub(crate) question: &'a Question,
    /// The outcomes that the question is about.
    pub(crate) range: (Outcome, Outcome),
    pub(crate) memory: MemoryShares,
    pub(crate) meter: Meter<'a>,
    pub(crate) observer: &'a mut dyn Observer,
    /// What has been proved: at least, at most.
    pub(crate) bounds: (Outcome, Outcome),
    /// The numbers at the root, per question "at least this outcome?".
    pub(crate) efforts: Vec<(Outcome, ProofNumbers)>,
    /// The principal variation, as far as a search has found it.
    pub(crate) line: Vec<G::Move>,
    /// The line to the leaf that comes next.
    pub(crate) most_proving: Vec<G::Move>,
    /// Tables of endgames that a proof may have computed.
    pub(crate) tables: Option<&'a mut dyn ProofTables>,
    pub(crate) proofs: Vec<Proof>,
    /// Why a wanted proof is missing.
    pub(crate) unproved: Option<Stop>,
    /// The state of one kind of search.
    pub(crate) state: S,
}

impl<'a, G: Game> Session<'a, G> {
    /// A question about a position. `cyclic` says whether play can return.
    pub(crate) fn new(
        (game, root): (&'a G, &'a G::Position),
        (question, range): (&'a Question, (Outcome, Outcome)),
        limits: Limits<'a>,
        cyclic: bool,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let scale = game.scale();
        Session {
            game,
            root,
            question,
            range,
            memory: MemoryShares::new(limits.bytes, question.certificate, cyclic),
            meter: Meter::new(limits),
            observer,
            bounds: (scale.worst(), scale.best()),
            efforts: Vec::new(),
            line: Vec::new(),
            most_proving: Vec::new(),
            tables: None,
            proofs: Vec::new(),
            unproved: None,
            state: (),
        }
    }

    /// The same session with the state of a search.
    pub(crate) fn with_state<'b, S>(self, state: S) -> Session<'b, G, S>
    where
        'a: 'b,
    {
        Session {
            game: self.game,
            root: self.root,
            question: self.question,
            range: self.range,
            memory: self.memory,
            meter: self.meter,
            observer: self.observer,
            bounds: self.bounds,
            efforts: self.efforts,
            line: self.line,
            most_proving: self.most_proving,
            tables: self.tables.map(|tables| tables as &mut dyn ProofTables),
            proofs: self.proofs,
            unproved: self.unproved,
            state,
        }
    }

    /// The report about a terminal position, whose proofs need no records.
    pub(crate) fn report_terminal(mut self, outcome: Outcome) -> Report<G::Move> {
        self.meter.counters.created = 1;
        self.bounds = (outcome, outcome);
        let empty = |claim| Proof { claim, parts: Vec::new(), count: 0 };
        self.proofs = self.wanted_claims().into_iter().map(empty).collect();
        self.into_report(Stop::Solved, None)
    }
}

impl<G: Game, S> Session<'_, G, S> {
    /// Adds what the answered questions prove to the bounds.
    pub(crate) fn tighten(&mut self, efforts: &[(Outcome, ProofNumbers)]) {
        self.bounds = tightened(self.bounds, efforts);
    }

    /// The claims that a certificate of the bounds makes; none if no certificate is wanted.
    pub(crate) fn wanted_claims(&self) -> Vec<Claim> {
        match self.question.certificate {
            true => Claim::from_bounds(self.bounds, self.game.scale()),
            false => Vec::new(),
        }
    }

    /// The limits of a proof.
    pub(crate) fn proof_limits(&self) -> ProofLimits {
        ProofLimits {
            bytes: self.memory.proof,
            part_records: self.question.proof_part_records,
            leaves: self.question.proof_leaves.unwrap_or(match self.question.small {
                true => LeafLimits::SMALL,
                false => LeafLimits::FAST,
            }),
        }
    }

    /// Keeps a proof, or the reason why there is none.
    pub(crate) fn keep_proof(&mut self, proof: Result<Proof, Stop>) {
        match proof {
            Ok(proof) => self.proofs.push(proof),
            Err(stop) => self.unproved = Some(stop),
        }
    }

    /// The report. The best move is given where the principal variation is not known.
    pub(crate) fn into_report(mut self, stop: Stop, best: Option<G::Move>) -> Report<G::Move> {
        self.proofs.sort_by_key(|proof| proof.claim.owner() == Player::Min);
        Report {
            bounds: self.bounds,
            stop,
            best: self.line.first().copied().or(best),
            line: self.line,
            most_proving: if stop == Stop::Solved { Vec::new() } else { self.most_proving },
            efforts: self.efforts,
            counters: self.meter.counters,
            elapsed: self.meter.elapsed(),
            proofs: self.proofs,
            unproved: self.unproved,
        }
    }
}

/// How the memory of a question is divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MemoryShares {
    /// For the tree, the graph or the table of the search.
    pub(crate) search: u64,
    /// For results that hold on one line only, where play can return.
    pub(crate) repetitions: u64,
    /// For the positions that a proof has been through.
    pub(crate) proof: u64,
}

impl MemoryShares {
    /// The shares of that many bytes.
    fn new(bytes: u64, certificate: bool, cyclic: bool) -> MemoryShares {
        let proof = if certificate { bytes / 4 } else { 0 };
        let repetitions = if cyclic { (bytes - proof) / 8 } else { 0 };
        MemoryShares { search: bytes - proof - repetitions, repetitions, proof }
    }
}

/// Bounds with what the answered questions add.
pub(crate) fn tightened(
    bounds: (Outcome, Outcome),
    efforts: &[(Outcome, ProofNumbers)],
) -> (Outcome, Outcome) {
    efforts.iter().fold(bounds, |(low, high), &(goal, numbers)| match numbers.answer() {
        Some(true) => (low.max(goal), high),
        Some(false) => (low, high.min(Outcome(goal.0 - 1))),
        None => (low, high),
    })
}

/// What an observer is shown: the bounds, the numbers at the root, and the nodes and bytes in use.
pub(crate) fn snapshot(
    meter: &Meter<'_>,
    bounds: (Outcome, Outcome),
    efforts: Vec<(Outcome, ProofNumbers)>,
    (nodes, bytes): (u64, u64),
) -> Snapshot {
    Snapshot {
        counters: meter.counters,
        elapsed: meter.elapsed(),
        bounds,
        efforts,
        nodes,
        bytes,
        proving: None,
        place: None,
        moves: Vec::new(),
        line: Vec::new(),
        table: None,
    }
}
