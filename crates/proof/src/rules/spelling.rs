//! Reading what stands behind the colon of a game: numbers and options in their one canonical spelling.

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

/// A number that lies within limits.
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

/// The value of an option that may stand once among `name=value` pieces. Taken pieces are removed, so that what is
/// left at the end is unknown.
pub(super) fn take_option<'t>(pieces: &mut Vec<&'t str>, name: &str) -> Option<&'t str> {
    let value = |piece: &'t str| piece.strip_prefix(name)?.strip_prefix('=');
    let at = pieces.iter().position(|piece| value(piece).is_some())?;
    value(pieces.remove(at))
}

/// Refuses what [`take_option`] has left: unknown options, and options given twice.
pub(super) fn nothing_left(pieces: &[&str]) -> Result<(), String> {
    match pieces {
        [] => Ok(()),
        [piece, ..] => {
            Err(format!("{} is not an option of the game, or stands twice", quote(piece)))
        }
    }
}

/// The refusal of an option's value.
pub(super) fn bad_value(name: &str, value: &str, known: &str) -> String {
    format!("{name}={} is not in the canonical spelling of a game; {known}", quote(value))
}
