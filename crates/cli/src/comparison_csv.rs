//! Comma-separated values, and a comparison of algorithms in them: one line per position and algorithm.

use foregone_game::{Outcome, Scale};
use foregone_reproduce::{Contender, Measurement, Row};

const HEAD: [&str; 16] = [
    "number",
    "moves",
    "position",
    "algorithm",
    "stop",
    "value",
    "at_least",
    "at_most",
    "created",
    "expanded",
    "runs",
    "peak_nodes",
    "peak_bytes",
    "seconds",
    "expected",
    "believed",
];

/// A head and lines of fields, with quotation marks where a field needs them.
pub(crate) fn text<L: IntoIterator<Item = String>>(
    head: &[&str],
    lines: impl IntoIterator<Item = L>,
) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory does not fail, and all lines have as many fields as the head.
    let _ = writer.write_record(head);
    for line in lines {
        let _ = writer.write_record(line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The whole file.
pub(crate) fn write(scale: &Scale, contenders: &[Contender], rows: &[Row]) -> String {
    let lines = (1u64..).zip(rows).flat_map(|(number, row)| {
        let results = contenders.iter().zip(&row.results);
        results.map(move |(contender, result)| line(scale, number, row, contender, result))
    });
    text(&HEAD, lines)
}

fn line(
    scale: &Scale,
    number: u64,
    row: &Row,
    contender: &Contender,
    result: &Measurement,
) -> [String; 16] {
    let (low, high) = result.bounds().unwrap_or((scale.worst(), scale.best()));
    let name = |value: Option<Outcome>| value.map_or("", |value| scale.name(value)).to_owned();
    let believed = name(result.belief());
    let counters = result.counters;
    [
        number.to_string(),
        row.moves.clone(),
        row.position.clone(),
        contender.name.clone(),
        if believed.is_empty() { result.stop.name() } else { "believed" }.to_owned(),
        name(result.value()),
        name(Some(low)),
        name(Some(high)),
        counters.created.to_string(),
        counters.expanded.to_string(),
        counters.runs.to_string(),
        counters.peak_nodes.to_string(),
        counters.peak_bytes.to_string(),
        format!("{:.6}", result.elapsed.as_secs_f64()),
        row.expected.as_ref().map_or(String::new(), |expected| expected.text.clone()),
        believed,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_need_it() {
        let line = ["a,b", "say \"x\"", "plain"].map(str::to_owned);
        assert_eq!(text(&["1", "2", "3"], [line]), "1,2,3\n\"a,b\",\"say \"\"x\"\"\",plain\n");
    }
}
