//! Proofs of certificates: opened as trees, shown position by position, drawn as a whole.

mod file;
mod node;
mod overview;
mod tree;

pub use file::{ProofFile, ProofNeeds, ProofState};
pub use node::{ProofNode, ReplyView, StepView};
pub use overview::{Overview, ProofBox};
pub use tree::{ProofStep, ProofTree};
