//! What a person types, line by line. Reading happens in a thread of its own: Ctrl-C ends the wait at once, and the solver
//! can think in the meantime.

use std::io::{BufRead, IsTerminal, Read, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::interrupt;

/// Nobody types longer lines than this.
const LONGEST: u64 = 1 << 16;
/// The time between two looks whether Ctrl-C was pressed.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What came next.
pub(super) enum Next {
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// The lines of standard input. On a terminal they are edited, and the arrow keys find earlier ones.
pub(super) struct Input {
    prompts: SyncSender<String>,
    lines: Receiver<Next>,
    /// Whether the input is a terminal.
    pub(super) is_terminal: bool,
    /// Whether lines are edited: then the editor shows the prompt.
    pub(super) is_edited: bool,
    terminal: terminal::State,
}

impl Input {
    /// Starts to read; without an editor if the output is for programs.
    pub(super) fn start(json: bool) -> Input {
        // A line is read when it is asked for.
        let (prompts, asked) = sync_channel(1);
        let (sender, lines) = sync_channel(1);
        let (is_terminal, terminal) = (stdin().is_terminal(), terminal::State::now());
        let editor = match is_terminal && stdout().is_terminal() && !json {
            true => DefaultEditor::new().ok(),
            false => None,
        };
        let is_edited = editor.is_some();
        std::thread::spawn(move || match editor {
            Some(editor) => edit_all(editor, &asked, &sender),
            None => read_all(&asked, &sender),
        });
        Input { prompts, lines, is_terminal, is_edited, terminal }
    }

    /// Waits for the next line. Meanwhile `think` runs, if the input is a terminal; its flag says when to stop.
    pub(super) fn next(&self, prompt: &str, think: Option<&(dyn Fn(&AtomicBool) + Sync)>) -> Next {
        if self.prompts.send(prompt.to_owned()).is_err() {
            return Next::End;
        }
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
                Ok(next) => return next,
                Err(RecvTimeoutError::Disconnected) => return Next::End,
                Err(RecvTimeoutError::Timeout) if interrupt::asked() => {
                    // The editor is left in the middle of a line.
                    self.terminal.restore();
                    return Next::Interrupted;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Sends a line whenever one is asked for, until there are none. What is not text becomes text that is no move.
fn read_all(asked: &Receiver<String>, sender: &SyncSender<Next>) {
    let mut input = stdin().lock();
    while asked.recv().is_ok() {
        let mut bytes = Vec::new();
        match (&mut input).take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if sender.send(Next::Line(line)).is_err() {
            return;
        }
    }
}

/// The same with an editor, which sees Ctrl-C itself.
fn edit_all(mut editor: DefaultEditor, asked: &Receiver<String>, sender: &SyncSender<Next>) {
    while let Ok(prompt) = asked.recv() {
        let next = match editor.readline(&prompt) {
            Ok(line) => {
                // An earlier line that is not kept is no failure.
                let _ = editor.add_history_entry(line.trim());
                Next::Line(line.trim().to_owned())
            }
            Err(ReadlineError::Interrupted) => {
                interrupt::ask();
                Next::Interrupted
            }
            Err(_) => return,
        };
        if sender.send(next).is_err() {
            return;
        }
    }
}

/// The state of the terminal, which the editor changes while it waits for a line.
#[cfg(unix)]
mod terminal {
    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    pub(super) struct State(Option<std::sync::Mutex<Termios>>);

    impl State {
        pub(super) fn now() -> State {
            State(tcgetattr(std::io::stdin()).ok().map(std::sync::Mutex::new))
        }

        pub(super) fn restore(&self) {
            if let Some(Ok(state)) = self.0.as_ref().map(std::sync::Mutex::lock) {
                // Nothing more can be done for a terminal that refuses.
                let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, &state);
            }
        }
    }
}

/// Elsewhere the system restores it.
#[cfg(not(unix))]
mod terminal {
    pub(super) struct State;

    impl State {
        pub(super) fn now() -> State {
            State
        }

        pub(super) fn restore(&self) {}
    }
}
