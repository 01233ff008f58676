//! Two passes at every position of the opponent: alpha-beta finds what each type picks, then only the picks are searched. A type
//! that looks ahead to a depth of its own can be searched in no other way.

use foregone_game::{Game, Player};

use super::alpha_beta::AlphaBeta;
use super::one_pass::{LEVELS, likeliest};
use super::walk::{Chosen, Walk, preferred, prefers};
use super::{ModelQuestion, Ties};
use crate::limits::Stop;

/// A search in two passes.
pub(super) struct TwoPass {
    evaluation: u8,
    types: Vec<Probe>,
    likeliest: usize,
    scales: Vec<i128>,
    ties: Ties,
    /// What alpha-beta has found for the types at the positions of the current line, one after the other.
    scores: Vec<i32>,
}

/// A type and the search for its picks.
struct Probe {
    search: AlphaBeta,
    depth: Option<u32>,
    weight: i128,
}

impl TwoPass {
    pub(super) fn new(question: &ModelQuestion, cuts: bool) -> TwoPass {
        let opponents = question.opponents.iter().filter(|it| it.weight > 0);
        let types: Vec<Probe> = opponents
            .map(|it| Probe {
                search: AlphaBeta::new(it.evaluations[0], cuts),
                depth: it.depth,
                weight: it.weight.into(),
            })
            .collect();
        let total = i128::from(question.total());
        TwoPass {
            evaluation: question.evaluation,
            likeliest: likeliest(types.iter().map(|it| it.weight)),
            types,
            scales: (0..=question.depth).map(|power| total.pow(power)).collect(),
            ties: question.ties,
            scores: Vec::new(),
        }
    }

    /// The value of a position that is not over.
    pub(super) fn value<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
    ) -> Result<Chosen<G::Move>, Stop> {
        walk.visit()?;
        if walk.game.player(position) == walk.us {
            self.ours(walk, position, depth)
        } else {
            self.theirs(walk, position, depth)
        }
    }

    fn search<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
    ) -> Result<i128, Stop> {
        if depth == 0 || walk.game.outcome(position).is_some() {
            walk.visit()?;
            walk.is_leaf(position, depth);
            let value = walk.evaluate(position, self.evaluation);
            return Ok(i128::from(value) * self.scales[depth as usize]);
        }
        Ok(self.value(walk, position, depth)?.value)
    }

    /// A position of ours: the best of all moves.
    fn ours<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
    ) -> Result<Chosen<G::Move>, Stop> {
        let (start, end) = walk.push_moves(position);
        let mut best: Option<Chosen<G::Move>> = None;
        for place in start..end {
            let child = walk.child(position, place);
            let value = self.search(walk, &child, depth - 1)?;
            if best.as_ref().is_none_or(|best| prefers(walk.us, value, best.value)) {
                best = Some(Chosen { value, mv: walk.moves[place] });
            }
        }
        walk.moves.truncate(start);
        let best = best.expect("a position that is not over has a move");
        Ok(Chosen { value: best.value * self.scales[1], mv: best.mv })
    }

    /// A position of the opponent: what the types pick.
    fn theirs<G: Game>(
        &mut self,
        walk: &mut Walk<'_, G>,
        position: &G::Position,
        depth: u32,
    ) -> Result<Chosen<G::Move>, Stop> {
        let player = walk.us.other();
        let (start, end) = walk.push_moves(position);
        let first_score = self.scores.len();
        for probe in &mut self.types {
            let far = probe.depth.unwrap_or(depth);
            let ties = self.ties == Ties::Worst;
            let scores = &mut self.scores;
            probe.search.score(walk, position, (start, end), far, ties, scores)?;
        }
        let (width, types) = (end - start, self.types.len());
        let mut picked: [Option<(i128, usize)>; LEVELS] = [None; LEVELS];
        for place in start..end {
            let mut value = None;
            for (index, pick) in picked.iter_mut().enumerate().take(types) {
                let scores = &self.scores[first_score + index * width..][..width];
                let is_open = pick.is_none() || self.ties == Ties::Worst;
                if !is_open || !is_best(player, scores, place - start) {
                    continue;
                }
                let found = match value {
                    Some(found) => found,
                    None => {
                        let child = walk.child(position, place);
                        *value.insert(self.search(walk, &child, depth - 1)?)
                    }
                };
                if pick.is_none_or(|(so_far, _)| prefers(player, found, so_far)) {
                    *pick = Some((found, place));
                }
            }
        }
        let picked = picked.map(|it| it.unwrap_or((0, start)));
        let sum = self.types.iter().zip(&picked).map(|(probe, (own, _))| probe.weight * own).sum();
        let mv = walk.moves[picked[self.likeliest].1];
        walk.moves.truncate(start);
        self.scores.truncate(first_score);
        Ok(Chosen { value: sum, mv })
    }
}

/// Whether a score is the best one for a player.
fn is_best(player: Player, scores: &[i32], place: usize) -> bool {
    let best = scores.iter().copied().reduce(|best, score| preferred(player, best, score));
    best == Some(scores[place])
}
