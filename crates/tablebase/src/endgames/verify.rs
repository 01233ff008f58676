//! Verifies tables: all checksums, and all values by another method than they were computed with.

use foregone_game::random::Random;

use super::tables::CachedProber;
use super::{Effort, Endgames, Progress, Stage, Tables};
use crate::TableError;
use crate::retro::verify::LayerCheck;
use crate::retro::{self, Control};

/// The size of the cache, in blocks, when only samples are verified.
const BLOCKS: usize = 1 << 10;
/// Positions that are verified between two looks at the stop flag.
const INTERVAL: u64 = 1 << 10;

/// The result of a verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verification {
    /// Nothing is wrong: all values are correct, or all of the sample fit those of their successors.
    Correct,
    /// A value or a count is wrong: one sentence about the first that was found.
    Wrong(String),
}

impl Tables {
    /// Verifies the tables. With `sample`, only that many random positions of each layer are compared with their
    /// successors, which finds mistakes but proves nothing about the other positions. Damaged files are an error.
    pub fn verify(
        &self,
        sample: Option<u64>,
        effort: &Effort<'_>,
    ) -> Result<Verification, TableError> {
        let (layers, all) = (self.manifest().layers.len(), self.endgames.layers());
        if layers == 0 {
            return Err(TableError::Unfit("the tables have no finished layer yet".to_owned()));
        }
        if self.endgames.0.needs_all_layers() && layers < all {
            return Err(TableError::Unfit(format!(
                "the folder has {layers} of {all} layers, and values depend on all layers; build the missing ones first"
            )));
        }
        match sample {
            Some(count) => self.verify_sample(count, effort),
            None => {
                let need = self.endgames.0.verify_bytes(layers);
                TableError::unless_fits("verifying all values", need, effort.memory)?;
                self.verify_all(effort)
            }
        }
    }

    fn verify_all(&self, effort: &Effort<'_>) -> Result<Verification, TableError> {
        let (endgames, layers) = (&self.endgames, self.manifest().layers.len());
        let positions = endgames.positions_below(layers);
        let show = |stage: Stage, layer: usize, done: u64| {
            (effort.progress)(Progress { stage, layer, layers, done, positions });
        };
        let (threads, stop) = (effort.threads.max(1), effort.stop.flag());
        let quiet = Control { threads, stop, report: &|_| () };
        let mut verifier = endgames.0.verifier();
        for (layer, info) in self.manifest().layers.iter().enumerate() {
            effort.stop.check()?;
            show(Stage::Reading, layer, 0);
            if verifier.load(layer, self.table.layer(layer)?, &quiet)? != info.counts {
                let wrong =
                    format!("the manifest does not count the values of layer {layer} right");
                return Ok(Verification::Wrong(wrong));
            }
        }
        let mut done = 0;
        for layer in 0..layers {
            let size = endgames.size(layer);
            let report = |progress: retro::Progress| {
                show(Stage::Verifying, layer, done + (size as f64 * progress.share) as u64);
            };
            let checked = verifier.verify(layer, &Control { report: &report, ..quiet });
            match checked {
                Ok(check) => {
                    if let Some(wrong) = wrong(endgames, layer, check) {
                        return Ok(Verification::Wrong(wrong));
                    }
                }
                Err(error @ TableError::TooManyMoves { .. }) => {
                    return Ok(Verification::Wrong(error.to_string()));
                }
                Err(error) => return Err(error),
            }
            done += size;
        }
        Ok(Verification::Correct)
    }

    fn verify_sample(&self, count: u64, effort: &Effort<'_>) -> Result<Verification, TableError> {
        let (endgames, layers) = (&self.endgames, self.manifest().layers.len());
        let positions = endgames.positions_below(layers);
        let cached = CachedProber::new(&self.table, BLOCKS);
        let look_up = |layer: usize, index: u64| cached.value(layer, index);
        let (mut random, mut done) = (Random::new(1), 0);
        for layer in 0..layers {
            effort.stop.check()?;
            let stage = Stage::Verifying;
            (effort.progress)(Progress { stage, layer, layers, done, positions });
            self.table.layer(layer)?.check()?;
            let mut left = count;
            while left > 0 {
                effort.stop.check()?;
                let now = left.min(INTERVAL);
                let checked = endgames.0.sample(layer, now, &mut random, &look_up);
                if let Some(wrong) = wrong(endgames, layer, cached.result(checked)?) {
                    return Ok(Verification::Wrong(wrong));
                }
                left -= now;
            }
            done += endgames.size(layer);
        }
        Ok(Verification::Correct)
    }
}

/// The sentence about a wrong value.
fn wrong(endgames: &Endgames, layer: usize, check: LayerCheck) -> Option<String> {
    let (index, why) = match check {
        LayerCheck::Correct { .. } => return None,
        LayerCheck::Inconsistent { index } => (index, "is not the best that its moves give"),
        LayerCheck::Unfounded { index } => (index, "rests on other values that rest on it"),
    };
    let position = endgames.0.position(layer, index);
    Some(format!("the value of {position} (layer {layer}, number {index}) {why}"))
}
