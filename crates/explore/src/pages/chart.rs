//! Proof numbers over time, on a logarithmic scale: a small drawing for each question.

use maud::{Markup, html};

use crate::runs::Point;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 96.0;
/// Room for the names on the left, and below.
const LEFT: f64 = 34.0;
const BELOW: f64 = 16.0;
/// How many questions are drawn; a scale of scores has many.
const QUESTIONS: usize = 4;

/// Charts of the questions that are open now.
pub(super) fn efforts(history: &[Point]) -> Markup {
    let last = history.last().map(|point| point.efforts.as_slice()).unwrap_or_default();
    let open = last.iter().filter(|effort| effort.proof != Some(0) && effort.disproof != Some(0));
    html! {
        @for effort in open.take(QUESTIONS) { (one(history, &effort.at_least)) }
    }
}

/// The seconds since the start, the effort to prove, and the effort to refute.
type Sample = (f64, Option<u32>, Option<u32>);

fn one(history: &[Point], question: &str) -> Markup {
    let find = |point: &Point| {
        let effort = point.efforts.iter().find(|effort| effort.at_least == question)?;
        Some((point.seconds, effort.proof, effort.disproof))
    };
    let points: Vec<_> = history.iter().filter_map(find).collect();
    let most = points.iter().flat_map(|&(_, proof, disproof)| [proof, disproof]).flatten().max();
    let (most, time) =
        (f64::from(most.unwrap_or(1).max(10)), points.last().map_or(1.0, |last| last.0).max(0.1));
    let x = |seconds: f64| LEFT + seconds / time * (WIDTH - LEFT - 4.0);
    let y = |effort: f64| {
        (HEIGHT - BELOW) - effort.max(1.0).log10() / most.log10() * (HEIGHT - BELOW - 8.0)
    };
    let path = |of: fn(&Sample) -> Option<u32>| {
        let mut text = String::new();
        let mut is_open = false;
        for point in &points {
            let Some(effort) = of(point) else {
                is_open = false;
                continue;
            };
            let letter = if is_open { 'L' } else { 'M' };
            text.push_str(&format!("{letter}{:.1} {:.1}", x(point.0), y(f64::from(effort))));
            is_open = true;
        }
        text
    };
    let decades = (0..=9).map(|power| 10f64.powi(power)).take_while(|&decade| decade <= most);
    html! {
        svg class="chart" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ "Proof numbers of at least " (question) " over time" } {
            @for decade in decades {
                line class="axis" x1=(LEFT) x2=(WIDTH) y1=(format!("{:.1}", y(decade))) y2=(format!("{:.1}", y(decade))) {}
                text x=(LEFT - 4.0) y=(format!("{:.1}", y(decade) + 3.0)) text-anchor="end" { (short(decade)) }
            }
            path class="proof" d=(path(|point| point.1)) {}
            path class="disproof" d=(path(|point| point.2)) {}
            text x=(LEFT) y=(HEIGHT - 3.0) { "at least " (question) "?  — to prove   - - to refute" }
            text x=(WIDTH) y=(HEIGHT - 3.0) text-anchor="end" { (format!("{time:.1} s")) }
        }
    }
}

fn short(decade: f64) -> String {
    match decade {
        decade if decade >= 1e6 => format!("{}M", decade / 1e6),
        decade if decade >= 1e3 => format!("{}k", decade / 1e3),
        decade => decade.to_string(),
    }
}
