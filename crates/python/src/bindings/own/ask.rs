//! What the object says about a state, looked at closely: a game that somebody is writing is often wrong.

use crate::growing::{Expansion, Source, Step};
use foregone_game::Player;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::{OwnSource, outcome_named};
use crate::bindings::problem::Problem;

/// A move as the object gives it: its name, and the state after it.
type Given<'py> = (Bound<'py, PyString>, Bound<'py, PyAny>);

impl OwnSource {
    /// All about a state.
    pub(super) fn expanded(&self, py: Python<'_>, position: u32) -> Result<Expansion, Problem> {
        let state = self.lock(py).state(py, position);
        let answer = self.expand.bind(py).call1((&state,))?;
        if let Ok(name) = answer.cast::<PyString>() {
            let outcome = outcome_named(&self.scale, name.to_str()?)
                .map_err(|what| wrong(&state, &format!("gave {what}")))?;
            return Ok(Expansion {
                player: Player::Max,
                outcome: Some(outcome),
                moves: Vec::new(),
            });
        }
        let moves = given(&state, &answer)?;
        let player = self.player_of(&state)?;
        let scores = self.scores(&state, &moves)?;
        let numbers = self.intern_moves(py, &moves).map_err(|problem| match problem {
            Problem::Game(what) => wrong(&state, &format!("gave {what}")),
            other => other,
        })?;
        refuse_two_of_a_name(&state, &moves, &numbers)?;
        let step = |(&(to, name), score): (&(u32, u32), i32)| Step { to, name, score };
        let moves = numbers.iter().zip(scores).map(step).collect();
        Ok(Expansion { player, outcome: None, moves })
    }

    fn player_of(&self, state: &Bound<'_, PyAny>) -> Result<Player, Problem> {
        let answer = self.player.bind(state.py()).call1((state,))?;
        match answer.extract::<i64>() {
            Ok(0) => Ok(Player::Max),
            Ok(1) => Ok(Player::Min),
            _ => Err(Problem::Game(format!(
                "player({}) gave {}; it should give 0 for the first player or 1 for the second",
                shown(state),
                shown(&answer)
            ))),
        }
    }

    /// How promising the object finds each move; 0 if it does not say.
    fn scores(&self, state: &Bound<'_, PyAny>, moves: &[Given<'_>]) -> Result<Vec<i32>, Problem> {
        let Some(merit) = &self.merit else { return Ok(vec![0; moves.len()]) };
        let score = |(name, _): &Given<'_>| {
            let answer = merit.bind(state.py()).call1((state, name))?;
            answer.extract().map_err(|_| {
                Problem::Game(format!(
                    "merit({}, {}) gave {}; it should give a whole number from -2^31 to 2^31 - 1",
                    shown(state),
                    shown(name),
                    shown(&answer)
                ))
            })
        };
        moves.iter().map(score).collect()
    }

    /// A state as text: what the object says, or else its `repr`.
    pub(super) fn written(&self, py: Python<'_>, position: u32) -> Result<String, Problem> {
        let state = self.lock(py).state(py, position);
        let Some(text) = &self.text else { return Ok(state.repr()?.to_string()) };
        let written = text.bind(py).call1((&state,))?;
        match written.cast::<PyString>() {
            Ok(written) => Ok(written.to_str()?.to_owned()),
            Err(_) => Err(Problem::Game(format!(
                "text({}) gave {}; it should give a string",
                shown(&state),
                shown(&written)
            ))),
        }
    }

    /// The picture of a state, if the object draws one.
    pub(crate) fn drawn(&self, state: &Bound<'_, PyAny>) -> Option<PyResult<String>> {
        let svg = self.svg.as_ref()?.bind(state.py());
        Some(svg.call1((state,)).and_then(|picture| {
            let text = picture.extract();
            text.map_err(|_| {
                let what = format!("svg({}) gave {}", shown(state), shown(&picture));
                Problem::Game(format!("{what}; it should give the text of an SVG document")).into()
            })
        }))
    }

    /// The state that is written there.
    pub(crate) fn state<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let number = Source::read(self, text)
            .map_err(|error| Problem::Notation(text.to_owned(), "position", error.to_string()))?;
        Ok(self.lock(py).state(py, number))
    }

    /// The state at the start.
    pub(crate) fn first<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.lock(py).state(py, 0)
    }

    /// The state after a move.
    pub(crate) fn played<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        mv: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.expand.bind(state.py()).call1((state,))?;
        let moves = given(state, &answer)?;
        let found = moves.into_iter().find(|(name, _)| name.to_str().is_ok_and(|name| name == mv));
        let (_, after) =
            found.ok_or_else(|| wrong(state, &format!("no longer gives the move \"{mv}\"")))?;
        Ok(after)
    }
}

/// The moves that the object gives.
fn given<'py>(
    state: &Bound<'py, PyAny>,
    answer: &Bound<'py, PyAny>,
) -> Result<Vec<Given<'py>>, Problem> {
    let of_form = || {
        wrong(
            state,
            &format!(
                "gave {}; it should give the name of an outcome, or a list of pairs (name of a move, next state)",
                shown(answer)
            ),
        )
    };
    let moves: Vec<Given<'py>> = match answer.cast::<PyList>() {
        Ok(list) => {
            list.iter().map(|item| pair(&item).ok_or_else(of_form)).collect::<Result<_, _>>()?
        }
        Err(_) => {
            let items = answer.try_iter().map_err(|_| of_form())?;
            items.map(|item| pair(&item?).ok_or_else(of_form)).collect::<Result<_, _>>()?
        }
    };
    match moves.len() {
        0 => Err(wrong(
            state,
            "gave no moves; where play is over it should give the name of an outcome",
        )),
        count if count > usize::from(u16::MAX) => {
            Err(wrong(state, &format!("gave {count} moves; a state has at most 65,535")))
        }
        _ => Ok(moves),
    }
}

fn pair<'py>(item: &Bound<'py, PyAny>) -> Option<Given<'py>> {
    let pair = item.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2)?;
    let name = pair.get_item(0).ok()?.cast_into::<PyString>().ok()?;
    Some((name, pair.get_item(1).ok()?))
}

fn refuse_two_of_a_name(
    state: &Bound<'_, PyAny>,
    moves: &[Given<'_>],
    numbers: &[(u32, u32)],
) -> Result<(), Problem> {
    let mut names: Vec<u32> = numbers.iter().map(|&(_, name)| name).collect();
    names.sort_unstable();
    let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) else { return Ok(()) };
    let place = numbers.iter().position(|&(_, name)| name == twice[0]).unwrap_or_default();
    Err(wrong(state, &format!("gave two moves named \"{}\"", moves[place].0)))
}

/// What is wrong with the answer of `expand`.
fn wrong(state: &Bound<'_, PyAny>, what: &str) -> Problem {
    Problem::Game(format!("expand({}) {what}", shown(state)))
}

/// An object as it is shown in messages.
fn shown(object: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 200;
    let text = object.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
