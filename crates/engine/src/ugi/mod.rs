//! The Universal Game Interface, which tournament programs speak: commands in, words out.

mod command;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, Scope, ScopedJoinHandle};

use foregone::chance::{self, Opened};
use foregone::{Choice, Error, Game, Player, Position, Reason, Solver, StopHandle, Style, winner};

pub use command::{Clock, Command, Query, read_command};

use crate::games::ReadFile;
use crate::line::{Line, read_line};

/// What the engine begins with.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// The game until the option `Game` names another.
    pub game: &'s str,
    /// Reads the file of a `graph:` game.
    pub read_file: ReadFile<'s>,
}

/// Obeys commands until `quit` or the end of the input; then the choice that is being made is still told. The error is that of
/// the game in the settings, or of the input or the output.
///
/// ```
/// use foregone_engine::ugi::{Settings, serve};
///
/// let commands = b"ugi\nposition startpos moves b2 a2\nquery p1turn\nquit\n";
/// let mut answers = Vec::new();
/// let settings = Settings { game: "mnk:3,3,3", read_file: &|_| Err("no files".to_owned()) };
/// serve(&mut &commands[..], &mut answers, &settings)?;
/// assert!(String::from_utf8(answers)?.ends_with("ugiok\nresponse true\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    input: &mut impl BufRead,
    output: impl Write + Send,
    settings: &Settings<'_>,
) -> Result<(), ServeError> {
    let game = open(settings.game, settings.read_file).map_err(ServeError::Game)?;
    let output = Mutex::new(output);
    let read_file = settings.read_file;
    thread::scope(|scope| {
        let position = game.start();
        let mut session = Session { scope, output: &output, read_file, position, choosing: None };
        let obeyed = session.obey_all(input);
        session.wait();
        obeyed
    })
    .map_err(ServeError::Io)
}

/// Why the engine did not begin, or ended.
#[derive(Debug)]
pub enum ServeError {
    /// The game cannot be opened.
    Game(Error),
    /// The input cannot be read, or nobody reads the output.
    Io(io::Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeError::Game(error) => error.fmt(out),
            ServeError::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ServeError {}

fn open(spelling: &str, read_file: ReadFile<'_>) -> Result<Game, Error> {
    match chance::open_any(spelling, &read_file)? {
        Opened::Plain(game) => Ok(game),
        Opened::Chance(game) => Err(Error::Input(format!(
            "{} is a game with chance, which UGI has no words for; take a game without",
            game.spelling()
        ))),
    }
}

/// A conversation.
struct Session<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<W>,
    read_file: ReadFile<'env>,
    position: Position,
    /// The choice that is being made.
    choosing: Option<(StopHandle, ScopedJoinHandle<'scope, io::Result<()>>)>,
}

impl<'scope, 'env, W: Write + Send> Session<'scope, 'env, W> {
    fn obey_all(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        loop {
            let line = match read_line(input)? {
                Line::End => return Ok(()),
                Line::TooLong => {
                    self.say("info string error: the line was too long and was skipped")?;
                    continue;
                }
                Line::Text(text) => String::from_utf8_lossy(&text).into_owned(),
            };
            match read_command(&line) {
                Ok(None) => {}
                Ok(Some(Command::Quit)) => {
                    self.stop();
                    return Ok(());
                }
                Ok(Some(command)) => {
                    if let Err(error) = self.obey(command)? {
                        self.say(&format!("info string error: {error}"))?;
                    }
                }
                Err(why) => self.say(&format!("info string error: {why}"))?,
            }
        }
    }

    /// Obeys a command. The inner error is what is wrong with the command.
    fn obey(&mut self, command: Command) -> io::Result<Result<(), Error>> {
        match command {
            Command::Ugi => {
                let game = self.position.game().spelling().to_owned();
                self.say(&format!("id name foregone {}", env!("CARGO_PKG_VERSION")))?;
                self.say("id author the Foregone developers")?;
                self.say(&format!("option name Game type string default {game}"))?;
                self.say("ugiok")?;
            }
            Command::IsReady => self.say("readyok")?,
            Command::NewGame => {
                self.wait();
                self.position = self.position.game().start();
            }
            Command::SetOption { name, value } => {
                self.wait();
                return Ok(self.set_option(&name, &value));
            }
            Command::Position { from, moves } => {
                self.wait();
                let placed = self.position.game().play(from.as_deref(), &moves);
                return Ok(placed.map(|position| self.position = position));
            }
            Command::Go(clock) => {
                self.wait();
                self.choose(clock);
            }
            Command::Stop => self.stop(),
            Command::Query(query) => self.answer(query)?,
            Command::Quit => {}
        }
        Ok(Ok(()))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if name != "Game" {
            return Err(Error::Input(format!("there is no option {name}; there is Game")));
        }
        self.position = open(value, self.read_file)?.start();
        Ok(())
    }

    fn answer(&mut self, query: Query) -> io::Result<()> {
        let outcome = self.position.outcome();
        let is_first = self.position.player() == Player::Max;
        self.say(match (query, outcome) {
            (Query::P1Turn, _) if is_first => "response true",
            (Query::P1Turn, _) | (Query::GameOver, None) => "response false",
            (Query::GameOver, Some(_)) => "response true",
            (Query::Result, None) => "response none",
            (Query::Result, Some(outcome)) => match winner(self.position.game().scale(), outcome) {
                Some(Player::Max) => "response p1win",
                Some(Player::Min) => "response p2win",
                None => "response draw",
            },
        })
    }

    /// Begins to choose a move in a thread of its own.
    fn choose(&mut self, clock: Clock) {
        let stop = StopHandle::new();
        let (position, output, handle) = (self.position.clone(), self.output, stop.clone());
        let thread = self.scope.spawn(move || {
            for line in chosen(&position, clock, handle) {
                say(output, &line)?;
            }
            Ok(())
        });
        self.choosing = Some((stop, thread));
    }

    /// Asks the choice to be made at once.
    fn stop(&self) {
        if let Some((stop, _)) = &self.choosing {
            stop.stop();
        }
    }

    /// Waits until the choice has been made.
    fn wait(&mut self) {
        if let Some((_, thread)) = self.choosing.take() {
            // A panic has ended the program already; an output that fails here fails again at the next line.
            let _ = thread.join();
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        say(self.output, line)
    }
}

/// What is said about a choice.
fn chosen(position: &Position, clock: Clock, stop: StopHandle) -> Vec<String> {
    let player = usize::from(position.player() == Player::Min);
    let mut style = Style { time: clock.time(player), ..Style::default() };
    if let Some(nodes) = clock.nodes {
        style.nodes = Some(nodes);
        (style.veto, style.prove) = (style.veto.min(nodes), style.prove.min(nodes));
    }
    let solver = Solver::new(position.game()).stopped_by(stop);
    match solver.choose(position, &style) {
        Ok(choice) => vec![info(position, &choice), format!("bestmove {}", choice.mv)],
        Err(error) => {
            vec![format!("info string error: {error}"), "bestmove none".to_owned()]
        }
    }
}

/// What the choice rests on.
fn info(position: &Position, choice: &Choice<String>) -> String {
    let mut text = format!("info nodes {} time {}", choice.nodes, choice.elapsed.as_millis());
    if !choice.line.is_empty() {
        text.push_str(&format!(" pv {}", choice.line.join(" ")));
    }
    let scale = position.game().scale();
    let (low, high) = choice.bounds;
    match choice.reason {
        Reason::OnlyMove => text.push_str(" string the only move"),
        Reason::AllLost => text.push_str(" string proved: every move loses"),
        Reason::Proved if low == high => {
            text.push_str(&format!(" string proved {} for the first player", scale.name(low)));
        }
        Reason::Proved | Reason::BestScore => {}
    }
    text
}

/// Writes a line and flushes.
fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output: MutexGuard<'_, W> = output.lock().expect("no thread has panicked");
    writeln!(output, "{line}")?;
    output.flush()
}
