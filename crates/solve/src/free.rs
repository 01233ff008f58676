//! Giving memory back: what is solved or irrelevant, and, as a last resort, what is least proving.

use foregone_game::{Game, Player};

use crate::limits::Meter;
use crate::options::When;
use crate::pool::{NodeId, Pool};
use crate::rule::{Rule, Span, meet, pick_least};
use crate::tree::Tree;

/// Frees the subtrees of all nodes below `from` that cannot matter any more. With `inherit` the relevancy bounds of the
/// ancestors count (000 section 4.5, proposition 4), `window` being those at `from`; without, only what is established at a
/// node itself (DeleteSolvedSubtrees, 001 section 4.1). The root keeps its children: they name the best move.
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

/// Frees what has become irrelevant below a node whose window was the first and is now the second, except below its child
/// `spared`. Where the narrower window makes no difference the subtree is not entered, so that each node is looked at
/// once for each time its window narrows. `open` is a buffer.
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

/// Makes room in a full tree. False if not enough could be freed to make going on worth while.
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

/// DeleteLeastProving (001 section 4.1, figure 10): finds the part that the search would come to last and gives it up. The
/// paper deletes leaves; here an inner node all of whose children are leaves goes, so that memory is won each time. It
/// becomes unknown, which is no answer: its ancestors can still be settled through other nodes, never through it. What
/// it has answered already stays answered: 0 and infinity are permanent, or a search could give up and regain for ever.
/// Says how many nodes were freed, or `None` if nothing is left to be given up.
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
            freed += tree.pool.prune(id); // nothing open is left below
        }
    }
    Some(freed)
}
