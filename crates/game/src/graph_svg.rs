//! A drawing of a graph: one row per distance from the start, boxes where `Max` moves, circles where `Min` does, diamonds
//! where chance does, plain text for results, one position marked. And the same graph in Graphviz' language.

use core::fmt::Write;

use crate::drawing::escape;
use crate::graph_layout::{DrawnGraph, HALF, Layout, MARGIN, NodeShape, Placed, ROW, lines};
use crate::scene::{Drawing, Place};

const INK: &str = "#22303f";

/// Draws the graph with one position marked. Its cells are the positions that are drawn.
pub fn draw(graph: &impl DrawnGraph, marked: u32) -> Drawing {
    let layout = Layout::new(graph, marked);
    let note = layout.note(graph);
    let width = layout.width.max(6 * note.len() as i64) + 2 * MARGIN;
    let height = (layout.rows - 1) * ROW + 2 * HALF + 3 * MARGIN;
    let inset = (width - layout.width) / 2;
    let title = format!("graph with {} marked", graph.label(marked));
    let mut drawing = Drawing::new(width as u32, height as u32, title);
    for placed in &layout.placed {
        let centre = ((inset + placed.x) as u32, (MARGIN + placed.y) as u32);
        let size = (2 * placed.half as u32, 2 * HALF as u32);
        drawing.cell(graph.label(placed.node), centre, size);
    }
    let out = &mut drawing.shapes;
    writeln!(
        out,
        "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path class=\"ink\" d=\"M0 1L10 5L0 9z\" fill=\"{INK}\"/></marker></defs>"
    )
    .expect("writing to a string");
    writeln!(out, "<g transform=\"translate({inset} {MARGIN})\">").expect("writing to a string");
    let mut labels = String::new();
    for from in &layout.placed {
        draw_moves(graph, &layout, from, out, &mut labels);
    }
    out.push_str(&labels);
    for placed in &layout.placed {
        draw_node(graph, placed, placed.node == marked, out);
    }
    out.push_str("</g>\n");
    let y = height - 14;
    writeln!(
        out,
        "<text class=\"faint\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"12\" fill=\"#5a6878\">{note}</text>"
    )
    .expect("writing to a string");
    drawing
}

/// Where a move between two positions is on the drawing of one of them; nowhere if one of them is not drawn.
pub fn places(graph: &impl DrawnGraph, ends: (u32, u32), drawing: &Drawing) -> Vec<Place> {
    let find = |node: u32| drawing.find(graph.label(node));
    let path = find(ends.0).zip(find(ends.1));
    path.map(|(from, to)| Place::Path { from, to }).into_iter().collect()
}

fn draw_node(graph: &impl DrawnGraph, placed: &Placed, marked: bool, out: &mut String) {
    let &Placed { node, x, y, half, .. } = placed;
    let (fill, line, stroke) = if marked { ("#ffe9a8", 4, "#b35900") } else { ("#f4f7fa", 2, INK) };
    let class = if marked { "marked" } else { "node" };
    let paint =
        format!("class=\"{class}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{line}\"");
    let text = lines(graph, node);
    let (left, top, width, height) = (x - half, y - HALF, 2 * half, 2 * HALF);
    let outline = match graph.shape(node) {
        NodeShape::Max => format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {paint}/>"
        ),
        NodeShape::Min => {
            format!("<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{half}\" ry=\"{HALF}\" {paint}/>")
        }
        NodeShape::Chance => format!(
            "<path d=\"M{x} {}L{} {y}L{x} {}L{left} {y}z\" {paint}/>",
            top - 3,
            x + half,
            y + HALF + 3
        ),
        // A finished position has no outline, but arrows that pass it must not strike out its text.
        NodeShape::Over(_) => format!(
            "<rect x=\"{left}\" y=\"{}\" width=\"{width}\" height=\"{}\" {}/>",
            top - 2,
            height + 8,
            if marked {
                paint + " stroke-dasharray=\"6 4\""
            } else {
                "class=\"over\" fill=\"#ffffff\"".to_owned()
            }
        ),
    };
    writeln!(out, "{outline}").expect("writing to a string");
    let first = y + 5 - 9 * (text.len() as i64 - 1);
    for (line, text) in (0..).zip(&text) {
        let weight = if line == 1 { " font-weight=\"bold\"" } else { "" };
        writeln!(
            out,
            "<text class=\"ink\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"{INK}\"{weight}>{}</text>",
            first + 18 * line,
            escape(text)
        )
        .expect("writing to a string");
    }
}

/// Draws the moves of one position; their names go to a layer of their own, above all arrows.
fn draw_moves(
    graph: &impl DrawnGraph,
    layout: &Layout,
    from: &Placed,
    out: &mut String,
    labels: &mut String,
) {
    for (place, target) in graph.targets(from.node).enumerate() {
        let Some(&at) = layout.places.get(&target) else {
            continue;
        };
        let arrow = Arrow::new(from, &layout.placed[at]);
        let path = &arrow.path;
        writeln!(
            out,
            "<path class=\"arrow\" d=\"{path}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\" marker-end=\"url(#tip)\"/>"
        )
        .expect("writing to a string");
        if let Some(name) = graph.arrow(from.node, place) {
            writeln!(
                labels,
                "<text class=\"name\" x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\" fill=\"#14507d\" stroke=\"#ffffff\" stroke-width=\"4\" paint-order=\"stroke\">{}</text>",
                arrow.label.0,
                arrow.label.1,
                escape(&name)
            )
            .expect("writing to a string");
        }
    }
}

/// The line of a move, and where its name stands.
pub struct Arrow {
    /// The line, as an SVG path.
    pub path: String,
    /// Where the name of the move stands.
    pub label: (i64, i64),
}

impl Arrow {
    /// Between two nodes that have their places.
    pub fn new(from: &Placed, to: &Placed) -> Arrow {
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

/// The graph in Graphviz' language: boxes for `Max`, circles for `Min`, diamonds for chance, plain text for results.
pub fn dot(graph: &impl DrawnGraph) -> String {
    let escape = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let quote = |text: &str| format!("\"{}\"", escape(text));
    let mut out = String::from("digraph game {\n");
    let nodes = 0..graph.count() as u32;
    for node in nodes.clone() {
        let name = graph.label(node);
        let (label, shape) = match graph.shape(node) {
            NodeShape::Over(result) => {
                (format!("\"{}\\n= {}\"", escape(name), escape(result)), "plaintext")
            }
            NodeShape::Max => (quote(name), "box"),
            NodeShape::Min => (quote(name), "circle"),
            NodeShape::Chance => (quote(name), "diamond"),
        };
        let bold = if node == graph.first() { ", penwidth=2" } else { "" };
        writeln!(out, "  {} [label={label}, shape={shape}{bold}];", quote(name))
            .expect("writing to a string");
    }
    for node in nodes {
        for (place, to) in graph.targets(node).enumerate() {
            let label = graph.arrow(node, place);
            let label = label.map_or(String::new(), |name| format!(" [label={}]", quote(&name)));
            writeln!(out, "  {} -> {}{label};", quote(graph.label(node)), quote(graph.label(to)))
                .expect("writing to a string");
        }
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Player};
    use crate::graph::GraphBuilder;
    use crate::outcome::Scale;
    use crate::scene::Scene;

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn a_figure_has_a_shape_for_every_position_and_an_arrow_for_every_move() {
        let graph = crate::text_game::text_game("(01(21))");
        let svg = Scene::of(&graph, &graph.start()).svg();
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
        let svg = Scene::of(&graph, &over).svg();
        assert_eq!(count(&svg, "</svg>"), 1);
        assert!(
            svg.contains("&lt;a &amp; &quot;b&quot;&gt;\u{fffd}") && svg.contains("&lt;go&gt;")
        );
    }
}
