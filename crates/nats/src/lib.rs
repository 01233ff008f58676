//! The transport of fleets over NATS JetStream.
//!
#![doc = include_str!("../README.md")]

mod check_fleet;
mod check_worker;
mod connection;
mod coordinator_transport;
mod lease;
mod names;
mod observer;
mod publish;
mod queues;
mod run;
mod signature;
mod wire;
mod worker_process;
mod worker_transport;

use std::hash::{BuildHasher, RandomState};

pub use self::check_fleet::CheckFleet;
pub use self::check_worker::{CheckSummary, CheckWorker, FollowPart};
pub use self::connection::{Access, Connection, NatsError};
pub use self::coordinator_transport::CoordinatorTransport;
pub use self::observer::RunObserver;
pub use self::run::NatsRun;
pub use self::signature::{Kind, Signer};
pub use self::wire::{Metadata, Signed, decode_any};
pub use self::worker_process::{LeaveReason, WORKERS_MAX, WorkSummary, WorkerProcess};

/// A random number for a new run or a new coordinator.
pub fn random() -> u64 {
    RandomState::new().hash_one(std::process::id())
}
