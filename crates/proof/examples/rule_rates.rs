//! Measures how fast the checker judges positions of rule files: along lines of play, each position with all that follow it.
//!
//! `cargo run --release -p foregone-proof --example rule_rates -- FILE…`

use std::time::Instant;

use foregone_proof::rules::{RuleFile, Rules};

/// How long each file is measured.
const SECONDS: f64 = 2.0;

fn main() {
    for path in std::env::args().skip(1) {
        let rate = std::fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| {
            let rules = RuleFile::open(&bytes, "gdl:measured.kif", &[])?;
            rate(&rules)
        });
        match rate {
            Ok(rate) => println!("{path}: {rate:.0} positions a second"),
            Err(why) => println!("{path}: {why}"),
        }
    }
}

/// Positions that are judged in a second.
fn rate(rules: &RuleFile) -> Result<f64, String> {
    let (begun, mut positions, mut turn) = (Instant::now(), 0_u64, 0);
    let mut position = rules.start();
    while begun.elapsed().as_secs_f64() < SECONDS {
        let mut next = Vec::new();
        rules.successors(&position, &mut next);
        if let Some(defect) = next.iter().find_map(|after| rules.defect(after)) {
            return Err(defect);
        }
        positions += next.len() as u64;
        turn += 7;
        let open: Vec<_> =
            next.into_iter().filter(|after| rules.outcome(after).is_none()).collect();
        position = match open.len() {
            0 => rules.start(),
            count => open[turn % count].clone(),
        };
    }
    Ok(positions as f64 / begun.elapsed().as_secs_f64())
}
