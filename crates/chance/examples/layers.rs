//! Whole games by layers, in memory: the tables of docs/solved-chance.md.
//!
//! `layers GAME...` prints the value of the start; `layers sets 2x4` does so for all sets of pieces, the same for both sides.
//! Sets that differ only in the names of pieces are solved once.

use std::time::Instant;

use foregone_chance::games::darkchess::StartValues;
use foregone_chance::games::ewn::EwnLayers;
use foregone_chance::games::{DarkChess, Opened, open};
use foregone_chance::layers::{Layered, Memory, build};
use foregone_chance::limits::Limits;
use foregone_chance::{ChanceGame, Fraction};

/// The pieces, the highest first.
const LETTERS: &str = "KGMRNCP";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match &words[..] {
        [sets, size] if sets == "sets" => all_sets(size),
        games => games.iter().for_each(|game| one_game(game)),
    }
}

fn one_game(spelling: &str) {
    let begun = Instant::now();
    match open(spelling) {
        Ok(Opened::DarkChess(game)) => println!("{spelling}: {}", row(&game)),
        Ok(Opened::Ewn(game)) => {
            let layers = EwnLayers::<i64>::new(&game).expect("a small board");
            println!("{spelling}: {}", start(&layers, &game.start(), &solved(&layers)));
        }
        Ok(other) => panic!("{} is not solved by layers", other.spelling()),
        Err(error) => panic!("{error}"),
    }
    eprintln!("{:.1} s", begun.elapsed().as_secs_f64());
}

/// The values by score, win and not-lose, and the number of indices of one utility.
fn row(game: &DarkChess) -> String {
    let solved = StartValues::of(game, Limits::default()).expect("a small board");
    let StartValues { score, win, not_lose, positions } = solved.expect("no limit");
    format!("{score} | {win} | {not_lose} | {positions}")
}

fn solved<G: Layered>(layers: &G) -> Memory<G::Number> {
    let mut memory = Memory::default();
    build(layers, &mut memory, Limits::default(), &mut |_| ()).expect("no limit");
    memory
}

fn start<G: Layered>(
    layers: &G,
    start: &<G::Game as ChanceGame>::Position,
    memory: &Memory<G::Number>,
) -> Fraction {
    let (layer, index) = layers.locate(start).expect("the start");
    layers.value(start, memory.layers()[layer][index])
}

/// Whether a piece takes another one beside it.
fn takes(attacker: char, victim: char) -> bool {
    let rank = |letter| LETTERS.find(letter);
    match (attacker, victim) {
        ('C', _) | ('K', 'P') => false,
        ('P', 'K') => true,
        _ => rank(attacker) <= rank(victim),
    }
}

/// The capturing relation of a set without the names of its pieces: the smallest description over all orders.
fn anonymous(set: &str) -> Vec<Vec<u8>> {
    let mut kinds: Vec<char> = set.chars().collect();
    kinds.dedup();
    let mut best = None;
    orders(&mut kinds, 0, &mut |order| {
        let describe = |&kind: &char| {
            let count = set.chars().filter(|&letter| letter == kind).count() as u8;
            let victims = order.iter().map(|&victim| u8::from(takes(kind, victim)));
            [count, u8::from(kind == 'C')].into_iter().chain(victims).collect()
        };
        let described: Vec<Vec<u8>> = order.iter().map(describe).collect();
        if best.as_ref().is_none_or(|best| described < *best) {
            best = Some(described);
        }
    });
    best.unwrap_or_default()
}

fn orders(kinds: &mut Vec<char>, from: usize, each: &mut impl FnMut(&[char])) {
    if from == kinds.len() {
        return each(kinds);
    }
    for at in from..kinds.len() {
        kinds.swap(from, at);
        orders(kinds, from + 1, each);
        kinds.swap(from, at);
    }
}

fn all_sets(size: &str) {
    let cells: usize = size.split('x').map(|side| side.parse::<usize>().expect("a side")).product();
    let mut sets = vec![String::new()];
    for _ in 0..cells / 2 {
        let longer = |set: &String| {
            let last = set.chars().next_back().and_then(|last| LETTERS.find(last)).unwrap_or(0);
            let set = set.clone();
            LETTERS[last..].chars().map(move |letter| format!("{set}{letter}")).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    let mut groups: Vec<(Vec<Vec<u8>>, Vec<String>)> = Vec::new();
    for set in sets {
        let kind = anonymous(&set);
        match groups.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, members)) => members.push(set),
            None => groups.push((kind, vec![set])),
        }
    }
    println!("| pieces | score | win | not-lose | positions |\n|---|---|---|---|---|");
    for (_, members) in &groups {
        let spelling = format!("darkchess:{size},pieces={}", members[0]);
        let Ok(Opened::DarkChess(game)) = open(&spelling) else { panic!("{spelling}") };
        println!("| {} | {} |", members.join(" "), row(&game));
    }
}
