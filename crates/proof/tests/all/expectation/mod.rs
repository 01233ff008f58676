//! Certificates of expectations: hand-made ones, those of real games, and thousands that were tampered with.

mod games;
mod handmade;
mod hostile;
mod model;
mod mutations;
mod page;
mod random;
mod rules;
mod table;
mod writer;

use foregone_proof::format::ExpectationHeader;
use foregone_proof::{Accepted, Failure, Options, check};

use model::{Model, Number};
use writer::{Certificate, Plan, Step};

/// A certificate of the root of a model, whose graph file has this text.
fn header(model: &Model, file: &str) -> ExpectationHeader {
    let worths = model.worths.iter().map(ToString::to_string);
    let mut header = ExpectationHeader::new("graph:game.json", "0", worths);
    header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    header.infinite = model.infinite.map(|rank| model.worths[rank].to_string());
    header
}

/// What the checker says of a certificate of a graph.
fn verdict(certificate: &[u8], file: &str) -> Result<Accepted, Failure> {
    check(certificate, &Options::with_game_file(file.as_bytes()))
}

/// The strategy that takes a first move to the best of these values, for the games in which every such strategy is good.
fn greedy<'m>(model: &'m Model, by_max: bool, values: &[Number]) -> Plan<'m> {
    let choice = |node: usize| {
        let is_best = |&(to, _): &(usize, u64)| values[to] == values[node];
        model.moves[node].iter().position(is_best).unwrap_or(0)
    };
    Plan {
        model,
        by_max,
        choices: (0..model.len()).map(choice).collect(),
        numbers: values.to_vec(),
        lengths: vec![0; model.len()],
        denominator: None,
    }
}

/// Claims the value of the root from both sides, as far as there is something to claim, with the records of these plans.
fn both_claims(
    mut header: ExpectationHeader,
    model: &Model,
    plans: [&Plan<'_>; 2],
    mut states: impl FnMut(usize) -> bool,
) -> Certificate {
    let value = &plans[0].numbers[0];
    let mut steps: Vec<Step> = Vec::new();
    if *value > model.worths[0] {
        header.at_least = Some(value.to_string());
        steps.extend(plans[0].steps(&mut states));
    }
    if *value < model.worths[model.worths.len() - 1] {
        header.at_most = Some(value.to_string());
        steps.extend(plans[1].steps(&mut states));
    }
    Certificate { header, steps }
}
