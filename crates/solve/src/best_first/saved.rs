//! The state of a whole question: what the runs so far have found, what is asked now, and the store of the run under way.
//! Who loads it goes on to the same answer with the same counters.

use std::time::Duration;

use foregone_game::{Acyclic, Game, Outcome};

use super::SafePoint;
use super::driver::Session;
use crate::certify::{Claim, Proof};
use crate::class::StaticClass;
use crate::limits::{Counters, Meter, Stop};
use crate::observe::Observer;
use crate::persist::{
    LoadError, MANY, Save, StateReader, StateWriter, put, put_bytes, put_count, put_moves, take,
    take_bytes, take_count, take_moves,
};
use crate::strategy::Asking;

/// The state ends with this number, so that a loader that has lost its way notices.
const END: u64 = u64::from_le_bytes(*b"foregone");

/// A line of play is never longer.
const LINE: u64 = 1 << 24;

/// A state that is being loaded: its source stands where the store begins.
pub(crate) struct Resumed<'a> {
    source: &'a mut dyn StateReader,
    /// Most children of an expansion so far, see [`crate::expand::Expand::widest`].
    pub(crate) widest: usize,
}

impl Resumed<'_> {
    /// The store, which is the rest of the state.
    pub(crate) fn store<S>(
        self,
        load: impl FnOnce(&mut dyn StateReader) -> Result<S, LoadError>,
    ) -> Result<S, LoadError> {
        let store = load(self.source)?;
        match take::<u64>(self.source)? {
            END => Ok(store),
            _ => Err(LoadError::new("does not end where its state does")),
        }
    }
}

/// What a session has found so far.
pub(crate) struct ResultsSoFar<'s, M> {
    secure: Option<(Outcome, M)>,
    line: &'s [M],
    proofs: &'s [Proof],
    unproved: Option<Stop>,
    asking: Option<&'s Asking>,
}

/// The whole state at some moment.
struct QuestionState<'s, M> {
    results: &'s ResultsSoFar<'s, M>,
    counters: Counters,
    elapsed: Duration,
    widest: usize,
    store: &'s dyn Save,
}

impl<M: Copy + Into<u64>> Save for QuestionState<'_, M> {
    fn save(&self, out: &mut dyn StateWriter) {
        let results = self.results;
        put(out, self.counters.values());
        put(out, self.elapsed.as_nanos() as u64);
        put(out, results.secure.map_or(u8::MAX, |(bound, _)| bound.0));
        put_moves(out, results.secure.iter().map(|&(_, mv)| mv));
        put_count(out, results.line.len());
        put_moves(out, results.line.iter().copied());
        put_count(out, results.proofs.len());
        for proof in results.proofs {
            put(out, [u8::from(proof.claim.answer()), proof.claim.goal().0]);
            put(out, proof.count);
            put_count(out, proof.parts.len());
            proof.parts.iter().for_each(|part| put_bytes(out, part));
        }
        put(out, results.unproved.map_or(u8::MAX, |stop| stop as u8));
        if let Some(asking) = results.asking {
            asking.save(out);
        }
        put_count(out, self.widest);
        self.store.save(out);
        put(out, END);
    }
}

impl<M: Copy + Into<u64>> ResultsSoFar<'_, M> {
    /// Lets the observer save this with a store, if it wants to. Says whether it did.
    pub(crate) fn offer<S: Save>(
        &self,
        point: &SafePoint<'_, '_, S>,
        stopping: bool,
        observer: &mut dyn Observer,
    ) -> bool {
        let wanted = observer.wants_checkpoint(stopping);
        if wanted {
            observer.checkpoint(&QuestionState {
                results: self,
                counters: point.counters,
                elapsed: point.meter.elapsed(),
                widest: point.widest,
                store: point.store,
            });
        }
        wanted
    }
}

impl<'a, G: Acyclic, C: StaticClass<G>> Session<'a, G, C> {
    /// What has been found, apart from whom to tell and what measures.
    pub(crate) fn split(
        &mut self,
    ) -> (ResultsSoFar<'_, G::Move>, &mut dyn Observer, &mut Meter<'a>, &mut bool) {
        let results = ResultsSoFar {
            secure: self.state.secure,
            line: &self.line,
            proofs: &self.proofs,
            unproved: self.unproved,
            asking: self.state.asking.as_ref(),
        };
        (results, &mut *self.observer, &mut self.meter, &mut self.state.sealed)
    }

    /// Offers the state to be saved for the last time, unless that has happened: after a search inside a leaf was cut
    /// short no later state is one that an uninterrupted search passes through.
    pub(crate) fn offer_last<S: Save>(&mut self, store: &S, widest: usize, counters: Counters) {
        let (results, observer, meter, sealed) = self.split();
        if !*sealed {
            let point = SafePoint { store, widest, counters, meter, show: false, last: true };
            results.offer(&point, true, observer);
            *sealed = true;
        }
    }

    /// Loads all but the store, which the run that is under way loads itself.
    pub(crate) fn take_over(&mut self, source: &'a mut dyn StateReader) -> Result<(), LoadError> {
        let counters = load_counters(source)?;
        let elapsed = Duration::from_nanos(take(source)?);
        self.meter.take_over(counters, elapsed);
        self.state.secure = self.load_secure(source)?;
        let moves = take_count(source, LINE)?;
        take_moves(source, moves, |_, mv| self.line.push(mv))?;
        replay_line(self.game, self.root, &self.line)?;
        self.proofs = self.load_proofs(source)?;
        self.unproved = load_stop(take(source)?)?;
        if !self.question.algorithm.is_multiple() {
            let asking = Asking::load(self.question.strategy, self.range, source)?;
            self.bounds = asking.bounds(self.range, self.bounds);
            self.state.asking = Some(asking);
        }
        let widest = take_count(source, u64::from(u16::MAX))?;
        self.state.resume = Some(Resumed { source, widest });
        Ok(())
    }

    fn load_secure(
        &self,
        source: &mut dyn StateReader,
    ) -> Result<Option<(Outcome, G::Move)>, LoadError> {
        let bound = take::<u8>(source)?;
        let mut secure = None;
        let count = usize::from(bound != u8::MAX);
        take_moves(source, count, |_, mv| secure = Some((Outcome(bound), mv)))?;
        if let Some((_, mv)) = secure {
            replay_line(self.game, self.root, &[mv])?;
        }
        Ok(secure)
    }

    fn load_proofs(&self, source: &mut dyn StateReader) -> Result<Vec<Proof>, LoadError> {
        let mut proofs = Vec::new();
        for _ in 0..take_count(source, 2)? {
            let [answer, goal] = take::<[u8; 2]>(source)?;
            if goal == 0 || Outcome(goal) > self.game.scale().best() {
                return Err(LoadError::new("proves something about no outcome"));
            }
            let claim = match answer {
                0 => Claim::AtMost(Outcome(goal - 1)),
                _ => Claim::AtLeast(Outcome(goal)),
            };
            let count = take(source)?;
            let mut rest = self.memory.search + self.memory.proof;
            let mut parts = Vec::new();
            for _ in 0..take_count(source, rest)? {
                let part = take_bytes(source, rest)?;
                if part.is_empty() {
                    return Err(LoadError::new("has an empty part of a proof"));
                }
                rest -= part.len() as u64;
                parts.push(part);
            }
            proofs.push(Proof { claim, parts, count });
        }
        Ok(proofs)
    }
}

/// The moves of a line must be legal one after the other.
fn replay_line<G: Game>(game: &G, root: &G::Position, line: &[G::Move]) -> Result<(), LoadError> {
    let (mut position, mut moves) = (root.clone(), Vec::new());
    for &mv in line {
        moves.clear();
        if game.outcome(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        if !moves.contains(&mv) {
            return Err(LoadError::new("has a line that cannot be played"));
        }
        game.play(&mut position, mv);
    }
    Ok(())
}

/// Loads counters and checks that they can have been counted.
pub(crate) fn load_counters(source: &mut dyn StateReader) -> Result<Counters, LoadError> {
    let values: [u64; Counters::COUNT] = take(source)?;
    match values.iter().any(|&value| value > MANY) {
        true => Err(LoadError::new("has counted more than there can be")),
        false => Ok(Counters::from_values(values)),
    }
}

fn load_stop(number: u8) -> Result<Option<Stop>, LoadError> {
    const STOPS: [Stop; 6] = [
        Stop::Solved,
        Stop::Nodes,
        Stop::Memory,
        Stop::Time,
        Stop::Interrupted,
        Stop::Contradicted,
    ];
    if number == u8::MAX {
        return Ok(None);
    }
    let known = STOPS.into_iter().find(|&stop| stop as u8 == number);
    known.map(Some).ok_or_else(|| LoadError::new("stopped for no known reason"))
}
