//! Certificates in parts: they say the same whatever the size of the parts and the number of threads, and no change of the
//! parts, sealed with the right hash and count, lets a false claim pass.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};

use foregone::proof::{Accepted, Failure, Limits, Options, check};
use foregone::{Decided, Game, Goal, Position, ProofStep, ProofTree, Settings, Solver};

const CHUNK: usize = 1 << 20;

/// A certificate with parts of that many records.
pub(crate) fn certificate(spelling: &str, part_records: u64) -> Vec<u8> {
    let game = Game::open(spelling).expect("a game");
    let mut settings = Settings::new();
    settings.certificate = true;
    settings.set("threads", "1").expect("a number");
    let decided = settings.decide(&game, Goal::Value).expect("options that fit");
    let mut question = decided.question;
    question.proof_part_records = Some(part_records);
    let decided = Decided { question, ..decided };
    let mut solver = Solver::with(&game, settings);
    let position = match spelling {
        // Seven stones: the start is too hard.
        "awari" => game.position("1,1,0,0,2,0/0,1,0,1,1,0 21-20 N").expect("a position"),
        _ => game.start(),
    };
    let answer = solver.search(&position, decided, &mut (), None, None).expect("an answer");
    answer.certificate().expect("a proof").to_bytes()
}

fn check_by(file: &[u8], threads: usize) -> Result<Accepted, Failure> {
    check(file, &Options { threads, ..Options::default() })
}

#[test]
fn sizes_of_parts_and_threads_make_no_difference() {
    let never_returns = ["connect4:5x4", "breakthrough:4x5", "mnk:4,3,3", "woodpush:6,2"];
    for spelling in never_returns.into_iter().chain(["hounds", "torere", "awari"]) {
        let whole = check_by(&certificate(spelling, u64::MAX), 1).expect("accepted");
        for part_records in [1, 2, 7, 100] {
            let file = certificate(spelling, part_records);
            let one = check_by(&file, 1).expect("accepted");
            assert_eq!((&one.claims, &one.value), (&whole.claims, &whole.value), "{spelling}");
            for threads in [2, 5] {
                assert_eq!(check_by(&file, threads).expect("accepted"), one, "{spelling}");
            }
        }
    }
}

/// A certificate taken apart.
#[derive(Clone)]
struct File {
    lines: Vec<u8>,
    parts: Vec<Vec<u8>>,
    records: u64,
}

impl File {
    fn read(bytes: &[u8]) -> File {
        let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').take(2).collect();
        let (lines, mut rest) = bytes.split_at(ends[1] + 1);
        let mut parts = Vec::new();
        loop {
            let (length, after) = rest.split_at(4);
            let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
            if length == 0 {
                let records = u64::from_le_bytes(after[..8].try_into().expect("eight bytes"));
                return File { lines: lines.to_vec(), parts, records };
            }
            let (frame, after) = after.split_at(length);
            parts.push(zstd::bulk::decompress(frame, CHUNK).expect("a chunk"));
            rest = after;
        }
    }

    fn seal(&self, records: u64) -> Vec<u8> {
        let mut bytes = self.lines.clone();
        for part in &self.parts {
            let frame = zstd::bulk::compress(part, 1).expect("compression in memory");
            bytes.extend((frame.len() as u32).to_le_bytes());
            bytes.extend(frame);
        }
        bytes.extend([0; 4]);
        bytes.extend(records.to_le_bytes());
        bytes.extend(blake3::hash(&bytes).as_bytes());
        bytes
    }

    /// The verdict, with the number of records that a forger would state.
    fn verdict(&self) -> Result<Accepted, Failure> {
        let first = check_by(&self.seal(self.records), 1);
        let Err(Failure::Rejected(rejected)) = &first else { return first };
        let mut words = rejected.reason.split(' ').skip_while(|&word| word != "has").skip(1);
        match words.next().and_then(|word| word.parse().ok()) {
            Some(found) if rejected.reason.contains("as stated here") => {
                check_by(&self.seal(found), 1)
            }
            _ => first,
        }
    }

    fn with_claim(&self, from: &str, to: &str) -> File {
        let lines = String::from_utf8(self.lines.clone()).expect("text");
        assert!(lines.contains(from), "{lines}");
        File { lines: lines.replace(from, to).into_bytes(), ..self.clone() }
    }
}

fn reason(verdict: Result<Accepted, Failure>) -> String {
    match verdict {
        Err(Failure::Rejected(rejected)) => rejected.reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn parts_that_are_exchanged_dropped_or_repeated_are_refused() {
    let sound = File::read(&certificate("connect4:5x4", 20));
    sound.verdict().expect("accepted");
    assert!(sound.parts.len() > 20, "{}", sound.parts.len());
    for index in 0..sound.parts.len() {
        let mut file = sound.clone();
        let part = file.parts.remove(index);
        reason(file.verdict());
        file.parts.insert((index + 3) % sound.parts.len(), part.clone());
        reason(file.verdict());
        let mut file = sound.clone();
        file.parts.insert(index, part);
        reason(file.verdict());
    }
}

#[test]
fn the_reason_is_named() {
    let sound = File::read(&certificate("connect4:5x4", 20));
    let mut file = sound.clone();
    file.parts.swap(1, 2);
    assert!(reason(file.verdict()).contains("does not begin where the part before it ended"));
    file = sound.clone();
    file.parts[0][0] = 2;
    assert!(reason(file.verdict()).contains("no claim with the number 2"));
    file = sound.clone();
    let last = file.parts.pop().expect("a part");
    assert!(reason(file.verdict()).contains("there is no record for the move"));
    file.parts.push([last, vec![0]].concat());
    assert!(reason(file.verdict()).contains("records are left"));
    file = sound.with_claim("connect4:5x4", "hounds");
    reason(file.verdict());
}

/// Every number of every part is changed in several ways. Most changes are refused. Those that are accepted prove the same
/// claim in another way, and prove nothing about a stronger claim.
#[test]
fn changed_numbers_prove_no_false_claim() {
    let sound = File::read(&certificate("connect4:4x4", 12));
    let stronger = [
        sound
            .with_claim("\"at_least\":\"draw\"", "\"at_least\":\"win\"")
            .with_claim(",\"at_most\":\"draw\"", ""),
        sound
            .with_claim("\"at_most\":\"draw\"", "\"at_most\":\"loss\"")
            .with_claim("\"at_least\":\"draw\",", ""),
    ];
    let (mut refused, mut accepted) = (0, 0);
    for (part, content) in sound.parts.iter().enumerate() {
        for (at, &byte) in content.iter().enumerate() {
            for changed in [byte ^ 1, byte ^ 2, byte ^ 4] {
                let mut file = sound.clone();
                file.parts[part][at] = changed;
                match file.verdict() {
                    Ok(verdict) => {
                        assert_eq!(verdict.value.as_deref(), Some("draw"));
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
                for claim in &stronger {
                    let mut parts = file.parts.clone();
                    parts.iter_mut().for_each(|part| part[0] = 0);
                    reason(File { parts, ..claim.clone() }.verdict());
                }
            }
        }
    }
    assert!(refused > 1000 && accepted * 10 < refused, "{refused} refused, {accepted} accepted");
}

#[test]
fn limits_hold_with_threads() {
    let file = certificate("connect4:5x5", 500);
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    let options = Options { threads: 4, limits, ..Options::default() };
    check(&file[..], &options).expect("with little memory one thread does it");
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for threads in [1, 4] {
        let options = Options { threads, limits, ..Options::default() };
        assert!(matches!(check(&file[..], &options), Err(Failure::Undecided(_))));
    }
    let flag = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
    let options = Options { threads: 4, limits, ..Options::default() };
    assert!(matches!(check(&file[..], &options), Err(Failure::Undecided(_))));
}

/// A file that raises a flag when so many bytes have been read.
struct Raising<'f> {
    rest: &'f [u8],
    until: usize,
    flag: &'f AtomicBool,
}

impl Read for Raising<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.until == 0 {
            self.flag.store(true, Ordering::Relaxed);
        }
        let size = self.rest.len().min(buffer.len()).min(40);
        self.until = self.until.saturating_sub(size);
        (&self.rest[..size]).read_exact(&mut buffer[..size])?;
        self.rest = &self.rest[size..];
        Ok(size)
    }
}

/// Checks a part of a file, and gives the verdict or the state where the check was stopped.
fn check_some(
    file: &[u8],
    until: usize,
    threads: usize,
    resume: Option<Vec<u8>>,
) -> Result<Result<Accepted, Failure>, Option<Vec<u8>>> {
    let (saved, flag) = (RefCell::new(None), AtomicBool::new(false));
    let options = Options {
        limits: Limits { interrupt: Some(&flag), ..Limits::default() },
        threads,
        save: Some(Box::new(|bytes| *saved.borrow_mut() = Some(bytes.to_vec()))),
        resume,
        ..Options::default()
    };
    let verdict = check(Raising { rest: file, until, flag: &flag }, &options);
    drop(options);
    match verdict {
        Err(Failure::Undecided(_)) => Err(saved.into_inner()),
        verdict => Ok(verdict),
    }
}

/// A check that is stopped again and again goes on from its state, and says the same as one that was not stopped.
#[test]
fn a_stopped_check_goes_on() {
    for spelling in ["connect4:4x4", "breakthrough:4x5", "woodpush:6,2", "torere", "awari"] {
        let file = certificate(spelling, 5);
        let whole = check_by(&file, 1).expect("accepted");
        for threads in [1, 3] {
            let (mut state, mut stops, mut until) = (None, 0, 0);
            let verdict = loop {
                match check_some(&file, until, threads, state.clone()) {
                    Ok(verdict) => break verdict,
                    Err(saved) => state = saved.or(state),
                }
                (stops, until) = (stops + 1, until + file.len() / 7);
            };
            assert_eq!(verdict.expect("accepted"), whole, "{spelling}");
            assert!(stops > 3 && state.is_some(), "{spelling}: {stops}");
        }
    }
}

#[test]
fn a_state_is_of_one_certificate() {
    let file = certificate("connect4:4x4", 5);
    let state = check_some(&file, file.len() / 2, 1, None).expect_err("stopped").expect("a state");
    let refused = |file: &[u8], state: Vec<u8>| match check_some(file, usize::MAX, 1, Some(state)) {
        Ok(Err(Failure::Unreadable(why))) => why,
        other => panic!("{other:?}"),
    };
    let other = certificate("connect4:4x4", 6);
    assert!(refused(&other, state.clone()).contains("of another certificate"));
    for at in [0, 20, state.len() / 2, state.len() - 2] {
        let mut damaged = state.clone();
        damaged[at] ^= 1;
        assert!(refused(&file, damaged).contains("is damaged"), "{at}");
    }
    // What comes after the state is still checked.
    let mut altered = File::read(&file);
    let last = altered.parts.len() - 1;
    let at = altered.parts[last].len() - 1;
    altered.parts[last][at] ^= 8;
    let altered = altered.seal(altered.records);
    assert!(matches!(check_some(&altered, usize::MAX, 1, Some(state)), Ok(Err(_))));
}

/// Follows the whole proof position by position; every line ends where play is over in accordance with the claim, or where the
/// checker knows the claim. Gives the number of positions.
fn follow(
    tree: &ProofTree,
    claim: usize,
    position: &Position,
    seen: &mut HashSet<String>,
) -> usize {
    if !seen.insert(position.to_string()) {
        return 0;
    }
    let after = |mv: &str| {
        let mut after = position.clone();
        after.play(mv).expect("a legal move");
        after
    };
    match tree.at(claim, position).expect("a step") {
        ProofStep::Answer(mv) => 1 + follow(tree, claim, &after(&mv), seen),
        ProofStep::Replies(replies) => {
            assert_eq!(replies.len(), position.legal_moves().len());
            1 + replies.iter().map(|(mv, _)| follow(tree, claim, &after(mv), seen)).sum::<usize>()
        }
        ProofStep::Over(outcome) => {
            let wrong = if claim == 0 { "loss" } else { "win" };
            assert_ne!(outcome, wrong, "{position}");
            1
        }
        ProofStep::Known | ProofStep::Searched => 1,
        other => panic!("{other:?} at {position}"),
    }
}

#[test]
fn every_position_of_a_proof_is_found() {
    let games = [("connect4:4x4", 7), ("connect4:4x4", 1000), ("mnk:3,3,3", 9)];
    let returning = [("torere", 7), ("torere", 1000), ("hounds", 5), ("awari", 50)];
    for (spelling, part_records) in games.into_iter().chain(returning) {
        let game = Game::open(spelling).expect("a game");
        let tree = ProofTree::open(&certificate(spelling, part_records), &game).expect("a proof");
        let count = |claim| follow(&tree, claim, tree.root(), &mut HashSet::new());
        let count: usize = (0..tree.claims().len()).map(count).sum();
        assert!(count > 60, "{count} positions of {spelling}");
    }
}

/// The positions of a proof below a position if it is written out, and its longest line, position by position.
fn unfold(
    tree: &ProofTree,
    position: &Position,
    known: &mut HashMap<String, (u64, u64)>,
) -> (u64, u64) {
    if let Some(&size) = known.get(&position.to_string()) {
        return size;
    }
    let mut below = |mv: &str| {
        let mut after = position.clone();
        after.play(mv).expect("a legal move");
        unfold(tree, &after, known)
    };
    let sizes: Vec<(u64, u64)> = match tree.at(0, position).expect("a step") {
        ProofStep::Answer(mv) => vec![below(&mv)],
        ProofStep::Replies(replies) => replies.iter().map(|(mv, _)| below(mv)).collect(),
        _ => Vec::new(),
    };
    let longest = sizes.iter().map(|&(_, line)| line + 1).max().unwrap_or(0);
    let size = (1 + sizes.iter().map(|&(positions, _)| positions).sum::<u64>(), longest);
    known.insert(position.to_string(), size);
    size
}

#[test]
fn proofs_are_measured() {
    for (spelling, part_records) in [("connect4:4x4", 7), ("connect4:4x4", 1000), ("mnk:3,3,3", 9)]
    {
        let game = Game::open(spelling).expect("a game");
        let file = certificate(spelling, part_records);
        let tree = ProofTree::open(&file, &game).expect("a proof");
        let size = |tree: &ProofTree, position: &Position| {
            let size = tree.size(0, position).expect("a size");
            size.map(|size| (size.positions, size.longest_line))
        };
        assert_eq!(size(&tree, tree.root()), None);
        let index = tree.measure().expect("a proof");
        let mut known = HashMap::new();
        let root = unfold(&tree, tree.root(), &mut known);
        assert_eq!(size(&tree, tree.root()), Some(root), "{spelling}");
        assert!(root.0 > 100 && root.1 > 6, "{root:?}");
        let ProofStep::Answer(mv) = tree.at(0, tree.root()).expect("a step") else { panic!() };
        let mut after = tree.root().clone();
        after.play(&mv).expect("legal");
        assert_eq!(size(&tree, &after), Some((root.0 - 1, root.1 - 1)), "{spelling}");

        let again = ProofTree::open(&file, &game).expect("a proof");
        assert!(again.use_index(&index));
        assert_eq!(size(&again, &after), size(&tree, &after));
        let other = certificate(spelling, 3);
        assert!(!ProofTree::open(&other, &game).expect("a proof").use_index(&index));
        for length in 0..index.len() {
            assert!(!again.use_index(&index[..length]), "{length} bytes");
        }
    }
}

#[test]
fn other_lines_are_named() {
    let game = Game::open("connect4:4x4").expect("a game");
    let tree = ProofTree::open(&certificate("connect4:4x4", 7), &game).expect("a proof");
    let ProofStep::Answer(mv) = tree.at(0, tree.root()).expect("a step") else {
        panic!("an answer")
    };
    let other = game.start().legal_moves().into_iter().find(|other| *other != mv);
    let mut position = tree.root().clone();
    position.play(&other.expect("another move")).expect("legal");
    let ProofStep::NotInProof(why) = tree.at(0, &position).expect("a step") else {
        panic!("a reason")
    };
    assert_eq!(why, format!("the proof plays {mv} at the root"));
    assert!(tree.at(2, tree.root()).is_err());
    let hounds = Game::open("hounds").expect("a game");
    assert!(ProofTree::open(&certificate("connect4:4x4", 7), &hounds).is_err());
    assert!(ProofTree::open(b"nonsense", &game).is_err());
}
