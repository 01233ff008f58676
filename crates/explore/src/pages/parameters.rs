//! Forms for the parameters of games, made from their descriptions, and the spellings that they lead to.

use foregone_games::registry::GameEntry;
use maud::{Markup, html};

/// A parameter of a game, as a form has it.
#[derive(PartialEq, Eq, Debug)]
struct Field {
    /// What it is called: `COLUMNSxROWS`, or `score` of `score=pons`.
    name: &'static str,
    /// What it means.
    about: &'static str,
    /// Whether it is written without its name.
    is_bare: bool,
    /// The values that it can have; empty if there are many.
    values: Vec<&'static str>,
    /// What an example has there.
    example: String,
}

/// The parameters of a game, those without names first.
fn fields(entry: &GameEntry) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for (names, about) in entry.parameters {
        for text in names.split(", ") {
            fields.push(match text.split_once('=') {
                None => Field {
                    name: text,
                    about,
                    is_bare: true,
                    values: Vec::new(),
                    example: String::new(),
                },
                Some((name, values)) => {
                    let is_word = |value: &str| value.chars().all(|c| c.is_ascii_lowercase());
                    let values: Vec<&str> = values.split('|').filter(|one| is_word(one)).collect();
                    Field { name, about, is_bare: false, values, example: String::new() }
                }
            });
        }
    }
    for example in entry.examples.iter().filter_map(|example| example.split_once(':')) {
        let mut bare = 0..;
        for (name, value) in written(example.1) {
            let found = match name {
                "" => fields.iter_mut().filter(|field| field.is_bare).nth(bare.next().unwrap_or(0)),
                _ => fields.iter_mut().find(|field| field.name == name),
            };
            if let Some(field) = found.filter(|field| field.example.is_empty()) {
                field.example = value;
            }
        }
    }
    fields
}

/// What a spelling says behind the colon: names and values, a bare value with an empty name. A word without a name belongs to the value
/// before it if that has one, as in `walls=c3,d4`.
fn written(parameters: &str) -> Vec<(&str, String)> {
    let mut all: Vec<(&str, String)> = Vec::new();
    for word in parameters.split(',').filter(|word| !word.is_empty()) {
        match (word.split_once('='), all.last_mut()) {
            (Some((name, value)), _) => all.push((name, value.to_owned())),
            (None, Some((name, value))) if !name.is_empty() => *value += &format!(",{word}"),
            (None, _) => all.push(("", word.to_owned())),
        }
    }
    all
}

/// The form of a game; nothing if it has no parameters.
pub(super) fn form(entry: &GameEntry) -> Markup {
    // Brackets are around what can be left out.
    let is_needed = !entry.spelling.contains('[');
    html! {
        @if !entry.parameters.is_empty() {
            form action="/open" class="fields" {
                input type="hidden" name="name" value=(entry.name);
                @for field in fields(entry) {
                    label title=(field.about) {
                        span { (field.name) }
                        @if field.values.is_empty() {
                            input name=(field.name) placeholder=(field.example) value=[is_needed.then_some(&field.example)] autocomplete="off" spellcheck="false" size="6";
                        } @else {
                            select name=(field.name) {
                                option value="" { "–" }
                                @for value in &field.values { option value=(value) { (value) } }
                            }
                        }
                    }
                }
                button { "Open" }
            }
        }
    }
}

/// The spelling of a game with what a form says; what is empty is left out.
pub(super) fn spelling(entry: &GameEntry, said: &[(String, String)]) -> String {
    let value = |field: &Field| {
        let found = said.iter().find(|(name, _)| name == field.name);
        found.map(|(_, value)| value.trim().to_owned()).filter(|value| !value.is_empty())
    };
    let fields = fields(entry);
    let parts = fields.iter().filter_map(|field| {
        let value = value(field)?;
        Some(if field.is_bare { value } else { format!("{}={value}", field.name) })
    });
    match parts.collect::<Vec<String>>().join(",").as_str() {
        "" => entry.name.to_owned(),
        parameters => format!("{}:{parameters}", entry.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::entries;

    fn entry(name: &str) -> &'static GameEntry {
        entries().find(|entry| entry.name == name).expect("a game")
    }

    #[test]
    fn every_example_can_be_written_with_the_form() {
        for entry in entries().filter(|entry| !["graph", "gdl"].contains(&entry.name)) {
            for example in entry.examples {
                let (name, parameters) = example.split_once(':').unwrap_or((example, ""));
                let mut bare = fields(entry).into_iter().filter(|field| field.is_bare);
                let mut said = Vec::new();
                for (name, value) in written(parameters) {
                    let mut of_bare = || bare.next().expect("a field").name;
                    let name = if name.is_empty() { of_bare() } else { name };
                    said.push((name.to_owned(), value));
                }
                let wanted = if name == entry.name { example } else { entry.name };
                assert_eq!(spelling(entry, &said), *wanted);
            }
        }
    }

    #[test]
    fn choices_are_offered_where_there_are_few() {
        let fields = fields(entry("woodpush"));
        let ko = fields.iter().find(|field| field.name == "ko").expect("a field");
        assert_eq!(ko.values, ["path", "previous"]);
        let scale = fields.iter().find(|field| field.name == "scale").expect("a field");
        assert!(scale.values.is_empty() && !scale.is_bare);
        assert_eq!(
            super::fields(entry("ewn")).iter().filter(|one| one.example == "213").count(),
            2
        );
    }
}
