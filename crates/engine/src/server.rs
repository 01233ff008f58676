//! The loop: reads messages, lets several be answered side by side, and writes one line for each.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use foregone::{Error, StopHandle, cores};
use serde_json::{Value, json};

use crate::games::{ReadFile, Viewers};
use crate::line::{LONGEST, Line, read_line};
use crate::message::{
    FAILED, INVALID, Incoming, NO_METHOD, PARAMS, Refused, notification_line, read_message,
    result_line,
};
use crate::methods::{Context, METHODS, answer};

/// How questions are answered.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// So many questions are answered side by side; the others wait.
    pub jobs: usize,
    /// Bytes that each search may hold unless its message says so.
    pub memory: u64,
    /// Reads the files that messages name.
    pub read_file: ReadFile<'s>,
}

impl Settings<'_> {
    /// As many questions side by side as there are cores, 256 MiB for each, and no files.
    pub fn new() -> Settings<'static> {
        let read_file = &|_: &str| Err("files are not read here".to_owned());
        Settings { jobs: cores(), memory: 256 << 20, read_file }
    }
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Settings {
            read_file: &|_: &str| Err("files are not read here".to_owned()),
            ..Settings::new()
        }
    }
}

/// A question on its way.
struct Job {
    message: Incoming,
    stop: StopHandle,
}

/// What the threads share.
struct Shared<'s, W> {
    settings: Settings<'s>,
    viewers: Viewers,
    output: Mutex<Output<W>>,
    /// The questions that are not answered yet, by their ids.
    open: Mutex<HashMap<String, StopHandle>>,
}

/// Where lines go, and the first error on the way.
struct Output<W> {
    to: W,
    failed: Option<io::Error>,
}

impl<W: Write> Output<W> {
    /// Writes a line and flushes. After a failure nobody reads any more.
    fn line(&mut self, line: &str) {
        if self.failed.is_none() {
            let written = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
            self.failed = written.err();
        }
    }
}

/// Answers messages until the input ends, and then the questions that are still open. A message that cannot be read is
/// answered with an error, and the next one is read. The error is that of the input or the output.
///
/// ```
/// use foregone_engine::{Settings, serve};
///
/// let question = br#"{"jsonrpc":"2.0","id":1,"method":"solve","params":{"game":"mnk:3,3,3"}}"#;
/// let mut answers = Vec::new();
/// serve(&mut &question[..], &mut answers, &Settings::new())?;
/// let answer: serde_json::Value = serde_json::from_slice(&answers)?;
/// assert_eq!(answer["result"]["value"], "draw");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    input: &mut impl BufRead,
    output: impl Write + Send,
    settings: &Settings<'_>,
) -> io::Result<()> {
    let shared = Shared {
        settings: *settings,
        viewers: Viewers::default(),
        output: Mutex::new(Output { to: output, failed: None }),
        open: Mutex::new(HashMap::new()),
    };
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let read = thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| work(&shared, &receiver));
        }
        // The threads end when the sender is gone and the last question is answered.
        read_all(input, &shared, sender)
    });
    let output = shared.output.into_inner().expect("no thread has panicked");
    read.and(output.failed.map_or(Ok(()), Err))
}

/// Reads messages until the input ends or nobody reads the answers.
fn read_all<W: Write>(
    input: &mut impl BufRead,
    shared: &Shared<'_, W>,
    sender: Sender<Job>,
) -> io::Result<()> {
    loop {
        let refused = match read_line(input)? {
            Line::End => return Ok(()),
            Line::TooLong => Some(Refused::new(
                Value::Null,
                INVALID,
                format!("a message has at most {LONGEST} bytes; the longer one was skipped"),
            )),
            Line::Text(text) if text.trim_ascii().is_empty() => None,
            Line::Text(text) => {
                read_message(&text).and_then(|message| shared.take(message, &sender)).err()
            }
        };
        let mut output = lock(&shared.output);
        if let Some(refused) = refused {
            output.line(&refused.line());
        }
        if output.failed.is_some() {
            for stop in lock(&shared.open).values() {
                stop.stop();
            }
            return Ok(());
        }
    }
}

impl<W: Write> Shared<'_, W> {
    /// Obeys a message at once, or puts it into the queue.
    fn take(&self, message: Incoming, sender: &Sender<Job>) -> Result<(), Refused> {
        let id = message.id.clone().unwrap_or(Value::Null);
        if message.method == "cancel" {
            return self.cancel(&message);
        }
        if !METHODS.contains(&message.method.as_str()) {
            let why = format!(
                "there is no method \"{}\"; there are {} and cancel",
                message.method,
                METHODS.join(", ")
            );
            return match message.id {
                Some(_) => Err(Refused::new(id, NO_METHOD, why)),
                None => Ok(()),
            };
        }
        let stop = StopHandle::new();
        if let Some(id) = &message.id {
            let mut open = lock(&self.open);
            if open.contains_key(&id.to_string()) {
                let why = format!("the question with the id {id} is not answered yet");
                return Err(Refused::new(id.clone(), INVALID, why));
            }
            open.insert(id.to_string(), stop.clone());
        }
        // The workers wait for jobs as long as there is a sender.
        let _ = sender.send(Job { message, stop });
        Ok(())
    }

    /// Stops a question; it is answered with what is known.
    fn cancel(&self, message: &Incoming) -> Result<(), Refused> {
        let wanted = message.params.get("id").map(Value::to_string);
        let found = wanted.and_then(|id| lock(&self.open).get(&id).cloned());
        if let Some(stop) = &found {
            stop.stop();
        }
        let Some(id) = &message.id else { return Ok(()) };
        let result = json!({ "cancelled": found.is_some() });
        let line = result_line(id, &result)?;
        lock(&self.output).line(&line);
        Ok(())
    }

    /// Answers a question.
    fn answer(&self, job: Job) {
        let Job { message, stop } = job;
        let id = message.id.clone().unwrap_or(Value::Null);
        let notify = |mut progress: Value| {
            progress["id"] = id.clone();
            lock(&self.output).line(&notification_line("progress", &progress));
        };
        let context = Context {
            read_file: self.settings.read_file,
            viewers: &self.viewers,
            memory: self.settings.memory,
            stop,
            notify: &notify,
        };
        let result = answer(&message.method, message.params, &context);
        if message.id.is_none() {
            return;
        }
        lock(&self.open).remove(&id.to_string());
        let line = match result {
            Ok(result) => result_line(&id, &result),
            Err(Error::Failed(why)) => Err(Refused::new(id, FAILED, why)),
            Err(error) => Err(Refused::new(id, PARAMS, error.to_string())),
        };
        lock(&self.output).line(&line.unwrap_or_else(|refused| refused.line()));
    }
}

/// Answers questions until there are no more.
fn work<W: Write>(shared: &Shared<'_, W>, receiver: &Mutex<Receiver<Job>>) {
    loop {
        let job = lock(receiver).recv();
        match job {
            Ok(job) => shared.answer(job),
            Err(_) => return,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no thread has panicked")
}
