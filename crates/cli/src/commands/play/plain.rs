//! `foregone play` of a game without chance.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use foregone::{Game, GameClass, Position, Settings, Solver, StopHandle};
use foregone_game::Player;
use foregone_solve::limits::Limits;
use foregone_solve::play::{Choice, Style};

use super::input::{Input, Next};
use super::reporter::GameReporter;
use super::session::{self, After, Session, problem};
use super::{refuse_standard_input, result, solver_side};
use crate::arguments::limits::default_bytes;
use crate::arguments::playing::PlayArguments;
use crate::failure::{Ending, Failure};
use crate::{interrupt, progress, record};

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
pub(super) fn run(opened: &Game, arguments: &PlayArguments) -> Result<Ending, Failure> {
    arguments.refuse_for_plain(opened.spelling())?;
    let placed = arguments.place.of(opened)?;
    if opened.class() == GameClass::Undecided && (arguments.hints || !arguments.two_humans) {
        return Err(Failure::bad(format!(
            "the solver cannot play {} or give hints, because play can return and the rules do not say what that is worth; \
             use --two-humans without --hints",
            opened.info().spec
        )));
    }
    let words = placed.words();
    let mut table = Table {
        opened,
        base: arguments.place.position.clone(),
        given: words.len(),
        words,
        solver: solver_side(arguments, placed.player()),
        placed,
        style: arguments.style.style(),
        hints: arguments.hints,
        reporter: GameReporter { json: arguments.json, opened },
        foreseen: Mutex::default(),
    };
    interrupt::flag();
    table.reporter.trust()?;
    refuse_standard_input(&opened.info().spec)?;
    session::play(&mut table)
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

impl Table<'_> {
    fn choose(&self) -> Result<Option<Choice<String>>, Failure> {
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
}

impl Session for Table<'_> {
    fn is_json(&self) -> bool {
        self.reporter.json
    }

    fn show(&self) -> Result<(), Failure> {
        self.reporter.board(&self.placed)?;
        match result(&self.placed) {
            Some((outcome, repeated)) => self.reporter.over(outcome, repeated),
            None => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        result(&self.placed).is_some()
    }

    fn who(&self) -> &str {
        let player = self.placed.player();
        match &self.opened.info().players {
            Some(roles) => &roles[usize::from(player == Player::Min)],
            None => player.name(),
        }
    }

    fn moves_by_itself(&mut self) -> Result<bool, Failure> {
        let player = self.placed.player();
        if self.solver != Some(player) {
            return Ok(false);
        }
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

    fn shows_hints(&self) -> bool {
        self.hints && !self.is_over()
    }

    fn no_hint(&self, _: bool) -> Option<&'static str> {
        (self.opened.class() == GameClass::Undecided)
            .then_some("there are no hints where the rules leave the value open")
    }

    fn hint(&self) -> Result<bool, Failure> {
        let Some(choice) = self.choose()? else { return Ok(false) };
        self.reporter.chosen("hint", self.placed.player(), &choice)?;
        Ok(true)
    }

    /// Each move within the nodes that the solver has to prove something.
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

    fn next(&self, input: &Input, prompt: &str) -> Next {
        let thinks = self.solver.is_some() && self.style.veto > 0 && !self.is_over();
        // Parts that another thread may see: it makes a position of its own.
        let Table { opened, base, words, style, foreseen, .. } = self;
        let think = |stop: &AtomicBool| {
            if let (Ok(placed), Ok(mut found)) =
                (opened.play(base.as_deref(), words), foreseen.lock())
            {
                *found = ponder(&placed, style, stop);
            }
        };
        input.next(prompt, thinks.then_some(&think))
    }

    fn is_move(&self, line: &str) -> bool {
        self.placed.legal_moves().iter().any(|mv| mv == line)
    }

    fn moves(&self) -> Result<(), Failure> {
        self.reporter.moves(&self.placed.legal_moves())
    }

    fn help(&self) -> &'static str {
        HELP
    }

    fn person_plays(&mut self, line: &str) -> Result<After, Failure> {
        let player = self.placed.player();
        let mut words = self.words.clone();
        words.push(line.to_owned());
        match self.opened.play(self.base.as_deref(), &words) {
            Ok(placed) => {
                // As the game writes it, however it was typed.
                self.words = placed.words();
                self.placed = placed;
                let played = self.words.last().map_or(line, String::as_str);
                self.reporter.human_played(player, played)?;
                Ok(After::Moved)
            }
            Err(error) => {
                // Without the number of the move, which is of no use here.
                let sentence = error.to_string();
                let sentence =
                    sentence.split_once("\"): ").map_or(sentence.as_str(), |(_, why)| why);
                problem(self.reporter.json, &format!("{sentence}; help lists the commands"))?;
                Ok(After::Same)
            }
        }
    }

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
        problem(self.reporter.json, "there is no move of yours to take back")?;
        Ok(After::Same)
    }

    fn record(&self) -> Result<String, Failure> {
        let base = self.opened.play(self.base.as_deref(), &[""; 0])?;
        let (spelling, given) = (&self.opened.info().spec, self.base.as_deref());
        Ok(record::write(spelling, given, base.player(), &self.words))
    }
}

/// Looks for a win after every move that the person may make (Allis et al. 1994 §7.3): answers by what they answer.
fn ponder(placed: &Position, style: &Style, stop: &AtomicBool) -> HashMap<String, String> {
    let limits = Limits { interrupt: Some(stop), ..Limits::default() };
    placed
        .ponder(style, limits)
        .map_or_else(|_| HashMap::new(), |found| found.wins.into_iter().collect())
}
