//! `foregone coordinate`: one search by workers on many machines.

mod dashboard;
mod history;
mod observer;
mod reporter;
mod saved_run;
mod screen;
pub(crate) mod setup;

use foregone::Position;
use foregone_fleet::controller::{Auditor, RunConfig, RunController, Trust};
use foregone_fleet::coordinator::Coordinator;
use foregone_fleet::message::PROTOCOL;
use foregone_fleet::plan::Plan;
use foregone_fleet::setup::{LeafStore, SearchSetup, Setup};
use foregone_fleet::threads;
use foregone_game::{Outcome, Scale};
use foregone_nats::{Connection, CoordinatorTransport, Metadata, NatsRun};
use foregone_solve::leaf_search::{LeafSearch, LeafSearchConfig};
use foregone_solve::limits::{Limits, Meter, Stop};
use foregone_solve::options::{Algorithm, Goal, Names, Question, SecondLevel};
use foregone_solve::{Report, asked_range};

use self::observer::CoordinateObserver;
use self::reporter::RunReporter;
use self::saved_run::{Beginning, SavedRun};
use self::setup::{PROGRAM, own_name};
use super::solve::{Files, MemberSummary, present};
use crate::arguments::cluster::CoordinateArguments;
use crate::arguments::question::outcome;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::interrupt;
use crate::opening;
use crate::progress::SearchLine;
use foregone::Game;
use foregone::checkpoint::{EVERY, Header, Keeper};
use foregone::{Answer, Decided, Reported};

/// The server gives a job to another worker after this multiple of the patience. The coordinator reacts before that.
const ACK_WAITS: u32 = 2;

/// Bytes of the graph's memory per job that is away, and the least and the largest number of such jobs. The largest
/// number respects the limits of a server's queue.
const AWAY_BYTES: u64 = 1 << 14;
const AWAY: (u64, u64) = (64, 50_000);
/// The longest rule file that is sent to workers: messages of a server have a limit of a megabyte.
const RULE_TEXT: usize = 256 << 10;
/// The records about workers may take the graph's memory divided by this.
const ROOM: u64 = 8;

/// Coordinates a run and prints its result.
pub(crate) fn run(arguments: &CoordinateArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    let placed = arguments.place.of(&opened)?;
    let files = Named::new(arguments.shown.json)
        .output("--certificate", arguments.certificate.as_ref())
        .checkpoint(arguments.checkpoint.as_ref());
    arguments.server.name_inputs(files).game(&opened.info().spec).check()?;
    let access = arguments.server.access()?;
    let mut run = Run::new(arguments, &opened, &placed)?;
    let destination = Destination::of(arguments.certificate.as_ref(), arguments.force)?;
    let (mut keeper, saved) = run.checkpoint(destination.as_ref())?;
    let goes_on = saved.is_some();
    if let Some(saved) = &saved {
        run.setup.run = saved.run;
    }
    let connection = Connection::connect(&access)?;
    let metadata = run.metadata();
    let epoch = foregone_nats::random();
    let names = (own_name(), epoch);
    let holder = (names.0.as_str(), names.1);
    let transport =
        CoordinatorTransport::open(connection, &arguments.server.run, &metadata, holder, goes_on)?;
    let reporter = RunReporter::new(&placed, opened.scale(), &arguments.shown);
    reporter.begins(&arguments.server.run, &access.shown(), goes_on);
    let mut meter = Meter::new(run.limits);
    let at = (transport, epoch);
    let (report, reported, workers) = run.search(at, saved, &mut meter, &mut keeper, &reporter)?;
    let decided = Decided { question: run.question, policy: Some(arguments.policy), chosen: None };
    let time = run.limits.time;
    let answer = Answer::of_fleet(placed.clone(), decided, report, reported);
    let files = Files { certificate: destination, keeper };
    present(&answer, files, time, &arguments.shown, None, Some(workers))
}

/// What a run has found, what only workers claim, and the members of the fleet.
type Ended = (Report<String>, Option<Reported>, Vec<MemberSummary>);

/// Everything that is decided before a run starts.
struct Run<'r> {
    arguments: &'r CoordinateArguments,
    opened: &'r Game,
    placed: &'r Position,
    setup: Setup,
    leaf_config: LeafSearchConfig,
    plan: Plan,
    question: Question,
    limits: Limits<'static>,
}

impl<'r> Run<'r> {
    fn new(
        arguments: &'r CoordinateArguments,
        opened: &'r Game,
        placed: &'r Position,
    ) -> Result<Run<'r>, Failure> {
        if placed.outcome().is_some() {
            return Err(Failure::bad("the game is over here: there is nothing to search"));
        }
        let (scale, jobs, policy) = (opened.scale(), &arguments.jobs, arguments.policy);
        let goal = match &arguments.at_least {
            Some(name) => Goal::AtLeast(outcome(scale, name)?),
            None => Goal::Value,
        };
        let range = asked_range(scale, goal)?;
        let share = arguments.trust == Trust::All;
        let names = Names { scale, knowledge: opened.knowledge_levels() };
        let on_table = jobs.second == LeafStore::Table;
        let search = SearchSetup {
            store: jobs.second,
            techniques: jobs.options.techniques(names)?,
            min_shared_work: Some(jobs.heavy).filter(|&work| work > 0 && on_table && share),
        };
        let position = placed.position();
        let about = (opened.info().spec.as_str(), position.as_str());
        let setup = Setup::new(foregone_nats::random(), about, range, search, names)?;
        // The coordinator's own searches follow the same description as those of the workers.
        let leaf_config = setup.leaf_search_config(names, 0, 1)?;
        let limits = arguments.limits.limits(interrupt::flag());
        let plan = Plan {
            patience: arguments.patience.as_millis() as u64,
            bytes: limits.bytes / 4,
            share,
            claims: arguments.trust.claims(),
            away: (limits.bytes / 4 / AWAY_BYTES).clamp(AWAY.0, AWAY.1) as usize,
            sum: leaf_config.techniques.sum,
            ties: leaf_config.techniques.ties,
            ..jobs.plan(policy)
        };
        let algorithm = Algorithm::dfpn_for(range);
        let question = Question {
            goal,
            techniques: leaf_config.techniques,
            second_level: match jobs.second {
                LeafStore::Table => SecondLevel::Table(jobs.job),
                LeafStore::Tree => SecondLevel::Fixed(jobs.job),
            },
            certificate: arguments.certificate.is_some(),
            threads: 1,
            ..Question::value(algorithm)
        };
        Ok(Run { arguments, opened, placed, setup, leaf_config, plan, question, limits })
    }

    /// A leaf search with some quarters of the memory. The graph has one quarter, the verification of claims another,
    /// the proof two.
    fn leaf_search_config(&self, quarters: u64) -> LeafSearchConfig {
        LeafSearchConfig { bytes: self.limits.bytes / 4 * quarters, ..self.leaf_config }
    }

    fn scale(&self) -> &'r Scale {
        self.opened.scale()
    }

    /// The outcomes in question, and the ends of the scale.
    fn ranges(&self) -> ((Outcome, Outcome), (Outcome, Outcome)) {
        (self.leaf_config.range, (self.scale().worst(), self.scale().best()))
    }

    fn metadata(&self) -> Metadata {
        let file = self.opened.info().file.as_deref();
        let is_rules = self.opened.info().name == "gdl";
        let text = file.filter(|bytes| is_rules && bytes.len() <= RULE_TEXT);
        let rule_text = text.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
        Metadata {
            program: PROGRAM.to_owned(),
            protocol: PROTOCOL,
            setup: self.setup.clone(),
            file: file.map(|bytes| blake3::hash(bytes).to_hex().to_string()),
            rule_text,
            ack_wait: (self.arguments.patience * ACK_WAITS).as_millis() as u64,
            slots: self.arguments.jobs.in_flight,
        }
    }

    fn leaf_search(&self, quarters: u64) -> Result<Box<dyn LeafSearch + 'r>, Failure> {
        Ok(self.placed.leaf_search(&self.leaf_search_config(quarters))?)
    }

    /// The checkpoint file, and the run that it contains.
    fn checkpoint(
        &self,
        destination: Option<&Destination>,
    ) -> Result<(Option<Keeper>, Option<SavedRun>), Failure> {
        let Some(file) = &self.arguments.checkpoint else { return Ok((None, None)) };
        let root = self.leaf_search(1)?.root();
        let beginning = Beginning { root, range: self.leaf_config.range, plan: &self.plan };
        // The job size and the wish for a proof are not part of what is saved.
        let question =
            Question { second_level: SecondLevel::default(), certificate: false, ..self.question };
        let every = self.arguments.every.unwrap_or(EVERY);
        let mut header = Header::new(self.placed, &question, self.limits.bytes, every);
        header.certificate = destination.map(Destination::name);
        let header = header.of_fleet(Some(&format!("{} over NATS", self.plan.policy.name())));
        let (keeper, saved) = saved_run::find(file, header, &beginning, self.arguments.force)?;
        Ok((Some(keeper), saved))
    }

    /// The configuration of the controller.
    fn config(&self, epoch: u64) -> RunConfig {
        RunConfig {
            trust: self.arguments.trust,
            patience: self.arguments.patience,
            job: self.plan.job,
            job_time: self.arguments.job_time(),
            slots: self.arguments.jobs.in_flight,
            epoch,
            member_bytes: self.plan.bytes / ROOM,
            claim_descents: None,
        }
    }

    /// Runs until there is an answer, or a reason to stop.
    fn search(
        &self,
        (transport, epoch): (CoordinatorTransport, u64),
        saved: Option<SavedRun>,
        meter: &mut Meter<'static>,
        keeper: &mut Option<Keeper>,
        reporter: &RunReporter<'_>,
    ) -> Result<Ended, Failure> {
        let leaf_search = self.leaf_search(1)?;
        let mut observer =
            CoordinateObserver::new(self, &*leaf_search, meter, keeper.as_mut(), reporter);
        let (coordinator, excluded_hosts) = match saved {
            Some(saved) => (saved.coordinator, saved.excluded_hosts),
            None => {
                let (root, range) = (leaf_search.root(), self.ranges().0);
                (Coordinator::new(self.setup.run, root, range, self.plan), Vec::new())
            }
        };
        let questions = self.setup.range.1 - self.setup.range.0;
        let audited = self.arguments.trust != Trust::All;
        let auditor = audited.then(|| Auditor::new(&*leaf_search, questions));
        let mut controller = RunController::new(coordinator, auditor, self.config(epoch));
        controller.members_mut().remember_excluded(excluded_hosts);
        let mut nats_run = NatsRun::new(transport, controller);
        let stop = nats_run.run(&mut observer)?;
        // A solved run is saved as well, because making the proof may take long.
        nats_run.save(&mut observer);
        let report = self.conclude(&mut nats_run, stop, &observer)?;
        let is_over = stop == Stop::Solved || !observer.has_checkpoint();
        let workers: Vec<MemberSummary> = nats_run.members().iter().map(Into::into).collect();
        reporter.clear();
        let reported = self.reported(&report, nats_run.coordinator());
        nats_run.close(is_over);
        Ok((report, reported, workers))
    }

    /// The bounds that rest on claims of workers only.
    fn reported(&self, report: &Report<String>, coordinator: &Coordinator) -> Option<Reported> {
        let (range, ends) = self.ranges();
        let bounds = threads::widened_bounds(coordinator.claimed_bounds(), range, ends);
        let certified = self.question.certificate && report.unproved.is_none();
        match self.arguments.trust {
            Trust::None if bounds == report.bounds => None,
            Trust::None => {
                let why =
                    format!("{} not verified here", claims(coordinator.supporting_claims().len()));
                Some(Reported { bounds, why, counts: false })
            }
            _ if certified || bounds == ends => None,
            Trust::Sample(share) => {
                let percent = 100.0 * share;
                let why = format!("workers say so, and {percent} % of it was searched again");
                Some(Reported { bounds, why, counts: true })
            }
            Trust::All => {
                let why = "workers say so, and nothing of it was searched again".to_owned();
                Some(Reported { bounds, why, counts: true })
            }
        }
    }

    /// The report, with the proofs that are wanted. They are made by a leaf search of their own: the results of the
    /// workers are put into its table as hints, and the rules decide.
    fn conclude(
        &self,
        nats_run: &mut NatsRun<'_>,
        stop: Stop,
        observer: &CoordinateObserver<'_>,
    ) -> Result<Report<String>, Failure> {
        let leaf_search = self.leaf_search(2)?;
        let limits = self.limits;
        let mut line = SearchLine::new(self.scale(), &limits, self.arguments.shown.progress());
        let meter = (observer.meter(), limits);
        let (question, coordinator) = (&self.question, nats_run.coordinator());
        let ranges = self.ranges();
        let report =
            threads::conclude(coordinator, &*leaf_search, ranges, question, stop, meter, &mut line);
        line.clear();
        Ok(report)
    }
}

fn claims(number: usize) -> String {
    match number {
        1 => "a claim that it rests on is".to_owned(),
        _ => format!("{number} claims that it rests on are"),
    }
}
