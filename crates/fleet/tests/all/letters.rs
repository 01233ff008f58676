//! The coordinator by itself: late, duplicated, reordered and impossible results, deaths, and saving in between.

use foregone_fleet::coordinator::{Coordinator, Letter, State};
use foregone_fleet::message::{FromWorker, Second, ToWorker};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::worker::Worker;
use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::persist::Save;
use foregone_solve::station::{Outfit, Station};

use crate::{hosted, plan, small_game};

/// What a worker answers to everything it is sent.
pub fn answers(station: &dyn Station, letters: &mut Vec<Letter>) -> Vec<(u64, FromWorker)> {
    let mut all = Vec::new();
    for Letter { to, message } in letters.drain(..) {
        let mut worker = Worker::new(station);
        worker.receive(message);
        while !worker.is_idle() {
            worker.step();
            all.extend(worker.news().map(|news| (to, news)));
        }
    }
    all
}

fn begun(station: &dyn Station, outfit: &Outfit, plan: Plan) -> (Coordinator, Vec<Letter>) {
    let mut coordinator = Coordinator::new(9, station.root(), outfit.range, plan);
    let mut letters = Vec::new();
    for worker in 0..4 {
        coordinator.receive(worker, FromWorker::Hello { host: 0, slots: 2 }, 0, &mut letters);
    }
    (coordinator, letters)
}

/// Answers come in any order, some twice, some long after; now and then the coordinator is saved and loaded.
#[test]
fn a_coordinator_that_is_killed_goes_on_from_its_bytes() {
    let mut loaded = 0;
    for seed in 0..15 {
        let mut random = Random::new(seed);
        let (game, value, outfit) = hosted(small_game(&mut random), Second::Tree);
        let placed = place(&game, None, "").expect("the start");
        let station = placed.station(&outfit).expect("an acyclic game");
        for policy in Policy::ALL {
            let plan = Plan { job: 2, ..plan(policy, random.percent(50)) };
            let (mut coordinator, mut letters) = begun(&*station, &outfit, plan);
            let mut open = Vec::new();
            while coordinator.state() == State::Running {
                open.extend(answers(&*station, &mut letters));
                let next = random.below(open.len().max(1));
                let Some((from, message)) = open.get(next).cloned() else { panic!("a stall") };
                if open.len() > 20 || random.percent(70) {
                    open.swap_remove(next);
                }
                coordinator.receive(from, message, 0, &mut letters);
                if random.percent(2) {
                    let mut bytes = Vec::new();
                    coordinator.save(&mut bytes);
                    let (root, range) = (station.root(), outfit.range);
                    coordinator = Coordinator::load(9, root, range, plan, &mut bytes.as_slice())
                        .expect("what was saved");
                    letters.clear();
                    for worker in 0..4 {
                        let hello = FromWorker::Hello { host: 0, slots: 2 };
                        coordinator.receive(worker, hello, 0, &mut letters);
                    }
                    loaded += 1;
                }
            }
            assert_eq!(coordinator.bounds(), (value, value), "seed {seed}, {}", policy.name());
        }
    }
    assert!(loaded > 30, "loaded only {loaded} times");
}

/// Bytes that were tampered with are refused or harmless, never a panic or an endless loop.
#[test]
fn broken_bytes_are_no_panic() {
    let (game, _, outfit) = hosted(small_game(&mut Random::new(5)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let plan = Plan { job: 1, ..plan(Policy::Lock, true) };
    let (mut coordinator, mut letters) = begun(&*station, &outfit, plan);
    for _ in 0..12 {
        for (from, message) in answers(&*station, &mut letters) {
            coordinator.receive(from, message, 0, &mut letters);
        }
    }
    let mut bytes = Vec::new();
    coordinator.save(&mut bytes);
    let load = |bytes: &[u8]| {
        let (root, range, mut source) = (station.root(), outfit.range, bytes);
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
    let (game, value, outfit) = hosted(small_game(&mut Random::new(11)), Second::Table);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let (mut coordinator, mut letters) = begun(&*station, &outfit, plan(Policy::Lock, true));
    let mut spoilt = 0;
    while coordinator.state() == State::Running {
        for (from, message) in answers(&*station, &mut letters) {
            if let FromWorker::Final { ticket, found } = &message {
                let mut wrong = [found.clone(), found.clone(), found.clone()];
                wrong[0].label.push((1, 1));
                wrong[1].label.iter_mut().for_each(|numbers| *numbers = (0, 0));
                wrong[2].label = Vec::new();
                for found in wrong {
                    let before = coordinator.tally().refused;
                    let message = FromWorker::Final { ticket: *ticket, found };
                    coordinator.receive(99, message, 0, &mut letters);
                    assert_eq!(coordinator.tally().refused, before + 1);
                    spoilt += 1;
                }
            }
            coordinator.receive(from, message, 0, &mut letters);
        }
    }
    assert!(spoilt > 0);
    assert_eq!(coordinator.bounds(), (value, value));
}

/// When a worker goes, others get what it had; when an ancestor is settled, what is away below it is called back.
#[test]
fn jobs_of_the_dead_are_given_to_others() {
    let (game, value, outfit) = hosted(small_game(&mut Random::new(2)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let (mut coordinator, mut letters) =
        begun(&*station, &outfit, Plan { job: 1, ..plan(Policy::Lock, true) });
    assert_eq!(letters.len(), 1, "there is only the root");
    let ToWorker::Job(first) = letters[0].message.clone() else { panic!("a job") };
    let dead = letters[0].to;
    letters.clear();
    coordinator.farewell(dead, 0, &mut letters);
    let ToWorker::Job(second) = letters[0].message.clone() else { panic!("a job") };
    assert_eq!((second.ticket.job, second.ticket.attempt), (first.ticket.job, 1));
    assert_ne!(letters[0].to, dead);
    while coordinator.state() == State::Running {
        for (from, message) in answers(&*station, &mut letters) {
            coordinator.receive(from, message, 0, &mut letters);
        }
    }
    assert_eq!(coordinator.bounds(), (value, value));
}

#[test]
fn messages_can_be_written_down() {
    let (game, _, outfit) = hosted(small_game(&mut Random::new(2)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let plan = Plan { job: 1, ..plan(Policy::Lock, true) };
    let (mut coordinator, mut letters) = begun(&*station, &outfit, plan);
    let mut count = 0;
    while coordinator.state() == State::Running {
        for letter in &letters {
            let text = serde_json::to_string(&letter.message).expect("plain values");
            assert_eq!(serde_json::from_str::<ToWorker>(&text).expect("the same"), letter.message);
        }
        for (from, message) in answers(&*station, &mut letters) {
            let text = serde_json::to_string(&message).expect("plain values");
            assert_eq!(serde_json::from_str::<FromWorker>(&text).expect("the same"), message);
            coordinator.receive(from, message, 0, &mut letters);
            count += 1;
        }
    }
    assert!(count > 5 && coordinator.bounds().0 >= Outcome(0));
}
