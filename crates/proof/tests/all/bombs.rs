//! Files that are small and want much: memory, time, or other people's files. Every one ends with a verdict, soon, and within
//! the memory that is allowed, which the operating system watches.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{NARROW, Parts, seal_raw};
use foregone_proof::format::{CHUNK, Header};

/// What the program takes besides what it counts: its code, its stack, and what the allocator holds in reserve.
const BESIDES: u64 = 64 << 20;

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bombs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the checker in a folder with so much memory; it must end with that code and say that.
fn run(folder: &Path, memory: u64, arguments: &str, code: i32, said: &str) {
    let program = env!("CARGO_BIN_EXE_foregone-check");
    let kilobytes = (memory + BESIDES) >> 10;
    let line =
        format!("ulimit -v {kilobytes}; exec '{program}' proof.fgc --memory {memory} {arguments}");
    let begin = Instant::now();
    let output = Command::new("sh")
        .current_dir(folder)
        .args(["-c", &line])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let both = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&both);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {text}");
    assert!(text.contains(said) && text.lines().count() == 1, "{arguments}: {text}");
    assert!(begin.elapsed() < Duration::from_secs(20), "{arguments}: {:?}", begin.elapsed());
}

/// A certificate that claims a draw at least, with so many chunks of one byte again and again before the last record.
fn repeated(game: &str, position: &str, byte: u8, chunks: usize) -> Vec<u8> {
    let mut header = Header::new(game, position);
    header.at_least = Some("draw".to_owned());
    let chunk = zstd::bulk::compress(&vec![byte; CHUNK], 19).unwrap();
    let header = serde_json::to_string(&header).unwrap();
    seal_raw(&header, &vec![chunk; chunks], (chunks * CHUNK) as u64)
}

/// Nobody can have six in a line there, so every play is a draw and every position can be kept.
fn endless() -> Vec<u8> {
    let empty = vec![".".repeat(5); 5].join("/");
    repeated("mnk:5,5,6", &empty, 0b01, 200)
}

#[test]
fn keep_marks_do_not_take_more_memory_than_allowed() {
    let folder = folder("keep-marks");
    let bytes = endless();
    assert!(bytes.len() < 40_000, "{} bytes are not many", bytes.len());
    fs::write(folder.join("proof.fgc"), bytes).unwrap();
    run(&folder, 30 << 20, "", 3, "undecided: more than 31457280 bytes of memory are needed");
    run(&folder, 30 << 20, "--json", 3, r#""verdict":"undecided","limit":"memory""#);
    run(
        &folder,
        4 << 30,
        "--time 500ms",
        3,
        "undecided: 0.5 seconds are over; allow more with --time",
    );
    run(&folder, 1 << 20, "", 3, "undecided: more than 1048576 bytes of memory are needed");
}

/// The records of a rejected certificate are not all read to see whether the file is damaged.
#[test]
fn a_rejected_certificate_is_not_read_to_its_end() {
    let folder = folder("long");
    // The eighth stone has no cell number 100 to go to on a board of 9 cells.
    let bytes = repeated("tictactoe", ".../.../...", 100 << 1 & 0x7f, 20_000);
    assert!(bytes.len() < 4_000_000, "{} bytes are not many", bytes.len());
    fs::write(folder.join("proof.fgc"), bytes).unwrap();
    run(&folder, 60 << 20, "", 4, "is not below 9, the number of legal moves");
}

/// Where no board may come again, a position carries the boards of its line.
#[test]
fn long_lines_are_counted_with_what_they_carry() {
    let folder = folder("lines");
    let board = format!("{}{}", "L".repeat(14), ".".repeat(2)) + &"R".repeat(14);
    let mut header = Header::new("woodpush:30,14", format!("{board} L"));
    header.at_most = Some("13".to_owned());
    let chunk = zstd::bulk::compress(&vec![1; CHUNK], 19).unwrap();
    let header = serde_json::to_string(&header).unwrap();
    let bytes = seal_raw(&header, &vec![chunk; 50], 50 * CHUNK as u64);
    fs::write(folder.join("proof.fgc"), bytes).unwrap();
    run(&folder, 30 << 20, "--time 5s", 3, "undecided: more than 31457280 bytes of memory");
}

/// A manifest of Awari tables with these sizes, and a certificate that cites all of them.
fn cite(folder: &Path, sizes: &[u64]) {
    let tables = folder.join("tables");
    fs::create_dir_all(&tables).unwrap();
    let layer = |(number, size)| format!("{{\"file\":\"layer-{number:03}.fgt\",\"size\":{size}}}");
    let layers: Vec<String> = sizes.iter().enumerate().map(layer).collect();
    let manifest = format!(
        "{{\"format\":\"foregone tablebase 1\",\"game\":\"awari:grandslam=legal,rest=opponent\",\"layers\":[{}]}}",
        layers.join(",")
    );
    fs::write(tables.join("manifest.json"), manifest).unwrap();
    let mut header = Header::new("awari", "0,0,0,0,0,1/1,0,0,0,0,0 23-23 S");
    header.at_least = Some("0".to_owned());
    header.infinite = Some("0".to_owned());
    header.tablebase = Some(format!("{}:{}", sizes.len(), "0".repeat(64)));
    fs::write(folder.join("proof.fgc"), Parts { header, records: Vec::new() }.seal()).unwrap();
}

/// The file of a layer of so many zeros.
fn zeros(size: u64) -> Vec<u8> {
    let block = zstd::bulk::compress(&vec![0; CHUNK], 19).unwrap();
    let blocks = size.div_ceil(CHUNK as u64);
    let mut bytes = b"FGTABLE\x01".to_vec();
    bytes.extend(0_u32.to_le_bytes());
    bytes.extend((CHUNK as u32).to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(blocks.to_le_bytes());
    for number in 1..=blocks {
        bytes.extend((64 + 16 * blocks + number * block.len() as u64).to_le_bytes());
        bytes.extend([0; 8]);
    }
    bytes.extend([0; 32]);
    (0..blocks).for_each(|_| bytes.extend(&block));
    bytes
}

#[test]
fn tables_have_no_more_numbers_than_the_game() {
    let folder = folder("tables");
    cite(&folder, &[10 << 30]);
    let layer = zeros(10 << 30);
    assert!(layer.len() < 1 << 20, "{} bytes are not many", layer.len());
    fs::write(folder.join("tables/layer-000.fgt"), layer).unwrap();
    let said = "the tablebase has 10737418240 numbers in layer 0, where the game has 1";
    run(&folder, 60 << 20, "--tablebase tables", 1, said);
    // As many layers as there are stones, and one more.
    let ways = |stones: u64| (1..12).fold(1, |ways, step| ways * (stones + step) / step);
    let sizes: Vec<u64> = (0..50).map(ways).collect();
    cite(&folder, &sizes[..20]);
    run(
        &folder,
        60 << 20,
        "--tablebase tables",
        3,
        "more than 62914560 bytes of memory are needed",
    );
    cite(&folder, &sizes);
    run(&folder, u64::MAX >> 12, "--tablebase tables", 1, "has a layer 49, which the game has not");
}

#[test]
fn a_graph_takes_no_more_memory_than_allowed() {
    let folder = folder("graph");
    let mut header = Header::new("graph:game.json", "a");
    header.at_least = Some("win".to_owned());
    let nothing = Parts { header, records: Vec::new() };
    for text in ["[],".repeat(5_000_000), "\"a\",".repeat(5_000_000), "{},".repeat(5_000_000)] {
        let file = format!("[{}]", &text[..text.len() - 1]);
        let mut parts = nothing.clone();
        parts.header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
        fs::write(folder.join("game.json"), &file).unwrap();
        fs::write(folder.join("proof.fgc"), parts.seal()).unwrap();
        run(&folder, 100 << 20, "", 3, "more than 104857600 bytes of memory are needed");
        run(&folder, 10 << 20, "", 3, "more than 10485760 bytes of memory are needed");
        run(&folder, 2 << 30, "", 4, "rejected: graph file: the file is not a JSON object");
    }
}

/// Only a regular file beside the certificate is opened, or one that the user names.
#[test]
fn certificates_cannot_make_the_checker_open_other_files() {
    let folder = folder("files");
    let there = folder.join("there");
    fs::create_dir(&there).unwrap();
    fs::write(folder.join("game.json"), NARROW).unwrap();
    let sound = Parts::of_graph(NARROW);
    let absolute = folder.join("game.json").to_str().unwrap().to_owned();
    for path in ["/proc/kmsg", "/etc/shadow", "/dev/zero", "../game.json", "..", ".", "", &absolute]
    {
        let mut parts = sound.clone();
        parts.header.game = format!("graph:{path}");
        fs::write(there.join("proof.fgc"), parts.seal()).unwrap();
        let said = "there is no such file beside the certificate; name it with --game-file";
        run(&there, 60 << 20, "", 1, said);
        run(&there, 60 << 20, "--graph ../game.json", 0, "accepted");
    }
    fs::write(there.join("proof.fgc"), sound.seal()).unwrap();
    symlink("../game.json", there.join("game.json")).unwrap();
    run(&there, 60 << 20, "", 1, "it is a link that leads out of the folder");
    fs::remove_file(there.join("game.json")).unwrap();
    fs::write(there.join("other.json"), NARROW).unwrap();
    symlink("other.json", there.join("game.json")).unwrap();
    run(&there, 60 << 20, "", 0, "accepted");
    fs::remove_file(there.join("game.json")).unwrap();
    let made = Command::new("mkfifo").arg(there.join("game.json")).status().unwrap();
    assert!(made.success());
    run(&there, 60 << 20, "", 1, "it is not a regular file");
    run(&there, 60 << 20, "--graph game.json", 1, "it is not a regular file");
    run(&there, 60 << 20, "--graph /dev/zero", 1, "it is not a regular file");
}
