//! Statistics of tables: how often each value occurs, layer by layer, and positions with the best and the worst values.

use serde::Serialize;

use super::Tables;
use crate::TableError;
use crate::breakthrough::Depths;
use crate::file::Manifest;

/// The statistics in a manifest. `docs/json.md` describes the members.
#[derive(Clone, Debug, Serialize)]
pub struct Stats<'m> {
    schema: u32,
    /// The game with everything that values depend on.
    pub game: &'m str,
    /// One hash of all values.
    pub content: String,
    /// Layers that the last build was to finish.
    pub wanted: usize,
    /// The finished layers.
    pub layers: Vec<LayerStats>,
    /// How long positions last, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<DistanceStats<'m>>,
}

/// How long positions last, in plies.
#[derive(Clone, Debug, Serialize)]
pub struct DistanceStats<'m> {
    start: u16,
    longest: u16,
    /// How many positions last so long, from 0 plies on, by the player to move.
    white: &'m [u64],
    black: &'m [u64],
}

/// The statistics of a layer, for the player to move.
#[derive(Clone, Debug, Serialize)]
pub struct LayerStats {
    /// Its number.
    pub layer: usize,
    /// Values in it.
    pub positions: u64,
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// The lowest value.
    pub lowest: Option<i8>,
    /// The highest value.
    pub highest: Option<i8>,
    /// Values with the number of positions that have them.
    pub histogram: Vec<(i8, u64)>,
    /// Bytes of its file.
    pub file_bytes: u64,
    /// The hash of its values.
    pub content: String,
}

impl<'m> Stats<'m> {
    /// The statistics of all layers, or of a chosen one.
    pub fn new(
        manifest: &'m Manifest,
        chosen: Option<usize>,
        depths: Option<&'m Depths>,
    ) -> Stats<'m> {
        let layers = manifest.layers.iter().enumerate();
        let layers = layers.filter(|(layer, _)| chosen.is_none_or(|chosen| chosen == *layer));
        let layers = layers.map(|(layer, info)| {
            let ([wins, draws, losses], [lowest, highest]) = (info.results(), info.extremes());
            LayerStats {
                layer,
                positions: info.size,
                wins,
                draws,
                losses,
                lowest: lowest.map(|(value, _)| value),
                highest: highest.map(|(value, _)| value),
                histogram: info.histogram().filter(|(_, count)| *count > 0).collect(),
                file_bytes: info.bytes,
                content: info.content.clone(),
            }
        });
        Stats {
            schema: 1,
            game: &manifest.game,
            content: manifest.content(),
            wanted: manifest.wanted,
            layers: layers.collect(),
            distance: depths.map(|depths| DistanceStats {
                start: depths.start,
                longest: depths.longest(),
                white: &depths.counts[0],
                black: &depths.counts[1],
            }),
        }
    }
}

/// A position with its value for the player to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Extreme {
    /// The position in the notation of the game.
    pub position: String,
    /// Its layer.
    pub layer: usize,
    /// Its value.
    pub value: i8,
}

impl Tables {
    /// Positions of a layer with its highest and its lowest value, as many of each as asked for. No more than `most` values are
    /// looked at, so that there may be fewer.
    pub fn extremes(
        &self,
        layer: usize,
        count: usize,
        most: u64,
    ) -> Result<[Vec<Extreme>; 2], TableError> {
        let Some(info) = self.manifest().layers.get(layer) else { return Ok([vec![], vec![]]) };
        let [lowest, highest] = info.extremes().map(|extreme| extreme.map(|(value, _)| value));
        let mut found = [Vec::new(), Vec::new()];
        let mut prober = self.table.prober(1);
        for index in 0..info.size.min(most) {
            let value = prober.value(layer, index)?;
            for (found, wanted) in found.iter_mut().zip([highest, lowest]) {
                if Some(value) == wanted && found.len() < count {
                    let position = self.endgames.0.position(layer, index);
                    // An index may stand for no position.
                    if !position.is_empty() {
                        found.push(Extreme { position, layer, value });
                    }
                }
            }
            if found.iter().all(|found| found.len() == count) {
                break;
            }
        }
        Ok(found)
    }
}
