//! The kit that every game has to pass. It walks random playouts itself and checks at every position what the
//! traits promise; a game's test is one call per capability.

use core::fmt::Debug;
use std::collections::HashMap;

use crate::capability::{Acyclic, Cyclic, Keyed, Picture, Symmetric};
use crate::game::{Game, Player};
use crate::notation::{Notation, read_line, write_line};
use crate::random::Random;

/// Where a random game is broken off: in some games play can be bound to go round for ever.
const LONGEST: usize = 2_000;

/// Plays `playouts` random games from the start and calls `visit` with every position and the line that led to it.
pub fn playouts<G: Game>(
    game: &G,
    seed: u64,
    playouts: usize,
    mut visit: impl FnMut(&G::Position, &[G::Move]),
) {
    let mut random = Random::new(seed);
    for _ in 0..playouts {
        let (mut position, mut line, mut moves) = (game.start(), Vec::new(), Vec::new());
        loop {
            visit(&position, &line);
            if game.outcome(&position).is_some() || line.len() == LONGEST {
                break;
            }
            moves.clear();
            game.moves(&position, &mut moves);
            let mv = moves[random.below(moves.len())];
            game.play(&mut position, mv);
            line.push(mv);
        }
    }
}

/// The rules: the first player begins, outcomes are on the scale, unfinished positions have distinct moves in a
/// stable order, and arranging keeps them all.
pub fn rules<G: Game>(game: &G, seed: u64, count: usize) {
    assert_eq!(game.player(&game.start()), Player::Max, "Max moves first");
    playouts(game, seed, count, |position, _| {
        if let Some(outcome) = game.outcome(position) {
            assert!(usize::from(outcome.0) < game.scale().len(), "an outcome beyond the scale");
            return;
        }
        let (mut moves, mut again) = (Vec::new(), Vec::new());
        game.moves(position, &mut moves);
        game.moves(&position.clone(), &mut again);
        assert!(!moves.is_empty(), "an unfinished position without moves");
        assert_eq!(moves, again, "the order of the moves is not stable");
        for (index, mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(mv), "the move {mv:?} twice");
        }
        game.order_moves(position, &mut again);
        assert_eq!(again.len(), moves.len());
        assert!(moves.iter().all(|mv| again.contains(mv)), "arranging lost a move");
    });
}

/// Keys: different positions have different keys (positions are compared by their notation).
pub fn keys<G: Keyed + Notation>(game: &G, seed: u64, count: usize) {
    let mut seen: HashMap<G::Key, String> = HashMap::new();
    let mut keys: HashMap<String, G::Key> = HashMap::new();
    playouts(game, seed, count, |position, _| {
        let (key, text) = (game.key(position), game.write_position(position));
        assert_eq!(
            *seen.entry(key).or_insert_with(|| text.clone()),
            text,
            "one key for two positions"
        );
        assert_eq!(*keys.entry(text).or_insert(key), key, "two keys for one position");
    });
}

/// Acyclic: no position of a line comes again in it.
pub fn acyclic<G: Acyclic + Keyed>(game: &G, seed: u64, count: usize) {
    let mut line_keys: Vec<G::Key> = Vec::new();
    playouts(game, seed, count, |position, line| {
        line_keys.truncate(line.len());
        let key = game.key(position);
        assert!(!line_keys.contains(&key), "the position {key:?} comes again");
        line_keys.push(key);
    });
}

/// Infinite play: it has an outcome on the scale, and the same one all along a loop. Lines are followed for a while only:
/// they need not end.
pub fn infinite<G: Cyclic>(game: &G, seed: u64, count: usize) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let (mut position, mut met) = (game.start(), Vec::new());
        while met.len() < 300 && game.outcome(&position).is_none() {
            let (key, worth) = (game.key(&position), game.infinite(&position));
            assert!(usize::from(worth.0) < game.scale().len(), "an outcome beyond the scale");
            if let Some(first) = met.iter().position(|&(known, _)| known == key) {
                let same = met[first..].iter().all(|&(_, other)| other == worth);
                assert!(same, "two outcomes of one loop");
            }
            met.push((key, worth));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
}

/// Notation: moves, positions and whole lines survive being written and read again.
pub fn notation<G: Notation>(game: &G, seed: u64, count: usize)
where
    G::Position: PartialEq + Debug,
{
    playouts(game, seed, count, |position, line| {
        let text = game.write_position(position);
        let read = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&read, position, "the position {text}");
        let written = write_line(game, &game.start(), line);
        let (after, moves) = read_line(game, game.start(), &written)
            .unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!((&after, moves.as_slice()), (position, line), "the line {written}");
    });
}

/// Symmetry: images have the same player, the same outcome and the same number of moves, and every successor of
/// an image is the image of a successor.
pub fn symmetry<G: Symmetric>(game: &G, seed: u64, count: usize) {
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
    playouts(game, seed, count, |position, _| {
        let images = game.images(position);
        assert_eq!(
            game.key(&images[0]),
            game.key(position),
            "the first image is the position itself"
        );
        for (index, image) in images.iter().enumerate() {
            assert_eq!(game.player(image), game.player(position));
            assert_eq!(game.outcome(image), game.outcome(position));
            if game.outcome(position).is_some() {
                continue;
            }
            let mut expected: Vec<G::Key> = Vec::new();
            for child in successors(position) {
                expected.push(game.key(&game.images(&child)[index]));
            }
            let mut found: Vec<G::Key> =
                successors(image).iter().map(|child| game.key(child)).collect();
            assert_eq!(found.len(), expected.len());
            found.retain(|key| !expected.contains(key));
            assert!(found.is_empty(), "successors of an image are not images of successors");
        }
    });
}

/// Pictures: neither is empty, and the SVG is one document.
pub fn pictures<G: Picture>(game: &G, seed: u64, count: usize) {
    playouts(game, seed, count, |position, _| {
        assert!(game.text(position).ends_with('\n'), "a text board ends its last line");
        let svg = game.svg(position);
        assert!(
            svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
            "not an SVG document: {svg}"
        );
        assert!(
            svg.contains("viewBox") && svg.contains("xmlns="),
            "an SVG that does not stand alone"
        );
    });
}
