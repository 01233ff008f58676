//! All that is settled before a search starts: the position, the question, the limits, and where its files go.

use foregone_fleet::plan::Policy;
use foregone_solve::Report;
use foregone_solve::hosted::Placed;
use foregone_solve::limits::{Counters, Limits, Stop};
use foregone_solve::options::{Algorithm, Question, SecondLevel};
use foregone_solve::persist::StateReader;

use super::thread_fleet;
use super::watcher::Watcher;
use crate::arguments::{ShownArguments, SolveArguments};
use crate::checkpoint::{EVERY, Header, Keeper, Subject};
use crate::failure::Failure;
use crate::files::Destination;
use crate::interrupt;
use crate::progress::SearchLine;
use foregone_catalogue::Opened;

/// A search to be made.
pub(crate) struct Order<'o> {
    pub(crate) opened: &'o Opened,
    pub(crate) placed: Box<dyn Placed + 'o>,
    /// The game and how the position was given.
    pub(crate) subject: String,
    pub(crate) question: Question,
    /// The policy of the fleet that searches, if one does.
    pub(crate) policy: Option<Policy>,
    /// Why the algorithm was chosen, if it was.
    pub(crate) chosen: Option<String>,
    pub(crate) limits: Limits<'static>,
    pub(crate) destination: Option<Destination>,
    pub(crate) keeper: Option<Keeper>,
}

impl<'o> Order<'o> {
    /// A search that starts.
    pub(crate) fn start(
        arguments: &SolveArguments,
        opened: &'o Opened,
    ) -> Result<Order<'o>, Failure> {
        let SolveArguments { place, keeping, certificate, force, .. } = arguments;
        let placed = place.of(opened)?;
        let levels = opened.game.knowledge_levels();
        let about = (opened.kind, opened.game.scale(), levels);
        let threads = arguments.threads;
        let (mut question, chosen) =
            arguments.question.question(about, certificate.is_some(), threads)?;
        question.canonical = arguments.canonical;
        // Tree searches use static bounds only with a knowledge level. A tablebase works through static bounds, so naming
        // one asks for them: level 0 adds nothing else.
        let looks_up = arguments.lookup.tablebase.is_some() && !levels.is_empty();
        if looks_up && keeps_trees(&question) {
            question.techniques.knowledge.get_or_insert(0);
        }
        let destination = match certificate {
            Some(file) => Some(Destination::new(file, *force)?),
            None => None,
        };
        let limits = arguments.limits.limits(interrupt::flag());
        let policy = arguments.question.policy();
        let keeper = match &keeping.checkpoint {
            Some(_) if matches!(question.algorithm, Algorithm::AlphaBeta | Algorithm::Minimax) => {
                return Err(Failure::bad(format!(
                    "{} keeps nothing that a checkpoint could hold; use another algorithm, or leave --checkpoint out",
                    question.algorithm.name()
                )));
            }
            Some(file) => {
                let header = Header::new(
                    &subject(opened, &*placed),
                    (place.position.clone(), place.moves.clone()),
                    &question,
                    limits.bytes,
                    destination.as_ref().map(Destination::name),
                    keeping.every.unwrap_or(EVERY),
                )
                .of_fleet(policy.map(Policy::name));
                Some(Keeper::start(file, header, *force)?)
            }
            None => None,
        };
        let subject = place.subject(&opened.facts.spec);
        Ok(Order { opened, placed, subject, question, policy, chosen, limits, destination, keeper })
    }

    /// Asks the question. A finished position needs no search, in whatever game; only a certificate needs more than a
    /// look.
    pub(crate) fn search(
        &mut self,
        shown: &ShownArguments,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<String>, Failure> {
        if let (Some(outcome), false) = (self.placed.outcome(), self.question.certificate) {
            return Ok(Report {
                bounds: (outcome, outcome),
                stop: Stop::Solved,
                best: None,
                line: Vec::new(),
                most_proving: Vec::new(),
                efforts: Vec::new(),
                counters: Counters { created: 1, ..Counters::default() },
                elapsed: std::time::Duration::ZERO,
                proofs: Vec::new(),
                unproved: None,
            });
        }
        let line = SearchLine::new(self.opened.game.scale(), &self.limits, shown.progress());
        let mut watcher = Watcher { line, keeper: self.keeper.as_mut() };
        let report = match self.policy {
            Some(policy) => {
                let about = (&*self.placed, self.opened.game.scale());
                thread_fleet::solve(
                    about,
                    policy,
                    &self.question,
                    self.limits,
                    &mut watcher,
                    resume,
                )
            }
            None => self
                .placed
                .solve(&self.question, self.limits, &mut watcher, resume)
                .map_err(Failure::from),
        };
        watcher.line.clear();
        report
    }
}

/// Whether a search grows trees, or lets workers do so.
fn keeps_trees(question: &Question) -> bool {
    !question.algorithm.is_depth_first() || matches!(question.second_level, SecondLevel::Fixed(_))
}

/// What the header of a checkpoint says about a position.
pub(crate) fn subject<'o>(opened: &'o Opened, placed: &dyn Placed) -> Subject<'o> {
    Subject {
        game: &opened.facts.spec,
        graph: opened.facts.file.as_deref().map(blake3::hash),
        board: placed.position(),
    }
}
