//! Charts over time: efforts on a logarithmic scale, of a search or of a run over a network, and counts.

use maud::{Markup, html};

/// Room for the names on the left, and below and above the lines.
const LEFT: f64 = 40.0;
const BELOW: f64 = 18.0;
const ABOVE: f64 = 8.0;
/// How many questions are drawn; a scale of scores has many.
pub(super) const QUESTIONS: usize = 4;
/// How many points a line has at most.
const POINTS: usize = 400;

/// A chart over time.
pub(super) struct Chart<'c> {
    /// What it shows, for those who do not see it.
    pub(super) label: &'c str,
    /// Width and height.
    pub(super) size: (f64, f64),
    /// The lines.
    pub(super) lines: Vec<Line>,
    /// Seconds of restarts.
    pub(super) restarts: &'c [f64],
    /// What a height is called.
    pub(super) name: fn(f64) -> String,
}

/// A line: its class, and a height at each second, if it has one there.
pub(super) struct Line {
    pub(super) class: &'static str,
    pub(super) points: Vec<(f64, Option<f64>)>,
}

/// The efforts of a question after some seconds: to prove and to refute; none is infinite.
pub(super) type Sample = (f64, Option<u64>, Option<u64>);

/// The efforts of a question over time, with its name and a legend.
pub(super) fn efforts(
    question: &str,
    samples: &[Sample],
    restarts: &[f64],
    size: (f64, f64),
) -> Markup {
    let power = |effort: Option<u64>| effort.map(|effort| (effort as f64 + 1.0).log10());
    let line = |class, of: fn(&Sample) -> Option<u64>| {
        let points = samples.iter().map(|sample| (sample.0, power(of(sample)))).collect();
        Line { class, points }
    };
    let lines = vec![line("proof", |sample| sample.1), line("disproof", |sample| sample.2)];
    let label = format!("Efforts of at least {question} over time, on a logarithmic scale");
    html! {
        figure class="effort" {
            figcaption class="row soft" {
                b { "At least " (question) "?" }
                span class="key" { "to prove" }
                span class="key dashed" { "to refute" }
            }
            (Chart { label: &label, size, lines, restarts, name: decade }.markup())
        }
    }
}

impl Chart<'_> {
    pub(super) fn markup(&self) -> Markup {
        let (width, height) = self.size;
        let points = self.lines.iter().flat_map(|line| &line.points);
        let end = points.clone().map(|point| point.0).fold(0.001, f64::max);
        let most = points.filter_map(|point| point.1).fold(1.0, f64::max).ceil();
        let x = |seconds: f64| LEFT + seconds / end * (width - LEFT - 6.0);
        let y = |value: f64| height - BELOW - value / most * (height - BELOW - ABOVE);
        let step = (most / 6.0).ceil().max(1.0);
        let levels =
            (0..=6).map(|level| f64::from(level) * step).take_while(|&level| level <= most);
        html! {
            svg class="chart" viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(self.label) {
                @for level in levels {
                    line class="axis" x1=(LEFT) x2=(width) y1=(place(y(level))) y2=(place(y(level))) {}
                    text x=(LEFT - 6.0) y=(place(y(level) + 4.0)) text-anchor="end" { ((self.name)(level)) }
                }
                @for start in self.restarts {
                    line class="restart" x1=(place(x(*start))) x2=(place(x(*start))) y1=(ABOVE) y2=(height - BELOW) {
                        title { "restart after " (time(*start)) }
                    }
                }
                @for line in &self.lines { path class=(line.class) d=(path(&line.points, &x, &y)) {} }
                text x=(LEFT) y=(height - 4.0) { "0" }
                text x=(width) y=(height - 4.0) text-anchor="end" { (time(end)) }
            }
        }
    }
}

fn place(number: f64) -> String {
    format!("{number:.1}")
}

/// A line with gaps where there is no height.
fn path(points: &[(f64, Option<f64>)], x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) -> String {
    let every = points.len().div_ceil(POINTS).max(1);
    let mut text = String::new();
    let mut is_open = false;
    for (index, &(seconds, height)) in points.iter().enumerate() {
        if !index.is_multiple_of(every) && index + 1 != points.len() {
            continue;
        }
        if let Some(height) = height {
            let letter = if is_open { 'L' } else { 'M' };
            text.push_str(&format!("{letter}{:.1} {:.1}", x(seconds), y(height)));
        }
        is_open = height.is_some();
    }
    text
}

/// A power of ten.
fn decade(power: f64) -> String {
    match power.round() as i64 {
        0 => "0".to_owned(),
        1 => "10".to_owned(),
        2 => "100".to_owned(),
        power @ 3..6 => format!("{}k", 10i64.pow((power - 3) as u32)),
        power @ 6..9 => format!("{}M", 10i64.pow((power - 6) as u32)),
        power => format!("1e{power}"),
    }
}

/// Seconds as a person says them.
pub(super) fn time(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    match (whole / 86_400, whole / 3600 % 24, whole / 60 % 60, whole % 60) {
        (0, 0, 0, _) => format!("{seconds:.1} s"),
        (0, 0, minutes, seconds) => format!("{minutes}:{seconds:02} min"),
        (0, hours, minutes, _) => format!("{hours}:{minutes:02} h"),
        (days, hours, ..) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_gaps_and_its_last_point() {
        let of = |points: &[(f64, Option<f64>)]| path(points, &|x| x, &|y| y);
        let points = [(0.0, Some(1.0)), (1.0, None), (2.0, Some(3.0)), (3.0, Some(4.0))];
        assert_eq!(of(&points), "M0.0 1.0M2.0 3.0L3.0 4.0");
        let many: Vec<_> = (0..=1000).map(|at| (f64::from(at), Some(0.0))).collect();
        let line = of(&many);
        assert!(line.ends_with("L1000.0 0.0") && line.matches('L').count() <= POINTS);
    }

    #[test]
    fn heights_and_times_are_short() {
        assert_eq!(
            [0.0, 2.0, 3.0, 5.0, 7.0, 9.0].map(decade),
            ["0", "100", "1k", "100k", "10M", "1e9"]
        );
        assert_eq!(time(3.25), "3.2 s");
        assert_eq!(time(3725.0), "1:02 h");
    }
}
