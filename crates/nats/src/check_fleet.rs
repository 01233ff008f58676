//! The coordinator's side of a check by a fleet: parts of a certificate go to a queue group as requests, and the answers are reports.
//! The same part has the same report whoever follows it, so nothing is kept at the server: a request without an answer is repeated,
//! and a part that nobody answers for is followed by the coordinator.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::client::RequestErrorKind;
use async_nats::{Client, Request};
use bytes::Bytes;
use foregone_proof::remote::{Helpers, Reply};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::connection::{Connection, NatsError};
use crate::names::Names;
use crate::publish::Reach;
use crate::signature::{Kind, sender};

/// The number by which reports about parts are signed. They are about bytes, and the same in every run.
pub(crate) const RUN: u64 = 0;
/// The room for headers in a message.
pub(crate) const HEADERS: usize = 1 << 10;
/// Workers that are there answer within this time.
const GREETING: Duration = Duration::from_millis(200);
/// A part is sent this many times before the coordinator follows it.
const ATTEMPTS: u32 = 3;
/// Parts that are away for each thread of a worker, and the least and the largest number of them.
const AWAY_PER_THREAD: usize = 3;
const AWAY: (usize, usize) = (8, 1024);
/// The longest time for leaving.
const FAREWELL: Duration = Duration::from_secs(2);

/// The workers of a run that follow parts of certificates.
pub struct CheckFleet {
    connection: Connection,
    names: Names,
    program: String,
    workers: usize,
    threads: usize,
    replies: Mutex<Receiver<Reply>>,
    asking: Asking,
}

/// What a request needs.
#[derive(Clone)]
struct Asking {
    client: Client,
    reach: Reach,
    subject: String,
    patience: Duration,
    replies: Sender<Reply>,
    excluded: Arc<Mutex<HashSet<String>>>,
    /// Parts in a row that workers have taken and not answered, and the number at which they are asked no more.
    silent: Arc<AtomicUsize>,
    most_silent: usize,
}

impl CheckFleet {
    /// Looks for workers of the same version, for this long at most until there is one. `patience` is the time that a worker has for a
    /// part.
    pub fn open(
        connection: Connection,
        (run, program): (&str, &str),
        patience: Duration,
        wait: Duration,
    ) -> Result<CheckFleet, NatsError> {
        let names = Names::new(run)?;
        let greeted = connection.runtime.block_on(async {
            let began = Instant::now();
            loop {
                let greeted = greet(&connection.client, &names.check(program, "hello")).await;
                let greeted = greeted.map_err(|error| {
                    connection.server_error("carry messages to workers", error.as_ref())
                })?;
                if greeted.0 > 0 || began.elapsed() >= wait {
                    return Ok::<_, NatsError>(greeted);
                }
            }
        });
        let (workers, threads) = greeted?;
        let (replies, received) = mpsc::channel();
        let asking = Asking {
            client: connection.client.clone(),
            reach: connection.reach.clone(),
            subject: names.check(program, "part"),
            patience,
            replies,
            excluded: Arc::default(),
            silent: Arc::default(),
            most_silent: away(threads),
        };
        let replies = Mutex::new(received);
        let program = program.to_owned();
        Ok(CheckFleet { connection, names, program, workers, threads, replies, asking })
    }

    /// The workers that were there at the beginning, and their threads. More may join later.
    pub fn workers(&self) -> (usize, usize) {
        (self.workers, self.threads)
    }

    /// Tells the workers that the run is over.
    pub fn close(self) {
        let (client, subject) = (self.connection.client, self.names.check(&self.program, "over"));
        self.connection.runtime.block_on(async {
            let farewell = async {
                let sent = client.publish(subject, Bytes::new()).await.is_ok();
                sent && client.flush().await.is_ok()
            };
            // Workers that do not hear of it wait for the next run.
            let _ = timeout(FAREWELL, farewell).await;
        });
        self.connection.runtime.shutdown_timeout(Duration::from_millis(200));
    }
}

/// The number of parts that are away at a time.
fn away(threads: usize) -> usize {
    threads.saturating_mul(AWAY_PER_THREAD).clamp(AWAY.0, AWAY.1)
}

/// The workers that answer, and their threads.
async fn greet(
    client: &Client,
    subject: &str,
) -> Result<(usize, usize), Box<dyn std::error::Error + Send + Sync>> {
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await?;
    client.publish_with_reply(subject.to_owned(), inbox, Bytes::new()).await?;
    client.flush().await?;
    let (mut workers, mut threads) = (0, 0_usize);
    let counting = async {
        while let Some(answer) = answers.next().await {
            let number = std::str::from_utf8(&answer.payload).ok();
            if let Some(number) = number.and_then(|text| text.parse::<usize>().ok()) {
                (workers, threads) = (workers + 1, threads.saturating_add(number));
            }
        }
    };
    // The time is over when all have answered.
    let _ = timeout(GREETING, counting).await;
    Ok((workers, threads))
}

impl Asking {
    /// Asks until somebody answers, or there is no sense in asking again.
    async fn ask(&self, job: usize, bytes: Bytes) -> Reply {
        let mut reach = self.reach.clone();
        for _ in 0..ATTEMPTS {
            if self.silent.load(Ordering::Relaxed) >= self.most_silent {
                break;
            }
            let request = Request::new().payload(bytes.clone()).timeout(Some(self.patience));
            let answer = tokio::select! {
                answer = self.client.send_request(self.subject.clone(), request) => answer,
                // The coordinator does not wait for a server that is gone.
                _ = reach.wait_for(|there| !there) => break,
            };
            match answer {
                Ok(answer) => {
                    let headers = answer.headers.as_ref();
                    // Whoever does not sign, or was wrong before, does not count.
                    let Ok(host) = sender(RUN, Kind::Part, headers, &answer.payload) else {
                        continue;
                    };
                    let helper = format!("{host:016x}");
                    if !lock(&self.excluded).contains(&helper) {
                        self.silent.store(0, Ordering::Relaxed);
                        return Reply::Report { job, helper, bytes: answer.payload.to_vec() };
                    }
                }
                Err(error) if error.kind() == RequestErrorKind::TimedOut => {}
                Err(_) => return Reply::Unanswered { job },
            }
        }
        self.silent.fetch_add(1, Ordering::Relaxed);
        Reply::Unanswered { job }
    }
}

impl Helpers for CheckFleet {
    fn capacity(&self) -> usize {
        away(self.threads)
    }

    fn job_bytes(&self) -> usize {
        self.connection.client.max_payload().saturating_sub(HEADERS)
    }

    fn send(&self, job: usize, bytes: Vec<u8>) {
        let asking = self.asking.clone();
        self.connection.runtime.spawn(async move {
            let reply = asking.ask(job, bytes.into()).await;
            // If nobody receives replies any more, the check is over.
            let _ = asking.replies.send(reply);
        });
    }

    fn receive(&self, wait: Duration) -> Option<Reply> {
        lock(&self.replies).recv_timeout(wait).ok()
    }

    fn exclude(&self, helper: &str) {
        lock(&self.asking.excluded).insert(helper.to_owned());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
