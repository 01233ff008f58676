//! Keys, table keys, symmetry and repetition: which positions are the same, and which are worth the same.

use std::collections::HashMap;

use super::values::grouped;
use super::{Conformance, Values, playouts};
use crate::capability::{Acyclic, Cyclic, Keyed, Symmetric, TableKeyed};
use crate::notation::Notation;
use crate::random::Random;

/// Moves after which a game that can go on for ever is left.
const LINE: usize = 300;

/// Keys: different positions have different keys (positions are compared by their notation).
///
/// # Panics
/// If the game breaks a promise.
pub fn keys<G: Keyed + Notation>(game: &G, plan: &Conformance) {
    let mut seen: HashMap<G::Key, String> = HashMap::new();
    let mut keys: HashMap<String, G::Key> = HashMap::new();
    playouts(game, plan.seed, plan.playouts, |position, _| {
        let (key, text) = (game.key(position), game.write_position(position));
        let known = seen.entry(key).or_insert_with(|| text.clone());
        assert_eq!(*known, text, "one key for two positions");
        assert_eq!(*keys.entry(text).or_insert(key), key, "two keys for one position");
    });
}

/// Table keys of all positions of a small game: they fit into [`TableKeyed::table_key_bits`], and positions with equal
/// table keys are worth the same.
///
/// # Panics
/// If the game breaks a promise.
pub fn table_keys<G: TableKeyed + Notation>(game: &G, values: &Values<G>) {
    for (position, _) in values.iter() {
        fits(game, position);
    }
    for group in grouped(values, |position| game.table_key(position)) {
        let (first, value) = group[0];
        for &(position, other) in &group {
            assert_eq!(
                value,
                other,
                "one table key for {} and {}",
                game.write_position(first),
                game.write_position(position)
            );
        }
    }
}

/// Table keys along random games: they fit, and two unfinished positions share one only if they are images of each other.
/// Finished positions with the same outcome may share one.
///
/// # Panics
/// If the game breaks a promise.
pub fn table_keys_up_to_symmetry<G: Symmetric + TableKeyed + Notation>(
    game: &G,
    plan: &Conformance,
) {
    let mut seen: HashMap<u128, String> = HashMap::new();
    let least_image = |position: &G::Position| {
        let images = game.images(position);
        images.iter().map(|image| game.write_position(image)).min().expect("the position itself")
    };
    playouts(game, plan.seed, plan.playouts, |position, _| {
        fits(game, position);
        let over = game.outcome(position).map(|outcome| format!("over, {outcome:?}"));
        let class = over.unwrap_or_else(|| least_image(position));
        let known = seen.entry(game.table_key(position)).or_insert_with(|| class.clone());
        assert_eq!(*known, class, "one table key for two positions");
    });
}

fn fits<G: TableKeyed + Notation>(game: &G, position: &G::Position) {
    let (bits, table_key) = (game.table_key_bits(), game.table_key(position));
    assert!(bits <= u128::BITS, "{bits} bits for a table key");
    assert!(
        table_key.checked_shr(bits).is_none_or(|rest| rest == 0),
        "the table key {table_key:#x} of {} has more than {bits} bits",
        game.write_position(position)
    );
}

/// Acyclic: no position of a line comes again in it.
///
/// # Panics
/// If the game breaks a promise.
pub fn acyclic<G: Acyclic + Keyed>(game: &G, plan: &Conformance) {
    let mut line_keys: Vec<G::Key> = Vec::new();
    playouts(game, plan.seed, plan.playouts, |position, line| {
        line_keys.truncate(line.len());
        let key = game.key(position);
        assert!(!line_keys.contains(&key), "the position {key:?} comes again");
        line_keys.push(key);
    });
}

/// Infinite play: it has an outcome on the scale, and the same one all along a loop. Lines are followed for a while only:
/// they need not end.
///
/// # Panics
/// If the game breaks a promise.
pub fn infinite<G: Cyclic + Notation>(game: &G, plan: &Conformance) {
    let mut random = Random::new(plan.seed);
    for _ in 0..plan.playouts {
        let (mut position, mut met) = (game.start(), Vec::new());
        while met.len() < LINE && game.outcome(&position).is_none() {
            let (text, worth) = (game.write_position(&position), game.infinite(&position));
            assert!(worth <= game.scale().best(), "an outcome beyond the scale");
            if let Some(first) = met.iter().position(|(known, _)| *known == text) {
                let same = met[first..].iter().all(|&(_, other)| other == worth);
                assert!(same, "two outcomes of one loop through {text}");
            }
            met.push((text, worth));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
}

/// Symmetry: images have the same player, the same outcome and the same number of moves, and every successor of
/// an image is the image of a successor.
///
/// # Panics
/// If the game breaks a promise.
pub fn symmetry<G: Symmetric>(game: &G, plan: &Conformance) {
    let successors = |position: &G::Position| -> Vec<G::Position> {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let play = |&mv: &G::Move| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            child
        };
        moves.iter().map(play).collect()
    };
    playouts(game, plan.seed, plan.playouts, |position, _| {
        let images = game.images(position);
        let (first, own) = (game.key(&images[0]), game.key(position));
        assert_eq!(first, own, "the first image is the position itself");
        for (index, image) in images.iter().enumerate() {
            assert_eq!(game.player(image), game.player(position));
            assert_eq!(game.outcome(image), game.outcome(position));
            if game.outcome(position).is_some() {
                continue;
            }
            let image_of = |child: &G::Position| game.key(&game.images(child)[index]);
            let expected: Vec<G::Key> = successors(position).iter().map(image_of).collect();
            let mut found: Vec<G::Key> =
                successors(image).iter().map(|child| game.key(child)).collect();
            assert_eq!(found.len(), expected.len());
            found.retain(|key| !expected.contains(key));
            assert!(found.is_empty(), "successors of an image are not images of successors");
        }
    });
}

/// Values of images: the same as that of the position, on all positions of a small game.
///
/// # Panics
/// If the game breaks a promise.
pub fn symmetric_values<G: Symmetric + Notation>(game: &G, values: &Values<G>) {
    for (position, value) in values.iter() {
        for image in game.images(position) {
            let other = values.of(game, &image).unwrap_or(value);
            assert_eq!(value, other, "{} and an image", game.write_position(position));
        }
    }
}
