//! Foregone for programs that ask line by line.
//!
#![doc = include_str!("../README.md")]

mod games;
mod line;
mod message;
mod methods;
mod server;
pub mod ugi;

pub use games::ReadFile;
pub use message::{Incoming, read_message};
pub use server::{Settings, serve};
