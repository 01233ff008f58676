//! Figure 13 of Allis et al. 1994, drawn.

use foregone_reproduce::Curve;

use crate::plot::{Scatter, Series};

const TABLE_COLOUR: &str = "#b4552d";
const PROOF_COLOUR: &str = "#14507d";

/// The drawing.
pub(super) fn draw(curves: Vec<Curve>) -> Scatter {
    let line = |curve: Curve| Series {
        label: match curve.published {
            true => "the same, published".to_owned(),
            false => curve.search.to_owned(),
        },
        colour: if curve.search == "pn-search" { PROOF_COLOUR } else { TABLE_COLOUR },
        dashed: curve.published,
        points: curve.points.into_iter().map(|(x, y)| (x as f64, y as f64)).collect(),
    };
    Scatter {
        title: "Tree sizes, figure 13 of Allis et al. 1994".to_owned(),
        note: "game 5, averages over positions of the same class of alpha-beta sizes".to_owned(),
        x_label: "nodes of alpha-beta".to_owned(),
        y_label: "nodes".to_owned(),
        points: Vec::new(),
        lines: curves.into_iter().map(line).collect(),
    }
}
