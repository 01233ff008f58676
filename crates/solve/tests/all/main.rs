//! Tests of all searches in one program, so that their common code is compiled once.

mod awari;
mod depth_first;
mod ghi;
mod identities;
mod matrix;
mod papers;
mod play;
mod promising;
mod resume;
mod resume_depth_first;
mod soundness;
mod stress;
mod support;
