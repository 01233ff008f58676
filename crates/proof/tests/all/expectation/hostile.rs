//! Certificates and graph files that were made to take much memory or time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use foregone_proof::format::{ExpectationHeader, LONG_INTEGER};
use foregone_proof::rules::chance::{ChanceRules, Turn};
use foregone_proof::{Accepted, Failure, Limit, Options, check_expectation_with};
use num_bigint::BigInt;

use super::model::{Model, fraction};
use super::writer::{Certificate, Step, seal_raw};
use super::{header, verdict};
use crate::common::rejection;

/// A line of so many tosses; tails lead on, heads end it.
struct Tosses(u32);

impl ChanceRules for Tosses {
    type Position = u32;

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "win"]
    }

    fn read(&self, _: &str) -> Result<u32, String> {
        Ok(0)
    }

    fn turn(&self, &position: &u32) -> Turn {
        match position {
            u32::MAX => Turn::Over(1),
            last if last == self.0 => Turn::Over(0),
            _ => Turn::Chance,
        }
    }

    fn successors(&self, &position: &u32, list: &mut Vec<(u32, u64)>) {
        list.extend([(position + 1, u64::MAX >> 2), (u32::MAX, 1)]);
    }
}

fn claim() -> ExpectationHeader {
    let mut header = ExpectationHeader::new("tosses", "", ["-1", "1"]);
    header.at_least = Some("-1/2".to_owned());
    header.denominator = Some("1024".to_owned());
    header
}

fn check(rules: &Tosses, certificate: &[u8], options: &Options<'_>) -> Result<Accepted, Failure> {
    check_expectation_with(rules, "tosses", certificate, options)
}

fn limit(result: Result<Accepted, Failure>) -> Limit {
    match result {
        Err(Failure::Undecided(undecided)) => undecided.limit,
        other => panic!("decided: {other:?}"),
    }
}

/// The longest number that can be written: it is very low, so it may be stated.
fn longest() -> Step {
    let number = -(BigInt::from(1) << (7 * LONG_INTEGER - 1));
    Step { bits: 1, rest: 0, number: vec![number], length: None }
}

/// Each of these records has a number of 4,096 bytes; they compress to nearly nothing.
#[test]
fn long_numbers_count_as_memory() {
    let certificate = Certificate { header: claim(), steps: vec![longest(); 20_000] }.seal();
    assert!(certificate.len() < 100_000);
    let mut options = Options::default();
    options.limits.memory = 64 << 20;
    let began = Instant::now();
    assert_eq!(limit(check(&Tosses(20_000), &certificate, &options)), Limit::Memory);
    assert!(began.elapsed() < Duration::from_secs(20));
    // Fewer of them fit, and prove nothing.
    let certificate = Certificate { header: claim(), steps: vec![longest(); 1_000] }.seal();
    assert!(rejection(check(&Tosses(1_000), &certificate, &options)).contains("only the number"));
}

#[test]
fn numbers_of_more_than_4096_bytes_are_refused() {
    let mut records = vec![1];
    records.extend([0x80; LONG_INTEGER]);
    records.push(1);
    let sentence =
        rejection(check(&Tosses(1), &seal_raw(&claim(), &records, 1), &Options::default()));
    assert!(
        sentence.contains(
            "record 1 (in the chunk that begins here) has a number of more than 4096 bytes"
        ),
        "{sentence}"
    );
    let records = [1, 0x80, 0];
    let sentence =
        rejection(check(&Tosses(1), &seal_raw(&claim(), &records, 1), &Options::default()));
    assert!(sentence.contains("has a number that is not in the shortest form"), "{sentence}");
    let records = [1, 0x80];
    let sentence =
        rejection(check(&Tosses(1), &seal_raw(&claim(), &records, 1), &Options::default()));
    assert!(sentence.contains("record 1 (in the chunk that begins here) breaks off"), "{sentence}");
}

/// A million positions on one line: frames, positions and numbers are counted, and no call is nested.
#[test]
fn long_lines_are_bounded_by_memory() {
    let certificate = seal_raw(&claim(), &vec![0; 1_000_000], 1_000_000);
    let mut options = Options::default();
    options.limits.memory = 50 << 20;
    assert_eq!(limit(check(&Tosses(1_000_000), &certificate, &options)), Limit::Memory);
    options.limits.memory = 1 << 30;
    assert!(
        rejection(check(&Tosses(1_000_000), &certificate, &options)).contains("only the number")
    );
}

#[test]
fn time_and_interruptions_end_a_check() {
    let certificate = seal_raw(&claim(), &vec![0; 1_000], 1_000);
    let mut options = Options::default();
    options.limits.time = Some(Duration::ZERO);
    assert_eq!(limit(check(&Tosses(1_000), &certificate, &options)), Limit::Time);
    let flag = AtomicBool::new(true);
    let mut options = Options::default();
    options.limits.interrupt = Some(&flag);
    assert_eq!(limit(check(&Tosses(1_000), &certificate, &options)), Limit::Interrupt);
}

/// Without a denominator every toss makes the fraction longer by some 60 bits. With one of 1,000 digits nothing grows.
#[test]
fn fractions_that_grow_are_refused() {
    let length: usize = 600;
    let mut model = Model {
        turns: vec![Turn::Chance; length],
        moves: Vec::new(),
        infinite: None,
        worths: vec![fraction(0, 1), fraction(1, 1)],
    };
    // Sums of weights that have few factors in common.
    let weight = |node: usize| (1 << 61) - 2 * node as u64;
    model.moves.extend((0..length).map(|node| vec![(node + 1, weight(node)), (length + 1, 1)]));
    model.turns.extend([Turn::Over(1), Turn::Over(0)]);
    model.moves.extend([Vec::new(), Vec::new()]);
    let file = model.file();
    let mut header = header(&model, &file);
    header.at_least = Some("1/2".to_owned());
    let mut certificate = Certificate { header, steps: vec![Step::followed(0); length] };
    let sentence = rejection(verdict(&certificate.seal(), &file));
    assert!(sentence.contains("becomes too long"), "{sentence}");
    certificate.header.denominator = Some("9".repeat(1_000));
    verdict(&certificate.seal(), &file).unwrap();
    certificate.header.denominator = Some("1000000007".to_owned());
    verdict(&certificate.seal(), &file).unwrap();
}

/// Worths of 5,000 characters and a denominator of 1,000 digits are as long as anything gets.
#[test]
fn the_longest_header_is_read() {
    let huge = "9".repeat(5_000);
    let mut header = ExpectationHeader::new("tosses", "", ["0".to_owned(), huge.clone()]);
    header.at_least = Some("1".to_owned());
    for denominator in [None, Some("9".repeat(1_000))] {
        header.denominator = denominator;
        let certificate = seal_raw(&header, &[0; 3], 3);
        check(&Tosses(3), &certificate, &Options::default()).unwrap();
    }
    header.utility[1].push('9');
    let sentence =
        rejection(check(&Tosses(3), &seal_raw(&header, &[0; 3], 3), &Options::default()));
    assert!(sentence.contains("is not a fraction"), "{sentence}");
}

/// Rules whose weights are wrong are not believed.
#[test]
fn wrong_weights_are_refused() {
    struct Wrong([u64; 2]);
    impl ChanceRules for Wrong {
        type Position = usize;
        fn outcomes(&self) -> Vec<&str> {
            vec!["loss", "win"]
        }
        fn read(&self, _: &str) -> Result<usize, String> {
            Ok(2)
        }
        fn turn(&self, &position: &usize) -> Turn {
            if position == 2 { Turn::Chance } else { Turn::Over(position) }
        }
        fn successors(&self, _: &usize, list: &mut Vec<(usize, u64)>) {
            list.extend(self.0.iter().enumerate().map(|(node, &weight)| (node, weight)));
        }
    }
    let certificate = seal_raw(&claim(), &[0], 1);
    for (weights, is_right) in [([1, 3], true), ([0, 1], false), ([u64::MAX, 1], false)] {
        let result = check_expectation_with(
            &Wrong(weights),
            "tosses",
            &certificate[..],
            &Options::default(),
        );
        match is_right {
            true => assert!(result.is_ok()),
            false => assert!(rejection(result).contains("wrong weights")),
        }
    }
}
