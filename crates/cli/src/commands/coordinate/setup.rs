//! What coordinator and workers have in common: the program's version, the name of a process, and the errors of the
//! transport.

use foregone_fleet::setup::SetupError;
use foregone_nats::NatsError;
use foregone_solve::options::OptionConflict;

use crate::failure::Failure;

/// The version of this program. Coordinator and workers must have the same one.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The machine and the process, for people.
pub(crate) fn own_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let machine = machine.or_else(|| std::env::var("HOSTNAME").ok());
    let machine = machine.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let machine = machine.unwrap_or_else(|| "a machine".to_owned());
    format!("{machine}, process {}", std::process::id())
}

/// What the user can do about an error, with the options of this program.
fn remedy(error: &NatsError) -> &'static str {
    match error {
        NatsError::Unreachable { .. } => "; start a server there, or name another one with --nats",
        NatsError::Untrusted { .. } => "; name the authority behind its certificate with --tls-ca",
        NatsError::Refused { .. } => "; check --user and the password, or --creds",
        NatsError::Taken { .. } => "; stop that one, or choose another name with --run",
        _ => "",
    }
}

impl From<NatsError> for Failure {
    fn from(error: NatsError) -> Failure {
        let sentence = format!("{error}{}", remedy(&error));
        match error.is_input() {
            true => Failure::bad(sentence),
            false => Failure::Failed(sentence),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        match error {
            SetupError::NotForWorkers(option) => {
                let why = "is not for workers; leave it out".to_owned();
                OptionConflict { option, why }.into()
            }
            _ => Failure::Failed(error.to_string()),
        }
    }
}
