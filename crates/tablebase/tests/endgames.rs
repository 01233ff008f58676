//! Tables by the public interface of the library: built, stopped and continued, probed, verified, and loaded for a search.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use foregone_game::{ExploreError, Game};
use foregone_games::{Awari, Breakthrough, Torere};
use foregone_tablebase::endgames::{
    Effort, HasTables, OpenOptions, Progress, SearchTables, Stage, Verification, VerifiedTables,
};
use foregone_tablebase::file::{Form, Manifest};
use foregone_tablebase::{Build, Endgames, StopFlag, TableError, Tables};

fn open(spec: &str) -> Result<Endgames, TableError> {
    Endgames::open(spec, &OpenOptions::default())
}

fn build(spec: &str, folder: &Path) -> Manifest {
    let endgames = open(spec).expect("a game");
    let mut build = Build::new(&endgames, folder, &Effort::default()).expect("a folder");
    build.run().expect("tables");
    build.manifest().clone()
}

#[test]
fn a_game_is_named_by_what_values_depend_on() {
    let name = |spec: &str| Endgames::name_of(spec, &|_| Ok(b"bytes".to_vec())).expect(spec);
    assert_eq!(name("awari:stones=3,score=result"), "awari:grandslam=legal,rest=opponent");
    assert_eq!(name("awari:rest=divided"), "awari:grandslam=legal,rest=divided");
    assert_eq!(name("breakthrough"), "breakthrough:8x8");
    assert_eq!(name("tictactoe"), "mnk:3,3,3");
    let awari = open("awari").expect("a game");
    assert_eq!((awari.layers(), awari.form()), (14, Form::Bytes));
    assert_eq!(open("awari:stones=48").expect("a game").layers(), 49);
    for spec in ["awari:stones=49", "awari:stones=-1", "awari:stones=", "awari:seeds=3", "go"] {
        assert!(matches!(open(spec), Err(TableError::Game(_))), "{spec}");
    }
}

/// A game that is passed as a value has the same tables as the game that is opened by its spelling.
#[test]
fn values_have_tables_too() {
    let awari = Awari::default().endgames(Some(3)).expect("tables").expect("a numbering");
    assert_eq!((awari.layers(), awari.positions()), (3, 1 + 12 + 78));
    let board = Breakthrough::new(3, 5, 0).expect("a board");
    let bits = board.endgames(None).expect("tables").expect("a numbering");
    assert_eq!((bits.name(), bits.form(), bits.layers()), ("breakthrough:3x5", Form::Bits, 10));
    let low = Breakthrough::new(4, 3, 0).expect("a board");
    assert!(low.endgames(None).expect("no error").is_none(), "three rows are enumerated");
    let torere = Endgames::cyclic("torere", Torere::new(), &OpenOptions::default());
    let spelled = open("torere").expect("a game");
    assert_eq!(torere.expect("a small game").positions(), spelled.positions());
}

/// Boards that no table holds are refused before anything is enumerated.
#[test]
fn wide_boards_are_refused_at_once() {
    let reports = Mutex::new(0);
    let count = |_| *reports.lock().expect("no panic") += 1;
    let options = OpenOptions { enumeration: &count, ..OpenOptions::default() };
    for spec in ["10x4", "12x5", "10x5,walls=c3", "10x3", "16x3,walls=a2", "8x3", "8x8"] {
        let refused = Endgames::open(&format!("breakthrough:{spec}"), &options);
        assert!(matches!(refused, Err(TableError::Unfit(_))), "{spec}");
    }
    assert_eq!(*reports.lock().expect("no panic"), 0);
    assert!(Endgames::open("breakthrough:4x3", &options).is_ok());
    assert!(*reports.lock().expect("no panic") > 0, "other boards are enumerated");
}

#[test]
fn a_build_is_stopped_and_continued() {
    let (folder, whole) = (tempfile::tempdir().expect("a"), tempfile::tempdir().expect("b"));
    let endgames = open("awari:stones=7").expect("a game");
    let stopped = Arc::new(AtomicBool::new(false));
    let seen = Mutex::new(Vec::new());
    let progress = |progress: Progress| {
        assert_eq!((progress.layers, progress.positions), (8, endgames.positions()));
        seen.lock().expect("no panic").push((progress.stage, progress.done));
        stopped.store(progress.layer == 5, Ordering::Relaxed);
    };
    let stop = StopFlag::from(stopped.clone());
    let effort = Effort { stop, progress: &progress, ..Effort::default() };
    let mut first = Build::new(&endgames, folder.path(), &effort).expect("a folder");
    assert_eq!(first.run(), Err(TableError::Stopped));
    assert_eq!((first.manifest().layers.len(), first.built().len()), (5, 5));
    let mut second =
        Build::new(&endgames, folder.path(), &Effort { threads: 2, ..Effort::default() })
            .expect("the same folder");
    second.run().expect("the rest");
    assert_eq!(second.built().iter().map(|built| built.layer).collect::<Vec<_>>(), [5, 6, 7]);
    assert_eq!(*second.manifest(), build("awari:stones=7", whole.path()));
    let seen = seen.into_inner().expect("no panic");
    assert!(seen.is_sorted_by_key(|(_, done)| *done), "{seen:?}");
    assert!(seen.iter().all(|(stage, _)| *stage == Stage::Computing));
}

#[test]
fn limits_of_memory_are_errors_with_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let endgames = open("awari:stones=9").expect("a game");
    let need = endgames.build_bytes(1);
    let effort = Effort { memory: need - 1, ..Effort::default() };
    match Build::new(&endgames, &folder.path().join("new"), &effort).map(|_| ()) {
        Err(TableError::Memory { need: found, allowed, .. }) => {
            assert_eq!((found, allowed), (need, need - 1));
        }
        other => panic!("{other:?}"),
    }
    assert!(!folder.path().join("new").exists(), "nothing was made");
    let options = OpenOptions { memory: 100_000, ..OpenOptions::default() };
    match Endgames::open("connect4:4x4", &options) {
        Err(TableError::Enumeration {
            why: ExploreError::Memory { found, needed, .. }, ..
        }) => {
            assert!(found > 100 && needed > 500_000_000, "{found} {needed}");
        }
        other => panic!("{other:?}"),
    }
    let stop = StopFlag::from(Arc::new(AtomicBool::new(true)));
    let stopped = Endgames::open("connect4:4x4", &OpenOptions { stop, ..OpenOptions::default() });
    assert_eq!(stopped.err(), Some(TableError::Stopped));
}

#[test]
fn tables_are_probed_and_verified() {
    for (spec, start) in [("breakthrough:3x5", "loss"), ("torere", "draw"), ("mnk:4,3,3", "win")] {
        let folder = tempfile::tempdir().expect("a folder");
        build(spec, folder.path());
        let options = OpenOptions::default();
        let tables = Tables::open(folder.path(), None, &options).expect("tables");
        let probe = tables.probe(None, None).expect("the start");
        assert!(probe.meaning.starts_with(start), "{spec}: {probe:?}");
        for sample in [None, Some(50)] {
            let verified = tables.verify(sample, &Effort::default());
            assert_eq!(verified, Ok(Verification::Correct), "{spec}");
        }
        let other = Tables::open(folder.path(), Some("awari"), &options).err();
        assert!(matches!(other, Some(TableError::Unfit(_))), "{other:?}");
        let depths = tables.endgames().depths(&Effort::default());
        let distance = tables.distance(None, None, &Effort::default());
        match spec.starts_with("breakthrough") {
            true => assert_eq!(distance, depths.map(|depths| depths.start)),
            false => {
                assert!(matches!(distance, Err(TableError::NoDistances { .. })), "{distance:?}");
                assert_eq!(depths.err(), distance.err());
            }
        }
    }
    let empty = tempfile::tempdir().expect("a folder");
    let missing = Tables::open(empty.path(), None, &OpenOptions::default()).err();
    assert!(matches!(missing, Some(TableError::NoTables { .. })), "{missing:?}");
}

/// A search loads as many layers as fit into memory, cites them by their hash, and knows whether they were built here.
#[test]
fn searches_load_the_lowest_layers() {
    let [tables, notes] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let verified = VerifiedTables::in_folder(notes.path());
    let endgames = open("awari:stones=6").expect("a game");
    let build = Build::new(&endgames, tables.path(), &Effort::default()).expect("a folder");
    let mut build = build.remember(&verified);
    build.run().expect("tables");
    assert_eq!(build.note_error(), None);
    let load = |spec: &str, memory: u64| {
        let options = OpenOptions { memory, ..OpenOptions::default() };
        SearchTables::load(tables.path(), spec, true, &options)
    };
    let all = load("awari", u64::MAX).expect("tables");
    assert_eq!(all.layers(), 7);
    assert_eq!(all.citation(), format!("7:{}", build.manifest().content()));
    assert!(all.are_verified(&verified));
    assert!(!all.are_verified(&VerifiedTables::in_folder(notes.path().join("elsewhere"))));
    let some = load("awari:score=result", 500).expect("tables");
    assert_eq!((some.layers(), some.manifest.layers.len()), (4, 7), "1 + 12 + 78 + 364 bytes");
    assert!(Awari::default().with_tablebase(all.table).is_some());
    let torere = load("torere", u64::MAX).err();
    assert!(matches!(torere, Some(TableError::NotForSearches { .. })), "{torere:?}");
    let divided = load("awari:rest=divided", u64::MAX).err();
    assert!(matches!(divided, Some(TableError::Unfit(_))), "{divided:?}");
}

/// Rule files are enumerated like other games, whether play can return or not; rules at fault have no tables.
#[test]
fn rule_files_have_tables() {
    let read_file = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/gdl/");
        let text = std::fs::read_to_string(format!("{folder}{name}")).expect("an example");
        Ok(text.into_bytes())
    };
    let options = OpenOptions { read_file: &read_file, ..OpenOptions::default() };
    let games = [
        ("gdl:tictactoe.kif", "draw"),
        ("gdl:hexapawn.kif,role=o", "win"),
        ("gdl:dodgem.kif,infinite=loss", "win"),
        ("gdl:nim.kif", "win"),
    ];
    for (spec, start) in games {
        let folder = tempfile::tempdir().expect("a folder");
        let endgames = Endgames::open(spec, &options).expect("a small game");
        let mut build = Build::new(&endgames, folder.path(), &Effort::default()).expect("a folder");
        build.run().expect("tables");
        let tables = Tables::open(folder.path(), None, &options).expect("tables");
        let probe = tables.probe(None, None).expect("the start");
        assert!(probe.meaning.starts_with(start), "{spec}: {probe:?}");
        assert!(!spec.contains("tictactoe") || endgames.positions() == 5_478, "{spec}");
        assert_eq!(tables.verify(None, &Effort::default()), Ok(Verification::Correct), "{spec}");
    }
    let why = Endgames::open("gdl:dodgem.kif", &options).err().map(|error| error.to_string());
    assert!(
        why.is_some_and(|why| why.contains("infinite=")),
        "nothing says what for ever is worth"
    );
    let no_goal = |_: &str| {
        let text = read_file("nim.kif").expect("an example");
        let text = String::from_utf8(text).expect("text");
        Ok(text.replace("(<= (goal ?role 0) (true (control ?role)))", "").into_bytes())
    };
    let options = OpenOptions { read_file: &no_goal, ..OpenOptions::default() };
    let why = Endgames::open("gdl:nim.kif", &options).err().map(|error| error.to_string());
    assert!(why.is_some_and(|why| why.contains("has no goal at the end")), "a goal is missing");
}
