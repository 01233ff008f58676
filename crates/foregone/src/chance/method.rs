//! Which search answers a question about a game with chance: by name, or whichever fits.

use super::game::Game;
use crate::error::Error;

/// Who searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Whichever fits the game and the question.
    #[default]
    Auto,
    /// Every position, without a table: the reference (games in which play never returns).
    Expectimax,
    /// Cuts at chance nodes, with a table (Ballard 1983).
    Star1,
    /// Star1 after a probe of one move of every outcome, with a table (Ballard 1983, Veness and Blair 2007).
    Star2,
    /// Depth-first proof-number search for threshold questions, with a table; a value is found by halving.
    StarDfpn,
    /// All positions as a graph, solved exactly (games in which play can return).
    Graph,
    /// Certain bounds of all positions by interval iteration (games in which play can return).
    Interval,
    /// Certain bounds of all positions by sweeps over a table (games whose positions have numbers).
    Sweeps,
}

impl Method {
    const ALL: [Method; 8] = [
        Method::Auto,
        Method::Expectimax,
        Method::Star1,
        Method::Star2,
        Method::StarDfpn,
        Method::Graph,
        Method::Interval,
        Method::Sweeps,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Expectimax => "expectimax",
            Method::Star1 => "star1",
            Method::Star2 => "star2",
            Method::StarDfpn => "star-dfpn",
            Method::Graph => "graph",
            Method::Interval => "interval",
            Method::Sweeps => "sweeps",
        }
    }

    /// All names, `auto` first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Method::ALL.into_iter().map(Method::name)
    }

    /// The names of the searches, without `auto`.
    pub fn searches() -> impl Iterator<Item = &'static str> {
        Method::names().skip(1)
    }

    /// The method of that name; the error lists the names.
    ///
    /// ```
    /// use foregone::chance::Method;
    /// assert_eq!(Method::named("star1").unwrap(), Method::Star1);
    /// let error = Method::named("pns").unwrap_err();
    /// let names = "auto, expectimax, star1, star2, star-dfpn, graph, interval, sweeps";
    /// assert!(error.to_string().contains(names));
    /// ```
    pub fn named(name: &str) -> Result<Method, Error> {
        let found = Method::ALL.into_iter().find(|method| method.name() == name);
        found.ok_or_else(|| {
            let names = Method::names().collect::<Vec<_>>().join(", ");
            Error::input(format!(
                "\"{name}\" is not an algorithm for games with chance; there are {names}"
            ))
        })
    }

    /// Whether it is for games in which play can return; `auto` is for all.
    fn is_for_cycles(self) -> Option<bool> {
        match self {
            Method::Auto => None,
            Method::Expectimax | Method::Star1 | Method::Star2 | Method::StarDfpn => Some(false),
            Method::Graph | Method::Interval | Method::Sweeps => Some(true),
        }
    }

    /// Refuses a method that is not sound or not possible for a game.
    pub(super) fn fits(self, game: &Game) -> Result<(), Error> {
        let (name, has_numbers) = (self.name(), game.has_numbers());
        let (can_return, game) = (game.can_return(), game.spelling());
        match (self.is_for_cycles(), can_return) {
            (Some(false), true) => Err(Error::input(format!(
                "{name} is for games in which play never returns to a position, and in {game} it can; use graph or interval"
            ))),
            (Some(true), false) => Err(Error::input(format!(
                "{name} is for games in which play can return to a position, and in {game} it never does; use star2, star-dfpn, star1 or expectimax"
            ))),
            _ if self == Method::Sweeps && !has_numbers => Err(Error::input(format!(
                "{name} is for games whose positions have numbers, such as hypergammon, and {game} has none; use graph or interval"
            ))),
            _ => Ok(()),
        }
    }
}
