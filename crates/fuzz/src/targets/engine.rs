//! What programs say to the engine: messages of JSON-RPC, and commands of UGI.

use foregone_engine::read_message;
use foregone_engine::ugi::{Command, read_command};

use crate::Target;

/// Messages of JSON-RPC.
pub(super) struct Messages;

/// Commands of UGI.
pub(super) struct Commands;

const MESSAGES: [&str; 3] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"connect4:4x4","moves":["1","2"],"nodes":100}}"#,
    r#"{"jsonrpc":"2.0","id":"a","method":"children","params":{"game":"torere","position":"xxxxoooo/. x"}}"#,
    r#"{"jsonrpc":"2.0","method":"cancel","params":{"id":1}}"#,
];

const COMMANDS: [&str; 5] = [
    "position fen xxxxoooo/. x moves 1 5",
    "position startpos moves 4 4 3",
    "go p1time 60000 p2time 60000 p1inc 100 p2inc 100 nodes 1000 infinite",
    "setoption name Game value mnk:3,3,3",
    "query gameover",
];

impl Target for Messages {
    fn name(&self) -> &'static str {
        "engine_message"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        MESSAGES.iter().map(|message| message.as_bytes().to_vec()).collect()
    }

    fn run(&self, input: &[u8]) -> String {
        match read_message(input) {
            Ok(message) => format!("{} {}", message.method, message.id.is_some()),
            Err(refused) => format!("{}", refused.code),
        }
    }
}

impl Target for Commands {
    fn name(&self) -> &'static str {
        "engine_command"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        COMMANDS.iter().map(|command| command.as_bytes().to_vec()).collect()
    }

    fn run(&self, input: &[u8]) -> String {
        match read_command(&String::from_utf8_lossy(input)) {
            Ok(Some(Command::Go(clock))) => {
                let times = [clock.time(0), clock.time(1)];
                format!("go {:?} {}", times.map(|time| time.is_some()), clock.nodes.is_some())
            }
            Ok(Some(Command::Position { from, moves })) => {
                format!("position {} {}", from.is_some(), moves.len().min(9))
            }
            Ok(Some(Command::SetOption { .. })) => "an option".to_owned(),
            Ok(command) => format!("{command:?}"),
            Err(error) => error.split(' ').next().unwrap_or_default().to_owned(),
        }
    }
}
