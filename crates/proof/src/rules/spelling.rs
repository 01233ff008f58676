//! Reading the parameters after the colon of a game: numbers and options in their canonical spelling.

use crate::failure::quote;

/// A number in decimal digits without leading zeros.
pub(super) fn number(text: &str, what: &str) -> Result<usize, String> {
    let canonical =
        text.bytes().all(|c| c.is_ascii_digit()) && !(text.starts_with('0') && text.len() > 1);
    match text.parse() {
        Ok(number) if canonical => Ok(number),
        _ => Err(format!("{what} is a plain decimal number, not {}", quote(text))),
    }
}

/// A number between `least` and `most`.
pub(super) fn number_from(
    text: &str,
    what: &str,
    least: usize,
    most: usize,
) -> Result<usize, String> {
    match number(text, what)? {
        number if number < least || number > most => {
            Err(format!("{what} is {number}, but lies from {least} to {most}"))
        }
        number => Ok(number),
    }
}

/// The value of an option, if it is the first of the `name=value` pieces. The piece is removed. The options of a game have a
/// fixed order, so a piece that is left at the end is unknown or out of order.
pub(super) fn take_option<'t>(pieces: &mut Vec<&'t str>, name: &str) -> Option<&'t str> {
    let value = pieces.first()?.strip_prefix(name)?.strip_prefix('=')?;
    pieces.remove(0);
    Some(value)
}

/// Refuses pieces that [`take_option`] has left: options that are unknown, given twice, or out of order.
pub(super) fn nothing_left(pieces: &[&str]) -> Result<(), String> {
    match pieces {
        [] => Ok(()),
        [piece, ..] => Err(format!(
            "{} is not an option of the game, or is given twice or out of order",
            quote(piece)
        )),
    }
}

/// The sentence that refuses the value of an option.
pub(super) fn bad_value(name: &str, value: &str, known: &str) -> String {
    format!("{name}={} is not in the canonical spelling of a game; {known}", quote(value))
}
