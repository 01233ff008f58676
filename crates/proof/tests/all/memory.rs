//! The memory that a check counts: the least limit that is enough shows it.

use crate::common::Parts;
use foregone_proof::format::{CHUNK, COMPRESSED_CHUNK, HEADER_LINE};
use foregone_proof::{Failure, Limit, Limits, Options, check};

/// The memory that is counted for every certificate before it is read.
const READING: u64 = (CHUNK + COMPRESSED_CHUNK + 4 * HEADER_LINE) as u64;

fn is_enough(bytes: &[u8], memory: u64) -> bool {
    let options = Options { limits: Limits { memory, ..Limits::default() }, ..Options::default() };
    match check(bytes, &options) {
        Ok(_) => true,
        Err(Failure::Undecided(undecided)) if undecided.limit == Limit::Memory => false,
        other => panic!("{other:?}"),
    }
}

/// The least limit of memory with which the certificate is accepted, without the memory for reading.
fn least(parts: &Parts) -> u64 {
    let bytes = parts.seal();
    let (mut low, mut high) = (0, 1 << 32);
    while low < high {
        let middle = low + (high - low) / 2;
        if is_enough(&bytes, middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    assert!(low >= READING, "{low}");
    low - READING
}

#[test]
fn reading_takes_the_same_memory_for_every_certificate() {
    let limit = |memory| {
        let limits = Limits { memory, ..Limits::default() };
        check(&b"no certificate"[..], &Options { limits, ..Options::default() })
    };
    assert!(matches!(limit(READING - 1), Err(Failure::Undecided(_))));
    assert!(matches!(limit(READING), Err(Failure::Rejected(_))));
}

/// The memory of the first claim is free when the second one is proved.
#[test]
fn the_claims_of_a_certificate_use_the_same_memory() {
    for (game, position) in [("tictactoe", ".../.../..."), ("woodpush:4,2,ko=previous", "LLRR L")] {
        let both = Parts::of(game, position);
        assert!(both.header.at_least.is_some() && both.header.at_most.is_some());
        let records = first_claim(&both);
        let (mut first, mut second) = (both.clone(), both.clone());
        first.header.at_most = None;
        first.records.truncate(records);
        second.header.at_least = None;
        second.records.drain(..records);
        let (first, second) = (least(&first), least(&second));
        assert!(first > 0 && second > 0, "{first} {second}");
        assert_eq!(least(&both), first.max(second), "{game}");
    }
}

/// The number of records of the claim `at least`.
fn first_claim(both: &Parts) -> usize {
    let is_proof = |&count: &usize| {
        let mut first = both.clone();
        first.header.at_most = None;
        first.records.truncate(count);
        first.verdict().is_ok()
    };
    (0..=both.records.len()).find(is_proof).unwrap()
}
