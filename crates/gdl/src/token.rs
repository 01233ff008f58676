//! Tokens of a rule file, with their places, and the lists they form.

use crate::error::{Error, Place, Stage};

/// How deep lists may be nested.
pub(crate) const NESTING: usize = 200;
/// How long a rule file may be.
pub(crate) const BYTES: usize = 16 << 20;

/// A word or a list.
#[derive(Clone, Debug)]
pub(crate) enum Expression<'t> {
    Word(&'t str, Place),
    List(Vec<Expression<'t>>, Place),
}

impl Expression<'_> {
    pub(crate) fn place(&self) -> Place {
        match self {
            Expression::Word(_, place) | Expression::List(_, place) => *place,
        }
    }
}

/// Where the reader is: the rest of the text, and the place of its first character.
struct Cursor<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Cursor<'t> {
    fn advance(&mut self, symbol: char) {
        self.rest = &self.rest[symbol.len_utf8()..];
        match symbol {
            '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            _ => self.place.column += 1,
        }
    }

    /// The next word, which is not empty.
    fn word(&mut self) -> &'t str {
        let end = self.rest.find(|c: char| c.is_whitespace() || "();".contains(c));
        let word = &self.rest[..end.unwrap_or(self.rest.len())];
        self.rest = &self.rest[word.len()..];
        self.place.column += word.chars().count() as u32;
        word
    }

    fn skip_comment(&mut self) {
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        self.place.column += self.rest[..end].chars().count() as u32;
        self.rest = &self.rest[end..];
    }
}

/// All lists and words of a text.
pub(crate) fn expressions(bytes: &[u8]) -> Result<Vec<Expression<'_>>, Error> {
    let wrong = |place, message: String| Err(Error::at(Stage::Reading, place, message));
    if bytes.len() > BYTES {
        let limit = BYTES >> 20;
        return Err(Error::whole(
            Stage::Reading,
            format!("the file has {} bytes; rule files may have {limit} MiB", bytes.len()),
        ));
    }
    let text = match core::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            return wrong(
                place_of(bytes, error.valid_up_to()),
                "the file is not UTF-8 text from here on; save it as UTF-8".to_owned(),
            );
        }
    };
    let mut cursor = Cursor { rest: text, place: Place { line: 1, column: 1 } };
    let mut open: Vec<(Vec<Expression<'_>>, Place)> = Vec::new();
    let mut top = Vec::new();
    while let Some(symbol) = cursor.rest.chars().next() {
        let place = cursor.place;
        let read = match symbol {
            ';' => {
                cursor.skip_comment();
                continue;
            }
            _ if symbol.is_whitespace() => {
                cursor.advance(symbol);
                continue;
            }
            '(' => {
                if open.len() == NESTING {
                    return wrong(place, format!("lists are nested more than {NESTING} deep"));
                }
                cursor.advance(symbol);
                open.push((Vec::new(), place));
                continue;
            }
            ')' => {
                cursor.advance(symbol);
                let Some((list, begun)) = open.pop() else {
                    return wrong(place, "')' without '('; remove it".to_owned());
                };
                Expression::List(list, begun)
            }
            _ => {
                let word = cursor.word();
                if word.contains(char::is_control) {
                    return wrong(place, "a word with a control character; remove it".to_owned());
                }
                Expression::Word(word, place)
            }
        };
        open.last_mut().map_or(&mut top, |(list, _)| list).push(read);
    }
    match open.first() {
        // The innermost list whose next line begins with a list of its own is most likely the one that lacks its end.
        Some(_) => wrong(unclosed(&open), "'(' is never closed; add ')'".to_owned()),
        None => Ok(top),
    }
}

/// The list that is most likely to lack its end: a rule begins in the first column as a rule, so the first open list there
/// that contains another list in the first column.
fn unclosed(open: &[(Vec<Expression<'_>>, Place)]) -> Place {
    let begins_line =
        |inner: &Expression<'_>| matches!(inner, Expression::List(_, place) if place.column == 1);
    let swallowing = open.iter().enumerate().find(|(index, (list, _))| {
        list.iter().any(begins_line)
            || open.get(index + 1).is_some_and(|(_, next)| next.column == 1)
    });
    swallowing.map_or(open[0].1, |(_, (_, place))| *place)
}

/// The place of a byte of a text that is UTF-8 up to there.
fn place_of(bytes: &[u8], at: usize) -> Place {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() as u32 + 1;
    let last = before.rsplit('\n').next().unwrap_or_default();
    Place { line, column: last.chars().count() as u32 + 1 }
}
