//! Values that are no whole numbers, beside what is known of them: fractions, certain bounds, decisions.

use foregone_chance::Fraction;
use foregone_chance::fraction::{Rounded, decimal};
use foregone_chance::limits::Stop;
use serde::Serialize;

use crate::error::Error;

/// One value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// What it is.
    pub what: String,
    /// The value as it was published.
    pub published: Option<String>,
    /// The value that a program of ours found that was written independently of this library.
    pub reference: Option<String>,
    /// The value found here.
    pub measured: String,
    /// Whether the value found here is the published one and that of the reference; nothing if there is neither.
    pub agrees: Option<bool>,
    /// The row it belongs to, in a table with several columns; `what` is then the column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
}

impl Finding {
    /// A value of which nothing is known.
    pub(crate) fn new(what: impl Into<String>, measured: impl ToString) -> Finding {
        Finding {
            what: what.into(),
            published: None,
            reference: None,
            measured: measured.to_string(),
            agrees: None,
            row: None,
        }
    }

    /// A value in a table with rows and columns.
    pub(crate) fn in_row(row: impl Into<String>, column: &str, measured: impl ToString) -> Finding {
        Finding { row: Some(row.into()), ..Finding::new(column, measured) }
    }

    /// The same with a published value, if there is one: the same text is the same value.
    pub(crate) fn published(self, published: impl Into<Option<&'static str>>) -> Finding {
        let published = published.into().map(str::to_owned);
        Finding { published, ..self }.compared()
    }

    /// The same with a value of the reference, if there is one: the same text is the same value.
    pub(crate) fn reference(self, reference: impl Into<Option<&'static str>>) -> Finding {
        let reference = reference.into().map(str::to_owned);
        Finding { reference, ..self }.compared()
    }

    fn compared(self) -> Finding {
        let known: Vec<&String> =
            [&self.published, &self.reference].into_iter().flatten().collect();
        let agrees = known.iter().all(|known| **known == self.measured);
        Finding { agrees: (!known.is_empty()).then_some(agrees), ..self }
    }

    /// The same, where texts say the same in other words.
    pub(crate) fn agreeing(self, agrees: bool) -> Finding {
        Finding { agrees: Some(agrees), ..self }
    }
}

/// A value, or one sentence about what was missing. If the caller has stopped the experiment, nobody reads it.
pub(crate) fn solved<T>(what: &str, value: Result<T, Stop>) -> Result<T, Error> {
    value.map_err(|stop| {
        Error::failed(format!(
            "{what} was not solved within its limit of {}; allow more, or take --quick",
            stop.name()
        ))
    })
}

/// Certain bounds as one text, or the value if they meet.
pub(crate) fn between((low, high): &(Fraction, Fraction)) -> String {
    const PLACES: usize = 12;
    let (least, most) = (decimal(low, PLACES, Rounded::Down), decimal(high, PLACES, Rounded::Up));
    if low == high { low.to_string() } else { format!("{least} to {most}") }
}

#[cfg(test)]
mod tests {
    use foregone_chance::fraction::ratio;

    use super::*;

    #[test]
    fn a_finding_agrees_with_everything_that_is_known() {
        let finding = || Finding::new("a value", "4/7");
        assert_eq!(finding().agrees, None);
        assert_eq!(finding().published("4/7").agrees, Some(true));
        assert_eq!(finding().published("4/7").reference("5/7").agrees, Some(false));
        assert_eq!(finding().published(None).agrees, None);
    }

    #[test]
    fn bounds_are_rounded_outward() {
        assert_eq!(between(&(ratio(1, 3), ratio(2, 3))), "0.333333333333 to 0.666666666667");
        assert_eq!(between(&(ratio(1, 3), ratio(1, 3))), "1/3");
    }
}
