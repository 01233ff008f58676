//! `foregone games`: what can be solved, and a look at positions.

mod chance;

use foregone::chance::{ENTRIES, Opened};
use foregone::view::{GameView, Look};
use foregone::{Game, Position};
use foregone_games::registry::{GAMES, GameEntry, find};
use serde::Serialize;

use crate::arguments::GamesArguments;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::opening;
use crate::output::{self, Rows, in_thousands, indented, printable};

/// Lists the games, describes one, or shows a position.
pub(crate) fn run(arguments: &GamesArguments) -> Result<Ending, Failure> {
    let Some(game) = &arguments.game else {
        if arguments.place.is_given() {
            return Err(Failure::bad("--moves and --position need a game"));
        }
        return list(arguments.json).map(|()| Ending::Answered);
    };
    let looks = arguments.place.is_given()
        || arguments.svg.is_some()
        || arguments.dot.is_some()
        || arguments.perft.is_some();
    if game.contains(':') || looks {
        look(game, arguments)?;
    } else {
        let with_chance = ENTRIES.iter().find(|entry| entry.name == game);
        match with_chance {
            Some(entry) => describe(entry, arguments.json)?,
            None => describe(find(game)?, arguments.json)?,
        }
    }
    Ok(Ending::Answered)
}

/// All games, those with chance last.
fn all() -> impl Iterator<Item = &'static GameEntry> {
    GAMES.iter().chain(ENTRIES)
}

fn list(json: bool) -> Result<(), Failure> {
    if json {
        return output::print_json(&List { schema: 1, games: GameView::all() });
    }
    let mut rows = Rows::default();
    for entry in all() {
        rows.add(entry.name, entry.about);
        rows.add("", entry.spelling);
    }
    output::print(&format!(
        "{rows}\n`foregone games NAME` says more: parameters, notation, known values.\n"
    ))
}

fn describe(entry: &'static GameEntry, json: bool) -> Result<(), Failure> {
    if json {
        return output::print_json(&Described { schema: 1, game: GameView::of(entry) });
    }
    let mut text = format!("{}: {}\n\n", entry.name, entry.about);
    let mut rows = Rows::default();
    rows.add("spelling", entry.spelling);
    if !entry.other_names.is_empty() {
        rows.add("also", entry.other_names.join(", "));
    }
    for (index, (name, meaning)) in entry.parameters.iter().enumerate() {
        let label = if index == 0 { "parameters" } else { "" };
        rows.add(label, format!("{name}: {meaning}"));
    }
    rows.add("moves", entry.moves);
    rows.add("positions", entry.positions);
    rows.add("examples", entry.examples.join("  "));
    for (index, level) in entry.knowledge_levels.iter().enumerate() {
        let label = if index == 0 { "knowledge" } else { "" };
        rows.add(label, format!("{}: {}", level.name, level.about));
    }
    // The example of a game that is read from a file needs that file; it may not be there.
    let example = entry.examples.first().and_then(|spec| opening::open_any(spec).ok());
    if let Some(Opened::Plain(game)) = &example {
        for (index, evaluation) in game.evaluations().iter().enumerate() {
            let label = if index == 0 { "evaluations" } else { "" };
            rows.add(label, format!("{}: {}", evaluation.name, evaluation.about));
        }
    }
    for (index, known) in entry.known.iter().enumerate() {
        let label = if index == 0 { "known values" } else { "" };
        rows.add(label, format!("{} is worth {} ({})", known.spec, known.value, known.source));
    }
    text.push_str(&rows.to_string());
    if let Some(opened) = example {
        let (spec, board) = match &opened {
            Opened::Plain(game) => (game.spelling(), game.start().text()),
            Opened::Chance(game) => (game.spelling(), game.start().text()),
        };
        text.push_str(&format!("\n{spec}:\n\n{}", indented(&board)));
    }
    output::print(&text)
}

fn look(spec: &str, arguments: &GamesArguments) -> Result<(), Failure> {
    let opened = match opening::open_any(spec)? {
        Opened::Plain(game) => game,
        Opened::Chance(game) => return chance::look(&game, arguments),
    };
    let placed = arguments.place.of(&opened)?;
    Named::new(arguments.json)
        .output("--svg", arguments.svg.as_ref())
        .output("--dot", arguments.dot.as_ref())
        .game(&opened.info().spec)
        .check()?;
    if let Some(file) = Destination::of(arguments.svg.as_ref(), arguments.force)? {
        file.write_text(&placed.scene().svg())?;
    }
    if let Some(file) = Destination::of(arguments.dot.as_ref(), arguments.force)? {
        file.write_text(&dot(&opened)?)?;
    }
    let perft = arguments.perft.map(|depth| count_lines(&placed, depth));
    if arguments.json {
        return output::print_json(&Look::at(&placed).counted(perft));
    }
    if let Some(counts) = perft {
        return output::print(&counted_lines(&counts));
    }
    if arguments.svg.is_some() || arguments.dot.is_some() {
        return Ok(());
    }
    let mut rows = Rows::default();
    rows.add("position", placed.position());
    rows.add("moves", placed.legal_moves().join(" "));
    rows.add("outcomes", outcomes(opened.scale().names()));
    let subject = arguments.place.subject(&opened.info().spec);
    let board = indented(&output::board(&opened, &placed));
    output::print(&format!("{}\n\n{board}\n{rows}", printable(&subject)))
}

/// The scale, of which a long one is shown by its ends.
fn outcomes(names: &[String]) -> String {
    const SHOWN_MAX: usize = 40;
    match names {
        [worst, next, .., last, best] if names.len() > SHOWN_MAX => {
            format!("{worst} < {next} < … < {last} < {best}")
        }
        names => names.join(" < "),
    }
}

/// How many lines of play there are, by their length.
fn counted_lines(counts: &[u64]) -> String {
    let line = |(depth, &count): (usize, &u64)| format!("{depth:>3}  {}\n", in_thousands(count));
    (1..).zip(counts).map(line).collect()
}

fn count_lines(placed: &Position, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| placed.perft(depth)).collect()
}

/// The graph in Graphviz' language, read from the file once more: only graph games have it.
fn dot(opened: &Game) -> Result<String, Failure> {
    let Some(bytes) = opened.info().file.as_ref().filter(|_| opened.info().name == "graph") else {
        return Err(no_graph(&opened.info().spec));
    };
    let file =
        foregone_games::graph_file::read(bytes).map_err(|error| Failure::bad(error.to_string()))?;
    Ok(file.graph.dot())
}

/// The sentence about a game that has no graph to be written.
fn no_graph(game: &str) -> Failure {
    Failure::bad(format!(
        "--dot goes with graph games; {game} is not written down position by position"
    ))
}

#[derive(Serialize)]
struct List {
    schema: u32,
    games: Vec<GameView>,
}

#[derive(Serialize)]
struct Described {
    schema: u32,
    #[serde(flatten)]
    game: GameView,
}
