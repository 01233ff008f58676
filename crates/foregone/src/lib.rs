//! The library behind the program: open a game, place a position, ask.
//!
#![doc = include_str!("../README.md")]

pub mod analysis;
mod answer;
mod certificate;
pub mod chance;
pub mod chart;
pub mod checkpoint;
mod choice;
mod error;
mod fleet;
mod game;
mod json;
mod moves;
mod position;
mod position_graph;
pub mod prelude;
mod proof_tables;
mod proofs;
mod run_log;
mod settings;
mod solver;
pub mod view;

pub use analysis::Analysis;
pub use answer::{Answer, Reported, Status};
pub use certificate::{Certificate, check};
pub use error::Error;
pub use game::{Consulted, Game, read_file};
pub use json::{AnswerObject, BELIEF};
pub use moves::MoveValue;
pub use position::Position;
pub use position_graph::{GraphMove, GraphNode, PositionGraph};
pub use proofs::{
    Overview, ProofBox, ProofFile, ProofNeeds, ProofNode, ProofState, ProofStep, ProofTree,
    ReplyView, StepView,
};
pub use run_log::{Efforts, HostLog, Point, RunLog};
pub use settings::{Decided, Method, Settings, cores};
pub use solver::{Solver, StopHandle, Watch};

pub use foregone_fleet::plan::Policy;
pub use foregone_game::drawing;
pub use foregone_game::scene;
pub use foregone_game::{
    Acyclic, Cyclic, Evaluation, Game as Rules, Keyed, KnowledgeLevel, Notation, NotationError,
    Outcome, Picture, Plain, Player, Scale, Scene, TableKeyed,
};
pub use foregone_proof as proof;
pub use foregone_proof::lookup::Size as ProofSize;
pub use foregone_solve::class::GameClass;
pub use foregone_solve::limits::{Counters, Limits, Stop};
pub use foregone_solve::observe::{Observer, Snapshot};
pub use foregone_solve::options::{Algorithm, Goal, OPTIONS, OptionConflict, OptionRow, Question};
pub use foregone_solve::play::{Choice, Reason, Style, models, winner};
pub use foregone_tablebase as tablebase;
