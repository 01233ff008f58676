//! Marks on the moves of a scene: what each move is worth to the player who makes it.

use core::fmt::Write;

use super::{Cell, Place, Scene};
use crate::drawing::escape;

/// What is known about a move, for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// It wins.
    Win,
    /// Neither player wins.
    Draw,
    /// It loses.
    Loss,
    /// Not known.
    Open,
}

impl MarkKind {
    /// The name, which is the class of the mark.
    pub fn name(self) -> &'static str {
        match self {
            MarkKind::Win => "win",
            MarkKind::Draw => "draw",
            MarkKind::Loss => "loss",
            MarkKind::Open => "open",
        }
    }

    /// Its colour on white paper. Blue and vermilion differ for every kind of colour vision, and shapes differ as well.
    fn colour(self) -> &'static str {
        match self {
            MarkKind::Win => "#0a5fa4",
            MarkKind::Loss => "#b3470b",
            MarkKind::Draw | MarkKind::Open => "#5b6470",
        }
    }

    /// The shape with its middle there: a triangle upwards or downwards, a disc, or a question mark.
    fn shape(self, x: i32, y: i32) -> String {
        let colour = self.colour();
        let paint = format!("fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"2\"");
        match self {
            MarkKind::Win => format!("<path d=\"M{} {}l8 -14l8 14z\" {paint}/>", x - 8, y + 7),
            MarkKind::Loss => format!("<path d=\"M{} {}l8 14l8 -14z\" {paint}/>", x - 8, y - 7),
            MarkKind::Draw => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" {paint}/>"),
            MarkKind::Open => written(x, y + 6, "middle", 17, colour, "?"),
        }
    }
}

/// A mark on a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The place of the move in [`Scene::moves`].
    pub mv: usize,
    /// What is known about the move.
    pub kind: MarkKind,
    /// A few letters beside the mark, such as a score or a distance; may be empty.
    pub label: String,
}

/// Bold letters above a white edge, so that they can be read on everything. The edge is a text of its own: not every program
/// that shows SVG can draw an edge below the letters.
fn written(x: i32, y: i32, anchor: &str, size: u32, colour: &str, text: &str) -> String {
    let (place, text) = (
        format!(
            "x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"{size}\" font-weight=\"bold\""
        ),
        escape(text),
    );
    format!(
        "<text class=\"edge\" {place} fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"3\" aria-hidden=\"true\">{text}</text><text {place} fill=\"{colour}\">{text}</text>"
    )
}

/// The centre of a cell.
fn centre(cell: &Cell) -> (i32, i32) {
    (cell.x as i32, cell.y as i32)
}

/// A mark in the middle of a cell, with the label below it.
fn on_cell(cell: &Cell, mark: &Mark) -> String {
    let (x, y) = centre(cell);
    let label = match mark.label.as_str() {
        "" => String::new(),
        text => written(x, y + 19, "middle", 11, mark.kind.colour(), text),
    };
    mark.kind.shape(x, y - i32::from(!label.is_empty()) * 3) + &label
}

/// Arrows have a head from this length on.
const HEAD: f64 = 90.0;
/// Where the mark is on an arrow. Captures of neighbours cross in their middles and end in common cells: here their marks are
/// apart from both.
const MARK: f64 = 0.68;
/// How far an arrow over other cells is bent, as a share of its length: so arrows along one line stay apart.
const BEND: f64 = 0.4;

/// An arrow between two points, with a third one that bends it.
struct Way {
    from: (f64, f64),
    control: (f64, f64),
    to: (f64, f64),
}

impl Way {
    /// The arrow between the centres of two cells; it is bent upwards, or to the right, if it passes over other cells.
    fn new(cells: &[Cell], from: &Cell, to: &Cell) -> Way {
        let centre = |cell: &Cell| (f64::from(cell.x), f64::from(cell.y));
        let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
        let (across, down) = (x2 - x1, y2 - y1);
        let length = across.hypot(down);
        let is_passed = |cell: &Cell| {
            let (x, y) = (f64::from(cell.x) - x1, f64::from(cell.y) - y1);
            let along = (x * across + y * down) / (length * length);
            (0.1..0.9).contains(&along) && (x * down - y * across).abs() / length < 8.0
        };
        let upwards = if across > 0.0 || (across == 0.0 && down > 0.0) { 1.0 } else { -1.0 };
        let bend = if cells.iter().any(is_passed) { BEND * upwards } else { 0.0 };
        let control = ((x1 + x2) / 2.0 + down * bend, (y1 + y2) / 2.0 - across * bend);
        Way { from: (x1, y1), control, to: (x2, y2) }
    }

    /// The point at a share of the way.
    fn at(&self, share: f64) -> (f64, f64) {
        let mixed = |from: f64, control: f64, to: f64| {
            let rest = 1.0 - share;
            rest * rest * from + 2.0 * rest * share * control + share * share * to
        };
        (
            mixed(self.from.0, self.control.0, self.to.0),
            mixed(self.from.1, self.control.1, self.to.1),
        )
    }

    /// The head of an arrow whose tip is that far from the end.
    fn head(&self, gap: f64, colour: &str) -> String {
        let (across, down) = (self.to.0 - self.control.0, self.to.1 - self.control.1);
        let length = across.hypot(down).max(1.0);
        let (x, y) = (across / length, down / length);
        let point = |back: f64, beside: f64| {
            let (right, below) =
                (self.to.0 - x * back - y * beside, self.to.1 - y * back + x * beside);
            format!("{right:.1} {below:.1}")
        };
        let (tip, left, right) = (point(gap, 0.0), point(gap + 8.0, -5.0), point(gap + 8.0, 5.0));
        format!("<path d=\"M{tip}L{left}L{right}z\" fill=\"{colour}\"/>")
    }
}

/// An arrow between the centres of two cells, with the mark on it and the label below the mark.
fn on_path(cells: &[Cell], from: &Cell, to: &Cell, mark: &Mark) -> String {
    let length =
        f64::from(to.x as i32 - from.x as i32).hypot(f64::from(to.y as i32 - from.y as i32));
    if length == 0.0 {
        return on_cell(from, mark);
    }
    let way = Way::new(cells, from, to);
    // The arrow leaves the piece that moves visible, unless the cells are too close for that.
    let gap = (length / 4.0).min(12.0);
    let ((x1, y1), (x2, y2)) = (way.at(gap / length), way.at(1.0 - (gap + 6.0) / length));
    let (x, y) = way.control;
    let colour = mark.kind.colour();
    // Between neighbours the mark itself is the head: there is no room for both.
    let head = if length < HEAD { String::new() } else { way.head(gap, colour) };
    let at = way.at(MARK);
    let (middle, height) = (at.0.round() as i32, at.1.round() as i32);
    let label = match mark.label.as_str() {
        "" => String::new(),
        text => written(middle, height + 19, "middle", 11, colour, text),
    };
    format!(
        "<path d=\"M{x1:.1} {y1:.1}Q{x:.1} {y:.1} {x2:.1} {y2:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\" stroke-opacity=\"0.7\"/>{head}{}{label}",
        mark.kind.shape(middle, height)
    )
}

impl Scene {
    /// The marks as SVG shapes, to be drawn above those of the drawing. Each is a group of the classes `mark` and the kind's
    /// name with a title such as `4: win`. A move that has no place on the drawing gets none.
    ///
    /// # Panics
    /// If a mark names a move that the scene does not have.
    pub fn overlay(&self, marks: &[Mark]) -> String {
        let mut out = String::new();
        for mark in marks {
            let mv = &self.moves[mark.mv];
            if mv.places.is_empty() {
                continue;
            }
            let cell = |number: usize| &self.drawing.cells[number];
            let shapes: String = mv
                .places
                .iter()
                .map(|&place| match place {
                    Place::Cell(number) => on_cell(cell(number), mark),
                    Place::Path { from, to } => {
                        on_path(&self.drawing.cells, cell(from), cell(to), mark)
                    }
                })
                .collect();
            let (kind, name) = (mark.kind.name(), escape(&mv.name));
            writeln!(out, "<g class=\"mark {kind}\"><title>{name}: {kind}</title>{shapes}</g>")
                .expect("writing to a string");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Drawing, PlacedMove};

    fn scene() -> Scene {
        let mut drawing = Drawing::new(100, 60, "a < b");
        drawing.cell("a", (20, 30), (40, 40));
        drawing.cell("b", (80, 30), (40, 40));
        let placed = |name: &str, places: &[Place]| PlacedMove {
            name: name.to_owned(),
            places: places.to_vec(),
        };
        let moves = vec![
            placed("a", &[Place::Cell(0)]),
            placed("a-b", &[Place::Path { from: 0, to: 1 }]),
            placed("pass", &[]),
            placed("both", &[Place::Cell(0), Place::Path { from: 1, to: 1 }]),
        ];
        Scene { drawing, moves }
    }

    fn mark(mv: usize, kind: MarkKind, label: &str) -> Mark {
        Mark { mv, kind, label: label.to_owned() }
    }

    #[test]
    fn each_kind_has_its_class_and_its_shape() {
        let scene = scene();
        let drawn = |kind| scene.overlay(&[mark(0, kind, "")]);
        assert!(
            drawn(MarkKind::Win).contains("class=\"mark win\"")
                && drawn(MarkKind::Win).contains("l8 -14l8 14z")
        );
        assert!(drawn(MarkKind::Loss).contains("l8 14l8 -14z"));
        assert!(drawn(MarkKind::Draw).contains("<circle cx=\"20\" cy=\"30\""));
        assert!(drawn(MarkKind::Open).contains(">?</text>"));
    }

    #[test]
    fn a_move_is_marked_at_every_place_that_it_has() {
        let scene = scene();
        let arrow = scene.overlay(&[mark(1, MarkKind::Draw, "<5")]);
        assert!(
            arrow.contains("M32.0 30.0Q50.0 30.0 62.0 30.0") && arrow.contains(">&lt;5</text>"),
            "{arrow}"
        );
        assert_eq!(scene.overlay(&[mark(2, MarkKind::Win, "")]), "");
        let both = scene.overlay(&[mark(3, MarkKind::Loss, "")]);
        assert_eq!(both.matches("l8 14l8 -14z").count(), 2);
        assert!(!both.contains("NaN"), "a path that goes nowhere");
    }

    #[test]
    fn an_arrow_over_other_cells_is_bent() {
        let mut scene = scene();
        scene.drawing.cell("between", (50, 32), (20, 20));
        for (from, to) in [(0, 1), (1, 0)] {
            scene.moves[1].places = vec![Place::Path { from, to }];
            let arrow = scene.overlay(&[mark(1, MarkKind::Win, "")]);
            assert!(arrow.contains("Q50.0 6.0 "), "{from} to {to}: {arrow}");
        }
    }

    #[test]
    fn the_document_has_the_marks_above_the_drawing_and_its_title_escaped() {
        let mut scene = scene();
        scene.drawing.draw("<circle r=\"1\"/>");
        let svg = scene.svg_with(&[mark(0, MarkKind::Win, "")]);
        assert!(svg.contains("<title>a &lt; b</title>"));
        assert!(svg.find("<circle r=\"1\"/>") < svg.find("class=\"mark win\""));
        assert!(svg.ends_with("</svg>\n"));
        assert!(!scene.svg().contains("class=\"mark"));
    }
}
