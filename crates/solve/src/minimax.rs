//! Plain minimax: every line is searched to its end, without pruning and without memory. It is slow but simple, and
//! serves as the reference for the other algorithms.
//!
//! In games with cycles, a position that is on the current line already has the value of infinite play. This gives the
//! right value of the root: a player who can force an outcome can force it without a repetition, and a player who
//! relies on infinite play can repeat for ever.

use foregone_game::{Outcome, Player, TableKeyed};

use crate::current_line::{CurrentLine, Infinite};
use crate::limits::{Meter, Stop};

/// A position on the current line. The stack is explicit, because lines can be longer than the call stack allows.
struct LineNode<P> {
    position: P,
    player: Player,
    /// The best value among the moves searched so far.
    value: Option<Outcome>,
    /// Where its moves begin in the vector of moves; the last one is searched next.
    first: usize,
}

/// The value of a position, or the limit that was reached. `infinite` gives the value of infinite play if the game has
/// cycles. Visited nodes are counted as created, those with moves as expanded.
pub fn minimax<G: TableKeyed>(
    game: &G,
    root: &G::Position,
    infinite: Option<Infinite<G>>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Stop> {
    let end = meter.end(u64::MAX);
    let mut line: Vec<LineNode<G::Position>> = Vec::new();
    let mut current_line = CurrentLine::new(infinite);
    let mut moves = Vec::new();
    let mut next = Some(root.clone());
    loop {
        // Either enter a position, or return with the value of one.
        let value = if let Some(position) = next.take() {
            if meter.tick(end)
                && let Some(stop) = meter.look()
            {
                return Err(stop);
            }
            meter.counters.created += 1;
            let known = game.outcome(&position);
            known
                .or_else(|| current_line.find(game, &position).map(|(outcome, _)| outcome))
                .or_else(|| {
                    meter.counters.expanded += 1;
                    let first = moves.len();
                    game.moves(&position, &mut moves);
                    moves[first..].reverse();
                    current_line.enter(game, &position, line.len());
                    line.push(LineNode {
                        player: game.player(&position),
                        position,
                        value: None,
                        first,
                    });
                    None
                })
        } else {
            let node = line.pop().expect("the search has not ended");
            current_line.leave(game, &node.position);
            node.value
        };
        let Some(node) = line.last_mut() else {
            return Ok(value.expect("a position has an outcome or a move"));
        };
        if let Some(value) = value {
            node.value = Some(node.value.map_or(value, |best| better(node.player, best, value)));
        }
        if moves.len() > node.first {
            let mut child = node.position.clone();
            game.play(&mut child, moves.pop().expect("a move is left"));
            next = Some(child);
        }
    }
}

fn better(player: Player, one: Outcome, other: Outcome) -> Outcome {
    match player {
        Player::Max => one.max(other),
        Player::Min => one.min(other),
    }
}
