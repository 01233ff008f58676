//! `foregone model`: what a position is worth against a model of the opponent. That is never a proof.

mod page;

use foregone::models::{
    Method, ModelAnswer, ModelQuestion, ModelReport, OpponentType, Worth, read_opponents,
};
use foregone::{Evaluation, Game, Position, Stop};
use foregone_solve::limits::Limits;
use serde::Serialize;

use crate::arguments::model::ModelArguments;
use crate::failure::{Ending, Failure};
use crate::output;
use crate::progress::sign_of_life;
use crate::{interrupt, opening};

/// Searches and prints.
pub(crate) fn run(arguments: &ModelArguments) -> Result<Ending, Failure> {
    let game = opening::open(&arguments.game)?;
    let question =
        question(&game, &arguments.evaluation, Some(&arguments.opponent), arguments.depth)?;
    let question = ModelQuestion { ties: arguments.ties(), ..question };
    let position = arguments.place.of(&game)?;
    interrupt::after(arguments.time);
    let line = sign_of_life("searching against the model", arguments.shown.progress());
    let searched = Searches::make(&position, &question, arguments);
    line.finish_and_clear();
    let searches = searched?;
    let ending = searches.ending();
    match arguments.shown.json {
        true => output::print_json(&Object::new(&position, &question, &searches))?,
        false => output::print(&page::page(&game, &position, &question, &searches))?,
    }
    Ok(ending)
}

/// A question by the names of evaluations. Without an opponent it is that for the minimax value.
pub(crate) fn question(
    game: &Game,
    evaluation: &str,
    opponent: Option<&str>,
    depth: u32,
) -> Result<ModelQuestion, Failure> {
    let known = game.evaluations();
    if known.is_empty() {
        return Err(Failure::bad(format!(
            "{} has no evaluations, so nobody can play or be modelled by one; `foregone games NAME` says which a game has",
            game.spelling()
        )));
    }
    let evaluation =
        Evaluation::find(known, evaluation).map_err(|error| Failure::bad(error.to_string()))?;
    let opponents = match opponent {
        Some(text) => read_opponents(known, text)?,
        None => Vec::new(),
    };
    Ok(ModelQuestion { evaluation, depth, opponents, ties: Default::default() })
}

/// The searches for one answer.
pub(super) struct Searches {
    /// Alpha-beta by our evaluation, as if the opponent had it, too.
    minimax: ModelReport<String>,
    /// The searches against the model, by each method.
    against: Vec<(Method, ModelReport<String>)>,
}

impl Searches {
    fn make(
        position: &Position,
        question: &ModelQuestion,
        arguments: &ModelArguments,
    ) -> Result<Searches, Failure> {
        let limits = Limits {
            nodes: arguments.nodes,
            interrupt: Some(interrupt::flag()),
            ..Limits::default()
        };
        let chosen = arguments.method();
        let methods = chosen.as_ref().map_or(question.methods(), std::slice::from_ref);
        let mut against = Vec::new();
        for &method in methods {
            against.push((method, position.against_model(question, method, limits)?));
        }
        let minimax = ModelQuestion { opponents: Vec::new(), ..question.clone() };
        let minimax = position.against_model(&minimax, Method::OnePass, limits)?;
        let searches = Searches { minimax, against };
        let values: Vec<Worth> = searches.found().map(|found| found.value).collect();
        if values.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(Failure::Failed(
                "the methods have found different values, which is a mistake of the program; take --method plain".to_owned(),
            ));
        }
        Ok(searches)
    }

    fn found(&self) -> impl Iterator<Item = &ModelAnswer<String>> {
        self.against.iter().filter_map(|(_, report)| report.found.as_ref())
    }

    /// The answer against the model, if a search has found it.
    fn answer(&self) -> Option<&ModelAnswer<String>> {
        self.found().next()
    }

    /// Why a search has ended before it was done, if one has.
    fn stop(&self) -> Stop {
        let reports = self.against.iter().map(|(_, report)| report).chain([&self.minimax]);
        reports.map(|report| report.stop).find(|&stop| stop != Stop::Solved).unwrap_or(Stop::Solved)
    }

    fn ending(&self) -> Ending {
        if self.stop() == Stop::Solved { Ending::Answered } else { Ending::LimitReached }
    }
}

/// Why a search ended, as a clause.
fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit was reached",
        _ => interrupt::reason(),
    }
}

/// The answer for programs.
#[derive(Serialize)]
struct Object {
    schema: u32,
    /// Always false: a value against a model is no proof.
    proved: bool,
    game: String,
    position: String,
    to_move: &'static str,
    evaluation: &'static str,
    depth: u32,
    ties: &'static str,
    opponents: Vec<Opponent>,
    value_against_model: Option<String>,
    best_move: Option<String>,
    line: Vec<String>,
    minimax: Search,
    searches: Vec<Search>,
    stop: &'static str,
}

/// A type of the opponent.
#[derive(Serialize)]
struct Opponent {
    evaluations: Vec<&'static str>,
    depth: Option<u32>,
    probability: String,
}

/// One search.
#[derive(Serialize)]
struct Search {
    method: &'static str,
    value: Option<String>,
    best_move: Option<String>,
    line: Vec<String>,
    nodes: u64,
    leaves: u64,
    evaluations: u64,
    seconds: f64,
}

impl Object {
    fn new(position: &Position, question: &ModelQuestion, searches: &Searches) -> Object {
        let known = position.game().evaluations();
        let answer = searches.answer();
        let each = searches.against.iter();
        let total = question.opponents.iter().map(|it| it.weight).sum();
        Object {
            schema: 1,
            proved: false,
            game: position.game().spelling().to_owned(),
            position: position.position(),
            to_move: position.player().name(),
            evaluation: known[usize::from(question.evaluation)].name,
            depth: question.depth,
            ties: question.ties.name(),
            opponents: question.opponents.iter().map(|it| opponent(known, total, it)).collect(),
            value_against_model: answer.map(|answer| answer.value.to_string()),
            best_move: answer.map(|answer| answer.best.clone()),
            line: answer.map_or_else(Vec::new, |answer| answer.line.clone()),
            minimax: Search::new("alpha-beta", &searches.minimax),
            searches: each.map(|(method, report)| Search::new(method.name(), report)).collect(),
            stop: searches.stop().name(),
        }
    }
}

fn opponent(known: &[Evaluation], total: u64, it: &OpponentType) -> Opponent {
    Opponent {
        evaluations: it.evaluations.iter().map(|&index| known[usize::from(index)].name).collect(),
        depth: it.depth,
        probability: Worth::new(it.weight.into(), total.max(1).into()).to_string(),
    }
}

impl Search {
    fn new(method: &'static str, report: &ModelReport<String>) -> Search {
        let found = report.found.as_ref();
        Search {
            method,
            value: found.map(|found| found.value.to_string()),
            best_move: found.map(|found| found.best.clone()),
            line: found.map_or_else(Vec::new, |found| found.line.clone()),
            nodes: report.visited.nodes,
            leaves: report.visited.leaves,
            evaluations: report.visited.evaluations,
            seconds: report.elapsed.as_secs_f64(),
        }
    }
}
