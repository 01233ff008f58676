//! Fleets over a real NATS server: coordinators and workers as processes that are killed, refused, lied to and crowded.

#[path = "../all/common/program.rs"]
mod common;
mod crowd;
mod deaths;
mod liars;
mod refusals;
mod server;
