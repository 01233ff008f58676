//! Scatter plots with logarithmic axes, like figures 4 and 6 of the MOPNS paper, written as SVG.

use std::fmt::Write as _;

use foregone::chart::{FAINT_GRID, GRID, INK, POINT, escaped};

/// Two numbers for each of many positions.
pub(crate) struct Scatter {
    pub(crate) title: String,
    /// Below the title.
    pub(crate) note: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    /// x and y; all at least 1.
    pub(crate) points: Vec<(u64, u64)>,
    /// Points that belong together.
    pub(crate) lines: Vec<Series>,
}

/// Points that a line joins.
pub(crate) struct Series {
    pub(crate) label: String,
    pub(crate) colour: &'static str,
    pub(crate) dashed: bool,
    /// x and y; all at least 1.
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 680.0;
/// The square that holds the points.
const LEFT: f64 = 84.0;
const TOP: f64 = 76.0;
const SIDE: f64 = 520.0;

impl Scatter {
    /// The drawing.
    pub(crate) fn svg(&self) -> String {
        let points = self.points.iter().map(|&(x, y)| (x as f64, y as f64));
        let all = points.chain(self.lines.iter().flat_map(|line| line.points.iter().copied()));
        let axis = Axis::around(all.flat_map(|(x, y)| [x, y]));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"14\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n",
            escaped(&self.title)
        );
        self.draw_titles(&mut out);
        draw_grid(&mut out, axis);
        let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {bottom}L{right} {TOP}\" stroke=\"#b4552d\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\"/>\n\
             <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\"/>"
        );
        let _ = writeln!(
            out,
            "<g fill=\"{POINT}\" fill-opacity=\"0.45\" stroke=\"{POINT}\" stroke-width=\"0.8\">"
        );
        for &(x, y) in &self.points {
            let (x, y) = (LEFT + SIDE * axis.place(x as f64), bottom - SIDE * axis.place(y as f64));
            let _ = writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\"/>");
        }
        out.push_str("</g>\n");
        for (index, line) in self.lines.iter().enumerate() {
            line.draw(&mut out, axis, index);
        }
        out.push_str("</svg>\n");
        out
    }

    fn draw_titles(&self, out: &mut String) {
        let middle = LEFT + SIDE / 2.0;
        let (below, halfway) = (HEIGHT - 22.0, TOP + SIDE / 2.0);
        let _ = writeln!(
            out,
            "<g fill=\"{INK}\" text-anchor=\"middle\">\n\
             <text x=\"{middle}\" y=\"32\" font-size=\"18\" font-weight=\"bold\">{}</text>\n\
             <text x=\"{middle}\" y=\"56\">{}</text>\n\
             <text x=\"{middle}\" y=\"{below}\" font-size=\"15\">{}</text>\n\
             <text x=\"24\" y=\"{halfway}\" font-size=\"15\" transform=\"rotate(-90 24 {halfway})\">{}</text>\n</g>",
            escaped(&self.title),
            escaped(&self.note),
            escaped(&self.x_label),
            escaped(&self.y_label)
        );
    }
}

impl Series {
    /// Draws the line, and its label as number so and so from the top.
    fn draw(&self, out: &mut String, axis: Axis, index: usize) {
        let bottom = TOP + SIDE;
        let place =
            |&(x, y): &(f64, f64)| (LEFT + SIDE * axis.place(x), bottom - SIDE * axis.place(y));
        let Series { label, colour, .. } = self;
        let dashes = if self.dashed { " stroke-dasharray=\"3 4\"" } else { "" };
        let path: Vec<String> =
            self.points.iter().map(place).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let (x, y) = (LEFT + 16.0, TOP + 24.0 + 20.0 * index as f64);
        let _ = writeln!(
            out,
            "<g stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"><path d=\"M{}\"{dashes}/>\
             <path d=\"M{x} {:.1}h28\"{dashes}/></g>\n<text x=\"{:.1}\" y=\"{y}\" fill=\"{INK}\">{}</text>",
            path.join("L"),
            y - 5.0,
            x + 36.0,
            escaped(label)
        );
        for (x, y) in self.points.iter().map(place) {
            let fill = if self.dashed { "#ffffff" } else { colour };
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{fill}\" stroke=\"{colour}\"/>"
            );
        }
    }
}

/// Lines and labels at the powers of ten, fainter lines between. Where there is hardly a power of ten, twos and fives
/// have labels, too.
fn draw_grid(out: &mut String, axis: Axis) {
    let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
    let powers = axis.steps().filter(|&(digit, _)| digit == 1).count();
    for (digit, power) in axis.steps() {
        let at = SIDE * axis.place(f64::from(digit) * 10f64.powi(power));
        let (x, y) = (LEFT + at, bottom - at);
        let colour = if digit == 1 { GRID } else { FAINT_GRID };
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {TOP}V{bottom}M{LEFT} {y:.1}H{right}\" stroke=\"{colour}\"/>"
        );
        let factor = match digit {
            1 => String::new(),
            2 | 5 if powers < 2 => format!("{digit}·"),
            _ => continue,
        };
        let tick = format!("{factor}10<tspan dy=\"-6\" font-size=\"10\">{power}</tspan>");
        let _ = writeln!(
            out,
            "<g fill=\"{INK}\"><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text></g>",
            bottom + 22.0,
            LEFT - 8.0,
            y + 5.0
        );
    }
}

/// Between which numbers the points lie, the same for both axes so that the diagonal means equality. The ends are one,
/// two or five times a power of ten.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Axis {
    from: f64,
    to: f64,
}

impl Axis {
    fn around(numbers: impl Iterator<Item = f64> + Clone) -> Axis {
        let least = numbers.clone().reduce(f64::min).unwrap_or(1.0).max(1.0);
        let most = numbers.fold(1.0, f64::max);
        let round = |power: i32| [1, 2, 5].map(|digit| f64::from(digit) * 10f64.powi(power));
        let ends: Vec<f64> = (0..20).flat_map(round).collect();
        let from = ends.iter().copied().rev().find(|&end| end <= least).unwrap_or(1.0);
        let to = ends.iter().copied().find(|&end| end >= most && end > from).unwrap_or(most);
        Axis { from, to }
    }

    /// Digits and powers of ten along the axis.
    fn steps(self) -> impl Iterator<Item = (u32, i32)> {
        let all = (0..20).flat_map(|power| (1..10).map(move |digit| (digit, power)));
        all.filter(move |&(digit, power)| {
            let number = f64::from(digit) * 10f64.powi(power);
            (self.from..=self.to).contains(&number)
        })
    }

    /// Where a number lies, from 0 to 1.
    fn place(self, number: f64) -> f64 {
        (number.log10() - self.from.log10()) / (self.to.log10() - self.from.log10())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        let ends = |numbers: &[u64]| {
            let axis = Axis::around(numbers.iter().map(|&number| number as f64));
            (axis.from, axis.to)
        };
        assert_eq!(ends(&[120, 54_321]), (100.0, 100_000.0));
        assert_eq!(ends(&[9_300, 271_000]), (5_000.0, 500_000.0));
        assert_eq!(ends(&[1, 1]), (1.0, 2.0));
        assert_eq!(ends(&[]), (1.0, 2.0));
        assert_eq!(Axis { from: 5.0, to: 20.0 }.steps().count(), 7); // 5 to 9, 10, 20
    }

    #[test]
    fn every_point_is_drawn_within_the_square() {
        let points = vec![(10, 1000), (25, 30), (1000, 10)];
        let text = |word: &str| word.to_owned();
        let scatter = Scatter {
            lines: Vec::new(),
            title: text("a < b"),
            note: text(""),
            x_label: text("x"),
            y_label: text("y"),
            points,
        };
        let svg = scatter.svg();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("a &lt; b") && svg.contains("cx=\"84.0\" cy=\"76.0\""), "{svg}");
    }
}
