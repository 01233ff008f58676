//! What can be asked for: each method reads its parameters and gives its result.

use std::time::Duration;

use foregone::chance::{self, Question as ChanceQuestion};
use foregone::proof::Options;
use foregone::proof::program::verdict_object;
use foregone::view::{GameView, Look, Progress};
use foregone::{Analysis, Error, Limits, Method, Settings, Snapshot, Solver, StopHandle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::games::{Place, Placed, ReadFile, Viewers};

/// The names of the methods that are answered in their turn. `cancel` is obeyed at once.
pub(crate) const METHODS: [&str; 6] =
    ["games", "position", "solve", "children", "analyse", "check"];

/// What a method may use.
pub(crate) struct Context<'c> {
    pub(crate) read_file: ReadFile<'c>,
    pub(crate) viewers: &'c Viewers,
    /// Bytes that a search may hold unless the message says so.
    pub(crate) memory: u64,
    pub(crate) stop: StopHandle,
    /// Tells how far a search is.
    pub(crate) notify: &'c dyn Fn(Progress),
}

/// The list of games.
#[derive(Serialize)]
struct List {
    schema: u32,
    games: Vec<GameView>,
}

/// Limits of a question.
#[derive(Deserialize, Default)]
struct Bounds {
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<u64>,
}

impl Bounds {
    fn time(&self) -> Result<Option<Duration>, Error> {
        let Some(seconds) = self.seconds else { return Ok(None) };
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
            Error::Input(format!("seconds is a number that is not negative, not {seconds}"))
        })?;
        Ok(Some(time))
    }
}

/// Answers a question.
pub(crate) fn answer(
    method: &str,
    mut params: Map<String, Value>,
    context: &Context<'_>,
) -> Result<Box<RawValue>, Error> {
    match method {
        "games" => {
            nothing_left(&params)?;
            value(List { schema: 1, games: GameView::all() })
        }
        "position" => match read::<Place>(params)?.open(context.read_file)? {
            Placed::Plain(position) => value(Look::at(&position)),
            Placed::Chance(position) => value(Look::at_chance(&position)),
        },
        "solve" => solve(&mut params, context),
        "children" => children(&mut params, context),
        "analyse" => analyse(&mut params, context),
        _ => check(params, context),
    }
}

/// Finds what a position is worth.
fn solve(params: &mut Map<String, Value>, context: &Context<'_>) -> Result<Box<RawValue>, Error> {
    let bounds = limits(params)?;
    let goal = take::<Option<String>>(params, "goal")?;
    let algorithm = take::<Option<String>>(params, "algorithm")?;
    let options = take::<Option<Map<String, Value>>>(params, "options")?.unwrap_or_default();
    let shows = take::<Option<bool>>(params, "progress")?.unwrap_or(false);
    let position = match read::<Place>(std::mem::take(params))?.open(context.read_file)? {
        Placed::Plain(position) => position,
        Placed::Chance(position) => {
            if !options.is_empty() {
                return Err(input("games with chance take no options; leave options out"));
            }
            return solve_chance(
                &position,
                goal.as_deref(),
                algorithm.as_deref(),
                &bounds,
                context,
            );
        }
    };
    let mut settings = Settings::by(match &algorithm {
        Some(name) => Method::named(name)?,
        None => Method::Auto,
    });
    for (name, value) in &options {
        settings.set(name, &text_of(name, value)?)?;
    }
    settings.nodes = bounds.nodes;
    settings.time = bounds.time()?;
    settings.memory = bounds.memory.unwrap_or(context.memory);
    let goal = position.game().goal(goal.as_deref().unwrap_or("value"))?;
    let mut solver = Solver::with(position.game(), settings).stopped_by(context.stop.clone());
    let root = position.clone();
    let mut watch = |snapshot: &Snapshot| {
        if shows {
            (context.notify)(Progress::of(&root, snapshot));
        }
    };
    let answer = solver.ask(&position, goal, &mut watch)?;
    value(answer.object())
}

fn solve_chance(
    position: &chance::Position,
    goal: Option<&str>,
    algorithm: Option<&str>,
    bounds: &Bounds,
    context: &Context<'_>,
) -> Result<Box<RawValue>, Error> {
    let mut question = ChanceQuestion::value();
    match goal.unwrap_or("value") {
        "value" => {}
        other => match other.strip_prefix("at least ") {
            Some(number) => question = question.at_least(number)?,
            None => {
                return Err(input(
                    "of a game with chance the goal is value or at least NUMBER, such as \"at least 2/3\"",
                ));
            }
        },
    }
    let mut settings = chance::Settings::default();
    if let Some(name) = algorithm {
        settings.method = chance::Method::named(name)?;
    }
    settings.nodes = bounds.nodes;
    settings.time = bounds.time()?;
    settings.memory = bounds.memory.unwrap_or(context.memory);
    let solver = chance::Solver::with(position.game(), settings).stopped_by(context.stop.clone());
    let answer = solver.ask(position, &question)?;
    value(answer.object())
}

/// Shows a position with the value of every move.
fn children(
    params: &mut Map<String, Value>,
    context: &Context<'_>,
) -> Result<Box<RawValue>, Error> {
    let bounds = limits(params)?;
    let time = bounds.time()?;
    // Without a limit of nodes there is one of time, so that a view does not take for ever.
    let time = time.or(bounds.nodes.is_none().then_some(Duration::from_millis(200)));
    let memory = bounds.memory.unwrap_or(context.memory);
    match read::<Place>(std::mem::take(params))?.open(context.read_file)? {
        Placed::Plain(position) => {
            let viewer = context.viewers.take(position.game(), memory);
            let mut viewer = viewer.stopped_by(context.stop.clone());
            (viewer.time, viewer.nodes) = (time, bounds.nodes);
            let view = viewer.view(&position);
            context.viewers.put(viewer);
            value(view?)
        }
        Placed::Chance(position) => {
            let viewer = context.viewers.take_chance(position.game());
            let mut viewer = viewer.stopped_by(context.stop.clone());
            (viewer.time, viewer.nodes) = (time, bounds.nodes);
            let view = viewer.view(&position);
            context.viewers.put_chance(viewer);
            value(view?)
        }
    }
}

/// Finds the moves of a recorded game that changed its result.
fn analyse(params: &mut Map<String, Value>, context: &Context<'_>) -> Result<Box<RawValue>, Error> {
    let bounds = limits(params)?;
    let record: String = take(params, "record")?;
    let place = read::<Place>(std::mem::take(params))?;
    if place.moves.is_some() {
        return Err(input("analyse takes the moves as record; leave moves out"));
    }
    let position = place.open_plain(context.read_file, "analyse")?;
    let game = position.game();
    let positions = Analysis::positions(game, place.position.as_deref(), &record)?;
    let question = Analysis::question(game);
    let limits = Limits {
        nodes: bounds.nodes,
        bytes: bounds.memory.unwrap_or(context.memory),
        time: bounds.time()?,
        interrupt: Some(context.stop.flag()),
    };
    value(Analysis::of(&positions, question, limits, &mut || ())?.object())
}

/// Checks a certificate.
fn check(mut params: Map<String, Value>, context: &Context<'_>) -> Result<Box<RawValue>, Error> {
    let bounds = limits(&mut params)?;
    let file: String = take(&mut params, "file")?;
    let game_file = take::<Option<String>>(&mut params, "game_file")?;
    // The older name, from when only graphs were read from files.
    let graph = take::<Option<String>>(&mut params, "graph")?;
    nothing_left(&params)?;
    let read = |path: &str| {
        let bytes = (context.read_file)(path);
        bytes.map_err(|why| Error::Input(format!("{path} cannot be read: {why}")))
    };
    let bytes = read(&file)?;
    let game_file = game_file.or(graph).as_deref().map(read).transpose()?;
    let mut options = game_file.as_deref().map_or_else(Options::default, Options::with_game_file);
    options.limits.time = bounds.time()?;
    options.limits.interrupt = Some(context.stop.flag());
    if let Some(memory) = bounds.memory {
        options.limits.memory = memory;
    }
    if bounds.nodes.is_some() {
        return Err(input("a check has no limit of nodes; leave nodes out"));
    }
    value(verdict_object(&file, &foregone::check(&bytes[..], &options)))
}

fn input(sentence: &str) -> Error {
    Error::Input(sentence.to_owned())
}

/// Takes a parameter away.
fn take<T: DeserializeOwned>(params: &mut Map<String, Value>, name: &str) -> Result<T, Error> {
    let value = params.remove(name).unwrap_or(Value::Null);
    let missing = value.is_null();
    serde_json::from_value(value).map_err(|error| match missing {
        true => Error::Input(format!("the parameter {name} is missing")),
        false => Error::Input(format!("{name}: {error}")),
    })
}

fn limits(params: &mut Map<String, Value>) -> Result<Bounds, Error> {
    Ok(Bounds {
        nodes: take(params, "nodes")?,
        seconds: take(params, "seconds")?,
        memory: take(params, "memory")?,
    })
}

/// The parameters that are left.
fn read<T: DeserializeOwned>(params: Map<String, Value>) -> Result<T, Error> {
    serde_json::from_value(Value::Object(params))
        .map_err(|error| Error::Input(format!("params: {error}")))
}

fn nothing_left(params: &Map<String, Value>) -> Result<(), Error> {
    match params.keys().next() {
        Some(name) => Err(Error::Input(format!("there is no parameter \"{name}\" here"))),
        None => Ok(()),
    }
}

/// The value of an option as it is written on a command line.
fn text_of(name: &str, value: &Value) -> Result<String, Error> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(on) => Ok(if *on { "on" } else { "off" }.to_owned()),
        _ => Err(Error::Input(format!("{name}: the value is a text, a number, true or false"))),
    }
}

fn value(of: impl Serialize) -> Result<Box<RawValue>, Error> {
    to_raw_value(&of).map_err(|error| Error::Failed(error.to_string()))
}
