//! The parts of a proof, followed by several threads. The main thread reads the file and puts the parts together in their
//! order; the other threads follow one part at a time.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::io::Read;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, mpsc};
use std::thread;

use super::fleet::{Desk, follow_by_fleet};
use super::link::{Link, PartPlace};
use super::part::{PartProof, PartWalk};
use super::records::ChunkRecords;
use super::saved::Saving;
use super::{Counts, Resources};
use crate::claims::Claim;
use crate::failure::{Failure, Location};
use crate::format::{CHUNK, COMPRESSED_CHUNK, Chunk, Decompress, Numbers, Reader};
use crate::limits::SharedLimits;
use crate::options::Options;
use crate::progress::Progress;
use crate::remote::Fleet;
use crate::rules::Rules;
use crate::tables::Tables;

/// Parts that wait for each thread, or for their turn to be put together.
const WAITING: usize = 4;

/// What all parts have in common.
pub(super) struct Common<'w, G: Rules> {
    pub(super) rules: &'w G,
    pub(super) claims: &'w [Claim],
    root: &'w G::Position,
}

impl<G: Rules> Clone for Common<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Rules> Copy for Common<'_, G> {}

/// The result of a part, with its place in the file.
type Followed<P> = (PartPlace, Result<PartProof<P>, Failure>);

/// Follows one part, which has one chunk.
pub(crate) fn follow_part<G: Rules>(
    (rules, claims, root): (&G, &[Claim], &G::Position),
    chunk: &Chunk,
    resources: Resources<'_>,
) -> Result<PartProof<G::Position>, Failure> {
    let common = Common { rules, claims, root };
    common.begin(chunk, &mut Decompress::new()?, resources, Progress::default())?.finish()
}

/// Follows all parts of a certificate, perhaps with the help of a fleet, and says what they have cost.
pub(crate) fn prove_parts<G: Rules, R: Read>(
    (rules, claims, root): (&G, &[Claim], &G::Position),
    reader: &mut Reader<R>,
    resources: Resources<'_>,
    (options, fleet): (&Options<'_>, Option<&Fleet<'_>>),
) -> Result<Counts, Failure> {
    let mut link = Link::new((rules, claims, root), resources);
    let before = resources.meter.used();
    if let Some(state) = &options.resume {
        link.load(state, reader)?;
    }
    let fleet = fleet.and_then(|fleet| Desk::open(fleet, reader.header(), options, resources));
    let mut chunks = Chunks { reader, ahead: None, decompress: Decompress::new()? };
    let saving = Saving::new(options.save.as_deref(), resources.meter);
    let common = Common { rules, claims, root };
    let result = match fleet {
        Some(desk) => follow_by_fleet(common, &mut chunks, options.threads, &mut link, &desk),
        None => follow_all(common, &mut chunks, options.threads, &mut link, &saving),
    };
    if let Err(Failure::Undecided(_)) = result {
        saving.save(&link);
    }
    result?;
    link.finish()?;
    reader.count_records(link.records);
    let counts = link.counts;
    drop(link);
    resources.meter.release(resources.meter.used() - before);
    Ok(counts)
}

/// Follows the parts that are left, by threads if there is room for what they need.
fn follow_all<G: Rules, R: Read>(
    common: Common<'_, G>,
    chunks: &mut Chunks<'_, R>,
    threads: usize,
    link: &mut Link<'_, G>,
    saving: &Saving<'_>,
) -> Result<(), Failure> {
    let resources = link.resources;
    // Each thread has a chunk and its content; more chunks wait.
    let waiting = threads as u64 * (CHUNK + (WAITING + 1) * COMPRESSED_CHUNK) as u64;
    if threads > 1 && resources.meter.has_room(waiting) {
        resources.meter.reserve(waiting)?;
        return follow_in_threads(common, chunks, threads, link, saving);
    }
    while let Some(first) = chunks.next()? {
        let (part, place) = common.follow_chunks(first, chunks, resources, link)?;
        link.add(part, place)?;
        saving.save_if_due(link);
    }
    Ok(())
}

/// The chunks of a certificate, with a look at the next one.
pub(super) struct Chunks<'r, R> {
    pub(super) reader: &'r mut Reader<R>,
    pub(super) ahead: Option<Chunk>,
    /// For the parts that are followed in this thread.
    decompress: Decompress,
}

impl<R: Read> Chunks<'_, R> {
    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        match self.ahead.take() {
            Some(chunk) => Ok(Some(chunk)),
            None if self.reader.is_at_end_of_chunks() => Ok(None),
            None => self.reader.chunk(),
        }
    }

    /// The next chunk if it goes on with the part before it.
    pub(super) fn continuation(&mut self) -> Result<Option<Chunk>, Failure> {
        let next = self.next()?;
        match next {
            Some(chunk) if chunk.continues => Ok(Some(chunk)),
            other => {
                self.ahead = other;
                Ok(None)
            }
        }
    }
}

impl<'w, G: Rules> Common<'w, G> {
    /// Follows a part in this thread, chunk by chunk.
    pub(super) fn follow_chunks<R: Read>(
        self,
        first: Chunk,
        chunks: &mut Chunks<'_, R>,
        resources: Resources<'_>,
        link: &Link<'_, G>,
    ) -> Result<(PartProof<G::Position>, PartPlace), Failure> {
        let (positions, records) = (link.counts.positions, link.records);
        let bytes = chunks.reader.bytes();
        let before = Progress { positions, records, bytes, ..Progress::default() };
        let used = resources.meter.used();
        let mut place = PartPlace { offset: first.offset, end: first.end };
        let mut walk = self.begin(&first, &mut chunks.decompress, resources, before)?;
        while let Some(more) = chunks.continuation()? {
            place.end = more.end;
            let mut numbers = Numbers::new(chunks.decompress.chunk(&more)?);
            follow(&mut walk, &mut numbers, more.offset)?;
        }
        let part = walk.finish()?;
        resources.meter.release(resources.meter.used().saturating_sub(used));
        Ok((part, place))
    }

    /// Begins a part and follows its first chunk.
    fn begin<'r>(
        self,
        chunk: &Chunk,
        decompress: &mut Decompress,
        resources: Resources<'r>,
        before: Progress,
    ) -> Result<PartWalk<'r, G>, Failure>
    where
        'w: 'r,
    {
        if chunk.continues {
            let reason = "the first chunk goes on with a part, but there is none before it";
            return Err(Failure::at(Location::Byte(chunk.offset), reason));
        }
        let mut numbers = Numbers::new(decompress.chunk(chunk)?);
        let common = (self.rules, self.claims, self.root);
        let mut walk = PartWalk::new(common, &mut numbers, chunk.offset, resources, before)?;
        follow(&mut walk, &mut numbers, chunk.offset)?;
        Ok(walk)
    }
}

/// Follows the records of a chunk, all of which must be needed.
fn follow<G: Rules>(
    walk: &mut PartWalk<'_, G>,
    numbers: &mut Numbers<'_>,
    offset: u64,
) -> Result<(), Failure> {
    let is_established = walk.go_on(&mut ChunkRecords::new(numbers, offset))?;
    if is_established && !matches!(numbers.next(), Ok(None)) {
        return Err(walk.fail("records are left where the claim is proved".to_owned()));
    }
    Ok(())
}

/// Reads the parts, hands them to the threads, and puts the results together in the order of the file.
fn follow_in_threads<G: Rules, R: Read>(
    common: Common<'_, G>,
    chunks: &mut Chunks<'_, R>,
    threads: usize,
    link: &mut Link<'_, G>,
    saving: &Saving<'_>,
) -> Result<(), Failure> {
    let resources = link.resources;
    let (jobs, queue) = mpsc::sync_channel::<(usize, Chunk)>(threads * WAITING);
    let queue = Mutex::new(queue);
    let (results, followed) = mpsc::channel();
    let limits = resources.meter.share();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (results, limits, queue) = (results.clone(), limits.clone(), &queue);
            let tables = resources.tables;
            scope.spawn(move || {
                work_off(common, queue, (tables, &limits), |index, chunk: Chunk, part| {
                    let place = PartPlace { offset: chunk.offset, end: chunk.end };
                    results.send((index, (place, part))).is_ok()
                });
            });
        }
        drop(results);
        let jobs = jobs; // dropped at the end, which ends the threads
        let mut order = InOrder { link, followed, next: 0, waiting: BTreeMap::new(), saving };
        let mut sent = 0;
        while let Some(first) = chunks.next()? {
            let continued = chunks.continuation()?;
            if let Some(more) = continued {
                // A part of several chunks is rare: it is followed here, after all parts before it.
                order.wait_until(sent)?;
                chunks.ahead = Some(more);
                let (part, place) = common.follow_chunks(first, chunks, resources, order.link)?;
                order.link.add(part, place)?;
                (sent, order.next) = (sent + 1, sent + 1);
                continue;
            }
            order.wait_until(sent.saturating_sub(threads * WAITING - 1))?;
            let _ = jobs.send((sent, first));
            sent += 1;
            let link = &order.link;
            let (positions, records) = (link.counts.positions, link.records);
            let bytes = chunks.reader.bytes();
            resources.meter.step_at(|| Progress {
                positions,
                records,
                bytes,
                ..Progress::default()
            })?;
        }
        drop(jobs);
        order.wait_until(sent)
    })
}

/// Follows the parts of a queue until there are none left, or nobody wants the results any more.
pub(super) fn work_off<G: Rules, C: Borrow<Chunk>>(
    common: Common<'_, G>,
    queue: &Mutex<mpsc::Receiver<(usize, C)>>,
    (tables, limits): (Option<&Tables>, &SharedLimits<'_>),
    deliver: impl Fn(usize, C, Result<PartProof<G::Position>, Failure>) -> bool,
) {
    let mut decompress = Decompress::new();
    while let Ok((index, chunk)) = receive(queue) {
        // Whoever waits for the result must get one, even if rules of somebody else panic.
        let part = panic::catch_unwind(AssertUnwindSafe(|| match &mut decompress {
            Ok(decompress) => follow_one(common, chunk.borrow(), decompress, tables, limits),
            Err(failure) => Err(failure.clone()),
        }));
        let part = part.unwrap_or_else(|_| {
            Err(Failure::Unreadable("a thread of the checker has panicked".to_owned()))
        });
        if !deliver(index, chunk, part) {
            break;
        }
    }
}

fn receive<T>(queue: &Mutex<mpsc::Receiver<T>>) -> Result<T, mpsc::RecvError> {
    match queue.lock() {
        Ok(queue) => queue.recv(),
        Err(_) => Err(mpsc::RecvError),
    }
}

/// Follows a part of one chunk.
pub(super) fn follow_one<G: Rules>(
    common: Common<'_, G>,
    chunk: &Chunk,
    decompress: &mut Decompress,
    tables: Option<&Tables>,
    limits: &SharedLimits<'_>,
) -> Result<PartProof<G::Position>, Failure> {
    let meter = limits.meter();
    let resources = Resources { tables, meter: &meter };
    common.begin(chunk, decompress, resources, Progress::default())?.finish()
}

/// Results of threads, put together in the order of the file.
struct InOrder<'l, 'w, G: Rules> {
    link: &'l mut Link<'w, G>,
    followed: mpsc::Receiver<(usize, Followed<G::Position>)>,
    /// The number of parts that have been put together.
    next: usize,
    waiting: BTreeMap<usize, Followed<G::Position>>,
    saving: &'l Saving<'l>,
}

impl<G: Rules> InOrder<'_, '_, G> {
    /// Waits until so many parts have been put together.
    fn wait_until(&mut self, parts: usize) -> Result<(), Failure> {
        while self.next < parts {
            if let Some((place, part)) = self.waiting.remove(&self.next) {
                self.link.add(part?, place)?;
                self.saving.save_if_due(self.link);
                self.next += 1;
            } else if let Ok((index, followed)) = self.followed.recv() {
                self.waiting.insert(index, followed);
            } else {
                return Err(Failure::Unreadable("a thread of the checker has ended".to_owned()));
            }
        }
        Ok(())
    }
}
