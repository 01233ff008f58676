//! What the value of an option may be, and how it is written.

use super::{SecondLevel, Strategy};
use crate::effort::Sum;
use crate::mopns::Ties;
use foregone_game::Scale;

/// The type and the range of an option's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Values {
    /// On or off.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number in this range.
    Count {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
    },
    /// A share from 0 to this.
    Share(f64),
    /// A size in bytes.
    Bytes,
    /// The name of one of the game's knowledge levels.
    Knowledge,
    /// An order of questions: a [`Strategy`].
    Strategy,
    /// A [`SecondLevel`].
    Second,
}

impl Values {
    /// Whether a text can be such a value, as far as that can be said without the game; the error says what it should be.
    pub fn check(self, text: &str) -> Result<(), String> {
        match self {
            Values::Switch => switch(text).map(drop),
            Values::Choice(words) if words.contains(&text) => Ok(()),
            Values::Choice(words) => Err(format!("it is {}", alternatives(words))),
            Values::Count { least, most } => count_within(text, least, most).map(drop),
            Values::Share(most) => share(text, most).map(drop),
            Values::Bytes => bytes(text).map(drop),
            Values::Knowledge if text.is_empty() => Err("it is the name of a level".to_owned()),
            Values::Knowledge => Ok(()),
            Values::Strategy => match text.strip_prefix("known:") {
                Some(_) => Ok(()),
                None => strategy(text, None).map(drop),
            },
            Values::Second => second_level(text).map(drop),
        }
    }

    /// A few values of that type, from one end of the range to the other, for tests that try options at random. Values that
    /// only a game can name are missing.
    pub fn samples(self) -> Vec<String> {
        let words: &[&str] = match self {
            Values::Switch => &["off", "on"],
            Values::Choice(words) => words,
            Values::Count { least, most } => {
                return vec![least.to_string(), (least + 3).min(most).to_string()];
            }
            Values::Share(_) => &["0", "0.25", "1.5"],
            Values::Bytes => &["4096", "1048576"],
            Values::Knowledge => &[],
            Values::Strategy => &["binary", "linear", "doubling"],
            Values::Second => &["full", "fixed:20", "breuker:100,20", "table:20"],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

/// The words as people list alternatives: `a`, `a or b`, `a, b or c`.
fn alternatives(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("it is on or off".to_owned()),
    }
}

pub(super) fn switch_name(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

/// Reads a positive whole number as people write large ones.
///
/// ```
/// use foregone_solve::options::count;
/// for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1M", "1000k"] {
///     assert_eq!(count(text), Ok(1_000_000));
/// }
/// assert!(count("a lot").is_err() && count("1,5").is_err());
/// ```
pub fn count(text: &str) -> Result<u64, String> {
    let plain = without_separators(text);
    let (digits, factor) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1e3),
        Some((at, 'm' | 'M')) => (&plain[..at], 1e6),
        Some((at, 'g' | 'G')) => (&plain[..at], 1e9),
        _ => (plain.as_str(), 1.0),
    };
    if let (Ok(number), true) = (digits.parse::<u64>(), factor == 1.0) {
        return if number > 0 { Ok(number) } else { Err("it must be at least 1".to_owned()) };
    }
    let starts_well = digits.starts_with(|c: char| c.is_ascii_digit());
    match digits.parse::<f64>().map(|number| number * factor) {
        Ok(number) if starts_well && (1.0..1.8e19).contains(&number) => Ok(number.round() as u64),
        _ => Err("write it like 1000000, 1,000,000, 1_000_000, 1e6 or 1M".to_owned()),
    }
}

/// A number without its separators: `_` may stand anywhere, commas only between groups of three digits, as numbers are
/// printed. `1,5` keeps its comma: it may be a decimal one.
pub fn without_separators(text: &str) -> String {
    let mut groups = text.split(',');
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first =
        groups.next().is_some_and(|group| (1..=3).contains(&group.len()) && is_digits(group));
    if first && groups.all(|group| group.len() == 3 && is_digits(group)) {
        return text.replace(',', "");
    }
    text.replace('_', "")
}

pub(super) fn count_within(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = count(text).ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("it is a whole number from {least} to {most}"))
}

/// Reads a size in bytes with the usual suffixes: decimal (`kB`, `MB`, …) and binary (`KiB`, `MiB`, …).
///
/// ```
/// use foregone_solve::options::bytes;
/// assert_eq!(bytes("2GiB"), Ok(2 << 30));
/// assert_eq!(bytes("1048576"), Ok(1 << 20));
/// ```
pub fn bytes(text: &str) -> Result<u64, String> {
    let size = text.replace(['_', ','], "").parse::<bytesize::ByteSize>();
    size.map(|size| size.as_u64()).map_err(|_| "write it like 2GiB, 500MB or 1048576".to_owned())
}

/// Reads a share; it is kept in 256ths.
pub(super) fn share(text: &str, most: f64) -> Result<u32, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=most).contains(&share) => Ok((share * 256.0).round() as u32),
        _ => Err(format!("it is a share from 0 to {most}, such as 0.25")),
    }
}

pub(super) fn sum(text: &str) -> Result<Sum, String> {
    match text {
        "plain" => Ok(Sum::Plain),
        "weak" => Ok(Sum::Weak),
        _ => Err("it is plain or weak".to_owned()),
    }
}

pub(super) fn sum_name(sum: Sum) -> String {
    match sum {
        Sum::Plain => "plain",
        Sum::Weak => "weak",
    }
    .to_owned()
}

pub(super) fn ties(text: &str) -> Result<Ties, String> {
    match text {
        "lowest" => Ok(Ties::Lowest),
        "highest" => Ok(Ties::Highest),
        _ => Err("it is lowest or highest".to_owned()),
    }
}

pub(super) fn ties_name(ties: Ties) -> String {
    match ties {
        Ties::Lowest => "lowest",
        Ties::Highest => "highest",
    }
    .to_owned()
}

/// Reads an order of questions; the scale is needed only for a value that is known.
pub(super) fn strategy(text: &str, scale: Option<&Scale>) -> Result<Strategy, String> {
    match (text, text.strip_prefix("known:"), scale) {
        ("binary", ..) => Ok(Strategy::Binary),
        ("linear", ..) => Ok(Strategy::Linear),
        ("doubling", ..) => Ok(Strategy::Doubling),
        (_, Some(name), Some(scale)) => scale.read(name).map(Strategy::Known),
        _ => Err("it is binary, linear, doubling or known:VALUE".to_owned()),
    }
}

pub(super) fn strategy_name(strategy: Strategy, scale: &Scale) -> String {
    match strategy {
        Strategy::Binary => "binary".to_owned(),
        Strategy::Linear => "linear".to_owned(),
        Strategy::Doubling => "doubling".to_owned(),
        Strategy::Known(value) => format!("known:{}", scale.name(value)),
    }
}

/// The parameters that served for Lines of Action (Winands et al. 2004): the second level is half the first at 1.8 million nodes.
const BREUKER: SecondLevel = SecondLevel::Breuker { a: 1_800_000.0, b: 240_000.0 };

pub(super) fn second_level(text: &str) -> Result<SecondLevel, String> {
    let wrong = || "it is full, fixed:N, breuker, breuker:A,B or table:N".to_owned();
    let (kind, rest) = match text.split_once(':') {
        Some((kind, rest)) => (kind, Some(rest)),
        None => (text, None),
    };
    match (kind, rest) {
        ("full", None) => Ok(SecondLevel::Full),
        ("fixed", Some(nodes)) => count(nodes).map(SecondLevel::Fixed),
        ("table", Some(nodes)) => count(nodes).map(SecondLevel::Table),
        ("breuker", None) => Ok(BREUKER),
        ("breuker", Some(pair)) => {
            let (a, b) = pair.split_once([',', ':']).ok_or_else(wrong)?;
            Ok(SecondLevel::Breuker { a: count(a)? as f64, b: count(b)? as f64 })
        }
        _ => Err(wrong()),
    }
}

pub(super) fn second_level_name(second_level: SecondLevel) -> String {
    match second_level {
        SecondLevel::Full => "full".to_owned(),
        SecondLevel::Fixed(nodes) => format!("fixed:{nodes}"),
        SecondLevel::Table(nodes) => format!("table:{nodes}"),
        SecondLevel::Breuker { a, b } => format!("breuker:{a},{b}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_every_spelling() {
        for text in ["1000000", "1_000_000", "1,000,000", "1e6", "1E6", "1M", "1000k", "0.001G"] {
            assert_eq!(count(text), Ok(1_000_000), "{text}");
        }
        assert_eq!(count("2.5M"), Ok(2_500_000));
        for text in ["", "0", "-3", "1e30", "nan", "inf", "M", "12x", "0.1"] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_and_second_levels_are_read() {
        assert_eq!(bytes("1kB"), Ok(1000));
        assert!(bytes("much").is_err());
        assert_eq!(second_level("fixed:1k"), Ok(SecondLevel::Fixed(1000)));
        assert_eq!(second_level("breuker"), Ok(BREUKER));
        assert!(second_level("fixed").is_err());
        for text in Values::Second.samples() {
            assert_eq!(second_level(&text).map(second_level_name), Ok(text));
        }
    }
}
