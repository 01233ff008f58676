//! Putting something into a stream so that it is known to be there, through a server that may go away in between.

use async_nats::HeaderMap;
use async_nats::jetstream::Context;
use async_nats::jetstream::message::PublishMessage;
use bytes::Bytes;
use tokio::sync::watch;

/// Whether the server is within reach.
pub(crate) type Reach = watch::Receiver<bool>;

/// Publishes under a name by which the server knows whether it has it already. The place in the stream, unless something was
/// in the way: then nobody knows whether it has arrived, and it may be sent again.
pub(crate) async fn publish(
    context: &Context,
    subject: String,
    (name, headers): (&str, HeaderMap),
    payload: Bytes,
    reach: &Reach,
) -> Option<u64> {
    let message = PublishMessage::build().payload(payload).headers(headers).message_id(name);
    let receipt = async { context.send_publish(subject, message).await.ok()?.await.ok() };
    tokio::select! {
        receipt = receipt => receipt.map(|receipt| receipt.sequence),
        () = return_of(reach.clone()) => None,
    }
}

/// Until the server is lost and found again. What was asked before will not be answered any more.
pub(crate) async fn return_of(mut reach: Reach) {
    reach.borrow_and_update();
    while reach.changed().await.is_ok() {
        if *reach.borrow_and_update() {
            return;
        }
    }
    // Nobody will ever say so.
    std::future::pending().await
}
