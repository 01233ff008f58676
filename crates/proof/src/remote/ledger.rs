//! What a check remembers about its helpers: whose reports it rests on, which reports it has, and who was wrong.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::in_thousands;

/// What somebody says about a part.
#[derive(Clone)]
pub(crate) struct Said {
    /// Who; nobody if the part was followed here with the same result.
    pub(crate) helper: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// The memory of a check about its helpers.
#[derive(Default)]
pub(crate) struct Ledger {
    /// Helpers whose reports were wrong.
    excluded: BTreeSet<String>,
    /// Reports by the numbers of their parts, for the next round.
    reports: BTreeMap<usize, Said>,
    /// The bytes of these reports, and the most that they may have.
    bytes: u64,
    most: u64,
    /// Helpers whose reports this round rests on.
    relied: BTreeSet<String>,
    /// The parts of this round, those that helpers have followed, and those of these that were repeated here.
    parts: u64,
    followed: u64,
    repeated: u64,
    restart: bool,
    alone: bool,
}

impl Ledger {
    /// Begins the check of a certificate. Who was wrong before is still not listened to.
    pub(super) fn begin(&mut self, memory: u64) {
        let excluded = std::mem::take(&mut self.excluded);
        *self = Ledger { excluded, most: memory / 8, ..Ledger::default() };
    }

    /// Begins from the first part. Reports of helpers that were not wrong are still there.
    pub(super) fn begin_round(&mut self) {
        let excluded = &self.excluded;
        self.reports.retain(|_, said| said.helper.as_ref().is_none_or(|it| !excluded.contains(it)));
        self.bytes = self.reports.values().map(|said| said.bytes.len() as u64).sum();
        self.relied.clear();
        (self.parts, self.followed, self.repeated, self.restart) = (0, 0, 0, false);
    }

    /// From now on nothing rests on reports.
    pub(super) fn go_alone(&mut self) {
        self.reports.clear();
        self.begin_round();
        self.alone = true;
    }

    pub(super) fn must_restart(&self) -> bool {
        self.restart
    }

    pub(super) fn relies_on_reports(&self) -> bool {
        !self.relied.is_empty()
    }

    pub(super) fn excluded(&self) -> Vec<String> {
        self.excluded.iter().cloned().collect()
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.alone
    }

    pub(crate) fn is_excluded(&self, helper: &str) -> bool {
        self.excluded.contains(helper)
    }

    /// A helper was wrong. If its reports were used in this round, the round is of no use.
    pub(super) fn exclude(&mut self, helper: &str) {
        self.restart |= self.relied.contains(helper);
        self.excluded.insert(helper.to_owned());
    }

    /// Whether the round has come to nothing.
    pub(crate) fn is_spoilt(&self) -> bool {
        self.restart
    }

    /// The most bytes of reports that are kept.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// A report from the round before.
    pub(crate) fn known(&self, part: usize) -> Option<Said> {
        self.reports.get(&part).cloned()
    }

    /// Keeps a report for the next round if there is room.
    pub(crate) fn keep(&mut self, part: usize, said: &Said) {
        let bytes = said.bytes.len() as u64;
        let before = self.reports.get(&part).map_or(0, |old| old.bytes.len() as u64);
        if self.bytes - before + bytes <= self.most {
            self.bytes = self.bytes - before + bytes;
            self.reports.insert(part, said.clone());
        }
    }

    /// A part was put together.
    pub(crate) fn count_part(&mut self) {
        self.parts += 1;
    }

    /// A part was repeated here, with the same result as the helper's.
    pub(crate) fn count_repeated(&mut self) {
        self.followed += 1;
        self.repeated += 1;
    }

    /// A part that counts as followed by a helper was repeated later.
    pub(crate) fn count_repeated_later(&mut self) {
        self.repeated += 1;
    }

    pub(crate) fn repeated(&self) -> u64 {
        self.repeated
    }

    /// The round rests on a report.
    pub(crate) fn rely(&mut self, helper: &str) {
        self.relied.insert(helper.to_owned());
        self.followed += 1;
    }

    /// The phrase about what is believed, if something is.
    pub(crate) fn phrase(&self) -> Option<String> {
        if self.followed == self.repeated {
            return None;
        }
        let repeated = match self.repeated {
            0 => "none of these was".to_owned(),
            1 => "1 of these was".to_owned(),
            many => format!("{} of these were", in_thousands(many)),
        };
        let (followed, parts) = (in_thousands(self.followed), in_thousands(self.parts));
        Some(format!("workers, who followed {followed} of {parts} parts; {repeated} repeated here"))
    }
}
