//! Games with chance as plain lists of nodes, explored from the checker's rules or made at random, and what their nodes are worth,
//! computed in fractions without the checker.

use std::collections::HashMap;

use foregone_proof::rules::chance::{ChanceRules, Turn};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// An exact number.
pub type Number = BigRational;

pub fn fraction(above: i64, below: i64) -> Number {
    Number::new(above.into(), below.into())
}

/// A game whose node 0 is the root. Moves have weights, which count where chance moves.
#[derive(Clone, Debug)]
pub struct Model {
    pub turns: Vec<Turn>,
    pub moves: Vec<Vec<(usize, u64)>>,
    /// The rank of infinite play, where play can return.
    pub infinite: Option<usize>,
    /// What outcomes are worth.
    pub worths: Vec<Number>,
}

impl Model {
    /// All positions of a game that can be reached from a root.
    pub fn explore<G: ChanceRules>(rules: &G, root: &G::Position, worths: Vec<Number>) -> Model {
        let (mut known, mut open) = (HashMap::from([(root.clone(), 0)]), vec![root.clone()]);
        let infinite = rules.infinite(root);
        let mut model = Model { turns: Vec::new(), moves: Vec::new(), infinite, worths };
        let mut next = 0;
        while next < open.len() {
            let position = open[next].clone();
            let turn = rules.turn(&position);
            let mut list = Vec::new();
            if !matches!(turn, Turn::Over(_)) {
                rules.successors(&position, &mut list);
            }
            let mut moves = Vec::new();
            for (child, weight) in list {
                let count = known.len();
                let index = *known.entry(child.clone()).or_insert(count);
                if index == count {
                    open.push(child);
                }
                moves.push((index, weight));
            }
            model.turns.push(turn);
            model.moves.push(moves);
            next += 1;
        }
        model
    }

    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// The graph file of the model; nodes are called by their numbers, outcomes by their worths, which rise.
    pub fn file(&self) -> String {
        let outcomes: Vec<String> =
            self.worths.iter().map(|worth| format!("\"{worth}\"")).collect();
        let nodes: Vec<String> = (0..self.len()).map(|node| self.node_text(node)).collect();
        let repetition = self.infinite.map(|rank| format!("\"repetition\":{},", outcomes[rank]));
        format!(
            "{{\"outcomes\":[{}],\"start\":\"0\",{}\"nodes\":{{{}}}}}",
            outcomes.join(","),
            repetition.unwrap_or_default(),
            nodes.join(",")
        )
    }

    fn node_text(&self, node: usize) -> String {
        let player = match self.turns[node] {
            Turn::Over(rank) => {
                return format!("\"{node}\":{{\"value\":\"{}\"}}", self.worths[rank]);
            }
            Turn::Max => "max",
            Turn::Min => "min",
            Turn::Chance => "chance",
        };
        let moves = self.moves[node].iter().enumerate();
        let moves: Vec<String> =
            moves.map(|(index, (to, _))| format!("[\"m{index}\",\"{to}\"]")).collect();
        let weights: Vec<String> =
            self.moves[node].iter().map(|(_, weight)| weight.to_string()).collect();
        let weights = match self.turns[node] {
            Turn::Chance => format!(",\"weights\":[{}]", weights.join(",")),
            _ => String::new(),
        };
        format!("\"{node}\":{{\"player\":\"{player}\",\"moves\":[{}]{weights}}}", moves.join(","))
    }

    /// The value of a node from those of the nodes after it.
    pub fn backed_up(&self, node: usize, values: &[Number]) -> Number {
        let after = self.moves[node].iter().map(|&(to, weight)| (&values[to], weight));
        match self.turns[node] {
            Turn::Over(rank) => self.worths[rank].clone(),
            Turn::Max => after.map(|(value, _)| value).max().unwrap().clone(),
            Turn::Min => after.map(|(value, _)| value).min().unwrap().clone(),
            Turn::Chance => {
                let total: u64 = self.moves[node].iter().map(|(_, weight)| weight).sum();
                let sum: Number = after.map(|(value, weight)| value * BigInt::from(weight)).sum();
                sum / BigInt::from(total)
            }
        }
    }

    /// The values of all nodes of a game in which play never returns.
    pub fn expectimax(&self) -> Vec<Number> {
        let (mut values, mut known) = (vec![Number::zero(); self.len()], vec![false; self.len()]);
        let mut line: Vec<usize> = (0..self.len()).collect();
        while let Some(&node) = line.last() {
            let after = self.moves[node].iter().map(|(to, _)| *to);
            let open: Vec<usize> = after.filter(|&to| !known[to]).collect();
            if known[node] || open.is_empty() {
                if !known[node] {
                    values[node] = self.backed_up(node, &values);
                }
                known[node] = true;
                line.pop();
            } else {
                line.extend(open);
            }
        }
        values
    }

    /// The values of all nodes when both players have fixed moves (those of other nodes have no meaning). Play that never ends
    /// is worth what infinite play is.
    pub fn chain_values(&self, choices: &[usize]) -> Vec<Number> {
        let endless = &self.worths[self.infinite.unwrap()];
        let after = |node: usize| -> Vec<(usize, u64)> {
            match self.turns[node] {
                Turn::Chance => self.moves[node].clone(),
                Turn::Over(_) => Vec::new(),
                _ => vec![self.moves[node][choices[node]]],
            }
        };
        let mut ends: Vec<bool> =
            self.turns.iter().map(|turn| matches!(turn, Turn::Over(_))).collect();
        while let Some(node) =
            (0..self.len()).find(|&node| !ends[node] && after(node).iter().any(|(to, _)| ends[*to]))
        {
            ends[node] = true;
        }
        // Gaussian elimination for the nodes where play can end: value - sum of probability times value = 0.
        let size = self.len();
        let mut rows = vec![vec![Number::zero(); size + 1]; size];
        for (node, row) in rows.iter_mut().enumerate() {
            row[node] = Number::one();
            if let Turn::Over(rank) = self.turns[node] {
                row[size] = self.worths[rank].clone();
            } else if !ends[node] {
                row[size] = endless.clone();
            } else {
                let total: u64 = after(node).iter().map(|(_, weight)| weight).sum();
                for (to, weight) in after(node) {
                    row[to] -= Number::new(weight.into(), total.into());
                }
            }
        }
        eliminate(&mut rows)
    }

    /// The values of all nodes of a small game in which play can return: all pairs of positional strategies are tried. Gives, for
    /// each player, the strategies that are best at all nodes against every strategy of the other one.
    pub fn by_brute_force(&self) -> (Vec<Number>, [Vec<Vec<usize>>; 2]) {
        let [max, min] = [Turn::Max, Turn::Min].map(|turn| self.strategies(turn));
        let table: Vec<Vec<Vec<Number>>> = max
            .iter()
            .map(|one| min.iter().map(|two| self.chain_values(&joined(one, two))).collect())
            .collect();
        let lowest = |rows: Vec<&Vec<Number>>| -> Vec<Number> {
            (0..self.len())
                .map(|node| rows.iter().map(|row| &row[node]).min().unwrap().clone())
                .collect()
        };
        let highest = |rows: Vec<&Vec<Number>>| -> Vec<Number> {
            (0..self.len())
                .map(|node| rows.iter().map(|row| &row[node]).max().unwrap().clone())
                .collect()
        };
        let secured: Vec<Vec<Number>> =
            table.iter().map(|row| lowest(row.iter().collect())).collect();
        let conceded: Vec<Vec<Number>> = (0..min.len())
            .map(|two| highest(table.iter().map(|row| &row[two]).collect()))
            .collect();
        let (values, other) =
            (highest(secured.iter().collect()), lowest(conceded.iter().collect()));
        assert_eq!(values, other, "both players can force the same");
        let best = |list: &[Vec<usize>], results: &[Vec<Number>]| -> Vec<Vec<usize>> {
            let pairs = list.iter().zip(results);
            pairs.filter(|(_, result)| **result == values).map(|(it, _)| it.clone()).collect()
        };
        let strategies = [best(&max, &secured), best(&min, &conceded)];
        (values, strategies)
    }

    /// All positional strategies of a player, with 0 at the nodes of others.
    fn strategies(&self, turn: Turn) -> Vec<Vec<usize>> {
        let mut all = vec![vec![0; self.len()]];
        for node in (0..self.len()).filter(|&node| self.turns[node] == turn) {
            let choices = 0..self.moves[node].len();
            let with = |choice: usize| {
                all.iter().cloned().map(move |mut strategy: Vec<usize>| {
                    strategy[node] = choice;
                    strategy
                })
            };
            all = choices.flat_map(with).collect();
        }
        all
    }

    /// The values of all nodes by sweeps in fractions, for games in which play can return, but not through chance. After `t` sweeps
    /// they are those of the game that infinite play ends after `t` moves; as soon as nothing changes they are the values.
    pub fn by_sweeps(&self) -> Vec<Number> {
        let mut values = vec![self.worths[self.infinite.unwrap()].clone(); self.len()];
        loop {
            let next: Vec<Number> =
                (0..self.len()).map(|node| self.backed_up(node, &values)).collect();
            if next == values {
                return values;
            }
            values = next;
        }
    }

    /// The values of all nodes of a game that ends with probability 1: strategies are guessed by sweeps in floating-point
    /// numbers, their values computed in fractions, and these compared with those of every other move.
    pub fn by_guessing(&self) -> Vec<Number> {
        let worths: Vec<f64> = self.worths.iter().map(|worth| worth.to_f64().unwrap()).collect();
        let mut guess = vec![worths[0]; self.len()];
        for _ in 0..20_000 {
            for node in 0..self.len() {
                let total: u64 = self.moves[node].iter().map(|(_, weight)| weight).sum();
                let after = self.moves[node].iter().map(|&(to, _)| guess[to]);
                guess[node] = match self.turns[node] {
                    Turn::Over(rank) => worths[rank],
                    Turn::Max => after.fold(f64::MIN, f64::max),
                    Turn::Min => after.fold(f64::MAX, f64::min),
                    Turn::Chance => {
                        let sum = |&(to, weight): &(usize, u64)| guess[to] * weight as f64;
                        self.moves[node].iter().map(sum).sum::<f64>() / total as f64
                    }
                };
            }
        }
        let choice = |node: usize| {
            let sign = if self.turns[node] == Turn::Max { 1.0 } else { -1.0 };
            let worth = |index: &usize| sign * guess[self.moves[node][*index].0];
            (0..self.moves[node].len())
                .max_by(|one, two| worth(one).total_cmp(&worth(two)))
                .unwrap_or(0)
        };
        let values = self.chain_values(&(0..self.len()).map(choice).collect::<Vec<_>>());
        for node in 0..self.len() {
            assert_eq!(values[node], self.backed_up(node, &values), "a better move at {node}");
        }
        values
    }
}

fn joined(one: &[usize], two: &[usize]) -> Vec<usize> {
    one.iter().zip(two).map(|(one, two)| one + two).collect()
}

/// Solves linear equations that have one solution.
fn eliminate(rows: &mut [Vec<Number>]) -> Vec<Number> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|&row| !rows[row][column].is_zero()).expect("one solution");
        rows.swap(column, pivot);
        let factor = rows[column][column].clone();
        rows[column].iter_mut().for_each(|entry| *entry /= &factor);
        let top = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != column && !row[column].is_zero() {
                let factor = row[column].clone();
                for (entry, above) in row.iter_mut().zip(&top).filter(|(_, above)| !above.is_zero())
                {
                    *entry -= &factor * above;
                }
            }
        }
    }
    rows.iter().map(|row| row[size].clone()).collect()
}
