//! Records of games with chance: moves and outcomes as they follow each other, with comments and numbers between them.

use foregone_game::record;

use super::position::words as words_of;

/// The words of a record, each with the number of its line. Numbers of moves may also stand right before a move, unless
/// moves may be called so themselves.
pub(super) fn words(text: &str, numbers_stick: bool) -> Vec<(usize, &str)> {
    let number = |word: &str| match record::number(word) {
        length if numbers_stick || length == word.len() => length,
        _ => 0,
    };
    let (mut found, mut line, mut at) = (Vec::new(), 1, 0);
    for word in record::pieces(text, number).into_iter().flat_map(words_of) {
        // Words are parts of the text, in their order.
        let place = word.as_ptr() as usize - text.as_ptr() as usize;
        line += text[at..place].matches('\n').count();
        at = place;
        found.push((line, word));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_lines() {
        let text = "# pig:10\n1. (4) roll 6 {a\nlong 7 one} 2...hold # end\n3, 5";
        let expected = [(2, "(4)"), (2, "roll"), (2, "6"), (3, "hold"), (4, "3"), (4, "5")];
        assert_eq!(words(text, true), expected);
        assert_eq!(words("1. 2.a 3", false), [(1, "2.a"), (1, "3")], "a graph may have such names");
        assert!(words("{ never closed\n1 2", true).is_empty());
    }
}
