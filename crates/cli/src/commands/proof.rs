//! `foregone proof`: the proof of a certificate, position by position.

use foregone::proof::Options;
use foregone::proof::format::Reader;
use foregone::proof::program::{GRAPH_FILE, read_graph_beside, tablebase_loader};
use foregone::{Game, ProofStep, ProofTree};
use serde::Serialize;

use crate::arguments::proof::{ProofArguments, ProofCommand, ShowArguments};
use crate::failure::{Ending, Failure};
use crate::files;
use crate::interrupt;
use crate::output::{self, in_thousands, indented};

/// The longest certificate that is read into memory.
const LONGEST: u64 = 4 << 30;

/// Does what the subcommand says.
pub(crate) fn run(arguments: &ProofArguments) -> Result<Ending, Failure> {
    match &arguments.command {
        ProofCommand::Show(arguments) => show(arguments),
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Object<'o> {
    schema: u32,
    game: &'o str,
    position: String,
    claim: &'o str,
    records: u64,
    #[serde(flatten)]
    step: Step,
}

/// What the proof does at a position.
#[derive(Serialize)]
struct Step {
    place: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<Vec<Reply>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// A reply of the opponent.
#[derive(Serialize)]
struct Reply {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    step: Step,
}

impl Step {
    fn new(step: ProofStep) -> Step {
        let empty = |place| Step { place, outcome: None, answer: None, replies: None, why: None };
        match step {
            ProofStep::Over(outcome) => Step { outcome: Some(outcome), ..empty("over") },
            ProofStep::Known => empty("known"),
            ProofStep::Searched => empty("searched"),
            ProofStep::Answer(mv) => Step { answer: Some(mv), ..empty("answer") },
            ProofStep::MoreReplies => empty("replies"),
            ProofStep::NotInProof(why) => Step { why: Some(why), ..empty("not in the proof") },
            ProofStep::Replies(replies) => {
                let reply = |(mv, step)| Reply { mv, step: Step::new(step) };
                let replies = replies.into_iter().map(reply).collect();
                Step { replies: Some(replies), ..empty("replies") }
            }
        }
    }

    /// The end of a line about the position.
    fn words(&self) -> String {
        match (self.place, &self.outcome, &self.answer, &self.why) {
            (_, Some(outcome), ..) => format!("play is over: {outcome}"),
            (_, _, Some(mv), _) => format!("answered by {mv}"),
            (_, _, _, Some(why)) => why.clone(),
            ("known", ..) => "known to the checker without a move".to_owned(),
            ("searched", ..) => "searched by the checker itself".to_owned(),
            _ => "the opponent moves again".to_owned(),
        }
    }
}

fn show(arguments: &ShowArguments) -> Result<Ending, Failure> {
    let name = arguments.file.display();
    let failed = |why: String| Failure::Failed(format!("{name}: {why}"));
    let file = files::read(&arguments.file, LONGEST).map_err(failed)?;
    let reader = Reader::new(&file[..]).map_err(|why| failed(why.to_string()))?;
    // The certificate may come from anybody: of the files that it names only one beside it is opened.
    let read_graph = |path: &str| match &arguments.graph {
        Some(given) => files::read(given, GRAPH_FILE),
        None => read_graph_beside(path, &arguments.file),
    };
    let game = Game::open_with(&reader.header().game, &read_graph)?;
    let graph = game.info().file.clone().unwrap_or_default();
    let mut options = Options::with_graph(&graph);
    options.tablebase = arguments.tablebase.as_deref().map(tablebase_loader);
    options.limits.interrupt = Some(interrupt::flag());
    let tree = ProofTree::open_with(&file, &game, &options);
    let tree = tree.map_err(|why| failed(why.to_string()))?;
    let number = usize::from(arguments.claim) - 1;
    let claims: Vec<String> = tree.claims().into_iter().map(str::to_owned).collect();
    let Some(claim) = claims.get(number) else {
        return Err(Failure::bad(format!("{name} has one claim; leave --claim out")));
    };
    let mut position = tree.root().clone();
    position.play_line(&arguments.moves)?;
    let step = Step::new(tree.at(number, &position)?);
    if arguments.json {
        let (game, records) = (game.spelling(), tree.records());
        let position = position.to_string();
        output::print_json(&Object { schema: 1, game, position, claim, records, step })?;
        return Ok(Ending::Answered);
    }
    let mut text = format!("{}\n{}\n", indented(&position.text()), subject(&claims, number, &tree));
    match &step.replies {
        None => text.push_str(&format!("  {}\n", step.words())),
        Some(replies) => {
            let width = replies.iter().map(|reply| reply.mv.chars().count()).max().unwrap_or(0);
            for Reply { mv, step } in replies {
                text.push_str(&format!("  {mv:<width$}  {}\n", step.words()));
            }
        }
    }
    output::print(&text)?;
    Ok(Ending::Answered)
}

/// The claim, and that it has not been checked.
fn subject(claims: &[String], number: usize, tree: &ProofTree) -> String {
    let other = if claims.len() > 1 { ", one of two claims" } else { "" };
    let records = in_thousands(tree.records());
    format!("proof of {}{other}; {records} records, not checked here\n", claims[number])
}
