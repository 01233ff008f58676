//! Games with chance: open one, place a position, ask what it is worth.
//!
//! The value of a position is the expectation of a [`Utility`] under best play of both players. It is an exact fraction,
//! or an interval that is certain; never a floating-point number.
//!
//! ```
//! use foregone::chance::{Game, Question, Solver};
//!
//! let game = Game::open("ewn:3x3")?;
//! let answer = Solver::new(&game).ask(&game.start(), &Question::value())?;
//! assert_eq!(answer.value().expect("no limit").to_string(), "170/243");
//!
//! let question = Question::value().at_least("7/10")?;
//! assert_eq!(Solver::new(&game).ask(&game.start(), &question)?.holds(), Some(false));
//! # Ok::<(), foregone::Error>(())
//! ```

mod acyclic;
mod analysis;
mod analysis_chart;
mod analysis_json;
mod answer;
mod certificate;
mod chooser;
mod compared;
mod cyclic;
mod dice;
mod entries;
mod erased;
mod game;
mod json;
mod kept;
mod method;
mod position;
mod record;
mod solver;
mod sweeps;
mod tables;

pub use analysis::{Analysis, Judged, Mark, Ply, Totals};
pub use answer::{Answer, MoveValue};
pub use certificate::Certificate;
pub use chooser::{Choice, Chooser, Reason};
pub use compared::{Compared, Lexicographic, Row};
pub use dice::Dice;
pub use entries::ENTRIES;
pub use game::{Game, Opened, is_named, open_any};
pub(crate) use game::{has_chance, refusal};
pub use json::AnswerObject;
pub use method::Method;
pub use position::{Move, Position};
pub use solver::{Question, Settings, Solver};
pub use tables::{Built, LayerTime, Probe, Tables, Verification, has_numbers};

pub use foregone_chance::certify::Unproved;
pub use foregone_chance::fraction::{Rounded, decimal};
pub use foregone_chance::limits::Stop;
pub use foregone_chance::{Fraction, Turn, Utility};
