//! The file format by itself: round trips over many chunks, and files made to harm whoever reads them.

use crate::common::{Parts, rejection, seal_raw};
use foregone_proof::format::{CHUNK, Header, Reader, Record, Writer, encode};
use foregone_proof::{Options, check};

/// Nothing is left to play.
const OVER: &str = r#"{"game":"connect4:4x1","rules":1,"position":"xoxo","at_most":"draw"}"#;
/// One move is left, and it wins.
const TURN: &str = r#"{"game":"mnk:1,1,1","rules":1,"position":".","at_least":"win"}"#;

fn frame(records: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(records, 3).unwrap()
}

fn refused(bytes: &[u8], why: &str) {
    let sentence = rejection(check(bytes, &Options::default()));
    assert!(sentence.contains(why), "{sentence}");
}

#[test]
fn the_files_used_below_are_sound_otherwise() {
    let finished = seal_raw(OVER, &[], 0);
    assert_eq!(check(&finished[..], &Options::default()).unwrap().value, None);
    let one_record = seal_raw(TURN, &[frame(&[0])], 1);
    assert_eq!(check(&one_record[..], &Options::default()).unwrap().value.as_deref(), Some("win"));
    let spaced = seal_raw(&TURN.replace("\",", "\" ,\t"), &[frame(&[0])], 1);
    check(&spaced[..], &Options::default()).unwrap();
}

#[test]
fn records_go_both_ways_across_chunks() {
    let count = 700_001_u64;
    let wanted = |index: u64| Record { choice: index * 37 % 9_973, keep: index.is_multiple_of(5) };
    let mut single = Vec::new();
    let mut writer = Writer::new(&mut single, &Header::new("any", "any")).unwrap();
    let mut encoded = Vec::new();
    for Record { choice, keep } in (0..count).map(wanted) {
        writer.record(choice, keep).unwrap();
        encode(choice, keep, &mut encoded);
    }
    let summary = writer.finish().unwrap();
    assert!(encoded.len() > CHUNK, "more than one chunk");
    assert_eq!((summary.records, summary.bytes), (count, single.len() as u64));
    assert!(single.ends_with(&hex_to_bytes(&summary.hash)));

    // Already encoded records give the same file, however they are cut.
    for size in [1_000, CHUNK, usize::MAX] {
        let mut raw = Vec::new();
        let mut writer = Writer::new(&mut raw, &Header::new("any", "any")).unwrap();
        for piece in encoded.chunks(size) {
            writer.raw(piece, 0).unwrap();
        }
        writer.raw(&[], count).unwrap();
        assert_eq!(writer.finish().unwrap(), summary);
        assert!(raw == single, "the same bytes");
    }

    let mut reader = Reader::new(&single[..]).unwrap();
    for index in 0..count {
        assert_eq!(reader.record().unwrap(), Some(wanted(index)));
    }
    assert_eq!(reader.record().unwrap(), None);
    assert_eq!(reader.finish().unwrap(), summary);
}

fn hex_to_bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn the_writer_refuses_what_nobody_could_read() {
    let mut writer = Writer::new(Vec::new(), &Header::new("any", "any")).unwrap();
    assert!(writer.record(1 << 63, false).is_err());
    writer.record((1 << 63) - 1, true).unwrap();
    let huge = Header::new("any", "x".repeat(1 << 20));
    assert!(Writer::new(Vec::new(), &huge).is_err());
}

#[test]
fn first_lines() {
    refused(b"", "byte 0: the file ends within the first line; it is truncated");
    refused(b"foregone certificate 1", "truncated");
    refused(b"PK\x03\x04 something else\n", "byte 0: this is not a certificate");
    refused(&[b'x'; 100], "the first line is longer than 64 bytes");
    refused(b"foregone certificate one\n", "\"one\" is not a format version");
    refused(b"foregone certificate 01\n", "is not a format version");
    refused(b"foregone certificate \n", "is not a format version");
    refused(b"foregone certificate 1 \n", "is not a format version");
    refused(
        b"foregone certificate 4\nwhatever that may hold",
        "this is certificate format 4; this checker reads formats 1 to 3: use a newer checker",
    );
}

#[test]
fn header_lines() {
    refused(b"foregone certificate 1\n", "byte 23: the file ends within the header line");
    refused(b"foregone certificate 1\n{\"game\":", "truncated");
    refused(
        &[&b"foregone certificate 1\n"[..], &vec![b' '; 2 << 20]].concat(),
        "longer than 1048576 bytes",
    );
    refused(&seal_raw("[]", &[], 0), "header: the header is not a JSON object");
    refused(&seal_raw("{}", &[], 0), "missing field `game`");
    refused(&seal_raw(&"[".repeat(100_000), &[], 0), "not a JSON object");
    refused(&seal_raw(&format!("{{\"game\":{}", "[".repeat(100_000)), &[], 0), "header");
    refused(
        &seal_raw(&TURN.replace("}", ",\"note\":1}"), &[frame(&[0])], 1),
        "unknown field `note`",
    );
    refused(&seal_raw(&TURN.replace("win", "\u{1b}[31m"), &[], 0), "header");
}

#[test]
fn chunks() {
    let lengths = |length: u32| {
        let mut bytes = format!("foregone certificate 1\n{TURN}\n").into_bytes();
        bytes.extend(length.to_le_bytes());
        bytes.extend([0x55; 64]);
        bytes
    };
    refused(&lengths(u32::MAX), "a chunk of 4294967295 bytes is announced");
    refused(&lengths(1_000_000), "the file ends within a chunk");
    refused(&lengths(60), "not exactly one zstd frame");
    refused(
        &seal_raw(TURN, &[[frame(&[0]), frame(&[0])].concat()], 1),
        "not exactly one zstd frame",
    );
    refused(&seal_raw(TURN, &[[frame(&[0]), vec![0]].concat()], 1), "not exactly one zstd frame");
    let skippable = [&0x184d_2a50_u32.to_le_bytes()[..], &[0, 0, 0, 0]].concat();
    refused(&seal_raw(TURN, &[skippable.clone(), frame(&[0])], 1), "not exactly one zstd frame");
    refused(&seal_raw(TURN, &[[skippable, frame(&[0])].concat()], 1), "not exactly one zstd frame");
    refused(&seal_raw(TURN, &[frame(&[]), frame(&[0])], 1), "decompresses to nothing");
}

#[test]
fn decompression_bombs() {
    let bomb = frame(&vec![0; 256 << 20]);
    assert!(bomb.len() < 64 << 10, "small enough to be let in");
    refused(&seal_raw(TURN, &[bomb], 256 << 20), "does not decompress to at most 1048576 bytes");
    refused(
        &seal_raw(TURN, &[frame(&vec![0; CHUNK + 1])], 1 << 20),
        "does not decompress to at most",
    );
    refused(&seal_raw(TURN, &[frame(&vec![0; CHUNK])], 1 << 20), "records are left");
}

#[test]
fn numbers_have_one_spelling() {
    refused(
        &seal_raw(TURN, &[frame(&[0x80, 0x00])], 1),
        "record 1 (in the chunk that begins here) is not in the shortest form",
    );
    refused(
        &seal_raw(TURN, &[frame(&[0x80])], 1),
        "record 1 (in the chunk that begins here) breaks off with the last chunk",
    );
    refused(&seal_raw(TURN, &[frame(&[0xff; 12])], 1), "does not fit into 64 bits");
}

#[test]
fn trailers() {
    refused(&seal_raw(TURN, &[frame(&[0])], 2), "the file has 1 records, not 2 as stated here");
    refused(&seal_raw(TURN, &[frame(&[0])], u64::MAX), "not 18446744073709551615");
    let twice = seal_raw(TURN, &[frame(&[0])], 1).repeat(2);
    refused(&twice, "bytes follow");
}

#[test]
fn a_failing_input_is_not_a_rejection() {
    struct Broken<'b>(&'b [u8]);
    impl std::io::Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            match std::io::Read::read(&mut self.0, buffer)? {
                0 => Err(std::io::Error::other("the disk is gone")),
                read => Ok(read),
            }
        }
    }
    let bytes = Parts::of("mnk:2,2,2", "../..").seal();
    for length in 0..=bytes.len() {
        let failure = check(Broken(&bytes[..length]), &Options::default()).unwrap_err();
        assert!(failure.to_string().contains("the disk is gone"), "{failure}");
        assert!(matches!(failure, foregone_proof::Failure::Unreadable(_)));
    }
}

/// The line feed counts: a header line of 1,048,576 bytes with it is read, one more byte is too many.
#[test]
fn the_limit_of_the_header_line_includes_its_line_feed() {
    let line = |length: usize| {
        let empty = serde_json::to_string(&Header::new("any", "")).unwrap();
        serde_json::to_string(&Header::new("any", "x".repeat(length - 1 - empty.len()))).unwrap()
    };
    for (length, is_read) in [(1 << 20, true), ((1 << 20) + 1, false)] {
        let bytes = seal_raw(&line(length), &[], 0);
        assert_eq!(bytes[23..].iter().position(|&byte| byte == b'\n'), Some(length - 1));
        assert_eq!(foregone_proof::format::Reader::new(&bytes[..]).is_ok(), is_read, "{length}");
    }
}
