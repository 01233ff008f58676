//! Games with chance against plain references. One program, so that each search is compiled once for all of it.

mod cyclic;
mod depth;
mod games;
mod graph_file;
mod hypergammon;
mod layers;
mod proofs;
mod properties;
mod random;
mod reference;
mod sweeps;
mod values;
mod verifier;
