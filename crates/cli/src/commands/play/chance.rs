//! `foregone play` of a game with chance: the program throws the dice, or a person says what came up.

use std::path::Path;

use foregone::StopHandle;
use foregone::chance::{Chooser, Dice, Game, Position, Settings, Solver, Turn};
use foregone_game::{Outcome, Player};

use super::chance_reporter::ChanceReporter;
use super::input::{Input, Next};
use super::{After, VISITS, left};
use crate::arguments::limits::default_bytes;
use crate::arguments::playing::{DiceChoice, PlayArguments, Side};
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::{files, interrupt, opening, output, progress, record};

/// Nodes of a search unless they are given.
const NODES: u64 = 1_000_000;

const HELP: &str = "\
Type a move in the game's notation, or
  moves      the legal moves
  hint       what the solver would play
  values     what every move is worth, as far as it can be found out
  undo       take back your last move
  resign     give the game up
  board      show the board again
  save FILE  write the moves and outcomes so far, for `foregone analyse`; - shows them
  quit       leave";

/// Plays until the input ends.
pub(super) fn run(game: &Game, arguments: &PlayArguments) -> Result<Ending, Failure> {
    let place = &arguments.place;
    let placed = game.place(place.position.as_deref(), place.moves.as_deref())?;
    arguments.style.refuse_for_chance()?;
    if arguments.lookup.tablebase.is_some() {
        return Err(Failure::bad(
            "games with chance have no tablebases yet; leave --tablebase out",
        ));
    }
    if opening::is_from_standard_input(game.spelling()) {
        return Err(Failure::bad(
            "moves are read from standard input, so the graph cannot be; name a file",
        ));
    }
    let to_move = if placed.turn() == Turn::Min { Player::Min } else { Player::Max };
    let solver = match arguments.first {
        _ if arguments.two_humans => None,
        Side::Human => Some(to_move.other()),
        Side::Solver => Some(to_move),
    };
    let utility = arguments.utility.as_deref();
    game.utility(utility)?;
    let nodes = Some(arguments.style.nodes().unwrap_or(NODES));
    let time = arguments.style.time();
    let settings = Settings { nodes, time, memory: default_bytes(), ..Settings::default() };
    let asked = Solver::with(game, settings).stopped_by(StopHandle::of(interrupt::flag()));
    let asks = arguments.dice == Some(DiceChoice::Ask);
    let seed = arguments.style.seed().unwrap_or_else(seed_of_the_clock);
    let mut table = Table {
        given: placed.line().len(),
        placed,
        solver,
        chooser: Chooser::new(asked, utility),
        dice: (!asks).then(|| Dice::new(seed)),
        resigned: None,
        hints: arguments.hints,
        reporter: ChanceReporter { json: arguments.json },
    };
    if let Some(dice) = &table.dice {
        table.reporter.seed(dice.seed(), arguments.style.seed().is_some())?;
    }
    table.play(&Input::start(arguments.json))
}

/// A seed that nobody has chosen.
fn seed_of_the_clock() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Few digits, so that it can be typed again.
    since.map_or(1, |since| u64::from(since.subsec_nanos()) ^ since.as_secs()) % 1_000_000_007
}

/// A game that is being played.
struct Table {
    placed: Position,
    /// How many moves were given.
    given: usize,
    /// Whom the solver plays for.
    solver: Option<Player>,
    chooser: Chooser,
    /// What decides for chance; nothing if a person says what came up.
    dice: Option<Dice>,
    /// Who has given up.
    resigned: Option<Player>,
    hints: bool,
    reporter: ChanceReporter,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Rules,
    Repetition,
    Resignation,
}

impl Table {
    fn play(&mut self, input: &Input) -> Result<Ending, Failure> {
        let mut shown = false;
        loop {
            let is_new = !std::mem::replace(&mut shown, true);
            if is_new {
                self.reporter.board(&self.placed)?;
                if let Some((outcome, by)) = self.result() {
                    self.reporter.over(&self.placed, outcome, by)?;
                }
            }
            if self.result().is_none() && self.moves_by_itself()? {
                shown = false;
                continue;
            }
            if interrupt::asked() {
                return Ok(left());
            }
            let is_choice = self.player().is_some() && self.result().is_none();
            if is_new && self.hints && is_choice && !self.hint()? {
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

    /// Who has to choose, unless it is chance or the game is over.
    fn player(&self) -> Option<Player> {
        match self.placed.turn() {
            Turn::Max => Some(Player::Max),
            Turn::Min => Some(Player::Min),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    fn result(&self) -> Option<(Outcome, By)> {
        if let Some(outcome) = self.placed.outcome() {
            return Some((outcome, By::Rules));
        }
        let scale = self.placed.game().scale();
        match self.resigned {
            Some(Player::Max) => return Some((scale.worst(), By::Resignation)),
            Some(Player::Min) => return Some((scale.best(), By::Resignation)),
            None => {}
        }
        let endless = self.placed.endless()?;
        (self.placed.visits() >= VISITS).then_some((endless, By::Repetition))
    }

    /// Lets the solver move or the dice roll, if it is their turn; not if it was interrupted.
    fn moves_by_itself(&mut self) -> Result<bool, Failure> {
        if self.placed.turn() == Turn::Chance {
            let Some(dice) = &self.dice else { return Ok(false) };
            let earlier = self.placed.along();
            let rolls = earlier[self.given.min(earlier.len() - 1)..].iter();
            let number = rolls.filter(|before| before.turn() == Turn::Chance).count() - 1;
            let Some(outcome) = dice.outcome(&self.placed, number) else { return Ok(false) };
            self.reporter.rolled("dice", &self.placed, &outcome.name)?;
            self.placed.play_line(&outcome.name)?;
            return Ok(true);
        }
        if self.player().is_none() || self.player() != self.solver {
            return Ok(false);
        }
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let choice = self.chooser.choose(&self.placed);
        bar.finish_and_clear();
        let choice = choice?.filter(|_| !interrupt::asked());
        let Some(choice) = choice else { return Ok(false) };
        self.reporter.chosen("move", &self.placed, &choice)?;
        self.placed.play_line(&choice.value.mv)?;
        Ok(true)
    }

    /// Shows what the solver would play; false if it was interrupted.
    fn hint(&self) -> Result<bool, Failure> {
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let choice = self.chooser.choose(&self.placed);
        bar.finish_and_clear();
        match choice?.filter(|_| !interrupt::asked()) {
            Some(choice) => self.reporter.chosen("hint", &self.placed, &choice).map(|()| true),
            None => Ok(false),
        }
    }

    /// Shows what every move or outcome is worth.
    fn values(&self) -> Result<(), Failure> {
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let answer = self.chooser.values(&self.placed);
        bar.finish_and_clear();
        self.reporter.values(&answer?)
    }

    /// Waits for a line and does what it says; nothing after Ctrl-C.
    fn listen(&mut self, input: &Input) -> Result<Option<After>, Failure> {
        let who = match (self.result(), self.player()) {
            (Some(_), _) => "over",
            (None, Some(player)) => player.name(),
            (None, None) => "chance",
        };
        let prompt = if self.reporter.json { String::new() } else { format!("{who}> ") };
        if !input.is_edited {
            output::print(&prompt)?;
        }
        let next = input.next(&prompt, None);
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

    /// A move or an outcome, or else a command.
    fn obey(&mut self, line: &str) -> Result<After, Failure> {
        let is_move = self.placed.moves().iter().any(|mv| mv.name == line);
        let command = line.strip_prefix('/').unwrap_or(line);
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let is_over = self.result().is_some();
        match (is_move, word.to_ascii_lowercase().as_str(), rest.trim()) {
            (true, ..) => return self.person_plays(line),
            (_, "", "") => {}
            (_, "quit" | "exit", "") => return Ok(After::Quit),
            (_, "undo", "") => return self.undo(),
            (_, "resign", "") if !is_over => return self.resign(),
            (_, "board", "") => self.reporter.board(&self.placed)?,
            (_, "moves", "") => self.reporter.moves(&self.placed.moves())?,
            (_, "help", "") => self.reporter.note(HELP)?,
            (_, "hint", "") if self.player().is_none() && !is_over => {
                self.reporter
                    .problem("chance has no choice; values shows what its outcomes are worth")?;
            }
            (_, "hint", "") if !is_over => {
                self.hint()?;
            }
            (_, "values", "") if !is_over => self.values()?,
            (_, "save", file) if !file.is_empty() => self.save(Path::new(file))?,
            (_, "save", _) => self.reporter.problem("save needs the name of a file: save FILE")?,
            _ => return self.person_plays(line),
        }
        Ok(After::Same)
    }

    fn person_plays(&mut self, line: &str) -> Result<After, Failure> {
        if self.result().is_some() {
            self.reporter.problem("the game is over; undo takes a move back, quit leaves")?;
            return Ok(After::Same);
        }
        let before = self.placed.clone();
        if let Err(error) = self.placed.play_word(line) {
            self.reporter.problem(&format!("{error}; help lists the commands"))?;
            return Ok(After::Same);
        }
        let played = self.placed.line().last().map_or(line, String::as_str);
        match before.turn() {
            Turn::Chance => self.reporter.rolled("human", &before, played)?,
            _ => self.reporter.person_played(&before, played)?,
        }
        Ok(After::Moved)
    }

    /// Whether a person has chosen, or said what came up, in a position.
    fn is_persons(&self, placed: &Position) -> bool {
        match placed.turn() {
            Turn::Chance => self.dice.is_none(),
            Turn::Max => self.solver != Some(Player::Max),
            Turn::Min => self.solver != Some(Player::Min),
            Turn::Over(_) => false,
        }
    }

    /// Takes moves and outcomes back until it is a person's turn again.
    fn undo(&mut self) -> Result<After, Failure> {
        if self.resigned.take().is_some() {
            return Ok(After::Moved);
        }
        let mut placed = self.placed.clone();
        while placed.line().len() > self.given && placed.undo() {
            if self.is_persons(&placed) {
                self.placed = placed;
                return Ok(After::Moved);
            }
        }
        self.reporter.problem("there is no move of yours to take back")?;
        Ok(After::Same)
    }

    /// The person whose turn it is gives up; where chance has it, the one who does not play the solver's side.
    fn resign(&mut self) -> Result<After, Failure> {
        let loser = self.player().or_else(|| self.solver.map(Player::other));
        match loser {
            Some(_) => {
                self.resigned = loser;
                Ok(After::Moved)
            }
            None => {
                self.reporter.problem("nobody can resign before chance has had its turn")?;
                Ok(After::Same)
            }
        }
    }

    fn save(&self, file: &Path) -> Result<(), Failure> {
        let text = record::write_chance(&self.placed);
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
