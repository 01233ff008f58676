//! `foregone coordinate`: one search by workers on many machines.

mod dashboard;
mod history;
mod kept;
mod overseer;
mod screen;
pub(crate) mod setup;
mod show;

use fleet::message::{PROTOCOL, Second, Setup};
use fleet::plan::{Plan, Policy};
use fleet::threads;
use game::{Outcome, Scale};
use nats::broker::Broker;
use nats::desk::Desk;
use nats::frame::Metadata;
use nats::ledger::Ledger;
use nats::office::Office;
use nats::overseer::Overseer;
use nats::trust::Trust;
use solve::hosted::Placed;
use solve::limits::{Limits, Meter, Stop};
use solve::options::{Algorithm, Goal, Question, SecondLevel};
use solve::station::{Outfit, Station};
use solve::{Report, asked_range};

use self::kept::{Beginning, Saved};
use self::overseer::Watcher;
use self::setup::{PROGRAM, outfit, own_name, techniques};
use self::show::Show;
use super::solve::order::{Order, subject};
use super::solve::present;
use crate::arguments::cluster::CoordinateArguments;
use crate::arguments::question::outcome;
use crate::checkpoint::{EVERY, Header, Keeper};
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::interrupt;
use crate::opening;
use crate::progress::SearchLine;
use catalogue::Opened;

/// The server gives a job to somebody else after this many times the patience with a worker: by then the coordinator has.
const ACK_WAITS: u32 = 2;

/// Coordinates a run and prints what came of it.
pub(crate) fn run(arguments: &CoordinateArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    let placed = arguments.place.of(&opened)?;
    let access = arguments.server.access()?;
    let mut run = Run::new(arguments, &opened, &*placed)?;
    let destination = match &arguments.certificate {
        Some(file) => Some(Destination::new(file, arguments.force)?),
        None => None,
    };
    let (mut keeper, saved) = run.kept(destination.as_ref())?;
    let goes_on = saved.is_some();
    if let Some((number, _)) = saved {
        run.setup.run = number;
    }
    let broker = Broker::connect(&access)?;
    let metadata = run.metadata();
    let desk = Desk::open(broker, &arguments.server.run, &metadata, &own_name(), goes_on)?;
    let show = Show::new(&*placed, opened.game.scale(), &arguments.shown);
    show.begins(&arguments.server.run, &access.shown(), goes_on);
    let mut meter = Meter::new(run.limits);
    let (report, ledger) = run.search(desk, saved, &mut meter, &mut keeper, &show)?;
    let order = Order {
        opened: &opened,
        subject: arguments.place.subject(&opened.facts.spec),
        question: run.question,
        policy: Some(arguments.policy),
        chosen: None,
        limits: run.limits,
        destination,
        keeper,
        placed: arguments.place.of(&opened)?,
    };
    present(order, report, &arguments.shown, Some(ledger.members().map(Into::into).collect()))
}

/// All that is settled before a run begins.
struct Run<'r> {
    arguments: &'r CoordinateArguments,
    opened: &'r Opened,
    placed: &'r dyn Placed,
    setup: Setup,
    plan: Plan,
    question: Question,
    limits: Limits<'static>,
}

impl<'r> Run<'r> {
    fn new(
        arguments: &'r CoordinateArguments,
        opened: &'r Opened,
        placed: &'r dyn Placed,
    ) -> Result<Run<'r>, Failure> {
        if placed.outcome().is_some() {
            return Err(Failure::bad("the game is over here: there is nothing to search"));
        }
        let (scale, jobs, policy) = (opened.game.scale(), &arguments.jobs, arguments.policy);
        let goal = match &arguments.at_least {
            Some(name) => Goal::AtLeast(outcome(scale, name)?),
            None => Goal::Value,
        };
        let range = asked_range(scale, goal)?;
        let share = arguments.trust == Trust::All;
        let about = (opened.facts.spec.as_str(), placed.position());
        let setup = setup::setup(about, range, jobs, share);
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
            // Whoever believes nobody proves everything.
            certificate: arguments.certificate.is_some() || arguments.trust == Trust::None,
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
        self.opened.game.scale()
    }

    /// The outcomes in question, and all that there are.
    fn ranges(&self) -> ((Outcome, Outcome), (Outcome, Outcome)) {
        (self.outfit(1).range, (self.scale().worst(), self.scale().best()))
    }

    fn metadata(&self) -> Metadata {
        let file = self.opened.facts.file.as_deref();
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
        let place = &self.arguments.place;
        // What a job is and whether a proof is wanted is no part of what is kept.
        let question =
            Question { second_level: SecondLevel::default(), certificate: false, ..self.question };
        let header = Header::new(
            &subject(self.opened, self.placed),
            (place.position.clone(), place.moves.clone()),
            &question,
            self.limits.bytes,
            destination.map(Destination::name),
            self.arguments.every.unwrap_or(EVERY),
        )
        .of_fleet(Some(&format!("{} over NATS", self.plan.policy.name())));
        let (keeper, saved) = kept::find(file, header, &beginning, self.arguments.force)?;
        Ok((Some(keeper), saved))
    }

    /// Runs until there is an answer that is believed, or a reason to stop.
    fn search(
        &self,
        desk: Desk,
        saved: Option<Saved>,
        meter: &mut Meter<'static>,
        keeper: &mut Option<Keeper>,
        show: &Show<'_>,
    ) -> Result<(Report<String>, Ledger), Failure> {
        let station = self.station(1)?;
        let mut watcher = Watcher::new(self, &*station, meter, keeper.as_mut(), show);
        let coordinator = saved.map_or_else(|| watcher.begin(), |(_, coordinator)| coordinator);
        let pace = (self.plan.job, self.arguments.lasting());
        let patience = self.arguments.patience;
        let mut office = Office::new(desk, coordinator, self.arguments.trust, patience, pace);
        loop {
            let stop = office.run(&mut watcher)?;
            // Also when it is solved: the proof may take long.
            office.save(&mut watcher);
            let report = self.conclude(&mut office, stop, &watcher)?;
            if self.arguments.trust == Trust::None && report.unproved == Some(Stop::Contradicted) {
                if office.accuse(&mut watcher) {
                    continue;
                }
                office.close(false);
                return Err(Failure::Failed(
                    "what the workers claim does not hold, and none of them can be found out; start again with other \
                     workers"
                        .to_owned(),
                ));
            }
            let is_over = stop == Stop::Solved || !watcher.is_kept();
            show.clear();
            return Ok((report, office.close(is_over)));
        }
    }

    /// The report, with the proofs that are wanted. They are made at a station of their own: what the workers have found is
    /// put into its table, and may turn out to be wrong.
    fn conclude(
        &self,
        office: &mut Office,
        stop: Stop,
        watcher: &Watcher<'_>,
    ) -> Result<Report<String>, Failure> {
        let station = self.station(2)?;
        let limits = self.limits;
        let mut line = SearchLine::new(self.scale(), &limits, self.arguments.shown.progress());
        let meter = (watcher.meter(), limits);
        let (question, coordinator) = (&self.question, office.coordinator());
        let ranges = self.ranges();
        let report =
            threads::conclude(coordinator, &*station, ranges, question, stop, meter, &mut line);
        line.clear();
        Ok(report)
    }
}
