//! Parts that are followed elsewhere. A [`Fleet`] hands the parts of a certificate to [`Helpers`], such as processes on other
//! machines, and the check puts their reports together as it does with the parts that it follows itself. Nothing here knows a
//! network: whoever implements [`Helpers`] does.
//!
//! A report is the word of somebody else. [`Trust`] says how much of it is repeated here; an [`Accepted`] that rests on the rest says so
//! in [`Accepted::trusted`]. A rejection never rests on a report: before a certificate is rejected, all of it is followed here.
//!
//! ```
//! use std::sync::Mutex;
//! use std::time::Duration;
//!
//! use foregone_proof::format::{Header, Writer};
//! use foregone_proof::remote::{self, Fleet, Helpers, Reply, Trust};
//! use foregone_proof::{Limits, Options};
//!
//! /// A helper in this process.
//! struct Here(Mutex<Vec<Reply>>);
//!
//! impl Helpers for Here {
//!     fn capacity(&self) -> usize {
//!         4
//!     }
//!     fn job_bytes(&self) -> usize {
//!         1 << 20
//!     }
//!     fn send(&self, job: usize, bytes: Vec<u8>) {
//!         let report = remote::follow(&bytes, Limits::default());
//!         let reply = Reply::Report { job, helper: "here".to_owned(), bytes: report };
//!         self.0.lock().unwrap().push(reply);
//!     }
//!     fn receive(&self, wait: Duration) -> Option<Reply> {
//!         let reply = self.0.lock().unwrap().pop();
//!         if reply.is_none() {
//!             std::thread::sleep(wait);
//!         }
//!         reply
//!     }
//! }
//!
//! let mut header = Header::new("tictactoe", "oo./.../xx.");
//! header.at_least = Some("win".to_owned());
//! let mut certificate = Vec::new();
//! let mut writer = Writer::in_parts(&mut certificate, &header)?;
//! writer.part(0, &[0, 0, 0])?;
//! writer.count(1);
//! writer.finish()?;
//!
//! let here = Here(Mutex::default());
//! let fleet = Fleet::new(&here, Trust::All);
//! let options = Options { fleet: Some(&fleet), ..Options::default() };
//! let accepted = remote::check(|| Ok(&certificate[..]), &options)?;
//! assert_eq!(accepted.value.as_deref(), Some("win"));
//! assert_eq!(accepted.trusted, ["workers, who followed 1 of 1 parts; none of these was repeated here"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod job;
mod ledger;

use std::cell::{Cell, RefCell};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::Read;
use std::time::Duration;

pub(crate) use self::job::{FILE_BYTES, Jobs};
pub use self::job::{decline, follow};
pub(crate) use self::ledger::{Ledger, Said};
use crate::check::{Accepted, check as check_once};
use crate::failure::Failure;
use crate::limits::Clock;
use crate::options::Options;

/// The largest number of bytes of a report. A part with a longer one is followed by whoever has asked.
pub const REPORT_BYTES: usize = (1 << 20) - (1 << 12);

/// Of this many parts that helpers have followed, one is repeated here with [`Trust::Sample`].
pub const SAMPLE: u64 = 16;

/// At least this many parts are repeated here with [`Trust::Sample`], if helpers have followed so many.
pub const LEAST_SAMPLE: u64 = 2;

/// The check begins anew when the reports of a helper were used and turn out to be wrong. After this many times it goes on alone.
const ROUNDS: u32 = 8;

/// How far the reports of helpers are believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Every part is followed here as well.
    None,
    /// A random share of the parts, one in [`SAMPLE`] and at least [`LEAST_SAMPLE`] of them, is followed here as well.
    Sample,
    /// Nothing is repeated.
    All,
}

/// What comes back from helpers.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A report about a job. The bytes may be anything.
    Report {
        /// The number that [`Helpers::send`] was given.
        job: usize,
        /// Who says so. Reports of a helper that has been wrong once are not used.
        helper: String,
        /// The report, as [`follow`] makes it.
        bytes: Vec<u8>,
    },
    /// Nobody will report about this job.
    Unanswered {
        /// The number of the job.
        job: usize,
    },
}

/// Whoever follows parts for a check, such as processes on other machines. Jobs may be followed in any order, several times, and by
/// anybody: the same job has the same report.
pub trait Helpers: Sync {
    /// The number of jobs that may be away at a time.
    fn capacity(&self) -> usize;

    /// The largest number of bytes of a job. Parts that need more are followed by the check itself.
    fn job_bytes(&self) -> usize;

    /// Hands out a job. There must be a [`Reply`] in the end, whatever happens: otherwise the check waits for ever.
    fn send(&self, job: usize, bytes: Vec<u8>);

    /// Waits for a reply, but not longer than this.
    fn receive(&self, wait: Duration) -> Option<Reply>;

    /// A report of this helper was wrong. It should get no more jobs.
    fn exclude(&self, helper: &str) {
        let _ = helper;
    }
}

/// Helpers, and how far they are believed. It serves one check at a time.
pub struct Fleet<'f> {
    pub(crate) helpers: &'f dyn Helpers,
    pub(crate) trust: Trust,
    /// Decides which parts are repeated; nobody else knows it.
    key: RandomState,
    pub(crate) ledger: RefCell<Ledger>,
    began: Cell<Option<Clock>>,
}

impl<'f> Fleet<'f> {
    /// A fleet that has done nothing yet.
    pub fn new(helpers: &'f dyn Helpers, trust: Trust) -> Fleet<'f> {
        Fleet {
            helpers,
            trust,
            key: RandomState::new(),
            ledger: RefCell::default(),
            began: Cell::default(),
        }
    }

    /// The helpers whose reports were wrong, in all checks of this fleet.
    pub fn excluded(&self) -> Vec<String> {
        self.ledger.borrow().excluded()
    }

    /// Whether this part is followed here as well.
    pub(crate) fn repeats(&self, part: usize) -> bool {
        match self.trust {
            Trust::None => true,
            Trust::Sample => self.key.hash_one(part).is_multiple_of(SAMPLE),
            Trust::All => false,
        }
    }

    /// A number below `bound` that helpers cannot foresee.
    pub(crate) fn random(&self, number: u64, bound: u64) -> u64 {
        self.key.hash_one(("reservoir", number)) % bound.max(1)
    }

    /// Does not listen to a helper any more.
    pub(crate) fn exclude(&self, helper: &str) {
        self.ledger.borrow_mut().exclude(helper);
        self.helpers.exclude(helper);
    }

    /// When the check began: all rounds have one limit of time. Nothing if no check by this fleet is under way.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.began.get()
    }
}

/// Checks a certificate with the help of [`Options::fleet`]; without it, exactly as [`check`](crate::check) does. `open` gives the
/// certificate from its beginning; it is called again when reports turn out to be wrong after they were used.
///
/// The verdict is that of [`check`](crate::check). Certificates of format 1 and those that cite a tablebase are followed here.
pub fn check<R: Read>(
    mut open: impl FnMut() -> Result<R, Failure>,
    options: &Options<'_>,
) -> Result<Accepted, Failure> {
    let Some(fleet) = options.fleet else { return check_once(open()?, options) };
    fleet.began.set(Some(Clock::now()));
    fleet.ledger.borrow_mut().begin(options.limits.memory);
    let result = check_in_rounds(fleet, &mut open, options);
    fleet.began.set(None);
    result
}

fn check_in_rounds<R: Read>(
    fleet: &Fleet<'_>,
    open: &mut dyn FnMut() -> Result<R, Failure>,
    options: &Options<'_>,
) -> Result<Accepted, Failure> {
    for _ in 0..ROUNDS {
        fleet.ledger.borrow_mut().begin_round();
        let result = check_once(open()?, options);
        let ledger = fleet.ledger.borrow();
        match &result {
            Err(_) if ledger.must_restart() => {}
            Err(Failure::Rejected(_)) if ledger.relies_on_reports() => break,
            _ => return result,
        }
    }
    // A rejection may be the fault of a helper, and enough time was spent on those who are wrong.
    fleet.ledger.borrow_mut().go_alone();
    check_once(open()?, options)
}
