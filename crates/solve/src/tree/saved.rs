//! Saving and loading a tree: its nodes and the current line. Positions are not saved but replayed.

use foregone_game::Game;

use super::{PathNode, Tree, counts_unsettled, frees_at_once};
use crate::options::Techniques;
use crate::persist::{
    LoadError, MANY, Save, StateReader, StateWriter, put_all, put_count, take_all, take_count,
};
use crate::pool::{NodeId, Pool};
use crate::replay::{ClaimedSlots, Replay};
use crate::rule::Rule;

impl<G: Game, R: Rule> Save for Tree<G, R> {
    fn save(&self, out: &mut dyn StateWriter) {
        self.pool.save(out);
        put_count(out, self.deleted);
        put_count(out, self.unsettled.0);
        put_count(out, self.unsettled.1);
        put_count(out, self.top);
        put_all(out, self.path[1..=self.top].iter().map(|step| step.node));
    }
}

impl<G: Game, R: Rule> Tree<G, R> {
    /// Loads the tree of a search of this root that was allowed to hold at most this many bytes.
    pub fn load(
        game: &G,
        rule: &R,
        root: &G::Position,
        bytes: u64,
        techniques: &Techniques,
        source: &mut dyn StateReader,
    ) -> Result<Self, LoadError> {
        let mut pool = Pool::load(bytes, source)?;
        let mut claimed = ClaimedSlots::none(pool.places());
        replay(game, rule, root, &pool, &mut claimed)?;
        pool.claim_free(&mut claimed)?;
        let deleted = take_count(source, MANY)?;
        let unsettled = (take_count(source, MANY)?, take_count(source, MANY)?);
        let path = load_path(game, root, &pool, source)?;
        Ok(Tree {
            top: path.len() - 1,
            // The aim depends on the root label alone.
            aim: rule.aim(path[0].player, &pool.node(0).label),
            pool,
            path,
            techniques: *techniques,
            frees_at_once: frees_at_once(techniques),
            news: Vec::new(),
            narrowed: Vec::new(),
            deleted,
            counts_unsettled: counts_unsettled(techniques),
            unsettled,
            trusted: false,
        })
    }
}

/// Loads the current line of the search.
fn load_path<G: Game, L: Copy>(
    game: &G,
    root: &G::Position,
    pool: &Pool<G::Move, L>,
    source: &mut dyn StateReader,
) -> Result<Vec<PathNode<G::Position>>, LoadError> {
    let steps = take_count(source, pool.places() as u64)?;
    let mut path = vec![PathNode { node: 0, player: game.player(root), position: root.clone() }];
    take_all(source, steps, |index, node: NodeId| {
        let above = &path[index];
        if !pool.child_ids(above.node).contains(&node) {
            return Err(LoadError::new("stands on a line that is not in its tree"));
        }
        let mut position = above.position.clone();
        game.play(&mut position, pool.node(node).mv);
        path.push(PathNode { node, player: game.player(&position), position });
        Ok(())
    })?;
    Ok(path)
}

/// Replays the whole tree by the rules and claims every node.
fn replay<G: Game, R: Rule>(
    game: &G,
    rule: &R,
    root: &G::Position,
    pool: &Pool<G::Move, R::Label>,
    claimed: &mut ClaimedSlots,
) -> Result<(), LoadError> {
    let mut replay = Replay::new(game, rule);
    // Inner nodes on the current line, each with the children still to be visited.
    let mut open: Vec<(G::Position, core::ops::Range<NodeId>)> = Vec::new();
    let mut scratch = root.clone();
    claimed.claim(0, 1)?;
    let mut next = Some(0);
    while let Some(id) = next {
        let node = pool.node(id);
        if node.is_leaf() {
            claimed.reaches(node.first())?;
            replay.leaf(&scratch, &node.label)?;
        } else {
            let ids = node.first()..node.first().saturating_add(node.count() as NodeId);
            claimed.claim(ids.start, node.count())?;
            let children = pool.children_of(node);
            let labels = children.iter().map(|child| &child.label);
            replay.inner(&scratch, &node.label, children.iter().map(|child| child.mv), labels)?;
            open.push((scratch.clone(), ids));
        }
        next = None;
        while let Some((position, ids)) = open.last_mut() {
            if let Some(child) = ids.next() {
                scratch.clone_from(position);
                game.play(&mut scratch, pool.node(child).mv);
                next = Some(child);
                break;
            }
            open.pop();
        }
    }
    Ok(())
}
