//! The protocol of [`fleet`] over NATS JetStream: one coordinator and any number of workers on other machines, who may
//! come, go, lie and die.
//!
//! | file | what it is |
//! |---|---|
//! | [`broker`] | the connection, and what can be wrong with it |
//! | `names`, [`frame`], [`seal`] | what things are called at the server, what travels, and who has signed it |
//! | `publish` | what must arrive |
//! | `lease` | one coordinator at a time |
//! | [`desk`], `queues` | the coordinator's end of the line |
//! | [`office`], [`overseer`] | a run from beginning to end and who looks on; what is decided is decided in [`foregone_fleet::office`] |
//! | [`crew`], `hall` | the workers' end |
//!
//! Jobs wait in a work queue from which workers help themselves: each has so many jobs at a time, marks their progress,
//! and acknowledges a job when its result is in the stream of results. The coordinator's checkpoint is the truth and the
//! server carries: the stream of results reaches back to the last checkpoint, and all that was queued is given away again
//! by a coordinator that begins. Whatever is late or comes twice does no harm, because a result is about a position.
//!
//! This crate and the program are all that touches sockets; the rest compiles without them.

pub mod broker;
pub mod crew;
pub mod desk;
pub mod frame;
mod hall;
mod lease;
mod names;
pub mod office;
pub mod overseer;
mod publish;
mod queues;
pub mod seal;

use std::hash::{BuildHasher, RandomState};

/// A number that nobody else has.
pub fn random() -> u64 {
    RandomState::new().hash_one(std::process::id())
}
