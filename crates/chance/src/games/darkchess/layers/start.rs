//! What the start is worth, by score, by winning and by not losing.

use foregone_game::InvalidGame;
use num_traits::One;

use super::DarkLayers;
use crate::fraction::Fraction;
use crate::game::ChanceGame;
use crate::games::DarkChess;
use crate::layers::{BuildError, Layered, Memory, Number, build, build_bytes};
use crate::limits::{Limits, Stop};
use crate::utility::Utility;

/// The start of a whole game by three utilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartValues {
    /// The expected score.
    pub score: Fraction,
    /// The probability of winning.
    pub win: Fraction,
    /// The probability of not losing.
    pub not_lose: Fraction,
    /// The number of indices by one utility.
    pub positions: u64,
}

impl StartValues {
    /// Solves all layers in memory, once for the score and once for winning: not to lose is what an opponent who plays for
    /// wins does not get, with the players exchanged. Refuses boards that [`DarkLayers::new`] refuses.
    pub fn of(
        game: &DarkChess,
        limits: Limits<'_>,
    ) -> Result<Result<StartValues, Stop>, InvalidGame> {
        let layers = |name: &str| {
            let utility = Utility::read(name, game.scale())
                .map_err(|error| InvalidGame(error.to_string()))?;
            DarkLayers::<i32>::new(game, &utility)
        };
        let (score, win) = (layers("score")?, layers("win")?);
        let positions = (0..score.layers()).map(|layer| score.size(layer) as u64).sum();
        let values = || {
            let [score, _] = score.start_values(limits)?;
            let [win, lose] = win.start_values(limits)?;
            Ok(StartValues { score, win, not_lose: Fraction::one() - lose, positions })
        };
        Ok(values())
    }
}

impl<N: Number> DarkLayers<N> {
    /// The value of the start for Max, and that with the players exchanged.
    fn start_values(&self, limits: Limits<'_>) -> Result<[Fraction; 2], Stop> {
        let kept: usize = (0..self.layers()).map(|layer| self.size(layer) * N::BYTES).sum();
        if build_bytes(self) + kept as u64 > limits.bytes as u64 {
            return Err(Stop::Memory);
        }
        let mut memory = Memory::default();
        build(self, &mut memory, limits, &mut |_| ()).map_err(|error| match error {
            BuildError::Stopped(stop) => stop,
            BuildError::Store(never) => match never {},
        })?;
        let start = self.game().start();
        Ok([start, Self::exchanged(&start)].map(|position| {
            let (layer, index) = self.locate(&position).expect("the start has an index");
            self.value(&position, memory.layers()[layer][index])
        }))
    }
}
