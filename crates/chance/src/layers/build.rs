//! Solves layer after layer, and keeps in memory only those that are still needed.

use core::convert::Infallible;

use super::{Layered, retrograde};
use crate::limits::{Limits, Meter, Stop};

/// Where finished layers are read from.
pub trait Source<N> {
    /// Why a layer cannot be read or written.
    type Error;

    /// How many layers are finished, the lowest ones.
    fn finished(&self) -> usize;

    /// The values of a finished layer.
    fn load(&mut self, layer: usize) -> Result<Vec<N>, Self::Error>;
}

/// Where finished layers are kept.
pub trait Store<N>: Source<N> {
    /// Takes the values of the next layer.
    fn save(&mut self, layer: usize, values: &[N]) -> Result<(), Self::Error>;
}

/// All layers in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory<N> {
    layers: Vec<Vec<N>>,
}

impl<N> Memory<N> {
    /// The values of all finished layers.
    pub fn layers(&self) -> &[Vec<N>] {
        &self.layers
    }
}

impl<N: Clone> Source<N> for Memory<N> {
    type Error = Infallible;

    fn finished(&self) -> usize {
        self.layers.len()
    }

    fn load(&mut self, layer: usize) -> Result<Vec<N>, Infallible> {
        Ok(self.layers[layer].clone())
    }
}

impl<N: Clone> Store<N> for Memory<N> {
    fn save(&mut self, layer: usize, values: &[N]) -> Result<(), Infallible> {
        self.layers.truncate(layer);
        self.layers.push(values.to_vec());
        Ok(())
    }
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The layer that is being worked on, and the number of layers.
    pub layer: usize,
    /// The number of layers.
    pub layers: usize,
    /// Indices that are done, those of finished layers included.
    pub done: u64,
    /// Indices of all layers.
    pub positions: u64,
}

/// Who hears about the progress, several times a second.
pub type Watch<'w> = &'w mut dyn FnMut(Progress);

/// Why not all layers were solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError<E> {
    /// A limit was reached: time, or the interrupt flag. Finished layers are in the store.
    Stopped(Stop),
    /// The store failed.
    Store(E),
}

impl<E> From<E> for BuildError<E> {
    fn from(error: E) -> BuildError<E> {
        BuildError::Store(error)
    }
}

/// Solves the layers that the store does not have. Of the limits the time and the flag are kept; the memory that is needed
/// follows from the game.
///
/// ```
/// use foregone_chance::ChanceGame;
/// use foregone_chance::games::DarkChess;
/// use foregone_chance::games::darkchess::DarkLayers;
/// use foregone_chance::layers::{Layered, Memory, build};
/// use foregone_chance::limits::Limits;
///
/// let game = DarkChess::new(2, 2, "KC", "KC").expect("a board");
/// let layers = DarkLayers::<i32>::new(&game, &game.utility()).expect("a small board");
/// let mut memory = Memory::default();
/// build(&layers, &mut memory, Limits::default(), &mut |_| ()).expect("no limit");
/// let (layer, index) = layers.locate(&game.start()).expect("the start is in the top layer");
/// let value = layers.value(&game.start(), memory.layers()[layer][index]);
/// assert_eq!(value.to_string(), "-1/3");
/// ```
pub fn build<G: Layered, S: Store<G::Number>>(
    game: &G,
    store: &mut S,
    limits: Limits<'_>,
    watch: Watch<'_>,
) -> Result<(), BuildError<S::Error>> {
    let meter = Meter::new(limits, 0);
    let layers = game.layers();
    let positions = (0..layers).map(|layer| game.size(layer) as u64).sum();
    let first = store.finished().min(layers);
    let mut done: u64 = (0..first).map(|layer| game.size(layer) as u64).sum();
    let mut lower: Vec<Vec<G::Number>> = vec![Vec::new(); layers];
    for layer in first..layers {
        for (below, values) in lower.iter_mut().enumerate().take(layer) {
            if below < lowest_from(game, layer) {
                *values = Vec::new();
            } else if values.is_empty() {
                *values = store.load(below)?;
            }
        }
        let size = game.size(layer);
        let pulse = |at: usize| {
            watch(Progress { layer, layers, done: done + at as u64, positions });
            meter.look()
        };
        let open = game.open(layer, &lower);
        let values = retrograde::solve(&open, size, pulse).map_err(BuildError::Stopped)?;
        store.save(layer, &values)?;
        drop(open);
        lower[layer] = values;
        done += size as u64;
    }
    Ok(())
}

/// The lowest layer that a layer or any higher one looks into.
pub(super) fn lowest_from<G: Layered>(game: &G, layer: usize) -> usize {
    (layer..game.layers()).map(|layer| game.lowest_needed(layer)).min().unwrap_or(layer)
}
