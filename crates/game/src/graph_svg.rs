//! A drawing of a [`Graph`]: one row per distance from the start, boxes where `Max` moves, circles where `Min`
//! does, plain text for results, one position marked.

use core::fmt::Write;

use crate::game::{Game, Player};
use crate::graph::Graph;
use crate::graph_layout::{HALF, Layout, MARGIN, Placed, ROW, lines};
use crate::notation::Notation;

const INK: &str = "#22303f";

/// Draws the graph with one position marked.
pub fn draw<const KIND: u8>(graph: &Graph<KIND>, marked: u32) -> String {
    let layout = Layout::new(graph, marked);
    let note = layout.note(graph);
    let width = layout.width.max(6 * note.len() as i64) + 2 * MARGIN;
    let height = (layout.rows - 1) * ROW + 2 * HALF + 3 * MARGIN;
    let inset = (width - layout.width) / 2;
    let title = escape(&format!("graph with {} marked", graph.name(marked)));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"14\" role=\"img\">\n<title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 1L10 5L0 9z\" fill=\"{INK}\"/></marker></defs>\n"
    );
    writeln!(out, "<g transform=\"translate({inset} {MARGIN})\">").expect("writing to a string");
    let mut labels = String::new();
    for from in &layout.placed {
        draw_moves(graph, &layout, from, &mut out, &mut labels);
    }
    out.push_str(&labels);
    for placed in &layout.placed {
        draw_node(graph, placed, placed.node == marked, &mut out);
    }
    out.push_str("</g>\n");
    let y = height - 14;
    writeln!(out, "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"12\" fill=\"#5a6878\">{note}</text>")
        .expect("writing to a string");
    out.push_str("</svg>\n");
    out
}

fn draw_node<const KIND: u8>(graph: &Graph<KIND>, placed: &Placed, marked: bool, out: &mut String) {
    let &Placed { node, x, y, half, .. } = placed;
    let (fill, line, stroke) = if marked { ("#ffe9a8", 4, "#b35900") } else { ("#f4f7fa", 2, INK) };
    let paint = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{line}\"");
    let text = lines(graph, node);
    let (left, top, width, height) = (x - half, y - HALF, 2 * half, 2 * HALF);
    let outline = match (text.len(), graph.player(&node)) {
        (1, Player::Max) => format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {paint}/>"
        ),
        (1, Player::Min) => {
            format!("<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{half}\" ry=\"{HALF}\" {paint}/>")
        }
        // A finished position has no outline, but arrows that pass it must not strike out its text.
        _ => format!(
            "<rect x=\"{left}\" y=\"{}\" width=\"{width}\" height=\"{}\" {}/>",
            top - 2,
            height + 8,
            if marked {
                paint + " stroke-dasharray=\"6 4\""
            } else {
                "fill=\"#ffffff\"".to_owned()
            }
        ),
    };
    writeln!(out, "{outline}").expect("writing to a string");
    let first = y + 5 - 9 * (text.len() as i64 - 1);
    for (line, text) in (0..).zip(&text) {
        let weight = if line == 1 { " font-weight=\"bold\"" } else { "" };
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"{INK}\"{weight}>{}</text>",
            first + 18 * line,
            escape(text)
        )
        .expect("writing to a string");
    }
}

/// Draws the moves of one position; their names go to a layer of their own, above all arrows.
fn draw_moves<const KIND: u8>(
    graph: &Graph<KIND>,
    layout: &Layout,
    from: &Placed,
    out: &mut String,
    labels: &mut String,
) {
    for (mv, target) in graph.successors(from.node).enumerate() {
        let Some(&place) = layout.places.get(&target) else {
            continue;
        };
        let arrow = Arrow::new(from, &layout.placed[place]);
        let path = &arrow.path;
        writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\" marker-end=\"url(#tip)\"/>"
        )
        .expect("writing to a string");
        let name = graph.write_move(&from.node, mv as u16);
        if name != graph.name(target) {
            writeln!(
                labels,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" fill=\"#14507d\" stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\">{}</text>",
                arrow.label.0,
                arrow.label.1,
                escape(&name)
            )
            .expect("writing to a string");
        }
    }
}

/// The line of a move, and where its name stands.
struct Arrow {
    path: String,
    label: (i64, i64),
}

impl Arrow {
    fn new(from: &Placed, to: &Placed) -> Arrow {
        if to.row == from.row + 1 {
            Arrow::down(from, to)
        } else if to.node == from.node {
            Arrow::around(from)
        } else if to.row == from.row {
            Arrow::beside(from, to)
        } else {
            Arrow::up(from, to)
        }
    }

    /// To the next row: straight.
    fn down(from: &Placed, to: &Placed) -> Arrow {
        let (y1, y2) = (from.y + HALF, to.y - HALF - 3);
        Arrow {
            path: format!("M{} {y1}L{} {y2}", from.x, to.x),
            label: (from.x + (to.x - from.x) * 2 / 5, y1 + (y2 - y1) * 2 / 5 + 4),
        }
    }

    /// Back to where it began: a loop at the right side.
    fn around(at: &Placed) -> Arrow {
        let (x, y) = (at.x + at.half, at.y);
        Arrow { path: format!("M{x} {}c34 -22 34 32 3 12", y - 6), label: (x + 34, y - 14) }
    }

    /// Within a row: an arc below it.
    fn beside(from: &Placed, to: &Placed) -> Arrow {
        let (y1, y2) = (from.y + HALF, from.y + HALF + 36);
        Arrow {
            path: format!("M{} {y1}C{} {y2} {} {y2} {} {}", from.x, from.x, to.x, to.x, y1 + 3),
            label: ((from.x + to.x) / 2, y2),
        }
    }

    /// To a row above: along the space between the rows, beside the arrows that come down; to a distant row right
    /// above, in a bow around what is between.
    fn up(from: &Placed, to: &Placed) -> Arrow {
        let (rows, shift) = (from.row - to.row, 9);
        if rows > 1 && (from.x - to.x).abs() < from.half + to.half {
            let (x1, x2) = (from.x + from.half, to.x + to.half + 3);
            let reach = x1.max(x2) + 24 + 16 * rows;
            return Arrow {
                path: format!("M{x1} {}C{reach} {} {reach} {} {x2} {}", from.y, from.y, to.y, to.y),
                label: ((x1 + x2 + 6 * reach) / 8, (from.y + to.y) / 2),
            };
        }
        let (x1, x2) = match (to.x - from.x).signum() {
            0 => (from.x + shift, to.x + shift),
            side => (from.x + side * shift, to.x - side * shift),
        };
        let (y1, y2) = (from.y - HALF, to.y + HALF + 3);
        let middle = (y1 + y2) / 2;
        Arrow {
            path: format!("M{x1} {y1}C{x1} {middle} {x2} {middle} {x2} {y2}"),
            label: ((3 * x1 + x2) / 4, (3 * y1 + y2) / 4 + 4),
        }
    }
}

/// A text for XML.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML at all, not even escaped.
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::GraphBuilder;
    use crate::outcome::Scale;

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn a_figure_has_a_shape_for_every_position_and_an_arrow_for_every_move() {
        let graph = crate::text_game::text_game("(01(21))");
        let svg = draw(&graph, graph.start());
        assert_eq!(count(&svg, "<ellipse"), 1, "one position of Min");
        assert_eq!(count(&svg, "<rect"), 6, "the background, a position of Max and four results");
        assert_eq!(count(&svg, "marker-end"), 5);
        assert_eq!(count(&svg, "#ffe9a8"), 1, "one position is marked");
        assert_eq!(count(&svg, "= 1</text>"), 2);
    }

    #[test]
    fn names_cannot_break_the_document() {
        let mut builder = GraphBuilder::new(Scale::loss_draw_win().clone());
        let start = builder.turn("<a & \"b\">\u{7}", Player::Max);
        let over = builder.over("</svg>", crate::outcome::Outcome(2));
        builder.named_edge(start, over, "<go>".to_owned());
        let graph = builder.build(start).expect("a graph");
        let svg = draw(&graph, over);
        assert_eq!(count(&svg, "</svg>"), 1);
        assert!(
            svg.contains("&lt;a &amp; &quot;b&quot;&gt;\u{fffd}") && svg.contains("&lt;go&gt;")
        );
    }
}
