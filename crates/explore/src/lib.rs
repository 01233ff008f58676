//! The explorer: pages of positions with their values, live searches and play, for a browser.
//!
//! [`Server`] binds an address and answers until it is told to stop; [`router`] is the same without a port, for tests.
//! Read `router.rs` for the addresses, `guard/` for what is refused, and `pages/` for what is shown.

mod address;
mod api;
mod app;
mod assets;
mod config;
mod find;
mod games;
mod guard;
mod opened;
mod pages;
mod play;
mod problem;
mod records;
mod router;
mod runs;
mod server;
mod values;
mod view;

pub use address::link_to;
pub use app::App;
pub use config::{Config, NamedFile};
pub use opened::{OpenedFiles, OpenedLog, OpenedTables, ReadFrom};
pub use router::router;
pub use server::{Server, StartError};
