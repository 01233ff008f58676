//! Small certificates that were written by hand, one for every kind of game, and what is wrong with their neighbours.

use foregone_proof::format::{ExpectationHeader, Header, Writer};
use foregone_proof::rules::chance::{ChanceRules, Turn};
use foregone_proof::{Failure, Options, check, check_expectation_with, check_with, lookup, remote};

use super::writer::{Certificate, Step, seal_raw};
use crate::common::rejection;

/// Max takes 0 for sure, or tosses a coin that is worth -1 once and 1 twice in three times.
const OFFER: &str = r#"{"outcomes": ["-1", "0", "1"], "start": "a", "nodes": {
  "a": {"player": "max", "moves": ["sure", "toss"]},
  "toss": {"player": "chance", "moves": ["lost", "won"], "weights": [1, 2]},
  "lost": {"value": "-1"}, "sure": {"value": "0"}, "won": {"value": "1"}}}"#;

/// Max may go on or leave for 1/2, Min may go on or leave for 1; infinite play is worth the repetition.
fn circle(repetition: &str) -> String {
    format!(
        r#"{{"outcomes": ["0", "1/2", "1"], "start": "a", "repetition": "{repetition}", "nodes": {{
  "a": {{"player": "max", "moves": ["b", "half"]}}, "b": {{"player": "min", "moves": ["a", "one"]}},
  "half": {{"value": "1/2"}}, "one": {{"value": "1"}}}}}}"#
    )
}

/// A coin is tossed until it falls on heads, which is worth 1; tails lead back, for ever worth 0.
const TOSSES: &str = r#"{"outcomes": ["0", "1"], "start": "a", "repetition": "0", "nodes": {
  "a": {"player": "chance", "moves": ["a", "won"], "weights": [3, 1]}, "won": {"value": "1"}}}"#;

fn claim(
    file: &str,
    worths: &[&str],
    at_least: Option<&str>,
    at_most: Option<&str>,
) -> ExpectationHeader {
    let mut header = ExpectationHeader::new("graph:game.json", "a", worths.iter().copied());
    header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    header.at_least = at_least.map(str::to_owned);
    header.at_most = at_most.map(str::to_owned);
    header
}

fn accepted(file: &str, header: &ExpectationHeader, steps: &[Step]) -> foregone_proof::Accepted {
    let certificate = Certificate { header: header.clone(), steps: steps.to_vec() };
    super::verdict(&certificate.seal(), file).unwrap_or_else(|failure| panic!("{failure}"))
}

fn refused(file: &str, header: &ExpectationHeader, steps: &[Step], why: &str) {
    let certificate = Certificate { header: header.clone(), steps: steps.to_vec() };
    let sentence = rejection(super::verdict(&certificate.seal(), file));
    assert!(sentence.contains(why), "{sentence}");
}

const WORTHS: [&str; 3] = ["-1", "0", "1"];

#[test]
fn play_that_never_returns() {
    let header = claim(OFFER, &WORTHS, Some("1/3"), Some("1/3"));
    let max = [Step::followed(1), Step::followed(0)];
    let min = [Step::followed(0), Step::followed(0)];
    let found = accepted(OFFER, &header, &[max.clone(), min.clone()].concat());
    assert_eq!(found.value.as_deref(), Some("1/3"));
    assert_eq!((found.positions, found.records, found.longest_line), (4 + 5, 4, 2));
    assert_eq!(found.utility[0], ("-1".to_owned(), "-1".to_owned()));
    // A stated number may be lower than the computed one, but not higher.
    let header = claim(OFFER, &WORTHS, Some("1/3"), None);
    let stated = |number: &[i64]| [max[0].clone(), Step::stated(0, number, None)];
    accepted(OFFER, &header, &stated(&[1, 3]));
    refused(OFFER, &header, &stated(&[2, 5]), "the number \"2/5\" is stated for \"toss\"");
    refused(OFFER, &header, &stated(&[1, 4]), "the proof gives \"a\" only the number \"1/4\"");
    refused(OFFER, &header, &stated(&[2, 6]), "is not a fraction in lowest terms");
    refused(OFFER, &header, &stated(&[1, 0]), "is not a fraction in lowest terms");
    refused(OFFER, &header, &[Step::followed(0)], "only the number \"0\"");
    refused(OFFER, &header, &[Step::followed(2)], "the choice 2 at \"a\" is not below 2");
    refused(OFFER, &header, &max[..1], "there is no record for \"toss\"");
    refused(OFFER, &header, &[max[0].clone(), Step::followed(1)], "nothing to choose at \"toss\"");
    refused(OFFER, &header, &[max[0].clone(), Step::given_up()], "only the number \"-1\"");
    let more = [max.to_vec(), vec![Step::followed(0)]].concat();
    refused(OFFER, &header, &more, "records are left after record 2");
    let wrong = Step { bits: 3, ..max[0].clone() };
    refused(
        OFFER,
        &header,
        &[wrong],
        "record 1 (in the chunk that begins here) has the two lowest bits 3",
    );
    let wrong = Step { rest: 1, ..Step::given_up() };
    refused(OFFER, &header, &[wrong], "gives the position up");
}

#[test]
fn denominators_round_against_the_claim() {
    let mut header = claim(OFFER, &WORTHS, Some("1/3"), None);
    let steps = [Step::followed(1), Step::followed(0)];
    header.denominator = Some("6".to_owned());
    accepted(OFFER, &header, &steps);
    header.denominator = Some("10".to_owned());
    refused(OFFER, &header, &steps, "only the number \"3/10\"");
    header.at_least = Some("3/10".to_owned());
    accepted(OFFER, &header, &steps);
    let stated = |number: i64| [Step::followed(1), Step::stated(0, &[number], None)];
    accepted(OFFER, &header, &stated(3));
    refused(OFFER, &header, &stated(4), "the number \"2/5\" is stated for \"toss\"");
    (header.at_least, header.at_most) = (None, Some("2/5".to_owned()));
    accepted(OFFER, &header, &[Step::followed(0), Step::followed(0)]);
    header.at_most = Some("1/3".to_owned());
    refused(OFFER, &header, &[Step::followed(0), Step::followed(0)], "only the number \"2/5\"");
}

/// Max can stay on the circle, which is worth 1/2 there: a cold cycle needs no lengths.
#[test]
fn a_cycle_that_is_good_enough() {
    let file = circle("1/2");
    let mut header = claim(&file, &["0", "1/2", "1"], Some("1/2"), None);
    header.infinite = Some("1/2".to_owned());
    let stay = [Step::stated(0, &[1, 2], None), Step::followed(0)];
    accepted(&file, &header, &stay);
    // The same from the other side.
    (header.at_least, header.at_most) = (None, Some("1/2".to_owned()));
    let min = [Step::stated(0, &[1, 2], None), Step::followed(0)];
    accepted(&file, &header, &min);
    let unstated = [Step::followed(0), Step::followed(0)];
    refused(&file, &header, &unstated, "the line returns to \"a\", whose record states no number");
}

/// Infinite play is worth 0, so Max has to leave: a hot cycle needs lengths, which it cannot have.
#[test]
fn a_cycle_that_proves_nothing() {
    let file = circle("0");
    let mut header = claim(&file, &["0", "1/2", "1"], Some("1/2"), None);
    header.infinite = Some("0".to_owned());
    accepted(&file, &header, &[Step::followed(1)]);
    for length in [0, 1024, 1 << 40, (1 << 63) - 1] {
        let stay = [Step::stated(0, &[1, 2], Some(length)), Step::followed(0)];
        let why = if length == (1 << 63) - 1 { "not below 2^63" } else { "it follows only as" };
        refused(&file, &header, &stay, why);
        let both = [Step::stated(0, &[1, 2], Some(length)), Step::stated(0, &[1, 2], Some(length))];
        refused(
            &file,
            &header,
            &both,
            if length > 1 << 60 { "2^63" } else { "it follows only as" },
        );
    }
    let stay = [Step::stated(0, &[1, 2], Some(1 << 63)), Step::followed(0)];
    refused(&file, &header, &stay, "is not below 2^63");
    // A number that is cold proves nothing here either.
    let cold = [Step::stated(0, &[0, 1], None), Step::followed(0)];
    refused(&file, &header, &cold, "only the number \"0\"");
}

/// A toss ends with probability 1/4, so four tosses are expected: 4096 units.
#[test]
fn a_cycle_that_chance_leaves() {
    let mut header = claim(TOSSES, &["0", "1"], Some("1"), None);
    header.infinite = Some("0".to_owned());
    let toss = |length: u64| [Step::stated(0, &[1, 1], Some(length))];
    let found = accepted(TOSSES, &header, &toss(4096));
    assert_eq!(found.value.as_deref(), Some("1"), "no outcome is worth more");
    accepted(TOSSES, &header, &toss((1 << 63) - 1));
    refused(
        TOSSES,
        &header,
        &toss(4095),
        "the length 4095 is stated for \"a\", but it follows only as 4096",
    );
    refused(TOSSES, &header, &[Step::stated(0, &[2, 1], Some(4096))], "the number \"2\" is stated");
    refused(TOSSES, &header, &[Step::stated(0, &[1, 1], None)], "breaks off with the last chunk");
    refused(TOSSES, &header, &[Step::followed(0)], "whose record states no number");
    header.at_least = Some("1/2".to_owned());
    accepted(TOSSES, &header, &[Step::stated(0, &[1, 2], Some(4096))]);
}

#[test]
fn headers_are_compared_with_the_game() {
    let steps = [Step::followed(1), Step::followed(0)];
    let good = claim(OFFER, &WORTHS, Some("1/3"), None);
    let with = |change: &dyn Fn(&mut ExpectationHeader), why: &str| {
        let mut header = good.clone();
        change(&mut header);
        refused(OFFER, &header, &steps, why);
    };
    with(&|it| it.at_least = None, "nothing is claimed");
    with(&|it| it.at_least = Some("-1".to_owned()), "claims nothing");
    with(&|it| it.at_least = Some("2/6".to_owned()), "is not a fraction in lowest terms");
    with(&|it| it.at_least = Some("0.5".to_owned()), "is not a fraction in lowest terms");
    with(&|it| it.at_most = Some("1".to_owned()), "claims nothing");
    with(&|it| it.at_most = Some("0".to_owned()), "contradict each other");
    with(
        &|it| it.utility = vec!["0".to_owned(), "1".to_owned()],
        "has 2 worths, but the game has 3",
    );
    with(&|it| it.utility[1] = "-2".to_owned(), "less than a worse one");
    with(&|it| it.utility = vec!["0".to_owned(); 3], "all outcomes the same");
    with(&|it| it.denominator = Some("0".to_owned()), "is not a positive number");
    with(&|it| it.denominator = Some("1".repeat(1_001)), "is not a positive number");
    with(&|it| it.infinite = Some("0".to_owned()), "only for games in which play can return");
    with(&|it| it.position = "elsewhere".to_owned(), "no node named");
    with(&|it| it.rules = 2, "rules version 2");
    with(&|it| it.graph = None, "the member \"graph\" with the hash of the graph file is missing");
    with(&|it| it.graph = Some("00".repeat(32)), "its hash differs");
    with(&|it| it.game = "pig:10".to_owned(), "the member \"graph\" is only for graph: games");
    with(
        &|it| (it.game, it.graph) = ("pig".to_owned(), None),
        "the target is a plain decimal number",
    );
    with(&|it| (it.game, it.graph) = ("chess".to_owned(), None), "no such game with chance");
    // Another utility of the same game: 1/3 is then the probability of losing.
    let mut header = claim(OFFER, &["0", "1", "1"], Some("2/3"), None);
    accepted(OFFER, &header, &steps);
    header.at_least = Some("1".to_owned());
    accepted(OFFER, &header, &[Step::followed(0)]);
}

/// Max moves on for ever: rules that do not say that play can return.
struct Forever;

impl ChanceRules for Forever {
    type Position = u8;

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "win"]
    }

    fn read(&self, _: &str) -> Result<u8, String> {
        Ok(0)
    }

    fn turn(&self, _: &u8) -> Turn {
        Turn::Max
    }

    fn successors(&self, _: &u8, list: &mut Vec<(u8, u64)>) {
        list.push((0, 1));
    }
}

#[test]
fn rules_are_not_believed_where_they_contradict_themselves() {
    let mut header = ExpectationHeader::new("forever", "", ["0", "1"]);
    header.at_least = Some("1".to_owned());
    let certificate = Certificate { header, steps: vec![Step::stated(0, &[1, 1], None)] };
    let result =
        check_expectation_with(&Forever, "forever", &certificate.seal()[..], &Options::default());
    assert!(rejection(result).contains("play never returns in this game"));
    let result =
        check_expectation_with(&Forever, "other", &certificate.seal()[..], &Options::default());
    assert!(rejection(result).contains("about the game \"forever\", not about \"other\""));
}

#[test]
fn the_two_kinds_of_certificates_are_not_mixed_up() {
    let header = claim(OFFER, &WORTHS, Some("1/3"), None);
    let file = seal_raw(&header, &[4, 0], 2);
    let graph = foregone_proof::rules::Graph::read_file(OFFER.as_bytes());
    assert!(graph.unwrap_err().contains("is max or min, not \"chance\""));
    let Ok(foregone_proof::rules::Game::Mnk(plain)) =
        foregone_proof::rules::Game::open("tictactoe")
    else {
        panic!("a game")
    };
    let result = check_with(&plain, "tictactoe", &file[..], &Options::default());
    assert!(rejection(result).contains("this is a certificate of an expectation"));
    let mut other = Vec::new();
    let mut header = Header::new("forever", "");
    header.at_least = Some("win".to_owned());
    Writer::new(&mut other, &header).unwrap().finish().unwrap();
    let result = check_expectation_with(&Forever, "forever", &other[..], &Options::default());
    assert!(rejection(result).contains("this is not a certificate of an expectation"));
}

fn unreadable<T>(result: Result<T, Failure>) -> String {
    match result {
        Err(Failure::Unreadable(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("accepted"),
    }
}

/// Nobody helps.
struct Nobody;

impl remote::Helpers for Nobody {
    fn capacity(&self) -> usize {
        1
    }

    fn job_bytes(&self) -> usize {
        0
    }

    fn send(&self, _: usize, _: Vec<u8>) {}

    fn receive(&self, _: std::time::Duration) -> Option<remote::Reply> {
        None
    }
}

#[test]
fn what_needs_parts_is_refused() {
    let header = claim(OFFER, &WORTHS, Some("1/3"), None);
    let file = seal_raw(&header, &[4, 0], 2);
    let fleet = remote::Fleet::new(&Nobody, remote::Trust::None);
    let options = || Options { threads: 7, ..Options::with_game_file(OFFER.as_bytes()) };
    assert!(check(&file[..], &options()).is_ok(), "threads do not matter");
    let mut saving = options();
    saving.save = Some(Box::new(|_| {}));
    assert!(unreadable(check(&file[..], &saving)).contains("its check cannot be saved"));
    let mut helped = options();
    helped.fleet = Some(&fleet);
    let result = remote::check(|| Ok(&file[..]), &helped);
    assert!(unreadable(result).contains("cannot be checked by workers"));
    let sentence = unreadable(lookup::open(&file, &options()).map(|_| ()));
    assert!(sentence.contains("cannot be shown position by position"));
}
