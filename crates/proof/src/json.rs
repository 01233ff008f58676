//! A JSON value that keeps the order of the members of an object. An object that has a member twice is an error, because
//! two readers could use different ones.

use core::fmt;
use std::collections::HashSet;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::failure::quote;
use crate::limits::Meter;

/// A JSON value, as far as graph files need it.
pub(crate) enum Json {
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// A whole number that is not negative and has at most 64 bits.
    Integer(u64),
    /// Another number, a Boolean or `null`, which no graph file has.
    Other,
}

impl Json {
    /// Reads a complete text. The error is a sentence; it has no meaning if the meter has reached a limit.
    pub(crate) fn read(bytes: &[u8], meter: &Meter<'_>) -> Result<Json, String> {
        let sentence = |error| format!("the file is not the JSON expected here: {error}");
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let json = Metered(meter).deserialize(&mut reader).map_err(sentence)?;
        reader.end().map_err(sentence)?;
        Ok(json)
    }

    /// The members of an object. `what` is the name of the value in the error.
    pub(crate) fn object(self, what: &str) -> Result<Vec<(String, Json)>, String> {
        match self {
            Json::Object(members) => Ok(members),
            _ => Err(format!("{what} is not a JSON object")),
        }
    }

    /// The elements of an array.
    pub(crate) fn list(self, what: &str) -> Result<Vec<Json>, String> {
        match self {
            Json::List(elements) => Ok(elements),
            _ => Err(format!("{what} is not a JSON array")),
        }
    }

    /// The characters of a string.
    pub(crate) fn text(self, what: &str) -> Result<String, String> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err(format!("{what} is not a text")),
        }
    }
}

/// Reads a value and reserves memory for it, three times for the elements of a list or an object: while the list grows, the
/// old and the new allocation exist.
#[derive(Clone, Copy)]
struct Metered<'m>(&'m Meter<'m>);

impl Metered<'_> {
    fn take<E: de::Error>(self, bytes: usize) -> Result<(), E> {
        let counted = self.0.step().and_then(|()| self.0.reserve(bytes as u64));
        counted.map_err(|_| E::custom("a limit was reached"))
    }
}

/// Bytes that the allocator adds to a string or a list.
const ALLOCATED: usize = 32;

impl<'de> DeserializeSeed<'de> for Metered<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Metered<'_> {
    type Value = Json;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Json, E> {
        self.take(text.len() + ALLOCATED)?;
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Integer(number))
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
        self.take(ALLOCATED + 4 * size_of::<Json>())?;
        while let Some(element) = access.next_element_seed(self)? {
            self.take(3 * size_of::<Json>())?;
            elements.push(element);
        }
        Ok(Json::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let (mut members, mut names) = (Vec::new(), HashSet::new());
        self.take(ALLOCATED + 4 * size_of::<(String, Json)>())?;
        while let Some(name) = access.next_key::<String>()? {
            // The name is stored in the list and in the set of names.
            self.take(2 * (name.len() + ALLOCATED) + 3 * size_of::<(String, Json, String)>())?;
            let value = access.next_value_seed(self)?;
            if !names.insert(name.clone()) {
                return Err(de::Error::custom(format_args!(
                    "the member {} occurs twice",
                    quote(&name)
                )));
            }
            members.push((name, value));
        }
        Ok(Json::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// The bytes that are reserved for the value of this text.
    fn reserved(text: &str) -> usize {
        let meter = Meter::unlimited();
        Json::read(text.as_bytes(), &meter).unwrap();
        meter.used() as usize
    }

    #[test]
    fn every_part_of_a_value_is_counted() {
        const VALUE: usize = size_of::<Json>();
        const MEMBER: usize = size_of::<(String, Json)>();
        assert_eq!(reserved("17"), 0);
        assert_eq!(reserved("\"\""), ALLOCATED);
        assert_eq!(reserved("\"three\\n\""), 6 + ALLOCATED);
        // An empty list has room for four elements as soon as it gets one.
        assert_eq!(reserved("[]"), 4 * VALUE + ALLOCATED);
        assert_eq!(reserved("[1, 2, null]") - reserved("[]"), 3 * 3 * VALUE);
        assert_eq!(reserved("[\"ab\"]") - reserved("[1]"), reserved("\"ab\""));
        assert_eq!(reserved("{}"), 4 * MEMBER + ALLOCATED);
        // The name of a member is stored twice, as is the entry of a string.
        let member = 3 * (MEMBER + size_of::<String>());
        assert_eq!(reserved("{\"\": 1}") - reserved("{}"), member + 2 * ALLOCATED);
        assert_eq!(reserved("{\"name\": 1}") - reserved("{\"\": 1}"), 2 * 4);
        assert_eq!(
            reserved("{\"a\": [], \"b\": []}"),
            2 * reserved("{\"a\": []}") - reserved("{}")
        );
    }

    #[test]
    fn a_value_that_needs_too_much_memory_is_refused() {
        for text in ["\"0123456789\"", "[[[]]]", "{\"a\": {\"b\": 1}}"] {
            let needed = reserved(text) as u64;
            let meter = |memory| Meter::new(Limits { memory, ..Limits::default() }, None);
            assert!(Json::read(text.as_bytes(), &meter(needed)).is_ok());
            let meter = meter(needed - 1);
            assert!(Json::read(text.as_bytes(), &meter).is_err() && meter.reached().is_some());
        }
    }
}
