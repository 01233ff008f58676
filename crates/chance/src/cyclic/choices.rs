//! A component in which only players choose: retrograde analysis with exits instead of finished positions.
//!
//! A play that stays in the component for ever is worth `r`. More than `r` is had only by an exit that is forced, so
//! `Max` forces the best exits first, `Min` the worst ones, and what is left is worth `r`: every position is settled
//! once.

use std::collections::VecDeque;

use crate::cyclic::explore::Explored;
use crate::game::{ChanceGame, Turn};
use crate::limits::{Meter, Stop};

/// The clock and the flag are looked at once in this many exits.
const EXITS_PER_LOOK: usize = 1 << 10;

/// The component with its nodes renumbered from 0.
struct Component {
    is_max: Vec<bool>,
    /// How many moves each node has.
    moves: Vec<u32>,
    /// Inner moves backwards: `from[first[n]..first[n + 1]]` lead to `n`.
    first: Vec<u32>,
    from: Vec<u32>,
}

/// Sets the values of a component without chance. `values` has those of all exits; `local` is a buffer with a place for
/// every node of the graph.
pub(crate) fn solve<G: ChanceGame, N: Clone + Ord>(
    graph: &Explored<G>,
    nodes: &[u32],
    values: &mut [Option<N>],
    local: &mut [u32],
    (endless, meter): (&N, &Meter<'_>),
) -> Result<(), Stop> {
    let exit = |node: u32| values[node as usize].clone().expect("exits are solved before");
    let found = forced(graph, nodes, exit, local, (endless, meter))?;
    for (&node, value) in nodes.iter().zip(found) {
        values[node as usize] = Some(value.unwrap_or_else(|| endless.clone()));
    }
    Ok(())
}

/// What can be forced at each node of a component without chance: an exit, or nothing, which is endless play.
pub(crate) fn forced<G: ChanceGame, N: Clone + Ord>(
    graph: &Explored<G>,
    nodes: &[u32],
    exit: impl Fn(u32) -> N,
    local: &mut [u32],
    (endless, meter): (&N, &Meter<'_>),
) -> Result<Vec<Option<N>>, Stop> {
    for (place, &node) in nodes.iter().enumerate() {
        local[node as usize] = place as u32;
    }
    let inside = |to: u32| {
        let place = local[to as usize] as usize;
        (nodes.get(place) == Some(&to)).then_some(place)
    };
    let mut exits: Vec<(N, u32)> = Vec::new();
    let mut inner: Vec<(u32, u32)> = Vec::new();
    for (place, &node) in nodes.iter().enumerate() {
        for &to in graph.successors(node as usize) {
            match inside(to) {
                Some(target) => inner.push((target as u32, place as u32)),
                None => exits.push((exit(to), place as u32)),
            }
        }
    }
    exits.sort();
    let component = Component::new(graph, nodes, &mut inner);
    let mut found: Vec<Option<N>> = vec![None; nodes.len()];
    let above = exits.iter().rev().take_while(|(value, _)| value > endless);
    component.force::<true, N>(above, &mut found, meter)?;
    let below = exits.iter().take_while(|(value, _)| value < endless);
    component.force::<false, N>(below, &mut found, meter)?;
    Ok(found)
}

impl Component {
    fn new<G: ChanceGame>(
        graph: &Explored<G>,
        nodes: &[u32],
        inner: &mut [(u32, u32)],
    ) -> Component {
        inner.sort_unstable();
        let mut first = vec![0u32; nodes.len() + 1];
        for &(to, _) in inner.iter() {
            first[to as usize + 1] += 1;
        }
        for place in 0..nodes.len() {
            first[place + 1] += first[place];
        }
        let moves = |&node: &u32| graph.successors(node as usize).len() as u32;
        Component {
            is_max: nodes.iter().map(|&node| graph.turn(node as usize) == Turn::Max).collect(),
            moves: nodes.iter().map(moves).collect(),
            first,
            from: inner.iter().map(|&(_, from)| from).collect(),
        }
    }

    /// Settles what the player can force, the best exits for the player first.
    fn force<'e, const MAX: bool, N: Clone + 'e>(
        &self,
        exits: impl Iterator<Item = &'e (N, u32)>,
        found: &mut [Option<N>],
        meter: &Meter<'_>,
    ) -> Result<(), Stop> {
        let mut left = self.moves.clone();
        let mut queue: VecDeque<u32> = VecDeque::new();
        for (count, (value, node)) in exits.enumerate() {
            if count % EXITS_PER_LOOK == 0 {
                meter.look()?;
            }
            self.reach::<MAX, N>(*node, value, &mut left, found, &mut queue);
            while let Some(settled) = queue.pop_front() {
                let place = settled as usize;
                for &from in &self.from[self.first[place] as usize..self.first[place + 1] as usize]
                {
                    self.reach::<MAX, N>(from, value, &mut left, found, &mut queue);
                }
            }
        }
        Ok(())
    }

    /// One move of a node leads to that value: enough for the player, and one less for the opponent.
    fn reach<const MAX: bool, N: Clone>(
        &self,
        node: u32,
        value: &N,
        left: &mut [u32],
        found: &mut [Option<N>],
        queue: &mut VecDeque<u32>,
    ) {
        let place = node as usize;
        if found[place].is_some() {
            return;
        }
        left[place] -= 1;
        if self.is_max[place] == MAX || left[place] == 0 {
            found[place] = Some(value.clone());
            queue.push_back(node);
        }
    }
}
