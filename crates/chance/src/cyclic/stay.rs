//! Sets of positions in which play can stay for ever, and what that does to bounds.

use crate::cyclic::components::Components;
use crate::cyclic::explore::Explored;
use crate::game::{ChanceGame, Turn};
use crate::limits::{Meter, Stop};

/// A component of a graph, its nodes renumbered from 0.
pub(crate) struct Component<'g, G: ChanceGame> {
    graph: &'g Explored<G>,
    nodes: &'g [u32],
    /// For every move the place of the node it leads to, or [`OUT`].
    targets: Vec<Vec<u32>>,
}

/// A move leads out of the component.
const OUT: u32 = u32::MAX;

impl<'g, G: ChanceGame> Component<'g, G> {
    pub fn new(graph: &'g Explored<G>, nodes: &'g [u32], local: &mut [u32]) -> Self {
        for (place, &node) in nodes.iter().enumerate() {
            local[node as usize] = place as u32;
        }
        let place = |&to: &u32| {
            let place = local[to as usize];
            if nodes.get(place as usize) == Some(&to) { place } else { OUT }
        };
        let targets = |&node: &u32| graph.successors(node as usize).iter().map(place).collect();
        Component { graph, nodes, targets: nodes.iter().map(targets).collect() }
    }

    fn turn(&self, place: usize) -> Turn {
        self.graph.turn(self.nodes[place] as usize)
    }

    /// Whether the players together can keep play in the component for ever.
    pub fn can_stay(&self, meter: &Meter<'_>) -> Result<bool, Stop> {
        Ok(self.end_components(|_, _| true, meter)?.iter().any(|&set| set != OUT))
    }

    /// Brings the bounds of one side to where play can get. For upper bounds (`HIGH`): where `Min` can keep play in a set,
    /// `Max` gets no more than the best way out or endless play. For lower bounds the same with the players exchanged.
    /// Which moves the keeping player considers is guessed from the bounds of the other side; any guess is sound.
    /// By how much a bound changes. If a limit is reached, none has changed.
    pub fn bring<const HIGH: bool>(
        &self,
        own: &mut [i64],
        other: &[i64],
        endless: i64,
        meter: &Meter<'_>,
    ) -> Result<i64, Stop> {
        let keeper = if HIGH { Turn::Min } else { Turn::Max };
        let bound = |place: usize, index: usize| {
            other[self.graph.successors(self.nodes[place] as usize)[index] as usize]
        };
        let best: Vec<i64> = (0..self.nodes.len())
            .map(|place| {
                let all = (0..self.targets[place].len()).map(|index| bound(place, index));
                if HIGH { all.min() } else { all.max() }.expect("a move")
            })
            .collect();
        let is_considered = |place: usize, index: usize| {
            self.turn(place) != keeper || bound(place, index) == best[place]
        };
        let sets = self.end_components(is_considered, meter)?;
        let mut limits = vec![endless; self.nodes.len()];
        for place in 0..self.nodes.len() {
            let set = sets[place];
            if set == OUT || self.turn(place) == keeper || self.turn(place) == Turn::Chance {
                continue;
            }
            let successors = self.graph.successors(self.nodes[place] as usize);
            for (&target, &to) in self.targets[place].iter().zip(successors) {
                if target == OUT || sets[target as usize] != set {
                    let (limit, value) = (&mut limits[set as usize], own[to as usize]);
                    *limit = if HIGH { (*limit).max(value) } else { (*limit).min(value) };
                }
            }
        }
        let mut change = 0;
        for (place, &node) in self.nodes.iter().enumerate().filter(|&(place, _)| sets[place] != OUT)
        {
            let (limit, value) = (limits[sets[place] as usize], &mut own[node as usize]);
            if (HIGH && limit < *value) || (!HIGH && limit > *value) {
                change = change.max((limit - *value).abs());
                *value = limit;
            }
        }
        Ok(change)
    }

    /// The maximal sets in which play can be kept by moves that are allowed: for every node the number of its set, or
    /// [`OUT`]. Sets are found by dropping nodes that cannot stay from strongly connected components, until none is
    /// dropped.
    fn end_components(
        &self,
        allowed: impl Fn(usize, usize) -> bool,
        meter: &Meter<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let mut set = vec![0u32; self.nodes.len()];
        loop {
            let edges = self.inner_edges(&set, &allowed);
            let mut next = vec![OUT; self.nodes.len()];
            let components = Components::of(self.nodes.len(), |place| &edges[place], meter)?;
            for (number, places) in components.iter().enumerate() {
                for &place in places {
                    next[place as usize] = number as u32;
                }
            }
            let staying: Vec<bool> =
                (0..self.nodes.len()).map(|place| self.stays(place, &set, &next, &edges)).collect();
            for (place, stays) in staying.into_iter().enumerate() {
                if !stays {
                    next[place] = OUT;
                }
            }
            if same_sets(&set, &next) {
                return Ok(next);
            }
            set = next;
        }
    }

    /// The allowed moves inside the sets.
    fn inner_edges(&self, set: &[u32], allowed: &impl Fn(usize, usize) -> bool) -> Vec<Vec<u32>> {
        let edges = |place: usize| -> Vec<u32> {
            let targets = self.targets[place].iter().enumerate();
            let inner = targets.filter(|&(index, &to)| {
                to != OUT
                    && set[place] != OUT
                    && set[to as usize] == set[place]
                    && allowed(place, index)
            });
            inner.map(|(_, &to)| to).collect()
        };
        (0..self.nodes.len()).map(edges).collect()
    }

    /// Whether play at a node can stay in its set: chance with all outcomes, players with some move.
    fn stays(&self, place: usize, set: &[u32], next: &[u32], edges: &[Vec<u32>]) -> bool {
        if set[place] == OUT {
            return false;
        }
        let same = |to: u32| to != OUT && next[to as usize] == next[place];
        match self.turn(place) {
            Turn::Chance => self.targets[place].iter().all(|&to| same(to)),
            _ => edges[place].iter().any(|&to| same(to)),
        }
    }
}

/// Whether two numberings divide the nodes in the same way.
fn same_sets(one: &[u32], other: &[u32]) -> bool {
    let mut names: Vec<Option<u32>> = vec![None; one.len()];
    one.iter().zip(other).all(|(&one, &other)| match (one, other) {
        (OUT, OUT) => true,
        (OUT, _) | (_, OUT) => false,
        (one, other) => *names[other as usize].get_or_insert(one) == one,
    }) && {
        let mut names: Vec<Option<u32>> = vec![None; one.len()];
        one.iter()
            .zip(other)
            .filter(|&(&one, _)| one != OUT)
            .all(|(&one, &other)| *names[one as usize].get_or_insert(other) == other)
    }
}
