//! Threshold questions by Star2 and by proof numbers, as a table in nodes:
//! `cargo run --release -p foregone-chance --example thresholds [GAME...]`.

use std::time::Duration;

use foregone_chance::games::{Opened, open};
use foregone_chance::graph::{AcyclicChanceGraph, ChanceGraphBuilder};
use foregone_chance::limits::Limits;
use foregone_chance::search::{Compared, compare};
use foregone_chance::{AcyclicChance, Turn};
use foregone_game::random::Random;
use foregone_game::{Outcome, Scale};

const GAMES: [&str; 11] = [
    "ewn:3x3",
    "ewn:4x4,stones=1",
    "ewn:4x4,stones=3",
    "darkchess:2x3,pieces=KCP,limit=2",
    "darkchess:2x3,pieces=KCP,limit=7",
    "darkchess:2x3,pieces=KGM,limit=4",
    "darkchess:2x4,pieces=KPPP,limit=2",
    "darkchess:2x4,pieces=CPPP,limit=2",
    "pig:10,turns=4",
    "pig:20,turns=4",
    "piglet:5,turns=6",
];

/// Depth, width, and the outcomes of random trees, in which Max, chance, Min and chance take turns.
const TREES: [(usize, usize, usize); 4] = [(8, 3, 2), (8, 3, 101), (6, 5, 2), (6, 5, 101)];

fn limits() -> Limits<'static> {
    Limits { bytes: 1 << 30, time: Some(Duration::from_secs(300)), ..Limits::default() }
}

/// A regular tree with outcomes at random, all as likely.
fn tree((depth, width, outcomes): (usize, usize, usize), seed: u64) -> AcyclicChanceGraph {
    let mut random = Random::new(seed);
    let mut builder = ChanceGraphBuilder::new(Scale::new((0..outcomes).map(|it| it.to_string())));
    let turns = [Turn::Max, Turn::Chance, Turn::Min, Turn::Chance];
    let root = builder.node("n0", turns[0]);
    let (mut layer, mut count) = (vec![root], 1);
    for below in 1..=depth {
        let mut next = Vec::new();
        for &node in &layer {
            for _ in 0..width {
                let turn = match below == depth {
                    true => Turn::Over(Outcome(random.below(outcomes) as u8)),
                    false => turns[below % 4],
                };
                let child = builder.node(&format!("n{count}"), turn);
                builder.outcome(node, child, 1);
                next.push(child);
                count += 1;
            }
        }
        layer = next;
    }
    builder.build(root).expect("a graph").acyclic().expect("a tree")
}

fn print<G: AcyclicChance>(name: &str, game: &G) {
    let Some(rows) = compare(game, &game.start(), &game.utility(), limits()) else {
        println!("| {name} | not solved in time | | | | |");
        return;
    };
    for (index, row) in rows.iter().enumerate() {
        let Compared { question, at_least, star2, bisection, proof_numbers, .. } = row;
        let count = |nodes: &Option<u64>| nodes.map_or("-".to_owned(), |nodes| nodes.to_string());
        let answer = match (index, at_least) {
            (0, _) => row.number.to_string(),
            (_, true) => "yes".to_owned(),
            (_, false) => "no".to_owned(),
        };
        let ratio = star2
            .zip(*proof_numbers)
            .map_or("-".to_owned(), |(star2, proof)| format!("{:.2}", proof as f64 / star2 as f64));
        println!(
            "| {} | {question} | {answer} | {} | {} | {} | {ratio} |",
            if index == 0 { name } else { "" },
            count(star2),
            count(bisection),
            count(proof_numbers)
        );
    }
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let all: Vec<String> = GAMES.map(str::to_owned).to_vec();
    println!("| game | question | answer | Star2 | bisection | proof numbers | ratio |");
    println!("|---|---|---|---|---|---|---|");
    for name in if named.is_empty() { &all } else { &named } {
        match open(name) {
            Ok(Opened::LimitedPig(game)) => print(name, &game),
            Ok(Opened::Ewn(game)) => print(name, &game),
            Ok(Opened::LimitedDarkChess(game)) => print(name, &game),
            Ok(_) => eprintln!("in {name} play can return: give it a limit"),
            Err(error) => eprintln!("{error}"),
        }
    }
    for shape in TREES.into_iter().filter(|_| named.is_empty()) {
        let (depth, width, outcomes) = shape;
        let name = format!("tree of depth {depth}, width {width}, {outcomes} outcomes");
        print(&name, &tree(shape, 1));
    }
}
