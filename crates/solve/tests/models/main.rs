//! Search against a model of the opponent, compared with its definition on random trees and with reference values.

mod definition;
mod games;
mod invariants;
mod reference;
