//! Mutated rule files: whatever the text, there is a game or a sentence, never a panic and never a long wait.

use std::sync::Arc;

use foregone_game::random::Random;
use foregone_game::{Game, Notation, Outcome};
use foregone_gdl::{Class, Compiled, Ends, Limits, Returns, RuleGame};
use foregone_proof::rules::Interpreter;

use crate::example;

const WORDS: [&str; 16] = [
    "(",
    ")",
    "?x",
    "not",
    "or",
    "and",
    "distinct",
    "true",
    "does",
    "next",
    "legal",
    "<=",
    "role",
    "x",
    "(true ?x)",
    "é",
];

/// One to four changes: of a byte, of a word, of a piece that is copied, moved or cut.
fn mutate(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(4) {
        if bytes.len() < 40 {
            break;
        }
        let at = random.below(bytes.len() - 36);
        let end = at + 1 + random.below(32);
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            4 => {
                let word = format!(" {} ", WORDS[random.below(WORDS.len())]);
                bytes.splice(at..at, word.bytes());
            }
            _ => {
                // A word in the place of another one, so that the parentheses stay as they are.
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
                let from = at + bytes[at..].iter().position(is_word).unwrap_or(0);
                let length = bytes[from..].iter().take_while(|byte| is_word(byte)).count();
                let word = WORDS[2 + random.below(WORDS.len() - 2)];
                bytes.splice(from..from + length, word.bytes());
            }
        }
    }
    bytes
}

/// Opens and plays a mutant. Says whether it is a game.
fn run(bytes: &[u8]) -> bool {
    let limits = Limits { instances: 20_000, terms: 40_000, steps: 2_000_000, ..Limits::default() };
    let compiled = match Compiled::new(bytes, limits) {
        Ok(compiled) => Arc::new(compiled),
        Err(error) => {
            let rendered = error.render("file.kif", &String::from_utf8_lossy(bytes));
            assert!(rendered.starts_with("file.kif:") && !error.message.is_empty());
            return false;
        }
    };
    // Whether there is a proof or none, and whatever role is asked about: it comes to an end, and does not panic.
    let ends = Ends::prove(&compiled, limits);
    if let Ok(other) = Compiled::for_role(bytes, Some(&compiled.roles[1]), limits) {
        assert_eq!(other.roles[0], compiled.roles[1]);
    }
    match (compiled.words(), ends) {
        (4, None) => play::<4, _>(compiled, Returns { infinite: Outcome(0) }, bytes),
        (4, Some(ends)) => play::<4, _>(compiled, ends, bytes),
        _ => true,
    }
}

fn play<const N: usize, C: Class>(compiled: Arc<Compiled>, class: C, bytes: &[u8]) -> bool {
    let Ok(game) = RuleGame::<N, _>::new(compiled, class) else {
        return false;
    };
    let mut random = Random::new(2);
    let mut plain = Interpreter::read(bytes).expect("the checker reads what the solver reads");
    let mut position = game.start();
    for _ in 0..12 {
        let text = game.write_position(&position);
        let judged = plain.judge(&text).expect("a position");
        if game.finding().is_some() {
            break;
        }
        assert_eq!(game.outcome(&position).is_some(), judged.terminal, "{text}");
        if judged.terminal {
            break;
        }
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let chooser = usize::from(judged.legal[1].len() > 1);
        let written: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
        assert_eq!(written, judged.legal[chooser], "{text}");
        game.play(&mut position, moves[random.below(moves.len())]);
    }
    true
}

#[test]
fn mutated_files_are_games_or_errors() {
    let seeds = ["tictactoe", "nim", "hexapawn", "chase", "domineering", "hex-3x3"].map(example);
    let mut random = Random::new(11);
    let mut games = 0;
    for round in 0..10_000 {
        let mutant = mutate(&seeds[round % seeds.len()], &mut random);
        games += usize::from(run(&mutant));
    }
    assert!(games > 300, "{games} of the mutants are games");
}
