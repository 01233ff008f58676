//! What was measured, line by line, for a file that other programs read.

use crate::figures::Section;

/// A head and lines with as many fields.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Records {
    /// The names of the fields.
    pub head: Vec<&'static str>,
    /// The fields of each line.
    pub lines: Vec<Vec<String>>,
}

impl Records {
    /// No line yet.
    pub(crate) fn new<const FIELDS: usize>(head: [&'static str; FIELDS]) -> Records {
        Records { head: head.to_vec(), lines: Vec::new() }
    }

    /// Adds a line.
    pub(crate) fn add<const FIELDS: usize>(&mut self, fields: [String; FIELDS]) {
        debug_assert_eq!(FIELDS, self.head.len());
        self.lines.push(fields.to_vec());
    }

    /// One line for every finding of the sections.
    pub(crate) fn of_findings(sections: &[Section]) -> Records {
        let mut records = Records::new([
            "section",
            "row",
            "what",
            "published",
            "reference",
            "measured",
            "agrees",
        ]);
        for section in sections {
            for finding in &section.findings {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                records.add([
                    section.title.clone(),
                    text(&finding.row),
                    finding.what.clone(),
                    text(&finding.published),
                    text(&finding.reference),
                    finding.measured.clone(),
                    finding.agrees.map(|agrees| agrees.to_string()).unwrap_or_default(),
                ]);
            }
        }
        records
    }
}
