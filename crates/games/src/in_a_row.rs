//! The evaluations of games in which stones in a row win: what they are called, and what both games share of them.

use foregone_game::Evaluation;

/// What the best outcome counts in [`EVALUATIONS`] but the estimate.
const LIMIT: i32 = 1000;

/// The evaluations. Each is the difference between the count of `Max` and that of `Min`.
pub(crate) const EVALUATIONS: &[Evaluation] = &[
    Evaluation {
        name: "lines",
        about: "lines of the winning length without an enemy stone",
        limit: LIMIT,
    },
    Evaluation { name: "centre", about: "stones, the more the nearer to the centre", limit: LIMIT },
    Evaluation {
        name: "greedy",
        about: "lines with one empty cell and else own stones",
        limit: LIMIT,
    },
    Evaluation::ESTIMATE,
];

/// The index of `lines` in [`EVALUATIONS`].
pub(crate) const LINES: u8 = 0;
/// The index of `centre`.
pub(crate) const CENTRE: u8 = 1;
/// The index of `greedy`.
pub(crate) const GREEDY: u8 = 2;

/// How near a place is to the middle of a side of that length: `length - |2 place - (length - 1)|`. A stone counts the sum for
/// its column and its row.
pub(crate) fn nearness(place: u32, length: u32) -> i32 {
    length as i32 - (2 * place + 1).abs_diff(length) as i32
}
