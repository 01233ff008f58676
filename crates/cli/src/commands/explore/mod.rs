//! `foregone explore`: a web page for values, searches and play. The server is in `crates/explore`.

mod opened;

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use foregone::Game;
use foregone::chance::Opened;
use foregone_explore::{Config, NamedFile, Server, link_to};
use foregone_games::registry::GameFile;
use foregone_proof::GRAPH_FILE;
use foregone_tablebase::file::Manifest;

use crate::arguments::explore::ExploreArguments;
use crate::arguments::limits::default_bytes;
use crate::arguments::lookup::LookupArguments;
use crate::failure::{Ending, Failure};
use crate::{files, interrupt, output};

/// The port unless another one is asked for, so that links stay the same from start to start.
const PORT: u16 = 4884;

/// Serves pages until Ctrl-C.
pub(crate) fn run(arguments: &ExploreArguments) -> Result<Ending, Failure> {
    if arguments.place.is_given() && arguments.game.is_none() {
        return Err(Failure::bad("--moves and --position need a game"));
    }
    interrupt::flag();
    let server = bind(arguments, config(arguments)?)?;
    let link = server.link();
    output::print(&format!("{link}\n"))?;
    if arguments.token.is_some() {
        output::warn(
            "the connection is not encrypted: put a proxy with TLS in front of it if others can listen",
        );
    }
    if arguments.open && !open_browser(&link) {
        output::warn("no browser could be started; open the link above yourself");
    }
    let ended = server.run(interrupt::asked);
    ended.map_err(|error| Failure::Failed(format!("the explorer had to end: {error}")))?;
    Ok(Ending::Answered)
}

/// Takes the port that was asked for; without one the usual port, or any other if that is in use.
fn bind(arguments: &ExploreArguments, config: Config) -> Result<Server, Failure> {
    let bad = |error: foregone_explore::StartError| Failure::bad(error.to_string());
    if arguments.listen.is_some() {
        return Server::bind(config).map_err(bad);
    }
    let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let usual = Server::bind(Config { listen: local(PORT), ..config.clone() });
    match usual {
        Err(error) if error.kind() == Some(ErrorKind::AddrInUse) => {
            output::warn(&format!("port {PORT} is in use, so another one was taken"));
            Server::bind(Config { listen: local(0), ..config }).map_err(bad)
        }
        other => other.map_err(bad),
    }
}

fn config(arguments: &ExploreArguments) -> Result<Config, Failure> {
    let memory = arguments.memory.unwrap_or_else(|| default_bytes() / 3 * 2);
    let mut config = Config { memory, token: arguments.token.clone(), ..Config::default() };
    if let Some(listen) = arguments.listen {
        config.listen = listen;
    }
    if let Some(spelling) = &arguments.game {
        let spelling = match GameFile::of(spelling) {
            Some(file) => {
                config.files.push(named(spelling, &file)?);
                config.files[0].numbered(1)
            }
            None => spelling.clone(),
        };
        let game = opened(arguments, &spelling, &config, memory)?;
        let place = &arguments.place;
        let link = link_to(&game, place.position.as_deref(), place.moves.as_deref())?;
        config.first_page = Some(link);
        if let Opened::Plain(game) = game
            && game.tables().is_some()
        {
            config.games.push(game);
        }
    }
    config.opened = opened::opened(arguments, &config.files, memory / 4)?;
    Ok(config)
}

/// The game of the command line, with its tables if there are any.
fn opened(
    arguments: &ExploreArguments,
    spelling: &str,
    config: &Config,
    memory: u64,
) -> Result<Opened, Failure> {
    let bytes = |_: &str| match config.files.first() {
        Some(file) => Ok(file.bytes.clone()),
        None => Err("it was not read".to_owned()),
    };
    let game = foregone::chance::open_any(spelling, &bytes)?;
    let Opened::Plain(game) = game else { return Ok(game) };
    // Other folders have tables of other games, which are only shown.
    let name = game.info().name;
    let is_of = |folder: &&PathBuf| {
        Manifest::read(folder)
            .is_ok_and(|manifest| manifest.game.split([':', '#']).next() == Some(name))
    };
    let Some(folder) = arguments.tablebase.iter().find(is_of) else {
        return Ok(Opened::Plain(game));
    };
    let lookup = LookupArguments { tablebase: Some(folder.clone()) };
    let game: Game = lookup.of(game, false, memory)?;
    Ok(Opened::Plain(game))
}

/// Reads the file of a game.
fn named(spelling: &str, file: &GameFile<'_>) -> Result<NamedFile, Failure> {
    let bytes = files::read(Path::new(file.path), GRAPH_FILE)
        .map_err(|why| Failure::bad(format!("{} {}: {why}", file.kind(), file.path)))?;
    Ok(NamedFile { spelling: spelling.trim().to_owned(), bytes })
}

/// Starts the browser of this machine; false if there is none.
fn open_browser(link: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
