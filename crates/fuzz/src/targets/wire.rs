//! Messages between coordinator and workers, as they arrive from the network. An input is the bytes of one message.

use foregone_fleet::message::{Job, Ticket};
use foregone_nats::decode_any;

use crate::Target;

/// The messages of fleets.
pub(super) struct Wire;

impl Target for Wire {
    fn name(&self) -> &'static str {
        "wire"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let ticket = Ticket { run: 1, epoch: 2, job: 3, attempt: 0 };
        let (line, facts) = (vec![0, 2, 1], Vec::new());
        let job = Job { ticket, line, aim: 0, window: (0, 2), budget: 1000, partial: 100, facts };
        let report =
            r#"{"epoch":2,"number":1,"report":{"Hello":{"name":"a","workers":2,"slots":2}}}"#;
        let job = serde_json::to_vec(&job).expect("a plain value");
        vec![job, report.as_bytes().to_vec(), b"\"RunOver\"".to_vec()]
    }

    fn run(&self, input: &[u8]) -> String {
        let is_json = serde_json::from_slice::<serde_json::Value>(input).is_ok();
        match decode_any(input) {
            0 if is_json => "JSON, but no message",
            0 => "not JSON",
            1 => "a message",
            _ => "several messages",
        }
        .to_owned()
    }
}
