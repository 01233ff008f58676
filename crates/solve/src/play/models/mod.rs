//! Search against a model of the opponent: what a position is worth if the opponent plays by evaluations of its own, and we know
//! them. The result is a value against a model. It is no proof and no bound, and it is never certified.
//!
//! Everybody looks ahead to a fixed depth. *We* are the player to move at the root, with an evaluation `V_0`. A *type* `w` of
//! the opponent plays by an evaluation `V_w` and believes that we do so, too.
//!
//! - OM search (Carmel and Markovitch 1996; Iida et al. 1993): one type. At our positions `v_0` and `v_w` are the best of
//!   the children for us. At the opponent's, `v_w` is the best for the opponent, and `v_0` is that of the child the type picks.
//! - PrOM search (Donkers et al. 2001): several types with probabilities `p_w`. At the opponent's positions `v_0` is the sum
//!   of `p_w` times the `v_0` of the child that type `w` picks.
//! - M* (Carmel and Markovitch 1996): a type may have a model of us, in which we have a model of it, and so on.
//! - (D,d)-OM search (Iida et al. 1994; Gao et al. 2001): a type looks ahead to a depth of its own.
//!
//! `one_pass.rs` computes all values in one pass, with cuts where they are sound; `two_pass.rs` finds the picks of a type by
//! alpha-beta (`alpha_beta.rs`) first. `walk.rs` is what they share, `spelling.rs` reads and writes models. Values are exact:
//! whole numbers over a power of the sum of the weights.

mod alpha_beta;
mod one_pass;
mod question;
mod spelling;
mod two_pass;
mod walk;
mod worth;

use std::time::Duration;

use foregone_game::Game;

pub use question::{Method, ModelQuestion, OpponentType, Ties};
pub use spelling::{read_opponents, write_opponents};
pub use worth::Worth;

use crate::limits::{Limits, Stop};
use crate::report::Refusal;
use alpha_beta::AlphaBeta;
use one_pass::OnePass;
use two_pass::TwoPass;
use walk::{Chosen, Walk};

/// What a search against a model has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelReport<M> {
    /// What was found; nothing if a limit was reached first.
    pub found: Option<ModelAnswer<M>>,
    /// What the search for the value has visited.
    pub visited: Visited,
    /// Why the search ended.
    pub stop: Stop,
    /// The time taken.
    pub elapsed: Duration,
}

/// The value of a position against a model, or by minimax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelAnswer<M> {
    /// The value for `Max`, in units of our evaluation.
    pub value: Worth,
    /// Our move.
    pub best: M,
    /// The expected line: our best moves, and the picks of the most probable type, of the first one of them if several are.
    pub line: Vec<M>,
}

/// What a search has visited.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visited {
    /// Positions, every time that one is visited.
    pub nodes: u64,
    /// Positions that were evaluated or over.
    pub leaves: u64,
    /// Calls of evaluations, by whatever name.
    pub evaluations: u64,
}

impl ModelQuestion {
    /// Answers the question about a position that is not over by that method. Without opponents, the answer is the minimax
    /// value of the evaluation, and the method only says whether there are cuts.
    pub fn answer<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        method: Method,
        limits: Limits<'_>,
    ) -> Result<ModelReport<G::Move>, Refusal> {
        self.check(game.evaluations())?;
        if game.outcome(position).is_some() {
            return Err(Refusal::new("the game is over here; take a position with moves"));
        }
        let mut walk = Walk::new(game, game.player(position), limits);
        if self.opponents.is_empty() {
            let mut search = AlphaBeta::new(self.evaluation, method != Method::Plain);
            return Ok(self.run(walk, position, 1, |walk, position, depth| {
                let (value, mv) = search.best(walk, position, depth)?;
                Ok(Chosen { value: value.into(), mv })
            }));
        }
        let methods = self.methods();
        if !methods.contains(&method) {
            let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
            return Err(Refusal::new(format!(
                "this model cannot be searched by {}; take {}",
                method.name(),
                names.join(" or ")
            )));
        }
        let total = self.total();
        if method == Method::TwoPass || self.opponents.iter().any(|it| it.depth.is_some()) {
            let mut search = TwoPass::new(self, method != Method::Plain);
            return Ok(self.run(walk, position, total, |walk, position, depth| {
                search.value(walk, position, depth)
            }));
        }
        let search = OnePass::new(self, walk.us, method != Method::Plain);
        walk.moves.reserve(256);
        Ok(self.run(walk, position, total, |walk, position, depth| {
            search.value(walk, position, depth)
        }))
    }

    /// Searches the position, then follows the chosen moves. `total` is the sum of the weights.
    fn run<'a, G: Game>(
        &self,
        mut walk: Walk<'a, G>,
        root: &G::Position,
        total: u64,
        mut search: impl FnMut(&mut Walk<'a, G>, &G::Position, u32) -> Result<Chosen<G::Move>, Stop>,
    ) -> ModelReport<G::Move> {
        let first = search(&mut walk, root, self.depth);
        let visited = walk.visited;
        let (found, stop) = match first {
            Ok(Chosen { value, mv }) => {
                let value = Worth::new(value, i128::from(total).pow(self.depth));
                let line = follow(&mut walk, root, mv, self.depth, search);
                (Some(ModelAnswer { value, best: mv, line }), Stop::Solved)
            }
            Err(stop) => (None, stop),
        };
        ModelReport { found, visited, stop, elapsed: walk.elapsed() }
    }
}

/// The line that begins with a move; it ends early if a limit is reached.
fn follow<'a, G: Game>(
    walk: &mut Walk<'a, G>,
    root: &G::Position,
    first: G::Move,
    depth: u32,
    mut search: impl FnMut(&mut Walk<'a, G>, &G::Position, u32) -> Result<Chosen<G::Move>, Stop>,
) -> Vec<G::Move> {
    let (mut position, mut line) = (root.clone(), vec![first]);
    walk.game.play(&mut position, first);
    for left in (1..depth).rev() {
        if walk.game.outcome(&position).is_some() {
            break;
        }
        let Ok(Chosen { mv, .. }) = search(walk, &position, left) else { break };
        walk.game.play(&mut position, mv);
        line.push(mv);
    }
    line
}
