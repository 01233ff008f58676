//! The drawing of `star-trees`: the share of leaves that Star1 and Star2 evaluate, over the number of moves, in two squares side by
//! side for the two orders of moves. Both axes are logarithmic.

use std::fmt::Write as _;

use foregone_reproduce::{Order, Savings};

use foregone::chart::{FAINT_GRID, GRID, INK, escaped};

const TITLE: &str = "Leaves that Star1 and Star2 evaluate on regular random trees";
const NOTE: &str = "in per cent of all leaves; means and standard deviations of single trees";

/// The squares that hold the curves, and the legend below them.
const SIDE: f64 = 400.0;
const TOP: f64 = 110.0;
const LEFTS: [f64; 2] = [64.0, 524.0];
const WIDTH: f64 = 950.0;
const HEIGHT: f64 = 660.0;

/// Ends and ticks of the axes: moves, and per cent.
const MOVES: (f64, f64) = (1.8, 22.0);
const MOVE_TICKS: [u32; 8] = [2, 3, 4, 5, 6, 8, 10, 20];
const SHARES: (f64, f64) = (4.0, 400.0);
const SHARE_TICKS: [u32; 7] = [5, 10, 20, 50, 100, 200, 400];

/// What Ballard 1983 says of each order: a share, or from one to another, and the words beside it.
const PUBLISHED: [(Order, f64, f64, &str); 3] = [
    (Order::Listed, 70.0, 75.0, "Star1, Ballard 1983"),
    (Order::Listed, 50.0, 50.0, "Star2, Ballard 1983: less than this"),
    (Order::BestFirst, 10.0, 10.0, "Star2, Ballard 1983: an order of magnitude"),
];

/// The colour of a search, and how lines for trees of a depth are broken.
fn colour(search: &str) -> &'static str {
    match search {
        "Star1" => "#b4552d",
        "Star2" => "#14507d",
        _ => "#7b8794",
    }
}

fn dashes(depth: u32) -> &'static str {
    match depth {
        3 => " stroke-dasharray=\"2 4\"",
        5 => " stroke-dasharray=\"7 4\"",
        7 => " stroke-dasharray=\"12 3 2 3\"",
        _ => "",
    }
}

/// Where a number lies on a logarithmic axis, from 0 to 1.
fn place(number: f64, (from, to): (f64, f64)) -> f64 {
    ((number / from).ln() / (to / from).ln()).clamp(0.0, 1.0)
}

fn x(left: f64, moves: f64) -> f64 {
    left + SIDE * place(moves, MOVES)
}

fn y(share: f64) -> f64 {
    TOP + SIDE * (1.0 - place(share, SHARES))
}

/// The drawing.
pub(super) fn draw(curves: &[Savings]) -> String {
    let middle = WIDTH / 2.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{TITLE}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n<g fill=\"{INK}\" text-anchor=\"middle\">\
         <text x=\"{middle}\" y=\"32\" font-size=\"18\" font-weight=\"bold\">{TITLE}</text>\
         <text x=\"{middle}\" y=\"56\">{NOTE}</text></g>\n"
    );
    for (order, left) in [Order::Listed, Order::BestFirst].into_iter().zip(LEFTS) {
        draw_grid(&mut out, left, order);
        draw_published(&mut out, left, order);
        curves
            .iter()
            .filter(|curve| curve.order == order)
            .for_each(|curve| draw_curve(&mut out, left, curve));
    }
    draw_legend(&mut out);
    out.push_str("</svg>\n");
    out
}

/// The frame of a square with its ticks. Writing to a string does not fail.
fn draw_grid(out: &mut String, left: f64, order: Order) {
    let (right, bottom, middle) = (left + SIDE, TOP + SIDE, left + SIDE / 2.0);
    for tick in SHARE_TICKS {
        let (at, colour) = (y(tick.into()), if tick == 100 { GRID } else { FAINT_GRID });
        let _ = writeln!(
            out,
            "<path d=\"M{left} {at:.1}H{right}\" stroke=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{INK}\">{tick} %</text>",
            left - 6.0,
            at + 4.5
        );
    }
    for tick in MOVE_TICKS {
        let at = x(left, tick.into());
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"{FAINT_GRID}\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{INK}\">{tick}</text>",
            bottom + 18.0
        );
    }
    let _ = writeln!(
        out,
        "<rect x=\"{left}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\"/>\n\
         <g fill=\"{INK}\" text-anchor=\"middle\"><text x=\"{middle}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"bold\">{}</text>\
         <text x=\"{middle}\" y=\"{:.1}\">moves and outcomes of each position</text></g>",
        TOP - 12.0,
        order.name(),
        bottom + 38.0
    );
}

/// What was published, behind the curves.
fn draw_published(out: &mut String, left: f64, order: Order) {
    for (_, from, to, words) in PUBLISHED.into_iter().filter(|it| it.0 == order) {
        let colour = colour(&words[..5]);
        let (top, height) = (y(to), (y(from) - y(to)).max(1.5));
        // On the side where there are no curves below it.
        let (at, anchor) = match order {
            Order::Listed => (left + SIDE - 6.0, "end"),
            Order::BestFirst => (left + 6.0, "start"),
        };
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top:.1}\" width=\"{SIDE}\" height=\"{height:.1}\" fill=\"{colour}\" fill-opacity=\"0.25\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"11\" fill=\"{colour}\">{}</text>",
            top + height + 12.0,
            escaped(words)
        );
    }
}

/// A curve with the deviations of its points.
fn draw_curve(out: &mut String, left: f64, curve: &Savings) {
    let colour = colour(curve.search);
    let points: Vec<String> = curve
        .points
        .iter()
        .map(|&(moves, mean, _)| format!("{:.1} {:.1}", x(left, moves.into()), y(mean)))
        .collect();
    let _ = writeln!(
        out,
        "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{}/>",
        points.join("L"),
        dashes(curve.depth)
    );
    for &(moves, mean, deviation) in &curve.points {
        let (at, low, high) = (x(left, moves.into()), mean - deviation, mean + deviation);
        let _ = writeln!(
            out,
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.5\"/>\
             <circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
            y(low.max(SHARES.0)),
            y(high),
            y(mean)
        );
    }
}

/// Colours are searches, and dashes depths.
fn draw_legend(out: &mut String) {
    let searches = ["Star1", "Star2", "Star2, forgets its probes"];
    let searches = searches.map(|it| (it.to_owned(), colour(it), "")).to_vec();
    let depths = [3, 5, 7, 9].map(|depth| (format!("depth {depth}"), INK, dashes(depth))).to_vec();
    for (y, entries) in [(TOP + SIDE + 74.0, searches), (TOP + SIDE + 100.0, depths)] {
        for (index, (words, colour, dashes)) in entries.into_iter().enumerate() {
            let x = LEFTS[0] + 200.0 * index as f64;
            let _ = writeln!(
                out,
                "<path d=\"M{x} {:.1}h34\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>\
                 <text x=\"{:.1}\" y=\"{y}\" fill=\"{INK}\">{words}</text>",
                y - 4.5,
                x + 42.0
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_drawn_in_the_square_of_its_order() {
        let curve = |order, share| Savings {
            depth: 5,
            order,
            search: "Star2",
            points: vec![(2, share, 3.0), (10, share, 500.0)],
        };
        let svg = draw(&[curve(Order::Listed, 100.0), curve(Order::BestFirst, 1.0)]);
        assert_eq!(svg.matches("<circle").count(), 4);
        // A share below the axis is drawn on it.
        assert!(
            svg.contains(&format!("cx=\"{:.1}\" cy=\"{:.1}\"", x(LEFTS[1], 10.0), TOP + SIDE)),
            "{svg}"
        );
        assert_eq!(y(SHARES.1), TOP);
    }
}
