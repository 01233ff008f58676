//! What cannot be shown, as a sentence with the place marked: a page for people, an object for programs.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use foregone::Error;
use serde_json::json;

use crate::pages;

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    /// What is wrong and what helps, for people.
    pub(crate) sentence: String,
    /// The game that can be shown instead.
    pub(crate) game: Option<String>,
    /// The place in what was written.
    pub(crate) marked: Option<Box<Marked>>,
}

/// What was written: before the wrong place, the wrong place, and after it.
pub(crate) type Marked = (String, String, String);

impl Problem {
    pub(crate) fn new(status: StatusCode, sentence: impl Into<String>) -> Problem {
        Problem { status, sentence: sentence.into(), game: None, marked: None }
    }

    /// Something that is not there.
    pub(crate) fn missing(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, sentence)
    }

    /// Something that was asked wrongly.
    pub(crate) fn bad(sentence: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// A spelling that is no game.
    pub(crate) fn game(spelling: &str, error: &Error) -> Problem {
        let marked = (String::new(), spelling.to_owned(), String::new());
        Problem { marked: Some(Box::new(marked)), ..Problem::missing(error.to_string()) }
    }

    /// Moves or a position that a game does not take; the first `good` bytes are legal.
    pub(crate) fn place(game: &str, what: &str, text: &str, good: usize, error: &Error) -> Problem {
        let sentence = error.to_string();
        let (from, to) = wrong_place(text, good, &sentence);
        let marked = (text[..from].to_owned(), text[from..to].to_owned(), text[to..].to_owned());
        Problem {
            game: Some(game.to_owned()),
            marked: Some(Box::new(marked)),
            ..Problem::missing(format!("{what} of {game}: {sentence}"))
        }
    }

    /// The answer for programs.
    pub(crate) fn json(self) -> Response {
        let marked = self.marked.map(|marked| {
            let (before, wrong, after) = *marked;
            json!({"before": before, "wrong": wrong, "after": after})
        });
        let body = json!({"schema": 1, "error": self.sentence, "marked": marked});
        (self.status, Json(body)).into_response()
    }
}

/// Where the word stands that the sentence quotes, near the end of what is legal; the rest of the text if it quotes none.
fn wrong_place(text: &str, good: usize, sentence: &str) -> (usize, usize) {
    let quoted = sentence.split('"').nth(1).filter(|word| !word.is_empty());
    let found = quoted.and_then(|word| {
        let starts = text.match_indices(word).map(|(at, _)| at);
        let nearest = starts.min_by_key(|&at| (at + word.len() <= good, at.abs_diff(good)))?;
        Some((nearest, nearest + word.len()))
    });
    found.unwrap_or((good, text.len()))
}

/// What the library says is wrong with a request that was understood.
impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        match error {
            Error::Failed(sentence) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, sentence),
            other => Problem::bad(other.to_string()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, pages::problem::page(&self)).into_response()
    }
}
