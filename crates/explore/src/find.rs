//! The address bar: takes any spelling that the command line takes.

use crate::address::Address;
use crate::problem::Problem;

/// The address that a person wrote: a game, then moves, or `--moves` and `--position` as on the command line. Nothing if
/// nothing was written.
pub(crate) fn address(text: &str) -> Result<Option<Address>, Problem> {
    let words = split(text)?;
    let mut words = words.into_iter().peekable();
    // A whole command may be pasted.
    if words.peek().is_some_and(|word| word == "foregone") {
        words.next();
        words.next_if(|word| ["solve", "games", "play", "explore"].contains(&word.as_str()));
    }
    let Some(game) = words.next() else { return Ok(None) };
    let mut address = Address { game, ..Address::default() };
    let mut moves: Vec<String> = Vec::new();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => {
                (name.to_owned(), Some(value.to_owned()))
            }
            _ => (word, None),
        };
        match name.as_str() {
            "--moves" | "--position" => {
                let value = value.or_else(|| words.next()).ok_or_else(|| {
                    Problem::bad(format!(
                        "{name} needs a value; write it like connect4:6x5 {name} 4433"
                    ))
                })?;
                if name == "--moves" { moves.push(value) } else { address.p = value }
            }
            _ if name.starts_with("--") => {
                return Err(Problem::bad(format!(
                    "the address bar does not know {name}; it takes a game, --moves and --position"
                )));
            }
            _ => moves.push(name),
        }
    }
    address.m = moves.join(" ");
    Ok(Some(address))
}

/// Cuts a command line into words, of which some may be quoted.
fn split(text: &str) -> Result<Vec<String>, Problem> {
    let (mut words, mut word, mut quote, mut inside) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (None, '\'' | '"') => (quote, inside) = (Some(c), true),
            (None, _) if c.is_whitespace() => {
                if inside {
                    words.push(std::mem::take(&mut word));
                }
                inside = false;
            }
            _ => {
                word.push(c);
                inside = true;
            }
        }
    }
    if quote.is_some() {
        return Err(Problem::bad("a quotation mark is not closed; close it, or leave it out"));
    }
    if inside {
        words.push(word);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_the_command_line_are_taken() {
        let read = |text: &str| {
            let address = address(text).unwrap_or_default().unwrap_or_default();
            [address.game, address.m, address.p]
        };
        assert_eq!(read("connect4:6x5"), ["connect4:6x5", "", ""]);
        assert_eq!(read(" mnk:3,3,3 b2 a1 "), ["mnk:3,3,3", "b2 a1", ""]);
        assert_eq!(read("connect4 --moves 4433"), ["connect4", "4433", ""]);
        let quoted = "foregone solve woodpush:6,2 --position 'LL..RR L' --moves=f2";
        assert_eq!(read(quoted), ["woodpush:6,2", "f2", "LL..RR L"]);
        assert_eq!(address("").ok(), Some(None));
        for wrong in ["connect4 --moves", "connect4 --colour red", "connect4 'x"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
