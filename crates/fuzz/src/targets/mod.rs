//! The targets. A new one is a file here that implements [`Target`], and a line in [`all`].

mod certificate;
mod chance_graph_file;
mod checkpoint;
mod engine;
mod expectation;
mod graph_file;
mod notation;
mod tablebase;
mod wire;

use std::sync::Arc;

use crate::Target;

/// All targets.
pub fn all() -> Vec<Arc<dyn Target>> {
    vec![
        Arc::new(certificate::Certificate),
        Arc::new(chance_graph_file::ChanceGraphFile),
        Arc::new(checkpoint::Checkpoint),
        Arc::new(engine::Commands),
        Arc::new(engine::Messages),
        Arc::new(expectation::Expectation),
        Arc::new(graph_file::GraphFile),
        Arc::new(notation::Notations),
        Arc::new(tablebase::Tablebase),
        Arc::new(wire::Wire),
    ]
}
