//! Carriers that let workers help themselves: whoever has a job is the one who counts, whoever it was meant for.

use foregone_fleet::coordinator::{Coordinator, Letter, State};
use foregone_fleet::message::{FromWorker, Job, Second, ToWorker};
use foregone_fleet::plan::{Plan, Policy};
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::station::Station;

use crate::letters::answers;
use crate::{hosted, plan, small_game};

/// The jobs among letters, with whom they are meant for.
fn jobs(letters: &mut Vec<Letter>) -> Vec<(u64, Job)> {
    let job = |letter: Letter| match letter.message {
        ToWorker::Job(job) => Some((letter.to, job)),
        _ => None,
    };
    letters.drain(..).filter_map(job).collect()
}

fn begun(
    station: &dyn Station,
    range: (foregone_game::Outcome, foregone_game::Outcome),
) -> Coordinator {
    Coordinator::new(9, station.root(), range, Plan { job: 1, ..plan(Policy::Lock, true) })
}

#[test]
fn a_job_goes_with_whoever_has_taken_it() {
    let (game, _, outfit) = hosted(small_game(&mut Random::new(2)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let mut coordinator = begun(&*station, outfit.range);
    let mut letters = Vec::new();
    for worker in [1, 2] {
        let hello = FromWorker::Hello { host: worker, slots: 1 };
        coordinator.receive(worker, hello, 0, &mut letters);
    }
    let sent = jobs(&mut letters);
    let (meant_for, ticket) = (sent[0].0, sent[0].1.ticket);
    let other = 3 - meant_for;
    coordinator.taken(other, ticket, 5);
    // The one it was meant for has nothing to lose any more.
    coordinator.farewell(meant_for, 6, &mut letters);
    assert_eq!(jobs(&mut letters), []);
    // A stranger, and whoever has an earlier attempt, is not listened to.
    coordinator.taken(77, ticket, 7);
    coordinator.receive(3, FromWorker::Hello { host: 3, slots: 1 }, 8, &mut letters);
    coordinator.farewell(other, 8, &mut letters);
    let again = jobs(&mut letters);
    assert_eq!((again[0].0, again[0].1.ticket.job), (3, ticket.job));
    assert_eq!(again[0].1.ticket.attempt, ticket.attempt + 1);
    coordinator.receive(4, FromWorker::Hello { host: 4, slots: 1 }, 9, &mut letters);
    coordinator.taken(4, ticket, 9);
    coordinator.farewell(4, 9, &mut letters);
    assert_eq!(jobs(&mut letters), [], "it has the job of somebody else");
}

/// Whoever takes jobs from a queue, in whatever order: the value is right, and the queue never holds more than all take.
#[test]
fn workers_that_help_themselves_find_the_value() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let (game, value, outfit) = hosted(small_game(&mut random), Second::Tree);
        let placed = place(&game, None, "").expect("the start");
        let station = placed.station(&outfit).expect("an acyclic game");
        let mut coordinator = begun(&*station, outfit.range);
        coordinator.begin_epoch(1000);
        let (mut letters, mut queue) = (Vec::new(), Vec::new());
        for worker in 0..4 {
            let hello = FromWorker::Hello { host: worker, slots: 2 };
            coordinator.receive(worker, hello, 0, &mut letters);
        }
        while coordinator.state() == State::Running {
            for letter in &letters {
                if let ToWorker::Cancel(ticket) = letter.message {
                    queue.retain(|(_, job): &(u64, Job)| job.ticket != ticket);
                }
            }
            queue.extend(jobs(&mut letters));
            assert!(!queue.is_empty() && queue.len() <= 8, "seed {seed}: {} jobs", queue.len());
            let (_, job) = queue.swap_remove(random.below(queue.len()));
            assert_eq!(job.ticket.epoch, 1000);
            let worker = random.below(4) as u64;
            coordinator.taken(worker, job.ticket, 0);
            coordinator.resize(1 + random.below(5) as u64);
            let mut mail = vec![Letter { to: worker, message: ToWorker::Job(job) }];
            for (from, message) in answers(&*station, &mut mail) {
                coordinator.receive(from, message, 0, &mut letters);
            }
        }
        assert_eq!(coordinator.bounds(), (value, value), "seed {seed}");
    }
}
