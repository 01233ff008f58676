//! The viewer of games with chance.

use std::time::Duration;

use foregone_chance::Turn;
use foregone_chance::fraction::Fraction;
use foregone_chance::limits::Stop;

use super::known::Known;
use super::{MoveView, Plies, PositionView, SCHEMA, Source, share};
use crate::chance::{Answer, Game, MoveValue, Position, Question, Settings, Solver};
use crate::error::Error;
use crate::solver::StopHandle;

/// Shows positions of one game with chance, with the expectation after every move and every outcome of chance.
///
/// ```
/// use foregone::chance::Game;
/// use foregone::view::ChanceViewer;
///
/// let game = Game::open("ewn:3x3")?;
/// let view = ChanceViewer::new(&game).at(None, None)?;
/// assert_eq!((view.to_move, view.value.as_deref()), ("chance", Some("170/243")));
/// assert_eq!(view.moves[0].weight, Some(1));
/// # Ok::<(), foregone::Error>(())
/// ```
pub struct ChanceViewer {
    game: Game,
    /// The time that a view may spend on its search; 200 ms.
    pub time: Option<Duration>,
    /// The positions that the search of a view may enter, if they are limited.
    pub nodes: Option<u64>,
    solver: Solver,
    known: Known<Answer>,
}

/// Bytes of a search, and of what is remembered.
const SEARCH: u64 = 256 << 20;
const KNOWN: u64 = 32 << 20;
/// Bytes that an answer takes for each move, about: two fractions and a name.
const MOVE: u64 = 200;

impl ChanceViewer {
    /// A viewer of a game, with at most 200 ms for the search of a view.
    pub fn new(game: &Game) -> ChanceViewer {
        ChanceViewer {
            game: game.clone(),
            time: Some(Duration::from_millis(200)),
            nodes: None,
            solver: Solver::with(game, Settings { memory: SEARCH, ..Settings::default() }),
            known: Known::new(KNOWN),
        }
    }

    /// Lets that handle stop the searches; a view that is stopped shows what is known.
    #[must_use]
    pub fn stopped_by(self, stop: StopHandle) -> ChanceViewer {
        ChanceViewer { solver: self.solver.stopped_by(stop), ..self }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What stops a view from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.solver.stop_handle()
    }

    /// The position after the moves from the written position, or from the start.
    pub fn at(
        &mut self,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<PositionView, Error> {
        let position = self.game.place(position, moves)?;
        self.view(&position)
    }

    /// A position with the expectation of every move or outcome, by the usual utility of the game.
    pub fn view(&mut self, position: &Position) -> Result<PositionView, Error> {
        let text = position.to_string();
        let answer = match self.known.get(&text) {
            Some(answer) => answer,
            None => {
                (self.solver.settings.time, self.solver.settings.nodes) = (self.time, self.nodes);
                let answer = self.solver.ask(position, &Question::value().every_move())?;
                if answer.stop == Stop::Solved {
                    let moves = answer.moves.as_ref().map_or(0, Vec::len) as u64;
                    self.known.put(&text, answer.clone(), MOVE * (1 + moves));
                }
                answer
            }
        };
        Ok(self.shown(position, &answer))
    }

    fn shown(&self, position: &Position, answer: &Answer) -> PositionView {
        let over = position.outcome().is_some();
        let known = |low: &Fraction, high: &Fraction| {
            let utility = &answer.utility;
            low == high || low > utility.least() || high < utility.greatest()
        };
        let source = match over {
            true => Some(Source::Rules),
            false => known(&answer.low, &answer.high).then_some(Source::Search),
        };
        let mut moves: Vec<MoveView> = self.rows(position, answer).collect();
        share(&mut moves);
        let line = match (moves.first(), position.turn()) {
            (Some(first), Turn::Max | Turn::Min) if first.best => vec![first.name.clone()],
            _ => Vec::new(),
        };
        let scale = self.game.scale();
        PositionView {
            schema: SCHEMA,
            game: self.game.spelling().to_owned(),
            chance: true,
            position: position.to_string(),
            played: position.line().to_vec(),
            to_move: position.to_move(),
            over,
            value: answer.value().map(Fraction::to_string),
            bounds: [answer.low.to_string(), answer.high.to_string()],
            infinite: position.endless().map(|outcome| scale.name(outcome).to_owned()),
            source,
            moves,
            line,
            trusted: Vec::new(),
        }
    }

    /// A row for each move. A search that was stopped early may not have come to the moves: then they have the bounds of the
    /// utility.
    fn rows(&self, position: &Position, answer: &Answer) -> impl Iterator<Item = MoveView> {
        let open = || {
            let named = |mv: crate::chance::Move| MoveValue {
                mv: mv.name,
                weight: mv.weight,
                low: answer.utility.least().clone(),
                high: answer.utility.greatest().clone(),
                outcomes: Vec::new(),
            };
            position.moves().into_iter().map(named).collect()
        };
        let moves = answer.moves.clone().filter(|moves| !moves.is_empty()).unwrap_or_else(open);
        let chooses = matches!(position.turn(), Turn::Max | Turn::Min);
        moves.into_iter().map(move |mv| {
            let mut next = position.clone();
            let is_over = next.play_word(&mv.mv).is_ok() && next.outcome().is_some();
            let narrower = mv.low > *answer.utility.least() || mv.high < *answer.utility.greatest();
            let source = match is_over {
                true => Some(Source::Rules),
                false => (narrower || mv.low == mv.high).then_some(Source::Search),
            };
            MoveView {
                value: mv.value().map(Fraction::to_string),
                bounds: [mv.low.to_string(), mv.high.to_string()],
                weight: mv.weight,
                plies: is_over.then_some(Plies::Exact(0)),
                nodes: 0,
                share: None,
                source,
                best: chooses && mv.value().is_some() && mv.value() == answer.value(),
                name: mv.mv,
            }
        })
    }
}
