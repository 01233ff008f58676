//! Broken rule files: each error has its place and names what is wrong.

use std::sync::Arc;

use foregone_game::{Game, Outcome};
use foregone_gdl::{Compiled, Error, Fault, Limits, Place, Returns, RuleGame, Stage};

/// A small game without faults: three counters, one is taken in each turn.
const GOOD: &str = "\
(role x) (role o)
(init (turn x)) (init (heap 3))
(less 0 1) (less 1 2) (less 2 3)
(<= (legal ?p (take one)) (true (turn ?p)))
(<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
(<= (next (heap ?n)) (true (heap ?m)) (less ?n ?m))
(<= (next (turn x)) (true (turn o)))
(<= (next (turn o)) (true (turn x)))
(<= terminal (true (heap 0)))
(<= (goal ?p 100) (role ?p) (not (true (turn ?p))))
(<= (goal ?p 0) (true (turn ?p)))
";

fn with_line(line: usize, text: &str) -> String {
    let mut lines: Vec<&str> = GOOD.lines().collect();
    lines[line - 1] = text;
    lines.join("\n")
}

fn open(text: &str) -> Result<Compiled, Error> {
    Compiled::new(text.as_bytes(), Limits::default())
}

#[track_caller]
fn refused(text: &str, stage: Stage, place: Option<(u32, u32)>, words: &str) {
    let error = open(text).map(|_| ()).expect_err(text);
    let place = place.map(|(line, column)| Place { line, column });
    assert_eq!((error.stage, error.place), (stage, place), "{error}");
    assert!(error.message.contains(words), "{error}");
}

#[test]
fn the_base_has_no_fault() {
    let compiled = open(GOOD).expect("a game");
    assert_eq!(compiled.warnings, []);
    assert_eq!(compiled.roles, ["x", "o"]);
}

#[test]
fn errors_of_reading_have_places() {
    let reading = |text: &str, at, words| refused(text, Stage::Reading, Some(at), words);
    reading(
        &with_line(7, "(<= (next (heap 9)) (true (heap 9))\n(<= (next (turn x)) (true (turn o)))"),
        (7, 1),
        "never closed",
    );
    reading(
        &with_line(6, "(<= (next (heap ?n)) (true (heap ?m)) (less ?n ?m)))"),
        (6, 52),
        "')' without '('",
    );
    reading(
        &with_line(4, "(<= (legal ?p (take one)) (?q (turn ?p)))"),
        (4, 28),
        "the variable ?q in the place of a name",
    );
    reading("hello world", (1, 1), "a word outside all lists");
    reading("(role x)\n(<= ((a) b))", (2, 6), "a list in the place of a name");
    reading("(role x) ()", (1, 10), "an empty list");
    reading("(<=)", (1, 1), "a rule without a head");
    reading("(<= ?x (role ?x))", (1, 5), "a variable in the place of a sentence");
    reading("(<= terminal (not a b))", (1, 14), "'not' takes one argument");
    reading("(<= terminal (distinct a))", (1, 14), "'distinct' takes two arguments");
    reading("(or a b)", (1, 1), "'or' cannot be concluded");
    reading(&"(".repeat(300), (1, 201), "nested more than 200 deep");
    reading("(role x)\n(a\u{7}b)", (2, 2), "control character");
    let error = Compiled::new(b"(role x)\n(\xff)", Limits::default()).expect_err("not UTF-8");
    assert_eq!(error.place, Some(Place { line: 2, column: 2 }));
    let explosion = format!("(<= terminal {})", "(or a b c d e f g h i j) ".repeat(12));
    reading(&explosion, (1, 114), "more than 10000 rules");
}

#[test]
fn errors_of_checking_have_places() {
    let checking = |text: &str, at, words| refused(text, Stage::Checking, Some(at), words);
    checking(
        &with_line(6, "(<= (next (heap ?k)) (true (heap ?m)) (less ?n ?m))"),
        (6, 5),
        "?k of the head (next (heap ?k))",
    );
    checking(&with_line(9, "(<= terminal (not (true (heap ?n))))"), (9, 19), "unsafe negation: ?n");
    checking(
        &with_line(9, "(<= terminal (true (heap ?n)) (distinct ?n ?k))"),
        (9, 5),
        "?k in 'distinct' at 9:31",
    );
    checking(
        &with_line(2, "(init (turn x) 3) (init (heap 3))"),
        (2, 1),
        "'init' takes one argument, not 2",
    );
    checking(
        &with_line(7, "(<= (does x noop) (true (turn o)))"),
        (7, 5),
        "'does' cannot be concluded",
    );
    checking(
        &with_line(7, "(<= (true (turn x)) (true (turn o)))"),
        (7, 5),
        "'true' cannot be concluded",
    );
    checking(
        &with_line(9, "(<= terminal (does x (take one)))"),
        (9, 5),
        "must not depend on 'does'",
    );
    checking(
        &with_line(9, "(<= terminal (bad))\n(<= bad (does x (take one)))"),
        (9, 5),
        "must not depend on 'does'",
    );
    checking(
        &with_line(3, "(less 0 1) (<= (init (a)) (true (heap 3)))"),
        (3, 16),
        "'init' must not depend on 'true'",
    );
    checking(&with_line(3, "(<= (sees x a) (true (heap 3)))"), (3, 5), "hidden information");
    for (line, name) in [(1, "role"), (9, "terminal")] {
        refused(&with_line(line, ""), Stage::Checking, None, &format!("no rule for '{name}'"));
    }
    let without = |name: &str| -> String {
        let lines = GOOD.lines().filter(|line| !line.contains(name));
        lines.map(|line| format!("{line}\n")).collect()
    };
    refused(&without("(legal"), Stage::Checking, None, "no rule for 'legal'");
    refused(&without("(goal"), Stage::Checking, None, "no rule for 'goal'");
    refused("", Stage::Checking, None, "the file has no rule");
    refused("; a comment", Stage::Checking, None, "the file has no rule");
}

/// Negation is judged sentence by sentence: a rule may say "0 unless 100".
#[test]
fn negation_through_itself_is_refused() {
    let grounding = |text: &str, at, words| refused(text, Stage::Grounding, Some(at), words);
    let fixed = "(<= (p ?n) (less ?n ?m) (not (q ?n)))\n(<= (q ?n) (less ?n ?m) (not (p ?n)))\n(<= terminal (true (heap 0)) (p 0))";
    grounding(&with_line(9, fixed), (9, 30), "not stratified: 'p'");
    let varying = "(<= p (true (heap 0)) (not q))\n(<= q (true (heap 0)) (not p))\n(<= terminal p)";
    grounding(&with_line(9, varying), (9, 28), "not stratified: 'p'");
    let unless = "(<= (goal ?p 0) (role ?p) (not (goal ?p 100)))";
    assert!(open(&with_line(11, unless)).is_ok());
    let even = "(<= (even ?m) (less ?n ?m) (not (even ?n)))\n(<= terminal (true (heap 0)) (not (even 0)) (even 1))";
    assert!(open(&with_line(9, even)).is_ok());
}

#[test]
fn terms_that_grow_and_rules_with_too_many_instances_are_refused() {
    let growing = with_line(6, "(<= (next (heap (s ?m))) (true (heap ?m)))");
    refused(
        &growing,
        Stage::Grounding,
        Some((6, 5)),
        "terms grow for ever: (next (heap (s ?m))) made (next (heap (s (s",
    );
    let wide = with_line(
        3,
        "(less 0 1) (<= (wide ?a ?b ?c ?d) (true (heap ?a)) (less ?b ?x) (less ?c ?y) (less ?d ?z))\n(less 1 2) (less 2 3)",
    );
    let limits = Limits { instances: 60, ..Limits::default() };
    let error = Compiled::new(wide.as_bytes(), limits).expect_err("too many");
    assert_eq!(error.place, Some(Place { line: 3, column: 16 }), "{error}");
    assert!(error.message.contains("more than 60 instances, and this rule for 'wide'"), "{error}");
    let limits = Limits { stop: &|| true, steps: 10, ..Limits::default() };
    let error = Compiled::new(wide.as_bytes(), limits).expect_err("stopped");
    assert!(error.message.contains("not found within the limit of steps"), "{error}");
}

#[test]
fn games_of_other_numbers_of_roles_are_refused() {
    let opening = |text: &str, at, words| refused(text, Stage::Opening, at, words);
    opening(&with_line(1, "(role x)"), None, "one role");
    opening(&with_line(1, "(role x) (role o) (role z)"), Some((1, 19)), "3 roles");
    opening(&with_line(1, "(role x) (role random)"), Some((1, 10)), "'random'");
    opening(
        &with_line(11, "(<= (goal ?p none) (true (turn ?p)))"),
        None,
        "'none' is not a whole number",
    );
}

#[test]
fn warnings_name_what_is_likely_wrong() {
    let misspelt = with_line(
        4,
        "(<= (legal ?p (take one)) (true (trun ?p)))\n(<= (legal ?p (take one)) (tru (turn ?p)))",
    );
    let warnings = open(&misspelt).expect("rules all the same").warnings;
    let found: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    assert_eq!(
        found[0],
        "4:27: no init and no next makes 'trun' with 1 arguments: it is never true"
    );
    assert_eq!(found[1], "5:27: 'tru' has no rule with 1 arguments: it never holds");
    let rendered = warnings[1].render("f.kif", &misspelt);
    assert!(rendered.ends_with("\n                            ^"), "{rendered}");
    let cased = with_line(11, "(<= (goal ?P 0) (true (Turn ?p)))");
    let warnings = open(&cased).expect("a game").warnings;
    assert!(warnings[0].to_string().starts_with("11:24: 'Turn' is read as 'turn'"), "{warnings:?}");
    let stranger =
        with_line(11, "(<= (goal ?p 0) (true (turn ?p)))\n(<= (goal z 0) (true (turn x)))");
    assert_eq!(
        open(&stranger).expect("a game").warnings[0].to_string(),
        "12:5: a goal for 'z', which is no role"
    );
}

/// Plays all lines and gives back the first fault.
fn fault(text: &str) -> Result<Option<(Fault, String)>, Error> {
    let compiled = Arc::new(open(text)?);
    let game = RuleGame::<4, _>::new(compiled, Returns { infinite: Outcome(0) })?;
    let mut open = vec![game.start()];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = open.pop() {
        if seen.insert(position) && game.outcome(&position).is_none() {
            let mut children = Vec::new();
            game.children(&position, &mut children);
            open.extend(children.into_iter().map(|(_, child)| child));
        }
    }
    Ok(game.finding().map(|finding| (finding.fault, finding.message.clone())))
}

#[test]
fn faults_of_play_name_the_position() {
    assert_eq!(fault(GOOD).expect("a game"), None);
    let simultaneous =
        with_line(4, "(<= (legal ?p (take one)) (role ?p))\n(<= (legal ?p (take two)) (role ?p))");
    let error = fault(&simultaneous).expect_err("both choose");
    assert!(
        error.stage == Stage::Play
            && error.message.contains("both roles have a choice at (heap 3) (turn x)"),
        "{error}"
    );
    let error = fault(&with_line(5, "")).expect_err("no move");
    assert!(error.message.contains("o has no legal move at (heap 3) (turn x)"), "{error}");
    let later =
        with_line(5, "(<= (legal ?p noop) (role ?p) (not (true (turn ?p))) (not (true (heap 1))))");
    let (found, message) = fault(&later).expect("a game").expect("a fault");
    assert_eq!(found, Fault::NoMove(1));
    assert!(message.contains("o has no legal move at (heap 1) (turn x)"), "{message}");
    let (found, message) =
        fault(&with_line(11, "(<= (goal ?p 0) (role ?p))")).expect("a game").expect("a fault");
    assert_eq!(found, Fault::TwoGoals(0));
    assert!(message.contains("x has two goals at the end (heap 0) (turn o)"), "{message}");
    let (found, message) = fault(&with_line(11, "")).expect("a game").expect("a fault");
    assert_eq!(found, Fault::NoGoal(1));
    assert!(message.contains("o has no goal at the end"), "{message}");
    let sums = "(<= (goal ?p 0) (true (turn ?p)))\n(<= (legal ?p (take all)) (true (turn ?p)))\n(<= (next done) (does x (take all)))\n(<= terminal (true done))";
    let sums = with_line(11, sums)
        .replace("(goal ?p 0) (true (turn ?p))", "(goal ?p 0) (true (turn ?p)) (not (true done))")
        + "\n(<= (goal ?p 40) (true (turn ?p)) (true done))";
    let (found, message) = fault(&sums).expect("a game").expect("a fault");
    assert!(matches!(found, Fault::OtherSum(..)), "{message}");
    let (alone, _) = fault(&with_line(11, "(<= (goal ?p 40) (true (turn ?p)))"))
        .map_or((None, 0), |found| (found, 0));
    assert_eq!(alone, None, "one sum at all ends is a sum");
}

/// A move of a name that is no role is never made.
#[test]
fn moves_of_strangers_are_not_made() {
    let stranger = with_line(
        5,
        "(<= (legal z (take one)) (true (turn x)))\n(<= (next odd) (does z (take one)))\n(<= (legal ?p noop) (role ?p) (not (true (turn ?p))))",
    );
    assert_eq!(fault(&stranger).expect("a game"), None);
}
