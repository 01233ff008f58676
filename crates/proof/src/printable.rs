//! Text from files, made safe for terminals: characters that control a terminal, change the direction of text or are
//! invisible are printed as escapes.

use std::fmt::Write;

/// Whether a character is printed as an escape: control characters, line and paragraph separators, Unicode's bidirectional
/// controls, characters without width, and tags.
///
/// ```
/// assert!(foregone_proof::is_hidden('\u{202e}') && !foregone_proof::is_hidden('ō'));
/// ```
pub fn is_hidden(symbol: char) -> bool {
    symbol.is_control()
        || matches!(
            symbol,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The text with hidden characters escaped as `\n`, `\t`, `\r` or `\u{202e}`.
///
/// ```
/// assert_eq!(foregone_proof::printable("a\u{1b}[31m"), "a\\u{1b}[31m");
/// ```
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for symbol in text.chars() {
        match is_hidden(symbol) {
            true => shown.extend(symbol.escape_default()),
            false => shown.push(symbol),
        }
    }
    shown
}

/// A JSON text with hidden characters escaped as `\u202e`. They can occur only in strings, so the JSON value stays the same.
///
/// ```
/// assert_eq!(foregone_proof::printable_json("[\"\u{202e}\"]"), r#"["\u202e"]"#);
/// ```
pub fn printable_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for symbol in json.chars() {
        if !is_hidden(symbol) {
            shown.push(symbol);
            continue;
        }
        for unit in symbol.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(shown, "\\u{unit:04x}");
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_invisible_characters_are_escaped() {
        let hidden = "\0\u{1b}\n\r\t\u{7f}\u{80}\u{9b}\u{ad}\u{61c}\u{180e}\u{200b}\u{200d}\u{200e}\u{200f}\u{2028}\
                      \u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\
                      \u{206f}\u{fe0f}\u{feff}\u{fffb}\u{e0001}\u{e007f}";
        for symbol in hidden.chars() {
            assert!(is_hidden(symbol), "{:x}", u32::from(symbol));
            assert!(printable(&symbol.to_string()).is_ascii());
        }
        assert_eq!(printable("a\u{202e}b\u{1b}[31m\n"), "a\\u{202e}b\\u{1b}[31m\\n");
    }

    #[test]
    fn readable_text_is_unchanged() {
        let plain = "Mu Tōrere, Ünï, 五子棋, اواري, \"quoted\" \\ … 🙂 a\u{301}";
        assert!(!plain.chars().any(is_hidden));
        assert_eq!(printable(plain), plain);
    }

    #[test]
    fn escaped_json_has_the_same_value() {
        let text = "a\u{202e}\u{e0001}\u{85}\n\"é";
        let json = serde_json::to_string(text).unwrap();
        let shown = printable_json(&json);
        assert!(!shown.chars().any(is_hidden), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }
}
