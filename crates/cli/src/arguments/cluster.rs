//! How a fleet on many machines is described on the command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use foregone_fleet::controller::Trust;
use foregone_fleet::plan::Policy;
use foregone_nats::Access;
use foregone_nats::WORKERS_MAX;

use super::fleet::{JobArguments, policies};
use super::limits::{LimitArguments, bytes, default_bytes, time};
use super::question::default_threads;
use super::{PlaceArguments, ShownArguments};
use crate::failure::{Failure, reason};

/// Where a password may be, if not in a file.
pub(crate) const PASSWORD: &str = "FOREGONE_PASSWORD";

/// The server and how to get in.
#[derive(Args)]
#[command(next_help_heading = "Server")]
pub(crate) struct AccessArguments {
    /// The NATS server, such as nats://broker:4222; several of a cluster are separated by commas
    #[arg(long, value_name = "URL")]
    nats: String,
    /// The name of the run: coordinator and workers of the same one find each other
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) run: String,
    /// Who we are; the password is in --password-file or in the environment, as FOREGONE_PASSWORD
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", requires = "user")]
    password_file: Option<PathBuf>,
    /// A credentials file, as nsc makes them
    #[arg(long, value_name = "FILE", conflicts_with = "user")]
    creds: Option<PathBuf>,
    /// Insist on an encrypted connection
    #[arg(long)]
    tls: bool,
    /// Certificates of authorities to trust besides those of the system
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
    /// The certificate to show, if the server wants one
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Its key
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl AccessArguments {
    /// All that is needed to get in.
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
    /// Which leaf is given away next: lock, ppn2, ppn2-wait, jlpns, jlpns-win, jlpns-greedy
    #[arg(long, value_name = "NAME", value_parser = policies(), default_value = "lock")]
    #[arg(help_heading = "Jobs")]
    pub(crate) policy: Policy,
    #[command(flatten)]
    pub(crate) jobs: JobArguments,
    /// Let jobs grow until they last for about this long; 0s leaves them at --job descents
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1s", help_heading = "Jobs")]
    job_time: Duration,
    /// How far workers are believed: all (the value is reported, not proved, unless a certificate is made), none (the run is
    /// solved when all that the answer rests on has been established here), or sample:P (a share of what they claim is
    /// searched again as it comes in)
    #[arg(long, value_name = "TRUST", default_value = "all", help_heading = "Workers")]
    pub(crate) trust: Trust,
    /// After so long without a sign of life a worker is taken for dead, and its jobs are given to others
    #[arg(long, value_name = "TIME", value_parser = patience, default_value = "15s", help_heading = "Workers")]
    pub(crate) patience: Duration,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Save the search to a file now and then and when it is stopped, and go on from it if it is there
    #[arg(long, value_name = "FILE", help_heading = "Checkpoints")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often, such as 30s or 10min, 60s unless given; less often if saving would take more than a tenth of the time
    #[arg(long, value_name = "TIME", requires = "checkpoint", value_parser = time)]
    #[arg(help_heading = "Checkpoints")]
    pub(crate) every: Option<Duration>,
    /// Write a proof of what was found, for `foregone check`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) certificate: Option<PathBuf>,
    /// Replace the certificate if it exists, and a checkpoint of another search
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) shown: ShownArguments,
}

impl CoordinateArguments {
    /// How long jobs should last, if they are to grow.
    pub(crate) fn lasting(&self) -> Option<Duration> {
        Some(self.job_time).filter(|time| !time.is_zero())
    }
}

/// `foregone work`.
#[derive(Args)]
pub(crate) struct WorkArguments {
    #[command(flatten)]
    pub(crate) server: AccessArguments,
    /// Workers, each in its thread; they share a table. As many as there are cores unless given
    #[arg(long, value_name = "N", value_parser = workers, help_heading = "Limits")]
    threads: Option<usize>,
    /// Memory for the table, or for trees; three quarters of what is available unless given
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    memory: Option<u64>,
    /// Give up if no run of that name begins within this time; without it, wait
    #[arg(long, value_name = "TIME", value_parser = time, help_heading = "Limits")]
    pub(crate) wait: Option<Duration>,
    /// When a run is over, wait for the next one of that name
    #[arg(long)]
    pub(crate) stay: bool,
    /// Say nothing but what goes wrong
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

/// A time in which several signs of life should have come.
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
