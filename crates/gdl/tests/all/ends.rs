//! Proofs that play ends: every example has the one that it should have, and no game that returns has one.

use std::sync::Arc;

use foregone_game::conformance::{Conformance, check};
use foregone_game::random::Random;
use foregone_game::{Acyclic, ExploreLimits, Explored, Layered, Notation, Outcome};
use foregone_gdl::{Compiled, Ends, Limits, Returns, RuleGame};

use crate::example;

fn compiled(bytes: &[u8]) -> Arc<Compiled> {
    let compiled = Compiled::new(bytes, Limits::default());
    Arc::new(compiled.unwrap_or_else(|error| panic!("{error}")))
}

/// Why play ends in an example, as far as the solver finds out.
fn why(name: &str) -> Option<String> {
    let ends = Ends::prove(&compiled(&example(name)), Limits::default());
    ends.map(|ends| ends.why().to_owned())
}

#[test]
fn every_example_that_ends_is_proved_to_end() {
    let sum = "larger";
    let expected = [
        ("boxes", "for good"),
        ("breakthrough-5x4", sum),
        ("breakthrough-6x6", sum),
        ("breakthrough-8x8", sum),
        ("chase-limit", "a clock ends play after 12 moves"),
        ("checkers", "a clock ends play after 100 moves"),
        ("chomp", "for good"),
        ("connect3-4x4", "for good"),
        ("connect4-5x4", "for good"),
        ("connect4-8x6", "for good"),
        ("domineering", "for good"),
        ("hex-3x3", "for good"),
        ("hexapawn", "for good"),
        ("mnk-4-4-3", "for good"),
        ("nim", sum),
        ("nim-misere", sum),
        ("tictactoe", "every move changes one of 27 sentences for good"),
    ];
    for (name, words) in expected {
        let why = why(name).unwrap_or_else(|| panic!("{name} is not proved to end"));
        assert!(why.contains(words), "{name}: {why}");
    }
    for name in ["chase", "dodgem"] {
        assert_eq!(why(name), None, "{name} can return");
    }
}

/// The example with some text replaced by other text, which it must have.
fn changed(name: &str, changes: &[(&str, &str)]) -> Vec<u8> {
    let text = String::from_utf8(example(name)).expect("text");
    let changed = changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{name}: {from}");
        text.replace(from, to)
    });
    changed.into_bytes()
}

/// Games in which nearly every move goes one way, and a single one goes back.
#[test]
fn games_that_return_are_not_proved_to_end() {
    let back = "(ahead x ?r ?s) (succ ?r ?s))\n(ahead x 2 1) (ahead o 2 3)";
    let hexapawn = changed("hexapawn", &[("(ahead x ?r ?s) (succ ?r ?s))", back)]);
    let nim_up = "(true (heap ?heap ?n)) (less ?m ?n))\n(<= (legal ?role (leave a 2)) (true (control ?role)) (true (heap a 1)))";
    let nim = changed("nim", &[("(true (heap ?heap ?n)) (less ?m ?n))", nim_up)]);
    // A move that changes nothing but whose turn it is.
    let pass = "(init (control x))\n(<= (legal ?role pass) (true (control ?role)))";
    let passing = ["tictactoe", "domineering", "chomp"]
        .map(|name| changed(name, &[("(init (control x))", pass)]));
    // A stone that comes off again.
    let lift = "(init (control x))\n(<= (legal ?role (lift ?c ?r)) (true (control ?role)) (true (cell ?c ?r ?role)))\n(<= (next (cell ?c ?r b)) (does ?role (lift ?c ?r)))\n(<= (lifted ?c ?r) (does ?role (lift ?c ?r)))";
    let stays = "(true (cell ?column ?row ?mark))\n    (distinct ?mark b))";
    let lifting = changed(
        "tictactoe",
        &[
            ("(init (control x))", lift),
            (
                stays,
                "(true (cell ?column ?row ?mark))\n    (distinct ?mark b) (not (lifted ?column ?row)))",
            ),
        ],
    );
    // The clock begins again.
    let wound = changed(
        "chase-limit",
        &[("(after 10 11)", "(after 10 3)"), ("(true (time 12))", "(true (time 99))")],
    );
    // With steps back for one side alone play ends, because the other side comes to the end of its moves.
    let one = back.replace("(ahead o 2 3)", "");
    let one = changed("hexapawn", &[("(ahead x ?r ?s) (succ ?r ?s))", &one)]);
    assert!(Ends::prove(&compiled(&one), Limits::default()).is_some());
    for game in [hexapawn, nim, lifting, wound].iter().chain(&passing) {
        let found = Ends::prove(&compiled(game), Limits::default());
        let text = String::from_utf8_lossy(game);
        assert!(
            found.is_none(),
            "{}\n{text}",
            found.map_or(String::new(), |ends| ends.why().to_owned())
        );
    }
}

/// Whether no position of a game comes back, by a look at all of them; none if there are many, or if the rules are at fault.
fn is_acyclic(compiled: &Arc<Compiled>, most: usize) -> Option<bool> {
    if compiled.words() > 4 {
        return None;
    }
    let class = Returns { infinite: Outcome(0) };
    let game = RuleGame::<4, _>::new(Arc::clone(compiled), class).ok()?;
    let explored = Explored::cyclic(game, &ExploreLimits::positions(most)).ok()?;
    let is_acyclic = (0..explored.layers()).all(|layer| explored.is_acyclic(layer));
    explored.game().finding().is_none().then_some(is_acyclic)
}

/// A word of the file in the place of another one, a few times.
pub(crate) fn with_other_words(text: &str, random: &mut Random) -> String {
    let is_word = |symbol: char| symbol.is_ascii_alphanumeric() || "?<=".contains(symbol);
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut from = None;
    for (at, symbol) in text.char_indices() {
        match (is_word(symbol), from) {
            (true, None) => from = Some(at),
            (false, Some(begin)) => {
                words.push((begin, at));
                from = None;
            }
            _ => {}
        }
    }
    let mut changed = text.to_owned();
    for _ in 0..=random.below(2) {
        let (one, other) = (words[random.below(words.len())], words[random.below(words.len())]);
        if one.1 <= changed.len()
            && changed.is_char_boundary(one.0)
            && changed.is_char_boundary(one.1)
        {
            changed.replace_range(one.0..one.1, &text[other.0..other.1]);
        }
    }
    changed
}

/// Proofs against a look at all positions, in games that somebody else might have written.
#[test]
fn proofs_hold_in_changed_games() {
    let seeds =
        ["nim", "hexapawn", "chase-limit", "chomp", "tictactoe", "boxes", "dodgem", "connect3-4x4"];
    let seeds = seeds.map(|name| {
        let text = String::from_utf8(example(name)).expect("text");
        // Without comments, in which a change means nothing.
        let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
        lines.collect::<Vec<&str>>().join("\n")
    });
    let limits =
        Limits { instances: 20_000, terms: 40_000, steps: 60_000_000, ..Limits::default() };
    let mut random = Random::new(19);
    let (mut proved, mut compared, mut cyclic) = (0, 0, 0);
    for round in 0..if crate::is_thorough() { 20_000 } else { 500 } {
        let mutant = with_other_words(&seeds[round % seeds.len()], &mut random);
        let Ok(compiled) = Compiled::new(mutant.as_bytes(), limits) else { continue };
        let compiled = Arc::new(compiled);
        let ends = Ends::prove(&compiled, limits);
        proved += usize::from(ends.is_some());
        let Some(is_acyclic) = is_acyclic(&compiled, 2_000) else { continue };
        compared += 1;
        cyclic += usize::from(!is_acyclic);
        // A game with few positions, none of which comes back, is always proved to end.
        assert_eq!(
            ends.is_some(),
            is_acyclic,
            "{:?}\n{mutant}",
            ends.map(|ends| ends.why().to_owned())
        );
    }
    assert!(proved > 50 && compared > 50 && cyclic > 5, "{proved} {compared} {cyclic}");
}

/// A game that is proved to end is `Acyclic`, and a position for which the proof says nothing is refused.
#[test]
fn positions_outside_of_a_proof_are_refused() {
    fn proved(name: &str) -> RuleGame<4, Ends> {
        let compiled = compiled(&example(name));
        let ends = Ends::prove(&compiled, Limits::default()).expect("a proof");
        RuleGame::new(compiled, ends).expect("a game")
    }
    fn kit<G: Acyclic + Notation>(game: &G) {
        let start = game.write_position(&game.start());
        assert_eq!(game.write_position(&game.read_position(&start).expect("the start")), start);
    }
    let chase = proved("chase-limit");
    kit(&chase);
    assert!(check(&chase, &Conformance::default()).is_some());
    let late = "(at o 4) (at x 1) (control o) (time 2)";
    let error = chase.read_position(late).expect_err("the clock says x").to_string();
    assert!(error.contains("as far as is known about its end"), "{error}");
    let nim = proved("nim");
    kit(&nim);
    let plan = Conformance { playouts: 10, ..Conformance::default() };
    assert!(check(&nim, &plan).is_some());
    assert!(nim.read_position("(control o) (heap a 2) (heap b 4) (heap c 0)").is_ok());
    for wrong in [
        "(control o) (heap a 2) (heap a 1) (heap b 4) (heap c 0)",
        "(control o) (heap b 4) (heap c 0)",
    ] {
        assert!(nim.read_position(wrong).is_err(), "{wrong}");
    }
}
