//! Parts that are followed by others: the verdict is that of the check alone, and reports that are wrong are refused, found out, or
//! named as believed.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{CIRCLES, DETOURS};
use foregone_proof::format::{Header, Writer};
use foregone_proof::remote::{self, Fleet, Helpers, Reply, Trust};
use foregone_proof::{Accepted, Failure, Limits, Options, check};

/// A certificate of one claim about the start of a graph.
fn file(graph: &str, at_least: &str, parts: &[&[u8]], records: u64) -> Vec<u8> {
    let mut header = Header::new("graph:game.json", "a");
    header.at_least = Some(at_least.to_owned());
    header.infinite = Some("draw".to_owned());
    header.graph = Some(blake3::hash(graph.as_bytes()).to_hex().to_string());
    let mut file = Vec::new();
    let mut writer = Writer::in_parts(&mut file, &header).unwrap();
    for part in parts {
        writer.part(0, part).unwrap();
    }
    writer.count(records);
    writer.finish().unwrap();
    file
}

/// c is established in the first part, and cited in the second one, where d leads to it.
fn detours() -> Vec<u8> {
    file(DETOURS, "win", &[&[0, 0, 4, 6], &[2, 2, 4, 1, 4, 11]], 4)
}

/// At d to e, where the opponent goes back to d: that wins nothing.
fn wrong_detours() -> Vec<u8> {
    file(DETOURS, "win", &[&[0, 0, 4, 4], &[2, 2, 4, 1, 0]], 3)
}

/// Helpers in this process. What they report goes through a function of the job and the report.
struct Crowd<'c> {
    report: Box<dyn Fn(usize, Vec<u8>) -> Reply + Sync + 'c>,
    replies: Mutex<Vec<Reply>>,
    excluded: Mutex<Vec<String>>,
}

impl<'c> Crowd<'c> {
    fn new(report: impl Fn(usize, Vec<u8>) -> Reply + Sync + 'c) -> Crowd<'c> {
        Crowd { report: Box::new(report), replies: Mutex::default(), excluded: Mutex::default() }
    }

    /// One helper whose reports are altered.
    fn one(alter: impl Fn(usize, Vec<u8>) -> Vec<u8> + Sync + 'c) -> Crowd<'c> {
        Crowd::new(move |job, bytes| said(job, "one", alter(job, bytes)))
    }
}

fn said(job: usize, helper: &str, bytes: Vec<u8>) -> Reply {
    Reply::Report { job, helper: helper.to_owned(), bytes }
}

impl Helpers for Crowd<'_> {
    fn capacity(&self) -> usize {
        3
    }
    fn job_bytes(&self) -> usize {
        1 << 16
    }
    fn send(&self, job: usize, bytes: Vec<u8>) {
        let reply = (self.report)(job, remote::follow(&bytes, Limits::default()));
        self.replies.lock().unwrap().push(reply);
    }
    fn receive(&self, wait: Duration) -> Option<Reply> {
        let reply = self.replies.lock().unwrap().pop();
        if reply.is_none() {
            std::thread::sleep(wait / 10);
        }
        reply
    }
    fn exclude(&self, helper: &str) {
        self.excluded.lock().unwrap().push(helper.to_owned());
    }
}

fn by(crowd: &Crowd<'_>, trust: Trust, graph: &str, file: &[u8]) -> Result<Accepted, Failure> {
    let fleet = Fleet::new(crowd, trust);
    let options = Options { fleet: Some(&fleet), ..Options::with_game_file(graph.as_bytes()) };
    remote::check(|| Ok(file), &options)
}

fn alone(graph: &str, file: &[u8]) -> Result<Accepted, Failure> {
    check(file, &Options::with_game_file(graph.as_bytes()))
}

/// The same apart from what is believed.
fn without_trust(result: Result<Accepted, Failure>) -> Result<Accepted, Failure> {
    result.map(|accepted| Accepted { trusted: Vec::new(), ..accepted })
}

const TRUST: [Trust; 3] = [Trust::None, Trust::Sample, Trust::All];

/// The findings of a report, altered.
fn altered(bytes: &[u8], alter: impl FnOnce(&mut Value)) -> Vec<u8> {
    let (head, frame) = bytes.split_at(33);
    let content = zstd::bulk::decompress(frame, 1 << 20).unwrap();
    let mut findings = serde_json::from_slice(&content).unwrap();
    alter(&mut findings);
    let content = serde_json::to_vec(&findings).unwrap();
    [head, &zstd::bulk::compress(&content, 1).unwrap()].concat()
}

#[test]
fn reports_give_the_verdict_of_the_check_alone() {
    let circles = file(CIRCLES, "draw", &[&[0, 0, 4], &[1, 2, 4, 0, 4], &[2, 2, 4, 1, 0]], 3);
    let lacking = file(DETOURS, "win", &[&[0, 0, 4, 6]], 2);
    for (graph, file) in
        [(DETOURS, detours()), (CIRCLES, circles), (DETOURS, wrong_detours()), (DETOURS, lacking)]
    {
        for trust in TRUST {
            let honest = Crowd::one(|_, bytes| bytes);
            let result = by(&honest, trust, graph, &file);
            let is_believed = result.as_ref().is_ok_and(|accepted| !accepted.trusted.is_empty());
            assert!(!is_believed || trust != Trust::None);
            assert_eq!(without_trust(result), alone(graph, &file), "{trust:?}");
            assert!(honest.excluded.lock().unwrap().is_empty());
        }
    }
    let accepted = by(&Crowd::one(|_, bytes| bytes), Trust::All, DETOURS, &detours()).unwrap();
    let believed = "workers, who followed 2 of 2 parts; none of these was repeated here";
    assert_eq!(accepted.trusted, [believed]);
}

#[test]
fn parts_that_nobody_reports_about_are_followed_here() {
    let silent = Crowd::new(|job, _| Reply::Unanswered { job });
    let half = Crowd::new(|job, bytes| match job {
        0 => Reply::Unanswered { job },
        _ => said(job, "half", bytes),
    });
    for trust in TRUST {
        assert_eq!(by(&silent, trust, DETOURS, &detours()), alone(DETOURS, &detours()));
        let result = without_trust(by(&half, trust, DETOURS, &detours()));
        assert_eq!(result, alone(DETOURS, &detours()));
    }
}

/// A way to alter the findings about a part.
type Lie = Box<dyn Fn(&mut Value) + Sync>;

fn lies() -> Vec<Lie> {
    let mut lies: Vec<Lie> = Vec::new();
    for (member, value) in [
        ("end", Value::Null),
        ("end", json!({"claim": 1, "first": 2, "line": []})),
        ("end", json!({"claim": 0, "first": 3, "line": [4, 1]})),
        ("start", json!({"claim": 0, "first": 0, "line": []})),
        ("start", json!({"claim": 1, "first": 0, "line": []})),
        ("start", json!({"claim": u64::MAX, "first": u64::MAX, "line": [u64::MAX]})),
        ("records", json!(0)),
        ("records", json!(u64::MAX)),
        ("records", json!(-1)),
        ("exports", json!([[1, "d"]])),
        ("exports", json!([[1, "c"], [1, "c"]])),
        ("exports", json!([[0, "nowhere"]])),
        ("exports", json!([[u64::MAX, "c"]])),
        ("exports", json!([])),
        ("citations", json!([[1, "c"]])),
        ("citations", json!([[0, "a"]])),
        ("citations", json!([[u64::MAX, "c"]])),
        ("citations", json!([])),
        ("citations", json!("none")),
        ("more", json!(1)),
    ] {
        lies.push(Box::new(move |findings| findings[member] = value.clone()));
    }
    for count in ["positions", "kept", "longest_line", "cited"] {
        for value in [0, 77, 1_u64 << 40, u64::MAX] {
            lies.push(Box::new(move |findings| findings["counts"][count] = json!(value)));
        }
    }
    lies
}

#[test]
fn altered_reports_are_found_out_or_named_as_believed() {
    let truth = alone(DETOURS, &detours());
    for lie in lies() {
        for guilty in 0..2 {
            let changes = std::sync::atomic::AtomicBool::new(false);
            let liar = |job: usize, bytes: Vec<u8>| match job == guilty {
                true => {
                    let other = altered(&bytes, &lie);
                    let same = altered(&bytes, |_| {}) == other;
                    changes.store(!same, std::sync::atomic::Ordering::Relaxed);
                    other
                }
                false => bytes,
            };
            for trust in [Trust::None, Trust::Sample] {
                let crowd = Crowd::one(liar);
                // Two parts are repeated at least, so all of them are.
                assert_eq!(by(&crowd, trust, DETOURS, &detours()), truth, "{trust:?}");
                let is_caught = !crowd.excluded.lock().unwrap().is_empty();
                assert_eq!(is_caught, changes.load(std::sync::atomic::Ordering::Relaxed));
            }
            let believed = by(&Crowd::one(liar), Trust::All, DETOURS, &detours()).unwrap();
            assert_eq!(Some(&believed.claims), truth.as_ref().ok().map(|it| &it.claims));
        }
    }
}

#[test]
fn a_false_claim_passes_only_on_trust() {
    let right: Mutex<Vec<Vec<u8>>> = Mutex::default();
    let recorder = Crowd::one(|_, bytes| {
        right.lock().unwrap().push(bytes.clone());
        bytes
    });
    let twin = file(DETOURS, "win", &[&[0, 0, 4, 4], &[2, 2, 4, 1, 4, 4]], 4);
    by(&recorder, Trust::All, DETOURS, &twin).unwrap();
    // The reports about a proof that is right, for the parts of one that is wrong.
    drop(recorder);
    let right = right.into_inner().unwrap();
    let forge = |job: usize, bytes: Vec<u8>| match right.get(job) {
        Some(other) => {
            let records = if job == 1 { 1 } else { 2 };
            let head = [b"P", &bytes[1..33]].concat();
            altered(&[&head, &other[33..]].concat(), |it| it["records"] = json!(records))
        }
        None => bytes,
    };
    let wrong = wrong_detours();
    for trust in [Trust::None, Trust::Sample] {
        let result = by(&Crowd::one(forge), trust, DETOURS, &wrong);
        assert!(matches!(result, Err(Failure::Rejected(_))), "{trust:?}: {result:?}");
    }
    let believed = by(&Crowd::one(forge), Trust::All, DETOURS, &wrong).unwrap();
    assert!(believed.trusted[0].contains("none of these was repeated"), "{believed:?}");
    // An honest helper is heard when the liar was found out.
    let mixed = Crowd::new(|job, bytes| match job {
        0 => said(job, "honest", bytes),
        _ => said(job, "liar", forge(job, bytes)),
    });
    assert!(matches!(by(&mixed, Trust::Sample, DETOURS, &wrong), Err(Failure::Rejected(_))));
    assert_eq!(*mixed.excluded.lock().unwrap(), ["liar"]);
}

#[test]
fn a_helper_that_is_wrong_is_not_listened_to_again() {
    let truth = alone(DETOURS, &detours());
    for bytes in [vec![], vec![0; 33], b"P".to_vec(), vec![b'F'; 40], vec![7; 1 << 21]] {
        let crowd = Crowd::one(|_, _| bytes.clone());
        assert_eq!(by(&crowd, Trust::All, DETOURS, &detours()), truth);
        assert_eq!(*crowd.excluded.lock().unwrap(), ["one"]);
    }
    // A part that is said to fail is followed here before anybody is told so.
    let crowd = Crowd::one(|_, bytes| [b"F", &bytes[1..33]].concat());
    assert_eq!(by(&crowd, Trust::All, DETOURS, &detours()), truth);
    assert_eq!(*crowd.excluded.lock().unwrap(), ["one"]);
    // Whoever cannot follow a part says so, and is not blamed.
    let crowd = Crowd::one(|_, bytes| [b"D", &bytes[1..33]].concat());
    assert_eq!(by(&crowd, Trust::All, DETOURS, &detours()), truth);
    assert!(crowd.excluded.lock().unwrap().is_empty());
}

#[test]
fn damaged_jobs_and_reports_do_no_harm() {
    let jobs: Mutex<Vec<Vec<u8>>> = Mutex::default();
    struct Keep<'k>(&'k Mutex<Vec<Vec<u8>>>, Crowd<'k>);
    impl Helpers for Keep<'_> {
        fn capacity(&self) -> usize {
            1
        }
        fn job_bytes(&self) -> usize {
            1 << 16
        }
        fn send(&self, job: usize, bytes: Vec<u8>) {
            self.0.lock().unwrap().push(bytes.clone());
            self.1.send(job, bytes);
        }
        fn receive(&self, wait: Duration) -> Option<Reply> {
            self.1.receive(wait)
        }
    }
    let keep = Keep(&jobs, Crowd::one(|_, bytes| bytes));
    let fleet = Fleet::new(&keep, Trust::All);
    let options = Options { fleet: Some(&fleet), ..Options::with_game_file(DETOURS.as_bytes()) };
    let file = detours();
    remote::check(|| Ok(&file[..]), &options).unwrap();
    let job = jobs.lock().unwrap()[1].clone();
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let report = remote::follow(&job, limits);
    assert_eq!(report[0], b'P');
    for at in 0..job.len() {
        for change in [1, 0x80, 0xff] {
            let mut other = job.clone();
            other[at] ^= change;
            assert!(b"PFD".contains(&remote::follow(&other, limits)[0]));
        }
        assert_eq!(remote::follow(&job[..at], limits)[0], b'D', "{at}");
    }
    assert_eq!(remote::follow(&job, Limits { memory: 1000, ..limits })[0], b'D');
    let truth = alone(DETOURS, &file);
    for at in (0..report.len()).step_by(3) {
        let damage = |job: usize, mut bytes: Vec<u8>| {
            if job == 1 {
                bytes[at] ^= 0x11;
            }
            bytes
        };
        assert_eq!(by(&Crowd::one(damage), Trust::None, DETOURS, &file), truth);
    }
}

#[test]
fn limits_hold_for_all_rounds() {
    let crowd = Crowd::one(|_, bytes| bytes);
    let fleet = Fleet::new(&crowd, Trust::Sample);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let options =
        Options { fleet: Some(&fleet), limits, ..Options::with_game_file(DETOURS.as_bytes()) };
    let file = detours();
    assert!(matches!(remote::check(|| Ok(&file[..]), &options), Err(Failure::Undecided(_))));
    // Where there is no room for reports, all parts are followed here.
    let limits = Limits { memory: 14 << 20, ..Limits::default() };
    let options =
        Options { fleet: Some(&fleet), limits, ..Options::with_game_file(DETOURS.as_bytes()) };
    assert_eq!(remote::check(|| Ok(&file[..]), &options), alone(DETOURS, &file));
}
