//! Measures the searches on larger boards: `cargo run --release -p foregone-chance --example measure`.

use std::collections::HashMap;
use std::time::Instant;

use foregone_chance::fraction::approximate;
use foregone_chance::games::{Opened, open};
use foregone_chance::limits::Limits;
use foregone_chance::number::{Fractions, Rounding, Words};
use foregone_chance::search::{Approach, Method, Options, search, solve};
use foregone_chance::sweeps::{self, Turns};
use foregone_chance::{AcyclicChance, CyclicChance, Turn, cyclic};

fn limits() -> Limits<'static> {
    Limits { bytes: 2 << 30, time: Some(std::time::Duration::from_secs(120)), ..Limits::default() }
}

/// The nodes of the whole tree below a position, which is what expectimax enters; `counted` has those of the positions met.
fn tree_size<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    counted: &mut HashMap<G::Position, u128>,
) -> u128 {
    if matches!(game.turn(position), Turn::Over(_)) {
        return 1;
    }
    if let Some(&size) = counted.get(position) {
        return size;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let below = moves.iter().map(|&mv| tree_size(game, &game.after(position, mv), counted));
    let size = 1 + below.sum::<u128>();
    counted.insert(position.clone(), size);
    size
}

/// What expectimax enters, without a table and with one that forgets nothing.
fn whole_tree<G: AcyclicChance>(name: &str, game: &G) {
    let mut counted = HashMap::new();
    let size = tree_size(game, &game.start(), &mut counted);
    println!("{name:34} expectimax {size} nodes; {} unfinished positions", counted.len());
}

/// One row: a search with a table.
fn table<G: AcyclicChance>(name: &str, game: &G) {
    let base = Options {
        probe: false,
        look_ahead: false,
        order_moves: false,
        heaviest_first: false,
        approach: Approach::Window,
    };
    let rows = [
        ("star1", base),
        ("star1 etc", Options { look_ahead: true, ..base }),
        ("star2", Options { probe: true, ..base }),
        ("star2 etc", Options { probe: true, look_ahead: true, ..base }),
        (
            "star2 etc heaviest",
            Options { probe: true, look_ahead: true, heaviest_first: true, ..base },
        ),
        ("star2 all", Options::default()),
        ("star1 all", Options { probe: false, ..Options::default() }),
        ("bisection star2", Options { approach: Approach::Bisection, ..Options::default() }),
        (
            "bisection star1",
            Options { probe: false, approach: Approach::Bisection, ..Options::default() },
        ),
    ];
    whole_tree(name, game);
    for (label, options) in rows {
        let start = Instant::now();
        let answer = solve(game, &game.start(), &game.utility(), options, limits());
        let seconds = start.elapsed().as_secs_f64();
        let rate = answer.tally.nodes as f64 / seconds / 1e6;
        println!(
            "{name:34} {label:20} {:>24} {:>12} nodes {seconds:8.2} s {rate:6.2} M/s {} {}",
            answer.value().map_or(
                format!("{:.6}..{:.6}", approximate(&answer.low), approximate(&answer.high)),
                ToString::to_string
            ),
            answer.tally.nodes,
            answer.counted_in,
            answer.stop.name()
        );
    }
}

/// The numbers that a search can count in.
fn numbers<G: AcyclicChance>(name: &str, game: &G, nodes: u64) {
    let (utility, position) = (game.utility(), game.start());
    let window = (utility.least(), utility.greatest());
    let limits = || Limits { nodes: Some(nodes), ..Limits::default() };
    let timed = |label: &str, run: &dyn Fn()| {
        let start = Instant::now();
        run();
        let rate = nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{name:34} {label:20} {rate:6.2} M nodes/s");
    };
    let method = Method::Star2 { keep: true };
    let below = game.denominator(&position);
    if let Some(words) = below.and_then(|below| Words::<i64>::exact(&utility, below)) {
        timed("i64", &|| drop(search(game, &words, &position, window, method, limits())));
    }
    if let Some(words) = below.and_then(|below| Words::<i128>::exact(&utility, below)) {
        timed("i128", &|| drop(search(game, &words, &position, window, method, limits())));
    }
    let words = Words::<i64>::fixed_point(&utility, 60, Rounding::Down).expect("fits");
    timed("fixed point i64", &|| drop(search(game, &words, &position, window, method, limits())));
    let fractions = Fractions::new(&utility);
    timed("fractions", &|| drop(search(game, &fractions, &position, window, method, limits())));
}

/// Certain bounds by interval iteration, then the exact value.
fn cycles<G: CyclicChance>(name: &str, game: &G) {
    let start = Instant::now();
    if let Ok(brackets) = cyclic::bounds(game, &game.start(), &game.utility(), 50, limits()) {
        let (low, high) = brackets.bounds(&game.start()).expect("the start");
        let width = approximate(&(&high - &low));
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:34} bounds {:.15}, width {width:.1e} {seconds:8.2} s", approximate(&low));
    }
    let start = Instant::now();
    match cyclic::solve(game, &game.start(), &game.utility(), limits()) {
        Ok(solution) => {
            let value = solution.value(&game.start()).expect("the start");
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{name:34} cyclic {value} = {:.12}, {} positions {seconds:8.2} s {}",
                approximate(&value),
                solution.graph().len(),
                solution.counted_in()
            );
        }
        Err(stop) => println!("{name:34} exact  stopped: {}", stop.name()),
    }
}

/// Certain bounds by sweeps over a table.
fn swept<G: Turns>(name: &str, game: &G) {
    let start = Instant::now();
    let limits = Limits { bytes: 2 << 30, ..Limits::default() };
    let swept = sweeps::solve(game, &game.utility(), limits).unwrap_or_else(|_| panic!("no limit"));
    let seconds = start.elapsed().as_secs_f64();
    let (low, high) = swept.bounds(game, &game.start());
    println!(
        "{name:34} sweeps {:.16}, width {:.1e}, {} positions, {} sweeps {seconds:8.2} s",
        approximate(&low),
        approximate(&(&high - &low)),
        swept.positions(),
        swept.sweeps()
    );
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    for name in &names {
        match open(name.trim_start_matches('#')).unwrap_or_else(|error| panic!("{error}")) {
            Opened::Ewn(game) if name.starts_with('#') => numbers(name, &game, 1_000_000),
            Opened::LimitedDarkChess(game) if name.starts_with('#') => {
                numbers(name, &game, 1_000_000)
            }
            Opened::Pig(game) => cycles(name, &game),
            Opened::DarkChess(game) => cycles(name, &game),
            Opened::Hypergammon(game) if name.starts_with('#') => cycles(name, &game),
            Opened::Hypergammon(game) => swept(name, &game),
            Opened::LimitedPig(game) => table(name, &game),
            Opened::Ewn(game) => table(name, &game),
            Opened::LimitedDarkChess(game) => table(name, &game),
        }
    }
}
