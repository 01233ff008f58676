//! A flag that ends long work from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::TableError;

static NEVER: AtomicBool = AtomicBool::new(false);

/// A flag that ends long work when it is set, usually by another thread or a signal handler. The default is never set.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use foregone_tablebase::StopFlag;
///
/// let cancelled = Arc::new(AtomicBool::new(false));
/// let stop = StopFlag::from(cancelled.clone());
/// assert!(!stop.is_set());
/// cancelled.store(true, Ordering::Relaxed);
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    Never,
    Static(&'static AtomicBool),
    Shared(Arc<AtomicBool>),
}

impl StopFlag {
    /// Whether the work is to end.
    pub fn is_set(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// The flag itself.
    pub fn flag(&self) -> &AtomicBool {
        match &self.0 {
            Source::Never => &NEVER,
            Source::Static(flag) => flag,
            Source::Shared(flag) => flag,
        }
    }

    /// An error if the work is to end.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        if self.is_set() { Err(TableError::Stopped) } else { Ok(()) }
    }
}

impl From<&'static AtomicBool> for StopFlag {
    fn from(flag: &'static AtomicBool) -> StopFlag {
        StopFlag(Source::Static(flag))
    }
}

impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(Source::Shared(flag))
    }
}
