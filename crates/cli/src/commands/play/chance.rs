//! `foregone play` of a game with chance: the program throws the dice, or a person says what came up.

use foregone::StopHandle;
use foregone::chance::{Chooser, Dice, Game, Position, Settings, Solver, Turn};
use foregone_game::{Outcome, Player};

use super::chance_reporter::ChanceReporter;
use super::input::{Input, Next};
use super::session::{self, After, Session, problem};
use super::{VISITS, refuse_standard_input, solver_side};
use crate::arguments::limits::default_bytes;
use crate::arguments::playing::{DiceChoice, PlayArguments};
use crate::failure::{Ending, Failure};
use crate::{interrupt, progress, record};

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
    refuse_standard_input(game.spelling())?;
    let to_move = if placed.turn() == Turn::Min { Player::Min } else { Player::Max };
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
        solver: solver_side(arguments, to_move),
        chooser: Chooser::new(asked, utility),
        dice: (!asks).then(|| Dice::new(seed)),
        resigned: None,
        hints: arguments.hints,
        reporter: ChanceReporter { json: arguments.json },
    };
    if let Some(dice) = &table.dice {
        table.reporter.seed(dice.seed(), arguments.style.seed().is_some())?;
    }
    session::play(&mut table)
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

    /// Whether a person has chosen, or said what came up, in a position.
    fn is_persons(&self, placed: &Position) -> bool {
        match placed.turn() {
            Turn::Chance => self.dice.is_none(),
            Turn::Max => self.solver != Some(Player::Max),
            Turn::Min => self.solver != Some(Player::Min),
            Turn::Over(_) => false,
        }
    }
}

impl Session for Table {
    fn is_json(&self) -> bool {
        self.reporter.json
    }

    fn show(&self) -> Result<(), Failure> {
        self.reporter.board(&self.placed)?;
        match self.result() {
            Some((outcome, by)) => self.reporter.over(&self.placed, outcome, by),
            None => Ok(()),
        }
    }

    fn is_over(&self) -> bool {
        self.result().is_some()
    }

    fn who(&self) -> &str {
        self.player().map_or("chance", Player::name)
    }

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

    fn shows_hints(&self) -> bool {
        self.hints && self.player().is_some() && !self.is_over()
    }

    fn no_hint(&self, values: bool) -> Option<&'static str> {
        (!values && self.player().is_none() && !self.is_over())
            .then_some("chance has no choice; values shows what its outcomes are worth")
    }

    fn hint(&self) -> Result<bool, Failure> {
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let choice = self.chooser.choose(&self.placed);
        bar.finish_and_clear();
        match choice?.filter(|_| !interrupt::asked()) {
            Some(choice) => self.reporter.chosen("hint", &self.placed, &choice).map(|()| true),
            None => Ok(false),
        }
    }

    fn values(&self) -> Result<(), Failure> {
        let bar = progress::sign_of_life("thinking", !self.reporter.json);
        let answer = self.chooser.values(&self.placed);
        bar.finish_and_clear();
        self.reporter.values(&answer?)
    }

    fn next(&self, input: &Input, prompt: &str) -> Next {
        input.next(prompt, None)
    }

    fn is_move(&self, line: &str) -> bool {
        self.placed.moves().iter().any(|mv| mv.name == line)
    }

    fn moves(&self) -> Result<(), Failure> {
        self.reporter.moves(&self.placed.moves())
    }

    fn help(&self) -> &'static str {
        HELP
    }

    fn person_plays(&mut self, line: &str) -> Result<After, Failure> {
        let before = self.placed.clone();
        if let Err(error) = self.placed.play_word(line) {
            problem(self.reporter.json, &format!("{error}; help lists the commands"))?;
            return Ok(After::Same);
        }
        let played = self.placed.line().last().map_or(line, String::as_str);
        match before.turn() {
            Turn::Chance => self.reporter.rolled("human", &before, played)?,
            _ => self.reporter.person_played(&before, played)?,
        }
        Ok(After::Moved)
    }

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
        problem(self.reporter.json, "there is no move of yours to take back")?;
        Ok(After::Same)
    }

    /// The person whose turn it is gives up; where chance has it, the one who does not play the solver's side.
    fn resign(&mut self) -> Result<Option<After>, Failure> {
        let loser = self.player().or_else(|| self.solver.map(Player::other));
        match loser {
            Some(_) => {
                self.resigned = loser;
                Ok(Some(After::Moved))
            }
            None => {
                problem(self.reporter.json, "nobody can resign before chance has had its turn")?;
                Ok(Some(After::Same))
            }
        }
    }

    fn record(&self) -> Result<String, Failure> {
        Ok(record::write_chance(&self.placed))
    }
}
