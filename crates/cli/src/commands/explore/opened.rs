//! What `foregone explore` opens besides games: certificates, tables, and the events of runs over a network.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foregone::proof::GRAPH_FILE;
use foregone::proof::format::Reader;
use foregone::proof::program::read_beside;
use foregone::tablebase::Tables;
use foregone::{ProofFile, ProofNeeds, ProofState};
use foregone_explore::{NamedFile, OpenedFiles, OpenedLog, OpenedTables};
use foregone_games::registry::GameFile;

use crate::arguments::explore::ExploreArguments;
use crate::commands::tablebase::options;
use crate::failure::Failure;
use crate::{files, trust};

/// The longest certificate that is read.
const CERTIFICATE_BYTES: u64 = 4 << 30;
/// The most that is read of a file of events at a time.
const EVENT_BYTES: u64 = 256 << 20;
/// How long the start waits for the checker to reject certificates; larger ones are checked while pages are shown.
const WAIT: Duration = Duration::from_millis(400);

/// Opens what was named.
pub(super) fn opened(
    arguments: &ExploreArguments,
    games: &[NamedFile],
    memory: u64,
) -> Result<OpenedFiles, Failure> {
    let mut opened = OpenedFiles::default();
    for file in &arguments.certificate {
        let tablebase = arguments.tablebase.first();
        opened.proofs.push(certificate(file, games, tablebase, memory)?);
    }
    refuse_rejected(&opened.proofs)?;
    for folder in &arguments.tablebase {
        opened.tables.push(Arc::new(tables(folder, memory)?));
    }
    for file in &arguments.events {
        opened.logs.push(Arc::new(events(file)?));
    }
    Ok(opened)
}

/// Reads a certificate; it is checked meanwhile.
fn certificate(
    file: &Path,
    games: &[NamedFile],
    tablebase: Option<&PathBuf>,
    memory: u64,
) -> Result<Arc<ProofFile>, Failure> {
    let name = file.display().to_string();
    let bad = |why: String| Failure::bad(format!("{name} cannot be read: {why}"));
    let bytes = files::read(file, CERTIFICATE_BYTES).map_err(bad)?;
    // The certificate may come from anybody: of the files that it names only one beside it is opened.
    let game = Reader::new(&bytes[..]).map(|reader| reader.header().game.clone());
    let game_file = match game.as_deref().ok().and_then(GameFile::of) {
        None => Vec::new(),
        Some(needed) => match games.iter().find(|game| game.path() == needed.path) {
            Some(game) => game.bytes.clone(),
            None => read_beside(needed.path, file).map_err(|why| {
                let kind = needed.kind();
                Failure::bad(format!("the {kind} of {name}, at most {GRAPH_FILE} bytes: {why}"))
            })?,
        },
    };
    let needs = ProofNeeds { game_file, tablebase: tablebase.cloned(), memory };
    Ok(ProofFile::start(&name, bytes, needs))
}

/// Fails if the checker rejects a certificate soon.
fn refuse_rejected(proofs: &[Arc<ProofFile>]) -> Result<(), Failure> {
    let until = Instant::now() + WAIT;
    loop {
        let mut is_settled = true;
        for proof in proofs {
            match proof.state() {
                ProofState::Refused { rejected: true, why } => {
                    return Err(Failure::Rejected(format!("{} is rejected: {why}", proof.name())));
                }
                ProofState::Reading | ProofState::Checking => is_settled = false,
                _ => {}
            }
        }
        if is_settled || Instant::now() >= until {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn tables(folder: &Path, memory: u64) -> Result<OpenedTables, Failure> {
    let tables = Tables::open(folder, None, &options(memory, &|_| ()))?;
    let manifest = tables.manifest();
    let is_verified = trust::verified().layers(manifest) == manifest.layers.len();
    Ok(OpenedTables { name: folder.display().to_string(), tables, is_verified })
}

/// A file of events, which may grow while it is shown.
fn events(file: &Path) -> Result<OpenedLog, Failure> {
    let name = file.display().to_string();
    let path = file.to_owned();
    let read = move |from: u64| -> io::Result<Vec<u8>> {
        let mut input = File::open(&path)?;
        input.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        input.take(EVENT_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let is_file = std::fs::metadata(file).map(|facts| facts.is_file());
    match is_file {
        Ok(true) => Ok(OpenedLog::new(&name, Box::new(read))),
        Ok(false) => Err(Failure::bad(format!(
            "{name} is no file; --events takes what `foregone coordinate --json` has written"
        ))),
        Err(error) => {
            Err(Failure::bad(format!("{name} cannot be read: {}", crate::failure::reason(&error))))
        }
    }
}
