//! What a run is about, as the coordinator writes it down and as workers read it.

use foregone_fleet::message::{FirstNumbers, PROTOCOL, Second, Setup};
use foregone_game::Outcome;
use foregone_nats::broker::Trouble;
use foregone_solve::initial::Initial;
use foregone_solve::options::Techniques;
use foregone_solve::station::Outfit;

use crate::arguments::fleet::JobArguments;
use crate::failure::Failure;

/// The version of this program: coordinator and workers have the same one.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// Writes down what a run about a position is.
pub(super) fn setup(
    (game, position): (&str, String),
    (low, high): (Outcome, Outcome),
    (jobs, knowledge): (&JobArguments, Option<u8>),
    share: bool,
) -> Setup {
    let on_table = jobs.second == Second::Table;
    Setup {
        protocol: PROTOCOL,
        run: foregone_nats::random(),
        game: game.to_owned(),
        position,
        range: (low.0, high.0),
        second: jobs.second,
        knowledge,
        epsilon: jobs.epsilon,
        weak_sum: false,
        initial: if jobs.mobility { FirstNumbers::Mobility } else { FirstNumbers::Unit },
        heavy: Some(jobs.heavy).filter(|&heavy| heavy > 0 && on_table && share),
    }
}

/// What a station for such a run is equipped with. A worker's tree is no larger than its job, with all the children of its
/// leaves; the bytes are for all of them.
pub(crate) fn outfit(setup: &Setup, bytes: u64, workers: usize) -> Outfit {
    let on_table = setup.second == Second::Table;
    Outfit {
        range: (Outcome(setup.range.0), Outcome(setup.range.1)),
        on_table,
        bytes: if on_table { bytes } else { bytes / workers.max(1) as u64 },
        techniques: techniques(setup),
        heavy: setup.heavy,
    }
}

/// How such a run is searched.
pub(crate) fn techniques(setup: &Setup) -> Techniques {
    Techniques {
        knowledge: setup.knowledge,
        epsilon: setup.epsilon,
        initial: match setup.initial {
            FirstNumbers::Unit => Initial::Unit,
            FirstNumbers::Mobility => Initial::Mobility,
            FirstNumbers::Estimate(weight) => Initial::Estimate(weight),
        },
        ..Techniques::default()
    }
}

/// The machine and the process, for people.
pub(crate) fn own_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let machine = machine.or_else(|| std::env::var("HOSTNAME").ok());
    let machine = machine.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let machine = machine.unwrap_or_else(|| "a machine".to_owned());
    format!("{machine}, process {}", std::process::id())
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble.is_input() {
            true => Failure::bad(trouble.to_string()),
            false => Failure::Failed(trouble.to_string()),
        }
    }
}
