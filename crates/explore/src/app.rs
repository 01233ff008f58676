//! What all requests share.

use std::sync::Arc;

use axum::http::StatusCode;
use foregone::ProofFile;
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::games::Games;
use crate::guard::Secret;
use crate::opened::numbered;
use crate::problem::Problem;
use crate::records::Records;
use crate::runs::Runs;
use crate::values::Values;

/// How many pages may search at a time; others wait for their turn.
const THINKING: usize = 4;

/// What all requests share: the configuration, the games that are open, what is known about positions, the searches that
/// were started, and the secrets of this start.
pub struct App {
    pub(crate) config: Config,
    /// The port that is really used, which the `Host` of every request must name.
    pub(crate) port: u16,
    pub(crate) games: Games,
    pub(crate) values: Arc<Values>,
    pub(crate) runs: Runs,
    /// Recorded games that were analysed.
    pub(crate) records: Records,
    /// What a page must send along to change anything. It is new at every start.
    pub(crate) page_token: Secret,
    /// What a visitor from another machine must know.
    pub(crate) visitor_token: Option<Secret>,
    thinking: Semaphore,
}

impl App {
    /// The state of an explorer that answers at that port.
    pub fn new(config: Config, port: u16) -> App {
        // A quarter is for what pages find out by themselves, the rest for searches.
        let values = Arc::new(Values::new(config.memory / 4, config.opened.proofs.clone()));
        App {
            games: Games::new(config.files.clone(), config.games.clone()),
            runs: Runs::new(values.clone(), config.memory / 4 * 3),
            values,
            page_token: Secret::random(),
            visitor_token: config.token.clone().map(Secret::new),
            records: Records::default(),
            port,
            config,
            thinking: Semaphore::new(THINKING),
        }
    }

    /// What a page must send along to change anything.
    pub fn page_token(&self) -> &str {
        self.page_token.text()
    }

    /// The proof of that name: the number of a certificate of the command line, or `search-2` for that of the second search.
    pub(crate) fn proof(&self, name: &str) -> Result<Arc<ProofFile>, Problem> {
        if let Some(run) = name.strip_prefix("search-").and_then(|number| number.parse().ok()) {
            let run = self.runs.find(run)?;
            return run.proof().cloned().ok_or_else(|| {
                Problem::missing(format!("search {} has made no proof to walk through", run.number))
            });
        }
        numbered(&self.config.opened.proofs, name.parse().unwrap_or(0), "certificate").cloned()
    }

    /// Does work that takes a moment, away from the threads that answer.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let ended = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the explorer is ending");
        let _turn = self.thinking.acquire().await.map_err(ended)?;
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|_| {
            let sentence =
                "this is a mistake in foregone; please report it with the address of the page";
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence))
        })
    }
}
