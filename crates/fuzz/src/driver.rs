//! The fuzzing loop: mutate an input, run the target, and keep inputs with new answers. A watchdog reports inputs that
//! never end.

use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::Target;
use crate::mutate::{Random, mutate};

/// How long and from which seed a target is fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The time for the target, unless a number of inputs is given.
    pub time: Duration,
    /// The inputs for the target, however long they take.
    pub inputs: Option<u64>,
    /// The seed of the mutations.
    pub seed: u64,
    /// An input that runs longer than this is a failure.
    pub slowest: Duration,
}

impl Config {
    /// The configuration from the environment variables `FOREGONE_FUZZ_SECONDS` (by default 2) or `FOREGONE_FUZZ_INPUTS`, and
    /// `FOREGONE_FUZZ_SEED` (by default 1).
    pub fn from_environment() -> Config {
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
        Config {
            time: Duration::from_secs(number("FOREGONE_FUZZ_SECONDS").unwrap_or(2)),
            inputs: number("FOREGONE_FUZZ_INPUTS"),
            seed: number("FOREGONE_FUZZ_SEED").unwrap_or(1),
            slowest: Duration::from_secs(20),
        }
    }
}

/// The result of fuzzing a target without a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Inputs that were run.
    pub inputs: u64,
    /// Different answers, numbers and quotations aside.
    pub answers: usize,
}

/// The largest number of different answers, and so of inputs, that are remembered.
const CORPUS_MAX: usize = 10_000;

/// The input that is running, and since when.
type Running = Arc<Mutex<(Vec<u8>, Instant)>>;

/// Fuzzes a target for the configured time. The error is a sentence that has the input in it.
pub fn fuzz(target: Arc<dyn Target>, config: Config) -> Result<Report, String> {
    let running: Running = Arc::new(Mutex::new((Vec::new(), Instant::now())));
    let shared = Arc::clone(&running);
    let name = target.name();
    let worker = thread::spawn(move || run_all(&*target, config, &shared));
    while !worker.is_finished() {
        thread::sleep(Duration::from_millis(20));
        let (input, began) = &*running.lock().map_err(|_| "the worker has panicked")?;
        if began.elapsed() > config.slowest {
            // The worker cannot be stopped. The process ends with this error.
            return Err(format!(
                "{name}: after {:?} there is no answer to {}",
                config.slowest,
                show(input)
            ));
        }
    }
    worker.join().map_err(|_| format!("{name}: the fuzzer itself has panicked"))?
}

/// The longest input that is shown in a message.
const SHOWN_MAX: usize = 1000;

fn run_all(target: &dyn Target, config: Config, running: &Running) -> Result<Report, String> {
    let mut random = Random::new(config.seed);
    let (mut answers, mut inputs) = (HashSet::new(), 0);
    let mut corpus = target.seeds();
    let seeds = corpus.len();
    for seed in &corpus {
        answers.insert(shape(&run(target, seed, running)?));
        inputs += 1;
    }
    let began = Instant::now();
    let goes_on = |inputs: u64| match config.inputs {
        Some(most) => inputs < most,
        None => began.elapsed() < config.time,
    };
    while goes_on(inputs) {
        // Most inputs with a new answer are further from valid inputs: half of the mutants come from valid ones.
        let sources = if random.below(2) == 0 { seeds } else { corpus.len() };
        let input = mutate(&corpus[random.below(sources)], &corpus, &mut random);
        let answer = run(target, &input, running)?;
        inputs += 1;
        if answers.len() < CORPUS_MAX && answers.insert(shape(&answer)) {
            corpus.push(input);
        }
    }
    Ok(Report { inputs, answers: answers.len() })
}

fn run(target: &dyn Target, input: &[u8], running: &Running) -> Result<String, String> {
    *running.lock().map_err(|_| "the watchdog has panicked")? = (input.to_vec(), Instant::now());
    panic::catch_unwind(AssertUnwindSafe(|| target.run(input)))
        .map_err(|_| format!("{}: a panic with {}", target.name(), show(input)))
}

/// The answer without numbers and quotations, cut after 200 characters: what is left tells which code gave it.
fn shape(answer: &str) -> String {
    let unquoted: String = answer.split(['"', '\'', '`']).step_by(2).collect();
    unquoted.chars().filter(|symbol| !symbol.is_ascii_digit()).take(200).collect()
}

/// The input as a literal of Rust, to be copied into a test. A long one is written to a file.
fn show(input: &[u8]) -> String {
    if input.len() <= SHOWN_MAX {
        return format!("b\"{}\"", input.escape_ascii());
    }
    let file = std::env::temp_dir().join(format!("foregone-fuzz-{}.input", std::process::id()));
    match std::fs::write(&file, input) {
        Ok(()) => format!("the {} bytes in {}", input.len(), file.display()),
        Err(error) => format!("{} bytes, which cannot be saved: {error}", input.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panics or hangs when the input contains the byte 255.
    struct Faulty {
        hangs: bool,
    }

    impl Target for Faulty {
        fn name(&self) -> &'static str {
            "faulty"
        }

        fn seeds(&self) -> Vec<Vec<u8>> {
            vec![b"seed".to_vec()]
        }

        fn run(&self, input: &[u8]) -> String {
            if input.contains(&255) {
                assert!(self.hangs, "found");
                loop {
                    thread::sleep(Duration::from_millis(10));
                }
            }
            format!("{} bytes, \"{}\"", input.len(), input.escape_ascii())
        }
    }

    fn error(hangs: bool, slowest: Duration) -> String {
        let config = Config { time: Duration::from_secs(60), inputs: None, seed: 1, slowest };
        fuzz(Arc::new(Faulty { hangs }), config).unwrap_err()
    }

    #[test]
    fn panics_and_hangs_are_found() {
        let panic = error(false, Duration::from_secs(60));
        assert!(
            panic.starts_with("faulty: a panic with b\"") && panic.contains("\\xff"),
            "{panic}"
        );
        let hang = error(true, Duration::from_secs(1));
        assert!(hang.contains("there is no answer to b\"") && hang.contains("\\xff"), "{hang}");
    }

    #[test]
    fn answers_are_compared_without_numbers_and_quotations() {
        assert_eq!(shape("row 3 has \"x7\", not 4"), "row  has , not ");
    }
}
