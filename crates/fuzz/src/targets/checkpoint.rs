//! Checkpoints: the header of one and the whole state of a search. An input has the nodes to search after loading and the
//! file.

use std::sync::OnceLock;

use foregone::checkpoint::{EVERY, Header, Keeper, Reader};
use foregone::{Decided, Game, Goal, Method, Settings, Solver, StopHandle};

use crate::Target;

/// Files that searches go on from.
pub(super) struct Checkpoint;

/// One of each kind of search that can be saved.
const METHODS: [&str; 4] = ["pns", "mopns", "dfpn", "alphabeta-tt"];

fn game() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| Game::open("connect4:4x4").expect("a game"))
}

impl Target for Checkpoint {
    fn name(&self) -> &'static str {
        "checkpoint"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        METHODS.iter().map(|method| saved(method)).collect()
    }

    /// Loads the file and searches a little further.
    fn run(&self, input: &[u8]) -> String {
        let (header, mut reader) = match Reader::new(input, StopHandle::new()) {
            Ok(read) => read,
            Err(unusable) => return unusable.why().to_owned(),
        };
        let place = header.place(game());
        let question = header.question(game()).map_err(|error| error.to_string());
        let (position, question) = match (place, question) {
            (Ok(position), Ok(question)) => (position, question),
            (Err(why), _) | (_, Err(why)) => return why,
        };
        let mut settings = Settings::new();
        (settings.memory, settings.nodes) = (1 << 22, Some(2_000));
        let decided = Decided { question, policy: None, chosen: None };
        let mut solver = Solver::with(game(), settings);
        match solver.search(&position, decided, &mut (), None, Some(&mut reader)) {
            Ok(answer) => format!("resumed: {}", answer.status().name()),
            Err(error) => error.to_string(),
        }
    }
}

/// A checkpoint of a search that was stopped early.
fn saved(method: &str) -> Vec<u8> {
    let mut settings = Settings::by(Method::named(method).expect("an algorithm"));
    settings.set("threads", "1").expect("a number");
    (settings.memory, settings.nodes) = (1 << 22, Some(300));
    let start = game().start();
    let decided = settings.decide(game(), Goal::Value).expect("options that fit");
    let header = Header::new(&start, &decided.question, settings.memory, EVERY);
    let name = format!("foregone-fuzz-{}-{method}.fgk", std::process::id());
    let file = std::env::temp_dir().join(name);
    let mut keeper = Keeper::start(&file, header, true).expect("a new file");
    let mut solver = Solver::with(game(), settings);
    solver.search(&start, decided, &mut (), Some(&mut keeper), None).expect("an answer");
    let bytes = std::fs::read(&file).expect("a file that was just written");
    keeper.remove().expect("a file of ours");
    bytes
}
