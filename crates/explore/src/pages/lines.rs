//! Charts over the time of a run: efforts on a logarithmic scale, and workers; restarts are marked.

use foregone::{Point, RunLog};
use maud::{Markup, html};

use super::cluster::time;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 130.0;
const LEFT: f64 = 46.0;
const BELOW: f64 = 18.0;
const ABOVE: f64 = 8.0;
/// How many questions have a chart, and how many points a line has.
const QUESTIONS: usize = 4;
const POINTS: usize = 400;

/// A line of a chart: its class, and the height of each point, if it has one.
type Line = (&'static str, Vec<Option<f64>>);

/// The efforts of the questions that are open, over time.
pub(super) fn efforts(log: &RunLog) -> Markup {
    let points = thinned(&log.points);
    let last = log.latest().map(|point| point.efforts.as_slice()).unwrap_or_default();
    let open = last.iter().filter(|effort| effort.proof != Some(0) && effort.disproof != Some(0));
    let open: Vec<&str> = open.map(|effort| effort.at_least.as_str()).collect();
    // Of a run that has ended the last questions are shown as they were answered.
    let shown = if open.is_empty() {
        last.iter().map(|effort| effort.at_least.as_str()).collect()
    } else {
        open
    };
    html! {
        @for question in shown.into_iter().take(QUESTIONS) {
            @let of = |point: &&Point| point.efforts.iter().find(|effort| effort.at_least == question).cloned();
            @let log10 = |number: Option<u64>| number.map(|number| (number as f64 + 1.0).log10());
            @let proof = points.iter().map(|point| log10(of(point)?.proof)).collect();
            @let disproof = points.iter().map(|point| log10(of(point)?.disproof)).collect();
            h3 { "At least " (question) "?" }
            (chart(log, &points, &[("proof", proof), ("disproof", disproof)], &decade, &format!("Efforts of at least {question} over time")))
            p class="soft legend" { svg class="chart key" viewBox="0 0 24 8" aria-hidden="true" { path class="proof" d="M0 4H24" {} } " effort to prove "
                svg class="chart key" viewBox="0 0 24 8" aria-hidden="true" { path class="disproof" d="M0 4H24" {} } " to refute (logarithmic)" }
        }
    }
}

/// Workers and jobs over time.
pub(super) fn workers(log: &RunLog) -> Markup {
    let points = thinned(&log.points);
    let workers = points.iter().map(|point| Some(point.workers as f64)).collect();
    html! {
        h3 { "Workers" }
        (chart(log, &points, &[("proof", workers)], &|number| format!("{number:.0}"), "Workers over time"))
    }
}

fn thinned(points: &[Point]) -> Vec<&Point> {
    let every = points.len().div_ceil(POINTS).max(1);
    let mut kept: Vec<&Point> = points.iter().step_by(every).collect();
    if let Some(last) = points.last().filter(|_| !(points.len() - 1).is_multiple_of(every)) {
        kept.push(last);
    }
    kept
}

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

fn chart(
    log: &RunLog,
    points: &[&Point],
    lines: &[Line],
    name: &dyn Fn(f64) -> String,
    label: &str,
) -> Markup {
    let end = points.last().map_or(1.0, |point| point.seconds).max(0.001);
    let heights = lines.iter().flat_map(|(_, line)| line.iter().flatten());
    let most = heights.fold(1.0, |most: f64, &height| most.max(height)).ceil();
    let x = |seconds: f64| LEFT + seconds / end * (WIDTH - LEFT - 6.0);
    let y = |height: f64| HEIGHT - BELOW - height / most * (HEIGHT - BELOW - ABOVE);
    let step = (most / 6.0).ceil().max(1.0);
    let levels = (0..=6).map(|level| f64::from(level) * step).take_while(|&level| level <= most);
    html! {
        svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
            @for level in levels {
                line class="axis" x1=(LEFT) x2=(WIDTH) y1=(format!("{:.1}", y(level))) y2=(format!("{:.1}", y(level))) {}
                text x=(LEFT - 5.0) y=(format!("{:.1}", y(level) + 4.0)) text-anchor="end" { (name(level)) }
            }
            @for start in log.starts.iter().skip(1) {
                line class="restart" x1=(format!("{:.1}", x(*start))) x2=(format!("{:.1}", x(*start))) y1=(ABOVE) y2=(HEIGHT - BELOW) {
                    title { "restart after " (time(*start)) }
                }
            }
            @for (class, line) in lines { path class=(*class) d=(path(points, line, &x, &y)) {} }
            text x=(LEFT) y=(HEIGHT - 4.0) { "0" }
            text x=(WIDTH) y=(HEIGHT - 4.0) text-anchor="end" { (time(end)) }
        }
    }
}

/// A line with gaps where there is no height.
fn path(
    points: &[&Point],
    line: &[Option<f64>],
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) -> String {
    let mut text = String::new();
    let mut is_open = false;
    for (point, height) in points.iter().zip(line) {
        if let Some(height) = height {
            let letter = if is_open { 'L' } else { 'M' };
            text.push_str(&format!("{letter}{:.1} {:.1}", x(point.seconds), y(*height)));
        }
        is_open = height.is_some();
    }
    text
}
