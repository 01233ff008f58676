//! One search by many workers (004). A [`coordinator::Coordinator`] holds the search graph and gives leaves away; workers
//! search them with a second level of their own ([`foregone_solve::station`]) and report numbers; a carrier takes the
//! [`message`]s to and fro.
//!
//! | carrier | where | time |
//! |---|---|---|
//! | threads of this process | [`threads`] | real |
//! | a network that exists only as numbers | [`simulate`] | virtual, from a seed |
//!
//! Coordinator and workers do no input or output, read no clock and start no threads: calls go in, messages come out.
//! Positions travel as lines of moves from the root, by the places of the moves in the canonical order, so that the
//! coordinator knows no game and is compiled once.

mod audit;
pub mod controller;
pub mod coordinator;
pub mod host_message;
pub mod message;
pub mod plan;
pub mod setup;
pub mod simulate;
pub mod threads;
pub mod worker;
