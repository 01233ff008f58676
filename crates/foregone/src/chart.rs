//! The value of a game's positions over its moves, as SVG: a line where the value is known, a bar between the bounds where it
//! is not.

use std::fmt::Write as _;

use foregone_proof::printable;

/// The colour of text and axes in drawings.
pub const INK: &str = "#22303f";
/// The colour of the lines behind.
pub const GRID: &str = "#d5dce3";
/// The same, of lines between them.
pub const FAINT_GRID: &str = "#edf1f4";
/// The colour of what is shown.
pub const POINT: &str = "#14507d";

/// A text for XML, with everything in it to be seen.
pub fn escaped(text: &str) -> String {
    foregone_game::drawing::escape(&printable(text))
}

/// A chart with a column for every position.
pub struct Chart {
    /// Above the drawing.
    pub title: String,
    /// Below the title.
    pub note: String,
    /// The lines across, lowest first.
    pub levels: Vec<Level>,
    /// The positions, in their order.
    pub columns: Vec<Column>,
}

/// A line across: an outcome, or a number.
pub struct Level {
    /// Its height.
    pub at: f64,
    /// What is written beside it.
    pub name: String,
}

impl Level {
    /// A level at a whole number.
    pub fn new(at: u32, name: &str) -> Level {
        Level { at: f64::from(at), name: name.to_owned() }
    }
}

/// A position: what led to it, and between which heights its value lies.
pub struct Column {
    /// What led to it.
    pub label: String,
    /// The value is at least this high.
    pub low: f64,
    /// The value is at most this high.
    pub high: f64,
    /// Whether the move that led here has lost something.
    pub marked: bool,
    /// Whether chance led here.
    pub chance: bool,
    /// Where a click on it leads, in a page.
    pub link: Option<String>,
}

const LEFT: f64 = 84.0;
const TOP: f64 = 76.0;
const RIGHT: f64 = 28.0;
const BOTTOM: f64 = 92.0;
/// The square-ish middle is this high, and at least so wide.
const HEIGHT: f64 = 320.0;
const NARROWEST: f64 = 560.0;
/// Columns further apart than this look lost.
const STEP: f64 = 26.0;
/// No more labels than this fit beside and below a chart.
const LABELS: usize = 40;

const MARK: &str = "#b4302d";
/// What chance did.
const CHANCE: &str = "#2f7d4f";

impl Column {
    /// The class of what stands for it, by which a page chooses colours.
    fn class(&self, usual: &'static str) -> &'static str {
        match (self.marked, self.chance) {
            (true, _) => "wrong",
            (_, true) => "chance",
            _ => usual,
        }
    }

    /// The colour of what led here, if it is not the usual one.
    fn colour(&self, usual: &'static str) -> &'static str {
        match (self.marked, self.chance) {
            (true, _) => MARK,
            (_, true) => CHANCE,
            _ => usual,
        }
    }
}

impl Chart {
    /// The drawing.
    pub fn svg(&self) -> String {
        let width = LEFT + self.inner_width() + RIGHT;
        let height = TOP + HEIGHT + BOTTOM;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{}</title>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
            escaped(&self.title)
        );
        let middle = LEFT + self.inner_width() / 2.0;
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<g class=\"ink\" fill=\"{INK}\" text-anchor=\"middle\">\n\
             <text x=\"{middle}\" y=\"32\" font-size=\"18\" font-weight=\"bold\">{}</text>\n\
             <text x=\"{middle}\" y=\"56\">{}</text>\n</g>",
            escaped(&self.title),
            escaped(&self.note)
        );
        self.draw_levels(&mut out);
        self.draw_labels(&mut out);
        self.draw_bounds(&mut out);
        self.draw_values(&mut out);
        out.push_str("</svg>\n");
        out
    }

    fn inner_width(&self) -> f64 {
        (self.columns.len() as f64 * STEP).clamp(NARROWEST, 4.0 * NARROWEST)
    }

    /// From one column to the next.
    fn step(&self) -> f64 {
        self.inner_width() / self.columns.len() as f64
    }

    fn x(&self, column: usize) -> f64 {
        LEFT + self.step() * (column as f64 + 0.5)
    }

    fn y(&self, height: f64) -> f64 {
        let steps = (self.levels.len() - 1) as f64;
        let inset = 24.0;
        TOP + HEIGHT - inset - (HEIGHT - 2.0 * inset) * height / steps
    }

    /// A line and a name for every level, or for some of them where they would not fit.
    fn draw_levels(&self, out: &mut String) {
        let right = LEFT + self.inner_width();
        let every = self.levels.len().div_ceil(LABELS / 2);
        let middle = (self.levels.len() - 1) / 2;
        for (level, Level { at, name }) in self.levels.iter().enumerate() {
            if level.abs_diff(middle) % every != 0 {
                continue;
            }
            let is_middle = 2 * level + 1 == self.levels.len();
            let (y, colour) = (self.y(*at), if is_middle { GRID } else { FAINT_GRID });
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\" stroke=\"{colour}\"/>\
                 <text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{INK}\">{}</text>",
                LEFT - 10.0,
                y + 4.5,
                escaped(name)
            );
        }
        let _ = writeln!(
            out,
            "<rect class=\"axis\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\"/>",
            self.inner_width()
        );
    }

    /// The moves below the chart; those that lost something always.
    fn draw_labels(&self, out: &mut String) {
        let every = self.columns.len().div_ceil(2 * LABELS);
        let y = TOP + HEIGHT + 14.0;
        for (index, column) in self.columns.iter().enumerate() {
            let near_mark = self.columns.iter().enumerate().any(|(other, near)| {
                near.marked && other != index && other.abs_diff(index) < every
            });
            if !column.marked && (index % every != 0 || near_mark) {
                continue;
            }
            let (x, colour) = (self.x(index) + 4.0, column.colour(INK));
            let weight = if column.marked { " font-weight=\"bold\"" } else { "" };
            let class = column.class("ink");
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y}\" font-size=\"11\" fill=\"{colour}\"{weight} text-anchor=\"end\" \
                 transform=\"rotate(-60 {x:.1} {y})\">{}</text>",
                escaped(&column.label)
            );
        }
    }

    /// Bars where only bounds are known.
    fn draw_bounds(&self, out: &mut String) {
        let wide = (0.7 * self.inner_width() / self.columns.len() as f64).min(18.0);
        for (index, column) in self.columns.iter().enumerate() {
            if column.low < column.high {
                let (top, bottom) = (self.y(column.high), self.y(column.low));
                let _ = writeln!(
                    out,
                    "<rect class=\"band\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{POINT}\" \
                     fill-opacity=\"0.16\" stroke=\"{POINT}\" stroke-opacity=\"0.4\"/>",
                    self.x(index) - wide / 2.0,
                    bottom - top
                );
            }
        }
    }

    /// Points where the value is known, joined by a line as long as that is so.
    fn draw_values(&self, out: &mut String) {
        let mut path = String::new();
        let mut joined = false;
        for (index, column) in self.columns.iter().enumerate() {
            let known = column.low == column.high;
            if known {
                let pen = if joined { 'L' } else { 'M' };
                let _ = write!(path, "{pen}{:.1} {:.1}", self.x(index), self.y(column.low));
            }
            joined = known;
        }
        let _ = writeln!(
            out,
            "<path class=\"value\" d=\"{path}\" fill=\"none\" stroke=\"{POINT}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        );
        for (index, column) in self.columns.iter().enumerate() {
            self.draw_point(out, index, column);
        }
    }

    /// The point of a position; in a page also where only bounds are known, to be clicked at.
    fn draw_point(&self, out: &mut String, index: usize, column: &Column) {
        let (low, high) = (self.y(column.low), self.y(column.high));
        let (y, x) = ((low + high) / 2.0, self.x(index));
        let (radius, colour) = (if column.marked { 5.5 } else { 3.5 }, column.colour(POINT));
        let (label, class) = (escaped(&column.label), column.class("point"));
        let is_known = column.low == column.high;
        let point = match (column.chance && is_known, column.marked || is_known) {
            (true, _) => format!(
                "<path class=\"{class}\" d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\" fill=\"#ffffff\" stroke=\"{colour}\" stroke-width=\"2\"><title>{label}</title></path>",
                y - 5.0
            ),
            (_, true) => format!(
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\"><title>{label}</title></circle>"
            ),
            _ if column.link.is_some() => format!(
                "<circle class=\"point open\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#ffffff\" stroke=\"{POINT}\"><title>{label}</title></circle>"
            ),
            _ => return,
        };
        let _ = match &column.link {
            None => writeln!(out, "{point}"),
            Some(link) => {
                let (link, half) = (escaped(link), self.step() / 2.0);
                writeln!(
                    out,
                    "<a href=\"{link}\"><rect class=\"hit\" x=\"{:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{HEIGHT}\" fill=\"none\" pointer-events=\"all\"/>{point}</a>",
                    x - half,
                    2.0 * half
                )
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(columns: usize) -> String {
        let column = |index: usize| Column {
            label: format!("{index}."),
            low: (index % 3) as f64,
            high: if index.is_multiple_of(4) { 2.0 } else { (index % 3) as f64 },
            marked: index == 5,
            chance: index == 7,
            link: (index == 0).then(|| "/g?a=\"&b".to_owned()),
        };
        let chart = Chart {
            title: "a < b".to_owned(),
            note: String::new(),
            levels: (0..)
                .zip(["loss", "draw", "win"])
                .map(|(at, name)| Level::new(at, name))
                .collect(),
            columns: (0..columns).map(column).collect(),
        };
        chart.svg()
    }

    #[test]
    fn values_are_points_and_bounds_are_bars() {
        let svg = chart(9);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("a &lt; b"));
        assert!(svg.contains("<a href=\"/g?a=&quot;&amp;b\">"), "only one point has a link");
        assert_eq!(svg.matches("<a ").count(), 1);
        assert_eq!(svg.matches("rx=\"3\"").count(), 2, "4 of 9 and 0 have room between the bounds");
        assert_eq!(svg.matches("r=\"5.5\"").count(), 1);
        assert_eq!(svg.matches("l5 5l-5 5l-5 -5z").count(), 1, "a diamond for chance");
        assert!(!svg.contains("NaN") && !chart(1).contains("NaN"));
        assert!(chart(300).contains("width=\"2352\""), "long games do not grow for ever");
    }
}
