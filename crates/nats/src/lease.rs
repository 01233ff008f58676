//! One coordinator at a time: whoever has written its name into the bucket of leases and keeps renewing it. What is not
//! renewed goes away, so that nobody has to be asked after a crash.

use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Store};
use bytes::Bytes;

use crate::connection::{Connection, NatsError};
use crate::names::Names;

/// After this time without renewal a lease is gone.
pub(crate) const LASTING: Duration = Duration::from_secs(6);
/// How often it is renewed.
pub(crate) const RENEWAL: Duration = Duration::from_secs(1);

/// The right to coordinate a run.
pub(crate) struct Lease {
    store: Store,
    run: String,
    holder: Bytes,
    revision: u64,
}

/// What has become of a lease.
pub(crate) enum Renewed {
    Yes,
    /// The server was not there; it may be later.
    Later,
    /// Somebody else has it.
    No(String),
}

impl Lease {
    /// Takes the lease of a run. If somebody has it, waits until it is renewed, which is a refusal, or gone.
    pub(crate) async fn take(
        connection: &Connection,
        store: Store,
        names: &Names,
        holder: &str,
    ) -> Result<Lease, NatsError> {
        let run = names.run.clone();
        let holder = Bytes::from(holder.to_owned());
        let mut seen = None;
        loop {
            match store.create(&run, holder.clone()).await {
                Ok(revision) => return Ok(Lease { store, run, holder, revision }),
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {}
                Err(error) => return Err(connection.server_error("let a run be begun", &error)),
            }
            let entry = store.entry(&run).await;
            let entry =
                entry.map_err(|error| connection.server_error("say who coordinates", &error))?;
            if let Some(entry) = entry {
                if seen.is_some_and(|revision| revision != entry.revision) {
                    let holder = String::from_utf8_lossy(&entry.value).into_owned();
                    return Err(NatsError::Taken { run, holder });
                }
                seen = Some(entry.revision);
            }
            tokio::time::sleep(RENEWAL / 4).await;
        }
    }

    /// Says that this coordinator is still there.
    pub(crate) async fn renew(&mut self) -> Renewed {
        let value = self.holder.clone();
        if let Ok(revision) = self.store.update(&self.run, value.clone(), self.revision).await {
            self.revision = revision;
            return Renewed::Yes;
        }
        // The server may have been away for longer than the lease lasts, or the answer was lost.
        match self.store.create(&self.run, value).await {
            Ok(revision) => {
                self.revision = revision;
                Renewed::Yes
            }
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                match self.store.entry(&self.run).await {
                    Ok(Some(entry)) if entry.value == self.holder => {
                        self.revision = entry.revision;
                        Renewed::Yes
                    }
                    Ok(Some(entry)) => {
                        Renewed::No(String::from_utf8_lossy(&entry.value).into_owned())
                    }
                    _ => Renewed::Later,
                }
            }
            Err(_) => Renewed::Later,
        }
    }

    /// Gives it up.
    pub(crate) async fn give_up(self) {
        // If that fails, it goes away by itself.
        let _ = self.store.delete(&self.run).await;
    }
}
