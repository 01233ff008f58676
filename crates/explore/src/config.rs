//! What an explorer is started with.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use foregone::Game;

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
    /// The graph files of the command line; the first one is the game `graph:1`.
    pub graphs: Vec<Graph>,
    /// Games that were opened with the explorer, with their tables: they stand for all games of their spelling.
    pub games: Vec<Game>,
    /// What was opened besides games.
    pub opened: OpenedFiles,
    /// The address of the page that `/` leads to first, if a game was named.
    pub first_page: Option<String>,
}

/// A graph file that was named on the command line. Its content is kept, its path is only shown.
#[derive(Clone, Debug)]
pub struct Graph {
    /// How it was named.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            token: None,
            memory: 1 << 30,
            graphs: Vec::new(),
            games: Vec::new(),
            opened: OpenedFiles::default(),
            first_page: None,
        }
    }
}
