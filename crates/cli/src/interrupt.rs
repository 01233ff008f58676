//! Ctrl-C, and what systems send to end a program: the first one asks the search to stop with what it has, a second one ends the program at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

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

/// Whether Ctrl-C has been pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
