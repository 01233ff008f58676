//! One search by many workers.
//!
#![doc = include_str!("../README.md")]

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
