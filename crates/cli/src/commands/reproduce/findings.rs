//! Values that are no whole numbers, beside what is known of them, for people.

use foregone_reproduce::Finding;

use crate::output::in_thousands;
use crate::table::{Align, Table};

/// Row by row, if the findings are so.
pub(super) fn table(findings: &[Finding]) -> Table {
    match findings.first() {
        Some(Finding { row: Some(_), .. }) => grid(findings),
        _ => list(findings),
    }
}

/// One finding below the other. Where nothing was published, or the reference says nothing, there is no column for it.
fn list(findings: &[Finding]) -> Table {
    let is_published = findings.iter().any(|finding| finding.published.is_some());
    let has_reference = findings.iter().any(|finding| finding.reference.is_some());
    let columns = [
        (true, "", Align::Left),
        (is_published, "published", Align::Left),
        (has_reference, "reference", Align::Left),
        (true, "measured", Align::Left),
        (is_published || has_reference, "", Align::Left),
    ];
    let heads: Vec<(&str, Align)> = columns
        .into_iter()
        .filter_map(|(is_shown, head, align)| is_shown.then_some((head, align)))
        .collect();
    let mut table = Table::new(&heads);
    for finding in findings {
        let texts = [
            finding.what.clone(),
            known(&finding.published, finding),
            known(&finding.reference, finding),
            readable(&finding.measured),
            verdict(finding).to_owned(),
        ];
        let shown = texts.into_iter().zip(columns).filter(|(_, (is_shown, ..))| *is_shown);
        table.add(shown.map(|(text, _)| text));
    }
    table
}

/// The columns of the first row are those of all rows; those with a value of the reference anywhere have a column for it.
fn grid(findings: &[Finding]) -> Table {
    let first = &findings[0].row;
    let columns: Vec<&Finding> =
        findings.iter().take_while(|finding| finding.row == *first).collect();
    let has_reference = |column: &Finding| {
        findings.iter().any(|it| it.what == column.what && it.reference.is_some())
    };
    let mut heads = vec![("", Align::Left)];
    for column in &columns {
        heads.push((&column.what, Align::Right));
        if has_reference(column) {
            heads.push(("reference", Align::Right));
        }
    }
    let mut table = Table::new(&heads);
    for row in findings.chunks(columns.len()) {
        let mut texts = vec![row[0].row.clone().unwrap_or_default()];
        for finding in row {
            texts.push(readable(&finding.measured));
            if has_reference(finding) {
                texts.push(known(&finding.reference, finding));
            }
        }
        table.add(texts);
    }
    table
}

/// What is known, or a sign if it is the same text.
fn known(text: &Option<String>, finding: &Finding) -> String {
    match text {
        Some(text) if *text == finding.measured => "=".to_owned(),
        Some(text) => readable(text),
        None => String::new(),
    }
}

/// A text whose whole numbers have commas.
fn readable(text: &str) -> String {
    let word = |word: &str| match word.parse() {
        Ok(number) if number >= 10_000 => in_thousands(number),
        _ => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn verdict(finding: &Finding) -> &'static str {
    match finding.agrees {
        Some(true) => "agrees",
        Some(false) => "differs",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_numbers_get_commas() {
        assert_eq!(readable("170937 and 9 of chance"), "170,937 and 9 of chance");
        assert_eq!(readable("14348907/2 0.12345678"), "14348907/2 0.12345678");
    }
}
