//! A component in which every choice is made: a Markov chain, solved in fractions.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use crate::fraction::Fraction;
use crate::limits::{Meter, Stop};

/// Where a move of a component leads.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// To another node of the component.
    Inside(usize),
    /// Out of it, to a position of known value.
    Outside(Fraction),
}

/// The expectations of all nodes, given for each the moves that can happen and their probabilities. Play that never gets
/// out is worth `endless`.
pub(crate) fn solve(
    steps: &[Vec<(Fraction, &Target)>],
    endless: &Fraction,
    meter: &Meter<'_>,
) -> Result<Vec<Fraction>, Stop> {
    let escapes = escaping(steps);
    let order = order(steps, &escapes);
    let mut rank = vec![usize::MAX; steps.len()];
    for (place, &node) in order.iter().enumerate() {
        rank[node] = place;
    }
    // Each node as a combination of nodes of higher rank, and a number.
    let mut rows: Vec<(Vec<(usize, Fraction)>, Fraction)> = Vec::with_capacity(order.len());
    for (place, &node) in order.iter().enumerate() {
        meter.look()?;
        let (mut terms, mut constant) = (BTreeMap::new(), Fraction::zero());
        for (probability, target) in &steps[node] {
            match target {
                Target::Outside(value) => constant += probability * value,
                Target::Inside(to) if !escapes[*to] => constant += probability * endless,
                Target::Inside(to) => add(&mut terms, rank[*to], probability),
            }
        }
        while let Some((first, factor)) = terms.first_key_value().map(|(&k, f)| (k, f.clone())) {
            if first >= place {
                break;
            }
            terms.pop_first();
            for (other, share) in &rows[first].0 {
                add(&mut terms, *other, &(&factor * share));
            }
            constant += &factor * &rows[first].1;
        }
        if let Some(again) = terms.remove(&place) {
            let scale = Fraction::one() / (Fraction::one() - again);
            constant *= &scale;
            terms.values_mut().for_each(|share| *share *= &scale);
        }
        rows.push((terms.into_iter().collect(), constant));
    }
    let mut values = vec![endless.clone(); steps.len()];
    for (&node, (terms, constant)) in order.iter().zip(&rows).rev() {
        let sum = terms.iter().map(|(place, share)| share * &values[order[*place]]);
        values[node] = sum.fold(constant.clone(), |sum, part| sum + part);
    }
    Ok(values)
}

fn add(terms: &mut BTreeMap<usize, Fraction>, place: usize, share: &Fraction) {
    *terms.entry(place).or_insert_with(Fraction::zero) += share;
}

/// Which nodes can get out of the component.
fn escaping(steps: &[Vec<(Fraction, &Target)>]) -> Vec<bool> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    let mut escapes = vec![false; steps.len()];
    let mut open = Vec::new();
    for (node, moves) in steps.iter().enumerate() {
        for (_, target) in moves {
            match target {
                Target::Inside(to) => before[*to].push(node),
                Target::Outside(_) => {
                    if !escapes[node] {
                        escapes[node] = true;
                        open.push(node);
                    }
                }
            }
        }
    }
    while let Some(node) = open.pop() {
        for &from in &before[node] {
            if !escapes[from] {
                escapes[from] = true;
                open.push(from);
            }
        }
    }
    escapes
}

/// The nodes that can get out, each as far as possible after those it leads to: then few terms are left in a row.
fn order(steps: &[Vec<(Fraction, &Target)>], escapes: &[bool]) -> Vec<usize> {
    let mut seen = vec![false; steps.len()];
    let mut order = Vec::new();
    for root in (0..steps.len()).filter(|&root| escapes[root]) {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let mut line = vec![(root, 0)];
        while let Some((node, next)) = line.last_mut() {
            match steps[*node].get(*next) {
                None => {
                    order.push(*node);
                    line.pop();
                }
                Some((_, target)) => {
                    *next += 1;
                    if let Target::Inside(to) = target
                        && escapes[*to]
                        && !seen[*to]
                    {
                        seen[*to] = true;
                        line.push((*to, 0));
                    }
                }
            }
        }
    }
    order
}
