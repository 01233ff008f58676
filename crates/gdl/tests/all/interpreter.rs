//! The network against the interpreter of the checker, which shares no code with it: every example in random play.

use foregone_game::random::Random;
use foregone_game::{Game, Notation, Player};
use foregone_gdl::{Class, RuleGame};
use foregone_proof::rules::Interpreter;

use crate::{example, game};

/// Plays at random and compares position by position.
fn agree<const N: usize, C: Class>(name: &str, game: &RuleGame<N, C>, positions: usize) {
    let mut plain =
        Interpreter::read(&example(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(plain.roles(), game.compiled().roles, "{name}");
    let mut random = Random::new(5);
    let mut position = game.start();
    let mut text = plain.start().to_owned();
    for _ in 0..positions {
        assert_eq!(game.write_position(&position), text, "{name}");
        let judged = plain.judge(&text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        assert_eq!(game.outcome(&position).is_some(), judged.terminal, "{name}: {text}");
        if let Some(outcome) = game.outcome(&position) {
            let result = match game.scale().name(outcome) {
                "loss" => "0",
                "draw" => "50",
                "win" => "100",
                number => number,
            };
            assert_eq!(judged.goals[0], [result], "{name}: {text}");
            assert_eq!(judged.goals[1].len(), 1, "{name}: {text}");
            position = game.start();
            plain.start().clone_into(&mut text);
            continue;
        }
        // The chooser is the only role with more than one move, or the first one.
        let chooser = usize::from(judged.legal[1].len() > 1);
        assert!(judged.legal[1 - chooser].len() == 1, "{name}: {text}");
        assert_eq!(game.player(&position) == Player::Min, chooser == 1, "{name}: {text}");
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let written: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
        assert_eq!(written, judged.legal[chooser], "{name}: {text}");
        let number = random.below(moves.len());
        let mut joint = vec![judged.legal[0][0].clone(), judged.legal[1][0].clone()];
        joint[chooser].clone_from(&written[number]);
        text = plain.next(&text, &joint).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        game.play(&mut position, moves[number]);
    }
    assert_eq!(game.finding(), None, "{name}");
}

#[test]
fn the_network_agrees_with_the_interpreter() {
    let small = [
        "boxes",
        "breakthrough-5x4",
        "chase",
        "chase-limit",
        "chomp",
        "connect3-4x4",
        "connect4-5x4",
        "dodgem",
        "domineering",
        "hex-3x3",
        "hexapawn",
        "mnk-4-4-3",
        "nim",
        "nim-misere",
        "tictactoe",
    ];
    for name in small {
        agree(name, &game::<4>(name, 0), 300);
    }
    agree("breakthrough-6x6", &game::<4>("breakthrough-6x6", 0), 150);
    agree("breakthrough-8x8", &game::<4>("breakthrough-8x8", 0), 150);
    agree("connect4-8x6", &game::<4>("connect4-8x6", 0), 150);
    agree("checkers", &game::<16>("checkers", 0), 150);
}

/// Rules in forms that only some files use: variables for whole sentences, `or`, negated `or`, alternatives to each other.
#[test]
fn unusual_rules_mean_the_same_to_both() {
    let rules = b"
        (role x) (role o) (init (turn x)) (init (fact a)) (init flag)
        (<= (legal ?p stay) (role ?p) (not (or (true (turn ?p)) (not (role ?p)))))
        (<= (legal ?p (choose ?k)) (true (turn ?p)) (or (kind ?k) (and (true (fact ?k)) (not (kind ?k)))))
        (kind b) (kind c)
        (<= (next (fact ?k)) (or (does ?p (choose ?k)) (true (fact ?k))))
        (<= (next ?any) (true ?any) (not (distinct ?any flag)))
        (<= (next (turn o)) (true (turn x)))
        (<= (next (turn x)) (true (turn o)))
        (<= full (true (fact a)) (true (fact b)) (true (fact c)))
        (<= terminal full (not (true (fact d))))
        (<= (goal ?p 100) (true (turn ?p)))
        (<= (goal ?p 0) (role ?p) (not (goal ?p 100)))";
    let compiled =
        foregone_gdl::Compiled::new(rules, foregone_gdl::Limits::default()).expect("a game");
    let class = foregone_gdl::Returns { infinite: foregone_game::Outcome(0) };
    let game = RuleGame::<4, _>::new(compiled.into(), class).expect("a game");
    let mut plain = Interpreter::read(rules).expect("a game");
    let mut random = Random::new(1);
    let (mut position, mut ends) = (game.start(), 0);
    for _ in 0..200 {
        let text = game.write_position(&position);
        let judged = plain.judge(&text).expect("a position");
        assert_eq!(game.outcome(&position).is_some(), judged.terminal, "{text}");
        if judged.terminal {
            ends += 1;
            position = game.start();
            continue;
        }
        let chooser = usize::from(judged.legal[1].len() > 1);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(moves.len(), judged.legal[chooser].len(), "{text}");
        let number = random.below(moves.len());
        let mut joint = vec![judged.legal[0][0].clone(), judged.legal[1][0].clone()];
        joint[chooser] = game.write_move(&position, moves[number]);
        game.play(&mut position, moves[number]);
        assert_eq!(plain.next(&text, &joint).expect("a position"), game.write_position(&position));
    }
    assert!(ends > 5, "{ends} ends");
    assert!(game.write_position(&game.start()).contains("flag"));
}
