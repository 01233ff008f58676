//! The principal variation, read from the transposition table after the search.

use foregone_game::{Outcome, Player, TableKeyed};

use crate::table::{Table, work_of};

/// Follows moves that keep the proved bounds of the root, as far as the table has them. A player who cannot do better
/// than the bound chooses the move with the most work behind it, which tends to be the longest resistance.
pub(super) fn walk<G: TableKeyed>(
    game: &G,
    root: &G::Position,
    bounds: (Outcome, Outcome),
    table: &Table,
) -> Vec<G::Move> {
    let (mut position, mut line, mut moves) = (root.clone(), Vec::new(), Vec::new());
    let mut met = vec![game.table_key(root)];
    while game.outcome(&position).is_none() {
        moves.clear();
        game.moves(&position, &mut moves);
        game.order_moves(&position, &mut moves);
        let player = game.player(&position);
        let fits = |mv: G::Move| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            let (found, work) = judge(game, &child, table);
            let holds = match player {
                Player::Max => found.0 >= bounds.0 && bounds.0 > Outcome(0),
                Player::Min => found.1 <= bounds.1 && bounds.1 < game.scale().best(),
            };
            let yields = match player {
                Player::Max => found.1 == bounds.1,
                Player::Min => found.0 == bounds.0,
            };
            (holds || yields).then_some((holds, work, mv, child))
        };
        // `max_by_key` returns the last of equal elements; in reverse order that is the first move.
        let best = moves.iter().rev().filter_map(|&mv| fits(mv)).max_by_key(|it| (it.0, it.1));
        let Some((_, _, mv, child)) = best else { break };
        let table_key = game.table_key(&child);
        if met.contains(&table_key) {
            break;
        }
        met.push(table_key);
        line.push(mv);
        position = child;
    }
    line
}

/// The bounds of a position from the rules and the table, and the work behind them.
fn judge<G: TableKeyed>(
    game: &G,
    position: &G::Position,
    table: &Table,
) -> ((Outcome, Outcome), u64) {
    if let Some(outcome) = game.outcome(position) {
        return ((outcome, outcome), 0);
    }
    let (low, high) = game.static_bounds(position);
    match table.probe(game.table_key(position)) {
        Some(entry) => {
            let facts = entry.facts;
            let bounds = (low.max(Outcome(facts.low)), high.min(Outcome(facts.high)));
            (bounds, work_of(facts.work))
        }
        None => ((low, high), 0),
    }
}
