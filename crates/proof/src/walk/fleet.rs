//! The parts of a proof, followed by helpers elsewhere. The main thread reads the file, hands out parts, and puts the results
//! together in their order; threads of this process follow the parts that are repeated, and those that nobody else follows.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::Resources;
use super::link::{Link, PartPlace};
use super::part::PartProof;
use super::parts::{Chunks, Common, work_off};
use super::relied::{Relied, Reserve};
use super::report::Report;
use crate::failure::Failure;
use crate::format::{CHUNK, COMPRESSED_CHUNK, Chunk, Header};
use crate::game_file::{self, FileKind};
use crate::options::Options;
use crate::progress::Progress;
use crate::remote::{FILE_BYTES, Fleet, Jobs, REPORT_BYTES, Reply, Said};
use crate::rules::Rules;

/// The longest wait for a result before the limits of the check are looked at.
const WAIT: Duration = Duration::from_millis(20);

/// After this many waits in which nothing has arrived, half a second, a part that others wait for is followed here.
const IDLE: u32 = 25;

/// What a fleet needs for the parts of one certificate.
pub(super) struct Desk<'d> {
    pub(super) fleet: &'d Fleet<'d>,
    jobs: Jobs,
    /// The most parts that are away at a time.
    capacity: usize,
}

impl<'d> Desk<'d> {
    /// Prepares the jobs. Nothing if helpers cannot follow parts of this certificate, or there is no room for what they report.
    pub(super) fn open(
        fleet: &'d Fleet<'d>,
        header: &Header,
        options: &Options<'_>,
        resources: Resources<'_>,
    ) -> Option<Desk<'d>> {
        let is_used = fleet.clock().is_some() && !fleet.ledger.borrow().is_alone();
        let needs_file = FileKind::of(&header.game).is_some();
        let file = game_file::read_small(header, options, FILE_BYTES);
        if !is_used || header.tablebase.is_some() || (needs_file && file.is_none()) {
            return None;
        }
        let jobs = Jobs::new(header, file.as_deref())?;
        // For each part that is away its chunk, the job and the report; for each thread the content of a chunk; and the reports that are
        // kept.
        let meter = resources.meter;
        let one = (2 * COMPRESSED_CHUNK + REPORT_BYTES) as u64;
        let others = options.threads.max(1) as u64 * CHUNK as u64 + fleet.ledger.borrow().most();
        let mut capacity = fleet.helpers.capacity();
        while capacity > 0 && !meter.has_room(capacity as u64 * one + others) {
            capacity /= 2;
        }
        let reserved = capacity > 0 && meter.reserve(capacity as u64 * one + others).is_ok();
        reserved.then_some(Desk { fleet, jobs, capacity })
    }
}

/// What arrives at the main thread.
enum Event<P> {
    /// A part was followed here.
    Own(usize, Result<PartProof<P>, Failure>),
    Remote(Reply),
}

/// A part that is not put together yet.
struct Slot<P> {
    chunk: Arc<Chunk>,
    place: PartPlace,
    job: blake3::Hash,
    /// Whether the part is followed here when a helper has reported.
    repeat: bool,
    said: Option<Said>,
    own: Option<Result<PartProof<P>, Failure>>,
    /// Whether a thread of this process has it, or had it.
    is_here: bool,
}

impl<P> Slot<P> {
    /// Whether the part can be put together when its turn comes.
    fn is_ready(&self) -> bool {
        self.own.is_some() || (self.said.is_some() && !self.is_here)
    }
}

/// The state of the main thread.
struct Table<'t, 'w, G: Rules> {
    common: Common<'t, G>,
    link: &'t mut Link<'w, G>,
    desk: &'t Desk<'t>,
    /// The queue of the threads of this process.
    here: mpsc::Sender<(usize, Arc<Chunk>)>,
    /// The parts from `next` on.
    slots: VecDeque<Slot<G::Position>>,
    /// The number of parts that have been put together.
    next: usize,
    reserve: Reserve,
    /// Waits in a row in which nothing has arrived.
    idle: u32,
}

/// Hands out the parts, and puts the results together in the order of the file.
pub(super) fn follow_by_fleet<G: Rules, R: Read>(
    common: Common<'_, G>,
    chunks: &mut Chunks<'_, R>,
    threads: usize,
    link: &mut Link<'_, G>,
    desk: &Desk<'_>,
) -> Result<(), Failure> {
    let resources = link.resources;
    let (here, queue) = mpsc::channel();
    let (queue, is_over) = (Mutex::new(queue), AtomicBool::new(false));
    let (results, events) = mpsc::channel();
    let limits = resources.meter.share();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (results, limits, queue) = (results.clone(), limits.clone(), &queue);
            let tables = resources.tables;
            scope.spawn(move || {
                work_off(common, queue, (tables, &limits), |index, _: Arc<Chunk>, part| {
                    results.send(Event::Own(index, part)).is_ok()
                });
            });
        }
        let (helpers, over) = (desk.fleet.helpers, &is_over);
        scope.spawn(move || {
            while !over.load(Ordering::Relaxed) {
                if let Some(reply) = helpers.receive(WAIT) {
                    let _ = results.send(Event::Remote(reply));
                }
            }
        });
        let _end = SetWhenDropped(&is_over);
        let (slots, reserve) = (VecDeque::new(), Reserve::default());
        let mut table = Table { common, link, desk, here, slots, next: 0, reserve, idle: 0 };
        table.follow(chunks, &events)?;
        table.repeat_the_least()
    })
}

/// Ends a thread however the work ends.
struct SetWhenDropped<'f>(&'f AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<G: Rules> Table<'_, '_, G> {
    /// Until all parts have been put together.
    fn follow<R: Read>(
        &mut self,
        chunks: &mut Chunks<'_, R>,
        events: &mpsc::Receiver<Event<G::Position>>,
    ) -> Result<(), Failure> {
        let mut is_read = false;
        while !is_read || !self.slots.is_empty() {
            self.put_together()?;
            if !is_read && self.slots.len() < self.desk.capacity {
                match chunks.next()? {
                    None => is_read = true,
                    Some(first) => match chunks.continuation()? {
                        None => self.hand_out(first),
                        more => {
                            // A part of several chunks is rare: it is followed here, after all parts before it.
                            chunks.ahead = more;
                            while !self.slots.is_empty() {
                                self.wait(events, chunks.reader.bytes())?;
                                self.put_together()?;
                            }
                            let resources = self.link.resources;
                            let (part, place) =
                                self.common.follow_chunks(first, chunks, resources, self.link)?;
                            self.link.add(part, place)?;
                            self.desk.fleet.ledger.borrow_mut().count_part();
                            self.next += 1;
                        }
                    },
                }
            } else if !self.slots.is_empty() {
                self.wait(events, chunks.reader.bytes())?;
            }
        }
        Ok(())
    }

    /// Waits for an event, but not for long.
    fn wait(
        &mut self,
        events: &mpsc::Receiver<Event<G::Position>>,
        bytes: u64,
    ) -> Result<(), Failure> {
        match events.recv_timeout(WAIT) {
            Ok(event) => {
                self.idle = 0;
                self.take(event)?;
            }
            Err(RecvTimeoutError::Timeout) => {
                self.link.resources.meter.poll()?;
                self.idle += 1;
                // The part that all others wait for is perhaps with a worker that is dead.
                if self.idle >= IDLE && self.slots.iter().skip(1).any(Slot::is_ready) {
                    self.follow_here(self.next);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Unreadable(
                    "the threads of the checker have ended".to_owned(),
                ));
            }
        }
        let (positions, records) = (self.link.counts.positions, self.link.records);
        let progress = || Progress { positions, records, bytes, ..Progress::default() };
        self.link.resources.meter.step_at(progress)
    }

    /// Gives a part to helpers, unless there is a report about it, or it is too large.
    fn hand_out(&mut self, chunk: Chunk) {
        let (fleet, index) = (self.desk.fleet, self.next + self.slots.len());
        let bytes = self.desk.jobs.job(&chunk);
        let place = PartPlace { offset: chunk.offset, end: chunk.end };
        let (chunk, job) = (Arc::new(chunk), blake3::hash(&bytes));
        let said = fleet.ledger.borrow().known(index);
        // What was followed here before need not be repeated.
        let is_own = said.as_ref().is_some_and(|said| said.helper.is_none());
        let repeat = !is_own && fleet.repeats(index);
        let is_known = said.is_some();
        let slot = Slot { chunk, place, job, repeat, said, own: None, is_here: false };
        self.slots.push_back(slot);
        match is_known {
            true if repeat => self.follow_here(index),
            true => {}
            false if bytes.len() > fleet.helpers.job_bytes() => self.follow_here(index),
            false => fleet.helpers.send(index, bytes),
        }
    }

    /// Lets a thread of this process follow a part.
    fn follow_here(&mut self, index: usize) {
        let Some(slot) = index.checked_sub(self.next).and_then(|at| self.slots.get_mut(at)) else {
            return;
        };
        if !std::mem::replace(&mut slot.is_here, true) {
            // The threads end after this table does.
            let _ = self.here.send((index, Arc::clone(&slot.chunk)));
        }
    }

    fn take(&mut self, event: Event<G::Position>) -> Result<(), Failure> {
        match event {
            Event::Own(index, part) => self.take_own(index, part),
            Event::Remote(Reply::Unanswered { job }) => {
                self.follow_here(job);
                Ok(())
            }
            Event::Remote(Reply::Report { job, helper, bytes }) => {
                self.take_report(job, helper, bytes)
            }
        }
    }

    fn take_report(&mut self, index: usize, helper: String, bytes: Vec<u8>) -> Result<(), Failure> {
        let fleet = self.desk.fleet;
        let slot = index.checked_sub(self.next).and_then(|at| self.slots.get_mut(at));
        // A report that nobody waits for is late, or made up.
        let Some(slot) = slot.filter(|slot| slot.said.is_none() && !slot.is_here) else {
            return Ok(());
        };
        let is_excluded = fleet.ledger.borrow().is_excluded(&helper);
        match Report::is_followed(&bytes, &slot.job) {
            _ if is_excluded => self.follow_here(index),
            None => {
                self.follow_here(index);
                return self.wrong(&helper);
            }
            Some(is_followed) => {
                let is_failing = Report::is_failing(&bytes, &slot.job);
                let repeat = slot.repeat;
                let said = Said { helper: Some(helper), bytes };
                if is_followed {
                    fleet.ledger.borrow_mut().keep(index, &said);
                }
                if is_followed || is_failing {
                    slot.said = Some(said);
                }
                if repeat || !is_followed {
                    self.follow_here(index);
                }
            }
        }
        Ok(())
    }

    /// Takes the result of a thread of this process, and compares it with what a helper has said.
    fn take_own(
        &mut self,
        index: usize,
        part: Result<PartProof<G::Position>, Failure>,
    ) -> Result<(), Failure> {
        let slot = index.checked_sub(self.next).and_then(|at| self.slots.get_mut(at));
        let Some(slot) = slot else { return Ok(()) };
        let (said, job, is_found) = (slot.said.take(), slot.job, part.is_ok());
        let is_same = said.as_ref().map(|said| self.common.agrees(&part, said, &job, self.link));
        if let Some(slot) = self.slots.get_mut(index - self.next) {
            slot.own = Some(part);
        }
        let Some(said) = said else { return Ok(()) };
        let helper = said.helper.clone().unwrap_or_default();
        match is_same {
            Some(Ok(false)) => self.wrong(&helper),
            Some(Err(failure)) => Err(failure),
            // Without a result there is nothing to compare, and the check ends.
            _ if !is_found => Ok(()),
            _ => {
                let mut ledger = self.desk.fleet.ledger.borrow_mut();
                ledger.count_repeated();
                ledger.keep(index, &Said { helper: None, ..said });
                Ok(())
            }
        }
    }

    /// A helper has reported something wrong: nothing that it says is used.
    fn wrong(&mut self, helper: &str) -> Result<(), Failure> {
        let fleet = self.desk.fleet;
        fleet.exclude(helper);
        if fleet.ledger.borrow().is_spoilt() {
            // The caller begins anew.
            return Err(Failure::Unreadable("a report that was used is wrong".to_owned()));
        }
        let end = self.next + self.slots.len();
        for index in self.next..end {
            let slot = &mut self.slots[index - self.next];
            if slot.said.as_ref().is_some_and(|said| said.helper.as_deref() == Some(helper)) {
                slot.said = None;
                self.follow_here(index);
            }
        }
        Ok(())
    }

    /// Adds the parts that are there to the link, in their order.
    fn put_together(&mut self) -> Result<(), Failure> {
        loop {
            if !self.slots.front().is_some_and(Slot::is_ready) {
                return Ok(());
            }
            let slot = self.slots.pop_front().expect("a slot that is ready");
            match (slot.own, slot.said) {
                (Some(part), _) => {
                    let added = self.link.add(part?, slot.place);
                    self.find_the_fault(added, None)?;
                }
                (None, Some(said)) => {
                    let relied = Relied { chunk: slot.chunk, job: slot.job, said };
                    self.rely_on(relied, slot.place)?;
                }
                (None, None) => {}
            }
            self.next += 1;
            self.desk.fleet.ledger.borrow_mut().count_part();
        }
    }

    /// Adds a part by the report of a helper.
    fn rely_on(&mut self, relied: Relied, place: PartPlace) -> Result<(), Failure> {
        let fleet = self.desk.fleet;
        let part = self.common.part_of(&relied.said, &relied.job, self.link)?;
        let Some(helper) = relied.said.helper.clone() else {
            // It was followed here before, with this result.
            let part = part.ok_or_else(|| Failure::Unreadable("a report is lost".to_owned()))?;
            fleet.ledger.borrow_mut().count_repeated();
            return self.link.add(part, place);
        };
        fleet.ledger.borrow_mut().rely(&helper);
        let added = match part {
            Some(part) => self.link.add(part, place),
            None => return self.wrong(&helper),
        };
        self.find_the_fault(added, Some(&relied))?;
        self.reserve.add(relied, |number, bound| fleet.random(number, bound));
        Ok(())
    }

    /// If a part does not fit, the fault is perhaps in its report, or in the last one that was used.
    fn find_the_fault(
        &mut self,
        added: Result<(), Failure>,
        relied: Option<&Relied>,
    ) -> Result<(), Failure> {
        if let Err(Failure::Rejected(_)) = added {
            let last = self.reserve.take_last();
            for suspect in [relied, last.as_ref()].into_iter().flatten() {
                self.compare(suspect)?;
            }
        }
        added
    }

    /// Follows a part here whose report was used.
    fn compare(&mut self, relied: &Relied) -> Result<(), Failure> {
        let part = self.common.follow_again(&relied.chunk, self.link);
        match self.common.agrees(&part, &relied.said, &relied.job, self.link)? {
            true => Ok(()),
            false => self.wrong(relied.said.helper.as_deref().unwrap_or_default()),
        }
    }

    /// If chance has chosen too few parts, repeats some of those whose reports were used.
    fn repeat_the_least(&mut self) -> Result<(), Failure> {
        let fleet = self.desk.fleet;
        for relied in self.reserve.least(fleet) {
            self.compare(&relied)?;
            fleet.ledger.borrow_mut().count_repeated_later();
        }
        Ok(())
    }
}
