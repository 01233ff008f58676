//! Layers of whole numbers in a folder.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use foregone_chance::layers::{Number, Source, Store};
use foregone_tablebase::TableError;
use foregone_tablebase::file::{Folder, LayerSummary, Table};

use super::{LayerTime, layer_time};

/// The numbers of some bytes.
fn numbers<N: Number>(bytes: &[u8]) -> Vec<N> {
    bytes.chunks_exact(N::BYTES).map(N::of_bytes).collect()
}

/// Numbers as a stream of bytes. Whole numbers are read.
struct NumberReader<'v, N>(&'v [N]);

impl<N: Number> Read for NumberReader<'_, N> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = (into.len() / N::BYTES).min(self.0.len());
        if count == 0 && !into.is_empty() && !self.0.is_empty() {
            return Err(io::Error::other("a number was to be read in parts"));
        }
        let (now, rest) = self.0.split_at(count);
        for (place, number) in into.chunks_exact_mut(N::BYTES).zip(now) {
            place.copy_from_slice(&number.bytes()[..N::BYTES]);
        }
        self.0 = rest;
        Ok(count * N::BYTES)
    }
}

/// A folder that layers are added to.
pub(super) struct Building<'f> {
    folder: &'f mut Folder,
    /// Layers that are finished and in order.
    finished: usize,
    /// Layers that were added, with the time since the one before.
    pub(super) built: Vec<LayerTime>,
    last: Instant,
}

impl<'f> Building<'f> {
    pub(super) fn new(folder: &'f mut Folder, finished: usize) -> Building<'f> {
        Building { folder, finished, built: Vec::new(), last: Instant::now() }
    }
}

impl<N: Number> Source<N> for Building<'_> {
    type Error = TableError;

    fn finished(&self) -> usize {
        self.finished
    }

    fn load(&mut self, layer: usize) -> Result<Vec<N>, TableError> {
        let values = numbers(&self.folder.layer(layer)?.bytes()?);
        self.last = Instant::now();
        Ok(values)
    }
}

impl<N: Number> Store<N> for Building<'_> {
    fn save(&mut self, layer: usize, values: &[N]) -> Result<(), TableError> {
        let mut counts = vec![0; 3];
        for value in values.iter().filter(|&&value| value != N::absent()) {
            counts[if value.is_zero() { 1 } else { 2 * usize::from(value.is_positive()) }] += 1;
        }
        let summary = LayerSummary { size: values.len() as u64, bound: 1, counts };
        self.folder.write_layer(layer, summary, NumberReader(values))?;
        let now = Instant::now();
        let time: Duration = now - self.last;
        self.built.push(layer_time(layer, values.len(), time));
        (self.finished, self.last) = (layer + 1, now);
        Ok(())
    }
}

/// Tables that are only read.
pub(super) struct Reading<'t>(pub(super) &'t Table);

impl<N: Number> Source<N> for Reading<'_> {
    type Error = TableError;

    fn finished(&self) -> usize {
        self.0.manifest().layers.len()
    }

    fn load(&mut self, layer: usize) -> Result<Vec<N>, TableError> {
        Ok(numbers(&self.0.layer(layer)?.bytes()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let written: Vec<i64> = (-700..700).map(|number| number << 30).collect();
        let mut bytes = Vec::new();
        NumberReader(&written).read_to_end(&mut bytes).expect("room");
        assert_eq!(numbers::<i64>(&bytes), written);
    }
}
