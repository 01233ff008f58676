//! A fleet of one worker with jobs of one descent is the sequential search, node for node.

use foregone_fleet::plan::{Plan, Policy, Virtual, WhenTaken};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::FleetSize;
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::request::Request;

use crate::{QUIET, hosted, plan, run, small_game};

const ALONE: FleetSize = FleetSize { workers: 1, hosts: 1, in_flight: 1 };

#[test]
fn one_worker_with_jobs_of_one_descent_is_mopns() {
    let mut descents = 0;
    for seed in 0..100 {
        let (game, value, config) = hosted(small_game(&mut Random::new(seed)), LeafStore::Tree);
        let placed = place(&game, None, "").expect("the start");
        let question = Question::value(Algorithm::Mopns);
        let report =
            placed.solve(Request::new(&question, Limits::default())).expect("an acyclic game");
        assert_eq!(report.bounds, (value, value));
        let policies = [Policy::Lock, Policy::Ppn2(WhenTaken::Wait), Policy::Jlpns(Virtual::Loss)];
        for policy in policies {
            let plan = Plan { job: 1, partial: 0, ..plan(policy, false) };
            let result = run(&game, &config, plan, QUIET, ALONE);
            assert_eq!(result.bounds, (value, value));
            assert_eq!(result.tally.finals, report.counters.expanded, "seed {seed}");
        }
        descents += report.counters.expanded;
    }
    assert!(descents > 1000, "{descents} descents are no trial");
}

/// One worker that waits for every answer loses only the time of the messages.
#[test]
fn time_is_descents_and_the_way_of_messages() {
    let (game, _, config) = hosted(small_game(&mut Random::new(3)), LeafStore::Tree);
    let plan = Plan { job: 1, partial: 0, ..plan(Policy::Lock, false) };
    let result = run(&game, &config, plan, QUIET, ALONE);
    // One hello, then for every job a message, a descent and a message; the coordinator pays for each message.
    let jobs = result.tally.finals as f64;
    assert_eq!(result.descents as f64, jobs);
    let expected = 20.05 + jobs * (20.0 + 1.0 + 20.0 + 2.0 * 0.05);
    assert!((result.time - expected).abs() < 0.2, "{} and not {expected}", result.time);
}
