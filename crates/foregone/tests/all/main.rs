//! What the library promises, tried through its public functions. One program, so that each search is compiled once for all of it.

mod chance;
mod chance_certificates;
mod chance_front;
mod cheap_proofs;
mod library;
mod own_game;
mod parts;
mod proofs;
mod remote;
mod scenes;
mod tables;
mod views;
