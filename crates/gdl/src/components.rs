//! Strongly connected components of a graph (Tarjan 1972), without recursion.

const UNSEEN: u32 = u32::MAX;

/// The components, each after all components that it has edges to.
pub(crate) fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut number = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut is_open = vec![false; edges.len()];
    let (mut open, mut line): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    let mut next = 0;
    for root in 0..edges.len() as u32 {
        if number[root as usize] != UNSEEN {
            continue;
        }
        line.push((root, 0));
        while let Some(&mut (node, ref mut at)) = line.last_mut() {
            let here = node as usize;
            if *at == 0 {
                (number[here], low[here], is_open[here]) = (next, next, true);
                next += 1;
                open.push(node);
            }
            if let Some(&to) = edges[here].get(*at) {
                *at += 1;
                if number[to as usize] == UNSEEN {
                    line.push((to, 0));
                } else if is_open[to as usize] {
                    low[here] = low[here].min(number[to as usize]);
                }
                // A node without edges is left below; one with edges is entered with `at` above 0 from now on.
                continue;
            }
            line.pop();
            if let Some(&(above, _)) = line.last() {
                low[above as usize] = low[above as usize].min(low[here]);
            }
            if low[here] == number[here] {
                let from = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let members = open.split_off(from);
                members.iter().for_each(|&member| is_open[member as usize] = false);
                found.push(members);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_lead_to() {
        let edges = [vec![1], vec![2, 3], vec![0], vec![4, 3], vec![], vec![0]];
        let mut found = components(&edges.map(|to: Vec<u32>| to));
        found.iter_mut().for_each(|members| members.sort_unstable());
        assert_eq!(found, [vec![4], vec![3], vec![0, 1, 2], vec![5]]);
    }
}
