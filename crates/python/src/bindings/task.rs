//! Work on a thread of its own, which Python waits for, watches and stops.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use foregone::StopHandle;
use pyo3::prelude::*;

use super::own::OwnSource;
use super::problem::{PANIC, Problem};

/// Makes the result of the work, once Python is asked again.
pub(crate) type Finish = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// What the thread and those who wait for it share.
#[derive(Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    bell: Condvar,
    /// Stops the work.
    pub(crate) stop: StopHandle,
}

#[derive(Default)]
struct State {
    is_done: bool,
    result: Option<Result<Finish, Problem>>,
    /// A look at the work, as JSON; and how often there was a new one.
    snapshot: Option<String>,
    looks: u64,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows how far the work is.
    pub(crate) fn show(&self, snapshot: String) {
        let mut state = self.state();
        state.snapshot = Some(snapshot);
        state.looks += 1;
        drop(state);
        self.bell.notify_all();
    }

    fn end(&self, result: Result<Finish, Problem>) {
        let mut state = self.state();
        (state.is_done, state.result) = (true, Some(result));
        drop(state);
        self.bell.notify_all();
    }
}

/// Work that runs on a thread of its own.
#[pyclass(frozen, module = "foregone._foregone", weakref)]
pub(crate) struct Task {
    shared: Arc<Shared>,
}

impl Task {
    /// Starts the work. If it asks a game that is written in Python, its thread keeps its place in the interpreter, and an
    /// exception of the game ends the work.
    pub(crate) fn start(
        own: Option<Arc<OwnSource>>,
        work: impl FnOnce(&Shared) -> Result<Finish, Problem> + Send + 'static,
    ) -> Task {
        let shared = Arc::new(Shared::default());
        let ours = shared.clone();
        let attached = move |shared: &Shared| match own {
            None => work(shared),
            Some(source) => Python::try_attach(|py| {
                let visit = source.enter(&shared.stop);
                let result = py.detach(|| work(shared));
                visit.finish(py, result)
            })
            .unwrap_or_else(|| Err(Problem::Failed("Python is ending".to_owned()))),
        };
        thread::spawn(move || {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| attached(&ours)));
            ours.end(result.unwrap_or_else(|_| Err(Problem::Failed(PANIC.to_owned()))));
        });
        Task { shared }
    }
}

#[pymethods]
impl Task {
    /// Waits until the work is done, at most that many seconds; says whether it is.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let most = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| {
            let state = self.shared.state();
            let waited = self.shared.bell.wait_timeout_while(state, most, |state| !state.is_done);
            waited.unwrap_or_else(PoisonError::into_inner).0.is_done
        })
    }

    /// Asks the work to end with what it has; it does so within milliseconds.
    fn stop(&self) {
        self.shared.stop.stop();
    }

    /// Whether the work is done.
    #[getter]
    fn is_done(&self) -> bool {
        self.shared.state().is_done
    }

    /// The number of looks so far, and the last one as JSON.
    fn snapshot(&self) -> (u64, Option<String>) {
        let state = self.shared.state();
        (state.looks, state.snapshot.clone())
    }

    /// The result of work that is done; it can be taken once.
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let result = self.shared.state().result.take();
        match result {
            Some(Ok(finish)) => finish(py),
            Some(Err(problem)) => Err(problem.into()),
            None => Err(Problem::Failed("there is no result to take".to_owned()).into()),
        }
    }
}
