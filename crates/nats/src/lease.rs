//! One coordinator per run: the one that has written its name into the bucket of leases and keeps renewing the entry.
//! An entry that is not renewed expires, so that a crashed coordinator can be replaced.

use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Store};
use bytes::Bytes;

use crate::connection::{Connection, NatsError};
use crate::names::Names;

/// A lease that is not renewed for this time expires.
pub(crate) const LASTING: Duration = Duration::from_secs(6);
/// How often a lease is renewed.
pub(crate) const RENEWAL: Duration = Duration::from_secs(1);

/// The right to coordinate a run.
pub(crate) struct Lease {
    store: Store,
    run: String,
    holder: Bytes,
    revision: u64,
}

/// The result of a renewal.
pub(crate) enum Renewed {
    Yes,
    /// The server could not be reached. A later renewal may succeed.
    Later,
    /// Another coordinator has the lease.
    No(String),
}

impl Lease {
    /// Takes the lease of a run. If there is one already, waits until it is renewed, which is an error, or expires.
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

    /// Renews the lease.
    pub(crate) async fn renew(&mut self) -> Renewed {
        let value = self.holder.clone();
        if let Ok(revision) = self.store.update(&self.run, value.clone(), self.revision).await {
            self.revision = revision;
            return Renewed::Yes;
        }
        // The lease may have expired while the server was out of reach, or the answer was lost.
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

    /// Gives the lease up.
    pub(crate) async fn give_up(self) {
        // If this fails, the lease expires.
        let _ = self.store.delete(&self.run).await;
    }
}
