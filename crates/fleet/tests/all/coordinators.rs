//! The coordinator alone: late, repeated, reordered and impossible results, dead workers, and checkpoints in between.

use foregone_fleet::coordinator::{Coordinator, Envelope, State};
use foregone_fleet::message::{FromWorker, ToWorker};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::worker::Worker;
use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::leaf_search::{LeafSearch, LeafSearchConfig};
use foregone_solve::persist::Save;

use crate::{hosted, plan, small_game};

/// The answers of workers to all messages.
pub fn answers(
    leaf_search: &dyn LeafSearch,
    envelopes: &mut Vec<Envelope>,
) -> Vec<(u64, FromWorker)> {
    let mut all = Vec::new();
    for Envelope { to, message } in envelopes.drain(..) {
        let mut worker = Worker::new(leaf_search);
        worker.receive(message);
        while !worker.is_idle() {
            worker.step();
            all.extend(worker.take_message().map(|news| (to, news)));
        }
    }
    all
}

fn begun(
    leaf_search: &dyn LeafSearch,
    config: &LeafSearchConfig,
    plan: Plan,
) -> (Coordinator, Vec<Envelope>) {
    let mut coordinator = Coordinator::new(9, leaf_search.root(), config.range, plan);
    let mut envelopes = Vec::new();
    for worker in 0..4 {
        coordinator.receive(worker, FromWorker::Hello { host: 0, slots: 2 }, 0, &mut envelopes);
    }
    (coordinator, envelopes)
}

/// Answers arrive in any order, some twice, some much later; now and then the coordinator is saved and loaded.
#[test]
fn a_coordinator_that_is_killed_goes_on_from_its_bytes() {
    let mut loaded = 0;
    for seed in 0..15 {
        let mut random = Random::new(seed);
        let (game, value, config) = hosted(small_game(&mut random), LeafStore::Tree);
        let placed = place(&game, None, "").expect("the start");
        let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
        for policy in Policy::ALL {
            let plan = Plan { job: 2, ..plan(policy, random.percent(50)) };
            let (mut coordinator, mut envelopes) = begun(&*leaf_search, &config, plan);
            let mut open = Vec::new();
            while coordinator.state() == State::Running {
                open.extend(answers(&*leaf_search, &mut envelopes));
                let next = random.below(open.len().max(1));
                let Some((from, message)) = open.get(next).cloned() else { panic!("a stall") };
                if open.len() > 20 || random.percent(70) {
                    open.swap_remove(next);
                }
                coordinator.receive(from, message, 0, &mut envelopes);
                if random.percent(2) {
                    let mut bytes = Vec::new();
                    coordinator.save(&mut bytes);
                    let (root, range) = (leaf_search.root(), config.range);
                    coordinator = Coordinator::load(9, root, range, plan, &mut bytes.as_slice())
                        .expect("what was saved");
                    envelopes.clear();
                    for worker in 0..4 {
                        let hello = FromWorker::Hello { host: 0, slots: 2 };
                        coordinator.receive(worker, hello, 0, &mut envelopes);
                    }
                    loaded += 1;
                }
            }
            assert_eq!(coordinator.bounds(), (value, value), "seed {seed}, {}", policy.name());
        }
    }
    assert!(loaded > 30, "loaded only {loaded} times");
}

/// Bytes with a flipped bit are refused or harmless; there is no panic and no endless loop.
#[test]
fn broken_bytes_are_no_panic() {
    let (game, _, config) = hosted(small_game(&mut Random::new(5)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let plan = Plan { job: 1, ..plan(Policy::Lock, true) };
    let (mut coordinator, mut envelopes) = begun(&*leaf_search, &config, plan);
    for _ in 0..12 {
        for (from, message) in answers(&*leaf_search, &mut envelopes) {
            coordinator.receive(from, message, 0, &mut envelopes);
        }
    }
    let mut bytes = Vec::new();
    coordinator.save(&mut bytes);
    let load = |bytes: &[u8]| {
        let (root, range, mut source) = (leaf_search.root(), config.range, bytes);
        Coordinator::load(9, root, range, plan, &mut source).is_ok()
    };
    assert!(load(&bytes));
    let mut random = Random::new(1);
    let mut refused = 0;
    for _ in 0..2000 {
        let mut broken = bytes.clone();
        let place = random.below(broken.len());
        broken[place] ^= 1 << random.below(8);
        refused += u32::from(!load(&broken));
        assert!(!load(&broken[..place]), "a part is not the whole");
    }
    assert!(refused > 200, "only {refused} of 2000 were refused");
}

/// Results that no honest worker sends change nothing.
#[test]
fn impossible_results_are_refused() {
    let (game, value, config) = hosted(small_game(&mut Random::new(11)), LeafStore::Table);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let (mut coordinator, mut envelopes) = begun(&*leaf_search, &config, plan(Policy::Lock, true));
    let mut spoilt = 0;
    while coordinator.state() == State::Running {
        for (from, message) in answers(&*leaf_search, &mut envelopes) {
            if let FromWorker::Final { ticket, result } = &message {
                let mut wrong = [result.clone(), result.clone(), result.clone()];
                wrong[0].label.push((1, 1));
                wrong[1].label.iter_mut().for_each(|numbers| *numbers = (0, 0));
                wrong[2].label = Vec::new();
                for result in wrong {
                    let before = coordinator.tally().refused;
                    let message = FromWorker::Final { ticket: *ticket, result };
                    coordinator.receive(99, message, 0, &mut envelopes);
                    assert_eq!(coordinator.tally().refused, before + 1);
                    spoilt += 1;
                }
            }
            coordinator.receive(from, message, 0, &mut envelopes);
        }
    }
    assert!(spoilt > 0);
    assert_eq!(coordinator.bounds(), (value, value));
}

/// The jobs of a dead worker are assigned to others, and jobs below a settled node are cancelled.
#[test]
fn jobs_of_the_dead_are_given_to_others() {
    let (game, value, config) = hosted(small_game(&mut Random::new(2)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let (mut coordinator, mut envelopes) =
        begun(&*leaf_search, &config, Plan { job: 1, ..plan(Policy::Lock, true) });
    assert_eq!(envelopes.len(), 1, "there is only the root");
    let ToWorker::Job(first) = envelopes[0].message.clone() else { panic!("a job") };
    let dead = envelopes[0].to;
    envelopes.clear();
    coordinator.worker_gone(dead, 0, &mut envelopes);
    let ToWorker::Job(second) = envelopes[0].message.clone() else { panic!("a job") };
    assert_eq!((second.ticket.job, second.ticket.attempt), (first.ticket.job, 1));
    assert_ne!(envelopes[0].to, dead);
    while coordinator.state() == State::Running {
        for (from, message) in answers(&*leaf_search, &mut envelopes) {
            coordinator.receive(from, message, 0, &mut envelopes);
        }
    }
    assert_eq!(coordinator.bounds(), (value, value));
}

#[test]
fn messages_can_be_written_down() {
    let (game, _, config) = hosted(small_game(&mut Random::new(2)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let plan = Plan { job: 1, ..plan(Policy::Lock, true) };
    let (mut coordinator, mut envelopes) = begun(&*leaf_search, &config, plan);
    let mut count = 0;
    while coordinator.state() == State::Running {
        for envelope in &envelopes {
            let text = serde_json::to_string(&envelope.message).expect("plain values");
            assert_eq!(
                serde_json::from_str::<ToWorker>(&text).expect("the same"),
                envelope.message
            );
        }
        for (from, message) in answers(&*leaf_search, &mut envelopes) {
            let text = serde_json::to_string(&message).expect("plain values");
            assert_eq!(serde_json::from_str::<FromWorker>(&text).expect("the same"), message);
            coordinator.receive(from, message, 0, &mut envelopes);
            count += 1;
        }
    }
    assert!(count > 5 && coordinator.bounds().0 >= Outcome(0));
}
