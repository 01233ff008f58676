//! Certificates of several games whose parts are followed by helpers: the verdict is that of the check alone.

use std::sync::Mutex;
use std::time::Duration;

use foregone::proof::remote::{self, Fleet, Helpers, Reply, Trust};
use foregone::proof::{Accepted, Limits, Options, check};

use crate::parts::certificate;

/// Two helpers in this process, whose reports come back in reverse order. The second one alters its reports.
struct Pair {
    alter: fn(&mut Vec<u8>),
    replies: Mutex<Vec<Reply>>,
}

impl Helpers for Pair {
    fn capacity(&self) -> usize {
        7
    }
    fn job_bytes(&self) -> usize {
        1 << 20
    }
    fn send(&self, job: usize, bytes: Vec<u8>) {
        let mut bytes = remote::follow(&bytes, Limits::default());
        let helper = ["first", "second"][job % 2].to_owned();
        if job % 2 == 1 {
            (self.alter)(&mut bytes);
        }
        self.replies.lock().expect("a lock").push(Reply::Report { job, helper, bytes });
    }
    fn receive(&self, wait: Duration) -> Option<Reply> {
        let reply = self.replies.lock().expect("a lock").pop();
        if reply.is_none() {
            std::thread::sleep(wait / 20);
        }
        reply
    }
}

/// The verdict, and the number of helpers that were wrong.
fn by(alter: fn(&mut Vec<u8>), trust: Trust, file: &[u8]) -> (Accepted, usize) {
    let pair = Pair { alter, replies: Mutex::default() };
    let fleet = Fleet::new(&pair, trust);
    let options = Options { fleet: Some(&fleet), threads: 2, ..Options::default() };
    (remote::check(|| Ok(file), &options).expect("accepted"), fleet.excluded().len())
}

#[test]
fn reports_about_games_give_the_verdict_of_the_check_alone() {
    for (spelling, part_records) in [
        ("connect4:4x4", 20),
        ("breakthrough:4x5", 10),
        ("mnk:4,3,3", 20),
        ("woodpush:6,2", 5),
        ("hounds", 20),
        ("torere", 5),
        ("awari", 10),
    ] {
        let file = certificate(spelling, part_records);
        let alone = check(&file[..], &Options::default()).expect("accepted");
        for trust in [Trust::None, Trust::Sample, Trust::All] {
            let (accepted, wrong) = by(|_| {}, trust, &file);
            assert_eq!(wrong, 0, "{spelling}");
            // A sample may have all of a few parts.
            let is_proved = accepted.trusted.is_empty();
            assert!(is_proved == (trust == Trust::None) || trust == Trust::Sample, "{spelling}");
            assert_eq!(Accepted { trusted: Vec::new(), ..accepted }, alone, "{spelling}");
        }
        // Half of the reports are damaged: none of them is used.
        let (accepted, wrong) = by(|bytes| bytes.truncate(40), Trust::All, &file);
        assert_eq!(wrong, 1, "{spelling}");
        assert_eq!(Accepted { trusted: Vec::new(), ..accepted }, alone, "{spelling}");
    }
}
