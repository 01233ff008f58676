//! Games in which one role need not lose what the other one wins: refused, or asked about one role.

use std::sync::Arc;

use foregone_game::conformance::Values;
use foregone_game::{Game, Outcome, Player};
use foregone_gdl::{Compiled, Fault, Limits, Returns, RuleGame};

use crate::example;

/// Two moves, one of each role: x says a or b, o says c or d. What each gets is its own number.
const OFFERS: &str = "
(role x) (role o) (init (turn x))
(<= (legal x (say ?w)) (true (turn x)) (word x ?w))
(<= (legal o (say ?w)) (true (turn o)) (word o ?w))
(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
(word x a) (word x b) (word o c) (word o d)
(<= (next (turn o)) (true (turn x)))
(<= (next over) (true (turn o)))
(<= (next (said ?w)) (does ?p (say ?w)))
(<= (next (said ?w)) (true (said ?w)))
(<= terminal (true over))
(pay a c 70 10) (pay a d 40 80) (pay b c 60 60) (pay b d 50 90)
(<= (goal x ?n) (true (said ?v)) (true (said ?w)) (pay ?v ?w ?n ?m))
(<= (goal o ?m) (true (said ?v)) (true (said ?w)) (pay ?v ?w ?n ?m))
";

fn value(rules: &str, role: Option<&str>) -> Result<String, (Fault, String)> {
    let compiled = Compiled::for_role(rules.as_bytes(), role, Limits::default());
    let compiled = Arc::new(compiled.unwrap_or_else(|error| panic!("{error}")));
    if let Some(role) = role {
        assert_eq!(compiled.roles[0], role.to_lowercase());
    }
    let game = RuleGame::<4, _>::new(compiled, Returns { infinite: Outcome(0) }).expect("a game");
    let first = if role.is_some_and(|role| role != "x") { Player::Min } else { Player::Max };
    assert_eq!(game.player(&game.start()), first);
    let values = Values::cyclic(&game, 10_000).expect("a small game");
    match game.finding() {
        Some(finding) => Err((finding.fault, finding.message.clone())),
        None => {
            Ok(game.scale().name(values.of(&game, &game.start()).expect("the start")).to_owned())
        }
    }
}

#[test]
fn a_game_whose_goals_have_no_sum_is_asked_about_one_role() {
    let (fault, message) = value(OFFERS, None).expect_err("no sum");
    assert!(matches!(fault, Fault::OtherSum(..)), "{message}");
    assert!(message.contains("ask what one role can force, with role=x or role=o"), "{message}");
    // x fears that o answers d: then b is better. o fears that x says a: then d is better.
    assert_eq!(value(OFFERS, Some("x")).as_deref(), Ok("50"));
    assert_eq!(value(OFFERS, Some("O")).as_deref(), Ok("80"));
}

/// The goals of the other role may be missing, doubled, or no numbers.
#[test]
fn the_goals_of_the_other_role_do_not_count() {
    let line = "(<= (goal o ?m) (true (said ?v)) (true (said ?w)) (pay ?v ?w ?n ?m))";
    for other in ["", "(<= (goal o nothing) (true over))", "(goal o 1) (goal o 2)"] {
        let rules = OFFERS.replace(line, other);
        assert_eq!(value(&rules, Some("x")).as_deref(), Ok("50"), "{other}");
    }
    let rules = OFFERS.replace(line, "");
    assert!(matches!(value(&rules, None), Err((Fault::NoGoal(1), _))));
    let error = Compiled::for_role(rules.as_bytes(), Some("z"), Limits::default()).expect_err("z");
    assert_eq!(error.message, "there is no role 'z'; the roles are x and o");
}

/// In a game with one sum, what the second role can force is what the first one cannot keep.
#[test]
fn roles_see_one_game_from_both_sides() {
    for (name, first, second) in
        [("tictactoe", "draw", "draw"), ("hexapawn", "loss", "win"), ("nim", "win", "loss")]
    {
        let rules = String::from_utf8(example(name)).expect("text");
        assert_eq!(value(&rules, None).as_deref(), Ok(first), "{name}");
        assert_eq!(value(&rules, Some("x")).as_deref(), Ok(first), "{name}");
        assert_eq!(value(&rules, Some("o")).as_deref(), Ok(second), "{name}");
    }
}
