//! Conversations with the engine.

mod common;
mod json_rpc;
mod ugi;
