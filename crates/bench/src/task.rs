//! One search on a Connect Four board, as it is written on a command line: `pns 7x6 goal=win nodes=500000`.
//!
//! Measurements that need a process of their own (instructions, resident memory) start `foregone-measure` with such a
//! line; everything else calls [`Task::run`].

use foregone_game::notation::read_line;
use foregone_game::{Game, Outcome};
use foregone_games::connect4::{Connect4, Score};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Counters, Limits};
use foregone_solve::options::{Algorithm, Goal, Question, SecondLevel, Techniques, When};
use foregone_solve::request::Request;
use foregone_solve::solve;

use crate::by_hand;

const DRAW: Outcome = Outcome(1);
const WIN: Outcome = Outcome(2);

/// Who searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Searcher {
    ByHand,
    Generic(Algorithm),
}

/// A search with its limits; `mb` are mebibytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    searcher: Searcher,
    columns: u32,
    rows: u32,
    /// Columns from 1, in the notation of the game.
    moves: String,
    goal: Goal,
    nodes: Option<u64>,
    bytes: u64,
    second_level: SecondLevel,
    techniques: Techniques,
    certificate: bool,
    threads: usize,
}

impl Task {
    /// Reads a task: the searcher, the board, then any of `moves=`, `goal=`, `nodes=`, `mb=`, `second=`, `prune=`,
    /// `delete_solved=`, `dag`, `least`, `certificate`, `threads=`. Says which word it does not understand.
    pub fn parse<'w>(mut words: impl Iterator<Item = &'w str>) -> Result<Task, String> {
        let searcher = words.next().ok_or("which search?")?;
        let board = words.next().ok_or("which board?")?;
        let mut task = Task::new(searcher, board)?;
        for word in words {
            task.option(word).ok_or_else(|| format!("\"{word}\" is no option"))?;
        }
        Ok(task)
    }

    fn new(searcher: &str, board: &str) -> Result<Task, String> {
        let generic = Algorithm::ALL.into_iter().find(|known| known.name() == searcher);
        let searcher = match (searcher, generic) {
            ("by-hand", _) => Searcher::ByHand,
            (_, Some(algorithm)) => Searcher::Generic(algorithm),
            _ => return Err(format!("\"{searcher}\" is no search")),
        };
        let sizes =
            board.split_once('x').and_then(|(c, r)| Some((c.parse().ok()?, r.parse().ok()?)));
        let (columns, rows) = sizes.ok_or_else(|| format!("\"{board}\" is no board"))?;
        Ok(Task {
            searcher,
            columns,
            rows,
            moves: String::new(),
            goal: Goal::Value,
            nodes: None,
            bytes: 1 << 30,
            second_level: SecondLevel::default(),
            techniques: Techniques::default(),
            certificate: false,
            threads: 1,
        })
    }

    fn option(&mut self, word: &str) -> Option<()> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name {
            "moves" => self.moves = value.to_owned(),
            "goal" => self.goal = goal(value)?,
            "nodes" => self.nodes = Some(value.parse().ok()?),
            "mb" => self.bytes = value.parse::<u64>().ok()? << 20,
            "second" => self.second_level = SecondLevel::Fixed(value.parse().ok()?),
            "prune" => self.techniques.prune = when(value)?,
            "delete_solved" => self.techniques.delete_solved = when(value)?,
            "dag" => self.techniques.dag = true,
            "least" => self.techniques.delete_least_proving = true,
            "certificate" => self.certificate = true,
            "threads" => self.threads = value.parse().ok().filter(|&threads| threads > 0)?,
            _ => return None,
        }
        Some(())
    }

    /// Searches, and says what it cost.
    pub fn run(&self) -> Result<Counters, String> {
        match self.searcher {
            Searcher::ByHand => self.by_hand(),
            Searcher::Generic(algorithm) => self.generic(algorithm),
        }
    }

    fn by_hand(&self) -> Result<Counters, String> {
        let goal = match self.goal {
            Goal::AtLeast(WIN) => by_hand::Goal::Win,
            Goal::AtLeast(DRAW) => by_hand::Goal::Draw,
            _ => return Err("by hand only goal=draw and goal=win are possible".to_owned()),
        };
        let moves: Vec<u8> = self.moves.bytes().map(|column| column - b'1').collect();
        let mut search = by_hand::Search::new(self.columns, self.rows, goal, &moves);
        let limit = self.nodes.unwrap_or(u64::from(u32::MAX)) as usize;
        let by_hand::Finding { created, expanded, .. } = search.run(limit);
        Ok(Counters { created, expanded, peak_nodes: created, ..Counters::default() })
    }

    fn generic(&self, algorithm: Algorithm) -> Result<Counters, String> {
        let game = Connect4::<u64>::new(self.columns, self.rows, Score::Result)
            .map_err(|error| error.0)?;
        let (root, _) = read_line(&game, game.start(), &self.moves).map_err(|error| error.0)?;
        let question = Question {
            goal: self.goal,
            techniques: self.techniques,
            certificate: self.certificate,
            second_level: self.second_level,
            threads: self.threads,
            ..Question::value(algorithm)
        };
        let limits = Limits { nodes: self.nodes, bytes: self.bytes, ..Limits::default() };
        let report = solve::<_, NeverReturns>(&game, &root, Request::new(&question, limits));
        report.map(|report| report.counters).map_err(|refusal| refusal.0)
    }
}

fn goal(name: &str) -> Option<Goal> {
    match name {
        "value" => Some(Goal::Value),
        "draw" => Some(Goal::AtLeast(DRAW)),
        "win" => Some(Goal::AtLeast(WIN)),
        _ => None,
    }
}

fn when(name: &str) -> Option<When> {
    match name {
        "never" => Some(When::Never),
        "full" => Some(When::Full),
        "at-once" => Some(When::AtOnce),
        _ => None,
    }
}
