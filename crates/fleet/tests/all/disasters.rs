//! Runs on which everything goes wrong for a while: all of them end with the right value, whoever dies, forgets or lies.
//! `FOREGONE_SEEDS=100000 cargo test -p foregone-fleet --test all disasters` tries more.

use foregone_fleet::coordinator::State;
use foregone_fleet::message::Second;
use foregone_fleet::office::trust::Trust;
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::simulate::disaster::{Survival, Trial, endure};
use foregone_game::random::Random;
use foregone_solve::erased::place;

use crate::{hosted, plan, small_game};

/// Half a minute of trouble, and the run must be over within ten.
const TROUBLE: u64 = 30_000;
const LIMIT: u64 = 600_000;

fn seeds(usual: u64) -> u64 {
    std::env::var("FOREGONE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn tried(seed: u64, trust: Trust, liars: usize) -> Survival {
    let mut random = Random::new(seed);
    let (game, value, outfit) = hosted(small_game(&mut random), Second::Table);
    let placed = place(&game, None, "").expect("the start");
    let policy = Policy::ALL[random.below(Policy::ALL.len())];
    let plan = Plan {
        job: 1 + random.below(4) as u64,
        partial: random.below(3) as u64,
        ..plan(policy, random.percent(70))
    };
    let trial = Trial {
        seed,
        workers: liars + 1 + random.below(3),
        liars,
        trust,
        claim: 1 + random.below(30) as u64,
        trouble: TROUBLE,
        limit: LIMIT,
    };
    let survival = endure(&*placed, &outfit, plan, trial).expect("an acyclic game");
    let told = format!("seed {seed}, {}, {trust:?}, {survival:?}", policy.name());
    assert_eq!(survival.state, State::Solved, "{told}");
    assert_eq!(survival.bounds, (value, value), "{told}");
    assert!(!survival.slandered, "{told}");
    survival
}

#[test]
fn disasters_end_with_the_right_value() {
    let (mut restarts, mut downs, mut thefts, mut rebuilt, mut longest) = (0, 0, 0, 0, 0);
    for seed in 0..seeds(1500) {
        let trust = if seed % 2 == 0 { Trust::All } else { Trust::None };
        let survival = tried(seed, trust, 0);
        restarts += survival.restarts;
        downs += survival.downs;
        thefts += survival.thefts;
        rebuilt += survival.rebuilt;
        longest = longest.max(survival.time);
    }
    let sums = format!(
        "{restarts} restarts, {downs} times no server, {thefts} thefts, {rebuilt} queues, {longest} ms at most"
    );
    println!("{sums}");
    assert!(restarts > 100 && downs > 100 && thefts > 100 && rebuilt > 10, "no trial: {sums}");
}

#[test]
fn disasters_with_liars_end_with_the_right_value() {
    let (mut excluded, mut restarts) = (0, 0);
    for seed in 0..seeds(1500) {
        let survival = tried(seed, Trust::None, 1 + seed as usize % 2);
        excluded += survival.excluded;
        restarts += survival.restarts;
    }
    assert!(excluded > 500 && restarts > 100, "no trial: {excluded} excluded, {restarts} restarts");
}
