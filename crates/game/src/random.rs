//! Seeded randomness and random games: the same seed gives the same game on every machine.

use crate::game::Player;
use crate::graph::{CyclicGraph, Graph, GraphBuilder};
use crate::outcome::{Outcome, Scale};

/// SplitMix64 (Steele, Lea, Flood 2014): tiny, and good enough to shuffle and to build test games.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; equal seeds give equal sequences.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not 0. The bias is below `limit` / 2^64.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }

    /// Whether an event of that many per cent happens.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// What a random game looks like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Outcomes on the scale, at least 2.
    pub outcomes: usize,
    /// No position is further from the start than this.
    pub depth: usize,
    /// At most this many moves in a position.
    pub width: usize,
    /// How often, in per cent, play ends before the depth is reached.
    pub early_end: usize,
    /// Whether the players take turns; otherwise the player to move is random.
    pub alternate: bool,
}

impl Shape {
    fn scale(&self) -> Scale {
        Scale::new((0..self.outcomes).map(|rank| rank.to_string()))
    }

    fn player(&self, random: &mut Random, depth: usize) -> Player {
        if depth == 0
            || (self.alternate && depth.is_multiple_of(2))
            || (!self.alternate && random.percent(50))
        {
            Player::Max
        } else {
            Player::Min
        }
    }

    fn outcome(&self, random: &mut Random) -> Outcome {
        Outcome(random.below(self.outcomes) as u8)
    }
}

/// A random tree.
pub fn tree(random: &mut Random, shape: &Shape) -> Graph {
    let mut builder = GraphBuilder::new(shape.scale());
    let root = builder.turn("n0", Player::Max);
    let mut open = vec![(root, 0)];
    let mut count = 1;
    while let Some((node, depth)) = open.pop() {
        for _ in 0..1 + random.below(shape.width) {
            let name = format!("n{count}");
            count += 1;
            let over = depth + 1 == shape.depth || random.percent(shape.early_end);
            let child = if over {
                builder.over(&name, shape.outcome(random))
            } else {
                let player = shape.player(random, depth + 1);
                let child = builder.turn(&name, player);
                open.push((child, depth + 1));
                child
            };
            builder.edge(node, child);
        }
    }
    builder.build(root).expect("every inner node of a random tree has a move")
}

/// A random acyclic graph: layers of at most `per_layer` positions, moves lead to the next layer, so that many
/// lines meet.
pub fn dag(random: &mut Random, shape: &Shape, per_layer: usize) -> Graph {
    layered(random, shape, per_layer, 0)
}

/// A random graph with cycles: as [`dag`], but in `back` per cent of the cases a move leads to any layer.
pub fn cyclic(random: &mut Random, shape: &Shape, per_layer: usize, back: usize) -> Graph {
    layered(random, shape, per_layer, back)
}

/// As [`cyclic`], with a random outcome for infinite play. Now and then it has no cycle.
pub fn cyclic_game(
    random: &mut Random,
    shape: &Shape,
    per_layer: usize,
    back: usize,
) -> CyclicGraph {
    let graph = cyclic(random, shape, per_layer, back);
    graph.cyclic(shape.outcome(random))
}

fn layered(random: &mut Random, shape: &Shape, per_layer: usize, back: usize) -> Graph {
    let mut builder = GraphBuilder::new(shape.scale());
    let mut layers: Vec<Vec<(u32, bool)>> = Vec::new();
    let mut count = 0;
    for depth in 0..=shape.depth {
        let size = if depth == 0 { 1 } else { 1 + random.below(per_layer) };
        let mut layer = Vec::new();
        for _ in 0..size {
            let name = format!("n{count}");
            count += 1;
            let over = depth == shape.depth || (depth > 0 && random.percent(shape.early_end));
            let node = if over {
                builder.over(&name, shape.outcome(random))
            } else {
                builder.turn(&name, shape.player(random, depth))
            };
            layer.push((node, over));
        }
        layers.push(layer);
    }
    for depth in 0..shape.depth {
        for place in 0..layers[depth].len() {
            let (node, over) = layers[depth][place];
            if over {
                continue;
            }
            for _ in 0..1 + random.below(shape.width) {
                let target =
                    if random.percent(back) { random.below(layers.len()) } else { depth + 1 };
                let (child, _) = layers[target][random.below(layers[target].len())];
                if !builder.has_edge(node, child) {
                    builder.edge(node, child);
                }
            }
        }
    }
    builder.build(layers[0][0].0).expect("every inner node of a random graph has a move")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capability::Cyclic;
    use crate::conformance::{self, Conformance};

    const PLAN: Conformance = Conformance { seed: 1, playouts: 10, positions: 20_000 };
    const SHAPE: Shape = Shape { outcomes: 4, depth: 5, width: 3, early_end: 10, alternate: false };

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs of SplitMix64 for the seed 1234567, as given with its reference implementation.
        let mut random = Random::new(1_234_567);
        assert_eq!(
            [random.bits(), random.bits(), random.bits()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_stay_below_their_limit_and_reach_all_of_it() {
        let mut random = Random::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[random.below(5)] = true;
            assert!(!random.percent(0) && random.percent(100));
        }
        assert_eq!(seen, [true; 5]);
    }

    #[test]
    fn equal_seeds_give_equal_games() {
        let games = |seed| {
            let mut random = Random::new(seed);
            let built = [
                tree(&mut random, &SHAPE),
                dag(&mut random, &SHAPE, 4),
                cyclic(&mut random, &SHAPE, 4, 30),
            ];
            built.map(|game| game.dot())
        };
        assert_eq!(games(3), games(3));
        assert_ne!(games(3), games(4));
    }

    #[test]
    fn infinite_play_may_be_worth_anything() {
        let mut seen = [0; SHAPE.outcomes];
        for seed in 0..40 {
            let game = |seed| cyclic_game(&mut Random::new(seed), &SHAPE, 4, 30);
            let worth = game(seed).infinite(&0);
            assert_eq!(worth, game(seed).infinite(&0));
            conformance::check_cyclic(&game(seed), &PLAN);
            seen[usize::from(worth.0)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
    }

    #[test]
    fn random_games_keep_their_promises() {
        for seed in 0..40 {
            let mut random = Random::new(seed);
            for game in [tree(&mut random, &SHAPE), dag(&mut random, &SHAPE, 4)] {
                let game = game.acyclic().expect("no cycle");
                let plan = Conformance { seed, ..PLAN };
                assert!(conformance::check(&game, &plan).is_some());
                conformance::keys(&game, &plan);
                conformance::acyclic(&game, &plan);
            }
        }
        let cycles = (0..40)
            .filter(|&seed| cyclic(&mut Random::new(seed), &SHAPE, 4, 30).acyclic().is_err())
            .count();
        assert!(cycles > 20, "only {cycles} of 40 random graphs have a cycle");
    }
}
