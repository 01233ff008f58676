//! `foregone proof`: the proof of a certificate, position by position.

use std::path::{Path, PathBuf};

use foregone::proof::Options;
use foregone::proof::format::Reader;
use foregone::proof::lookup::refuse_expectation;
use foregone::proof::program::{GRAPH_FILE, read_beside, tablebase_loader};
use foregone::{Game, ProofTree, ReplyView, StepView};

use crate::arguments::proof::{
    IndexArguments, NeededFiles, ProofArguments, ProofCommand, ShowArguments,
};
use crate::failure::{Ending, Failure};
use crate::files::{self, Destination, Named};
use crate::interrupt;
use crate::output::{self, in_thousands, indented};

/// The longest certificate that is read into memory.
const LONGEST: u64 = 4 << 30;

/// Proofs of so many records are measured whenever they are shown; larger ones need an index.
const MEASURED: u64 = 200_000;

/// The longest index that is read.
const LONGEST_INDEX: u64 = 1 << 30;

/// Does what the subcommand says.
pub(crate) fn run(arguments: &ProofArguments) -> Result<Ending, Failure> {
    match &arguments.command {
        ProofCommand::Show(arguments) => show(arguments),
        ProofCommand::Index(arguments) => index(arguments),
    }
}

/// The end of a line about a position.
fn words(step: &StepView) -> String {
    match (step.place, &step.outcome, &step.answer, &step.why) {
        (_, Some(outcome), ..) => format!("play is over: {outcome}"),
        (_, _, Some(mv), _) => format!("answered by {mv}{}", size(step)),
        (_, _, _, Some(why)) => why.clone(),
        ("known", ..) => "known to the checker without a move".to_owned(),
        ("searched", ..) => "searched by the checker itself".to_owned(),
        _ => "the opponent moves again".to_owned(),
    }
}

/// The size of the proof, if it is known.
fn size(step: &StepView) -> String {
    step.size().map_or(String::new(), |size| {
        let positions = in_thousands(size.positions);
        format!(" ({positions} positions, {} moves at most)", size.longest_line)
    })
}

/// Opens the proof of a certificate.
fn open(path: &Path, needs: &NeededFiles) -> Result<ProofTree, Failure> {
    let failed = |why: String| Failure::Failed(format!("{}: {why}", path.display()));
    let file = files::read(path, LONGEST).map_err(failed)?;
    let reader = Reader::new(&file[..]).map_err(|why| failed(why.to_string()))?;
    refuse_expectation(&reader).map_err(|why| failed(why.to_string()))?;
    // The certificate may come from anybody: of the files that it names only one beside it is opened.
    let read_file = |name: &str| match &needs.game_file {
        Some(given) => files::read(given, GRAPH_FILE),
        None => read_beside(name, path),
    };
    let game = Game::open_with(&reader.header().game, &read_file)?;
    let game_file = game.info().file.clone().unwrap_or_default();
    let mut options = Options::with_game_file(&game_file);
    options.tablebase = needs.tablebase.as_deref().map(tablebase_loader);
    options.limits.interrupt = Some(interrupt::flag());
    let tree = ProofTree::open_with(&file, &game, &options);
    tree.map_err(|why| failed(why.to_string()))
}

/// The index beside a certificate.
fn beside(certificate: &Path) -> PathBuf {
    let mut name = certificate.to_owned().into_os_string();
    name.push(".index");
    name.into()
}

fn index(arguments: &IndexArguments) -> Result<Ending, Failure> {
    let output = arguments.output.clone().unwrap_or_else(|| beside(&arguments.file));
    Named::new(false)
        .input("the certificate", Some(&arguments.file))
        .input("the file of the game", arguments.needs.game_file.as_ref())
        .output("--output", Some(&output))
        .check()?;
    let destination = Destination::new(&output, arguments.force)?;
    let tree = open(&arguments.file, &arguments.needs)?;
    let bytes = tree.measure()?;
    destination.write(|file| file.write_all(&bytes))?;
    if !files::is_standard(&output) {
        let records = in_thousands(tree.records());
        output::print(&format!("{}: the sizes below {records} records\n", output.display()))?;
    }
    Ok(Ending::Answered)
}

/// Measures a proof, by its index if there is one. A proof that is too large for that is shown without sizes.
fn measure(tree: &ProofTree, certificate: &Path) -> Result<(), Failure> {
    let read = |path: PathBuf| path.is_file().then(|| files::read(&path, LONGEST_INDEX).ok());
    let index = (!files::is_standard(certificate)).then(|| read(beside(certificate)));
    if let Some(Some(Some(index))) = index
        && tree.use_index(&index)
    {
        return Ok(());
    }
    if tree.records() <= MEASURED {
        tree.measure()?;
    }
    Ok(())
}

fn show(arguments: &ShowArguments) -> Result<Ending, Failure> {
    let name = arguments.file.display();
    let tree = open(&arguments.file, &arguments.needs)?;
    measure(&tree, &arguments.file)?;
    let number = usize::from(arguments.claim) - 1;
    let claims: Vec<String> = tree.claims().into_iter().map(str::to_owned).collect();
    if number >= claims.len() {
        return Err(Failure::bad(format!("{name} has one claim; leave --claim out")));
    }
    let mut position = tree.root().clone();
    position.play_line(&arguments.moves)?;
    let node = tree.node(number, &position)?;
    if arguments.json {
        output::print_json(&node)?;
        return Ok(Ending::Answered);
    }
    let mut text = format!("{}\n{}\n", indented(&position.text()), subject(&claims, number, &tree));
    match &node.step.replies {
        None => text.push_str(&format!("  {}\n", words(&node.step))),
        Some(replies) => {
            let width = replies.iter().map(|reply| reply.mv.chars().count()).max().unwrap_or(0);
            for ReplyView { mv, step } in replies {
                text.push_str(&format!("  {mv:<width$}  {}\n", words(step)));
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
