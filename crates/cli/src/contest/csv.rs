//! A contest as comma-separated values: one line per position and contender.

use std::fmt::Write as _;

use foregone_game::{Outcome, Scale};

use super::Row;
use super::contender::Contender;

const HEAD: &str = "number,moves,position,algorithm,stop,value,at_least,at_most,created,expanded,runs,peak_nodes,\
                    peak_bytes,seconds,expected,believed\n";

/// The whole file.
pub(crate) fn write(scale: &Scale, contenders: &[Contender], rows: &[Row]) -> String {
    let mut text = HEAD.to_owned();
    for (number, row) in (1..).zip(rows) {
        for (contender, result) in contenders.iter().zip(&row.results) {
            let (low, high) = result.bounds().unwrap_or((scale.worst(), scale.best()));
            let name = |value: Option<Outcome>| value.map_or("", |value| scale.name(value));
            let (value, believed) = (name(result.value()), name(result.belief()));
            let stop = if believed.is_empty() { result.stop.name() } else { "believed" };
            let counters = result.counters;
            let expected = row.expected.as_ref().map_or("", |expected| expected.text.as_str());
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{number},{},{},{},{stop},{},{},{},{},{},{},{},{},{:.6},{},{}",
                quoted(&row.moves),
                quoted(&row.position),
                quoted(&contender.name),
                quoted(value),
                quoted(scale.name(low)),
                quoted(scale.name(high)),
                counters.created,
                counters.expanded,
                counters.runs,
                counters.peak_nodes,
                counters.peak_bytes,
                result.elapsed.as_secs_f64(),
                quoted(expected),
                quoted(believed)
            );
        }
    }
    text
}

/// A field, in quotation marks if it needs them.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
