//! The search of a position: the form that starts one, and how far it is.

use foregone::view::{Duel, Progress as Search};
use foregone::{Algorithm, cores};
use maud::{Markup, html};

use super::moves::thousands;
use super::position::Shown;
use super::{board, chart};
use crate::address::Placed;
use crate::app::App;
use crate::runs::{Progress, Run, State};

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
            p class="row" {
                label { "time " select name="time" {
                    @for (value, name) in [("10", "10 s"), ("60", "1 min"), ("600", "10 min"), ("3600", "1 h"), ("0", "no limit")] {
                        option value=(value) selected[value == "60"] { (name) }
                    }
                } }
                @if let Placed::Plain(_) = shown.placed {
                    label { "by " select name="method" {
                        option value="auto" selected { "auto" }
                        @for algorithm in Algorithm::ALL {
                            option value=(algorithm.name()) { (algorithm.name()) }
                        }
                    } }
                }
                @if cores() > 1 {
                    label { "threads " select name="threads" {
                        option value="1" selected { "1" }
                        option value=(cores()) { (cores()) }
                    } }
                }
                label { input type="checkbox" name="certificate" value="yes" checked; " with certificate" }
                button class="main" data-search { "Search" }
            }
        }
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
            @if let Some(search) = &progress.search { (facts(search, state)) }
        }
        @if let Some(search) = progress.search.as_ref().filter(|_| !state.is_over()) {
            (efforts(&search.efforts))
            @if progress.history.len() > 1 { (chart::efforts(&progress.history)) }
            (moves(search))
            (most_proving(run, &search.most_proving))
        }
        @if state == State::Waiting {
            p class="soft" { "Another search runs; this one is number " (run.number) "." }
        }
    }
}

fn facts(search: &Search, state: State) -> Markup {
    let mebibytes = search.bytes as f64 / 1_048_576.0;
    html! {
        li { b { (format!("{mebibytes:.1} MiB")) } }
        @if let Some(share) = search.table { li { "table " b { (format!("{:.0} %", share * 100.0)) } } }
        @if let Some(records) = search.proving.filter(|_| !state.is_over()) {
            li { b { (thousands(records)) } " records of the proof" }
        }
        @if !state.is_over() { li { "proved: " (search.bounds[0]) " to " (search.bounds[1]) } }
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
                            td class="number win" { (number(effort.proof)) }
                            td class="number loss" { (number(effort.disproof)) }
                        }
                    }
                }
            }
        }
    }
}

/// The nodes that were spent on each move of the root, as bars on a logarithmic scale: a linear one shows the favourite only.
fn moves(search: &Search) -> Markup {
    let most = search.moves.iter().filter_map(|mv| mv.nodes).max().unwrap_or(0);
    let length = |nodes: u64| {
        let share = ((nodes + 1) as f64).log10() / ((most + 1) as f64).log10().max(f64::EPSILON);
        format!("{:.0}", share * 100.0)
    };
    html! {
        @if most > 0 {
            table class="bars" {
                caption class="soft" { "Nodes for each move, logarithmic" }
                tbody {
                    @for mv in &search.moves {
                        @let nodes = mv.nodes.unwrap_or(0);
                        tr {
                            th scope="row" { (mv.name) }
                            td class="number" { (thousands(nodes)) }
                            td { meter min="0" max="100" value=(length(nodes)) aria-label={ "nodes for " (mv.name) } {} }
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

fn number(effort: Option<u32>) -> String {
    effort.map_or_else(|| "∞".to_owned(), |effort| thousands(effort.into()))
}
