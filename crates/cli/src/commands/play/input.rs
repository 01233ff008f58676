//! What a person types, line by line. Reading happens in a thread of its own: Ctrl-C ends the wait at once, and the solver
//! can think in the meantime.

use std::io::{BufRead, IsTerminal, Read, stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::interrupt;

/// Nobody types longer lines than this.
const LONGEST: u64 = 1 << 16;
/// So often somebody looks whether Ctrl-C was pressed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What came next.
pub(super) enum Next {
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// The lines of standard input.
pub(super) struct Input {
    lines: Receiver<String>,
    /// Whether somebody sits there.
    pub(super) is_terminal: bool,
}

impl Input {
    /// Starts to read.
    pub(super) fn start() -> Input {
        // The next line is asked for when the one before has been taken.
        let (sender, lines) = sync_channel(0);
        std::thread::spawn(move || read_all(&sender));
        Input { lines, is_terminal: stdin().is_terminal() }
    }

    /// Waits for the next line. Meanwhile `think` runs, if somebody sits there; its flag says when to stop.
    pub(super) fn next(&self, think: Option<&(dyn Fn(&AtomicBool) + Sync)>) -> Next {
        let Some(think) = think.filter(|_| self.is_terminal) else { return self.wait() };
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| think(&stop));
            let next = self.wait();
            stop.store(true, Ordering::Relaxed);
            next
        })
    }

    fn wait(&self) -> Next {
        loop {
            match self.lines.recv_timeout(LOOK_EVERY) {
                Ok(line) => return Next::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if interrupt::asked() => return Next::Interrupted,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Sends line after line until there are none, or nobody listens any more. What is not text becomes text that is no move.
fn read_all(sender: &SyncSender<String>) {
    let mut input = stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match (&mut input).take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
            return;
        }
    }
}
