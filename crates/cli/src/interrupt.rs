//! What ends a command before it is done: Ctrl-C and what systems send to end a program, or the time limit of the whole command. The first
//! one asks for an end with the results so far; a Ctrl-C after that ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether it was the clock that asked.
static BY_CLOCK: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();
static STARTED: OnceLock<Instant> = OnceLock::new();
/// How long after its time limit a command may still write down what was found.
const GRACE: Duration = Duration::from_millis(500);
/// How often it is looked whether work is done that does not look itself.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// The flag that Ctrl-C sets, from the first call on.
pub(crate) fn flag() -> &'static AtomicBool {
    INSTALL.call_once(|| {
        // Where signals cannot be handled, Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(3);
            }
        });
    });
    &ASKED
}

/// Notes when the program was started.
pub(crate) fn start_clock() {
    STARTED.get_or_init(Instant::now);
}

/// Says when something has to end that begins now, after a search with that time limit: a moment after the limit, so that
/// what was found in time can still be written down.
pub(crate) struct Deadline {
    moment: Option<Instant>,
    /// Whether there was a Ctrl-C before, which asks to end the search but not what comes after it.
    was_asked: bool,
}

impl Deadline {
    pub(crate) fn after(time: Option<Duration>) -> Deadline {
        let (now, started) = (Instant::now(), *STARTED.get_or_init(Instant::now));
        let limit = time.and_then(|time| started.checked_add(time));
        let moment = limit.and_then(|limit| limit.max(now).checked_add(GRACE));
        Deadline { moment, was_asked: asked() }
    }

    /// Why it is time to end, if it is.
    pub(crate) fn reached(&self) -> Option<&'static str> {
        if asked() && !self.was_asked {
            Some("it was interrupted")
        } else if self.moment.is_some_and(|moment| Instant::now() >= moment) {
            Some("the time limit was reached")
        } else {
            None
        }
    }
}

/// Sets the same flag after some time, if there is a limit. For commands with many parts; a single search has a meter.
pub(crate) fn after(time: Option<Duration>) {
    flag();
    let Some(time) = time else { return };
    std::thread::spawn(move || {
        std::thread::sleep(time);
        if !asked() {
            BY_CLOCK.store(true, Ordering::Relaxed);
            ASKED.store(true, Ordering::Relaxed);
        }
    });
}

/// Does something that does not look at the flag by itself. Nothing comes of it if it is time to end: then the work goes on until
/// the program has ended, which should be soon.
pub(crate) fn unless_asked<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    flag();
    let worker = std::thread::spawn(work);
    while !worker.is_finished() {
        if asked() {
            return None;
        }
        std::thread::sleep(LOOK_EVERY);
    }
    // A panic has ended the program already.
    worker.join().ok()
}

/// Asks for an end, as Ctrl-C does.
pub(crate) fn ask() {
    ASKED.store(true, Ordering::Relaxed);
}

/// Whether it is time to end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Why, in words that follow what was not finished.
pub(crate) fn reason() -> &'static str {
    if BY_CLOCK.load(Ordering::Relaxed) {
        "the time limit was reached first"
    } else {
        "it was interrupted first"
    }
}
