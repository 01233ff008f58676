//! The record of a game as people write it down: moves with numbers before them and comments between them.

/// The pieces of a text that are neither comments nor numbers of moves. `number` says how many bytes at the beginning of
/// a word are such a number.
pub fn pieces(text: &str, number: impl Fn(&str) -> usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    for part in uncommented(text) {
        let mut begin = 0;
        for (at, word) in words(part) {
            let length = number(word);
            if length > 0 {
                pieces.push(&part[begin..at]);
                begin = at + length;
            }
        }
        pieces.push(&part[begin..]);
    }
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// How long the number of a move at the beginning of a word is: digits, and at least one dot.
pub fn number(word: &str) -> usize {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - rest.len();
    let dots = rest.len() - rest.trim_start_matches(['.', '…']).len();
    if digits > 0 && dots > 0 { digits + dots } else { 0 }
}

/// The parts of a text outside `{…}` and outside what follows a `#` in its line. A comment that is never closed reaches to
/// the end.
fn uncommented(mut text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while let Some(at) = text.find(['{', '#']) {
        parts.push(&text[..at]);
        let (end, closing) = if text[at..].starts_with('{') { ('}', 1) } else { ('\n', 0) };
        text = text[at..].find(end).map_or("", |length| &text[at + length + closing..]);
    }
    parts.push(text);
    parts
}

/// The words of a text and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (place(word), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_comments_are_skipped() {
        let text = "# 1. no\n1. D4 b5 2.B4 e5 x 2\n{a 3. comment}3... C6 12 4… b1 # the end";
        assert_eq!(pieces(text, number), [" D4 b5 ", "B4 e5 x 2\n", " C6 12 ", " b1 "]);
        assert_eq!(pieces("44 53", number), ["44 53"]);
        assert_eq!(pieces("a { never closed", number), ["a "]);
        assert!(pieces("  \n# nothing", number).is_empty());
    }

    #[test]
    fn a_number_has_digits_and_dots() {
        let lengths = ["1.", "12...", "12.D4", "7", ".5", "a1.", "3…c"].map(number);
        assert_eq!(lengths, [2, 5, 3, 0, 0, 0, 4]);
    }
}
