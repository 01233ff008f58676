//! Freeing memory: solved and irrelevant subtrees, and, as a last resort, the least-proving ones.

use foregone_game::{Game, Player};

use crate::limits::Meter;
use crate::options::When;
use crate::pool::{NodeId, Pool};
use crate::rule::{Rule, Span, meet, pick_least};
use crate::tree::Tree;

/// Frees the subtrees of all nodes below `from` that cannot matter any more. With `inherit`, the relevancy bounds of
/// the ancestors count (Saffidine and Cazenave 2012 §4.5, proposition 4), and `window` holds them at `from`; without
/// it, only the bounds of the node itself count (DeleteSolvedSubtrees, Allis et al. 1994 §4.1). The root keeps its
/// children, because they give the best move.
pub fn sweep<M: Copy + Default, R: Rule>(
    pool: &mut Pool<M, R::Label>,
    rule: &R,
    from: NodeId,
    window: Span,
    inherit: bool,
) -> usize {
    let mut freed = 0;
    let mut open = vec![(from, window)];
    while let Some((id, window)) = open.pop() {
        if window.0 >= window.1 && id != 0 {
            freed += pool.prune(id);
            continue;
        }
        for child in pool.child_ids(id).filter(|&child| !pool.is_leaf(child)) {
            let span = rule.span(&pool.node(child).label);
            open.push((child, if inherit { meet(window, span) } else { span }));
        }
    }
    freed
}

/// Frees what has become irrelevant below a node whose window has narrowed from the first to the second, except below
/// its child `spared`. A subtree in which the narrower window makes no difference is not entered, so each node is
/// visited once for each time its window narrows. `open` is a buffer.
pub fn narrow<M: Copy + Default, R: Rule>(
    pool: &mut Pool<M, R::Label>,
    rule: &R,
    from: NodeId,
    windows: (Span, Span),
    spared: NodeId,
    open: &mut Vec<(NodeId, (Span, Span))>,
) -> usize {
    let mut freed = 0;
    open.push((from, windows));
    while let Some((id, (before, after))) = open.pop() {
        for child in pool.child_ids(id).filter(|&child| child != spared) {
            let node = pool.node(child);
            if node.is_leaf() {
                continue;
            }
            let span = rule.span(&node.label);
            let windows = (meet(before, span), meet(after, span));
            if windows.1.0 >= windows.1.1 {
                freed += pool.prune(child);
            } else if windows.0 != windows.1 {
                open.push((child, windows));
            }
        }
    }
    freed
}

/// Makes room in a full tree. Returns false if too little could be freed to continue.
pub fn make_room<G: Game, R: Rule>(
    tree: &mut Tree<G, R>,
    game: &G,
    rule: &R,
    meter: &mut Meter<'_>,
) -> bool {
    let techniques = tree.techniques;
    let enough = tree.pool.most() / 32;
    let mut freed = 0;
    if techniques.prune.max(techniques.delete_solved) != When::Never {
        let inherit = techniques.prune != When::Never;
        let window = rule.span(&tree.pool.node(0).label);
        freed += sweep(&mut tree.pool, rule, 0, window, inherit);
    }
    if techniques.delete_least_proving {
        while freed < enough.max(1) {
            match delete_least_proving(tree, game, rule) {
                Some(nodes) => freed += nodes,
                None => break,
            }
            meter.counters.given_up += 1;
        }
    }
    tree.pool.coalesce();
    tree.deleted += freed;
    tree.rewind(rule);
    freed > enough
}

/// DeleteLeastProving (Allis et al. 1994 §4.1, figure 10): deletes the part of the tree that the search would select
/// last. The paper deletes leaves; this function deletes the children of an inner node that has only leaves as
/// children, so that every deletion frees memory. The node becomes unknown, which is no answer: its ancestors can still
/// be settled through other nodes, never through this one. Questions that the node has answered stay answered, because
/// otherwise the search could delete and regain the same answer for ever. Returns the number of nodes freed, or `None`
/// if no open inner node is left.
fn delete_least_proving<G: Game, R: Rule>(
    tree: &mut Tree<G, R>,
    game: &G,
    rule: &R,
) -> Option<usize> {
    let root = tree.root_position();
    let (mut position, mut line) = (root.clone(), vec![(0, game.player(root))]);
    let aim = rule.aim(line[0].1, &tree.pool.node(0).label)?;
    loop {
        let (id, player) = line[line.len() - 1];
        let is_open = |child: NodeId| {
            !tree.pool.is_leaf(child)
                && rule.aim(Player::Max, &tree.pool.node(child).label).is_some()
        };
        let inner = tree.pool.child_ids(id).filter(|&child| is_open(child));
        let inner =
            inner.map(|child| (child as usize, R::numbers(&tree.pool.node(child).label, aim)));
        let Some(child) = pick_least(player, inner) else { break };
        game.play(&mut position, tree.pool.node(child as NodeId).mv);
        line.push((child as NodeId, game.player(&position)));
    }
    let (victim, _) = line.pop()?;
    if victim == 0 {
        return None;
    }
    *tree.pool.label_mut(victim) = rule.given_up(&tree.pool.node(victim).label);
    let mut freed = tree.pool.prune(victim);
    for &(id, player) in line.iter().rev() {
        let label = rule.join(player, || tree.pool.children(id).iter().map(|child| &child.label));
        *tree.pool.label_mut(id) = label;
        if id != 0 && rule.aim(Player::Max, &label).is_none() {
            freed += tree.pool.prune(id); // no open node is left below
        }
    }
    Some(freed)
}
