//! Searches: started, paused and stopped by forms and by programs, and followed as they go on.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use foregone::Method;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::app::App;
use crate::guard::change_is_allowed;
use crate::pages;
use crate::problem::Problem;
use crate::runs::{Limits, Progress, Run};

/// What is to be searched, and how far.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(flatten)]
    address: Address,
    /// The token of the page, in forms.
    #[serde(default)]
    token: String,
    /// Seconds; 0 for no limit.
    time: Option<Amount>,
    /// Nodes.
    nodes: Option<Amount>,
    /// Bytes.
    memory: Option<Amount>,
    /// The algorithm; chosen unless given.
    method: Option<String>,
    /// Threads; 1 unless given.
    threads: Option<Amount>,
    /// `yes` or `true` for a certificate.
    certificate: Option<Switch>,
}

/// A number of a program, or the text of a form.
#[derive(Deserialize)]
#[serde(untagged)]
enum Amount {
    Number(u64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Switch {
    Bool(bool),
    Text(String),
}

impl Amount {
    /// The number, or nothing for 0 and for nothing written.
    fn read(name: &str, amount: Option<&Amount>) -> Result<Option<u64>, Problem> {
        let number = match amount {
            None => 0,
            Some(Amount::Number(number)) => *number,
            Some(Amount::Text(text)) if text.trim().is_empty() => 0,
            Some(Amount::Text(text)) => text.trim().parse().map_err(|_| {
                Problem::bad(format!("{name} is a whole number such as 60, not \"{text}\""))
            })?,
        };
        Ok(Some(number).filter(|&number| number > 0))
    }
}

impl Wanted {
    fn limits(&self) -> Result<Limits, Problem> {
        let certificate = match &self.certificate {
            Some(Switch::Bool(wanted)) => *wanted,
            Some(Switch::Text(text)) => text == "yes",
            None => false,
        };
        let method = Method::named(self.method.as_deref().unwrap_or("auto"))?;
        if method.policy().is_some() {
            return Err(Problem::bad("the explorer starts no fleets; take one of the searches"));
        }
        Ok(Limits {
            method,
            time: Amount::read("time", self.time.as_ref())?.map(Duration::from_secs),
            nodes: Amount::read("nodes", self.nodes.as_ref())?,
            memory: Amount::read("memory", self.memory.as_ref())?,
            threads: Amount::read("threads", self.threads.as_ref())?.unwrap_or(1),
            certificate,
        })
    }

    fn start(&self, app: &App) -> Result<Arc<Run>, Problem> {
        let placed = self.address.place(&app.games)?;
        app.runs.start(placed, self.limits()?)
    }
}

/// `POST /do/search`: starts a search from a page.
pub(crate) async fn search(
    State(app): State<Arc<App>>,
    Form(wanted): Form<Wanted>,
) -> Result<Redirect, Problem> {
    change_is_allowed(&app, &wanted.token)?;
    let run = wanted.start(&app)?;
    Ok(page_of(&run))
}

fn page_of(run: &Run) -> Redirect {
    let more = format!("run={}", run.number);
    Redirect::to(&Address::of(&run.placed).link_to("/g/", &more))
}

/// What is to be done with a search.
#[derive(Deserialize)]
pub(crate) struct Action {
    #[serde(default)]
    token: String,
    action: String,
}

/// `POST /do/run/{run}`: pauses, resumes or stops a search from a page.
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Path(number): Path<u64>,
    Form(form): Form<Action>,
) -> Result<Redirect, Problem> {
    change_is_allowed(&app, &form.token)?;
    let run = app.runs.find(number)?;
    match form.action.as_str() {
        "pause" if run.limits.threads > 1 => {
            return Err(Problem::bad(
                "a search with several threads cannot pause; stop it instead",
            ));
        }
        "pause" => run.set_paused(true),
        "resume" => run.set_paused(false),
        "stop" => run.stop(),
        other => {
            let sentence = format!("a search can be told to pause, resume or stop, not to {other}");
            return Err(Problem::bad(sentence));
        }
    }
    Ok(page_of(&run))
}

#[derive(Serialize)]
struct Object {
    schema: u32,
    #[serde(flatten)]
    progress: Progress,
}

fn object(run: &Run) -> Json<Object> {
    Json(Object { schema: 1, progress: run.latest() })
}

/// `POST /api/runs`: starts a search.
pub(crate) async fn start(State(app): State<Arc<App>>, Json(wanted): Json<Wanted>) -> Response {
    match wanted.start(&app) {
        Ok(run) => (StatusCode::CREATED, object(&run)).into_response(),
        Err(problem) => problem.json(),
    }
}

/// `GET /api/runs/{run}`: how far a search is.
pub(crate) async fn get(State(app): State<Arc<App>>, Path(number): Path<u64>) -> Response {
    app.runs.find(number).map_or_else(Problem::json, |run| object(&run).into_response())
}

/// `DELETE /api/runs/{run}`: stops a search.
pub(crate) async fn stop(State(app): State<Arc<App>>, Path(number): Path<u64>) -> Response {
    match app.runs.find(number) {
        Ok(run) => {
            run.stop();
            object(&run).into_response()
        }
        Err(problem) => problem.json(),
    }
}

/// `GET /api/runs/{run}/events`: reports as they come, the whole state first.
pub(crate) async fn events(State(app): State<Arc<App>>, Path(number): Path<u64>) -> Response {
    let report = |progress: &Progress, _: &Run| {
        let event = Event::default().event("progress");
        event.json_data(progress).unwrap_or_default()
    };
    app.runs.find(number).map_or_else(Problem::json, |run| follow(run, report).into_response())
}

/// `GET /runs/{run}/live`: the same as the panel of the page.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path(number): Path<u64>,
) -> Result<Response, Problem> {
    let panel = |progress: &Progress, run: &Run| {
        let markup = pages::search::panel(run, progress).into_string();
        Event::default().event("panel").data(markup)
    };
    Ok(follow(app.runs.find(number)?, panel).into_response())
}

/// What a stream of reports sends next.
enum Next {
    /// The report that there is.
    Now,
    /// The next report.
    Change,
    /// That the search is over.
    Done,
    End,
}

/// Sends what changes until the search is over, and then `done`. A slow reader gets the newest report only.
fn follow(
    run: Arc<Run>,
    report: fn(&Progress, &Run) -> Event,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receiver = run.follow();
    let reports = unfold((run, receiver, Next::Now), move |(run, mut receiver, next)| async move {
        match next {
            Next::Now => {}
            Next::Change => receiver.changed().await.ok()?,
            Next::Done => {
                let event = Event::default().event("done").data("done");
                return Some((Ok(event), (run, receiver, Next::End)));
            }
            Next::End => return None,
        }
        let progress = receiver.borrow_and_update().clone();
        let next = if progress.state.is_over() { Next::Done } else { Next::Change };
        Some((Ok(report(&progress, &run)), (run, receiver, next)))
    });
    Sse::new(reports).keep_alive(KeepAlive::default())
}

/// `GET /runs/{run}/certificate`: the proof as a file.
pub(crate) async fn certificate(
    State(app): State<Arc<App>>,
    Path(number): Path<u64>,
) -> Result<Response, Problem> {
    let run = app.runs.find(number)?;
    let bytes = run.certificate().ok_or_else(|| {
        Problem::missing(format!(
            "search {number} has made no certificate; it is made when something is proved"
        ))
    })?;
    let kind = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"search-{number}.fgc\"")),
    ];
    Ok((kind, bytes).into_response())
}
