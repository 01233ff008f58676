//! Relations that depend on each other, in an order in which what is needed comes first (Tarjan 1972).

/// A node at work: its number, and how many of its followers have been looked at.
struct Visit {
    node: usize,
    next: usize,
}

/// The strongly connected components of a graph, each after all that it leads to.
pub(super) fn components(followers: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let count = followers.len();
    let (mut index, mut lowest, mut open) =
        (vec![NEW; count], vec![NEW; count], vec![false; count]);
    let (mut stack, mut visits, mut found) = (Vec::new(), Vec::<Visit>::new(), Vec::new());
    let mut entered = 0;
    for start in 0..count {
        if index[start] != NEW {
            continue;
        }
        visits.push(Visit { node: start, next: 0 });
        while let Some(Visit { node, next }) = visits.last_mut() {
            let node = *node;
            if *next == 0 {
                (index[node], lowest[node]) = (entered, entered);
                entered += 1;
                open[node] = true;
                stack.push(node);
            }
            match followers[node].get(*next) {
                Some(&follower) => {
                    *next += 1;
                    if index[follower] == NEW {
                        visits.push(Visit { node: follower, next: 0 });
                    } else if open[follower] {
                        lowest[node] = lowest[node].min(index[follower]);
                    }
                }
                None => {
                    visits.pop();
                    if let Some(above) = visits.last() {
                        lowest[above.node] = lowest[above.node].min(lowest[node]);
                    }
                    if lowest[node] == index[node] {
                        let at = stack.iter().rposition(|&other| other == node).unwrap_or(0);
                        let component = stack.split_off(at);
                        component.iter().for_each(|&member| open[member] = false);
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_comes_first() {
        let graph = [vec![1], vec![2, 3], vec![1], vec![], vec![0, 4]];
        let mut found = components(&graph);
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
        let chain: Vec<Vec<usize>> =
            (0..100_000).map(|node| vec![(node + 1).min(99_999)]).collect();
        assert_eq!(components(&chain).len(), 100_000);
    }
}
