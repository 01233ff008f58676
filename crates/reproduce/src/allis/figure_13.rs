//! Figure 13 of Allis et al. 1994: the sizes of the trees of the other searches over those of alpha-beta.

use crate::figures::{Figure, Section};

/// A curve of the figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// The search.
    pub search: &'static str,
    /// Whether its points are the published ones.
    pub published: bool,
    /// The nodes of alpha-beta and of the search, averaged over positions with about as many nodes of alpha-beta.
    pub points: Vec<(u64, u64)>,
}

/// The curves, each search measured and then published. `None` unless the sections of the table are all there. Positions where
/// alpha-beta was given up are left out.
pub fn figure_13(sections: &[Section]) -> Option<Vec<Curve>> {
    let [proof_numbers, alpha_beta, _, _] = sections else { return None };
    if !sections.iter().all(Section::is_whole) {
        return None;
    }
    let searches =
        [("alpha-beta with table", alpha_beta, "with table"), ("pn-search", proof_numbers, "sum")];
    let curve = |(search, section, what), published| {
        let sizes = column(alpha_beta, "alpha-beta", published);
        let points = averages(&sizes, &column(section, what, published));
        Curve { search, published, points }
    };
    Some(searches.into_iter().flat_map(|it| [false, true].map(|is| curve(it, is))).collect())
}

/// The numbers of a column, published or measured to the end.
fn column(section: &Section, what: &str, published: bool) -> Vec<Option<u64>> {
    let number = |figure: &Figure| {
        let measured = (!figure.stopped).then_some(figure.measured);
        if published { figure.published } else { measured }
    };
    section.figures.iter().filter(|figure| figure.what == what).map(number).collect()
}

/// Averages by class: class n has the sizes from 2^(3n) up to 2^(3(n+1)) (Allis et al. 1994 §7.2).
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
