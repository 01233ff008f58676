//! Transports with a queue: the worker that has taken a job counts, not the one that it was meant for.

use foregone_fleet::coordinator::{Coordinator, Envelope, State};
use foregone_fleet::message::{FromWorker, Job, ToWorker};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::leaf_search::LeafSearch;

use crate::coordinators::answers;
use crate::{hosted, plan, small_game};

/// The jobs among the envelopes, with the workers that they are meant for.
fn jobs(envelopes: &mut Vec<Envelope>) -> Vec<(u64, Job)> {
    let job = |envelope: Envelope| match envelope.message {
        ToWorker::Job(job) => Some((envelope.to, job)),
        _ => None,
    };
    envelopes.drain(..).filter_map(job).collect()
}

fn begun(
    leaf_search: &dyn LeafSearch,
    range: (foregone_game::Outcome, foregone_game::Outcome),
) -> Coordinator {
    Coordinator::new(9, leaf_search.root(), range, Plan { job: 1, ..plan(Policy::Lock, true) })
}

#[test]
fn a_job_goes_with_whoever_has_taken_it() {
    let (game, _, config) = hosted(small_game(&mut Random::new(2)), LeafStore::Tree);
    let placed = place(&game, None, "").expect("the start");
    let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
    let mut coordinator = begun(&*leaf_search, config.range);
    let mut envelopes = Vec::new();
    for worker in [1, 2] {
        let hello = FromWorker::Hello { host: worker, slots: 1 };
        coordinator.receive(worker, hello, 0, &mut envelopes);
    }
    let sent = jobs(&mut envelopes);
    let (meant_for, ticket) = (sent[0].0, sent[0].1.ticket);
    let other = 3 - meant_for;
    coordinator.job_taken(other, ticket, 5);
    // The worker that the job was meant for does not hold it any more.
    coordinator.worker_gone(meant_for, 6, &mut envelopes);
    assert_eq!(jobs(&mut envelopes), []);
    // An unknown worker is ignored, and so is a worker with an earlier attempt.
    coordinator.job_taken(77, ticket, 7);
    coordinator.receive(3, FromWorker::Hello { host: 3, slots: 1 }, 8, &mut envelopes);
    coordinator.worker_gone(other, 8, &mut envelopes);
    let again = jobs(&mut envelopes);
    assert_eq!((again[0].0, again[0].1.ticket.job), (3, ticket.job));
    assert_eq!(again[0].1.ticket.attempt, ticket.attempt + 1);
    coordinator.receive(4, FromWorker::Hello { host: 4, slots: 1 }, 9, &mut envelopes);
    coordinator.job_taken(4, ticket, 9);
    coordinator.worker_gone(4, 9, &mut envelopes);
    assert_eq!(jobs(&mut envelopes), [], "it has the job of somebody else");
}

/// Workers take jobs from a queue in any order: the value is right, and the queue holds no more jobs than all workers
/// together may hold.
#[test]
fn workers_that_help_themselves_find_the_value() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let (game, value, config) = hosted(small_game(&mut random), LeafStore::Tree);
        let placed = place(&game, None, "").expect("the start");
        let leaf_search = placed.leaf_search(&config).expect("an acyclic game");
        let mut coordinator = begun(&*leaf_search, config.range);
        coordinator.begin_epoch(1000);
        let (mut envelopes, mut queue) = (Vec::new(), Vec::new());
        for worker in 0..4 {
            let hello = FromWorker::Hello { host: worker, slots: 2 };
            coordinator.receive(worker, hello, 0, &mut envelopes);
        }
        while coordinator.state() == State::Running {
            for envelope in &envelopes {
                if let ToWorker::Cancel(ticket) = envelope.message {
                    queue.retain(|(_, job): &(u64, Job)| job.ticket != ticket);
                }
            }
            queue.extend(jobs(&mut envelopes));
            assert!(!queue.is_empty() && queue.len() <= 8, "seed {seed}: {} jobs", queue.len());
            let (_, job) = queue.swap_remove(random.below(queue.len()));
            assert_eq!(job.ticket.epoch, 1000);
            let worker = random.below(4) as u64;
            coordinator.job_taken(worker, job.ticket, 0);
            coordinator.set_job_size(1 + random.below(5) as u64);
            let mut mail = vec![Envelope { to: worker, message: ToWorker::Job(job) }];
            for (from, message) in answers(&*leaf_search, &mut mail) {
                coordinator.receive(from, message, 0, &mut envelopes);
            }
        }
        assert_eq!(coordinator.bounds(), (value, value), "seed {seed}");
    }
}
