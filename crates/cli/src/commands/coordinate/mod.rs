//! `foregone coordinate`: one search by workers on many machines.

mod dashboard;
mod history;
mod kept;
mod overseer;
mod screen;
pub(crate) mod setup;
mod show;

use foregone::Position;
use foregone_fleet::audit::Auditor;
use foregone_fleet::coordinator::Coordinator;
use foregone_fleet::message::{PROTOCOL, Second, Setup};
use foregone_fleet::office::trust::Trust;
use foregone_fleet::office::{Office, Setting};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::threads;
use foregone_game::{Outcome, Scale};
use foregone_nats::broker::Broker;
use foregone_nats::desk::Desk;
use foregone_nats::frame::Metadata;
use foregone_nats::office::Office as Bureau;
use foregone_solve::limits::{Limits, Meter, Stop};
use foregone_solve::options::{Algorithm, Goal, Question, SecondLevel};
use foregone_solve::station::{Outfit, Station};
use foregone_solve::{Report, asked_range};

use self::kept::{Beginning, Saved};
use self::overseer::Watcher;
use self::setup::{PROGRAM, outfit, own_name, techniques};
use self::show::Show;
use super::solve::{Files, Hand, present};
use crate::arguments::cluster::CoordinateArguments;
use crate::arguments::question::outcome;
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::interrupt;
use crate::opening;
use crate::progress::SearchLine;
use foregone::Game;
use foregone::checkpoint::{EVERY, Header, Keeper};
use foregone::{Answer, Decided, Reported};

/// The server gives a job to somebody else after this many times the patience with a worker: by then the coordinator has.
const ACK_WAITS: u32 = 2;

/// Bytes of the graph's memory for each job that is away, and how many may be at least and at most: a server's queue has its
/// limits, too.
const AWAY_BYTES: u64 = 1 << 14;
const AWAY: (u64, u64) = (64, 50_000);
/// The part of the graph's memory that may be taken for what is known of workers.
const ROOM: u64 = 8;

/// Coordinates a run and prints what came of it.
pub(crate) fn run(arguments: &CoordinateArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    let placed = arguments.place.of(&opened)?;
    let access = arguments.server.access()?;
    let mut run = Run::new(arguments, &opened, &placed)?;
    let destination = match &arguments.certificate {
        Some(file) => Some(Destination::new(file, arguments.force)?),
        None => None,
    };
    let (mut keeper, saved) = run.kept(destination.as_ref())?;
    let goes_on = saved.is_some();
    if let Some(saved) = &saved {
        run.setup.run = saved.run;
    }
    let broker = Broker::connect(&access)?;
    let metadata = run.metadata();
    let epoch = foregone_nats::random();
    let names = (own_name(), epoch);
    let holder = (names.0.as_str(), names.1);
    let desk = Desk::open(broker, &arguments.server.run, &metadata, holder, goes_on)?;
    let show = Show::new(&placed, opened.scale(), &arguments.shown);
    show.begins(&arguments.server.run, &access.shown(), goes_on);
    let mut meter = Meter::new(run.limits);
    let at = (desk, epoch);
    let (report, reported, hands) = run.search(at, saved, &mut meter, &mut keeper, &show)?;
    let decided = Decided { question: run.question, policy: Some(arguments.policy), chosen: None };
    let time = run.limits.time;
    let answer = Answer::of_fleet(placed.clone(), decided, report, reported);
    let files = Files { certificate: destination, keeper };
    present(&answer, files, time, &arguments.shown, None, Some(hands))
}

/// All that is settled before a run begins.
struct Run<'r> {
    arguments: &'r CoordinateArguments,
    opened: &'r Game,
    placed: &'r Position,
    setup: Setup,
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
        let knowledge = jobs.knowledge(opened.knowledge_levels())?;
        let about = (opened.facts().spec.as_str(), placed.position());
        let setup = setup::setup(about, range, (jobs, knowledge), share);
        let limits = arguments.limits.limits(interrupt::flag());
        let plan = Plan {
            policy,
            merge: jobs.store.map_or(policy == Policy::Lock, |store| store.0),
            job: jobs.job,
            job_per_worker: jobs.job_per_worker,
            partial: jobs.partial,
            patience: arguments.patience.as_millis() as u64,
            bytes: limits.bytes / 4,
            share,
            claims: arguments.trust.claims(),
            away: (limits.bytes / 4 / AWAY_BYTES).clamp(AWAY.0, AWAY.1) as usize,
            ..Plan::default()
        };
        let several = range.1.0 - range.0.0 > 1;
        let algorithm = if several { Algorithm::Dfmopns } else { Algorithm::Dfpn };
        let question = Question {
            goal,
            techniques: techniques(&setup),
            second_level: match jobs.second {
                Second::Table => SecondLevel::Table(jobs.job),
                Second::Tree => SecondLevel::Fixed(jobs.job),
            },
            certificate: arguments.certificate.is_some(),
            threads: 1,
            ..Question::value(algorithm)
        };
        Ok(Run { arguments, opened, placed, setup, plan, question, limits })
    }

    /// A quarter of the memory is the graph's, a quarter is for searching again what workers claim, and half is the proof's.
    fn outfit(&self, quarters: u64) -> Outfit {
        outfit(&self.setup, self.limits.bytes / 4 * quarters, 1)
    }

    fn scale(&self) -> &'r Scale {
        self.opened.scale()
    }

    /// The outcomes in question, and all that there are.
    fn ranges(&self) -> ((Outcome, Outcome), (Outcome, Outcome)) {
        (self.outfit(1).range, (self.scale().worst(), self.scale().best()))
    }

    fn metadata(&self) -> Metadata {
        let file = self.opened.facts().file.as_deref();
        Metadata {
            program: PROGRAM.to_owned(),
            protocol: PROTOCOL,
            setup: self.setup.clone(),
            file: file.map(|bytes| blake3::hash(bytes).to_hex().to_string()),
            ack_wait: (self.arguments.patience * ACK_WAITS).as_millis() as u64,
            slots: self.arguments.jobs.in_flight,
        }
    }

    fn station(&self, quarters: u64) -> Result<Box<dyn Station + 'r>, Failure> {
        Ok(self.placed.station(&self.outfit(quarters))?)
    }

    /// Where the run is kept, and what is there already.
    fn kept(
        &self,
        destination: Option<&Destination>,
    ) -> Result<(Option<Keeper>, Option<Saved>), Failure> {
        let Some(file) = &self.arguments.checkpoint else { return Ok((None, None)) };
        let root = self.station(1)?.root();
        let beginning = Beginning { root, range: self.outfit(1).range, plan: &self.plan };
        // What a job is and whether a proof is wanted is no part of what is kept.
        let question =
            Question { second_level: SecondLevel::default(), certificate: false, ..self.question };
        let every = self.arguments.every.unwrap_or(EVERY);
        let mut header = Header::new(self.placed, &question, self.limits.bytes, every);
        header.certificate = destination.map(Destination::name);
        let header = header.of_fleet(Some(&format!("{} over NATS", self.plan.policy.name())));
        let (keeper, saved) = kept::find(file, header, &beginning, self.arguments.force)?;
        Ok((Some(keeper), saved))
    }

    /// How the office goes about it.
    fn setting(&self, epoch: u64) -> Setting {
        Setting {
            trust: self.arguments.trust,
            patience: self.arguments.patience,
            job: self.plan.job,
            lasting: self.arguments.lasting(),
            slots: self.arguments.jobs.in_flight,
            epoch,
            room: self.plan.bytes / ROOM,
            claim: None,
        }
    }

    /// Runs until there is an answer, or a reason to stop.
    fn search(
        &self,
        (desk, epoch): (Desk, u64),
        saved: Option<Saved>,
        meter: &mut Meter<'static>,
        keeper: &mut Option<Keeper>,
        show: &Show<'_>,
    ) -> Result<(Report<String>, Option<Reported>, Vec<Hand>), Failure> {
        let station = self.station(1)?;
        let mut watcher = Watcher::new(self, &*station, meter, keeper.as_mut(), show);
        let (coordinator, dismissed) = match saved {
            Some(saved) => (saved.coordinator, saved.dismissed),
            None => {
                let (root, range) = (station.root(), self.ranges().0);
                (Coordinator::new(self.setup.run, root, range, self.plan), Vec::new())
            }
        };
        let questions = self.setup.range.1 - self.setup.range.0;
        let audited = self.arguments.trust != Trust::All;
        let auditor = audited.then(|| Auditor::new(&*station, questions));
        let mut office = Office::new(coordinator, auditor, self.setting(epoch));
        office.ledger_mut().remember_dismissed(dismissed);
        let mut bureau = Bureau::new(desk, office);
        let stop = bureau.run(&mut watcher)?;
        // Also when it is solved: the proof may take long.
        bureau.save(&mut watcher);
        let report = self.conclude(&mut bureau, stop, &watcher)?;
        let is_over = stop == Stop::Solved || !watcher.is_kept();
        let hands: Vec<Hand> = bureau.ledger().members().map(Into::into).collect();
        show.clear();
        let reported = self.reported(&report, bureau.coordinator());
        bureau.close(is_over);
        Ok((report, reported, hands))
    }

    /// What is known only because workers say so.
    fn reported(&self, report: &Report<String>, told: &Coordinator) -> Option<Reported> {
        let (range, ends) = self.ranges();
        let bounds = threads::widened(told.claimed_bounds(), range, ends);
        let certified = self.question.certificate && report.unproved.is_none();
        match self.arguments.trust {
            Trust::None if bounds == report.bounds => None,
            Trust::None => {
                let why = format!("{} not established here", claims(told.assertions().len()));
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

    /// The report, with the proofs that are wanted. They are made at a station of their own: what the workers have found is
    /// put into its table, and may turn out to be wrong.
    fn conclude(
        &self,
        bureau: &mut Bureau<'_>,
        stop: Stop,
        watcher: &Watcher<'_>,
    ) -> Result<Report<String>, Failure> {
        let station = self.station(2)?;
        let limits = self.limits;
        let mut line = SearchLine::new(self.scale(), &limits, self.arguments.shown.progress());
        let meter = (watcher.meter(), limits);
        let (question, coordinator) = (&self.question, bureau.coordinator());
        let ranges = self.ranges();
        let report =
            threads::conclude(coordinator, &*station, ranges, question, stop, meter, &mut line);
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
