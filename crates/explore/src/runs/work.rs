//! The thread that searches: one run after the other.

use std::time::{Duration, Instant};

use foregone::view::Progress;
use foregone::{
    Answer, Error, Goal, Method, Position, ProofFile, ProofNeeds, Settings, Snapshot, Solver,
    chance,
};

use super::progress::State;
use super::run::Run;
use crate::address::Placed;
use crate::values::Values;
use crate::view::Worth;

/// Time between two reports: four in a second are enough for people.
const REPORT_EVERY: Duration = Duration::from_millis(250);
/// Time for the moves of a position that was solved: with the table of the search they are soon found.
const MOVES_TIME: Duration = Duration::from_secs(2);

/// Searches until the run is over.
pub(super) fn search(run: &Run, values: &Values, memory: u64) {
    if run.latest().state.is_over() {
        return;
    }
    run.change(|progress| progress.state = State::Running);
    let memory = run.limits.memory.unwrap_or(memory).min(memory);
    let found = match &run.placed {
        Placed::Plain(position) => plain(run, position, values, memory),
        Placed::Chance(position) => with_chance(run, position, memory),
    };
    let (state, result) = found.unwrap_or_else(|error| (State::Failed, error.to_string()));
    run.change(|progress| (progress.state, progress.result) = (state, Some(result)));
}

fn plain(
    run: &Run,
    position: &Position,
    values: &Values,
    memory: u64,
) -> Result<(State, String), Error> {
    let mut settings = Settings::by(run.limits.method);
    (settings.memory, settings.nodes) = (memory, run.limits.nodes);
    settings.certificate = run.limits.certificate;
    // Only searches on a table have threads.
    if run.limits.threads > 1 || run.limits.method == Method::Auto {
        settings.set("threads", &run.limits.threads.to_string())?;
    } else {
        settings = alone(settings, position);
    }
    let mut solver = Solver::with(position.game(), settings).stopped_by(run.stop_handle());
    let mut clock = Clock::new(run);
    let mut watch = |snapshot: &Snapshot| clock.look(snapshot, position);
    let answer = solver.ask(position, Goal::Value, &mut watch)?;
    let is_late = clock.is_late;
    run.change(|progress| {
        progress.created = answer.report.counters.created;
        progress.seconds = progress.seconds.max(clock.elapsed().as_secs_f64());
    });
    keep_certificate(run, &answer, values, memory / 4);
    values.learn(&answer)?;
    if answer.is_answered() {
        solver.settings.certificate = false;
        solver.settings.time = Some(MOVES_TIME);
        for value in solver.move_values(position, &mut ())? {
            values.learn(&value.answer)?;
        }
    }
    let worth = Worth::of(answer.scale(), answer.bounds(), position.player());
    let state = match answer.is_answered() {
        true => State::Solved,
        false if run.stop_handle().is_stopped() && !is_late => State::Stopped,
        false => State::Limited,
    };
    Ok((state, worth.words))
}

/// The same settings with one thread, if the method has threads at all.
fn alone(settings: Settings, position: &Position) -> Settings {
    let mut single = settings.clone();
    let is_set = single.set("threads", "1").is_ok();
    match is_set && single.decide(position.game(), Goal::Value).is_ok() {
        true => single,
        false => settings,
    }
}

/// Keeps the certificate of an answer, and lets the checker look at it meanwhile.
fn keep_certificate(run: &Run, answer: &Answer, values: &Values, memory: u64) {
    let Some(certificate) = answer.certificate() else { return };
    let bytes = certificate.to_bytes();
    let file = answer.position.game().info().file.clone().unwrap_or_default();
    let needs = ProofNeeds { game_file: file.to_vec(), tablebase: None, memory };
    let proof = ProofFile::start(&format!("{}.fgc", run.proof_name()), bytes.clone(), needs);
    run.keep_proof(&proof);
    values.add_proof(proof);
    run.change(|progress| progress.certificate = Some(bytes.len() as u64));
    run.keep_certificate(bytes);
}

/// What a run takes, pauses left out.
struct Clock<'r> {
    run: &'r Run,
    began: Instant,
    paused: Duration,
    reported: Option<Instant>,
    /// What reports have taken.
    reporting: Duration,
    /// Whether the run was ended because its time was over.
    is_late: bool,
}

impl Clock<'_> {
    fn new(run: &Run) -> Clock<'_> {
        let (began, nothing) = (Instant::now(), Duration::ZERO);
        Clock { run, began, paused: nothing, reported: None, reporting: nothing, is_late: false }
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed().saturating_sub(self.paused)
    }

    fn look(&mut self, snapshot: &Snapshot, position: &Position) {
        let run = self.run;
        self.paused += run.pause.wait();
        let elapsed = self.elapsed();
        if run.limits.time.is_some_and(|most| elapsed >= most) && !run.stop_handle().is_stopped() {
            self.is_late = true;
            run.stop();
        }
        if self.reported.is_none_or(|at| at.elapsed() >= REPORT_EVERY) {
            let began = Instant::now();
            self.reported = Some(began);
            let search = Progress::of(position, snapshot);
            let created = snapshot.counters.created;
            run.change(|progress| {
                progress.take(search, created, elapsed);
                progress.reporting = self.reporting.as_secs_f64();
            });
            self.reporting += began.elapsed();
        }
    }
}

fn with_chance(
    run: &Run,
    position: &chance::Position,
    memory: u64,
) -> Result<(State, String), Error> {
    let settings = chance::Settings {
        nodes: run.limits.nodes,
        memory,
        time: run.limits.time,
        certificate: run.limits.certificate && !position.game().has_numbers(),
        ..chance::Settings::default()
    };
    let solver = chance::Solver::with(position.game(), settings).stopped_by(run.stop_handle());
    let answer = solver.ask(position, &chance::Question::value())?;
    let state = match answer.is_answered() {
        true => State::Solved,
        false if run.stop_handle().is_stopped() => State::Stopped,
        false => State::Limited,
    };
    run.change(|progress| progress.seconds = answer.elapsed.as_secs_f64());
    if let Some(certificate) = answer.certificate() {
        let bytes = certificate.to_bytes();
        run.change(|progress| progress.certificate = Some(bytes.len() as u64));
        run.keep_certificate(bytes);
    }
    Ok((state, Worth::between(&[answer.low.to_string(), answer.high.to_string()]).words))
}
