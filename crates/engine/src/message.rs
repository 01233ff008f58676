//! JSON-RPC 2.0: what comes in, and what goes out.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// The codes of JSON-RPC, and one for what made sense but did not work out.
pub(crate) const PARSE: i32 = -32700;
pub(crate) const INVALID: i32 = -32600;
pub(crate) const NO_METHOD: i32 = -32601;
pub(crate) const PARAMS: i32 = -32602;
pub(crate) const FAILED: i32 = -32000;

/// A message that was understood.
#[derive(Clone, PartialEq, Debug)]
pub struct Incoming {
    /// The id to answer with; none for a notification, which is not answered.
    pub id: Option<Value>,
    /// What is wanted.
    pub method: String,
    /// The parameters by their names.
    pub params: Map<String, Value>,
}

/// Why a message is answered by an error.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    /// The id of the message, as far as it is known.
    pub id: Value,
    /// The code.
    pub code: i32,
    /// One sentence.
    pub message: String,
}

impl Refused {
    pub(crate) fn new(id: Value, code: i32, message: impl Into<String>) -> Refused {
        Refused { id, code, message: message.into() }
    }

    /// The error as a line.
    pub(crate) fn line(&self) -> String {
        let error = json!({ "code": self.code, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string()
    }
}

/// A result as a line.
pub(crate) fn result_line(id: &Value, result: &impl Serialize) -> Result<String, Refused> {
    let result = serde_json::to_value(result)
        .map_err(|error| Refused::new(id.clone(), FAILED, error.to_string()))?;
    Ok(json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string())
}

/// A notification as a line.
pub(crate) fn notification_line(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}

/// Reads one message. The error is what it is to be answered with.
///
/// ```
/// use foregone_engine::read_message;
/// let message = br#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"connect4:4x4"}}"#;
/// assert_eq!(read_message(message).unwrap().method, "solve");
/// assert_eq!(read_message(b"{").unwrap_err().code, -32700);
/// ```
pub fn read_message(line: &[u8]) -> Result<Incoming, Refused> {
    let message: Value = serde_json::from_slice(line)
        .map_err(|error| Refused::new(Value::Null, PARSE, format!("this is no JSON: {error}")))?;
    let mut message = match message {
        Value::Object(message) => message,
        Value::Array(_) => {
            let why = "batches are not read here; send one message a line";
            return Err(Refused::new(Value::Null, INVALID, why));
        }
        _ => {
            let why = "a message is an object with jsonrpc, id, method and params";
            return Err(Refused::new(Value::Null, INVALID, why));
        }
    };
    let id = message.remove("id");
    let known = match &id {
        Some(id @ (Value::String(_) | Value::Number(_) | Value::Null)) => id.clone(),
        _ => Value::Null,
    };
    let refused = |why: &str| Err(Refused::new(known.clone(), INVALID, why));
    if matches!(id, Some(Value::Bool(_) | Value::Array(_) | Value::Object(_))) {
        return refused("an id is a number or a text");
    }
    if message.remove("jsonrpc") != Some(Value::from("2.0")) {
        return refused("the member jsonrpc is missing or is not \"2.0\"");
    }
    let Some(Value::String(method)) = message.remove("method") else {
        return refused("the member method is missing or is no text");
    };
    let params = match message.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return refused("params is an object: parameters are given by their names"),
    };
    if let Some(name) = message.keys().next() {
        return refused(&format!("a message has no member \"{name}\""));
    }
    Ok(Incoming { id, method, params })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_answered_with_its_id_if_that_can_be_read() {
        let code = |text: &str| {
            let refused = read_message(text.as_bytes()).expect_err(text);
            (refused.code, refused.id)
        };
        assert_eq!(code("x"), (PARSE, Value::Null));
        assert_eq!(code("[]"), (INVALID, Value::Null));
        assert_eq!(code("7"), (INVALID, Value::Null));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":7}"#), (INVALID, Value::from(7)));
        assert_eq!(code(r#"{"id":"a","method":"games"}"#), (INVALID, Value::from("a")));
        assert_eq!(code(r#"{"jsonrpc":"2.0","id":[1],"method":"x"}"#), (INVALID, Value::Null));
        let list = r#"{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}"#;
        assert_eq!(code(list), (INVALID, Value::from(1)));
        let more = r#"{"jsonrpc":"2.0","id":1,"method":"x","parms":{}}"#;
        assert_eq!(code(more), (INVALID, Value::from(1)));
        assert!(read_message(br#"{"jsonrpc":"2.0","method":"x"}"#).expect("one").id.is_none());
    }
}
