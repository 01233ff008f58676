//! Symmetries of rules: those that a person sees are found, and positions with one table key are worth the same.

use std::collections::HashMap;
use std::sync::Arc;

use foregone_game::conformance::Values;
use foregone_game::random::Random;
use foregone_game::{Keyed, Notation, Outcome, Player, TableKeyed};
use foregone_gdl::{Compiled, Limits, Returns, RuleGame};

use crate::{example, game};

#[test]
fn symmetries_that_people_see_are_found() {
    let expected = [
        ("breakthrough-5x4", 2),
        ("breakthrough-6x6", 2),
        ("chomp", 1),
        ("connect3-4x4", 2),
        ("connect4-8x6", 2),
        ("domineering", 1),
        ("hex-3x3", 1),
        ("hexapawn", 2),
        ("mnk-4-4-3", 8),
        ("nim", 1),
        ("tictactoe", 8),
    ];
    for (name, count) in expected {
        let compiled = Compiled::new(&example(name), Limits::default()).expect("a game");
        assert_eq!(compiled.symmetries(), count, "{name}");
    }
}

/// Compares the values of all positions with one table key. Gives back how many keys and positions there are, if all values are
/// known and the rules are not at fault.
fn compare(game: &RuleGame<4, Returns>, most: usize, context: &str) -> Option<(usize, usize)> {
    let values = Values::cyclic(game, most)?;
    let mut by_key: HashMap<u128, (Outcome, Player)> = HashMap::new();
    let mut agree = true;
    for (position, value) in values.iter() {
        let seen = (value, foregone_game::Game::player(game, position));
        agree &= *by_key.entry(game.table_key(position)).or_insert(seen) == seen;
    }
    if game.finding().is_some() {
        return None;
    }
    assert!(agree, "{context}");
    Some((by_key.len(), values.len()))
}

#[test]
fn positions_with_one_table_key_are_worth_the_same() {
    for name in
        ["tictactoe", "hexapawn", "domineering", "hex-3x3", "nim", "chase", "dodgem", "boxes"]
    {
        let game = game::<4>(name, 0);
        let (keys, positions) = compare(&game, 20_000, name).expect("a small game");
        let symmetries = game.compiled().symmetries();
        assert!(keys <= positions && positions <= symmetries * keys, "{name}: {keys} {positions}");
        assert_eq!(symmetries == 1, keys == positions, "{name}");
    }
    let game = game::<4>("tictactoe", 0);
    assert_eq!(compare(&game, 20_000, "tictactoe"), Some((765, 5_478)), "the known numbers");
}

/// The same in games that were changed here and there, so that some of the symmetries are gone.
#[test]
fn symmetries_hold_in_changed_games() {
    let seeds = ["tictactoe", "hexapawn", "domineering", "hex-3x3", "chase"];
    let seeds = seeds.map(|name| String::from_utf8(example(name)).expect("text"));
    let limits = Limits { instances: 20_000, terms: 40_000, steps: 2_000_000, ..Limits::default() };
    let mut random = Random::new(23);
    let (mut compared, mut symmetric) = (0, 0);
    for round in 0..if crate::is_thorough() { 10_000 } else { 300 } {
        let mutant = crate::ends::with_other_words(&seeds[round % seeds.len()], &mut random);
        let Ok(compiled) = Compiled::new(mutant.as_bytes(), limits) else { continue };
        if compiled.symmetries() == 1 || compiled.words() > 4 {
            continue;
        }
        let class = Returns { infinite: Outcome(0) };
        let Ok(game) = RuleGame::<4, _>::new(Arc::new(compiled), class) else { continue };
        if let Some((keys, positions)) = compare(&game, 3_000, &mutant) {
            compared += 1;
            symmetric += usize::from(keys < positions);
        }
    }
    assert!(compared > 10 && symmetric > 5, "{compared} {symmetric}");
}

/// The key of a game in which no two positions share one.
#[test]
fn exact_keys_tell_all_positions_apart() {
    let game = game::<4>("tictactoe", 0);
    let values = Values::cyclic(&game, 10_000).expect("a small game");
    let keys: std::collections::HashSet<_> =
        values.iter().map(|(position, _)| game.key(position)).collect();
    assert_eq!(keys.len(), values.len());
    let (first, _) = values.iter().next().expect("a position");
    assert!(!game.write_position(first).is_empty());
}
