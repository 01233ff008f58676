//! What an explorer is started with.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use foregone::Game;
use foregone_games::registry::GameFile;

use crate::opened::OpenedFiles;

/// What an explorer is started with.
#[derive(Clone)]
pub struct Config {
    /// Where it listens. Port 0 lets the system choose one.
    pub listen: SocketAddr,
    /// What a visitor must know. An address that other machines reach needs one.
    pub token: Option<String>,
    /// Bytes that searches, tables and known values may hold together.
    pub memory: u64,
    /// The files of games that were named on the command line; the first one is the game `graph:1`, or `gdl:1`.
    pub files: Vec<NamedFile>,
    /// Games that were opened with the explorer, with their tables: they stand for all games of their spelling.
    pub games: Vec<Game>,
    /// What was opened besides games.
    pub opened: OpenedFiles,
    /// The address of the page that `/` leads to first, if a game was named.
    pub first_page: Option<String>,
}

/// The file of a game that was named on the command line. Its content is kept, its path is only shown.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// The spelling of the game.
    pub spelling: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl NamedFile {
    /// What the game is called in the explorer, where files have numbers.
    pub fn numbered(&self, number: usize) -> String {
        let file = GameFile::of(&self.spelling);
        file.map_or_else(|| self.spelling.clone(), |file| file.spelling(&number.to_string()))
    }

    /// Where the file is.
    pub fn path(&self) -> &str {
        GameFile::of(&self.spelling).map_or(&self.spelling, |file| file.path)
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            token: None,
            memory: 1 << 30,
            files: Vec::new(),
            games: Vec::new(),
            opened: OpenedFiles::default(),
            first_page: None,
        }
    }
}
