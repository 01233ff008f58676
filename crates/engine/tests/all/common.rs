//! An input that is written while it is read, and an output that is read while it is written.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Longer than any answer takes, on whatever machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The reading end of a channel of bytes.
pub struct Pipe {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // When nobody can send any more, the input has ended.
            self.rest = self.chunks.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// The writing end of a channel of bytes.
pub struct Sink(Sender<Vec<u8>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A program that talks to an engine.
pub struct Talk {
    /// None when the input has ended.
    questions: Option<Sender<Vec<u8>>>,
    answers: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Talk {
    /// A conversation with an engine that runs in a thread of its own.
    pub fn with(engine: impl FnOnce(BufReader<Pipe>, Sink) + Send + 'static) -> Talk {
        let (questions, chunks) = channel();
        let (output, answers) = channel();
        let input = BufReader::new(Pipe { chunks, rest: Vec::new() });
        std::thread::spawn(move || engine(input, Sink(output)));
        Talk { questions: Some(questions), answers, rest: Vec::new() }
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        let questions = self.questions.as_ref().expect("the input has not ended");
        questions.send(format!("{line}\n").into_bytes()).expect("the engine reads");
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.questions = None;
    }

    /// The next line; none when the engine has ended.
    pub fn hear(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                return Some(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
            match self.answers.recv_timeout(PATIENCE) {
                Ok(bytes) => self.rest.extend(bytes),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => panic!("no answer came"),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}
