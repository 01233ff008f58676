//! A certificate that is opened to be looked at: read, checked and measured by a thread of its own, and shown meanwhile.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use foregone_proof::format::Reader;
use foregone_proof::program::tablebase_loader;
use foregone_proof::{Accepted, Failure, Options};
use serde::Serialize;

use super::overview::Overview;
use super::tree::ProofTree;
use crate::certificate::check;
use crate::error::Error;
use crate::game::Game;

/// The boxes of an overview.
const BOXES: usize = 500;

/// A certificate with what is known about it so far.
pub struct ProofFile {
    name: String,
    file: Vec<u8>,
    needs: ProofNeeds,
    state: Mutex<ProofState>,
    tree: OnceLock<Arc<ProofTree>>,
    overviews: Mutex<Vec<Option<Arc<Overview>>>>,
    /// Records that the check, and then the measuring, has met.
    met: AtomicU64,
}

/// The other files that a certificate needs, and what its check may take.
#[derive(Clone, Debug)]
pub struct ProofNeeds {
    /// The content of the file of the game, for certificates of `graph:` and `gdl:` games.
    pub game_file: Vec<u8>,
    /// The folder of the tablebase, for certificates that cite one.
    pub tablebase: Option<PathBuf>,
    /// Bytes that a check may hold.
    pub memory: u64,
}

/// How far the work on a certificate is, and what has come of it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum ProofState {
    /// It is being read.
    Reading,
    /// The checker follows it.
    Checking,
    /// The checker has accepted it.
    Accepted {
        /// What it proves.
        accepted: Box<Accepted>,
        /// Whether the sizes of all its parts are known, and its overviews drawn.
        measured: bool,
    },
    /// It proves nothing here: the reason, in a sentence.
    Refused {
        /// Whether the checker rejects it. Otherwise it could not be read, or a limit was reached first.
        rejected: bool,
        /// Why.
        why: String,
    },
}

impl ProofFile {
    /// Takes a certificate and begins to read it. The name is only shown.
    pub fn start(name: &str, file: Vec<u8>, needs: ProofNeeds) -> Arc<ProofFile> {
        let proof = Arc::new(ProofFile::unread(name, file, needs));
        let work = proof.clone();
        thread::spawn(move || work.read());
        proof
    }

    /// Takes a certificate, and returns when all is known about it.
    pub fn read_now(name: &str, file: Vec<u8>, needs: ProofNeeds) -> ProofFile {
        let proof = ProofFile::unread(name, file, needs);
        proof.read();
        proof
    }

    fn unread(name: &str, file: Vec<u8>, needs: ProofNeeds) -> ProofFile {
        ProofFile {
            name: name.to_owned(),
            file,
            needs,
            state: Mutex::new(ProofState::Reading),
            tree: OnceLock::new(),
            overviews: Mutex::default(),
            met: AtomicU64::new(0),
        }
    }

    /// How the file was named.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How large the file is.
    pub fn bytes(&self) -> usize {
        self.file.len()
    }

    /// How far the work is.
    pub fn state(&self) -> ProofState {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records that the check, and then the measuring, has met.
    pub fn met(&self) -> u64 {
        self.met.load(Ordering::Relaxed)
    }

    /// The proof; nothing as long as it is not read, and nothing if it was refused.
    pub fn tree(&self) -> Option<&ProofTree> {
        match self.state() {
            ProofState::Refused { .. } => None,
            _ => self.tree.get().map(AsRef::as_ref),
        }
    }

    /// The same proof for a viewer, once the checker has accepted it without taking anything on trust.
    pub fn accepted_tree(&self) -> Option<Arc<ProofTree>> {
        match self.state() {
            ProofState::Accepted { accepted, .. } if accepted.trusted.is_empty() => {
                self.tree.get().cloned()
            }
            _ => None,
        }
    }

    /// The parts of the proof of a claim, once they are measured.
    pub fn overview(&self, claim: usize) -> Option<Arc<Overview>> {
        let overviews = self.overviews.lock().unwrap_or_else(PoisonError::into_inner);
        overviews.get(claim).cloned().flatten()
    }

    fn set(&self, state: ProofState) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn read(&self) {
        let refused = |rejected, why| ProofState::Refused { rejected, why };
        let tree = match self.open() {
            Ok(tree) => self.tree.get_or_init(|| Arc::new(tree)),
            // What cannot be opened may still be checked, such as the proof of an expectation; the checker says it best.
            Err(error) => {
                return self.set(match check(&self.file[..], &self.options()) {
                    Err(failure) => {
                        refused(matches!(failure, Failure::Rejected(_)), failure.to_string())
                    }
                    Ok(_) => refused(false, error.to_string()),
                });
            }
        };
        self.set(ProofState::Checking);
        let accepted = match check(&self.file[..], &self.options()) {
            Ok(accepted) => Box::new(accepted),
            Err(failure) => {
                let rejected = matches!(failure, Failure::Rejected(_));
                return self.set(refused(rejected, failure.to_string()));
            }
        };
        let state = |measured| ProofState::Accepted { accepted: accepted.clone(), measured };
        self.set(state(false));
        self.met.store(0, Ordering::Relaxed);
        // An accepted proof can be measured; if memory runs out, it is shown without sizes.
        if tree.measure_watched(&mut |met| self.met.store(met, Ordering::Relaxed)).is_ok() {
            self.draw(tree);
            self.set(state(true));
        }
    }

    fn draw(&self, tree: &ProofTree) {
        for claim in 0..tree.claims().len() {
            let overview = tree.overview(claim, tree.root(), BOXES, &|| false);
            let overview = overview.ok().flatten().map(Arc::new);
            self.overviews.lock().unwrap_or_else(PoisonError::into_inner).push(overview);
        }
    }

    fn open(&self) -> Result<ProofTree, Error> {
        let reader = Reader::new(&self.file[..]);
        let reader = reader.map_err(|failure| Error::Failed(failure.to_string()))?;
        let read_file = |_: &str| Ok(self.needs.game_file.clone());
        let game = Game::open_with(&reader.header().game, &read_file)?;
        ProofTree::open_with(&self.file, &game, &self.options())
    }

    fn options(&self) -> Options<'_> {
        let mut options = Options::with_game_file(&self.needs.game_file);
        options.tablebase = self.needs.tablebase.as_deref().map(tablebase_loader);
        options.limits.memory = self.needs.memory;
        options.observer = Some(Box::new(|progress| {
            self.met.store(progress.records, Ordering::Relaxed);
        }));
        options
    }
}
