//! Runs with every fault that is known: all of them end with the right value.
//! `FOREGONE_SEEDS=100000 cargo test -p foregone-fleet --test all disasters` tries more seeds.

use foregone_fleet::controller::Trust;
use foregone_fleet::coordinator::State;
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::setup::LeafStore;
use foregone_fleet::simulate::disaster::{DisasterConfig, DisasterResult, simulate_disasters};
use foregone_game::random::Random;
use foregone_solve::erased::place;

use crate::{hosted, plan, small_game};

/// Half a minute with faults; the run must end within ten minutes.
const TROUBLE: u64 = 30_000;
const LIMIT: u64 = 600_000;

fn seeds(usual: u64) -> u64 {
    std::env::var("FOREGONE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn tried(seed: u64, trust: Trust, liars: usize) -> DisasterResult {
    let mut random = Random::new(seed);
    let (game, value, config) = hosted(small_game(&mut random), LeafStore::Table);
    let placed = place(&game, None, "").expect("the start");
    let policy = Policy::ALL[random.below(Policy::ALL.len())];
    let plan = Plan {
        job: 1 + random.below(4) as u64,
        partial: random.below(3) as u64,
        ..plan(policy, random.percent(70))
    };
    let disasters = DisasterConfig {
        seed,
        workers: liars + 1 + random.below(3),
        liars,
        trust,
        claim: 1 + random.below(30) as u64,
        trouble: TROUBLE,
        limit: LIMIT,
    };
    let result = simulate_disasters(&*placed, &config, plan, disasters).expect("an acyclic game");
    let told = format!("seed {seed}, {}, {trust:?}, {result:?}", policy.name());
    assert_eq!(result.state, State::Solved, "{told}");
    assert_eq!(result.bounds, (value, value), "{told}");
    assert!(!result.honest_excluded, "{told}");
    result
}

#[test]
fn disasters_end_with_the_right_value() {
    let (mut restarts, mut outages, mut lost_jobs, mut rebuilt, mut longest) = (0, 0, 0, 0, 0);
    for seed in 0..seeds(1500) {
        let trust = if seed % 2 == 0 { Trust::All } else { Trust::None };
        let result = tried(seed, trust, 0);
        restarts += result.restarts;
        outages += result.outages;
        lost_jobs += result.lost_jobs;
        rebuilt += result.rebuilt;
        longest = longest.max(result.time);
    }
    let sums = format!(
        "{restarts} restarts, {outages} times no server, {lost_jobs} lost jobs, {rebuilt} queues, {longest} ms at most"
    );
    println!("{sums}");
    assert!(restarts > 100 && outages > 100 && lost_jobs > 100 && rebuilt > 10, "no trial: {sums}");
}

#[test]
fn disasters_with_liars_end_with_the_right_value() {
    let (mut excluded, mut restarts) = (0, 0);
    for seed in 0..seeds(1500) {
        let result = tried(seed, Trust::None, 1 + seed as usize % 2);
        excluded += result.excluded;
        restarts += result.restarts;
    }
    assert!(excluded > 500 && restarts > 100, "no trial: {excluded} excluded, {restarts} restarts");
}
