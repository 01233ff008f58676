//! The search of a position: the form that starts one, and how far it is.

use foregone::cores;
use maud::{Markup, html};

use super::chart;
use super::moves::thousands;
use super::position::Shown;
use crate::app::App;
use crate::runs::{Progress, Run, State};

/// The form, or the search that was started for this position.
pub(super) fn section(shown: &Shown<'_>) -> Markup {
    let app = shown.app;
    let run = match shown.how.run {
        Some(number) => app.runs.find(number).ok(),
        None => app.runs.of(shown.placed),
    };
    let is_open = shown.view.worth.value.is_none();
    html! {
        section class="card" aria-labelledby="search-title" {
            h2 id="search-title" { "Search" }
            @match &run {
                Some(run) => (running(app, run)),
                None if is_open && shown.view.to_move != "over" => p class="soft" {
                    "A page looks for a moment only. What is open after that, a search can settle."
                },
                None => {},
            }
            @if run.is_none_or(|run| run.latest().state.is_over()) && shown.view.to_move != "over" {
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
            @if !state.is_over() && progress.rate > 0.0 { li { b { (thousands(progress.rate as u64)) } " a second" } }
            @if progress.bytes > 0 { li { b { (format!("{:.1} MiB", progress.bytes as f64 / 1_048_576.0)) } } }
            @if let Some(records) = progress.proving { li { b { (thousands(records)) } " records of the proof" } }
            @if let Some([low, high]) = progress.bounds.as_ref().filter(|_| !state.is_over()) {
                li { "proved: " (low) " to " (high) }
            }
        }
        @if !progress.efforts.is_empty() {
            table class="bars" {
                caption class="hidden" { "Proof numbers of each question" }
                thead { tr { th scope="col" { "question" } th scope="col" class="number" { "to prove" } th scope="col" class="number" { "to refute" } } }
                tbody {
                    @for effort in &progress.efforts {
                        tr {
                            td { "at least " (effort.at_least) "?" }
                            td class="number win" { (number(effort.proof)) }
                            td class="number loss" { (number(effort.disproof)) }
                        }
                    }
                }
            }
        }
        @if progress.history.len() > 1 { (chart::efforts(&progress.history)) }
        @if state == State::Waiting { p class="soft" { "Another search runs; this one is number " (run.number) "." } }
    }
}

fn number(effort: Option<u32>) -> String {
    effort.map_or_else(|| "∞".to_owned(), |effort| thousands(effort.into()))
}
