//! `foregone play`: a game in the terminal, against the solver or between two people.

mod chance;
mod chance_reporter;
mod input;
mod reporter;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use foregone::chance::Opened;
use foregone::{Game, GameClass, Position, Settings, Solver, StopHandle};
use foregone_game::{Outcome, Player};
use foregone_solve::limits::Limits;
use foregone_solve::play::Style;

use self::input::{Input, Next};
use self::reporter::GameReporter;
use crate::arguments::limits::default_bytes;
use crate::arguments::playing::{PlayArguments, Side};
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::{files, interrupt, opening, output, progress, record};

/// So often a position may come; then infinite play has been reached.
const VISITS: usize = 3;

const HELP: &str = "\
Type a move in the game's notation, or
  moves      the legal moves
  hint       what the solver would play
  values     what every move is worth, as far as it can be proved quickly
  undo       take back your last move
  board      show the board again
  save FILE  write the moves so far, for `foregone analyse`; - shows them
  quit       leave";

/// Plays until the input ends.
pub(crate) fn run(arguments: &PlayArguments) -> Result<Ending, Failure> {
    let opened = match opening::open_any(&arguments.game)? {
        Opened::Chance(game) => return chance::run(&game, arguments),
        Opened::Plain(game) => arguments.lookup.of(game, false, default_bytes())?,
    };
    arguments.refuse_for_plain(opened.spelling())?;
    let placed = arguments.place.of(&opened)?;
    if opened.class() == GameClass::Undecided && (arguments.hints || !arguments.two_humans) {
        return Err(Failure::bad(format!(
            "the solver cannot play {} or give hints, because play can return and the rules do not say what that is worth; \
             use --two-humans without --hints",
            opened.info().spec
        )));
    }
    let to_move = placed.player();
    let solver = match arguments.first {
        _ if arguments.two_humans => None,
        Side::Human => Some(to_move.other()),
        Side::Solver => Some(to_move),
    };
    let words = placed.words();
    let mut table = Table {
        opened: &opened,
        base: arguments.place.position.clone(),
        given: words.len(),
        words,
        placed,
        solver,
        style: arguments.style.style(),
        hints: arguments.hints,
        reporter: GameReporter { json: arguments.json, opened: &opened },
        foreseen: Mutex::default(),
    };
    interrupt::flag();
    table.reporter.trust()?;
    if opening::is_from_standard_input(&opened.info().spec) {
        return Err(Failure::bad(
            "moves are read from standard input, so the file of the game cannot be; name one",
        ));
    }
    table.play(&Input::start(arguments.json))
}

/// A game that is being played.
struct Table<'g> {
    opened: &'g Game,
    /// The position that was given, if one was.
    base: Option<String>,
    /// The moves since then, and how many of them were given, too.
    words: Vec<String>,
    given: usize,
    placed: Position,
    /// Whom the solver plays for.
    solver: Option<Player>,
    style: Style,
    hints: bool,
    reporter: GameReporter<'g>,
    /// Answers that win, by the moves they answer, found while a person was thinking.
    foreseen: Mutex<HashMap<String, String>>,
}

/// What a line has led to.
#[derive(PartialEq, Eq)]
enum After {
    /// The position has changed.
    Moved,
    /// It is still the same person's turn.
    Same,
    Quit,
}

impl Table<'_> {
    fn play(&mut self, input: &Input) -> Result<Ending, Failure> {
        let mut shown = false;
        loop {
            let is_new = !std::mem::replace(&mut shown, true);
            if is_new {
                self.reporter.board(&self.placed)?;
                if let Some((outcome, repeated)) = self.result() {
                    self.reporter.over(outcome, repeated)?;
                }
            }
            if interrupt::asked() {
                return Ok(left());
            }
            if self.result().is_none() && self.solver == Some(self.placed.player()) {
                shown = !self.answer()?;
                continue;
            }
            if is_new && self.hints && self.result().is_none() && !self.hint()? {
                continue;
            }
            match self.listen(input)? {
                None => return Ok(left()),
                Some(After::Quit) => return Ok(Ending::Answered),
                Some(After::Moved) => shown = false,
                Some(After::Same) => {}
            }
        }
    }

    fn result(&self) -> Option<(Outcome, bool)> {
        result(&self.placed)
    }

    /// The solver moves; not if it was interrupted.
    fn answer(&mut self) -> Result<bool, Failure> {
        let player = self.placed.player();
        let known = self.words.last().and_then(|last| {
            self.foreseen.lock().ok().and_then(|mut foreseen| foreseen.remove(last))
        });
        if let Some(mv) = known {
            self.reporter.foreseen(player, &mv)?;
            return self.go_on(&mv).map(|()| true);
        }
        let Some(choice) = self.choose()? else { return Ok(false) };
        self.reporter.chosen("move", player, &choice)?;
        self.go_on(&choice.mv).map(|()| true)
    }

    /// Shows what the solver would play; false if it was interrupted.
    fn hint(&self) -> Result<bool, Failure> {
        let Some(choice) = self.choose()? else { return Ok(false) };
        self.reporter.chosen("hint", self.placed.player(), &choice)?;
        Ok(true)
    }

    /// Shows what every move is worth, each within the nodes that the solver has to prove something.
    fn values(&self) -> Result<(), Failure> {
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let mut settings = Settings::new();
        (settings.nodes, settings.memory) = (Some(self.style.prove.max(1)), default_bytes());
        settings.time = self.style.time;
        let mut solver =
            Solver::with(self.opened, settings).stopped_by(StopHandle::of(interrupt::flag()));
        let values = solver.move_values_each(&self.placed, &mut ());
        bar.finish_and_clear();
        self.reporter.values(&values?)
    }

    fn choose(&self) -> Result<Option<foregone_solve::play::Choice<String>>, Failure> {
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let limits = Limits { interrupt: Some(interrupt::flag()), ..Limits::default() };
        let choice = self.placed.choose(&self.style, limits);
        bar.finish_and_clear();
        Ok(Some(choice?).filter(|_| !interrupt::asked()))
    }

    /// Plays a move that is legal.
    fn go_on(&mut self, mv: &str) -> Result<(), Failure> {
        self.words.push(mv.to_owned());
        self.place()
    }

    fn place(&mut self) -> Result<(), Failure> {
        self.placed = self.opened.play(self.base.as_deref(), &self.words)?;
        Ok(())
    }

    /// Waits for a line and does what it says; nothing after Ctrl-C.
    fn listen(&mut self, input: &Input) -> Result<Option<After>, Failure> {
        let who = match (self.result(), &self.opened.info().players) {
            (Some(_), _) => "over",
            (None, Some(roles)) => &roles[usize::from(self.placed.player() == Player::Min)],
            (None, None) => self.placed.player().name(),
        };
        let prompt = if self.reporter.json { String::new() } else { format!("{who}> ") };
        if !input.is_edited {
            output::print(&prompt)?;
        }
        let thinks = self.solver.is_some() && self.style.veto > 0 && self.result().is_none();
        // Parts that another thread may see: it makes a position of its own.
        let Table { opened, base, words, style, foreseen, .. } = &*self;
        let think = |stop: &AtomicBool| {
            if let (Ok(placed), Ok(mut found)) =
                (opened.play(base.as_deref(), words), foreseen.lock())
            {
                *found = ponder(&placed, style, stop);
            }
        };
        let next = input.next(&prompt, thinks.then_some(&think));
        let line = match next {
            Next::Line(line) => line,
            Next::End | Next::Interrupted => {
                if !self.reporter.json && !input.is_edited {
                    output::print("\n")?;
                }
                return Ok(matches!(next, Next::End).then_some(After::Quit));
            }
        };
        if !self.reporter.json && !input.is_terminal {
            // A transcript shows what was typed.
            output::print(&format!("{}\n", output::printable(&line)))?;
        }
        self.obey(&line).map(Some)
    }

    /// A move, or else a command.
    fn obey(&mut self, line: &str) -> Result<After, Failure> {
        let is_move = self.placed.legal_moves().iter().any(|mv| mv == line);
        let command = line.strip_prefix('/').unwrap_or(line);
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        match (is_move, word.to_ascii_lowercase().as_str(), rest.trim()) {
            (true, ..) => return self.human_plays(line),
            (_, "", "") => {}
            (_, "quit" | "exit", "") => return Ok(After::Quit),
            (_, "undo", "") => return self.undo(),
            (_, "board", "") => self.reporter.board(&self.placed)?,
            (_, "moves", "") => self.reporter.moves(&self.placed.legal_moves())?,
            (_, "help", "") => self.reporter.note(HELP)?,
            (_, "hint" | "values", "") if self.opened.class() == GameClass::Undecided => {
                self.reporter.problem("there are no hints where the rules leave the value open")?;
            }
            (_, "hint", "") if self.result().is_none() => {
                self.hint()?;
            }
            (_, "values", "") if self.result().is_none() => self.values()?,
            (_, "save", file) if !file.is_empty() => self.save(Path::new(file))?,
            (_, "save", _) => self.reporter.problem("save needs the name of a file: save FILE")?,
            _ => return self.human_plays(line),
        }
        Ok(After::Same)
    }

    fn human_plays(&mut self, line: &str) -> Result<After, Failure> {
        if self.result().is_some() {
            self.reporter.problem("the game is over; undo takes a move back, quit leaves")?;
            return Ok(After::Same);
        }
        let player = self.placed.player();
        let mut words = self.words.clone();
        words.push(line.to_owned());
        match self.opened.play(self.base.as_deref(), &words) {
            Ok(placed) => {
                // As the game writes it, however it was typed.
                self.words = placed.words();
                self.placed = placed;
                self.reporter
                    .human_played(player, self.words.last().map_or(line, String::as_str))?;
                Ok(After::Moved)
            }
            Err(error) => {
                // Without the number of the move, which is of no use here.
                let sentence = error.to_string();
                let sentence =
                    sentence.split_once("\"): ").map_or(sentence.as_str(), |(_, why)| why);
                self.reporter.problem(&format!("{sentence}; help lists the commands"))?;
                Ok(After::Same)
            }
        }
    }

    /// Takes moves back until it is a person's turn again.
    fn undo(&mut self) -> Result<After, Failure> {
        let mut left = self.words.len();
        while left > self.given {
            left -= 1;
            let placed = self.opened.play(self.base.as_deref(), &self.words[..left])?;
            if self.solver != Some(placed.player()) {
                self.words.truncate(left);
                self.place()?;
                return Ok(After::Moved);
            }
        }
        self.reporter.problem("there is no move of yours to take back")?;
        Ok(After::Same)
    }

    fn save(&self, file: &Path) -> Result<(), Failure> {
        let base = self.opened.play(self.base.as_deref(), &[""; 0])?;
        let text = record::write(
            &self.opened.info().spec,
            self.base.as_deref(),
            base.player(),
            &self.words,
        );
        if files::is_standard(file) {
            return match self.reporter.json {
                true => self.reporter.problem("with --json save needs the name of a file"),
                false => output::print(&text),
            };
        }
        let written = Destination::new(file, false).and_then(|file| file.write_text(&text));
        match written {
            Ok(()) => self.reporter.note(&format!("saved to {}", file.display())),
            Err(failure) => {
                // There is no --force here.
                let sentence =
                    failure.to_string().replace("; --force replaces it", "; choose another name");
                self.reporter.problem(&sentence)
            }
        }
    }
}

/// The game was left by Ctrl-C.
fn left() -> Ending {
    output::warn(&format!("the game was not played to the end: {}", interrupt::reason()));
    Ending::LimitReached
}

/// Looks for a win after every move that the person may make (Allis et al. 1994 §7.3): answers by what they answer.
fn ponder(placed: &Position, style: &Style, stop: &AtomicBool) -> HashMap<String, String> {
    let limits = Limits { interrupt: Some(stop), ..Limits::default() };
    placed
        .ponder(style, limits)
        .map_or_else(|_| HashMap::new(), |found| found.wins.into_iter().collect())
}

/// The result, if the game is over, and whether a repetition ended it.
pub(crate) fn result(placed: &Position) -> Option<(Outcome, bool)> {
    placed.outcome().map(|outcome| (outcome, false)).or_else(|| {
        let infinite = placed.infinite()?;
        (placed.visits() >= VISITS).then_some((infinite, true))
    })
}
