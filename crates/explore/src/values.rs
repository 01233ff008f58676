//! What positions are worth: one viewer for each game that was looked at last. A page may search for a moment; what is not
//! known then is open.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foregone::view::{ChanceViewer, PositionView, Viewer};
use foregone::{Answer, Error, ProofFile, ProofTree, Settings};

use crate::address::Placed;

/// For how many games viewers are kept.
const GAMES: usize = 4;
/// The share of the memory of a viewer that remembers values; the rest is for its searches.
const REMEMBERED: u64 = 4;
/// How many proofs of searches are kept.
const PROOFS: usize = 12;

/// The viewers of the games that were looked at last.
pub(crate) struct Values {
    memory: u64,
    /// The certificates of the command line. Values are taken from those that the checker has accepted.
    proofs: Vec<Arc<ProofFile>>,
    /// Those of searches, latest last.
    searched: Mutex<Vec<Arc<ProofFile>>>,
    /// By spelling, latest last.
    viewers: Mutex<Vec<(String, Shared)>>,
}

/// A viewer that pages use in turn.
type Shared = Arc<Mutex<AnyViewer>>;

enum AnyViewer {
    Plain(Box<Viewer>),
    Chance(Box<ChanceViewer>),
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Values {
    /// Viewers that hold about that many bytes together.
    pub(crate) fn new(memory: u64, proofs: Vec<Arc<ProofFile>>) -> Values {
        Values { memory, proofs, searched: Mutex::default(), viewers: Mutex::default() }
    }

    /// Takes in the certificate of a search: its values count from the time when the checker has accepted it.
    pub(crate) fn add_proof(&self, proof: Arc<ProofFile>) {
        let mut searched = locked(&self.searched);
        if searched.len() == PROOFS {
            searched.remove(0);
        }
        searched.push(proof);
    }

    /// A position with the value of every move, as far as it is found within 200 ms.
    pub(crate) fn view(&self, placed: &Placed) -> Result<PositionView, Error> {
        let viewer = self.viewer(placed)?;
        let mut viewer = locked(&viewer);
        match (&mut *viewer, placed) {
            (AnyViewer::Plain(viewer), Placed::Plain(position)) => {
                viewer.set_checked_proofs(self.proofs_of(placed.game()));
                viewer.view(position)
            }
            (AnyViewer::Chance(viewer), Placed::Chance(position)) => viewer.view(position),
            _ => Err(Error::input("the game has become another one; reload the page")),
        }
    }

    /// Takes in what a long search has proved.
    pub(crate) fn learn(&self, answer: &Answer) -> Result<(), Error> {
        let placed = Placed::Plain(Box::new(answer.position.clone()));
        if let AnyViewer::Plain(viewer) = &mut *locked(&*self.viewer(&placed)?) {
            viewer.learn(answer)?;
        }
        Ok(())
    }

    fn viewer(&self, placed: &Placed) -> Result<Shared, Error> {
        let mut viewers = locked(&self.viewers);
        let found = viewers.iter().position(|(known, _)| known == placed.game());
        let entry = match found {
            Some(at) => viewers.remove(at),
            None => {
                let viewer = Arc::new(Mutex::new(self.open(placed)?));
                (placed.game().to_owned(), viewer)
            }
        };
        let viewer = entry.1.clone();
        viewers.push(entry);
        if viewers.len() > GAMES {
            viewers.remove(0);
        }
        Ok(viewer)
    }

    fn open(&self, placed: &Placed) -> Result<AnyViewer, Error> {
        let position = match placed {
            Placed::Plain(position) => position,
            Placed::Chance(position) => {
                let viewer = ChanceViewer::new(position.game());
                if position.game().has_numbers() {
                    // Sweeps over all positions take far longer than a moment, even to begin.
                    viewer.stop_handle().stop();
                }
                return Ok(AnyViewer::Chance(Box::new(viewer)));
            }
        };
        let (game, memory) = (position.game(), self.memory / GAMES as u64);
        let mut settings = Settings::new();
        settings.memory = memory;
        // Pages of several tabs search side by side already.
        settings.set("threads", "1")?;
        let viewer = Viewer::with(game, settings).remembering(memory / REMEMBERED);
        Ok(AnyViewer::Plain(Box::new(viewer)))
    }

    /// The proofs of a game that were accepted.
    fn proofs_of(&self, game: &str) -> Vec<Arc<ProofTree>> {
        let searched = locked(&self.searched);
        let accepted =
            self.proofs.iter().chain(searched.iter()).filter_map(|it| it.accepted_tree());
        accepted.filter(|tree| tree.root().game().spelling() == game).collect()
    }
}
