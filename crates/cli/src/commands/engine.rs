//! `foregone engine`: answers other programs line by line.

use std::io;
use std::path::Path;

use foregone_engine::ugi::{self, ServeError};
use foregone_engine::{Settings, serve};
use foregone_proof::GRAPH_FILE;

use crate::arguments::engine::EngineArguments;
use crate::failure::{Ending, Failure, reason};
use crate::files;

/// Answers until the input ends.
pub(crate) fn run(arguments: &EngineArguments) -> Result<Ending, Failure> {
    let mut input = io::stdin().lock();
    let ended = match &arguments.ugi {
        Some(game) => {
            ugi::serve(&mut input, io::stdout(), &ugi::Settings { game, read_file: &read_file })
        }
        None => {
            let usual = Settings::new();
            let settings = Settings {
                jobs: arguments.jobs.unwrap_or(usual.jobs),
                memory: arguments.memory.unwrap_or(usual.memory),
                read_file: &read_file,
            };
            serve(&mut input, io::stdout(), &settings).map_err(ServeError::Io)
        }
    };
    match ended {
        Ok(()) => Ok(Ending::Answered),
        Err(ServeError::Game(error)) => Err(error.into()),
        Err(ServeError::Io(error)) => {
            Err(Failure::Failed(format!("the conversation has ended: {}", reason(&error))))
        }
    }
}

/// Reads a graph file or a certificate. Standard input has the messages, so it is no file here.
fn read_file(path: &str) -> Result<Vec<u8>, String> {
    match files::is_standard(Path::new(path)) {
        true => Err("standard input has the messages; name a file".to_owned()),
        false => files::read(Path::new(path), GRAPH_FILE),
    }
}
