//! Tests that look inside the searches. All others use the public entry points and are in `tests/`.

mod alpha_beta;
