//! Figure 13 of the paper: how large the trees of the other searches are where alpha-beta's has a certain size.

use super::super::figures::{Figure, Section};
use crate::plot::{Scatter, Series};

const TABLE_COLOUR: &str = "#b4552d";
const PROOF_COLOUR: &str = "#14507d";

/// The drawing, from the parts of the table with pn-search and with alpha-beta. Positions where alpha-beta was given up
/// are left out.
pub(super) fn draw(proof_numbers: &Section, alpha_beta: &Section) -> Scatter {
    let column = |section: &Section, what: &str, published: bool| -> Vec<Option<u64>> {
        let number = |figure: &Figure| {
            let measured = (!figure.stopped).then_some(figure.measured);
            if published { figure.published } else { measured }
        };
        section.figures.iter().filter(|figure| figure.what == what).map(number).collect()
    };
    let line = |label: &str, colour, section: &Section, what: &str, published: bool| Series {
        label: label.to_owned(),
        colour,
        dashed: published,
        points: averages(
            &column(alpha_beta, "alpha-beta", published),
            &column(section, what, published),
        )
        .into_iter()
        .map(|(x, y)| (x as f64, y as f64))
        .collect(),
    };
    Scatter {
        title: "Tree sizes, figure 13 of 001".to_owned(),
        note: "game 5, averages over positions of the same class of alpha-beta sizes".to_owned(),
        x_label: "nodes of alpha-beta".to_owned(),
        y_label: "nodes".to_owned(),
        points: Vec::new(),
        lines: vec![
            line("alpha-beta with table", TABLE_COLOUR, alpha_beta, "with table", false),
            line("the same, published", TABLE_COLOUR, alpha_beta, "with table", true),
            line("pn-search", PROOF_COLOUR, proof_numbers, "sum", false),
            line("the same, published", PROOF_COLOUR, proof_numbers, "sum", true),
        ],
    }
}

/// Averages by class: class n has the sizes from 2^(3n) up to 2^(3(n+1)) (001 section 7.2).
fn averages(sizes: &[Option<u64>], others: &[Option<u64>]) -> Vec<(u64, u64)> {
    let pairs: Vec<(u64, u64)> =
        sizes.iter().zip(others).filter_map(|(&size, &other)| Some((size?, other?))).collect();
    (0..21)
        .filter_map(|class| {
            let (mut count, mut size, mut other) = (0, 0, 0);
            for &(x, y) in pairs.iter().filter(|(x, _)| x.max(&1).ilog2() / 3 == class) {
                (count, size, other) = (count + 1, size + x, other + y);
            }
            (count > 0).then(|| (size / count, other / count))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_averaged_by_classes_of_three_doublings() {
        let sizes = [Some(1), Some(7), Some(8), None, Some(63)];
        let others = [Some(2), Some(4), Some(10), Some(9), Some(20)];
        assert_eq!(averages(&sizes, &others), [(4, 3), (35, 15)]);
    }
}
