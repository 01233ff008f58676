//! A JSON value that kept what the usual ones throw away: the order of an object's members. A member that stands
//! twice is an error, since two readers could take different ones for true.

use core::fmt;
use std::collections::HashSet;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::failure::quote;

/// A value, as far as graph files need it.
pub(crate) enum Json {
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// A number, a truth value or `null`: nothing in a graph file is one.
    Other,
}

impl Json {
    /// Reads a whole text; the error is a sentence.
    pub(crate) fn read(bytes: &[u8]) -> Result<Json, String> {
        serde_json::from_slice(bytes)
            .map_err(|error| format!("the file is not the JSON expected here: {error}"))
    }

    /// The members of an object; the error says what should have been one.
    pub(crate) fn object(self, what: &str) -> Result<Vec<(String, Json)>, String> {
        match self {
            Json::Object(members) => Ok(members),
            _ => Err(format!("{what} is not a JSON object")),
        }
    }

    /// The elements of a list.
    pub(crate) fn list(self, what: &str) -> Result<Vec<Json>, String> {
        match self {
            Json::List(elements) => Ok(elements),
            _ => Err(format!("{what} is not a JSON array")),
        }
    }

    /// A text.
    pub(crate) fn text(self, what: &str) -> Result<String, String> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err(format!("{what} is not a text")),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = access.next_element()? {
            elements.push(element);
        }
        Ok(Json::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let (mut members, mut names) = (Vec::new(), HashSet::new());
        while let Some((name, value)) = access.next_entry::<String, Json>()? {
            if !names.insert(name.clone()) {
                return Err(de::Error::custom(format_args!(
                    "the member {} stands twice",
                    quote(&name)
                )));
            }
            members.push((name, value));
        }
        Ok(Json::Object(members))
    }
}
