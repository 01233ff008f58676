//! The loop of `foregone play`: what is shown, whose turn it is, and the lines that a person types.

use std::path::Path;

use serde_json::json;

use super::input::{Input, Next};
use crate::failure::{Ending, Failure};
use crate::files::Destination;
use crate::output::{self, printable};
use crate::{files, interrupt};

/// What a line has led to.
#[derive(PartialEq, Eq)]
pub(super) enum After {
    /// The position has changed.
    Moved,
    /// It is still the same person's turn.
    Same,
    Quit,
}

/// A game that is being played, with or without chance.
pub(super) trait Session {
    /// Whether events are told as JSON.
    fn is_json(&self) -> bool;

    /// Shows the board, and the result if the game is over.
    fn show(&self) -> Result<(), Failure>;

    fn is_over(&self) -> bool;

    /// Whose turn it is, in one word.
    fn who(&self) -> &str;

    /// Lets the solver move or the dice roll. False if it is not their turn, or if they were interrupted.
    fn moves_by_itself(&mut self) -> Result<bool, Failure>;

    /// Whether a person who has to choose is shown what the solver would play.
    fn shows_hints(&self) -> bool;

    /// Why there is no hint, or there are no values, at this position.
    fn no_hint(&self, values: bool) -> Option<&'static str>;

    /// Shows what the solver would play; false if it was interrupted.
    fn hint(&self) -> Result<bool, Failure>;

    /// Shows what every move is worth.
    fn values(&self) -> Result<(), Failure>;

    /// Waits for a line; the solver may think meanwhile.
    fn next(&self, input: &Input, prompt: &str) -> Next;

    /// Whether the line is a move as the game writes it.
    fn is_move(&self, line: &str) -> bool;

    /// Shows the legal moves.
    fn moves(&self) -> Result<(), Failure>;

    /// The commands, for people.
    fn help(&self) -> &'static str;

    /// Plays what a person has typed while the game is not over.
    fn person_plays(&mut self, line: &str) -> Result<After, Failure>;

    /// Takes moves back until it is a person's turn again.
    fn undo(&mut self) -> Result<After, Failure>;

    /// Gives the game up; nothing if this kind of game has no such command.
    fn resign(&mut self) -> Result<Option<After>, Failure> {
        Ok(None)
    }

    /// The moves so far, for `foregone analyse`.
    fn record(&self) -> Result<String, Failure>;
}

/// Plays until the input ends.
pub(super) fn play(session: &mut impl Session) -> Result<Ending, Failure> {
    let input = Input::start(session.is_json());
    let mut shown = false;
    loop {
        let is_new = !std::mem::replace(&mut shown, true);
        if is_new {
            session.show()?;
        }
        if interrupt::asked() {
            return Ok(left());
        }
        if !session.is_over() && session.moves_by_itself()? {
            shown = false;
            continue;
        }
        if interrupt::asked() {
            return Ok(left());
        }
        if is_new && session.shows_hints() && !session.hint()? {
            continue;
        }
        match listen(session, &input)? {
            None => return Ok(left()),
            Some(After::Quit) => return Ok(Ending::Answered),
            Some(After::Moved) => shown = false,
            Some(After::Same) => {}
        }
    }
}

/// Waits for a line and does what it says; nothing after Ctrl-C.
fn listen(session: &mut impl Session, input: &Input) -> Result<Option<After>, Failure> {
    let prompt = match session.is_json() {
        true => String::new(),
        false if session.is_over() => "over> ".to_owned(),
        false => format!("{}> ", session.who()),
    };
    if !input.is_edited {
        output::print(&prompt)?;
    }
    let next = session.next(input, &prompt);
    let line = match next {
        Next::Line(line) => line,
        Next::End | Next::Interrupted => {
            if !session.is_json() && !input.is_edited {
                output::print("\n")?;
            }
            return Ok(matches!(next, Next::End).then_some(After::Quit));
        }
    };
    if !session.is_json() && !input.is_terminal {
        // A transcript shows what was typed.
        output::print(&format!("{}\n", printable(&line)))?;
    }
    obey(session, &line).map(Some)
}

/// A move, or else a command.
fn obey(session: &mut impl Session, line: &str) -> Result<After, Failure> {
    let json = session.is_json();
    let command = line.strip_prefix('/').unwrap_or(line);
    let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    match (session.is_move(line), word.to_ascii_lowercase().as_str(), rest.trim()) {
        (true, ..) => return person_plays(session, line),
        (_, "", "") => {}
        (_, "quit" | "exit", "") => return Ok(After::Quit),
        (_, "undo", "") => return session.undo(),
        (_, "board", "") => session.show()?,
        (_, "moves", "") => session.moves()?,
        (_, "help", "") => note(json, session.help())?,
        (_, asked @ ("hint" | "values"), "") => match session.no_hint(asked == "values") {
            Some(why) => problem(json, why)?,
            None if session.is_over() => return person_plays(session, line),
            None if asked == "values" => session.values()?,
            None => drop(session.hint()?),
        },
        (_, "resign", "") if !session.is_over() => {
            return session.resign()?.map_or_else(|| person_plays(session, line), Ok);
        }
        (_, "save", file) if !file.is_empty() => save(session, Path::new(file))?,
        (_, "save", _) => problem(json, "save needs the name of a file: save FILE")?,
        _ => return person_plays(session, line),
    }
    Ok(After::Same)
}

fn person_plays(session: &mut impl Session, line: &str) -> Result<After, Failure> {
    if session.is_over() {
        problem(session.is_json(), "the game is over; undo takes a move back, quit leaves")?;
        return Ok(After::Same);
    }
    session.person_plays(line)
}

fn save(session: &impl Session, file: &Path) -> Result<(), Failure> {
    let (json, text) = (session.is_json(), session.record()?);
    if files::is_standard(file) {
        return match json {
            true => problem(json, "with --json save needs the name of a file"),
            false => output::print(&text),
        };
    }
    let written = Destination::new(file, false).and_then(|file| file.write_text(&text));
    match written {
        Ok(()) => note(json, &format!("saved to {}", file.display())),
        Err(failure) => {
            // There is no --force here.
            let sentence =
                failure.to_string().replace("; --force replaces it", "; choose another name");
            problem(json, &sentence)
        }
    }
}

/// The game was left by Ctrl-C.
fn left() -> Ending {
    output::warn(&format!("the game was not played to the end: {}", interrupt::reason()));
    Ending::LimitReached
}

/// What is wrong with a line.
pub(super) fn problem(json: bool, sentence: &str) -> Result<(), Failure> {
    let sentence = printable(sentence);
    match json {
        true => output::print_json(&json!({ "event": "error", "message": sentence })),
        false => output::print(&format!("{sentence}\n")),
    }
}

/// Something else to say.
fn note(json: bool, sentence: &str) -> Result<(), Failure> {
    match json {
        true => output::print_json(&json!({ "event": "note", "message": sentence })),
        false => output::print(&format!("{sentence}\n")),
    }
}
