//! Certificates of games of rule files: what they prove, that lines that return and broken rules are rejected, and what headers
//! must say.

use foregone_proof::format::{Header, Record, Writer};
use foregone_proof::rules::{RuleFile, Rules};
use foregone_proof::{Accepted, Failure, Missing, Options, check};

use crate::common::{Parts, rejection};

/// Rules of a token that two roles move along edges, each from its own nodes. `more` are the facts of one such game.
fn token(more: &str) -> String {
    format!(
        "(role x) (role o) (init (at a)) {more}
         (<= (legal x (go ?n)) (true (at ?m)) (max ?m) (edge ?m ?n))
         (<= (legal o (go ?n)) (true (at ?m)) (min ?m) (edge ?m ?n))
         (<= (legal x wait) (true (at ?m)) (min ?m))
         (<= (legal o wait) (true (at ?m)) (max ?m))
         (<= (next (at ?n)) (does ?p (go ?n)))
         (<= terminal (true (at ?n)) (end ?n ?g))
         (sum 0 100) (sum 50 50) (sum 100 0)
         (<= (goal x ?g) (true (at ?n)) (end ?n ?g))
         (<= (goal o ?h) (true (at ?n)) (end ?n ?g) (sum ?g ?h))"
    )
}

/// Max can only go round in circles or lose.
const CIRCLES: &str = "(max a) (min b) (max c) (max d) (edge a lost) (edge a b) (edge b c) (edge b d) (edge c b) (edge c lost)
    (edge d a) (edge d lost) (end lost 0) (end drawn 50) (end won 100)";

/// Max wins, and passes nodes by which play could return.
const DETOURS: &str = "(max a) (min b) (max c) (max d) (min e) (edge a b) (edge a lost) (edge b c) (edge b d) (edge c b) (edge c won)
    (edge d c) (edge d e) (edge e d) (edge e won) (end lost 0) (end won 100)";

/// A certificate in format 1 of a claim about the start.
fn certificate(
    file: &str,
    game: &str,
    claim: (Option<&str>, Option<&str>),
    choices: &[u64],
) -> Parts {
    let mut header = Header::new(game, "(at a)");
    let text = |name: Option<&str>| name.map(str::to_owned);
    (header.at_least, header.at_most) = (text(claim.0), text(claim.1));
    header.gdl = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    let infinite = game.split_once(",infinite=").map(|(_, name)| name.split(',').next());
    header.infinite = infinite.flatten().map(str::to_owned);
    let record = |&choice: &u64| Record { choice, keep: false };
    Parts { header, records: choices.iter().map(record).collect() }
}

fn by(file: &str, bytes: &[u8]) -> Result<Accepted, Failure> {
    check(bytes, &Options::with_game_file(file.as_bytes()))
}

fn refused(file: &str, parts: &Parts, why: &str) {
    let said = rejection(by(file, &parts.seal()));
    assert!(said.contains(why), "{said}");
}

#[test]
fn what_ends_is_proved_without_a_word_on_infinite_play() {
    let file = token(DETOURS);
    // At a the moves are (go b) and (go lost), at c (go b) and (go won), at d (go c) and (go e).
    let parts = certificate(&file, "gdl:detours.kif", (Some("win"), None), &[0, 1, 0, 1]);
    let accepted = by(&file, &parts.seal()).expect("a proof");
    assert_eq!(accepted.value.as_deref(), Some("win"));
    assert_eq!((accepted.records, accepted.longest_line), (4, 4));
    refused(
        &file,
        &certificate(&file, "gdl:detours.kif", (Some("win"), None), &[0, 0]),
        "the line returns to \"(at b)\"",
    );
    refused(
        &file,
        &certificate(&file, "gdl:detours.kif", (Some("win"), None), &[1]),
        "play ends at \"(at lost)\" with \"loss\"",
    );
    refused(
        &file,
        &certificate(&file, "gdl:detours.kif", (Some("win"), None), &[0, 1, 1, 1]),
        "the line returns to",
    );
    refused(
        &file,
        &certificate(&file, "gdl:detours.kif", (Some("win"), None), &[7]),
        "is not below 2",
    );
}

#[test]
fn where_infinite_play_has_a_value_it_may_prove_a_claim() {
    let file = token(CIRCLES);
    let game = "gdl:circles.kif,infinite=draw";
    let parts = certificate(&file, game, (Some("draw"), None), &[0, 0, 0]);
    assert_eq!(by(&file, &parts.seal()).expect("a proof").claims, ["at least draw"]);
    refused(
        &file,
        &certificate(&file, game, (Some("win"), None), &[0, 0, 0]),
        "the claim needs progress",
    );
    // Without a value the same records prove nothing.
    let silent = certificate(&file, "gdl:circles.kif", (Some("draw"), None), &[0, 0, 0]);
    refused(&file, &silent, "where nothing says what infinite play is worth");
    let mut other = parts.clone();
    other.header.infinite = None;
    refused(&file, &other, "the member \"infinite\" is missing");
    other.header.infinite = Some("win".to_owned());
    refused(&file, &other, "infinite play is worth \"draw\", not \"win\"");
    let unknown =
        certificate(&file, "gdl:circles.kif,infinite=much", (Some("draw"), None), &[0, 0, 0]);
    refused(&file, &unknown, "rule file: infinite=\"much\" is no outcome");
}

/// A citation of a position on the line would be a proof by itself.
#[test]
fn a_position_on_the_line_cannot_be_cited() {
    let file = token(CIRCLES);
    let header = certificate(&file, "gdl:circles.kif", (Some("draw"), None), &[]).header;
    // a is exported; at c, Min's b is met again; at d, a would be cited.
    for records in [&[2_u8, 0, 7][..], &[2, 0, 0], &[2, 7], &[2, 7, 11]] {
        let mut bytes = Vec::new();
        let mut writer = Writer::in_parts(&mut bytes, &header).expect("a writer");
        let part: Vec<u8> = [0, 0].iter().chain(records).copied().collect();
        writer.part(0, &part).expect("a part");
        writer.count(records.len() as u64);
        writer.finish().expect("a file");
        rejection(by(&file, &bytes));
    }
}

#[test]
fn the_other_role_can_be_max() {
    let file = token(DETOURS);
    // For o the game is lost: x has a winning strategy.
    let parts = certificate(&file, "gdl:detours.kif,role=o", (None, Some("loss")), &[0, 1, 0, 1]);
    assert_eq!(by(&file, &parts.seal()).expect("a proof").value.as_deref(), Some("loss"));
    let parts = certificate(&file, "gdl:detours.kif,role=z", (None, Some("loss")), &[0, 1, 0, 1]);
    refused(&file, &parts, "rule file: \"z\" is no role; the roles are x and o");
}

/// Positions at which the rules are not those of such a game are found when a proof comes to them, and only then.
#[test]
fn broken_rules_are_rejected_where_they_are_met() {
    for (facts, why) in [
        (
            "(max a) (min a) (edge a won) (edge a lost) (end lost 0) (end won 100)",
            "both roles have a choice",
        ),
        ("(max a) (edge a b) (edge a won) (end lost 0) (end won 100)", "x has no legal move"),
        (
            "(max a) (edge a b) (edge a won) (end b 0) (end b 100) (end won 100)",
            "x has several goals",
        ),
        ("(max a) (edge a b) (edge a won) (end b none) (end won 100)", "is not a whole number"),
    ] {
        let file = token(facts);
        let first = certificate(&file, "gdl:broken.kif", (Some("win"), None), &[0]);
        refused(&file, &first, why);
        if !facts.contains("(min a)") {
            let second = certificate(&file, "gdl:broken.kif", (Some("win"), None), &[1]);
            by(&file, &second.seal()).expect("the proof does not come there");
        }
    }
    let silent = token("(max a) (edge a b) (edge a won) (end won 100)")
        .replace("(goal x ?g)", "(goal z ?g)");
    refused(
        &silent,
        &certificate(&silent, "gdl:broken.kif", (Some("win"), None), &[1]),
        "x has no goal",
    );
}

#[test]
fn the_header_names_the_file_by_its_hash() {
    let file = token(DETOURS);
    let parts = certificate(&file, "gdl:detours.kif", (Some("win"), None), &[0, 1, 0, 1]);
    let with = |change: &dyn Fn(&mut Header), why: &str| {
        let mut changed = parts.clone();
        change(&mut changed.header);
        refused(&file, &changed, why);
    };
    with(&|it| it.gdl = None, "the member \"gdl\" with the hash of the rule file is missing");
    with(&|it| it.gdl = Some("00".repeat(32)), "its hash differs");
    with(&|it| it.gdl = Some("AB".repeat(32)), "is not 64 lower-case hexadecimal digits");
    with(&|it| it.graph = it.gdl.clone(), "the member \"graph\" is only for graph: games");
    with(&|it| it.game = "tictactoe".to_owned(), "the member \"gdl\" is only for gdl: games");
    with(&|it| it.rules = 2, "rules version 2");
    with(&|it| it.position = "(at nowhere)".to_owned(), "x has no legal move");
    with(&|it| it.position = "( at a )".to_owned(), "the position is not written as sentences");
    with(&|it| it.position = "(at a) (at a)".to_owned(), "a sentence stands twice");
    with(&|it| it.position = "(at ?x)".to_owned(), "a position has no variables");
    with(&|it| it.at_least = Some("much".to_owned()), "is not an outcome of the game");
    let other = file.replace("(edge d e)", "(edge d  e)");
    assert!(rejection(by(&other, &parts.seal())).contains("its hash differs"), "every byte counts");
    assert_eq!(parts.verdict(), Err(Failure::Missing(Missing::RuleFile)));
}

/// A value follows from one claim only if no goal can be better.
#[test]
fn the_goals_are_found_in_the_rules() {
    let outcomes = |file: &str, named: &[&str]| {
        let rules = RuleFile::open(file.as_bytes(), "gdl:a.kif", named).expect("a rule file");
        rules.outcomes().join(" ")
    };
    assert_eq!(outcomes(&token(DETOURS), &[]), "loss win");
    assert_eq!(outcomes(&token(CIRCLES), &[]), "loss draw win");
    assert_eq!(outcomes(&token(CIRCLES), &["50"]), "0 50 100");
    assert_eq!(outcomes(&token("(end lost 0) (end won 75)"), &[]), "0 75");
    assert_eq!(outcomes(&token("(end lost 0) (end won 75)"), &["win"]), "loss 75 win");
    // A goal that is counted in play: what can be counted is in the rules for next.
    let counted = token("(max a) (edge a b) (end b 0)").replace(
        "(<= (goal x ?g) (true (at ?n)) (end ?n ?g))",
        "(init (score 0)) (succ 0 1) (succ 1 2) (<= (next (score ?n)) (true (score ?m)) (succ ?m ?n)) (<= (goal x ?s) (true (score ?s)))",
    );
    assert_eq!(outcomes(&counted, &[]), "0 1 2");
    // The goal may be any sentence of the state.
    let any = token("(max a) (edge a b) (end b 0)").replace(
        "(goal x ?g) (true (at ?n)) (end ?n ?g)",
        "(goal x ?g) (true (at ?n)) (does x (go ?g))",
    );
    assert!(
        RuleFile::open(any.as_bytes(), "gdl:a.kif", &[]).is_err(),
        "goals do not depend on moves"
    );
}

#[test]
fn certificates_of_minimax_are_accepted() {
    let file = token(
        "(max a) (min b) (min c) (max d) (max e) (edge a b) (edge a c) (edge b d) (edge b e) (edge c e) (edge c lost)
         (edge d drawn) (edge d lost) (edge e won) (edge e drawn) (end lost 0) (end drawn 50) (end won 100)",
    );
    let rules = RuleFile::open(file.as_bytes(), "gdl:a.kif", &[]).expect("a rule file");
    let mut parts = Parts::of_value(&rules, "gdl:a.kif", &rules.write(&rules.start()));
    parts.header.gdl = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    let accepted = by(&file, &parts.seal()).expect("a proof");
    assert_eq!(accepted.value.as_deref(), Some("draw"));
    let changed = (0..parts.records.len()).map(|at| {
        let mut changed = parts.clone();
        changed.records[at].choice ^= 1;
        by(&file, &changed.seal())
    });
    assert!(changed.filter(Result::is_err).count() >= 3, "most choices are the only right ones");
}

#[test]
fn files_that_are_no_rules_are_refused_in_a_sentence() {
    for (file, why) in [
        ("(role x", "'(' is never closed"),
        ("(role x) (role o))", "')' without '('"),
        ("(role x)", "the file has 1 roles"),
        ("hello", "a word outside all lists"),
        ("(role x) (role o) (<= (true a) (role x))", "cannot be concluded"),
        ("(role x) (role o) (<= terminal (does x a))", "must not depend on 'does'"),
        ("(role x) (role o) (<= (init ?x) (true ?x))", "'init' and 'role' must not depend"),
        ("(role x) (role o) (<= (p ?x) (not (q ?x)))", "bound by no positive sentence"),
        ("(role x) (role o) (<= p (not q)) (<= q (not p))", "depends on its own negation"),
        ("(role x) (role o) (n a) (<= (n (s ?x)) (n ?x))", "the rules make ever more terms"),
    ] {
        let said = RuleFile::open(file.as_bytes(), "gdl:a.kif", &[]).expect_err(file);
        assert!(said.contains(why), "{file}: {said}");
    }
    let deep = "(".repeat(300);
    assert!(RuleFile::open(deep.as_bytes(), "gdl:a.kif", &[]).is_err());
    assert!(RuleFile::open(b"\xff\xfe", "gdl:a.kif", &[]).expect_err("no text").contains("UTF-8"));
}
