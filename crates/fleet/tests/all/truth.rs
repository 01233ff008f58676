//! Values are right with and without faults.

use foregone_fleet::coordinator::State;
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::{Faults, FleetSize, Network};
use foregone_game::random::Random;

use crate::{QUIET, hosted, plan, run, small_game};

const FAULTS: Faults = Faults { loss: 0.1, duplicate: 0.1, late: 3.0, die: 0.05 };

/// Every policy, on trees and DAGs, with both stores of leaf searches and random fleets, over 200 seeds.
#[test]
fn every_policy_finds_the_value_through_faults() {
    let mut again = 0;
    let mut cancelled = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let graph = small_game(&mut random);
        let second = if random.percent(50) { LeafStore::Tree } else { LeafStore::Table };
        let (game, value, config) = hosted(graph, second);
        for policy in Policy::ALL {
            let workers = 1 + random.below(9);
            let size = FleetSize {
                workers,
                hosts: 1 + random.below(3),
                in_flight: 1 + random.below(3) as u32,
            };
            let network = Network { spread: 2.0, faults: FAULTS, seed, ..QUIET };
            let plan = Plan {
                job: 1 + random.below(20) as u64,
                partial: random.below(4) as u64,
                ..plan(policy, random.percent(50))
            };
            let result = run(&game, &config, plan, network, size);
            assert_eq!(result.state, State::Solved, "seed {seed}, {}", policy.name());
            assert_eq!(result.bounds, (value, value), "seed {seed}, {}", policy.name());
            assert_eq!(result.tally.refused, 0, "seed {seed}, {}", policy.name());
            again += result.tally.again;
            cancelled += result.tally.cancelled;
        }
    }
    assert!(again > 1000 && cancelled > 300, "{again} again, {cancelled} cancelled: no trial");
}

#[test]
fn the_same_seed_gives_the_same_course() {
    let mut random = Random::new(7);
    for seed in 0..10 {
        let (game, _, config) = hosted(small_game(&mut random), LeafStore::Table);
        let network = Network { spread: 1.0, faults: FAULTS, seed, ..QUIET };
        let size = FleetSize { workers: 5, hosts: 2, in_flight: 2 };
        let result = || run(&game, &config, plan(Policy::Lock, true), network, size);
        assert_eq!(result(), result());
    }
}

/// A run without memory claims nothing wrong: its bounds are true, and the open questions stay open.
#[test]
fn exhausted_is_no_answer() {
    let mut exhausted = 0;
    for seed in 0..60 {
        let (game, value, config) = hosted(small_game(&mut Random::new(seed)), LeafStore::Tree);
        for policy in Policy::ALL {
            let plan = Plan { bytes: 4_000, job: 1, ..plan(policy, true) };
            let result =
                run(&game, &config, plan, QUIET, FleetSize { workers: 3, hosts: 1, in_flight: 2 });
            let (low, high) = result.bounds;
            assert!(low <= value && value <= high, "seed {seed}, {}", policy.name());
            assert!(result.state != State::Running, "seed {seed}, {}", policy.name());
            assert_eq!(result.state == State::Solved, low == high);
            exhausted += u32::from(result.state == State::Exhausted);
        }
    }
    assert!(exhausted > 50, "only {exhausted} runs were exhausted");
}
