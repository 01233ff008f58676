//! One search: what was asked, how far it is, what it found.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use foregone::{Method, ProofFile, StopHandle};
use tokio::sync::watch;

use super::pause::Pause;
use super::progress::{Progress, State};
use crate::address::Placed;

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// Time without pauses.
    pub(crate) time: Option<Duration>,
    /// Nodes created.
    pub(crate) nodes: Option<u64>,
    /// Bytes; at most those of the explorer.
    pub(crate) memory: Option<u64>,
    /// Who searches.
    pub(crate) method: Method,
    /// Threads; a search with several cannot pause.
    pub(crate) threads: u64,
    /// Whether a certificate is to be made.
    pub(crate) certificate: bool,
}

/// A search that was started by hand.
pub(crate) struct Run {
    pub(crate) number: u64,
    pub(crate) placed: Placed,
    pub(crate) limits: Limits,
    stop: StopHandle,
    pub(super) pause: Pause,
    progress: watch::Sender<Progress>,
    certificate: Mutex<Option<Vec<u8>>>,
    proof: OnceLock<Arc<ProofFile>>,
}

impl Run {
    pub(super) fn new(number: u64, placed: Placed, limits: Limits) -> Run {
        let (progress, _) = watch::channel(Progress::waiting(number));
        let (stop, pause) = (StopHandle::new(), Pause::default());
        let (certificate, proof) = (Mutex::default(), OnceLock::new());
        Run { number, placed, limits, stop, pause, progress, certificate, proof }
    }

    /// The latest report.
    pub(crate) fn latest(&self) -> Progress {
        self.progress.borrow().clone()
    }

    /// All reports from now on, of which a slow reader gets the newest.
    pub(crate) fn follow(&self) -> watch::Receiver<Progress> {
        self.progress.subscribe()
    }

    /// Ends the search with what it has proved.
    pub(crate) fn stop(&self) {
        self.stop.stop();
        self.pause.set(false);
        // A search that only waits ends when its turn comes; it says so at once.
        self.change(|progress| {
            if progress.state == State::Waiting {
                progress.state = State::Stopped;
            }
        });
    }

    /// Lets the search wait, or go on.
    pub(crate) fn set_paused(&self, paused: bool) {
        if self.latest().state.is_over() || self.stop.is_stopped() {
            return;
        }
        self.pause.set(paused);
        self.change(|progress| match (progress.state, paused) {
            (State::Running, true) => progress.state = State::Paused,
            (State::Paused, false) => progress.state = State::Running,
            _ => {}
        });
    }

    /// What ends the search.
    pub(super) fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Publishes a change of the report.
    pub(super) fn change(&self, change: impl FnOnce(&mut Progress)) {
        self.progress.send_modify(change);
    }

    pub(super) fn keep_certificate(&self, bytes: Vec<u8>) {
        *self.certificate.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
    }

    pub(super) fn keep_proof(&self, proof: &Arc<ProofFile>) {
        let _ = self.proof.set(proof.clone());
    }

    /// The certificate as a proof to walk through, if one was made; not in games with chance.
    pub(crate) fn proof(&self) -> Option<&Arc<ProofFile>> {
        self.proof.get()
    }

    /// What the pages of the proof are called.
    pub(crate) fn proof_name(&self) -> String {
        format!("search-{}", self.number)
    }

    /// The certificate, if one was made.
    pub(crate) fn certificate(&self) -> Option<Vec<u8>> {
        self.certificate.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
