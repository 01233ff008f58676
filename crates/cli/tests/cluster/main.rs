//! Fleets over a real NATS server: coordinators and workers as processes that are killed, refused, lied to and crowded.

#[path = "../all/common/program.rs"]
mod common;
mod crowd;
mod deaths;
mod floods;
mod kills;
mod liars;
mod names;
mod permissions;
mod refusals;
mod server;
