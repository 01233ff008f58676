//! The search of a position: the form that starts one, and how far it is.

use foregone::view::{Duel, Progress as Search};
use foregone::{Algorithm, cores};
use maud::{Markup, html};

use super::board;
use super::chart::{self, QUESTIONS, Sample};
use super::moves::thousands;
use super::position::Shown;
use crate::address::Placed;
use crate::app::App;
use crate::runs::{Point, Progress, Run, State};
use crate::view::Worth;

/// The form, or the search that was started for this position.
pub(super) fn section(shown: &Shown<'_>) -> Markup {
    let app = shown.app;
    let run = match shown.how.run {
        Some(number) => app.runs.find(number).ok(),
        None => app.runs.of(shown.placed),
    };
    let is_open = !shown.view.worth.is_exact;
    let is_over = shown.view.shown.over;
    html! {
        section class="card" aria-labelledby="search-title" {
            h2 id="search-title" { "Search" }
            @match &run {
                Some(run) => (running(app, run)),
                None if is_open && !is_over => p class="soft" {
                    "A page looks for a moment only. What is open after that, a search can settle."
                },
                None => {},
            }
            @if run.is_none_or(|run| run.latest().state.is_over()) && !is_over {
                (form(shown))
            }
        }
    }
}

fn form(shown: &Shown<'_>) -> Markup {
    let address = &shown.address;
    html! {
        form method="post" action="/do/search" {
            input type="hidden" name="token" value=(shown.app.page_token.text());
            input type="hidden" name="game" value=(address.game);
            input type="hidden" name="m" value=(address.m);
            input type="hidden" name="p" value=(address.p);
            div class="fields" {
                (choice("time", "time", &[("10", "10 s"), ("60", "1 min"), ("600", "10 min"), ("3600", "1 h"), ("0", "no limit")], "60"))
                (choice("memory", "memory", &MEMORY, "0"))
                @if let Placed::Plain(_) = shown.placed {
                    label { span { "by" } select name="method" {
                        option value="auto" selected { "auto" }
                        @for algorithm in Algorithm::ALL {
                            option value=(algorithm.name()) { (algorithm.name()) }
                        }
                    } }
                    @if cores() > 1 {
                        @let all = cores().to_string();
                        (choice("threads", "threads", &[("1", "1"), (all.as_str(), all.as_str())], "1"))
                    }
                }
                label class="check" { input type="checkbox" name="certificate" value="yes" checked; span { "certificate" } }
                button class="main" data-search { "Search" }
            }
        }
    }
}

/// Limits of memory to choose from; 0 is that of the explorer.
const MEMORY: [(&str, &str); 4] =
    [("0", "all"), ("268435456", "256 MiB"), ("1073741824", "1 GiB"), ("4294967296", "4 GiB")];

/// A field with a few values, of which one is chosen at first.
fn choice(name: &str, label: &str, values: &[(&str, &str)], first: &str) -> Markup {
    html! {
        label { span { (label) } select name=(name) {
            @for (value, words) in values { option value=(value) selected[*value == first] { (words) } }
        } }
    }
}

fn running(app: &App, run: &Run) -> Markup {
    let progress = run.latest();
    let live = format!("/runs/{}/live", run.number);
    html! {
        div data-live=[(!progress.state.is_over()).then_some(live)] { (panel(run, &progress)) }
        @if !progress.state.is_over() {
            form method="post" action={ "/do/run/" (run.number) } class="row" {
                input type="hidden" name="token" value=(app.page_token.text());
                @if progress.state == State::Paused {
                    button name="action" value="resume" data-pause { "Go on" }
                } @else if run.limits.threads == 1 {
                    button name="action" value="pause" data-pause { "Pause" }
                }
                button name="action" value="stop" data-stop { "Stop" }
            }
        }
        @if let Some(bytes) = progress.certificate {
            p {
                @if run.proof().is_some() {
                    a class="button main" href={ "/proof/" (run.proof_name()) } { "Walk through the proof" } " "
                }
                a class="button" href={ "/runs/" (run.number) "/certificate" } download { "Certificate" }
                " " span class="soft" { (thousands(bytes)) " bytes; check it with " code { "foregone check FILE" } }
            }
        }
    }
}

/// What changes while a search runs.
pub(crate) fn panel(run: &Run, progress: &Progress) -> Markup {
    let state = progress.state;
    html! {
        ul class="facts" {
            li { b { (state.name()) } @if let Some(result) = &progress.result { ": " (result) } }
            li { b { (format!("{:.1} s", progress.seconds)) } }
            li { b { (thousands(progress.created)) } " nodes created" }
            @if !state.is_over() && progress.rate > 0.0 {
                li { b { (thousands(progress.rate as u64)) } " a second" }
            }
            @if let Some(search) = &progress.search { (facts(search, state, &proved(run, search))) }
        }
        @if let Some(search) = progress.search.as_ref().filter(|_| !state.is_over()) {
            (efforts(&search.efforts))
            (over_time(progress))
            (moves(search))
            (most_proving(run, &search.most_proving))
        }
        @if state == State::Waiting {
            p class="soft" { "Another search runs; this one is number " (run.number) "." }
        }
    }
}

/// What is proved so far, in words; empty if that is nothing.
fn proved(run: &Run, search: &Search) -> String {
    let Placed::Plain(position) = &run.placed else { return String::new() };
    let scale = position.game().scale();
    let bounds = search.bounds.each_ref().map(|name| scale.read(name));
    let [Ok(low), Ok(high)] = bounds else { return String::new() };
    let worth = Worth::of(scale, (low, high), position.player());
    if low == scale.worst() && high == scale.best() { String::new() } else { worth.words }
}

fn facts(search: &Search, state: State, known: &str) -> Markup {
    let mebibytes = search.bytes as f64 / 1_048_576.0;
    html! {
        li { b { (format!("{mebibytes:.1} MiB")) } }
        @if let Some(share) = search.table { li { "table " b { (format!("{:.0} %", share * 100.0)) } } }
        @if let Some(records) = search.proving.filter(|_| !state.is_over()) {
            li { b { (thousands(records)) } " records of the proof" }
        }
        @if !state.is_over() && !known.is_empty() { li { "proved: " b { (known) } } }
    }
}

/// The proof numbers of each question at the root.
fn efforts(efforts: &[Duel]) -> Markup {
    html! {
        @if !efforts.is_empty() {
            table class="bars" {
                caption class="hidden" { "Proof numbers of each question" }
                thead {
                    tr {
                        th scope="col" { "question" }
                        th scope="col" class="number" { "to prove" }
                        th scope="col" class="number" { "to refute" }
                    }
                }
                tbody {
                    @for effort in efforts {
                        tr {
                            td { "at least " (effort.at_least) "?" }
                            td class="number win" { (number(effort.proof, "proved")) }
                            td class="number loss" { (number(effort.disproof, "refuted")) }
                        }
                    }
                }
            }
        }
    }
}

/// An effort; none is infinite, and 0 is an answer.
fn number(effort: Option<u32>, answer: &str) -> String {
    match effort {
        None => "∞".to_owned(),
        Some(0) => answer.to_owned(),
        Some(effort) => thousands(effort.into()),
    }
}

/// Charts of the questions that are open now.
fn over_time(progress: &Progress) -> Markup {
    const SIZE: (f64, f64) = (460.0, 104.0);
    let history = &progress.history;
    let last = history.last().map(|point| point.efforts.as_slice()).unwrap_or_default();
    let open = last.iter().filter(|effort| effort.proof != Some(0) && effort.disproof != Some(0));
    let samples = |question: &str| -> Vec<Sample> {
        let of = |point: &Point| {
            let effort = point.efforts.iter().find(|effort| effort.at_least == question)?;
            Some((point.seconds, effort.proof.map(u64::from), effort.disproof.map(u64::from)))
        };
        history.iter().filter_map(of).collect()
    };
    html! {
        @if history.len() > 1 {
            @for effort in open.take(QUESTIONS) {
                (chart::efforts(&effort.at_least, &samples(&effort.at_least), &[], SIZE))
            }
        }
    }
}

/// The nodes that were spent on each move of the root, as bars on a logarithmic scale: a linear one shows the favourite only.
fn moves(search: &Search) -> Markup {
    let most = search.moves.iter().filter_map(|mv| mv.nodes).max().unwrap_or(0);
    let length = |nodes: u64| {
        let share = ((nodes + 1) as f64).log10() / ((most + 1) as f64).log10().max(f64::EPSILON);
        format!("{:.1}", share * 100.0)
    };
    html! {
        @if most > 0 {
            table class="bars" {
                caption { "Nodes for each move (logarithmic)" }
                tbody {
                    @for mv in &search.moves {
                        @let nodes = mv.nodes.unwrap_or(0);
                        tr {
                            th scope="row" { (mv.name) }
                            td class="number" { (thousands(nodes)) }
                            td { svg class="shares" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
                                rect class="effort-bar" width=(length(nodes)) height="10" {}
                            } }
                        }
                    }
                }
            }
        }
    }
}

/// How many moves of the most-proving line are written.
const LINE: usize = 40;

/// The line that the search works on, and the board at its end.
fn most_proving(run: &Run, line: &[String]) -> Markup {
    let shown = &line[..line.len().min(LINE)];
    let end = shown.iter().try_fold(run.placed.clone(), |at, mv| at.after(mv));
    html! {
        @if !line.is_empty() {
            details {
                summary { "Most proving: " span class="mono" { (shown.join(" ")) } @if shown.len() < line.len() { " …" } }
                @if let Ok(end) = end { div class="board small" { (board::still(&end)) } }
            }
        }
    }
}
