//! The controller without a network: who is admitted, whose messages are ignored, and how much memory the records take.

use std::time::Duration;

use foregone_fleet::controller::Auditor;
use foregone_fleet::controller::Trust;
use foregone_fleet::controller::{Command, RunConfig, RunController, RunEvent};
use foregone_fleet::coordinator::{Coordinator, State};
use foregone_fleet::host_message::{FromHost, ResultMessage, ToHost, WORKERS_PER_HOST};
use foregone_fleet::message::{FromWorker, JobResult, ToWorker};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::worker::Worker;
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::leaf_search::{LeafSearch, LeafSearchConfig};
use foregone_solve::persist::Save;

use crate::{hosted, plan, small_game};

const NOW: Duration = Duration::from_secs(1);

fn run_config(trust: Trust) -> RunConfig {
    RunConfig {
        trust,
        patience: Duration::from_secs(15),
        job: 1,
        job_time: None,
        slots: 2,
        epoch: 7,
        member_bytes: 1 << 20,
        claim_descents: Some(100_000),
    }
}

fn opened<'s>(
    leaf_search: &'s dyn LeafSearch,
    config: &LeafSearchConfig,
    plan: Plan,
    trust: Trust,
) -> RunController<'s> {
    let plan = Plan { claims: trust.claims(), share: false, ..plan };
    let coordinator = Coordinator::new(1, leaf_search.root(), config.range, plan);
    let questions = config.questions() as u8;
    let auditor = (trust != Trust::All).then(|| Auditor::new(leaf_search, questions));
    RunController::new(coordinator, auditor, run_config(trust))
}

fn hello(workers: u32, slots: u32) -> FromHost {
    FromHost::Hello { name: "somebody".to_owned(), workers, slots }
}

/// The results of an honest worker for all queued jobs.
fn answers(controller: &mut RunController<'_>, leaf_search: &dyn LeafSearch) -> Vec<FromWorker> {
    let mut all = Vec::new();
    for order in controller.commands() {
        let Command::Queue(job) = order else { continue };
        let mut worker = Worker::new(leaf_search);
        worker.receive(ToWorker::Job(*job));
        while !worker.is_idle() {
            worker.step();
            let news = worker.take_message();
            all.extend(news.filter(|it| matches!(it, FromWorker::Final { .. })));
        }
    }
    all
}

/// Twenty processes that announce 1,024 workers with 1,000 jobs each.
#[test]
fn a_flood_of_hellos_takes_no_more_than_its_room() {
    let (game, _, config) = hosted(small_game(&mut Random::new(8)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let plan = Plan { job: 1, away: 3, ..plan(Policy::Lock, true) };
    let mut controller = opened(&*leaf_search, &config, plan, Trust::All);
    for host in 1..=20 {
        controller.report(host * WORKERS_PER_HOST, 1, hello(1024, 1000), NOW);
    }
    let workers = controller.members().workers();
    assert!((1024..=4096).contains(&workers), "{workers} workers in a mebibyte");
    let refused = |event: &RunEvent| matches!(event, RunEvent::Refused { .. });
    assert_eq!(controller.events().iter().filter(|event| refused(event)).count(), 17);
    let mut most = 0;
    while controller.state() == State::Running {
        for message in answers(&mut controller, &*leaf_search) {
            most = most.max(controller.status().away);
            controller.result(
                WORKERS_PER_HOST,
                ResultMessage { worker: WORKERS_PER_HOST, message },
                NOW,
            );
        }
    }
    assert!(most <= 3, "{most} jobs were away at a time");
}

/// An excluded host is excluded again, also by a coordinator that continues from the checkpoint.
#[test]
fn a_liar_is_not_let_in_again() {
    let (game, value, config) = hosted(small_game(&mut Random::new(8)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let mut controller = opened(&*leaf_search, &config, plan(Policy::Lock, true), Trust::None);
    controller.report(WORKERS_PER_HOST, 1, hello(1, 1), NOW);
    let job = controller.commands().into_iter().find_map(|order| match order {
        Command::Queue(job) => Some(job),
        _ => None,
    });
    // The liar claims the best value for the root, or the worst if the best is right, at a cost that nobody could
    // search again.
    let ticket = job.expect("the root").ticket;
    let lie = |proved: bool| JobResult {
        table_key: leaf_search.root().table_key,
        spent: u64::MAX,
        created: u64::MAX,
        label: vec![if proved { (0, u32::MAX) } else { (u32::MAX, 0) }; config.questions()],
        ..JobResult::default()
    };
    let is_best = value == config.range.1;
    let message = FromWorker::Final { ticket, result: lie(!is_best) };
    controller.result(WORKERS_PER_HOST, ResultMessage { worker: WORKERS_PER_HOST, message }, NOW);
    assert_eq!(controller.state(), State::Claimed, "it is said, and that is all");
    while controller.audit(NOW) {}
    assert_eq!(controller.members().excluded_hosts().collect::<Vec<_>>(), [WORKERS_PER_HOST]);
    let dismissed = |controller: &mut RunController<'_>| {
        let told = |order: &Command| {
            matches!(order, Command::Send(Some(WORKERS_PER_HOST), ToHost::Excluded(_)))
        };
        controller.commands().iter().any(told)
    };
    assert!(dismissed(&mut controller) && controller.is_urgent());
    controller.report(WORKERS_PER_HOST, 2, hello(1, 1), NOW);
    assert!(dismissed(&mut controller) && controller.members().hosts() == 0);
    let kept: Vec<u64> = controller.members().excluded_hosts().collect();
    let mut controller = opened(&*leaf_search, &config, plan(Policy::Lock, true), Trust::None);
    controller.members_mut().remember_excluded(kept);
    controller.report(WORKERS_PER_HOST, 1, hello(1, 1), NOW);
    assert!(dismissed(&mut controller) && controller.members().hosts() == 0);
}

/// No host speaks for another, and no message counts twice.
#[test]
fn a_worker_speaks_for_itself_and_once() {
    let (game, _, config) = hosted(small_game(&mut Random::new(8)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let mut controller = opened(&*leaf_search, &config, plan(Policy::Lock, true), Trust::None);
    controller.report(WORKERS_PER_HOST, 1, hello(1, 1), NOW);
    controller.report(2 * WORKERS_PER_HOST, 1, hello(1, 1), NOW);
    let bye = FromHost::Worker { worker: WORKERS_PER_HOST, message: FromWorker::Bye };
    controller.report(2 * WORKERS_PER_HOST, 2, bye.clone(), NOW);
    assert_eq!(controller.members().hosts(), 2, "it was not its own farewell");
    let message = answers(&mut controller, &*leaf_search).remove(0);
    controller.result(
        2 * WORKERS_PER_HOST,
        ResultMessage { worker: WORKERS_PER_HOST, message },
        NOW,
    );
    assert_eq!(controller.coordinator().tally().finals, 0, "it was not its own result");
    controller.report(WORKERS_PER_HOST, 1, bye.clone(), NOW);
    assert_eq!(controller.members().hosts(), 2, "an echo");
    controller.report(WORKERS_PER_HOST, 2, bye, NOW);
    assert_eq!(controller.members().hosts(), 1);
}

/// A checkpoint of a run without trust stores claims as claims: a coordinator that continues from it verifies them, and
/// does not take the lie in it for a fact.
#[test]
fn a_lie_in_a_checkpoint_is_no_fact() {
    let mut lies = 0;
    for seed in 0..40 {
        let (game, value, config) = hosted(small_game(&mut Random::new(seed)), LeafStore::Tree);
        let placed = place(&game, None, "").expect("the start");
        let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
        let plan = Plan { job: 1, share: false, ..plan(Policy::Lock, true) };
        let mut controller = opened(&*leaf_search, &config, plan, Trust::None);
        controller.report(WORKERS_PER_HOST, 1, hello(1, 1), NOW);
        while controller.state() == State::Running && controller.members().hosts() > 0 {
            for mut message in answers(&mut controller, &*leaf_search) {
                if let FromWorker::Final { result, .. } = &mut message {
                    result.label.iter_mut().for_each(|numbers| *numbers = (0, u32::MAX));
                    result.children.clear();
                }
                controller.result(
                    WORKERS_PER_HOST,
                    ResultMessage { worker: WORKERS_PER_HOST, message },
                    NOW,
                );
            }
        }
        if controller.state() != State::Claimed || value == config.range.1 {
            continue; // it was result out at once, or no lie
        }
        lies += 1;
        let mut bytes = Vec::new();
        controller.coordinator().save(&mut bytes);
        controller.coordinator().save_claims(&mut bytes);
        let plan = Plan { claims: Trust::None.claims(), ..plan };
        let (root, range, mut source) = (leaf_search.root(), config.range, bytes.as_slice());
        let mut kept = Coordinator::load(1, root, range, plan, &mut source).expect("a checkpoint");
        kept.load_claims(&mut source).expect("with its claims");
        assert_eq!(kept.state(), State::Claimed, "seed {seed}");
        assert_eq!(kept.bounds(), range, "seed {seed}: nothing is established");
        let auditor = Auditor::new(&*leaf_search, config.questions() as u8);
        let mut controller = RunController::new(kept, Some(auditor), run_config(Trust::None));
        while controller.audit(NOW) {}
        controller.report(2 * WORKERS_PER_HOST, 1, hello(1, 1), NOW);
        while controller.state() != State::Solved {
            for message in answers(&mut controller, &*leaf_search) {
                controller.result(
                    2 * WORKERS_PER_HOST,
                    ResultMessage { worker: 2 * WORKERS_PER_HOST, message },
                    NOW,
                );
            }
            while controller.audit(NOW) {}
        }
        assert_eq!(controller.coordinator().bounds(), (value, value), "seed {seed}");
    }
    assert!(lies > 10, "only {lies} lies");
}
