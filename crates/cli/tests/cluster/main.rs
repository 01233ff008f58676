//! Fleets over a real NATS server, with coordinators and workers as processes.

mod checks;
#[path = "../all/common/program.rs"]
mod common;
mod crowd;
mod deaths;
mod floods;
mod kills;
mod liars;
mod names;
mod options;
mod permissions;
mod refusals;
mod rule_files;
mod server;
