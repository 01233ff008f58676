//! All values in one pass: ours, and those of every evaluation that the model names.
//!
//! # Cuts
//!
//! For an opponent without a model of us, `v_w` is a minimax value. So a type that has a move worth `beta` does not pick another
//! one once that is known to be worth at least `beta` for us, by its own evaluation (more than `beta` if ties are broken for the
//! worst). With one type, `beta` is the best for the type at all of its positions on the line: what a cut leaves wrong is
//! worth at least `beta` wherever it is still picked, up to the position that `beta` comes from, where it is not.
//!
//! With several types, a cut needs that of every type, and only the betas of the position just above count. A `beta` from further
//! above is not enough: type 1 may pick the wrong value at a position that type 1 never reaches, but type 2 does, and there our
//! value counts the picks of both. A test has such a tree. No cut on `v_0` is sound, because we do not choose the opponent's moves by it.

use foregone_game::{Game, Player};

use super::walk::{Chosen, Walk, preferred, prefers, worst_for};
use super::{ModelQuestion, Ties};
use crate::limits::Stop;

/// The most evaluations of opponents in a model.
pub(super) const LEVELS: usize = 8;

/// An evaluation in the model, and who plays by it.
#[derive(Clone, Copy)]
struct Level {
    evaluation: u8,
    player: Player,
    /// The level that this one takes its opponent for; nothing if for somebody with the same evaluation.
    opponent: Option<usize>,
}

/// A search in one pass.
pub(super) struct OnePass {
    evaluation: u8,
    us: Player,
    levels: Vec<Level>,
    /// The level and the weight of each type with a positive weight.
    types: Vec<(usize, i128)>,
    /// The place of the most probable type.
    likeliest: usize,
    /// The powers of the sum of the weights.
    scales: Vec<i128>,
    ties: Ties,
    cuts: bool,
}

/// The values of a position.
#[derive(Clone, Copy)]
struct Values {
    /// Ours, over the sum of the weights to the power of the depth.
    own: i128,
    /// Those of the levels.
    levels: [i32; LEVELS],
}

/// The values of a position while its moves are searched.
struct Gathered {
    values: Values,
    /// At a position of the opponent: our value after the pick of each type.
    picked: [i128; LEVELS],
    /// The place of the move that the player chooses; the most probable type if that is the opponent.
    chosen: usize,
}

impl OnePass {
    pub(super) fn new(question: &ModelQuestion, us: Player, cuts: bool) -> OnePass {
        let (mut levels, mut types) = (Vec::new(), Vec::new());
        for opponent in question.opponents.iter().filter(|it| it.weight > 0) {
            types.push((levels.len(), i128::from(opponent.weight)));
            let last = opponent.evaluations.len() - 1;
            for (depth, &evaluation) in opponent.evaluations.iter().enumerate() {
                let player = if depth % 2 == 0 { us.other() } else { us };
                let believed = (depth < last).then_some(levels.len() + 1);
                levels.push(Level { evaluation, player, opponent: believed });
            }
        }
        let total = i128::from(question.total());
        OnePass {
            evaluation: question.evaluation,
            us,
            likeliest: likeliest(types.iter().map(|&(_, weight)| weight)),
            cuts: cuts && levels.len() == types.len(),
            levels,
            types,
            scales: (0..=question.depth).map(|power| total.pow(power)).collect(),
            ties: question.ties,
        }
    }

    /// The value of a position that is not over.
    pub(super) fn value<G: Game>(
        &self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
    ) -> Result<Chosen<G::Move>, Stop> {
        let open = [worst_for(self.us.other()); LEVELS];
        walk.visit()?;
        let (values, mv) = self.inner(walk, position, depth, &open)?;
        Ok(Chosen { value: values.own, mv })
    }

    fn search<G: Game>(
        &self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
        betas: &[i32; LEVELS],
    ) -> Result<Values, Stop> {
        walk.visit()?;
        if walk.is_leaf(position, depth) {
            return Ok(self.leaf(walk, position, depth));
        }
        Ok(self.inner(walk, position, depth, betas)?.0)
    }

    fn leaf<G: Game>(&self, walk: &mut Walk<'_, G>, position: &G::Position, depth: u32) -> Values {
        let own = walk.evaluate(position, self.evaluation);
        let mut levels = [0; LEVELS];
        for (value, level) in levels.iter_mut().zip(&self.levels) {
            let is_ours = level.evaluation == self.evaluation;
            *value = if is_ours { own } else { walk.evaluate(position, level.evaluation) };
        }
        Values { own: i128::from(own) * self.scales[depth as usize], levels }
    }

    /// The values of a position with moves, and the move that its player chooses.
    fn inner<G: Game>(
        &self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
        betas: &[i32; LEVELS],
    ) -> Result<(Values, G::Move), Stop> {
        let player = walk.game.player(position);
        let (start, end) = walk.push_moves(position);
        let mut gathered: Option<Gathered> = None;
        for place in start..end {
            let below = self.betas_below(player, betas, gathered.as_ref());
            let child = walk.child(position, place);
            let values = self.search(walk, &child, depth - 1, &below)?;
            match &mut gathered {
                Some(gathered) => self.gather(player, gathered, &values, place),
                None => {
                    let picked = [values.own; LEVELS];
                    gathered = Some(Gathered { values, picked, chosen: place });
                }
            }
            let refuted = |it: &Gathered| self.is_refuted(&it.values, betas);
            if self.cuts && player == self.us && gathered.as_ref().is_some_and(refuted) {
                break;
            }
        }
        let gathered = gathered.expect("a position that is not over has a move");
        let mv = walk.moves[gathered.chosen];
        walk.moves.truncate(start);
        Ok((self.finish(player, &gathered), mv))
    }

    /// The betas for the next child.
    fn betas_below(
        &self,
        player: Player,
        betas: &[i32; LEVELS],
        gathered: Option<&Gathered>,
    ) -> [i32; LEVELS] {
        if player == self.us {
            return *betas;
        }
        match (gathered, self.types.len()) {
            (Some(gathered), 1) => {
                let mut below = *betas;
                below[0] = preferred(player, below[0], gathered.values.levels[0]);
                below
            }
            (Some(gathered), _) => gathered.values.levels,
            (None, 1) => *betas,
            (None, _) => [worst_for(player); LEVELS],
        }
    }

    /// Whether no type lets us come to a position of ours with these values.
    #[inline]
    fn is_refuted(&self, values: &Values, betas: &[i32; LEVELS]) -> bool {
        self.types.iter().all(|&(level, _)| {
            let (value, beta) = (values.levels[level], betas[level]);
            prefers(self.us, value, beta) || (self.ties == Ties::First && value == beta)
        })
    }

    /// Takes in the values of one more child.
    #[inline]
    fn gather(&self, player: Player, gathered: &mut Gathered, child: &Values, place: usize) {
        let Gathered { values, picked, chosen } = gathered;
        let worst = self.ties == Ties::Worst;
        if player == self.us {
            if prefers(player, child.own, values.own) {
                (values.own, *chosen) = (child.own, place);
            }
        } else {
            for (index, &(level, _)) in self.types.iter().enumerate() {
                let (new, old) = (child.levels[level], values.levels[level]);
                let tie = worst && new == old && prefers(player, child.own, picked[index]);
                if prefers(player, new, old) || tie {
                    picked[index] = child.own;
                    if index == self.likeliest {
                        *chosen = place;
                    }
                }
            }
        }
        // A level looks at the value of the level after it before that one is changed.
        for (index, level) in self.levels.iter().enumerate() {
            let (new, old) = (child.levels[index], values.levels[index]);
            let takes = match level.opponent.filter(|_| level.player != player) {
                None => prefers(player, new, old),
                Some(other) => {
                    let (theirs, before) = (child.levels[other], values.levels[other]);
                    let tie = worst && theirs == before && prefers(player, new, old);
                    prefers(player, theirs, before) || tie
                }
            };
            if takes {
                values.levels[index] = new;
            }
        }
    }

    /// The values of a position whose children are all known, or which is cut.
    fn finish(&self, player: Player, gathered: &Gathered) -> Values {
        let Gathered { values, picked, .. } = gathered;
        let own = if player == self.us {
            // The children count in the power of one ply less.
            values.own * self.scales[1]
        } else {
            self.types.iter().zip(picked).map(|(&(_, weight), own)| weight * own).sum()
        };
        Values { own, levels: values.levels }
    }
}

/// The place of the largest weight, the first of them if there are several.
pub(super) fn likeliest(weights: impl Iterator<Item = i128>) -> usize {
    let largest = weights.enumerate().reduce(|best, it| if it.1 > best.1 { it } else { best });
    largest.map_or(0, |(place, _)| place)
}
