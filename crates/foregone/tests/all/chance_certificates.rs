//! Certificates of expectations: the independent checker accepts every one, and none whose claim is stronger.

use foregone::chance::{Answer, Certificate, Fraction, Game, Method, Question, Settings, Solver};
use foregone::proof::format::Writer;
use foregone::proof::{Failure, Options};
use foregone::{Error, check};

fn ask(game: &str, question: &Question, settings: Settings) -> Result<Answer, Error> {
    let game = Game::open(game).expect(game);
    let solver = Solver::with(&game, Settings { certificate: true, ..settings });
    solver.ask(&game.start(), question)
}

fn accepted(file: &[u8]) -> Result<Option<String>, Failure> {
    check(file, &Options::default()).map(|accepted| accepted.value)
}

/// The same records with claims that are stronger by a tiny step.
fn strengthened(certificate: &Certificate) -> Vec<u8> {
    let mut header = certificate.header().clone();
    let step = Fraction::new(1.into(), 10u64.pow(18).into());
    let by = |text: &String, step: &Fraction| {
        Some((text.parse::<Fraction>().expect("a fraction") + step).to_string())
    };
    if let Some(bound) = &header.at_most {
        header.at_most = by(bound, &-&step);
        // Claims must not cross.
        header.at_least = header.at_least.as_ref().and_then(|least| by(least, &-&step));
    } else if let Some(bound) = &header.at_least {
        header.at_least = by(bound, &step);
    }
    let mut file = Vec::new();
    let mut writer = Writer::expectations(&mut file, &header).expect("a vector");
    for proof in certificate.proofs() {
        writer.raw(&proof.bytes, proof.records).expect("a vector");
    }
    writer.finish().expect("a vector");
    file
}

/// Accepted as it is, and refused when it claims more. The value that the checker gives.
fn checked(answer: &Answer, what: &str) -> Option<String> {
    let certificate = answer.certificate().unwrap_or_else(|| panic!("{what}: no certificate"));
    let value = accepted(&certificate.to_bytes());
    let value = value.unwrap_or_else(|failure| panic!("{what}: {failure}"));
    if answer.value().is_some() {
        let failure = accepted(&strengthened(&certificate));
        assert!(matches!(failure, Err(Failure::Rejected(_))), "{what}: {failure:?}");
    }
    value
}

/// Games of every kind with their values, which come from the reference tables of the other tests.
const GAMES: [(&str, &str); 9] = [
    ("ewn:3x3", "170/243"),
    ("ewn:3x3,stones=3,max=213,min=213", "143/243"),
    ("piglet:5", "1026/1925"),
    ("piglet:3,turns=4", "4209/8192"),
    ("pig:10", "7776/10961"),
    ("pig:10,turns=2", "81543457/120932352"),
    ("darkchess:2x2,pieces=KP", "-1"),
    ("darkchess:2x2,pieces=KC", "-1/3"),
    ("darkchess:2x3,pieces=KCP,limit=2", "-2/45"),
];

#[test]
fn values_are_proved() {
    for (game, expected) in GAMES {
        let answer = ask(game, &Question::value(), Settings::default()).expect(game);
        assert_eq!(checked(&answer, game).as_deref(), Some(expected), "{game}");
    }
}

#[test]
fn every_utility_is_proved() {
    for game in ["darkchess:2x2,pieces=KC", "piglet:3,turns=4", "darkchess:2x2,pieces=CP,limit=3"] {
        for utility in ["score", "win", "not-lose", "loss=-1/3,draw=1/7,win=5/2"] {
            let question = Question::value().by(utility);
            let answer = ask(game, &question, Settings::default()).expect(game);
            let value = answer.value().expect("solved").to_string();
            assert_eq!(checked(&answer, utility), Some(value), "{game} {utility}");
        }
    }
}

#[test]
fn thresholds_are_proved_by_one_claim() {
    for (game, number, holds) in [
        ("ewn:3x3", "2/3", true),
        ("ewn:3x3", "7/10", false),
        ("piglet:5", "1/2", true),
        ("pig:10", "3/4", false),
        ("darkchess:2x2,pieces=KC", "0", false),
    ] {
        let question = Question::value().at_least(number).expect("a number");
        let answer = ask(game, &question, Settings::default()).expect(game);
        assert_eq!(answer.holds(), Some(holds), "{game} {number}");
        checked(&answer, game);
        let certificate = answer.certificate().expect("a certificate");
        let header = certificate.header();
        assert_eq!((header.at_least.is_some(), header.at_most.is_some()), (holds, !holds));
    }
}

/// Bounds that are not the value: fixed point, and a search that was stopped.
#[test]
fn bounds_are_proved() {
    let settings = Settings { method: Method::Interval, ..Settings::default() };
    let answer = ask("pig:10", &Question::value(), settings).expect("pig");
    assert_eq!(checked(&answer, "interval"), None);
    let certificate = answer.certificate().expect("a certificate");
    assert_eq!(certificate.header().at_least, Some(answer.low.to_string()));
    assert_eq!(certificate.header().at_most, Some(answer.high.to_string()));
    let game = Game::open("ewn:4x4,stones=3").expect("a game");
    let position = game.place(Some("..../.2.3/..1./..ab max"), None).expect("a position");
    let settings = Settings { nodes: Some(60), certificate: true, ..Settings::default() };
    let answer = Solver::with(&game, settings).ask(&position, &Question::value()).expect("ewn");
    assert_eq!(checked(&answer, "stopped"), None);
    assert_eq!(answer.certificate().expect("a certificate").claims(), ["at least 1/3"]);
    let none = Settings { nodes: Some(1), ..Settings::default() };
    let answer = ask("ewn:4x4,stones=3", &Question::value(), none).expect("ewn");
    assert!(answer.certificate().is_none());
}

#[test]
fn a_graph_file_and_a_finished_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("offer.json");
    let text = r#"{"outcomes":["-1","0","1"],"start":"a","repetition":"0","nodes":{
        "a":{"player":"max","moves":["toss","draw"]},
        "toss":{"player":"chance","moves":["win","lose","a"],"weights":[3,2,1]},
        "draw":{"value":"0"},"win":{"value":"1"},"lose":{"value":"-1"}}}"#;
    std::fs::write(&path, text).expect("a file");
    let game = format!("graph:{}", path.display());
    let answer = ask(&game, &Question::value(), Settings::default()).expect("a graph");
    assert_eq!(answer.value().map(ToString::to_string).as_deref(), Some("1/5"));
    let certificate = answer.certificate().expect("a certificate");
    let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
    assert_eq!(certificate.header().graph, Some(hash));
    assert_eq!(certificate.header().infinite.as_deref(), Some("0"));
    let game = Game::open("darkchess:2x2,pieces=KC").expect("a game");
    let over = game.place(Some("K./.. - min"), None).expect("a position");
    let settings = Settings { certificate: true, ..Settings::default() };
    let answer = Solver::with(&game, settings).ask(&over, &Question::value()).expect("over");
    assert_eq!(checked(&answer, "over").as_deref(), Some("1"));
}

#[test]
fn expectimax_has_no_strategy_to_write() {
    let settings = Settings { method: Method::Expectimax, ..Settings::default() };
    let error = ask("ewn:3x3", &Question::value(), settings).expect_err("no strategy");
    assert!(error.to_string().contains("use star2 or star1"), "{error}");
}

/// The sizes that the document gives, of the games that are solved quickly. The bytes depend on the compression, too.
#[test]
fn sizes_are_those_of_the_document() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/certificate-chance.md");
    let document = std::fs::read_to_string(path).expect("the document");
    let sizes = document.split("## Sizes and costs").nth(1).expect("the section");
    for game in ["ewn:3x3,stones=3", "darkchess:2x3,pieces=KCP", "piglet:5", "pig:25"] {
        let row = sizes.lines().find(|line| line.starts_with(&format!("| `{game}` |")));
        let cells: Vec<&str> = row.expect(game).split('|').map(str::trim).collect();
        let number = |cell: &str| cell.replace(',', "").parse::<u64>().expect("a number");
        let answer = ask(game, &Question::value(), Settings::default()).expect(game);
        assert_eq!(answer.value().expect("solved").to_string(), cells[2], "{game}");
        let certificate = answer.certificate().expect("a certificate");
        let records: u64 = certificate.proofs().iter().map(|proof| proof.records).sum();
        assert_eq!(records, number(cells[4]), "{game}");
        assert_eq!(certificate.to_bytes().len() as u64, number(cells[3]), "{game}");
    }
}

/// Hypergammon is proved by a table of all positions, for any position and utility, and by a strategy where that is small.
#[test]
fn tables_of_hypergammon_are_proved() {
    let crooked = "-3=-9,-2=-1,-1=0,1=0,2=1,3=2";
    let by = |utility| Question::value().by(utility);
    let threshold = Question::value().at_least("1/2").expect("a number");
    let sweeps = Settings::default();
    let interval = Settings { method: Method::Interval, ..Settings::default() };
    for (game, moves, question, settings, is_table) in [
        ("hypergammon:1", "", by("score"), &sweeps, true),
        ("hypergammon:1", "62", by("win"), &sweeps, true),
        ("hypergammon:1", "62 24/16", by(crooked), &sweeps, true),
        ("hypergammon:1", "62", threshold, &sweeps, true),
        ("hypergammon:1", "62", by("score"), &interval, false),
        ("hypergammon:2", "", by("score"), &sweeps, true),
    ] {
        let what = format!("{game} {moves} {question:?}");
        let game = Game::open(game).expect(game);
        let solver = Solver::with(&game, Settings { certificate: true, ..settings.clone() });
        let position = game.place(None, Some(moves)).expect("moves");
        let answer = solver.ask(&position, &question).expect("an answer");
        let certificate = answer.certificate().unwrap_or_else(|| panic!("{what}: no certificate"));
        assert_eq!(certificate.header().table, is_table, "{what}");
        let is_value = answer.at_least.is_none();
        assert_eq!(certificate.claims().len(), if is_value { 2 } else { 1 }, "{what}");
        let bounds = [&answer.low, &answer.high].map(|bound| Some(bound.to_string()));
        assert_eq!(certificate.header().at_least, bounds[0], "{what}");
        assert!(!is_value || certificate.header().at_most == bounds[1], "{what}");
        accepted(&certificate.to_bytes()).unwrap_or_else(|failure| panic!("{what}: {failure}"));
        let failure = accepted(&strengthened(&certificate));
        assert!(!is_table || matches!(failure, Err(Failure::Rejected(_))), "{what}: {failure:?}");
    }
}
