//! The options of `coordinate`, `work`, and of `check` with workers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use foregone_fleet::controller::Trust;
use foregone_fleet::plan::Policy;
use foregone_nats::Access;
use foregone_nats::WORKERS_MAX;

use super::fleet::{JobArguments, policies};
use super::limits::{LimitArguments, bytes, default_bytes, time};
use super::question::default_threads;
use super::{PlaceArguments, ShownArguments};
use crate::failure::{Failure, reason};
use crate::files::Named;

/// The environment variable with the password.
pub(crate) const PASSWORD: &str = "FOREGONE_PASSWORD";

/// The server and the means to log in.
#[derive(Args)]
#[command(next_help_heading = "Server")]
pub(crate) struct AccessArguments {
    /// The NATS server, such as nats://broker:4222; the addresses of a cluster are separated by commas
    #[arg(long, value_name = "URL")]
    nats: String,
    /// The name of the run, by which workers find their coordinator
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) run: String,
    /// The user; the password is read from --password-file or from the environment variable FOREGONE_PASSWORD
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
    /// A credentials file, as nsc writes them
    #[arg(long, value_name = "FILE", conflicts_with = "user")]
    creds: Option<PathBuf>,
    /// Insist on an encrypted connection
    #[arg(long)]
    tls: bool,
    /// A file with certificates of authorities to trust besides those of the system
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
    /// The client certificate, if the server asks for one
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The key of the client certificate
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl AccessArguments {
    /// Adds the files that are read to log in to the files of a command.
    pub(crate) fn name_inputs(&self, files: Named) -> Named {
        files
            .input("the file with the password", self.password_file.as_ref())
            .input("the credentials file", self.creds.as_ref())
            .input("the certificates of authorities", self.tls_ca.as_ref())
            .input("the client certificate", self.tls_cert.as_ref())
            .input("the key of the client certificate", self.tls_key.as_ref())
    }

    /// The address of the server, with the password.
    pub(crate) fn access(&self) -> Result<Access, Failure> {
        if self.nats.split(',').any(|url| url.contains('@')) {
            return Err(Failure::bad(
                "--nats is an address without a user and a password in it; give them with --user and --password-file",
            ));
        }
        let password = match &self.password_file {
            Some(file) => Some(first_line(file)?),
            None => std::env::var(PASSWORD).ok(),
        };
        let user = match (&self.user, password) {
            (None, _) => None,
            (Some(user), Some(password)) => Some((user.clone(), password)),
            (Some(user), None) => {
                return Err(Failure::bad(format!(
                    "there is no password for the user {user}; put it into a file for --password-file, or into the environment as {PASSWORD}"
                )));
            }
        };
        for file in [&self.creds, &self.tls_ca, &self.tls_cert, &self.tls_key].into_iter().flatten()
        {
            std::fs::metadata(file)
                .map_err(|error| Failure::file(&file.display().to_string(), "read", &error))?;
        }
        Ok(Access {
            url: self.nats.clone(),
            user,
            credentials: self.creds.clone(),
            tls: self.tls,
            authorities: self.tls_ca.clone(),
            identity: self.tls_cert.clone().zip(self.tls_key.clone()),
        })
    }
}

fn first_line(file: &Path) -> Result<String, Failure> {
    let named = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::bad(format!("{named} cannot be read: {}", reason(&error))))?;
    match text.lines().next() {
        Some(line) if !line.is_empty() => Ok(line.to_owned()),
        _ => Err(Failure::bad(format!("{named} has no password in its first line"))),
    }
}

/// The workers that help `foregone check`.
#[derive(Args)]
pub(crate) struct CheckFleetArguments {
    #[command(flatten)]
    pub(crate) server: Option<AccessArguments>,
    /// How far workers are trusted: none (every part is followed here as well), sample (one part in 16, and at least two),
    /// or all (none is); what rests on their word is accepted on trust
    #[arg(long, value_name = "TRUST", value_enum, default_value = "sample", requires = "nats")]
    #[arg(help_heading = "Workers", hide_possible_values = true)]
    pub(crate) trust: CheckTrust,
    /// The time that a worker has for a part, until another one gets it
    #[arg(long, value_name = "TIME", value_parser = patience, default_value = "15s", requires = "nats")]
    #[arg(help_heading = "Workers")]
    pub(crate) patience: Duration,
    /// Wait this long for the first worker; without one all parts are followed here
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "5s", requires = "nats")]
    #[arg(help_heading = "Workers")]
    pub(crate) wait: Duration,
}

/// How far the workers of `foregone check` are trusted.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckTrust {
    None,
    Sample,
    All,
}

/// `foregone coordinate`.
#[derive(Args)]
pub(crate) struct CoordinateArguments {
    /// The game, `NAME[:PARAMETERS]`; `foregone games` lists them
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: PlaceArguments,
    /// Only find out whether the value is at least this outcome
    #[arg(long, value_name = "OUTCOME", allow_hyphen_values = true)]
    pub(crate) at_least: Option<String>,
    #[command(flatten)]
    pub(crate) server: AccessArguments,
    /// Which leaf is assigned next: lock, ppn2, ppn2-wait, jlpns, jlpns-win, jlpns-greedy
    #[arg(long, value_name = "NAME", value_parser = policies(), default_value = "lock")]
    #[arg(help_heading = "Jobs")]
    pub(crate) policy: Policy,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
    /// Let jobs grow until they take about this long; 0s keeps them at --job descents
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1s", help_heading = "Jobs")]
    job_time: Duration,
    /// How far workers are trusted: all (the value is reported, not proved, unless a certificate is made), none (every
    /// claim that the answer rests on is verified by the coordinator), or sample:P (a share P of the claims is
    /// verified)
    #[arg(long, value_name = "TRUST", default_value = "all", help_heading = "Workers")]
    pub(crate) trust: Trust,
    /// The time without a sign of life after which a worker counts as dead and its jobs are assigned to others
    #[arg(long, value_name = "TIME", value_parser = patience, default_value = "15s", help_heading = "Workers")]
    pub(crate) patience: Duration,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Save the search to a file regularly and when it is stopped, and continue from the file if it exists
    #[arg(long, value_name = "FILE", help_heading = "Checkpoints")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often to save, such as 30s or 10min; 60s unless given, and less often if saving takes more than a tenth of
    /// the time
    #[arg(long, value_name = "TIME", requires = "checkpoint", value_parser = time)]
    #[arg(help_heading = "Checkpoints")]
    pub(crate) every: Option<Duration>,
    /// Write a certificate of the result, for `foregone check`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) certificate: Option<PathBuf>,
    /// Replace the certificate if it exists, and a checkpoint of another search
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

impl CoordinateArguments {
    /// How long jobs should take, if their size is to be adapted.
    pub(crate) fn job_time(&self) -> Option<Duration> {
        Some(self.job_time).filter(|time| !time.is_zero())
    }
}

/// `foregone work`.
#[derive(Args)]
pub(crate) struct WorkArguments {
    #[command(flatten)]
    pub(crate) server: AccessArguments,
    /// The number of workers, each in a thread of its own; they share a table; one per core unless given
    #[arg(long, value_name = "N", value_parser = workers, help_heading = "Limits")]
    threads: Option<usize>,
    /// Memory for the table or the trees; three quarters of the available memory unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Give up if the run does not start within this time; without it, wait
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) wait: Option<Duration>,
    /// Follow parts of certificates for `foregone check --nats` instead
    #[arg(long)]
    pub(crate) check: bool,
    /// When the run is over, wait for the next run of that name
    #[arg(long)]
    pub(crate) stay: bool,
    /// Print only errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl WorkArguments {
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads).min(WORKERS_MAX)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.memory.unwrap_or_else(default_bytes)
    }
}

/// A time that is long enough for several heartbeats.
fn patience(text: &str) -> Result<Duration, String> {
    let patience = time(text)?;
    match patience >= Duration::from_secs(1) {
        true => Ok(patience),
        false => Err("signs of life need some time to come; it is at least 1s".to_owned()),
    }
}

fn workers(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=WORKERS_MAX).contains(number));
    number.ok_or_else(|| format!("it is a number from 1 to {WORKERS_MAX}"))
}
