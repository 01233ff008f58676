//! Measures a rule file: how large it becomes, random play in 256 lanes, and expansions of positions, in processor time.
//!
//! `cargo run --release -p foregone-gdl --example gdl_rates -- FILE…`

use std::sync::Arc;
use std::time::Instant;

use foregone_game::{Game, Outcome};
use foregone_gdl::{Compiled, Ends, Limits, RandomPlay, Returns, RuleGame};

/// Processor time of this process in seconds, as the system counts it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<f64> =
        after.split_whitespace().map(|field| field.parse().unwrap_or(0.0)).collect();
    // User and system time, in ticks of a hundredth of a second.
    fields.get(11).zip(fields.get(12)).map_or(0.0, |(user, system)| (user + system) / 100.0)
}

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{path}: {error}");
                continue;
            }
        };
        let begin = processor_seconds();
        let compiled = match Compiled::new(&bytes, Limits::default()) {
            Ok(compiled) => Arc::new(compiled),
            Err(error) => {
                println!("{}", error.render(&path, &String::from_utf8_lossy(&bytes)));
                continue;
            }
        };
        let size = compiled.size();
        println!("{path}: opened in {:.2} s", processor_seconds() - begin);
        println!(
            "  {} sentences vary, {} moves, {} gates for a state, {} for the next one, {} symmetries",
            size.states,
            size.moves,
            size.status_gates,
            size.next_gates,
            compiled.symmetries()
        );
        let begin = processor_seconds();
        let ends = Ends::prove(&compiled, Limits::default());
        println!(
            "  a proof that play ends was looked for for {:.2} s",
            processor_seconds() - begin
        );
        match ends {
            Some(ends) => println!("  play ends: {}", ends.why()),
            None => println!("  nothing shows that play ends"),
        }
        playouts(&compiled);
        match compiled.words() {
            4 => expansions::<4>(compiled),
            _ => expansions::<16>(compiled),
        }
    }
}

/// States per second of random play.
fn playouts(compiled: &Compiled) {
    let mut play = RandomPlay::<4>::new(compiled, 7);
    let (begin, wall) = (processor_seconds(), Instant::now());
    let (mut states, mut ends) = (0usize, 0);
    while wall.elapsed().as_secs() < 2 {
        for _ in 0..16 {
            ends += play.step();
            states += 256;
        }
    }
    let seconds = processor_seconds() - begin;
    println!(
        "  random play: {:.2} million states a second, {ends} ends",
        states as f64 / seconds / 1e6
    );
}

/// Positions expanded per second, and the positions that this makes, along random play.
fn expansions<const N: usize>(compiled: Arc<Compiled>) {
    let class = Returns { infinite: Outcome(0) };
    let game = match RuleGame::<N, _>::new(compiled, class) {
        Ok(game) => game,
        Err(error) => return println!("  {error}"),
    };
    let mut random = foregone_game::random::Random::new(3);
    let (begin, wall) = (processor_seconds(), Instant::now());
    let (mut nodes, mut made) = (0usize, 0usize);
    let mut children = Vec::new();
    let mut position = game.start();
    while wall.elapsed().as_secs() < 2 {
        for _ in 0..100 {
            if game.outcome(&position).is_some() {
                position = game.start();
            }
            children.clear();
            game.children(&position, &mut children);
            nodes += 1;
            made += children.len();
            position = children[random.below(children.len())].1;
        }
    }
    let seconds = processor_seconds() - begin;
    println!(
        "  expansions: {:.0} thousand nodes and {:.2} million children a second",
        nodes as f64 / seconds / 1e3,
        made as f64 / seconds / 1e6
    );
    if let Some(finding) = game.finding() {
        println!("  {finding}");
    }
}
