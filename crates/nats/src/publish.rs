//! Publishing to a stream with a receipt, over a server that may be out of reach for a while.

use async_nats::HeaderMap;
use async_nats::jetstream::Context;
use async_nats::jetstream::message::PublishMessage;
use bytes::Bytes;
use tokio::sync::watch;

/// Whether the server can be reached.
pub(crate) type Reach = watch::Receiver<bool>;

/// Publishes under a name by which the server recognises a repetition. Returns the sequence number in the stream. None
/// if the connection was lost: then the message may have arrived or not, and can be published again.
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

/// Waits until the connection is lost and restored. The server answers no request from before that.
pub(crate) async fn return_of(mut reach: Reach) {
    reach.borrow_and_update();
    while reach.changed().await.is_ok() {
        if *reach.borrow_and_update() {
            return;
        }
    }
    // The connection is closed for good, so it is never restored.
    std::future::pending().await
}
