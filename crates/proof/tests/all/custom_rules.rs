//! Certificates checked with rules that are not built in.

use std::cell::RefCell;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{Parts, rejection};
use foregone_proof::format::{Header, Record};
use foregone_proof::rules::Rules;
use foregone_proof::{Accepted, Failure, Options, Progress, check, check_with};

/// Players in turn take one or two stones from a heap. The player who takes the last stone wins.
#[derive(Default)]
struct Heap {
    /// Time that every move takes.
    pause: Duration,
    /// Bytes that every position has on the heap.
    heap_bytes: usize,
}

impl Rules for Heap {
    /// The stones that are left, and whether Max is to move.
    type Position = (u32, bool);

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "win"]
    }

    fn read(&self, text: &str) -> Result<(u32, bool), String> {
        let stones = text.parse().map_err(|_| format!("{text} is not a number of stones"))?;
        Ok((stones, true))
    }

    fn outcome(&self, &(stones, max): &(u32, bool)) -> Option<usize> {
        (stones == 0).then_some(usize::from(!max))
    }

    fn max_to_move(&self, &(_, max): &(u32, bool)) -> bool {
        max
    }

    fn successor(&self, &(stones, max): &(u32, bool), index: usize) -> Option<(u32, bool)> {
        sleep(self.pause);
        let taken = [1, 2].get(index)?;
        Some((stones.checked_sub(*taken)?, !max))
    }

    fn heap_bytes(&self, _: &(u32, bool)) -> usize {
        self.heap_bytes
    }
}

/// Two positions between which both players can only go to and fro.
struct Swing {
    /// The value of infinite play at the two positions.
    infinite: [Option<usize>; 2],
}

impl Rules for Swing {
    type Position = usize;

    fn outcomes(&self) -> Vec<&str> {
        vec!["loss", "draw", "win"]
    }

    fn read(&self, text: &str) -> Result<usize, String> {
        text.parse().map_err(|_| "a position is 0 or 1".to_owned())
    }

    fn outcome(&self, _: &usize) -> Option<usize> {
        None
    }

    fn max_to_move(&self, &position: &usize) -> bool {
        position == 0
    }

    fn successor(&self, &position: &usize, index: usize) -> Option<usize> {
        (index == 0).then_some(1 - position)
    }

    fn infinite(&self, &position: &usize) -> Option<usize> {
        self.infinite[position]
    }
}

fn certificate(
    game: &str,
    position: &str,
    at_least: Option<&str>,
    at_most: Option<&str>,
    choices: &[u64],
) -> Parts {
    let mut header = Header::new(game, position);
    header.at_least = at_least.map(str::to_owned);
    header.at_most = at_most.map(str::to_owned);
    let records = choices.iter().map(|&choice| Record { choice, keep: false }).collect();
    Parts { header, records }
}

fn check_heap(parts: &Parts) -> Result<Accepted, Failure> {
    check_with(&Heap::default(), "heap", &parts.seal()[..], &Options::default())
}

fn refused(parts: &Parts, why: &str) {
    let sentence = rejection(check_heap(parts));
    assert!(sentence.contains(why), "{sentence}");
}

#[test]
fn a_game_of_ones_own_is_proved() {
    let four = certificate("heap", "4", Some("win"), None, &[0, 1, 0]);
    let accepted = check_heap(&four).unwrap();
    assert_eq!((accepted.game.as_str(), accepted.position.as_str()), ("heap", "4"));
    assert_eq!(accepted.value.as_deref(), Some("win"));
    assert_eq!((accepted.positions, accepted.records, accepted.longest_line), (6, 3, 3));
    let three = certificate("heap", "3", None, Some("loss"), &[1, 0]);
    assert_eq!(check_heap(&three).unwrap().value.as_deref(), Some("loss"));
    // The position after two stones is met after both replies, and kept.
    let mut seven = certificate("heap", "7", Some("win"), None, &[0, 1, 1, 0, 0]);
    seven.records.clear();
    seven.records.extend([(0, false), (1, false), (1, true), (0, true), (0, false)].map(record));
    assert_eq!(check_heap(&seven).unwrap().kept, 2);
}

fn record((choice, keep): (u64, bool)) -> Record {
    Record { choice, keep }
}

#[test]
fn wrong_certificates_of_a_game_of_ones_own_are_rejected() {
    let four = |choices: &[u64]| certificate("heap", "4", Some("win"), None, choices);
    refused(
        &four(&[0, 0, 0]),
        "record 2: play ends at \"(0, true)\" with \"loss\", against the claim",
    );
    refused(&four(&[1]), "there is no record for the move at \"(1, true)\"");
    refused(&four(&[0, 1]), "there is no record for the move at \"(1, true)\"");
    refused(&four(&[0, 1, 1]), "the choice 1 at \"(1, true)\" is not below 1");
    refused(&four(&[0, 1, 0, 0]), "records are left after record 3");
    refused(&certificate("heap", "3", Some("win"), None, &[0, 0, 0]), "against the claim");
    refused(&certificate("heap", "3", Some("draw"), None, &[]), "\"draw\" is not an outcome");
    refused(&certificate("heap", "many", Some("win"), None, &[]), "many is not a number of stones");
    let mut bytes = four(&[0, 1, 0]).seal();
    bytes.pop();
    let result = check_with(&Heap::default(), "heap", &bytes[..], &Options::default());
    assert!(rejection(result).contains("truncated"));
}

#[test]
fn the_header_must_name_the_game_of_the_rules() {
    let other = certificate("pile", "4", Some("win"), None, &[0, 1, 0]);
    refused(&other, "header: the certificate is about the game \"pile\", not about \"heap\"");
    let built_in = certificate("tictactoe", "oo./.../xx.", Some("win"), None, &[0]);
    refused(&built_in, "about the game \"tictactoe\"");
    let mut parts = certificate("heap", "4", Some("win"), None, &[0, 1, 0]);
    assert!(rejection(check(&parts.seal()[..], &Options::default())).contains("does not know"));
    parts.header.rules = 2;
    refused(&parts, "rules version 2 of \"heap\" is not known; this checker has version 1");
    parts.header.rules = 1;
    parts.header.graph = Some("00".repeat(32));
    refused(&parts, "the member \"graph\" is only for graph: games");
    parts.header.graph = None;
    parts.header.infinite = Some("win".to_owned());
    refused(&parts, "the member \"infinite\" is only for games in which play can return");
    parts.header.infinite = None;
    parts.header.tablebase = Some(format!("1:{}", "00".repeat(32)));
    refused(&parts, "the member \"tablebase\" is not for this game");
}

#[test]
fn cycles_of_a_game_of_ones_own_are_checked() {
    let claim = |infinite: [Option<usize>; 2], at_least: &str| {
        let mut parts = certificate("swing", "0", Some(at_least), None, &[0]);
        let names = ["loss", "draw", "win"];
        parts.header.infinite = infinite[0].map(|rank| names[rank].to_owned());
        check_with(&Swing { infinite }, "swing", &parts.seal()[..], &Options::default())
    };
    assert!(claim([Some(1); 2], "draw").is_ok());
    assert!(rejection(claim([Some(1); 2], "win")).contains("the claim needs progress"));
    // Max moves to 1, where the line begins, so it returns to 0, not to 1.
    assert!(claim([Some(1), None], "draw").is_ok());
    let mut parts = certificate("swing", "1", Some("draw"), None, &[0]);
    parts.header.infinite = Some("draw".to_owned());
    let rules = Swing { infinite: [None, Some(1)] };
    let options = Options::default();
    assert!(check_with(&rules, "swing", &parts.seal()[..], &options).is_ok());
    let rules = Swing { infinite: [Some(1), None] };
    let result = check_with(&rules, "swing", &parts.seal()[..], &options);
    assert!(rejection(result).contains("is only for games in which play can return"));
}

/// A position takes memory only while it is on the line of play: ten moves deep, and two for every move at most.
#[test]
fn positions_that_were_left_take_no_memory() {
    let rules = Heap { heap_bytes: 1 << 20, ..Heap::default() };
    let parts = certificate("heap", "16", Some("win"), None, &winning_choices(16));
    let result = |memory: u64| {
        let mut options = Options::default();
        options.limits.memory = memory;
        check_with(&rules, "heap", &parts.seal()[..], &options)
    };
    let accepted = result(40 << 20).unwrap();
    assert!(accepted.positions > 100 && accepted.longest_line == 11, "{accepted:?}");
    assert!(matches!(result(12 << 20), Err(Failure::Undecided(_))));
}

/// The observer hears of a slow check, at most every 100 milliseconds, and of nothing that was not done.
#[test]
fn progress_is_reported() {
    let reports = RefCell::new(Vec::<(Instant, Progress)>::new());
    let observer = |progress: &Progress| reports.borrow_mut().push((Instant::now(), *progress));
    let options = Options { observer: Some(Box::new(observer)), ..Options::default() };
    let rules = Heap { pause: Duration::from_millis(2), ..Heap::default() };
    let parts = certificate("heap", "16", Some("win"), None, &winning_choices(16));
    let accepted = check_with(&rules, "heap", &parts.seal()[..], &options).unwrap();
    let reports = reports.take();
    assert!(reports.len() >= 2, "{} reports", reports.len());
    for pair in reports.windows(2) {
        let [(earlier, before), (later, after)] = [pair[0], pair[1]];
        assert!(later - earlier >= Duration::from_millis(100), "{:?}", later - earlier);
        assert!(before.positions < after.positions && before.elapsed < after.elapsed);
        assert!(before.records <= after.records && before.bytes <= after.bytes);
    }
    let (_, last) = reports[reports.len() - 1];
    assert!(last.positions <= accepted.positions && last.records <= accepted.records);
    assert!(last.records > 0 && 0 < last.bytes && last.bytes <= accepted.bytes);
}

/// Max's choices for a number of stones that is one more than a multiple of three, without keep marks.
fn winning_choices(stones: u32) -> Vec<u64> {
    let mut choices = Vec::new();
    follow(stones, &mut choices);
    choices
}

fn follow(stones: u32, choices: &mut Vec<u64>) {
    let taken = stones % 3;
    choices.push(u64::from(taken - 1));
    for reply in 1..=2 {
        if let Some(left) = (stones - taken).checked_sub(reply).filter(|_| stones > taken) {
            follow(left, choices);
        }
    }
}
