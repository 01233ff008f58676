//! The connection to a NATS server, and its errors.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::response::Response;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::publish::Reach;

/// The longest wait between two attempts to reconnect.
const RECONNECT: Duration = Duration::from_secs(2);
/// The time that a server has for an answer.
const ANSWER: Duration = Duration::from_secs(5);

/// The address of the server and the means to log in. Not printable, because it may hold a password.
#[derive(Clone, Default)]
pub struct Access {
    /// The address, such as `nats://broker:4222`; the addresses of a cluster are separated by commas.
    pub url: String,
    /// A user and the password.
    pub user: Option<(String, String)>,
    /// A credentials file as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// Whether the connection must be encrypted.
    pub tls: bool,
    /// Certificates of authorities that are trusted besides those of the system.
    pub authorities: Option<PathBuf>,
    /// The client's certificate, and its key.
    pub identity: Option<(PathBuf, PathBuf)>,
}

impl Access {
    /// The address without a user and a password.
    pub fn shown(&self) -> String {
        let one = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(one).collect::<Vec<_>>().join(",")
    }
}

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// No server answers.
    #[error("no NATS server can be reached at {url}: {why}")]
    Unreachable {
        /// The address.
        url: String,
        /// The reason.
        why: String,
    },
    /// A server answers, but its certificate is not accepted.
    #[error("the NATS server at {url} cannot be trusted: {why}")]
    Untrusted {
        /// The address.
        url: String,
        /// The reason.
        why: String,
    },
    /// The server refuses the user.
    #[error("the NATS server at {url} does not let {who} in")]
    Refused {
        /// The address.
        url: String,
        /// The user.
        who: String,
    },
    /// A credentials file cannot be used.
    #[error("{file} cannot be used to get into the NATS server: {why}")]
    Credentials {
        /// The file.
        file: String,
        /// The reason.
        why: String,
    },
    /// The server has no JetStream.
    #[error(
        "the NATS server at {url} has no JetStream for this user ({why}); start it with -js, or allow it in its configuration"
    )]
    NoStreams {
        /// The address.
        url: String,
        /// The reason.
        why: String,
    },
    /// The name of a run has characters that NATS subjects cannot have, or too many.
    #[error("{0:?} is no name for a run; use up to 64 letters, digits, - and _")]
    BadName(String),
    /// Another coordinator holds the lease of the run.
    #[error("the run {run} has a coordinator already, {holder}")]
    Taken {
        /// The run.
        run: String,
        /// The other coordinator.
        holder: String,
    },
    /// Another coordinator has taken the lease while the server was out of reach.
    #[error(
        "another coordinator, {holder}, has taken over the run {run} while the NATS server was out of reach; this one gives way"
    )]
    Lost {
        /// The run.
        run: String,
        /// The other coordinator.
        holder: String,
    },
    /// Coordinator and worker have different versions.
    #[error(
        "the coordinator of the run {run} is foregone {theirs} and this worker is foregone {ours}; use the same version for both"
    )]
    Versions {
        /// The run.
        run: String,
        /// The coordinator's version and protocol.
        theirs: String,
        /// The worker's version and protocol.
        ours: String,
    },
    /// The server failed to do something else.
    #[error("the NATS server at {url} did not {what}: {why}")]
    Server {
        /// The address.
        url: String,
        /// What it did not do.
        what: &'static str,
        /// The reason.
        why: String,
    },
    /// The operating system gave no threads or sockets.
    #[error("no connection can be made on this machine: {0}")]
    Machine(String),
}

impl NatsError {
    /// Whether a restart of the server may clear the error.
    pub fn may_pass(&self) -> bool {
        use NatsError::{NoStreams, Server, Unreachable};
        matches!(self, Unreachable { .. } | NoStreams { .. } | Server { .. })
    }

    /// Whether the caller's input is wrong.
    pub fn is_input(&self) -> bool {
        use NatsError::{BadName, Credentials, Refused};
        matches!(self, Refused { .. } | Credentials { .. } | BadName(_))
    }
}

/// A connection, with the runtime that drives it.
pub struct Connection {
    pub(crate) runtime: Runtime,
    pub(crate) client: Client,
    pub(crate) context: Context,
    /// Whether the server can be reached.
    pub(crate) reach: Reach,
    url: String,
}

impl Connection {
    /// Connects. A connection that is lost later is restored in the background.
    pub fn connect(access: &Access) -> Result<Connection, NatsError> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| NatsError::Machine(error.to_string()))?;
        let (sender, reach) = watch::channel(true);
        let (client, context) = runtime.block_on(async {
            let options = options(access).await?.event_callback(move |event| {
                sender.send_if_modified(|reach| {
                    let now = match event {
                        Event::Connected => true,
                        Event::Disconnected | Event::Closed => false,
                        _ => *reach,
                    };
                    std::mem::replace(reach, now) != now
                });
                async {}
            });
            let servers: Vec<&str> = access.url.split(',').map(str::trim).collect();
            let client = options.connect(servers).await;
            let client = client.map_err(|error| refusal(access, &error))?;
            let mut context = jetstream::new(client.clone());
            context.set_timeout(ANSWER);
            Ok((client, context))
        })?;
        Ok(Connection { runtime, client, context, reach, url: access.shown() })
    }

    /// Fails if the server has no JetStream for the user.
    pub(crate) async fn look_for_streams(&self) -> Result<(), NatsError> {
        // The account information differs between versions of the server; only the fact of an answer matters.
        let answer: Result<Response<Value>, _> = self.context.request("INFO", &()).await;
        let why = match answer {
            Ok(Response::Ok(_)) => return Ok(()),
            Ok(Response::Err { error }) => error.to_string(),
            Err(error) => plain(&error),
        };
        Err(NatsError::NoStreams { url: self.url.clone(), why })
    }

    /// An error for a request that the server did not fulfil.
    pub(crate) fn server_error(&self, what: &'static str, error: &dyn Error) -> NatsError {
        NatsError::Server { url: self.url.clone(), what, why: plain(error) }
    }
}

async fn options(access: &Access) -> Result<ConnectOptions, NatsError> {
    let mut options =
        ConnectOptions::new().name("foregone").connection_timeout(ANSWER).reconnect_delay_callback(
            |attempts| RECONNECT.min(Duration::from_millis(100) * attempts.min(100) as u32),
        );
    if let Some((user, password)) = &access.user {
        options = options.user_and_password(user.clone(), password.clone());
        options = options.custom_inbox_prefix(inbox(user));
    }
    if let Some(file) = &access.credentials {
        options = options.credentials_file(file).await.map_err(|error| NatsError::Credentials {
            file: file.display().to_string(),
            why: plain(&error),
        })?;
    }
    if let Some(file) = &access.authorities {
        options = options.add_root_certificates(file.clone());
    }
    if let Some((certificate, key)) = &access.identity {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options.require_tls(access.tls))
}

/// The prefix of subjects for the answers to a user. The server's permissions can keep other users from subscribing to
/// it.
fn inbox(user: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !user.is_empty() && user.chars().all(fits) {
        true => format!("_INBOX.{user}"),
        false => "_INBOX".to_owned(),
    }
}

/// The error for a connection that could not be made.
fn refusal(access: &Access, error: &ConnectError) -> NatsError {
    let url = access.shown();
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            let who = match (&access.user, &access.credentials) {
                (Some((user, _)), _) => format!("the user {user}"),
                (None, Some(file)) => format!("the holder of {}", file.display()),
                (None, None) => "a client without a user name".to_owned(),
            };
            NatsError::Refused { url, who }
        }
        kind => {
            let why = plain(error);
            match kind == ConnectErrorKind::Tls || why.contains("certificate") {
                true => NatsError::Untrusted { url, why },
                false => NatsError::Unreachable { url, why },
            }
        }
    }
}

/// The innermost reason of an error.
pub(crate) fn plain(error: &dyn Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    let text = inner.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    text.trim().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let shown = |url: &str| Access { url: url.to_owned(), ..Access::default() }.shown();
        assert_eq!(shown("nats://anna:secret@connection:4222"), "nats://connection:4222");
        assert_eq!(shown("anna:secret@broker,nats://b:1"), "broker,nats://b:1");
        assert_eq!(shown("nats://connection:4222"), "nats://connection:4222");
        let access = Access {
            url: "nats://a:s@h:1".into(),
            user: Some(("anna".into(), "secret".into())),
            ..Access::default()
        };
        let error = ConnectError::from(ConnectErrorKind::AuthorizationViolation);
        let sentence = refusal(&access, &error).to_string();
        assert!(
            sentence.contains("nats://h:1") && sentence.contains("the user anna"),
            "{sentence}"
        );
        assert!(!sentence.contains("secret") && !sentence.contains("a:s"), "{sentence}");
    }
}
