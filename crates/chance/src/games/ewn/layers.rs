//! EinStein würfelt nicht! by layers.
//!
//! A layer has the positions with the same distance, summed over all stones, from the corners that they walk to; every
//! turn makes it smaller. A position is seen by the player to move, before the roll: a position of Min is turned by half a
//! turn. On square boards mirror images share an index. A number is the probability that the player to move wins, times the
//! faces of the die to the power of the rolls that are left.

use foregone_game::{InvalidGame, Player};

use super::{DIRECTIONS, Ewn, GONE, Position, STONES_MAX, place};
use crate::game::ChanceGame;
use crate::layers::{Layered, Number, OpenLayer, Survey};

/// The most stones of a player: a list has an entry for every combination of distances.
const STONES: usize = 3;
/// Stones of the player to move, then those of the opponent.
const SLOTS: usize = 2 * STONES;
/// The longest such list.
const CODES_MAX: usize = 1 << 24;

/// The distance of every stone from its corner, 0 if it is gone.
type Distances = [u8; SLOTS];

/// A cell as the player sees it whose stone is on it.
#[derive(Clone, Copy, Default)]
struct Spot {
    distance: u8,
    /// Its place among the cells of that distance.
    along: u8,
}

/// All positions with the same distances of all stones.
#[derive(Clone, Copy)]
struct Block {
    base: u32,
    code: u32,
}

/// EinStein würfelt nicht! with one or three stones a side, numbered in layers.
pub struct EwnLayers<N> {
    game: Ewn,
    stones: usize,
    spots: Vec<Spot>,
    /// The cells of each distance.
    cells: Vec<Vec<u8>>,
    is_square: bool,
    /// The base of every combination of distances in its layer.
    bases: Vec<u32>,
    layers: Vec<(Vec<Block>, usize)>,
    /// Powers of the die.
    powers: Vec<N>,
    worths: [i128; 2],
}

impl<N: Number> EwnLayers<N> {
    /// Numbers the positions of a game. Refuses those whose values or indices do not fit.
    pub fn new(game: &Ewn) -> Result<EwnLayers<N>, InvalidGame> {
        let refused = |why: String| InvalidGame(format!("{}: {why}", game.spelling()));
        let stones = usize::from(game.stones);
        let whole = usize::from(game.columns + game.rows) - 2;
        let codes = (whole + 1).checked_pow(2 * stones as u32).filter(|&codes| codes <= CODES_MAX);
        if stones > STONES || codes.is_none() {
            return Err(refused(
                "only small boards with at most 3 stones are solved by layers".to_owned(),
            ));
        }
        let start = game.start();
        let most = game.moves_left(&start, Player::Max).max(game.moves_left(&start, Player::Min));
        let powers = powers(game.die.into(), 2 * most)
            .ok_or_else(|| refused(format!("values do not fit into {} bits", 8 * N::BYTES)))?;
        let mut cells = vec![Vec::new(); whole + 1];
        let mut spots = Vec::new();
        for cell in 0..game.columns * game.rows {
            let distance = game.distance(Player::Max, cell) as u8;
            let same = &mut cells[usize::from(distance)];
            spots.push(Spot { distance, along: same.len() as u8 });
            same.push(cell);
        }
        let mut layers = EwnLayers {
            game: game.clone(),
            stones,
            spots,
            cells,
            is_square: game.columns == game.rows,
            bases: vec![0; codes.unwrap_or(0)],
            layers: Vec::new(),
            powers,
            worths: [0, 1],
        };
        layers.number().ok_or_else(|| refused("a layer has too many positions".to_owned()))?;
        Ok(layers)
    }

    /// Gives every combination of distances its place.
    fn number(&mut self) -> Option<()> {
        for code in 0..self.bases.len() {
            let distances = self.distances(code);
            let (own, other) = distances.split_at(STONES);
            if [own, other].iter().any(|side| side.iter().all(|&distance| distance == 0)) {
                continue;
            }
            let layer = distances.iter().map(|&distance| usize::from(distance)).sum();
            if self.layers.len() <= layer {
                self.layers.resize_with(layer + 1, || (Vec::new(), 0));
            }
            let ways = self.ways(&distances).into_iter().map(usize::from).product::<usize>();
            let (blocks, size) = &mut self.layers[layer];
            self.bases[code] = u32::try_from(*size).ok()?;
            blocks.push(Block { base: self.bases[code], code: code as u32 });
            *size += ways;
        }
        self.layers.iter().all(|layer| u32::try_from(layer.1).is_ok()).then_some(())
    }

    fn distances(&self, mut code: usize) -> Distances {
        let base = self.cells.len();
        let mut distances = [0; SLOTS];
        for side in 0..2 {
            for stone in 0..self.stones {
                distances[side * STONES + stone] = (code % base) as u8;
                code /= base;
            }
        }
        distances
    }

    fn code(&self, distances: &Distances) -> usize {
        let base = self.cells.len();
        let slots =
            (0..2).flat_map(|side| (0..self.stones).map(move |stone| side * STONES + stone));
        slots.rev().fold(0, |code, slot| code * base + usize::from(distances[slot]))
    }

    /// The first stone of the player to move; mirror images are told apart by it.
    fn first(distances: &Distances) -> usize {
        distances.iter().position(|&distance| distance > 0).unwrap_or(0)
    }

    /// In how many ways each stone can stand at its distance, gone ones in one.
    fn ways(&self, distances: &Distances) -> [u8; SLOTS] {
        let first = Self::first(distances);
        core::array::from_fn(|slot| match distances[slot] {
            0 => 1,
            distance => {
                let all = self.cells[usize::from(distance)].len() as u8;
                if self.is_square && slot == first { all.div_ceil(2) } else { all }
            }
        })
    }

    /// The layer and the index of stones, each as its owner sees it.
    fn index(&self, stones: &[Spot; SLOTS]) -> (usize, usize) {
        let distances = stones.map(|spot| spot.distance);
        let (first, ways) = (Self::first(&distances), self.ways(&distances));
        let is_mirrored = stones[first].along >= ways[first];
        let mut index = 0;
        for (spot, ways) in stones.iter().zip(ways).filter(|(spot, _)| spot.distance > 0) {
            let all = self.cells[usize::from(spot.distance)].len();
            let along = usize::from(spot.along);
            let along = if is_mirrored { all - 1 - along } else { along };
            index = index * usize::from(ways) + along;
        }
        let layer = distances.iter().map(|&distance| usize::from(distance)).sum();
        (layer, self.bases[self.code(&distances)] as usize + index)
    }

    /// The stones of an index, each as its owner sees it. Nothing if two of them share a cell.
    fn stones(&self, layer: usize, index: usize) -> Option<[Spot; SLOTS]> {
        let blocks = &self.layers[layer].0;
        let at = blocks.partition_point(|block| block.base as usize <= index).checked_sub(1)?;
        // Blocks are not empty, so the last one that begins here is meant.
        let mut rest = index - blocks[at].base as usize;
        let distances = self.distances(blocks[at].code as usize);
        let ways = self.ways(&distances);
        let mut stones = [Spot::default(); SLOTS];
        for slot in (0..SLOTS).rev() {
            stones[slot].distance = distances[slot];
            stones[slot].along = (rest % usize::from(ways[slot])) as u8;
            rest /= usize::from(ways[slot]);
        }
        let cells = self.cells_of(&stones);
        let alive = |&slot: &usize| cells[slot] != GONE;
        let collides = |slot: usize| cells[..slot].contains(&cells[slot]);
        (!(0..SLOTS).filter(alive).any(collides)).then_some(stones)
    }

    /// The cells of all stones as the player to move sees them.
    fn cells_of(&self, stones: &[Spot; SLOTS]) -> [u8; SLOTS] {
        core::array::from_fn(|slot| {
            let spot = stones[slot];
            if spot.distance == 0 {
                return GONE;
            }
            let cell = self.cells[usize::from(spot.distance)][usize::from(spot.along)];
            if slot < STONES { cell } else { self.game.turned(cell) }
        })
    }

    /// The most moves that the player with these stones can still make.
    fn moves_left(stones: &[Spot]) -> u32 {
        let alive = stones.iter().filter(|spot| spot.distance > 0);
        1 + alive.map(|spot| u32::from(spot.distance) - 1).sum::<u32>()
    }

    /// Rolls that are left before the game ends.
    fn rolls(stones: &[Spot; SLOTS]) -> u32 {
        let (own, other) = stones.split_at(STONES);
        (2 * Self::moves_left(own) - 1).min(2 * Self::moves_left(other))
    }
}

/// The powers of a number up to an exponent, if they fit.
fn powers<N: Number>(base: u32, most: u32) -> Option<Vec<N>> {
    let mut powers = vec![N::one()];
    for _ in 1..most {
        let last = *powers.last()?;
        powers.push(last.checked_mul(&N::from(base)?)?);
    }
    Some(powers)
}

/// A layer that is being solved.
pub struct OpenEwn<'a, N> {
    layers: &'a EwnLayers<N>,
    number: usize,
    lower: &'a [Vec<N>],
}

impl<N: Number> OpenEwn<'_, N> {
    /// What the best way of a stone gives, over the denominator after a roll.
    fn best(&self, stones: &[Spot; SLOTS], cells: &[u8; SLOTS], stone: usize, below: u32) -> N {
        let layers = self.layers;
        let game = &layers.game;
        let (column, row) = (cells[stone] % game.columns, cells[stone] / game.columns);
        let mut best = N::zero();
        for (across, along) in DIRECTIONS {
            let (column, row) = (column + across, row + along);
            if column >= game.columns || row >= game.rows {
                continue;
            }
            let to = row * game.columns + column;
            let mut after = *stones;
            for (slot, spot) in after.iter_mut().enumerate().filter(|(slot, _)| cells[*slot] == to)
            {
                debug_assert_ne!(slot, stone);
                *spot = Spot::default();
            }
            after[stone] = layers.spots[usize::from(to)];
            let is_last = after[STONES..].iter().all(|spot| spot.distance == 0);
            if is_last || to == game.turned(0) {
                return layers.powers[below as usize];
            }
            after.rotate_left(STONES);
            let (layer, index) = layers.index(&after);
            let rolls = EwnLayers::<N>::rolls(&after);
            let won = layers.powers[rolls as usize] - self.lower[layer][index];
            best = best.max(won * layers.powers[(below - rolls) as usize]);
        }
        best
    }
}

impl<N: Number> OpenLayer<N> for OpenEwn<'_, N> {
    const HAS_QUIET: bool = false;

    fn unit(&self) -> u16 {
        1
    }

    fn survey(&self, index: usize) -> Survey<N> {
        let layers = self.layers;
        let Some(stones) = layers.stones(self.number, index) else { return Survey::Absent };
        let cells = layers.cells_of(&stones);
        let below = EwnLayers::<N>::rolls(&stones) - 1;
        let mut best = [N::zero(); STONES];
        for stone in (0..STONES).filter(|&stone| cells[stone] != GONE) {
            best[stone] = self.best(&stones, &cells, stone, below);
        }
        let mut sum = N::zero();
        for face in 1..=layers.game.die {
            let (lower, higher) = allowed(&cells, layers.stones, face);
            sum = sum + best[lower].max(best[higher]);
        }
        Survey::Open { exit: Some(sum), quiet: 0 }
    }

    fn each_before(&self, _: usize, _: impl FnMut(usize, u16)) {}
}

/// The stones that a face allows: the rolled one, or the nearest lower and the nearest higher one.
fn allowed(cells: &[u8; SLOTS], stones: usize, face: u8) -> (usize, usize) {
    let alive = |&stone: &usize| cells[stone] != GONE;
    let rolled = usize::from(face) - 1;
    let lower = (0..stones.min(rolled + 1)).rev().find(alive);
    let higher = (rolled.min(stones)..stones).find(alive);
    let either = lower.or(higher).unwrap_or(0);
    (lower.unwrap_or(either), higher.unwrap_or(either))
}

impl<N: Number> Layered for EwnLayers<N> {
    type Number = N;
    type Game = Ewn;
    type Open<'a> = OpenEwn<'a, N>;

    fn game(&self) -> &Ewn {
        &self.game
    }

    /// Where stones begin does not matter: all positions are there.
    fn name(&self) -> String {
        let Ewn { columns, rows, stones, die, .. } = self.game;
        format!("ewn:{columns}x{rows},stones={stones},die={die}")
    }

    fn layers(&self) -> usize {
        self.layers.len()
    }

    fn size(&self, layer: usize) -> usize {
        self.layers[layer].1
    }

    /// A diagonal step, and the capture of the stone that is farthest from its corner.
    fn lowest_needed(&self, layer: usize) -> usize {
        layer.saturating_sub(self.cells.len() + 1)
    }

    fn open<'a>(&'a self, layer: usize, lower: &'a [Vec<N>]) -> OpenEwn<'a, N> {
        OpenEwn { layers: self, number: layer, lower }
    }

    fn position(&self, layer: usize, index: usize) -> Option<Position> {
        let cells = self.cells_of(&self.stones(layer, index)?);
        let mut position =
            Position { cells: [[GONE; STONES_MAX]; 2], player: Player::Max, roll: 0 };
        for (slot, &cell) in cells.iter().enumerate() {
            position.cells[slot / STONES][slot % STONES] = cell;
        }
        Some(position)
    }

    fn locate(&self, position: &Position) -> Option<(usize, usize)> {
        if position.roll > 0 || self.game.winner(position).is_some() {
            return None;
        }
        let mut stones = [Spot::default(); SLOTS];
        for (side, player) in [position.player, position.player.other()].into_iter().enumerate() {
            for stone in 0..self.stones {
                let cell = position.cells[place(player)][stone];
                if cell != GONE {
                    let is_max = player == Player::Max;
                    let seen = if is_max { cell } else { self.game.turned(cell) };
                    stones[side * STONES + stone] = self.spots[usize::from(seen)];
                }
            }
        }
        Some(self.index(&stones))
    }

    fn looks_through(&self, position: &Position) -> bool {
        position.roll > 0
    }

    fn for_max(&self, position: &Position, number: N) -> i128 {
        let whole = self.game.denominator(position).map_or(1, |below| below.value as i128);
        if position.player == Player::Max { number.as_() } else { whole - number.as_() }
    }

    fn worths(&self) -> &[i128] {
        &self.worths
    }

    fn common(&self) -> i128 {
        1
    }
}
