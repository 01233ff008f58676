//! Tables on disk: what was written is found again, builds go on where they stopped, and damage is refused.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use foregone_game::Layered;
use foregone_game::random::Random;
use foregone_games::awari::board::Variant;
use foregone_games::awari::index::Endgames;
use foregone_tablebase::TableError;
use foregone_tablebase::file::{Folder, Form, LayerSummary, Table, WordReader};
use foregone_tablebase::retro::{Control, Values, analyse, count};
use tempfile::TempDir;

static NEVER: AtomicBool = AtomicBool::new(false);

const GAME: &str = "awari:grandslam=legal,rest=opponent";

fn values(stones: u8) -> (Endgames, Values) {
    let game = Endgames::new(Variant::default(), stones);
    let (never, mut values) = (AtomicBool::new(false), Values::new());
    for layer in 0..game.layers() {
        let control = Control { threads: 1, stop: &never, report: &|_| () };
        let next = analyse(&game, layer, &values, &control).expect("values");
        values.push(next);
    }
    (game, values)
}

fn keep(path: &Path, (game, values): &(Endgames, Values)) {
    let mut folder = Folder::open(path, GAME, Form::Bytes, values.len()).expect("a folder");
    for (layer, values) in values.iter().enumerate().skip(folder.manifest().layers.len()) {
        let counts = count(game, layer, values, &NEVER).expect("nobody stops it");
        folder.write_bytes(layer, values, game.bound(layer), counts).expect("room");
    }
}

/// Opens a table and reads all its values.
fn read(path: &Path) -> Result<Values, TableError> {
    let table = Table::open(path, GAME, Form::Bytes)?;
    (0..table.manifest().layers.len()).map(|layer| table.layer(layer)?.values()).collect()
}

#[test]
fn values_are_found_again() {
    let (folder, built) = (TempDir::new().expect("a folder"), values(8));
    keep(folder.path(), &built);
    assert_eq!(read(folder.path()).expect("tables"), built.1);
    let table = Table::open(folder.path(), GAME, Form::Bytes).expect("tables");
    table.fits(&built.0).expect("the same game");
    assert!(table.fits(&Endgames::new(Variant::default(), 7)).is_err());
    let mut prober = table.prober(2);
    for (layer, values) in built.1.iter().enumerate() {
        for (index, &value) in (0..).zip(values).step_by(97) {
            assert_eq!(prober.value(layer, index), Ok(value));
        }
        let outside = prober.value(layer, values.len() as u64).expect_err("no such position");
        assert!(outside.to_string().contains(&format!("layer {layer}")), "{outside}");
    }
    let above = prober.value(9, 0).expect_err("no such layer").to_string();
    assert!(above.contains("layers below 9") && above.contains("build more"), "{above}");
    let facts = &table.manifest().layers[8];
    assert_eq!(facts.results(), [37767, 8351, 29464]);
}

#[test]
fn a_build_goes_on_and_leaves_nothing_half_written() {
    let (folder, built) = (TempDir::new().expect("a folder"), values(6));
    let some = (built.0.clone(), built.1[..4].to_vec());
    keep(folder.path(), &some);
    fs::write(folder.path().join(".foregone-abc.tmp"), "half of a layer").expect("a file");
    assert_eq!(read(folder.path()).expect("tables"), some.1);
    keep(folder.path(), &built);
    assert_eq!(read(folder.path()).expect("tables"), built.1);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 8);
}

#[test]
fn every_flipped_byte_is_refused() {
    let (folder, built) = (TempDir::new().expect("a folder"), values(4));
    keep(folder.path(), &built);
    for entry in fs::read_dir(folder.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        let good = fs::read(&path).expect("a file");
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            // A new file: a file that is mapped must not be changed.
            fs::remove_file(&path).expect("a file");
            fs::write(&path, bad).expect("a file");
            let refused = read(folder.path()).expect_err("a flipped byte");
            let name = path.file_name().expect("a name").to_string_lossy();
            assert!(matches!(refused, TableError::Damaged(_)), "{name} {at}: {refused}");
            assert!(refused.to_string().contains(&*name), "{name} {at}: {refused}");
        }
        for length in [0, 1, good.len() / 2, good.len() - 1] {
            fs::write(&path, &good[..length]).expect("a file");
            assert!(matches!(read(folder.path()), Err(TableError::Damaged(_))), "{length} bytes");
        }
        fs::write(&path, good).expect("a file");
    }
    assert_eq!(read(folder.path()).expect("all is well again"), built.1);
    fs::remove_file(folder.path().join("layer-002.fgt")).expect("a file");
    let missing = read(folder.path()).expect_err("a missing file").to_string();
    assert!(missing.ends_with("layer-002.fgt is missing"), "{missing}");
}

#[test]
fn files_that_belong_elsewhere_are_refused() {
    let (one, built) = (TempDir::new().expect("a folder"), values(3));
    keep(one.path(), &built);
    let other = |game: &str, form| Table::open(one.path(), game, form).expect_err("another");
    let refused = other("mnk:3,3,3", Form::Bytes).to_string();
    assert!(refused.contains("holds tables of awari") && refused.contains("mnk"), "{refused}");
    let refused = other(GAME, Form::Bits).to_string();
    assert!(refused.contains("with one byte for each position"), "{refused}");
    assert!(Folder::open(one.path(), "mnk:3,3,3", Form::Bytes, 1).is_err());
    assert!(Folder::open(one.path(), GAME, Form::Bits, 1).is_err());
    let other = TempDir::new().expect("a folder");
    let nothing = Table::open(other.path(), GAME, Form::Bytes).expect_err("nothing").to_string();
    assert!(nothing.contains("no tables"), "{nothing}");
    fs::write(other.path().join("thesis.tex"), "precious").expect("a file");
    let refused =
        Folder::open(other.path(), GAME, Form::Bytes, 1).expect_err("a stranger").to_string();
    assert!(refused.contains("thesis.tex"), "{refused}");
    fs::copy(one.path().join("layer-001.fgt"), one.path().join("layer-002.fgt")).expect("a copy");
    assert!(matches!(read(one.path()), Err(TableError::Damaged(_))));
}

/// Bits are written in parts that do not end where blocks end.
fn bits() -> Vec<Vec<u64>> {
    let mut random = Random::new(5);
    let word = |random: &mut Random| random.below(usize::MAX) as u64 >> random.below(60);
    (0..7).map(|_| (0..301).map(|_| word(&mut random)).collect()).collect()
}

fn keep_bits(path: &Path, parts: &[Vec<u64>]) {
    let mut folder = Folder::open(path, GAME, Form::Bits, 1).expect("a folder");
    let size = 64 * parts.iter().map(|part| part.len() as u64).sum::<u64>();
    let won = parts.iter().flatten().map(|word| u64::from(word.count_ones())).sum();
    let kept = LayerSummary { size, bound: 1, counts: vec![size - won, 0, won] };
    folder.write_layer(0, kept, WordReader::new(parts)).expect("room");
}

#[test]
fn bits_are_found_again() {
    let (folder, parts) = (TempDir::new().expect("a folder"), bits());
    keep_bits(folder.path(), &parts);
    let table = Table::open(folder.path(), GAME, Form::Bits).expect("tables");
    let layer = table.layer(0).expect("a layer");
    assert_eq!(layer.words(301).expect("words"), parts);
    assert_eq!(layer.words(usize::MAX).expect("words"), [parts.concat()]);
    let mut prober = table.prober(2);
    for (index, word) in (0..).step_by(64).zip(parts.concat()) {
        for bit in [0, 7, 31, 63] {
            let value = if word >> bit & 1 == 1 { 1 } else { -1 };
            assert_eq!(prober.value(0, index + bit), Ok(value), "{index} {bit}");
        }
    }
    assert!(prober.value(0, layer.size()).is_err());
    let path = folder.path().join("layer-000.fgt");
    let good = fs::read(&path).expect("a file");
    for at in (0..good.len()).step_by(7) {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        fs::remove_file(&path).expect("a file");
        fs::write(&path, bad).expect("a file");
        let opened = Table::open(folder.path(), GAME, Form::Bits);
        let read = opened.and_then(|table| table.layer(0)?.words(301));
        assert!(matches!(read, Err(TableError::Damaged(_))), "{at}");
    }
}
